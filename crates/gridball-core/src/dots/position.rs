//! A game of Dots in progress.

use alloc::{boxed::Box, vec, vec::Vec};
use core::{fmt, ops::ControlFlow};

use super::{
    action::{DotsAction, DotsIllegalAction},
    board::{Board, DotsNode, NodeSet, Place},
    key,
    put::{DotsLog, DotsUndo},
    rules::{DotsSetup, Standing},
    slow::{Node, SlowBoard},
    text,
};
use crate::{
    bits::BitGrid,
    game::{EndReason, Outcome, Plane, Player, Position, Step},
    grid::{Point, Symmetry},
    text::{InvalidPosition, TextError},
};

/// A game of Dots in progress: the dots, the territories, whose turn it is, how many moves were
/// played.
///
/// A node that holds a live dot is never counted as territory, even inside a contour of its
/// owner: nothing depends on it.
///
/// Two positions are equal when set-up, dots, territories, turn and number of moves are.
pub struct DotsPosition {
    setup: DotsSetup,
    to_move: Player,
    moves: u32,
    board: Board,
    /// Room for playing through the trait; always empty between calls.
    log: Option<Box<DotsLog>>,
}

/// Why dots make no start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DotsStartError {
    /// A dot is off the field.
    OffField(Point),
    /// Two dots are on one node.
    Occupied(Point),
}

impl fmt::Display for DotsStartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffField(point) => write!(f, "a dot at {point} is off the field"),
            Self::Occupied(point) => write!(f, "two dots are at {point}"),
        }
    }
}

impl core::error::Error for DotsStartError {}

/// A dot on the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DotsDot {
    /// Whose it is.
    pub player: Player,
    /// Whether it is captured: then it joins nothing and lies in territory of the other player.
    pub dead: bool,
}

/// What one dot captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DotsCapture {
    /// Who captures: whoever placed the dot, or the other one, when the dot was placed into an
    /// empty enclosure of his.
    pub by: Player,
    /// The dots that die. Live before, or the new one.
    pub captured: BitGrid,
    /// Dots of the capturer that come back to life.
    pub freed: BitGrid,
    /// The nodes that become territory of the capturer, those with dead dots among them.
    pub territory: BitGrid,
}

impl DotsPosition {
    /// A start position with dots of its own: the field of `setup` without the cross, these dots
    /// in their place, and `to_move` to begin. As they do not count as moves, the move count is 0.
    ///
    /// All dots are there at once. Enclosures among them that hold live dots of the other player
    /// are captured, First's before Second's, so a start can have a score. \[C\]
    ///
    /// ```
    /// use gridball_core::{Player, Point, Position, dots::{DotsPosition, DotsSetup}};
    ///
    /// let dots = [(Player::First, Point::new(18, 6)), (Player::Second, Point::new(19, 6))];
    /// let position = DotsPosition::with_dots(&DotsSetup::DEFAULT, dots, Player::First)?;
    /// assert_eq!(position.setup().to_string(), "dots:39x32/plain");
    /// assert_eq!(position.live(Player::Second).count(), 1);
    /// # Ok::<(), gridball_core::dots::DotsStartError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When a dot is off the field or two are on one node.
    pub fn with_dots(
        setup: &DotsSetup,
        dots: impl IntoIterator<Item = (Player, Point)>,
        to_move: Player,
    ) -> Result<Self, DotsStartError> {
        let setup = setup.without_cross();
        let mut board = Board::new(setup.width(), setup.height());
        let mut taken = BitGrid::new(setup.width(), setup.height());
        for (player, point) in dots {
            if !setup.contains(point) {
                return Err(DotsStartError::OffField(point));
            }
            let (x, y) = (point.x as usize, point.y as usize);
            if taken.contains(x, y) {
                return Err(DotsStartError::Occupied(point));
            }
            taken.insert(x, y);
            board.place(DotsNode::new(x, y), Place::Live(player));
        }
        if board.settle() {
            board.capture_all();
        }
        Ok(Self::assemble(setup, to_move, 0, board))
    }

