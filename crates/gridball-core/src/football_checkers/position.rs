//! The state of a game, and how it changes.

use alloc::vec::Vec;
use core::{fmt, ops::ControlFlow};

use super::{
    cells::{Cell, CellSet, SIZE},
    check::{self, CheckersIllegalAction},
    gate::nearest,
    movegen::{self, Duty},
    rules::{
        ACTION_LIMIT, CHECKERS, CheckersSetup, OCCURRENCES_FOR_A_DRAW, forbidden_row, goal_row,
    },
    slow::SlowGame,
    tables::{KEYS, RAYS},
    text,
};
use crate::{
    bits::BitGrid,
    game::{EndReason, Outcome, Plane, Player, Position, Step},
    grid::{Direction, Point, Symmetry},
    text::{InvalidPosition, TextError},
};

/// A move of one checker. Its text is the two cells, `d6-g6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CheckersAction {
    /// Where the checker stands.
    pub from: Cell,
    /// Where it goes.
    pub to: Cell,
}

/// What taking back an action needs besides the position.
#[derive(Clone, Copy, Debug)]
pub struct CheckersUndo {
    /// How often the position had come up before.
    earlier_occurrences: u8,
}

/// Where the checkers stand and whose turn it is: what can come up again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Placement {
    /// The checkers of First and of Second.
    pub(super) checkers: [CellSet; 2],
    pub(super) to_move: Player,
}

impl Placement {
    pub(super) const fn of(&self, player: Player) -> CellSet {
        self.checkers[player.index()]
    }

    pub(super) fn occupied(&self) -> CellSet {
        self.checkers[0] | self.checkers[1]
    }

    /// The placement after a move of `player`.
    pub(super) const fn after(&self, player: Player, action: CheckersAction) -> Self {
        let mut after = *self;
        let own = &mut after.checkers[player.index()];
        *own = own.moved(action.from, action.to);
        after.to_move = player.other();
        after
    }

    /// Whether a checker of `player` stands on his goal rank.
    fn has_goal(&self, player: Player) -> bool {
        !(self.of(player) & CellSet::whole_row(goal_row(player))).is_empty()
    }

    /// The key of the placement in the game with the duty.
    fn key(&self) -> u64 {
        let mut key = if self.to_move == Player::Second { KEYS.second_to_move } else { 0 };
        for player in Player::BOTH {
            for cell in self.of(player).iter() {
                key ^= KEYS.checkers[player.index()][cell.bit() as usize];
            }
        }
        key
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let moved = |player| self.of(player).iter().map(|cell| transform(cell, symmetry)).collect();
        if symmetry.exchange_players {
            Self {
                checkers: [moved(Player::Second), moved(Player::First)],
                to_move: self.to_move.other(),
            }
        } else {
            Self { checkers: [moved(Player::First), moved(Player::Second)], to_move: self.to_move }
        }
    }

    /// Checks the numbers of checkers and the ranks on which none may stand; see
    /// [`CheckersPosition::validate`].
    fn validate(&self) -> Result<(), InvalidPosition> {
        if !(self.checkers[0] & self.checkers[1]).is_empty() {
            return Err(InvalidPosition::Corrupt);
        }
        for player in Player::BOTH {
            let own = self.of(player);
            if own.is_empty() || own.len() > CHECKERS {
                return Err(InvalidPosition::PieceCount);
            }
            if !(own & CellSet::whole_row(forbidden_row(player))).is_empty() {
                return Err(InvalidPosition::PieceOnForbiddenPlace);
            }
            // The last move may have been a goal, and only the last one.
            let scored = (own & CellSet::whole_row(goal_row(player))).len();
            if scored > u32::from(player != self.to_move) {
                return Err(InvalidPosition::PieceOnForbiddenPlace);
            }
        }
        Ok(())
    }
}

/// What a position that came up twice adds to the repetition key. Spread anew, so that it does not
/// cancel against the key of a position.
const fn repetition_share(key: u64) -> u64 {
    let share = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    share ^ share >> 29
}

/// Where a cell goes in another view.
fn transform(cell: Cell, symmetry: Symmetry) -> Cell {
    let last = SIZE as i8 - 1;
    // The views of this game never lead off the board.
    Cell::at(symmetry.point(cell.point(), last, last)).unwrap_or(cell)
}

