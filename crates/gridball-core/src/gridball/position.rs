//! The state of a game, playing and undoing.

use alloc::vec::Vec;
use core::{
    fmt,
    ops::ControlFlow,
    sync::atomic::{Ordering, compiler_fence},
};

use super::{
    action::{GridballAction, Move},
    movegen::{self, MoveSet},
    rules::{GridballSetup, MAX_HEIGHT, PENALTY_SEGMENTS, RulesKind},
    slow,
    tables::{self, Footprint, MoveShape, REACH, SHAPE_ROWS, WINDOW},
    text,
};
use crate::{
    bits::BitGrid,
    game::{EndReason, Outcome, Plane, Player, Position, Step},
    grid::{Direction, Point, Symmetry},
    text::{InvalidPosition, TextError},
};

/// Where column 0 stands in the rows of a [`Board`]: the window round a ball at column 0 starts at
/// bit 0.
const MARGIN: u32 = 3;
const POINT_ROWS: usize = MAX_HEIGHT as usize + 1;
const CELL_ROWS: usize = MAX_HEIGHT as usize;

/// What is drawn: one word a row, column 0 at bit 3.
///
/// A set bit is a touched point, or a cell in which a diagonal is drawn. Which of its two
/// diagonals does not matter: the ends of one that is drawn are touched, so it cannot be drawn
/// again, and the other one would cross it. Everything off the field counts as touched, but for
/// the mouths of the goals: the row of points and the row of cells behind each goal line.
///
/// Rows of points and of cells take turns, so that all a move can concern lies together. Three
/// rows of each come before the field. As the array has just room for the rows of the highest field,
/// the last ones of a high field go round to its beginning.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Board {
    rows: [u64; Self::ROWS],
    /// The points of a goal line from post to post, as bits of a row.
    mouth: u64,
}

impl Board {
    /// Rows of points and cells together.
    pub(super) const ROWS: usize = POINT_ROWS + CELL_ROWS;
    /// Rows before the field.
    const BEFORE: usize = 2 * REACH;
    /// The last row that may touch those before the field; no room is left for the mouths.
    const MOUTHS_FIT: u8 = MAX_HEIGHT - 2;

    const fn empty(setup: GridballSetup) -> Self {
        let mut board = Self { rows: [!0; Self::ROWS], mouth: mouth(setup) };
        let height = setup.height() as usize;
        let mut y = 0;
        while y <= height {
            board.rows[Self::point_index(y)] = !(((1 << (setup.width() + 1)) - 1) << MARGIN);
            if y < height {
                board.rows[Self::cell_index(y)] = 0;
            }
            y += 1;
        }
        if setup.height() <= Self::MOUTHS_FIT {
            let (points, cells) = (!mouth(setup), !mouth_cells(setup));
            // The rows with number -1, and those behind the other goal line.
            board.rows[Self::BEFORE - 2] = points;
            board.rows[Self::BEFORE - 1] = cells;
            board.rows[Self::cell_index(height)] = cells;
            board.rows[Self::point_index(height + 1)] = points;
        }
        board
    }

    /// Where the row of points with this number is; `y` at most 63.
    const fn point_index(y: usize) -> usize {
        (Self::BEFORE + 2 * y) % Self::ROWS
    }

    /// Where the row of cells with this number is, by their top corners; `y` at most 63.
    const fn cell_index(y: usize) -> usize {
        (Self::BEFORE + 2 * y + 1) % Self::ROWS
    }

    const fn point_row(&self, y: usize) -> u64 {
        self.rows[Self::point_index(y)]
    }

    const fn cell_row(&self, y: usize) -> u64 {
        self.rows[Self::cell_index(y)]
    }

    /// The rows round a ball, from points three rows above it to points three rows below it; `None`
    /// if they do not lie together.
    #[inline(always)]
    pub(super) fn around(&self, ball: Point) -> Option<&[u64; WINDOW]> {
        let first = 2 * ball.y as u8 as usize;
        self.rows.get(first..first + WINDOW)?.first_chunk()
    }

    /// [`around`](Self::around) for any ball on any field. Further rows than the one behind a goal
    /// line may hold anything.
    #[inline(never)]
    pub(super) fn collect_around(&self, setup: GridballSetup, ball: Point) -> [u64; WINDOW] {
        let mut rows = [!0; WINDOW];
        if !setup.is_on_field(ball) {
            return rows;
        }
        let height = setup.height() as i8;
        for (index, row) in rows.iter_mut().enumerate() {
            let y = ball.y - REACH as i8 + index as i8 / 2;
            let is_cells = index % 2 == 1;
            let last = if is_cells { height - 1 } else { height };
            *row = match (0 <= y && y <= last, is_cells) {
                (true, false) => self.point_row(y as usize),
                (true, true) => self.cell_row(y as usize),
                (false, false) => !mouth(setup),
                (false, true) => !mouth_cells(setup),
            };
        }
        rows
    }

    /// The columns of the mouth of a goal in the window round a ball.
    #[inline(always)]
    pub(super) const fn mouth_columns(&self, ball: Point) -> usize {
        (self.mouth >> (ball.x as u32 & 63)) as usize & 127
    }

    /// Marks a bit.
    const fn mark(&mut self, mark: Mark) {
        self.rows[mark.row] |= mark.mask;
    }

