//! The state, playing and taking back.

use alloc::{boxed::Box, vec, vec::Vec};
use core::{fmt, ops::ControlFlow};

use super::{
    DistinctResults, PaperSoccerAction, PaperSoccerIllegalAction, PaperSoccerSetup, Side, movegen,
    rules::MAX_CELLS, slow, text,
};
use crate::{
    bits::BitGrid,
    game::{Coverage, EndReason, Outcome, Plane, Player, Position, Step},
    grid::{Direction, Point, Symmetry},
    text::{InvalidPosition, TextError},
};

/// The exits of a point that nothing has touched. No other point has all eight, except the centre
/// before the first move; the ball stands there then, so nobody asks whether it is occupied.
pub(super) const UNTOUCHED: u8 = 0xFF;

/// Up to this many places, a board lies inside the position; the usual fields do.
const SMALL: usize = 119;

/// One byte a place: bit `d` says that the line in direction `d` may still be walked.
///
/// Both ends of a line know of it, with one exception that makes ends of moves cheap to see: a
/// point of a goal row has no exits, ever. So whoever arrives where no exit is left has ended the
/// game, in a goal or in a dead end.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Board {
    /// Inside the position; places beyond the field are 0.
    Small([u8; SMALL]),
    /// For bigger fields.
    Large(Box<[u8]>),
}

impl Board {
    fn new(cells: usize) -> Self {
        if cells <= SMALL {
            Self::Small([0; SMALL])
        } else {
            Self::Large(vec![0; cells].into_boxed_slice())
        }
    }

    /// The places, at least as many as the field has.
    pub(super) const fn exits(&self) -> &[u8] {
        match self {
            Self::Small(exits) => exits,
            Self::Large(exits) => exits,
        }
    }

    /// The places, at least as many as the field has.
    pub(super) const fn exits_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Small(exits) => exits,
            Self::Large(exits) => exits,
        }
    }
}

/// The place one step on from `cell`, where there is one.
pub(super) const fn step_cell(offsets: &[isize; 8], cell: usize, direction: Direction) -> usize {
    cell.wrapping_add_signed(offsets[direction as usize])
}

/// The bit of a direction.
pub(super) const fn bit(direction: Direction) -> u8 {
    1 << direction as u8
}

/// The directions of a byte of exits, ascending.
pub(super) fn directions(exits: u8) -> impl Iterator<Item = Direction> {
    let mut rest = exits;
    core::iter::from_fn(move || {
        (rest != 0).then(|| {
            let direction = Direction::from_index(rest.trailing_zeros() as usize);
            rest &= rest - 1;
            direction
        })
    })
}

/// The four directions by which a line is named, so that each line has one name: the end from
/// which it leads east, south-east, south or south-west, and which of the four.
pub(super) const NAMING: [Direction; 4] =
    [Direction::East, Direction::SouthEast, Direction::South, Direction::SouthWest];

/// A finalizer of `SplitMix64`: 64 well-mixed bits of a number.
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The share of every line in the key of a position, by place and naming direction. Part of the
/// stable format of keys: never change it.
pub(super) static LINE_KEYS: [u64; MAX_CELLS * 4] = {
    let mut keys = [0; MAX_CELLS * 4];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = mixed(index as u64 + 1);
        index += 1;
    }
    keys
};

/// The share of a line in the key: the line from `cell` in `direction` to `next`.
fn line_key(cell: usize, direction: Direction, next: usize) -> u64 {
    let direction = direction as usize;
    if (2..6).contains(&direction) {
        LINE_KEYS[cell * 4 + direction - 2]
    } else {
        LINE_KEYS[next * 4 + (direction + 2) % 8]
    }
}

/// A position of paper soccer: drawn lines, ball, side to move.
///
/// Points are counted as [`PaperSoccerSetup`] says: the field has the rows `0..=height`, the goal
/// rows are -1 and `height + 1`.
///
/// Any side may be to move in a position that is set up, as in Morozkov's constructions, whose
/// `(В;Н)` says who moves first *from here*. `[C]`
#[derive(Clone, PartialEq, Eq)]
pub struct PaperSoccerPosition {
    board: Board,
    /// The XOR of the keys of all drawn lines.
    lines_key: u64,
    ball: u16,
    setup: PaperSoccerSetup,
    to_move: Player,
}