/// A position of football-checkers. First has the red checkers and rank 1, Second the black ones
/// and rank 12.
///
/// The earlier positions of the game belong to the state, because the third occurrence ends it.
/// They count with their numbers but without their order: two positions with the same ones are
/// equal. All of them are kept. (The only moves that can never be taken back by play are those
/// out of a home rank that holds seven or more, at most eight in a game, so that forgetting what
/// lies before them would save little.)
///
/// ```
/// use gridball_core::{Position, football_checkers::CheckersPosition};
///
/// let mut position = CheckersPosition::parse_position(
///     "football-checkers:corners/open v1 12/12/12/9r2/3b8/12/3r8/6b5/12/12/12/12 first 0",
/// )?;
/// let action = position.parse_action("m9–d9")?;
/// let refusal = position.play(&action).unwrap_err();
/// assert_eq!(refusal.to_string(), "d8 stands between d9 and d6");
///
/// let action = position.parse_action("d6–g6(m9)")?;
/// position.play(&action)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheckersPosition {
    setup: CheckersSetup,
    now: Placement,
    /// Actions played, at most [`ACTION_LIMIT`].
    actions: u16,
    /// Every earlier position as often as it came up, and their keys, which are only there to
    /// find equal ones fast. In the order of play, except what was read from a text.
    earlier: Vec<Placement>,
    earlier_keys: Vec<u64>,
    /// The key of `now`, without what the set-up adds.
    key: u64,
    /// How many of `earlier` equal `now`.
    earlier_occurrences: u8,
    /// See [`repetition_key`](Self::repetition_key).
    repetition_key: u64,
}

impl PartialEq for CheckersPosition {
    fn eq(&self, other: &Self) -> bool {
        // The others follow from these.
        let Self { setup, now, actions, earlier, .. } = self;
        *setup == other.setup
            && *now == other.now
            && *actions == other.actions
            && earlier.len() == other.earlier.len()
            && (*earlier == other.earlier || self.sorted_earlier() == other.sorted_earlier())
    }
}

impl Eq for CheckersPosition {}

impl CheckersPosition {
    /// A position with these checkers, First's and Second's, at the start of a game: nothing was
    /// played before.
    ///
    /// # Errors
    ///
    /// As [`validate`](Position::validate).
    pub fn new(
        setup: CheckersSetup,
        first: CellSet,
        second: CellSet,
        to_move: Player,
    ) -> Result<Self, InvalidPosition> {
        Self::from_parts(setup, Placement { checkers: [first, second], to_move }, 0, Vec::new())
    }

    /// A position with its past.
    pub(super) fn from_parts(
        setup: CheckersSetup,
        now: Placement,
        actions: u16,
        earlier: Vec<Placement>,
    ) -> Result<Self, InvalidPosition> {
        let position = Self::from_parts_unchecked(setup, now, actions, earlier);
        position.validate()?;
        Ok(position)
    }

    fn from_parts_unchecked(
        setup: CheckersSetup,
        now: Placement,
        actions: u16,
        earlier: Vec<Placement>,
    ) -> Self {
        let earlier_keys: Vec<u64> = earlier.iter().map(Placement::key).collect();
        let mut position = Self {
            setup,
            now,
            actions,
            earlier,
            earlier_keys,
            key: now.key(),
            earlier_occurrences: 0,
            repetition_key: 0,
        };
        position.earlier_occurrences = position.count_earlier_occurrences();
        position.repetition_key = position.find_repetition_key();
        position
    }

    /// How often `now` came up before. Equal keys point to candidates, the placements decide.
    fn count_earlier_occurrences(&self) -> u8 {
        // Counting the equal keys first is the same as adding up, but a plain loop over numbers.
        let candidates = self.earlier_keys.iter().filter(|&&key| key == self.key).count();
        if candidates == 0 {
            return 0;
        }
        let equal = self.earlier.iter().filter(|&&earlier| earlier == self.now).count();
        u8::try_from(equal).unwrap_or(u8::MAX)
    }