    /// Changes the bits that a line from `from` passes.
    #[inline(always)]
    fn toggle(&mut self, from: Point, shape: &MoveShape) {
        let x = from.x as u32 & 63;
        let first = 2 * from.y as u8 as usize + shape.first_row as usize;
        if let Some(rows) = self.rows.get_mut(first..first + SHAPE_ROWS) {
            let column = COLUMN[x as usize];
            for (row, &mask) in rows.iter_mut().zip(&shape.rows) {
                let mask = u64::from(mask);
                // The older instruction that shifts by a variable costs more than a product.
                *row ^= if cfg!(target_feature = "bmi2") { mask << x } else { mask * column };
                keep_apart();
            }
        } else {
            self.toggle_round_the_end(first, x, shape);
        }
    }

    /// Shows the points and cells of a straight line, as long as a penalty and all of it on the
    /// field, to `visit`: a row, the bit in it, and a number from 0 to 11. Whether that was
    /// possible: the rows have to lie together.
    #[inline(always)]
    fn for_each_straight_mark(
        &mut self,
        from: Point,
        direction: Direction,
        mut visit: impl FnMut(&mut u64, u64, usize),
    ) -> bool {
        /// Rows that a line passes, of points and of cells by turns.
        const PASSED: usize = 2 * PENALTY_SEGMENTS;
        let first = Self::BEFORE + 2 * from.y as u8 as usize;
        let start = 1_u64.wrapping_shl(from.x as u32 + MARGIN);
        let (dx, dy) = direction.delta();
        let rows = match dy {
            0 => {
                let Some(row) = self.rows.get_mut(first) else { return false };
                for segment in 0..PENALTY_SEGMENTS {
                    let mask = if dx > 0 { start << (segment + 1) } else { start >> (segment + 1) };
                    visit(row, mask, segment);
                }
                return true;
            }
            1 => self.rows.get_mut(first + 1..=first + PASSED),
            _ => self.rows.get_mut(first - PASSED..first),
        };
        let Some(Ok(rows)) = rows.map(<&mut [u64; PASSED]>::try_from) else { return false };
        for number in 0..PASSED {
            let row = if dy > 0 { number } else { PASSED - 1 - number };
            let mask = match dx {
                0 if number % 2 == 0 => continue,
                0 => start,
                // The column of a cell is that of its left side.
                1 => start << number.div_ceil(2),
                _ => start >> (number / 2 + 1),
            };
            visit(&mut rows[row], mask, number);
        }
        true
    }

    /// [`toggle`](Self::toggle) where the rows do not lie together.
    #[inline(never)]
    fn toggle_round_the_end(&mut self, first: usize, x: u32, shape: &MoveShape) {
        for (index, mask) in shape.rows.into_iter().enumerate() {
            self.rows[(first + index) % Self::ROWS] ^= u64::from(mask) << x;
        }
    }
}

/// A shift to each column as a factor.
static COLUMN: [u64; 64] = {
    let mut columns = [0; 64];
    let mut x = 0;
    while x < 64 {
        columns[x] = 1 << x;
        x += 1;
    }
    columns
};

/// Keeps the compiler from joining what is read or written before and after into vectors, and is no
/// instruction itself.
///
/// What a move has just changed is read again at once for the next one. The processor hands on a row
/// that was written but is not in the cache yet, but it has to wait for a vector of rows that was
/// written in other parts.
#[inline(always)]
pub(super) fn keep_apart() {
    compiler_fence(Ordering::AcqRel);
}

/// The points of a goal line from post to post, as bits of a row.
const fn mouth(setup: GridballSetup) -> u64 {
    ((1 << (setup.goal_width() + 1)) - 1) << (setup.left_post() as u32 + MARGIN)
}

/// The cells behind the mouth of a goal.
const fn mouth_cells(setup: GridballSetup) -> u64 {
    mouth(setup) & mouth(setup) >> 1
}

/// The phase of a turn. 0 to 5 stand for a penalty with that many taken in this series.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Stage(u8);

impl Stage {
    pub(super) const REGULAR: Self = Self(6);
    pub(super) const OVER: Self = Self(7);

    pub(super) const fn penalty(taken: u8) -> Self {
        debug_assert!(taken < 6);
        Self(taken)
    }

    /// Penalties taken in the running series, if there is one.
    pub(super) const fn taken(self) -> Option<u8> {
        if self.0 < Self::REGULAR.0 { Some(self.0) } else { None }
    }
}

/// Everything besides the board, in eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    pub(super) setup: GridballSetup,
    pub(super) ball: Point,
    pub(super) turn: u16,
    pub(super) to_move: Player,
    pub(super) stage: Stage,
}

impl State {
    /// The turn passes, and this stage begins unless that was the last turn.
    #[inline(always)]
    fn pass_turn(&mut self, mut stage: Stage) {
        // The counter comes first: it is read together with its neighbours, which is slow when they
        // have just been written.
        if let Some(limit) = self.setup.rules().turn_limit {
            self.turn += 1;
            if self.turn >= limit {
                stage = Stage::OVER;
            }
        }
        self.to_move = self.to_move.other();
        self.stage = stage;
    }
}

/// A position of Gridball or paper football.
///
/// Points have x = 0..=width from the left and y = 0..=height from the top. First attacks the
/// bottom goal, Second the top one. About 1 KB, without pointers: copying is cheap.
#[derive(Clone, PartialEq, Eq)]
pub struct GridballPosition {
    board: Board,
    state: State,
}

/// What undoing an action needs.
#[derive(Clone, Copy, Debug)]
pub struct GridballUndo {
    state: State,
    action: GridballAction,
    /// Which of the points and cells that a penalty passes were marked by it.
    fresh: u16,
}