    /// A position of a board that is settled.
    pub(super) const fn assemble(
        setup: DotsSetup,
        to_move: Player,
        moves: u32,
        board: Board,
    ) -> Self {
        Self { setup, to_move, moves, board, log: None }
    }

    /// How many moves were played; dots of the set-up do not count.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The score of a player: how many dots of the other are dead.
    pub const fn score(&self, player: Player) -> u32 {
        self.board.score(player)
    }

    /// How many live dots of a player are not joined to the edge, so could still be captured.
    pub fn exposed(&self, player: Player) -> u32 {
        self.board.safety(player).0
    }

    /// How many captured dots a player keeps in any case: those in territory of his that is
    /// joined to the edge.
    pub fn kept(&self, player: Player) -> u32 {
        self.board.safety(player).1
    }

    /// The nodes that hold neither a dot nor territory: where a dot may be placed while the game
    /// goes on.
    pub fn free_nodes(&self) -> BitGrid {
        self.grid(NodeSet::Free)
    }

    /// The live dots of a player.
    pub fn live(&self, player: Player) -> BitGrid {
        self.grid(NodeSet::Live(player))
    }

    /// The dead dots of a player.
    pub fn dead(&self, player: Player) -> BitGrid {
        self.grid(NodeSet::Dead(player))
    }

    /// The territory of a player: nodes with dead dots of the other and nodes without a dot.
    pub fn territory(&self, player: Player) -> BitGrid {
        self.grid(NodeSet::Territory(player))
    }

    /// The free nodes in empty enclosures of a player: a dot of the other placed there is lost
    /// unless it captures.
    pub fn empty_enclosures(&self, player: Player) -> BitGrid {
        self.grid(NodeSet::Enclosed(player))
    }

    /// The live dots and the territory of a player that are joined to the edge in four directions
    /// and so safe for good.
    pub fn grounded(&self, player: Player) -> BitGrid {
        self.grid_of_rows(self.board.grounded(player))
    }

    fn grid(&self, set: NodeSet) -> BitGrid {
        self.grid_of_rows(|y| self.board.row(set, y))
    }

    fn grid_of_rows(&self, row: impl Fn(usize) -> u64) -> BitGrid {
        let mut grid = BitGrid::new(self.setup.width(), self.setup.height());
        for y in 0..usize::from(self.setup.height()) {
            grid.set_row(y, row(y));
        }
        grid
    }

    /// The dot at a point, if there is one.
    pub fn dot(&self, point: Point) -> Option<DotsDot> {
        match self.place(self.node(point)?)? {
            Place::Live(player) => Some(DotsDot { player, dead: false }),
            Place::Dead(player) => Some(DotsDot { player, dead: true }),
            Place::Territory(_) => None,
        }
    }

    /// Whose territory a point is, with or without a dead dot.
    pub fn owner(&self, point: Point) -> Option<Player> {
        match self.place(self.node(point)?)? {
            Place::Live(_) => None,
            Place::Dead(player) => Some(player.other()),
            Place::Territory(player) => Some(player),
        }
    }

    /// What is on a node; `None` when it is free.
    pub(super) fn place(&self, node: DotsNode) -> Option<Place> {
        Player::BOTH.into_iter().find_map(|player| {
            if self.board.contains(NodeSet::Live(player), node) {
                Some(Place::Live(player))
            } else if self.board.contains(NodeSet::Dead(player), node) {
                Some(Place::Dead(player))
            } else if self.board.contains(NodeSet::Territory(player), node)
                && !self.board.contains(NodeSet::Dead(player.other()), node)
            {
                Some(Place::Territory(player))
            } else {
                None
            }
        })
    }

    /// The node at a point; `None` off the field.
    pub const fn node(&self, point: Point) -> Option<DotsNode> {
        if self.setup.contains(point) {
            Some(DotsNode::new(point.x as usize, point.y as usize))
        } else {
            None
        }
    }

    /// All nodes of the field, row by row from the top: in the order of [`Step`]s.
    pub fn nodes(&self) -> impl Iterator<Item = DotsNode> + use<> {
        let (width, height) = (usize::from(self.setup.width()), usize::from(self.setup.height()));
        (0..height).flat_map(move |y| (0..width).map(move |x| DotsNode::new(x, y)))
    }