/// What taking back an action needs: its steps.
#[derive(Clone, Debug)]
pub struct PaperSoccerUndo {
    directions: Vec<Direction>,
}

impl PaperSoccerPosition {
    /// A position out of its drawn lines, each given by one end and its direction from there, in
    /// any order.
    ///
    /// # Errors
    ///
    /// [`InvalidPosition::MarkOffField`] for a line that nobody can draw,
    /// [`InvalidPosition::BallOffField`], and what [`validate`](Position::validate) finds.
    pub fn from_lines(
        setup: PaperSoccerSetup,
        lines: impl IntoIterator<Item = (Point, Direction)>,
        ball: Point,
        to_move: Player,
    ) -> Result<Self, InvalidPosition> {
        let position = Self::assemble(setup, lines, ball, to_move)?;
        position.validate()?;
        Ok(position)
    }

    /// [`from_lines`](Self::from_lines) without the validation of the whole.
    pub(super) fn assemble(
        setup: PaperSoccerSetup,
        lines: impl IntoIterator<Item = (Point, Direction)>,
        ball: Point,
        to_move: Player,
    ) -> Result<Self, InvalidPosition> {
        if !setup.has_point(ball) {
            return Err(InvalidPosition::BallOffField);
        }
        let mut position = Self { ball: setup.cell(ball) as u16, to_move, ..Self::start(&setup) };
        for (point, direction) in lines {
            if !setup.has_line(point, direction) {
                return Err(InvalidPosition::MarkOffField);
            }
            if !position.is_drawn(point, direction) {
                let cell = setup.cell(point);
                let next = setup.cell(point.step(direction));
                let exits = position.board.exits_mut();
                exits[cell] &= !bit(direction);
                exits[next] &= !bit(direction.opposite());
                position.lines_key ^= line_key(cell, direction, next);
            }
        }
        Ok(position)
    }

    /// [`play_unchecked`](Position::play_unchecked) for good: keeps nothing to take the action
    /// back with, and so allocates nothing.
    pub fn advance(&mut self, action: &PaperSoccerAction) {
        self.walk(&action.directions);
    }

    /// [`advance`](Self::advance) by the directions of an action that starts at the ball.
    pub fn walk(&mut self, directions: &[Direction]) {
        let offsets = self.setup.offsets();
        let exits = self.board.exits_mut();
        let mut cell = self.ball as usize;
        for &direction in directions {
            let next = step_cell(&offsets, cell, direction);
            exits[cell] &= !bit(direction);
            exits[next] &= !bit(direction.opposite());
            self.lines_key ^= line_key(cell, direction, next);
            cell = next;
        }
        self.ball = cell as u16;
        self.to_move = self.to_move.other();
    }

    /// Where the ball is.
    pub fn ball(&self) -> Point {
        self.setup.cell_point(self.ball_cell())
    }

    /// Which side is to move. In a finished game, whose turn it would be.
    pub const fn side_to_move(&self) -> Side {
        self.setup.side(self.to_move)
    }

    /// Whether a player has drawn the line from `point` in `direction`. The border and the walls
    /// of the goals do not count.
    pub fn is_drawn(&self, point: Point, direction: Direction) -> bool {
        if !self.setup.has_line(point, direction) {
            return false;
        }
        // The end of a line that lies on the field knows whether it is drawn.
        let (point, direction) = if self.setup.is_on_field(point) {
            (point, direction)
        } else {
            (point.step(direction), direction.opposite())
        };
        self.board.exits()[self.setup.cell(point)] & bit(direction) == 0
    }