/// What is wrong with a segment of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum MoveFault {
    /// It ends on a point that is already touched.
    TouchedPoint,
    /// It crosses a diagonal.
    CrossesLine,
    /// It leaves the field, and not into a goal.
    OffField,
    /// The move goes on after a goal.
    AfterGoal,
    /// The move ends here without a goal, though it has fewer than three segments.
    TooShort,
}

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum GridballIllegalAction {
    /// The game is over.
    GameOver,
    /// A regular move, but the player has to take a penalty.
    PenaltyExpected,
    /// A penalty, but the player has to make a regular move.
    MoveExpected,
    /// A segment of a regular move is wrong.
    Segment {
        /// Which segment, from 1.
        number: u8,
        /// What is wrong with it.
        fault: MoveFault,
    },
    /// The penalty would leave the field.
    PenaltyOffField,
    /// The penalty would end on a touched point (paper football).
    PenaltyEndTouched,
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TouchedPoint => "ends on a point that is already touched",
            Self::CrossesLine => "crosses a diagonal",
            Self::OffField => "leaves the field",
            Self::AfterGoal => "comes after the goal",
            Self::TooShort => "is the last, but a move without a goal has three",
        })
    }
}

impl fmt::Display for GridballIllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::PenaltyExpected => {
                f.write_str("a penalty has to be taken, there is no regular move")
            }
            Self::MoveExpected => f.write_str("this is no time for a penalty"),
            Self::Segment { number, fault } => write!(f, "segment {number} {fault}"),
            Self::PenaltyOffField => f.write_str("the penalty would leave the field"),
            Self::PenaltyEndTouched => f.write_str("the penalty would end on a touched point"),
        }
    }
}

impl core::error::Error for GridballIllegalAction {}

/// The points that an action passes, in order, the ball's own point first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    points: [Point; PENALTY_SEGMENTS + 1],
    segments: u8,
}

impl Line {
    const fn new(start: Point) -> Self {
        Self { points: [start; PENALTY_SEGMENTS + 1], segments: 0 }
    }

    fn push(&mut self, point: Point) {
        self.segments += 1;
        self.points[self.segments as usize] = point;
    }

    /// The points, the start included: two to seven of them.
    pub fn points(&self) -> &[Point] {
        &self.points[..=self.segments as usize]
    }

    /// What the line marks on the board, segment by segment: the point where the segment ends and
    /// the cell it crosses. A segment into a goal marks nothing.
    fn marks(&self, setup: GridballSetup) -> impl Iterator<Item = (Mark, Option<Mark>)> {
        self.points().windows(2).filter(move |pair| setup.is_on_field(pair[1])).map(|pair| {
            let cell = crossed_cell(pair[0], pair[1]);
            (
                Mark::point(pair[1].x as usize, pair[1].y as usize),
                cell.map(|(x, y)| Mark::cell(x, y)),
            )
        })
    }

    /// Where the line ends.
    pub const fn end(&self) -> Point {
        self.points[self.segments as usize]
    }
}

/// How a penalty meets the edge of the field, without looking further.
enum PenaltyWay {
    /// Not at all: it ends here.
    Inner(Point),
    /// Between the posts, themselves included: in a goal, or it may rebound, or it is not possible.
    Mouth,
    /// Elsewhere: it is not possible.
    Outside,
}

/// One bit of a board.
#[derive(Clone, Copy)]
struct Mark {
    row: usize,
    mask: u64,
}

impl Mark {
    /// A point of the field.
    const fn point(x: usize, y: usize) -> Self {
        Self { row: Board::point_index(y), mask: Self::mask(x) }
    }

    /// A cell, by its top left corner.
    const fn cell(x: usize, y: usize) -> Self {
        Self { row: Board::cell_index(y), mask: Self::mask(x) }
    }

    const fn mask(x: usize) -> u64 {
        1_u64.wrapping_shl(x as u32 + MARGIN)
    }
}

/// The top left corner of the cell that the segment between two neighbours crosses, if it is a
/// diagonal.
fn crossed_cell(a: Point, b: Point) -> Option<(usize, usize)> {
    (a.x != b.x && a.y != b.y).then(|| (a.x.min(b.x) as usize, a.y.min(b.y) as usize))
}

impl GridballPosition {
    /// Where the ball is. In a goal, y is −1 or height + 1.
    pub const fn ball(&self) -> Point {
        self.state.ball
    }

    /// How many times the turn has passed, 0..=300; always 0 in paper football, which has no
    /// limit of turns.
    pub const fn turn(&self) -> u16 {
        self.state.turn
    }

    /// Whether the player to move has to take a penalty.
    pub const fn in_penalty_phase(&self) -> bool {
        self.state.stage.taken().is_some()
    }

    /// How many penalties the player to move has taken in this series, 0..=5; 0 outside one, and
    /// in paper football, which does not count them.
    pub const fn penalties_taken(&self) -> u8 {
        match self.state.stage.taken() {
            Some(taken) => taken,
            None => 0,
        }
    }

    /// Whether a line begins, ends or passes at `point`. `true` off the field.
    pub fn is_touched(&self, point: Point) -> bool {
        if !self.state.setup.is_on_field(point) {
            return true;
        }
        self.board.point_row(point.y as usize) >> (point.x as u32 + MARGIN) & 1 == 1
    }

    /// The points of row `y` that are touched, [`is_touched`](Self::is_touched) for x = 0..=60 as
    /// bits: a word to count with. All of them off the field.
    #[inline]
    pub const fn touched_row(&self, y: i8) -> u64 {
        if y < 0 || y > self.state.setup.height() as i8 {
            return u64::MAX >> MARGIN;
        }
        self.board.point_row(y as usize) >> MARGIN
    }

    /// The cells of row `y`, the one below the points of row `y`, in which a diagonal is drawn:
    /// [`has_diagonal`](Self::has_diagonal) for x = 0..=60 as bits. All of them if the row is above
    /// or below the field.
    #[inline]
    pub const fn diagonal_row(&self, y: i8) -> u64 {
        if y < 0 || y >= self.state.setup.height() as i8 {
            return u64::MAX >> MARGIN;
        }
        self.board.cell_row(y as usize) >> MARGIN
    }