    /// The action that places a dot at a point; `None` off the field.
    pub const fn action_at(&self, point: Point) -> Option<DotsAction> {
        if self.setup.contains(point) {
            Some(DotsAction { x: point.x as u8 + 1, y: self.setup.height() - point.y as u8 })
        } else {
            None
        }
    }

    /// Where an action places its dot; `None` off the field.
    pub const fn point_of(&self, action: DotsAction) -> Option<Point> {
        if action.x < 1
            || action.y < 1
            || action.x > self.setup.width()
            || action.y > self.setup.height()
        {
            return None;
        }
        Some(Point::new(action.x as i8 - 1, (self.setup.height() - action.y) as i8))
    }

    /// Whether a node holds neither a dot nor territory.
    #[inline]
    pub fn is_free(&self, node: DotsNode) -> bool {
        self.board.is_free(node)
    }

    /// Whether a node is free and lies in no empty enclosure: a dot placed there stays alive for
    /// now, and spoils nothing of its own.
    #[inline]
    pub fn is_open(&self, node: DotsNode) -> bool {
        self.board.is_open(node)
    }

    /// Whether a dot of `player` on a free node could close a contour or be captured at once. It
    /// may say yes where nothing happens, but where it says no, the dot changes nothing but its
    /// own node: it is a few nanoseconds that spare most of the tries with [`put`](Self::put).
    #[inline]
    pub fn may_close(&self, player: Player, node: DotsNode) -> bool {
        self.board.may_close(player, node)
    }

    /// Puts a dot of the player to move on a free node, makes the captures, and passes the turn.
    /// Nothing is checked: not even whether the game is over.
    ///
    /// `log` takes what [`take_back`](Self::take_back) needs.
    ///
    /// # Panics
    ///
    /// May panic when the field does not have the node. A node that is not free leaves an
    /// inconsistent position behind.
    #[inline]
    pub fn put(&mut self, node: DotsNode, log: &mut DotsLog) {
        debug_assert!(self.is_free(node), "a dot was put on a node that is not free");
        self.board.put::<true>(self.to_move, node, log);
        self.pass_turn();
    }

    /// The same as [`put`](Self::put), but quicker: for playouts, in which nobody asks whether an
    /// advantage is protected. Whoever asks all the same ([`outcome`](Position::outcome),
    /// [`exposed`](Self::exposed), [`kept`](Self::kept), [`grounded`](Self::grounded)) gets the
    /// right answer, but it is worked out from nothing each time, about a microsecond, until all
    /// quick puts have been taken back.
    ///
    /// # Panics
    ///
    /// As [`put`](Self::put).
    #[inline]
    pub fn put_quickly(&mut self, node: DotsNode, log: &mut DotsLog) {
        debug_assert!(self.is_free(node), "a dot was put on a node that is not free");
        self.board.put::<false>(self.to_move, node, log);
        self.pass_turn();
    }

    #[inline]
    const fn pass_turn(&mut self) {
        self.to_move = self.to_move.other();
        self.moves += 1;
    }

    /// Takes back the last dot that was put with this log. Returns whether there was one.
    ///
    /// # Panics
    ///
    /// May panic when the log belongs to another position.
    #[inline]
    pub fn take_back(&mut self, log: &mut DotsLog) -> bool {
        let Some(player) = self.board.undo(log) else { return false };
        self.to_move = player;
        self.moves -= 1;
        true
    }

    /// Gives the turn to `player`, to see what he could do now. The rules know no passing: the
    /// turn has to be given back.
    pub const fn set_to_move(&mut self, player: Player) {
        self.to_move = player;
    }