    /// The repetition key from scratch.
    fn find_repetition_key(&self) -> u64 {
        let mut all = self.sorted_earlier();
        all.push(self.now);
        all.sort_unstable();
        // Where a run of equal ones has its second.
        let second = |index: usize| {
            let before = |back: usize| index.checked_sub(back).and_then(|place| all.get(place));
            before(1) == all.get(index) && before(2) != all.get(index)
        };
        (0..all.len())
            .filter(|&index| second(index))
            .fold(0, |key, index| key ^ repetition_share(all[index].key()))
    }

    pub(super) const fn placement(&self) -> &Placement {
        &self.now
    }

    /// The earlier positions in a fixed order.
    pub(super) fn sorted_earlier(&self) -> Vec<Placement> {
        let mut sorted = self.earlier.clone();
        sorted.sort_unstable();
        sorted
    }

    /// The checkers of a player: First's are red, Second's black.
    pub const fn checkers(&self, player: Player) -> CellSet {
        self.now.of(player)
    }

    /// Whose checker stands on a cell.
    pub fn checker_at(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.now.of(player).contains(cell))
    }

    /// How many actions both players have played together, 0 to [`ACTION_LIMIT`].
    pub const fn actions_played(&self) -> u16 {
        self.actions
    }

    /// How often this position has come up, this time included: at least 1.
    pub const fn occurrences(&self) -> u8 {
        self.earlier_occurrences.saturating_add(1)
    }

    /// 64 bits that identify which positions have come up twice or more in this game, the present
    /// one included: those whose next occurrence ends it. 0 if there are none.
    ///
    /// [`key`](Position::key) leaves repetition out. A search that remembers positions by their
    /// keys adds this, so that it never takes what was proven without these draws for proven
    /// with them.
    pub const fn repetition_key(&self) -> u64 {
        self.repetition_key
    }

    /// How often `placement` has come up, the present position included.
    pub(super) fn occurrences_of(&self, placement: &Placement) -> usize {
        let key = placement.key();
        let earlier = self.earlier.iter().zip(&self.earlier_keys);
        earlier
            .filter(|&(earlier, &earlier_key)| earlier_key == key && earlier == placement)
            .count()
            + usize::from(self.now == *placement)
    }

    /// The goal cells that `attacker` attacks: those where he could land if it were his turn.
    /// They lie on his opponent's home rank. Every attack counts, even one by a player whose own
    /// gate is attacked. \[C\]
    pub fn attacked_cells(&self, attacker: Player) -> CellSet {
        movegen::attacked_cells(&self.now, attacker)
    }

    /// Whether the gate of `player` is attacked, the sign `+` on his opponent's last move.
    pub fn is_gate_attacked(&self, player: Player) -> bool {
        movegen::is_attacked(&self.now, player)
    }

    /// Whether the gate of the side to move is attacked and no legal action closes it, the sign
    /// `×` on the last move.
    pub fn is_attack_decisive(&self) -> bool {
        self.is_gate_attacked(self.now.to_move) && !self.can_move()
    }

    /// The first checker, of either colour, that is seen from a cell in a direction.
    pub fn first_seen(&self, from: Cell, direction: Direction) -> Option<Cell> {
        let ray = RAYS[from.bit() as usize][direction as usize] & self.now.occupied();
        let bit = nearest(ray, direction as usize);
        self.now.occupied().contains_bit(bit).then(|| Cell::from_bit(bit))
    }

    /// The free cells in sight of a cell: in each direction up to the first checker. These are
    /// the lines of sight of a checker that stands there.
    pub fn sight(&self, from: Cell) -> CellSet {
        Direction::ALL.into_iter().fold(CellSet::EMPTY, |sight, direction| {
            let direction = direction as usize;
            let ray = RAYS[from.bit() as usize][direction];
            let nearest = nearest(ray & self.now.occupied(), direction);
            sight | (ray ^ RAYS[nearest as usize][direction])
        }) - self.now.occupied()
    }

    /// The cells to which the checker on `from` may legally go; none if that is no checker of the
    /// side to move.
    pub fn targets(&self, from: Cell) -> CellSet {
        let mut found = CellSet::EMPTY;
        let _ = self.visit_targets(|checker, targets| {
            if checker == from {
                found = targets;
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found
    }

    /// The checkers of the side to move relative to which a move is possible, the duty and the
    /// zones aside (but along the home rank only those on it). Empty for an impossible move.
    pub fn partners(&self, action: CheckersAction) -> CellSet {
        check::partners(&self.now, self.now.to_move, action)
    }

    /// What the duty says in this set-up.
    pub(super) const fn duty(&self) -> Duty {
        if self.setup.open { Duty::Ignored } else { Duty::Holds }
    }

    /// How the game ended, as far as it shows without looking for moves. The order of the ends
    /// after an action is: goal, third occurrence, no legal action, limit. \[C\]
    fn end_on_board(&self) -> Option<EndReason> {
        if self.now.has_goal(self.now.to_move.other()) {
            Some(EndReason::Goal)
        } else if self.occurrences() >= OCCURRENCES_FOR_A_DRAW {
            Some(EndReason::Repetition)
        } else {
            None
        }
    }

    /// Checks an action, but not whether there are others.
    fn check_on_board(&self, action: CheckersAction) -> Result<(), CheckersIllegalAction> {
        if self.end_on_board().is_some() || self.actions >= ACTION_LIMIT {
            return Err(CheckersIllegalAction::GameOver);
        }
        check::check(&self.now, self.now.to_move, self.duty(), action)
    }

    /// Whether the side to move could move if no other rule had ended the game.
    fn can_move(&self) -> bool {
        movegen::can_move(&self.now, self.now.to_move, self.duty())
    }

    /// The legal moves, as a set of targets for each checker that has any.
    pub(super) fn visit_targets(
        &self,
        visit: impl FnMut(Cell, CellSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.end_on_board().is_some() || self.actions >= ACTION_LIMIT {
            return ControlFlow::Continue(());
        }
        movegen::visit_targets(&self.now, self.now.to_move, self.duty(), visit)
    }

    /// The sign behind an action for people: `+` if it attacks, `×` if nothing closes the attack.
    pub(super) fn sign(&self, action: CheckersAction) -> &'static str {
        let mover = self.now.to_move;
        let after = self.now.after(mover, action);
        if after.has_goal(mover) || !movegen::is_attacked(&after, mover.other()) {
            return "";
        }
        if movegen::can_move(&after, mover.other(), self.duty()) { "+" } else { "×" }
    }

    fn slow(&self) -> SlowGame {
        SlowGame::new(self.setup.open, &self.now, self.actions, &self.earlier)
    }
}

impl Position for CheckersPosition {
    type Setup = CheckersSetup;
    type Action = CheckersAction;
    type Undo = CheckersUndo;
    type IllegalAction = CheckersIllegalAction;

    fn start(setup: &CheckersSetup) -> Self {
        let now = Placement {
            checkers: Player::BOTH.map(|player| setup.start.checkers(player)),
            to_move: Player::First,
        };
        Self::from_parts_unchecked(*setup, now, 0, Vec::new())
    }

    fn setup(&self) -> CheckersSetup {
        self.setup
    }

    fn to_move(&self) -> Player {
        self.now.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end_reason().map(|reason| match reason {
            EndReason::Goal | EndReason::NoLegalAction => Outcome::Win(self.now.to_move.other()),
            _ => Outcome::Draw,
        })
    }

    fn end_reason(&self) -> Option<EndReason> {
        self.end_on_board().or_else(|| {
            if !self.can_move() {
                Some(EndReason::NoLegalAction)
            } else if self.actions >= ACTION_LIMIT {
                Some(EndReason::Limit(u32::from(ACTION_LIMIT)))
            } else {
                None
            }
        })
    }

    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(&CheckersAction) -> ControlFlow<()>,
    {
        self.visit_targets(|from, targets| {
            for to in targets.iter() {
                visit(&CheckersAction { from, to })?;
            }
            ControlFlow::Continue(())
        })
    }

    fn count_actions(&self, limit: u64) -> u64 {
        let mut count = 0;
        let _ = self.visit_targets(|_, targets| {
            count += u64::from(targets.len());
            if count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        count.min(limit)
    }

    fn check_action(&self, action: &CheckersAction) -> Result<(), CheckersIllegalAction> {
        self.check_on_board(*action).map_err(|reason| {
            // Looked for last, because it takes longest.
            if self.can_move() { reason } else { CheckersIllegalAction::GameOver }
        })
    }

    fn is_legal(&self, action: &CheckersAction) -> bool {
        self.check_on_board(*action).is_ok()
    }

    fn play_unchecked(&mut self, action: &CheckersAction) -> CheckersUndo {
        let undo = CheckersUndo { earlier_occurrences: self.earlier_occurrences };
        self.earlier.push(self.now);
        self.earlier_keys.push(self.key);

        let keys = &KEYS.checkers[self.now.to_move.index()];
        self.key ^=
            keys[action.from.bit() as usize] ^ keys[action.to.bit() as usize] ^ KEYS.second_to_move;
        self.now = self.now.after(self.now.to_move, *action);
        self.actions = self.actions.saturating_add(1);
        self.earlier_occurrences = self.count_earlier_occurrences();
        if self.earlier_occurrences == 1 {
            self.repetition_key ^= repetition_share(self.key);
        }
        undo
    }

    fn undo(&mut self, undo: CheckersUndo) {
        // Both lists are equally long; a token of another position finds them empty at worst.
        if let (Some(before), Some(key)) = (self.earlier.pop(), self.earlier_keys.pop()) {
            if self.earlier_occurrences == 1 {
                self.repetition_key ^= repetition_share(self.key);
            }
            self.now = before;
            self.key = key;
            self.actions = self.actions.saturating_sub(1);
            self.earlier_occurrences = undo.earlier_occurrences;
        }
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::TWO_GOALS
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let earlier = self.earlier.iter().map(|earlier| earlier.transformed(symmetry)).collect();
        Self::from_parts_unchecked(
            self.setup,
            self.now.transformed(symmetry),
            self.actions,
            earlier,
        )
    }

    fn transform_action(&self, action: &CheckersAction, symmetry: Symmetry) -> CheckersAction {
        CheckersAction {
            from: transform(action.from, symmetry),
            to: transform(action.to, symmetry),
        }
    }

    /// Where the checkers stand, whose turn it is, and whether the duty holds. The start that the
    /// set-up names decides nothing and is left out.
    fn key(&self) -> u64 {
        if self.setup.open { self.key ^ KEYS.open } else { self.key }
    }

    fn same_but_for_clocks(&self, other: &Self) -> bool {
        self.setup == other.setup && self.now == other.now
    }

    fn clock(&self) -> Option<(u32, u32)> {
        Some((u32::from(self.actions), u32::from(ACTION_LIMIT)))
    }

    /// Each side has 1 to 10 checkers, the same number as in every earlier position; none stands
    /// on its forbidden rank; at most one stands on its goal rank, and it belongs to the player
    /// who moved last. There are at most 400 actions and no more earlier positions than actions.
    /// No earlier position ended the game by a goal or came up three times, and the side to move
    /// alternates.
    fn validate(&self) -> Result<(), InvalidPosition> {
        self.now.validate()?;
        if self.actions > ACTION_LIMIT || self.earlier.len() > self.actions as usize {
            return Err(InvalidPosition::CounterOutOfRange);
        }
        let sorted = self.sorted_earlier();
        if !self.earlier_keys.iter().copied().eq(self.earlier.iter().map(Placement::key))
            || self.key != self.now.key()
            || self.earlier_occurrences != self.count_earlier_occurrences()
            || self.repetition_key != self.find_repetition_key()
        {
            return Err(InvalidPosition::Corrupt);
        }
        for earlier in &sorted {
            earlier.validate()?;
            let same_checkers = Player::BOTH
                .into_iter()
                .all(|player| earlier.of(player).len() == self.now.of(player).len());
            let goal = Player::BOTH.into_iter().any(|player| earlier.has_goal(player));
            if !same_checkers || goal {
                return Err(InvalidPosition::WrongHistory);
            }
        }
        // A third occurrence ends the game, so it can only be the present one.
        let most = usize::from(OCCURRENCES_FOR_A_DRAW);
        if sorted.windows(most).any(|equal| equal.first() == equal.last()) {
            return Err(InvalidPosition::WrongHistory);
        }
        // Counted back from now, every second position has the same side to move.
        let same_side = sorted.iter().filter(|earlier| earlier.to_move == self.now.to_move).count();
        if same_side != sorted.len() / 2 {
            return Err(InvalidPosition::WrongHistory);
        }
        Ok(())
    }

    /// The cell to move from is a step below 144, the cell to move to one above it.
    fn step_space(&self) -> usize {
        2 * Cell::COUNT
    }

    fn steps(&self, prefix: &[Step]) -> Vec<Step> {
        match prefix {
            [] => {
                let mut movable = CellSet::EMPTY;
                let _ = self.visit_targets(|from, _| {
                    movable = movable.with(from);
                    ControlFlow::Continue(())
                });
                movable.iter().map(from_step).collect()
            }
            [from] => match step_cell(*from) {
                Some((Half::From, from)) => self.targets(from).iter().map(to_step).collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn finish(&self, steps: &[Step]) -> Option<CheckersAction> {
        let [from, to] = steps else { return None };
        let ((Half::From, from), (Half::To, to)) = (step_cell(*from)?, step_cell(*to)?) else {
            return None;
        };
        let action = CheckersAction { from, to };
        self.is_legal(&action).then_some(action)
    }

    fn action_steps(&self, action: &CheckersAction) -> Vec<Step> {
        [from_step(action.from), to_step(action.to)].into()
    }

    fn step_point(&self, _prefix: &[Step], step: Step) -> Option<Point> {
        step_cell(step).map(|(_, cell)| cell.point())
    }

    fn write_step(&self, _prefix: &[Step], step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        match step_cell(step) {
            Some((_, cell)) => write!(out, "{cell}"),
            None => out.write_char('?'),
        }
    }

    fn parse_step(&self, prefix: &[Step], text: &str) -> Result<Step, TextError> {
        let cell = text::parse_cell(text)?;
        Ok(if prefix.is_empty() { from_step(cell) } else { to_step(cell) })
    }

    fn write_action(&self, action: &CheckersAction, out: &mut dyn fmt::Write) -> fmt::Result {
        text::write_action(*action, out)
    }

    fn write_action_for_people(
        &self,
        action: &CheckersAction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        text::write_action_for_people(self, *action, out)
    }

    fn parse_action(&self, text: &str) -> Result<CheckersAction, TextError> {
        text::parse_action(self, text)
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        text::write_position(self, out)
    }

    fn parse_position(text: &str) -> Result<Self, TextError> {
        text::parse_position(text)
    }

    /// The checkers, and the cells of the gates that are attacked.
    fn planes(&self) -> Vec<Plane> {
        [
            ("red", self.checkers(Player::First)),
            ("black", self.checkers(Player::Second)),
            ("attacked by red", self.attacked_cells(Player::First)),
            ("attacked by black", self.attacked_cells(Player::Second)),
        ]
        .into_iter()
        .map(|(name, cells)| {
            let mut bits = BitGrid::new(SIZE, SIZE);
            for cell in cells.iter() {
                bits.insert(cell.x().into(), cell.y().into());
            }
            Plane { name, bits }
        })
        .collect()
    }

    fn visit_slow_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(&CheckersAction) -> ControlFlow<()>,
    {
        self.slow().legal_moves().iter().try_for_each(visit)
    }

    fn slow_play(&self, action: &CheckersAction) -> Self {
        let (now, actions, earlier) = self.slow().play(*action).into_parts();
        Self::from_parts_unchecked(self.setup, now, actions, earlier)
    }
}

/// Which cell of an action a step is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    From,
    To,
}

const fn from_step(cell: Cell) -> Step {
    Step(cell.index() as u16)
}

const fn to_step(cell: Cell) -> Step {
    Step((Cell::COUNT + cell.index()) as u16)
}

/// What a step means, if it is below the step space.
fn step_cell(step: Step) -> Option<(Half, Cell)> {
    let index = usize::from(step.0);
    match Cell::from_index(index) {
        Some(cell) => Some((Half::From, cell)),
        None => Cell::from_index(index - Cell::COUNT).map(|cell| (Half::To, cell)),
    }
}