    /// Whether a diagonal is drawn in the cell with this top left corner. `false` off the field.
    pub fn has_diagonal(&self, x: u8, y: u8) -> bool {
        x < self.state.setup.width()
            && y < self.state.setup.height()
            && self.board.cell_row(y as usize) >> (x as u32 + MARGIN) & 1 == 1
    }

    /// The legal regular moves; empty in the penalty phase and when the game is over.
    ///
    /// ```
    /// use gridball_core::{Position, gridball::{GridballPosition, GridballSetup}};
    /// let mut position = GridballPosition::start(&GridballSetup::SMALL);
    /// let regular = position.moves().iter().next().expect("360 moves");
    /// assert!(position.moves().contains(regular));
    /// position.play(&regular.into())?;
    /// assert!(position.moves().len() < 360);
    /// # Ok::<(), gridball_core::gridball::GridballIllegalAction>(())
    /// ```
    #[inline]
    pub fn moves(&self) -> MoveSet {
        if self.state.stage == Stage::REGULAR {
            movegen::moves(&self.board, self.state.setup, self.state.ball)
        } else {
            MoveSet::default()
        }
    }

    /// Whether a regular move exists from where the ball is, whoever is to move and whatever the
    /// phase. Faster than asking [`moves`](Self::moves). `false` when the ball is in a goal.
    #[inline]
    pub fn has_move(&self) -> bool {
        self.state.setup.is_on_field(self.state.ball)
            && self.has_answer(self.state.ball, &tables::NO_FOOTPRINT)
    }

    /// Whether `regular`, a legal move here, leaves the opponent without a move, so that the mover
    /// takes a penalty. `false` for a goal. Nothing is played to find out.
    #[inline]
    pub fn traps(&self, regular: Move) -> bool {
        let shape = tables::shape(regular);
        let (dx, dy) = shape.end;
        let end = Point::new(self.state.ball.x + dx, self.state.ball.y + dy);
        !self.is_in_goal(end) && !self.has_answer(end, &shape.footprint)
    }

    /// The points that an action passes from the ball. A penalty that leaves the field ends where
    /// it does so; a regular move is followed as it is written, legal or not, up to seven points.
    pub fn line(&self, action: &GridballAction) -> Line {
        match action {
            GridballAction::Move(regular) => {
                let mut line = Line::new(self.state.ball);
                for direction in regular.segments() {
                    line.push(line.end().step(direction));
                }
                line
            }
            GridballAction::Penalty(direction) => self.penalty_line(*direction).0,
        }
    }

    /// Follows a penalty: its line and whether it may be taken.
    fn penalty_line(&self, direction: Direction) -> (Line, Result<(), GridballIllegalAction>) {
        let setup = self.state.setup;
        let rules = setup.rules();
        let mut line = Line::new(self.state.ball);
        let mut heading = direction;
        for segment in 0..PENALTY_SEGMENTS {
            let from = line.end();
            let leaves = !setup.is_on_field(from.step(heading));
            if leaves
                && segment > 0
                && rules.penalty_rebounds
                && heading.is_diagonal()
                && setup.is_post(from)
                && setup.is_on_field(from.step(heading.mirrored_y()))
            {
                heading = heading.mirrored_y();
            }
            if setup.is_goal(from, heading) {
                line.push(from.step(heading));
                return (line, Ok(()));
            }
            let end = from.step(heading);
            if !setup.is_on_field(end) {
                return (line, Err(GridballIllegalAction::PenaltyOffField));
            }
            line.push(end);
        }
        if !rules.penalty_ends_anywhere && self.is_touched(line.end()) {
            return (line, Err(GridballIllegalAction::PenaltyEndTouched));
        }
        (line, Ok(()))
    }

    /// Where a penalty in this direction ends if it keeps straight on, and whether the edge of the
    /// field is in its way: then only the mouth of a goal can let it go on.
    #[inline]
    fn penalty_way(&self, direction: Direction) -> PenaltyWay {
        let State { setup, ball, .. } = self.state;
        let (dx, dy) = direction.delta();
        let to_edge = |from: i8, step: i8, last: u8| match step {
            1 => last as i8 - from,
            -1 => from,
            _ => PENALTY_SEGMENTS as i8,
        };
        let steps = to_edge(ball.x, dx, setup.width()).min(to_edge(ball.y, dy, setup.height()));
        let length = steps.min(PENALTY_SEGMENTS as i8);
        let end = Point::new(ball.x + length * dx, ball.y + length * dy);
        if steps >= PENALTY_SEGMENTS as i8 {
            PenaltyWay::Inner(end)
        } else if setup.is_between_posts(end) {
            PenaltyWay::Mouth
        } else {
            PenaltyWay::Outside
        }
    }

    /// Where a penalty in this direction would take the ball from here, whatever the phase, a goal
    /// included; `None` if it cannot be taken.
    #[inline]
    pub fn penalty_end(&self, direction: Direction) -> Option<Point> {
        let setup = self.state.setup;
        if !setup.is_on_field(self.state.ball) {
            return None;
        }
        match self.penalty_way(direction) {
            PenaltyWay::Inner(end) => {
                (setup.rules().penalty_ends_anywhere || !self.is_touched(end)).then_some(end)
            }
            PenaltyWay::Mouth => {
                let (line, legal) = self.penalty_line(direction);
                legal.ok().map(|()| line.end())
            }
            PenaltyWay::Outside => None,
        }
    }