    /// What a legal action captures; `None` when it captures nothing or is not legal.
    pub fn capture(&self, action: DotsAction) -> Option<DotsCapture> {
        self.check_action(&action).ok()?;
        let node = self.node(self.point_of(action)?)?;
        let mut after = self.clone();
        after.put(node, &mut DotsLog::default());
        let minus =
            |after: BitGrid, before: BitGrid| self.grid_of_rows(|y| after.row(y) & !before.row(y));
        Player::BOTH.into_iter().find_map(|by| {
            let captured = minus(after.dead(by.other()), self.dead(by.other()));
            (captured.count() > 0).then(|| DotsCapture {
                by,
                captured,
                freed: minus(self.dead(by), after.dead(by)),
                territory: minus(after.territory(by), self.territory(by)),
            })
        })
    }

    fn end(&self) -> Option<(Outcome, EndReason)> {
        let standing = Standing {
            free: self.board.free(),
            moves: self.moves,
            score: Player::BOTH.map(|player| self.board.score(player)),
        };
        self.setup.end(&standing, |leader| self.board.safety(leader))
    }

    /// The step that stands for a node.
    const fn step(&self, point: Point) -> Step {
        Step(point.y as u16 * self.setup.width() as u16 + point.x as u16)
    }

    fn to_slow(&self) -> SlowBoard {
        let (width, height) = (usize::from(self.setup.width()), usize::from(self.setup.height()));
        let mut nodes = vec![vec![Node::default(); width]; height];
        for (y, row) in nodes.iter_mut().enumerate() {
            for (x, node) in row.iter_mut().enumerate() {
                let point = Point::new(x as i8, y as i8);
                let dot = self.dot(point);
                *node = Node {
                    dot: dot.map(|dot| dot.player),
                    dead: dot.is_some_and(|dot| dot.dead),
                    territory: self.owner(point),
                };
            }
        }
        SlowBoard { nodes }
    }

    /// The position after a move, which led to these nodes.
    fn after_slow(&self, slow: &SlowBoard) -> Self {
        let mut board = Board::new(self.setup.width(), self.setup.height());
        for (y, row) in slow.nodes.iter().enumerate() {
            for (x, node) in row.iter().enumerate() {
                let place = match (node.dot, node.territory) {
                    (Some(player), _) if node.dead => Place::Dead(player),
                    (Some(player), _) => Place::Live(player),
                    (None, Some(player)) => Place::Territory(player),
                    (None, None) => continue,
                };
                board.place(DotsNode::new(x, y), place);
            }
        }
        board.settle();
        Self::assemble(self.setup, self.to_move.other(), self.moves + 1, board)
    }
}

impl Clone for DotsPosition {
    fn clone(&self) -> Self {
        Self { board: self.board.clone(), log: None, ..*self }
    }

    /// Copies without allocating when the sizes are the same: the quickest way to take back many
    /// moves at once.
    fn clone_from(&mut self, source: &Self) {
        let Self { setup, to_move, moves, board, log: _ } = self;
        board.clone_from(&source.board);
        (*setup, *to_move, *moves) = (source.setup, source.to_move, source.moves);
    }
}

impl PartialEq for DotsPosition {
    fn eq(&self, other: &Self) -> bool {
        self.setup == other.setup
            && self.to_move == other.to_move
            && self.moves == other.moves
            && self.board.same_nodes(&other.board)
    }
}

impl Eq for DotsPosition {}

impl fmt::Debug for DotsPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_position(f)
    }
}

impl Position for DotsPosition {
    type Setup = DotsSetup;
    type Action = DotsAction;
    type Undo = DotsUndo;
    type IllegalAction = DotsIllegalAction;

    fn start(setup: &DotsSetup) -> Self {
        let mut board = Board::new(setup.width(), setup.height());
        for (player, point) in setup.starting_dots() {
            board.place(DotsNode::new(point.x as usize, point.y as usize), Place::Live(player));
        }
        board.settle();
        Self::assemble(*setup, Player::First, 0, board)
    }