    /// The drawn lines, each once, by the end from which it leads east, south-east, south or
    /// south-west; row by row from the top.
    pub fn lines(&self) -> impl Iterator<Item = (Point, Direction)> + '_ {
        (0..self.setup.cells()).flat_map(move |cell| {
            let point = self.setup.cell_point(cell);
            NAMING
                .into_iter()
                .filter(move |&direction| self.is_drawn(point, direction))
                .map(move |direction| (point, direction))
        })
    }

    /// The directions in which a line may be walked from `point`: bit `d` stands for the direction
    /// with number `d`. None for points in goals and off the paper, from which no move goes on.
    pub fn open_lines(&self, point: Point) -> u8 {
        if self.setup.is_on_field(point) { self.exits()[self.setup.cell(point)] } else { 0 }
    }

    /// How many drawn lines end in this point.
    fn degree(&self, point: Point) -> usize {
        Direction::ALL.into_iter().filter(|&direction| self.is_drawn(point, direction)).count()
    }

    /// Whether a move that reaches this point has to go on: it is on the border, or a line
    /// touches it, or it is the centre. `false` in goals and off the field, where no move goes on.
    pub fn is_occupied(&self, point: Point) -> bool {
        self.setup.is_on_field(point)
            && (self.setup.is_occupied_at_start(point) || self.degree(point) > 0)
    }

    /// The exits of all places.
    pub(super) const fn exits(&self) -> &[u8] {
        self.board.exits()
    }

    /// The board, to walk on a copy of it.
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    /// The field.
    pub(super) const fn field(&self) -> PaperSoccerSetup {
        self.setup
    }

    /// The place of the ball.
    pub(super) const fn ball_cell(&self) -> usize {
        self.ball as usize
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.exits()[self.ball_cell()] == 0
    }

    /// Whether all drawn lines hang together with the centre.
    fn is_connected(&self) -> bool {
        let mut seen = vec![false; self.setup.cells()];
        let mut reached = vec![self.setup.centre()];
        seen[self.setup.cell(self.setup.centre())] = true;
        while let Some(point) = reached.pop() {
            for direction in Direction::ALL {
                if self.is_drawn(point, direction) {
                    let next = point.step(direction);
                    if !core::mem::replace(&mut seen[self.setup.cell(next)], true) {
                        reached.push(next);
                    }
                }
            }
        }
        self.lines().all(|(point, _)| seen[self.setup.cell(point)])
    }
}

impl fmt::Debug for PaperSoccerPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PaperSoccerPosition(")?;
        text::write_position(self, f)?;
        f.write_str(")")
    }
}

impl Position for PaperSoccerPosition {
    type Setup = PaperSoccerSetup;
    type Action = PaperSoccerAction;
    type Undo = PaperSoccerUndo;
    type IllegalAction = PaperSoccerIllegalAction;

    fn start(setup: &PaperSoccerSetup) -> Self {
        let setup = *setup;
        let mut board = Board::new(setup.cells());
        for (cell, exits) in board.exits_mut().iter_mut().enumerate().take(setup.cells()) {
            let point = setup.cell_point(cell);
            if setup.is_on_border(point) {
                let lines = Direction::ALL.into_iter().filter(|&d| setup.has_line(point, d));
                *exits = lines.map(bit).sum();
            } else if setup.is_on_field(point) {
                *exits = UNTOUCHED;
            }
        }
        let ball = setup.cell(setup.centre()) as u16;
        Self { board, lines_key: 0, ball, setup, to_move: Player::First }
    }