    /// Whether a penalty in this direction could be taken from here, whatever the phase.
    #[inline]
    pub fn is_penalty_possible(&self, direction: Direction) -> bool {
        self.penalty_end(direction).is_some()
    }

    fn check_move(&self, regular: Move) -> Result<(), GridballIllegalAction> {
        let setup = self.state.setup;
        let line = self.line(&GridballAction::Move(regular));
        let fault = |segment: usize, fault| {
            Err(GridballIllegalAction::Segment { number: segment as u8 + 1, fault })
        };
        let last = regular.len() - 1;
        for (segment, direction) in regular.segments().enumerate() {
            let (from, to) = (line.points[segment], line.points[segment + 1]);
            if setup.is_goal(from, direction) {
                return if segment == last {
                    Ok(())
                } else {
                    fault(segment + 1, MoveFault::AfterGoal)
                };
            }
            if !setup.is_on_field(to) {
                return fault(segment, MoveFault::OffField);
            }
            if self.is_touched(to) || line.points[..=segment].contains(&to) {
                return fault(segment, MoveFault::TouchedPoint);
            }
            if let Some((x, y)) = crossed_cell(from, to) {
                let own = line.points[..=segment].windows(2);
                let crosses_own =
                    own.into_iter().any(|pair| crossed_cell(pair[0], pair[1]) == Some((x, y)));
                if self.has_diagonal(x as u8, y as u8) || crosses_own {
                    return fault(segment, MoveFault::CrossesLine);
                }
            }
        }
        if last + 1 < super::rules::MOVE_SEGMENTS {
            return fault(last, MoveFault::TooShort);
        }
        Ok(())
    }

    /// Shows all that a penalty from here marks to `visit`: a row of the board, the bit in it, and a
    /// number below 16 that depends on the ball and the direction alone. Where the penalty ends.
    #[inline(always)]
    fn for_each_penalty_mark(
        &mut self,
        direction: Direction,
        mut visit: impl FnMut(&mut u64, u64, usize),
    ) -> Point {
        if let PenaltyWay::Inner(end) = self.penalty_way(direction)
            && self.board.for_each_straight_mark(self.state.ball, direction, &mut visit)
        {
            return end;
        }
        let line = self.penalty_line(direction).0;
        for (segment, (point, cell)) in line.marks(self.state.setup).enumerate() {
            visit(&mut self.board.rows[point.row], point.mask, 2 * segment);
            if let Some(cell) = cell {
                visit(&mut self.board.rows[cell.row], cell.mask, 2 * segment + 1);
            }
        }
        line.end()
    }

    /// Draws the line of a penalty and moves the ball to its end: which of its points and cells
    /// were fresh.
    #[inline(never)]
    fn play_penalty(&mut self, direction: Direction) -> u16 {
        let mut fresh = 0;
        let end = self.for_each_penalty_mark(direction, |row, mask, number| {
            fresh |= u16::from(*row & mask == 0) << number;
            *row |= mask;
        });
        self.state.ball = end;
        if self.is_in_goal(self.state.ball) {
            self.state.stage = Stage::OVER;
        } else if self.has_move() {
            self.state.pass_turn(Stage::REGULAR);
        } else {
            self.go_on_trapped(self.penalties_taken() + 1);
        }
        fresh
    }

    /// Wipes out what a penalty from here drew.
    #[inline(never)]
    fn undo_penalty(&mut self, direction: Direction, fresh: u16) {
        self.for_each_penalty_mark(direction, |row, mask, number| {
            *row ^= if fresh >> number & 1 == 1 { mask } else { 0 };
        });
    }

    /// Draws or wipes out the line of a move that ends in a goal: its last segment touches nothing.
    #[inline(never)]
    fn toggle_goal(&mut self, from: Point, regular: Move) {
        if let Some(before) = regular.without_last() {
            self.board.toggle(from, tables::shape(before));
        }
    }

    /// Whether `point` is above or below the field.
    #[inline(always)]
    const fn is_in_goal(&self, point: Point) -> bool {
        point.y as u8 > self.state.setup.height()
    }

    #[inline(always)]
    fn play_move(&mut self, regular: Move) {
        let State { setup, ball: from, .. } = self.state;
        let shape = tables::shape(regular);
        let (dx, dy) = shape.end;
        let end = Point::new(from.x + dx, from.y + dy);
        self.state.ball = end;
        if self.is_in_goal(end) {
            self.toggle_goal(from, regular);
            self.state.stage = Stage::OVER;
            return;
        }
        self.board.toggle(from, shape);
        if movegen::has_move(&self.board, setup, end, &tables::NO_FOOTPRINT) {
            self.state.pass_turn(Stage::REGULAR);
        } else {
            self.go_on_trapped(0);
        }
    }

    /// Whether a regular move exists from `ball` once `footprint` is added to the board.
    #[inline(always)]
    fn has_answer(&self, ball: Point, footprint: &Footprint) -> bool {
        movegen::has_move(&self.board, self.state.setup, ball, footprint)
    }

    /// The opponent is trapped, and the mover has taken this many penalties in a row.
    #[inline(never)]
    fn go_on_trapped(&mut self, taken: u8) {
        match self.state.setup.rules().penalty_limit {
            Some(limit) if taken >= limit => self.state.pass_turn(Stage::penalty(0)),
            Some(_) => self.state.stage = Stage::penalty(taken),
            None if Direction::ALL.into_iter().any(|d| self.is_penalty_possible(d)) => {
                self.state.stage = Stage::penalty(0);
            }
            None => self.state.stage = Stage::OVER,
        }
    }

    pub(super) const fn state(&self) -> &State {
        &self.state
    }