    fn setup(&self) -> DotsSetup {
        self.setup
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|(outcome, _)| outcome)
    }

    fn end_reason(&self) -> Option<EndReason> {
        self.end().map(|(_, reason)| reason)
    }

    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(&DotsAction) -> ControlFlow<()>,
    {
        if self.end().is_some() {
            return ControlFlow::Continue(());
        }
        for y in 0..self.setup.height() {
            let mut nodes = self.board.row(NodeSet::Free, usize::from(y));
            while nodes != 0 {
                let x = nodes.trailing_zeros() as u8;
                nodes &= nodes - 1;
                visit(&DotsAction { x: x + 1, y: self.setup.height() - y })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_actions(&self, limit: u64) -> u64 {
        if self.end().is_some() { 0 } else { limit.min(u64::from(self.board.free())) }
    }

    fn check_action(&self, action: &DotsAction) -> Result<(), DotsIllegalAction> {
        if self.end().is_some() {
            return Err(DotsIllegalAction::GameOver);
        }
        let node = self
            .point_of(*action)
            .and_then(|point| self.node(point))
            .ok_or(DotsIllegalAction::OffField)?;
        if self.is_free(node) {
            return Ok(());
        }
        Err(match self.place(node) {
            Some(Place::Territory(player)) => DotsIllegalAction::Territory(player),
            _ => DotsIllegalAction::Occupied,
        })
    }

    fn play_unchecked(&mut self, action: &DotsAction) -> DotsUndo {
        let mut log = self.log.take().unwrap_or_default();
        let y = self.setup.height().wrapping_sub(action.y);
        let node = DotsNode::new(usize::from(action.x.wrapping_sub(1)), usize::from(y));
        self.put(node, &mut log);
        let undo = log.take();
        self.log = Some(log);
        undo
    }

    fn undo(&mut self, undo: DotsUndo) {
        let mut log = self.log.take().unwrap_or_default();
        log.give_back(&undo);
        self.take_back(&mut log);
        self.log = Some(log);
    }

    /// Any mirroring and any exchange of the players; on a square field transposing too.
    ///
    /// The cross is not symmetrical, so a transformed start is no start; but a position holds its
    /// dots, and for those all views are alike.
    fn symmetries(&self) -> &'static [Symmetry] {
        const ALL: [Symmetry; 16] = {
            let mut all = [Symmetry::IDENTITY; 16];
            let mut index = 0;
            while index < 16 {
                all[index] = Symmetry {
                    mirror_x: index & 1 != 0,
                    mirror_y: index & 2 != 0,
                    exchange_players: index & 4 != 0,
                    transpose: index & 8 != 0,
                };
                index += 1;
            }
            all
        };
        if self.setup.width() == self.setup.height() { &ALL } else { &ALL[..8] }
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let (max_x, max_y) = (self.setup.width() as i8 - 1, self.setup.height() as i8 - 1);
        let turn = |player: Player| {
            if symmetry.exchange_players { player.other() } else { player }
        };
        let mut board = Board::new(self.setup.width(), self.setup.height());
        for node in self.nodes() {
            let place = match self.place(node) {
                Some(Place::Live(player)) => Place::Live(turn(player)),
                Some(Place::Dead(player)) => Place::Dead(turn(player)),
                Some(Place::Territory(player)) => Place::Territory(turn(player)),
                None => continue,
            };
            let point = symmetry.point(node.point(), max_x, max_y);
            // Only a symmetry that is not one of this field leads off it.
            if let Some(node) = self.node(point) {
                board.place(node, place);
            }
        }
        board.settle();
        Self::assemble(self.setup, turn(self.to_move), self.moves, board)
    }

    fn transform_action(&self, action: &DotsAction, symmetry: Symmetry) -> DotsAction {
        let (max_x, max_y) = (self.setup.width() as i8 - 1, self.setup.height() as i8 - 1);
        self.point_of(*action)
            .and_then(|point| self.action_at(symmetry.point(point, max_x, max_y)))
            .unwrap_or(*action)
    }

    /// Size, turn, dots and territories; not the set-up's cross and format, and not the move
    /// count.
    fn key(&self) -> u64 {
        key::of(&self.setup, self.to_move, &self.board)
    }

    fn same_but_for_clocks(&self, other: &Self) -> bool {
        self.setup == other.setup
            && self.to_move == other.to_move
            && self.board.same_nodes(&other.board)
    }

    fn clock(&self) -> Option<(u32, u32)> {
        let stop = self.setup.format().next_stop(self.moves, self.end().is_some())?;
        Some((self.moves, stop))
    }

    /// Dots, territories and their walls; that no live dot is surrounded; that there are no more
    /// moves than dots; and what is worked out from all that.
    fn validate(&self) -> Result<(), InvalidPosition> {
        self.board.validate()?;
        let dots: u32 = Player::BOTH
            .map(|player| self.live(player).count() + self.dead(player).count())
            .iter()
            .sum();
        if self.moves > dots { Err(InvalidPosition::CounterOutOfRange) } else { Ok(()) }
    }

    fn step_space(&self) -> usize {
        usize::from(self.setup.width()) * usize::from(self.setup.height())
    }

    fn steps(&self, prefix: &[Step]) -> Vec<Step> {
        let mut steps = Vec::new();
        if prefix.is_empty() && self.end().is_none() {
            steps.extend(
                self.nodes().filter(|&node| self.is_free(node)).map(|node| self.step(node.point())),
            );
        }
        steps
    }

    fn finish(&self, steps: &[Step]) -> Option<DotsAction> {
        let &[step] = steps else { return None };
        let action = self.action_at(self.step_point(&[], step)?)?;
        self.is_legal(&action).then_some(action)
    }

    fn action_steps(&self, action: &DotsAction) -> Vec<Step> {
        self.point_of(*action).map(|point| self.step(point)).into_iter().collect()
    }

    fn step_point(&self, prefix: &[Step], step: Step) -> Option<Point> {
        let width = u16::from(self.setup.width());
        let (x, y) = (step.0 % width, step.0 / width);
        (prefix.is_empty() && y < u16::from(self.setup.height()))
            .then(|| Point::new(x as i8, y as i8))
    }

    fn write_step(&self, prefix: &[Step], step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.step_point(prefix, step).and_then(|point| self.action_at(point)) {
            Some(action) => self.write_action(&action, out),
            None => out.write_str("?"),
        }
    }

    fn parse_step(&self, _prefix: &[Step], text: &str) -> Result<Step, TextError> {
        let action = self.parse_action(text)?;
        // What was read lies on the field.
        Ok(self.point_of(action).map_or(Step(0), |point| self.step(point)))
    }

    fn write_action(&self, action: &DotsAction, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{action}")
    }

    fn write_action_for_people(
        &self,
        action: &DotsAction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        text::write_action_for_people(self, *action, out)
    }

    fn parse_action(&self, text: &str) -> Result<DotsAction, TextError> {
        text::parse_action(&self.setup, text)
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        text::write_position(self, out)
    }

    fn parse_position(text: &str) -> Result<Self, TextError> {
        text::parse_position(text)
    }

    /// `first live`, `second live`, `first dead`, `second dead`, `first territory`,
    /// `second territory`, `legal`.
    fn planes(&self) -> Vec<Plane> {
        let legal = if self.end().is_some() {
            BitGrid::new(self.setup.width(), self.setup.height())
        } else {
            self.free_nodes()
        };
        vec![
            Plane { name: "first live", bits: self.live(Player::First) },
            Plane { name: "second live", bits: self.live(Player::Second) },
            Plane { name: "first dead", bits: self.dead(Player::First) },
            Plane { name: "second dead", bits: self.dead(Player::Second) },
            Plane { name: "first territory", bits: self.territory(Player::First) },
            Plane { name: "second territory", bits: self.territory(Player::Second) },
            Plane { name: "legal", bits: legal },
        ]
    }

    fn visit_slow_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(&DotsAction) -> ControlFlow<()>,
    {
        let slow = self.to_slow();
        if slow.is_over(self.setup.format(), self.moves) {
            return ControlFlow::Continue(());
        }
        for x in 1..=self.setup.width() {
            for y in 1..=self.setup.height() {
                if slow.is_free(usize::from(x - 1), usize::from(self.setup.height() - y)) {
                    visit(&DotsAction { x, y })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn slow_play(&self, action: &DotsAction) -> Self {
        let mut slow = self.to_slow();
        if let Some(point) = self.point_of(*action) {
            slow.put(self.to_move, point.x as usize, point.y as usize);
        }
        self.after_slow(&slow)
    }
}