    fn setup(&self) -> PaperSoccerSetup {
        self.setup
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| {
            Outcome::Win(match self.setup.cell_goal(self.ball_cell()) {
                // Also when the mover put it there: an own goal loses. [S]
                Some(side) => self.setup.player(side.other()),
                // The one who brought the ball into the dead end is not to move any more. [S]
                None => self.to_move,
            })
        })
    }

    fn end_reason(&self) -> Option<EndReason> {
        self.is_over().then(|| match self.setup.cell_goal(self.ball_cell()) {
            Some(_) => EndReason::Goal,
            None => EndReason::DeadEnd,
        })
    }

    /// In the order of the paths, compared step by step by the numbers of the directions.
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(&PaperSoccerAction) -> ControlFlow<()>,
    {
        movegen::visit_all(self, visit)
    }

    /// Walks the paths without making actions of them.
    fn count_actions(&self, limit: u64) -> u64 {
        movegen::count(self, limit)
    }

    /// One action for each distinct result, in the order of [`DistinctResults`].
    fn visit_search_actions<F>(&self, limit: usize, visit: F) -> Coverage
    where
        F: FnMut(&PaperSoccerAction) -> ControlFlow<()>,
    {
        let mut results = DistinctResults::new();
        let coverage = results.find(self, limit);
        if results.visit_actions(visit).is_break() { Coverage::Stopped } else { coverage }
    }

    fn check_action(&self, action: &PaperSoccerAction) -> Result<(), PaperSoccerIllegalAction> {
        movegen::check(self, action)
    }

    fn play_unchecked(&mut self, action: &PaperSoccerAction) -> PaperSoccerUndo {
        self.advance(action);
        PaperSoccerUndo { directions: action.directions.clone() }
    }

    fn undo(&mut self, undo: PaperSoccerUndo) {
        let offsets = self.setup.offsets();
        let exits = self.board.exits_mut();
        let mut cell = self.ball as usize;
        for &direction in undo.directions.iter().rev() {
            let back = direction.opposite();
            let before = step_cell(&offsets, cell, back);
            if self.setup.cell_goal(cell).is_none() {
                exits[cell] |= bit(back);
            }
            exits[before] |= bit(direction);
            self.lines_key ^= line_key(before, direction, cell);
            cell = before;
        }
        self.ball = cell as u16;
        self.to_move = self.to_move.other();
    }

    /// Turned upside down, the goals change places, and with them who attacks which: so the
    /// players are exchanged too. The set-up stays (First is still the same side); whose turn it
    /// is changes: if Upper was to move, the player now called Lower is.
    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::TWO_GOALS
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let (max_x, max_y) = (self.setup.width() as i8, self.setup.height() as i8);
        let point = |point| symmetry.point(point, max_x, max_y);
        let to_move = if symmetry.exchange_players { self.to_move.other() } else { self.to_move };
        let lines =
            self.lines().map(|(end, direction)| (point(end), symmetry.direction(direction)));
        Self::assemble(self.setup, lines, point(self.ball()), to_move)
            // Only a transposition could lead off the paper; it is none of the symmetries.
            .unwrap_or_else(|_| self.clone())
    }

    fn transform_action(
        &self,
        action: &PaperSoccerAction,
        symmetry: Symmetry,
    ) -> PaperSoccerAction {
        let (max_x, max_y) = (self.setup.width() as i8, self.setup.height() as i8);
        let start = symmetry.point(self.setup.point(action.start), max_x, max_y);
        PaperSoccerAction {
            start: self.setup.name(start),
            directions: action.directions.iter().map(|&d| symmetry.direction(d)).collect(),
        }
    }

    fn key(&self) -> u64 {
        let first = (self.setup.first() == Side::Lower) as u64;
        let state = (self.ball as u64)
            | (self.to_move.index() as u64) << 16
            | first << 17
            | (self.setup.goal_width() as u64) << 24
            | (self.setup.width() as u64) << 32
            | (self.setup.height() as u64) << 40
            // Apart from the numbers of the lines.
            | 1 << 56;
        self.lines_key ^ mixed(state)
    }

    /// Play from the start reaches exactly the positions whose drawn lines are one trail from the
    /// centre to the ball that enters no goal before its end, and whose ball is not in the middle
    /// of a move. Checked in this order:
    ///
    /// - [`Corrupt`](InvalidPosition::Corrupt): the exits of two neighbours contradict each other;
    /// - [`BallOnFreePoint`](InvalidPosition::BallOnFreePoint): no line leads to the ball, and it
    ///   is not at the centre of an empty field;
    /// - [`LooseLine`](InvalidPosition::LooseLine): the lines are no trail from the centre to the
    ///   ball, or lead on from a goal;
    /// - [`WrongPhase`](InvalidPosition::WrongPhase): the ball is where a move has to go on.
    fn validate(&self) -> Result<(), InvalidPosition> {
        let setup = self.setup;
        let ball = self.ball();
        let mut blank = Self::start(&setup);
        blank = Self::assemble(setup, self.lines(), ball, self.to_move).unwrap_or(blank);
        if blank != *self {
            return Err(InvalidPosition::Corrupt);
        }
        if self.degree(ball) == 0 && (ball != setup.centre() || self.lines().next().is_some()) {
            return Err(InvalidPosition::BallOnFreePoint);
        }
        let trail = (0..setup.cells()).map(|cell| setup.cell_point(cell)).all(|point| {
            let degree = self.degree(point);
            let is_end = (point == ball) != (point == setup.centre());
            let leads_on =
                setup.goal_of(point).is_some() && (degree > 1 || degree == 1 && point != ball);
            (degree % 2 == 1) == is_end && !leads_on
        });
        if !trail || !self.is_connected() {
            return Err(InvalidPosition::LooseLine);
        }
        let untouched_before = !setup.is_occupied_at_start(ball) && self.degree(ball) == 1;
        let at_start = self.degree(ball) == 0;
        if self.is_over() || untouched_before || at_start {
            Ok(())
        } else {
            Err(InvalidPosition::WrongPhase)
        }
    }

    fn step_space(&self) -> usize {
        8
    }

    fn steps(&self, prefix: &[Step]) -> Vec<Step> {
        match movegen::follow(self, prefix.iter().map(|&step| direction_of(step))) {
            Some(exits) => directions(exits).map(|direction| Step(direction as u16)).collect(),
            None => Vec::new(),
        }
    }

    fn finish(&self, steps: &[Step]) -> Option<PaperSoccerAction> {
        let directions = steps.iter().map(|&step| direction_of(step)).collect::<Option<_>>()?;
        let action = PaperSoccerAction { start: self.setup.name(self.ball()), directions };
        self.is_legal(&action).then_some(action)
    }

    fn action_steps(&self, action: &PaperSoccerAction) -> Vec<Step> {
        action.directions.iter().map(|&direction| Step(direction as u16)).collect()
    }

    fn step_point(&self, prefix: &[Step], step: Step) -> Option<Point> {
        let mut point = self.ball();
        for &step in prefix.iter().chain([&step]) {
            point = point.step(direction_of(step)?);
        }
        self.setup.has_point(point).then_some(point)
    }

    /// The name of the point that the step leads to, or its digit if there is no such point.
    fn write_step(&self, prefix: &[Step], step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.step_point(prefix, step) {
            Some(point) => write!(out, "{}", self.setup.name(point)),
            None => write!(out, "{}", step.0),
        }
    }

    /// The name of the point to go to, or the digit of the direction.
    fn parse_step(&self, prefix: &[Step], text: &str) -> Result<Step, TextError> {
        let mut point = self.setup.name(self.ball());
        for direction in prefix.iter().filter_map(|&step| direction_of(step)) {
            point = point.step(direction);
        }
        text::parse_step(point, text).map(|direction| Step(direction as u16))
    }

    /// Analytic notation; digits for a path that leads off the paper, where points have no names.
    fn write_action(&self, action: &PaperSoccerAction, out: &mut dyn fmt::Write) -> fmt::Result {
        if action.points().all(|name| self.setup.has_point(self.setup.point(name))) {
            action.write_analytic(out)
        } else {
            action.write_digits(out)
        }
    }

    fn parse_action(&self, text: &str) -> Result<PaperSoccerAction, TextError> {
        text::parse_action(self, text)
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        text::write_position(self, out)
    }

    fn parse_position(text: &str) -> Result<Self, TextError> {
        text::parse_position(text)
    }

    /// `occupied`: the points from which a move has to go on; `ball`; then the drawn lines, each
    /// marked at the end from which it leads that way: `line_east`, `line_south_east`,
    /// `line_south`, `line_south_west`. Row 0 is the top goal row, so the point `(x, y)` is the
    /// bit `(x, y + 1)`.
    fn planes(&self) -> Vec<Plane> {
        let plane = |name, contains: &dyn Fn(Point) -> bool| {
            let mut bits = BitGrid::new(self.setup.columns() as u8, self.setup.rows() as u8);
            for point in (0..self.setup.cells()).map(|cell| self.setup.cell_point(cell)) {
                if contains(point) {
                    bits.insert(point.x as usize, (point.y + 1) as usize);
                }
            }
            Plane { name, bits }
        };
        let [east, south_east, south, south_west] = NAMING;
        vec![
            plane("occupied", &|point| self.is_occupied(point)),
            plane("ball", &|point| point == self.ball()),
            plane("line_east", &|point| self.is_drawn(point, east)),
            plane("line_south_east", &|point| self.is_drawn(point, south_east)),
            plane("line_south", &|point| self.is_drawn(point, south)),
            plane("line_south_west", &|point| self.is_drawn(point, south_west)),
        ]
    }

    fn visit_slow_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(&PaperSoccerAction) -> ControlFlow<()>,
    {
        slow::visit_actions(self, visit)
    }

    fn slow_play(&self, action: &PaperSoccerAction) -> Self {
        slow::play(self, action)
    }
}

/// The direction of a step; `None` for a number that is no step of this game.
fn direction_of(step: Step) -> Option<Direction> {
    (step.0 < 8).then(|| Direction::from_index(step.0 as usize))
}