    /// A position out of its parts. The parts must name places on the field only; everything else
    /// is for [`validate`](Position::validate) to check.
    pub(super) fn from_parts(
        state: State,
        touched: impl IntoIterator<Item = (usize, usize)>,
        diagonals: impl IntoIterator<Item = (usize, usize)>,
    ) -> Self {
        let mut position = Self { board: Board::empty(state.setup), state };
        for (x, y) in touched {
            position.board.mark(Mark::point(x, y));
        }
        for (x, y) in diagonals {
            position.board.mark(Mark::cell(x, y));
        }
        position
    }

    /// The touched points of the field.
    pub fn touched(&self) -> BitGrid {
        let setup = self.state.setup;
        let mut bits = BitGrid::new(setup.width() + 1, setup.height() + 1);
        for y in 0..=setup.height() as usize {
            bits.set_row(y, self.board.point_row(y) >> MARGIN);
        }
        bits
    }

    /// The cells in which a diagonal is drawn, by their top left corners.
    pub fn diagonals(&self) -> BitGrid {
        let setup = self.state.setup;
        let mut bits = BitGrid::new(setup.width(), setup.height());
        for y in 0..setup.height() as usize {
            bits.set_row(y, self.board.cell_row(y) >> MARGIN);
        }
        bits
    }

    /// Whether the turn counter has come to its limit.
    #[inline(always)]
    const fn limit_reached(&self) -> bool {
        match self.state.setup.rules().turn_limit {
            Some(limit) => self.state.turn >= limit,
            None => false,
        }
    }
}

impl fmt::Debug for GridballPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GridballPosition({})", self.position_text())
    }
}

impl Position for GridballPosition {
    type Setup = GridballSetup;
    type Action = GridballAction;
    type Undo = GridballUndo;
    type IllegalAction = GridballIllegalAction;

    fn start(setup: &GridballSetup) -> Self {
        let ball = setup.start_ball();
        let state =
            State { setup: *setup, ball, turn: 0, to_move: Player::First, stage: Stage::REGULAR };
        // The first segment begins at the ball's point, so it is touched. [D]
        Self::from_parts(state, [(ball.x as usize, ball.y as usize)], [])
    }

    fn setup(&self) -> GridballSetup {
        self.state.setup
    }

    fn to_move(&self) -> Player {
        self.state.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.state.stage != Stage::OVER {
            return None;
        }
        Some(self.state.setup.winner(self.state.ball).map_or(Outcome::Draw, Outcome::Win))
    }

    fn end_reason(&self) -> Option<EndReason> {
        match self.outcome()? {
            Outcome::Win(_) => Some(EndReason::Goal),
            Outcome::Draw => match self.state.setup.rules().turn_limit {
                Some(limit) => Some(EndReason::Limit(limit.into())),
                None => Some(EndReason::NobodyCanPlay),
            },
        }
    }

    #[inline]
    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(&GridballAction) -> ControlFlow<()>,
    {
        for regular in self.moves() {
            visit(&GridballAction::Move(regular))?;
        }
        if self.in_penalty_phase() {
            for direction in Direction::ALL {
                if self.is_penalty_possible(direction) {
                    visit(&GridballAction::Penalty(direction))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_actions(&self, limit: u64) -> u64 {
        let count = if self.in_penalty_phase() {
            Direction::ALL.into_iter().filter(|&d| self.is_penalty_possible(d)).count()
        } else {
            self.moves().len()
        };
        (count as u64).min(limit)
    }

    fn check_action(&self, action: &GridballAction) -> Result<(), GridballIllegalAction> {
        if self.state.stage == Stage::OVER {
            return Err(GridballIllegalAction::GameOver);
        }
        match (action, self.in_penalty_phase()) {
            (GridballAction::Move(regular), false) => self.check_move(*regular),
            (GridballAction::Penalty(direction), true) => self.penalty_line(*direction).1,
            (GridballAction::Move(_), true) => Err(GridballIllegalAction::PenaltyExpected),
            (GridballAction::Penalty(_), false) => Err(GridballIllegalAction::MoveExpected),
        }
    }

    fn play(&mut self, action: &GridballAction) -> Result<GridballUndo, GridballIllegalAction> {
        self.check_action(action)?;
        let undo = self.play_unchecked(action);
        debug_assert_eq!(self.validate(), Ok(()));
        Ok(undo)
    }

    #[inline(always)]
    fn play_unchecked(&mut self, action: &GridballAction) -> GridballUndo {
        debug_assert_eq!(self.check_action(action), Ok(()));
        let mut undo = GridballUndo { state: self.state, action: *action, fresh: 0 };
        match action {
            GridballAction::Move(regular) => self.play_move(*regular),
            GridballAction::Penalty(direction) => {
                undo.fresh = self.play_penalty(*direction);
            }
        }
        undo
    }

    #[inline(always)]
    fn undo(&mut self, undo: GridballUndo) {
        let end = self.state.ball;
        self.state = undo.state;
        match &undo.action {
            GridballAction::Move(regular) if self.is_in_goal(end) => {
                self.toggle_goal(undo.state.ball, *regular);
            }
            GridballAction::Move(regular) => {
                self.board.toggle(undo.state.ball, tables::shape(*regular));
            }
            GridballAction::Penalty(direction) => self.undo_penalty(*direction, undo.fresh),
        }
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        &Symmetry::TWO_GOALS
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let setup = self.state.setup;
        let (width, height) = (setup.width() as i8, setup.height() as i8);
        let map = |x: usize, y: usize, max_x: i8, max_y: i8| {
            let point = symmetry.point(Point::new(x as i8, y as i8), max_x, max_y);
            (point.x as usize, point.y as usize)
        };
        let state = State {
            ball: symmetry.point(self.state.ball, width, height),
            to_move: if symmetry.exchange_players {
                self.state.to_move.other()
            } else {
                self.state.to_move
            },
            ..self.state
        };
        Self::from_parts(
            state,
            self.touched().iter().map(|(x, y)| map(x, y, width, height)),
            self.diagonals().iter().map(|(x, y)| map(x, y, width - 1, height - 1)),
        )
    }

    fn transform_action(&self, action: &GridballAction, symmetry: Symmetry) -> GridballAction {
        match *action {
            GridballAction::Move(regular) => {
                GridballAction::Move(regular.map(|direction| symmetry.direction(direction)))
            }
            GridballAction::Penalty(direction) => {
                GridballAction::Penalty(symmetry.direction(direction))
            }
        }
    }

    fn key(&self) -> u64 {
        let State { setup, ball, to_move, .. } = self.state;
        let rest = u64::from(setup.code())
            | u64::from(ball.x as u8) << 16
            | u64::from(ball.y as u8) << 24
            | u64::from(to_move as u8) << 32
            | u64::from(self.penalties_taken()) << 40;
        let height = setup.height() as usize;
        let points = (0..=height).map(|y| (self.board.point_row(y), tables::KEYS[y]));
        let cells = (0..height).map(|y| (self.board.cell_row(y), tables::KEYS[POINT_ROWS + y]));
        let drawn = points.chain(cells).fold(0_u64, |sum, (row, [first, second])| {
            // One multiplication spreads a row over 128 bits, which are folded into 64.
            let product = u128::from(row ^ first) * u128::from(second);
            sum.wrapping_add(product as u64 ^ (product >> 64) as u64)
        });
        tables::mix(drawn ^ tables::mix(rest))
    }

    fn same_but_for_clocks(&self, other: &Self) -> bool {
        let State { setup, ball, to_move, .. } = self.state;
        setup == other.state.setup
            && ball == other.state.ball
            && to_move == other.state.to_move
            && self.penalties_taken() == other.penalties_taken()
            && self.board == other.board
    }

    fn clock(&self) -> Option<(u32, u32)> {
        let limit = self.state.setup.rules().turn_limit?;
        Some((self.state.turn.into(), limit.into()))
    }

    /// Checks that marks are on the field, the ball on a touched point or in a goal, every drawn
    /// diagonal between touched points, the counters in their ranges, and phase and outcome as the
    /// board demands.
    fn validate(&self) -> Result<(), InvalidPosition> {
        let State { setup, ball, turn, stage, .. } = self.state;
        let (touched, diagonals) = (self.touched(), self.diagonals());
        let copy = Self::from_parts(self.state, touched.iter(), diagonals.iter());
        if copy.board != self.board {
            return Err(InvalidPosition::MarkOffField);
        }
        for (x, y) in diagonals.iter() {
            let down = touched.contains(x, y) && touched.contains(x + 1, y + 1);
            let up = touched.contains(x, y + 1) && touched.contains(x + 1, y);
            if !down && !up {
                return Err(InvalidPosition::LooseLine);
            }
        }
        let limit = setup.rules().turn_limit.unwrap_or(0);
        if turn > limit || (stage.taken() > Some(0) && setup.rules().penalty_limit.is_none()) {
            return Err(InvalidPosition::CounterOutOfRange);
        }
        if setup.winner(ball).is_some() {
            let in_goal = (setup.left_post() as i8..=setup.right_post() as i8).contains(&ball.x)
                && (ball.y == -1 || ball.y == setup.height() as i8 + 1);
            return if !in_goal {
                Err(InvalidPosition::BallOffField)
            } else if stage != Stage::OVER {
                Err(InvalidPosition::WrongOutcome)
            } else if turn == limit && limit > 0 {
                // The draw came first.
                Err(InvalidPosition::CounterOutOfRange)
            } else {
                Ok(())
            };
        }
        if !setup.is_on_field(ball) {
            return Err(InvalidPosition::BallOffField);
        }
        if !self.is_touched(ball) {
            return Err(InvalidPosition::BallOnFreePoint);
        }
        let has_move = self.has_move();
        let nobody_can_play = setup.kind() == RulesKind::PaperFootball
            && !has_move
            && !Direction::ALL.into_iter().any(|d| self.is_penalty_possible(d));
        if (stage == Stage::OVER) != (self.limit_reached() || nobody_can_play) {
            return Err(InvalidPosition::WrongOutcome);
        }
        if stage != Stage::OVER && (stage == Stage::REGULAR) != has_move {
            return Err(InvalidPosition::WrongPhase);
        }
        Ok(())
    }

    fn step_space(&self) -> usize {
        text::STEP_SPACE
    }

    fn steps(&self, prefix: &[Step]) -> Vec<Step> {
        let mut possible = 0_u16;
        if self.in_penalty_phase() {
            if prefix.is_empty() {
                for direction in Direction::ALL {
                    if self.is_penalty_possible(direction) {
                        possible |= 1 << text::penalty_step(direction).0;
                    }
                }
            }
        } else {
            for regular in self.moves() {
                let mut segments = regular.segments().map(text::segment_step);
                if prefix.iter().all(|step| segments.next() == Some(*step))
                    && let Some(next) = segments.next()
                {
                    possible |= 1 << next.0;
                }
            }
        }
        (0..text::STEP_SPACE as u16).filter(|step| possible >> step & 1 == 1).map(Step).collect()
    }

    fn finish(&self, steps: &[Step]) -> Option<GridballAction> {
        let action = text::action_of_steps(steps)?;
        self.is_legal(&action).then_some(action)
    }

    fn action_steps(&self, action: &GridballAction) -> Vec<Step> {
        match action {
            GridballAction::Move(regular) => regular.segments().map(text::segment_step).collect(),
            GridballAction::Penalty(direction) => [text::penalty_step(*direction)].into(),
        }
    }

    fn step_point(&self, prefix: &[Step], step: Step) -> Option<Point> {
        let steps: Vec<Step> = prefix.iter().copied().chain([step]).collect();
        Some(self.line(&text::action_of_steps(&steps)?).end())
    }

    fn write_step(&self, _: &[Step], step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
        text::write_step(step, out)
    }

    fn parse_step(&self, _: &[Step], text: &str) -> Result<Step, TextError> {
        text::parse_step(text, self.in_penalty_phase())
    }

    fn write_action(&self, action: &GridballAction, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{action}")
    }

    fn write_action_for_people(
        &self,
        action: &GridballAction,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        text::write_action_for_people(*action, out)
    }

    fn parse_action(&self, text: &str) -> Result<GridballAction, TextError> {
        text::parse_action(text)
    }

    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        text::write_position(self, out)
    }

    fn parse_position(text: &str) -> Result<Self, TextError> {
        text::parse_position(text)
    }

    /// `touched` points, cells with a `diagonal`, the `ball` (empty when it is in a goal).
    fn planes(&self) -> Vec<Plane> {
        let touched = self.touched();
        let mut ball = BitGrid::new(touched.width(), touched.height());
        if self.state.setup.is_on_field(self.state.ball) {
            ball.insert(self.state.ball.x as usize, self.state.ball.y as usize);
        }
        [
            Plane { name: "touched", bits: touched },
            Plane { name: "diagonal", bits: self.diagonals() },
            Plane { name: "ball", bits: ball },
        ]
        .into()
    }

    fn visit_slow_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(&GridballAction) -> ControlFlow<()>,
    {
        slow::SlowPosition::new(self).actions().iter().try_for_each(&mut visit)
    }

    fn slow_play(&self, action: &GridballAction) -> Self {
        let mut slow = slow::SlowPosition::new(self);
        slow.play(*action);
        slow.into_position()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_fits_in_one_kilobyte() {
        // Not 1024 itself: a power of two would put the same rows of all positions of an array
        // into the same few lines of the cache.
        assert!(size_of::<GridballPosition>() < 1024);
    }

    /// Near the edge penalties go another way through the code than inside the field.
    #[test]
    fn penalties_from_everywhere_are_like_the_slow_ones() {
        for id in ["gridball:12x14/4", "gridball:20x62/2", "paper-football:16x24/4"] {
            let setup = id.parse().unwrap();
            let mut position = GridballPosition::start(&setup);
            for index in 0..12 {
                let Some(regular) = position.moves().kth(31 * index) else { break };
                position.play_unchecked(&regular.into());
            }
            assert_eq!(position.outcome(), None);
            position.state.stage = Stage::penalty(0);
            let (mut possible, mut goals) = (0, 0);
            for y in 0..=setup.height() as i8 {
                for x in 0..=setup.width() as i8 {
                    position.state.ball = Point::new(x, y);
                    let slow = slow::SlowPosition::new(&position).actions();
                    for direction in Direction::ALL {
                        let action = GridballAction::Penalty(direction);
                        let end = position.penalty_end(direction);
                        assert_eq!(end.is_some(), slow.contains(&action), "{position:?} {action}");
                        let Some(end) = end else { continue };
                        let after = position.slow_play(&action);
                        assert_eq!(after.ball(), end);
                        let before = position.clone();
                        let undo = position.play_unchecked(&action);
                        assert_eq!(position, after, "{before:?} {action}");
                        position.undo(undo);
                        assert_eq!(position, before, "{action}");
                        possible += 1;
                        goals += usize::from(!setup.is_on_field(end));
                    }
                }
            }
            assert!(possible > 300 && goals > 20, "{possible} {goals}");
        }
    }

    /// On the highest fields rows go round to the beginning of the board, or there is no room for
    /// the mouths of the goals.
    #[test]
    fn high_fields_play_like_the_slow_rules_down_to_their_goals() {
        let mut seed = 1_u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        for (height, goal_width) in [(54, 2), (56, 4), (58, 10), (60, 2), (60, 4), (62, 4), (62, 2)]
        {
            let setup = GridballSetup::new(RulesKind::Gridball, 12, height, goal_width).unwrap();
            let mut wins = 0;
            for game in 0..16 {
                let mut position = GridballPosition::start(&setup);
                while position.outcome().is_none() {
                    let mut actions = position.actions(usize::MAX);
                    let mut slow = Vec::new();
                    let _ = position.visit_slow_actions(|action| {
                        slow.push(*action);
                        ControlFlow::Continue(())
                    });
                    actions.sort_unstable();
                    slow.sort_unstable();
                    assert_eq!(actions, slow, "{position:?}");
                    // Mostly towards one of the goals, so that both are reached.
                    let towards = if game % 2 == 0 { 1 } else { -1 };
                    let choice = *actions
                        .iter()
                        .max_by_key(|action| {
                            i32::from(position.line(action).end().y) * towards * 2
                                + random(9) as i32
                        })
                        .unwrap();
                    let before = position.clone();
                    let after = position.slow_play(&choice);
                    let undo = position.play(&choice).unwrap();
                    assert_eq!(position, after);
                    position.undo(undo);
                    assert_eq!(position, before);
                    position = after;
                }
                wins += usize::from(matches!(position.outcome(), Some(Outcome::Win(_))));
            }
            assert!(wins > 4, "{height}: {wins} goals");
        }
    }
}
