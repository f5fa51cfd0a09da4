//! The generator of regular moves: look-ups in the tables of `tables.rs`.

use core::{fmt, iter::FusedIterator};

use super::{
    action::Move,
    position::Board,
    rules::{GridballSetup, MAX_HEIGHT},
    tables::{
        self, Footprint, Inner, KILL, NO_FOOTPRINT, OUTER, Outer, POST_REACH, POSTS, PathSet,
        REACH, WORDS,
    },
};
use crate::grid::{Direction, Point};

/// A set of legal regular moves, complete or empty or anything between.
///
/// The set is the primary thing: it is had without listing the moves, and counting it, asking for
/// a member, or taking the k-th one needs no list either. The order of iteration and of
/// [`kth`](Self::kth) is fixed, but not that of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct MoveSet {
    /// Moves of three segments.
    outer: Outer,
    inner: Inner,
    /// Goals after one or two segments.
    short: u64,
}

impl MoveSet {
    #[inline(always)]
    const fn of_paths(paths: PathSet) -> Self {
        Self { outer: paths.outer, inner: paths.inner, short: 0 }
    }

    /// How many moves.
    #[inline]
    pub fn len(&self) -> usize {
        let outer: u32 = self.outer.0.iter().map(|word| word.count_ones()).sum();
        let inner: u32 = self.inner.0.iter().map(|word| word.count_ones()).sum();
        let short = if self.short == 0 { 0 } else { self.short.count_ones() };
        (outer + inner + short) as usize
    }

    /// Whether there is no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.outer.0.iter().chain(&self.inner.0).fold(self.short, |all, word| all | word) == 0
    }

    /// Whether there is a move.
    #[inline]
    pub fn any(&self) -> bool {
        !self.is_empty()
    }

    /// Whether `regular` is in the set.
    #[inline]
    pub fn contains(&self, regular: Move) -> bool {
        tables::bit_of_move(regular).is_some_and(|bit| self.word(bit / 64) >> (bit % 64) & 1 == 1)
    }

    /// The moves, in the fixed order of the set.
    #[inline]
    pub fn iter(&self) -> MoveSetIter {
        MoveSetIter { set: *self, word: 0 }
    }

    /// The move with this index in the order of [`iter`](Self::iter); `None` from
    /// [`len`](Self::len) on.
    ///
    /// ```
    /// use gridball_core::{Position, gridball::{GridballPosition, GridballSetup}};
    /// let moves = GridballPosition::start(&GridballSetup::CLASSIC).moves();
    /// assert_eq!(moves.kth(359), moves.iter().last());
    /// assert_eq!(moves.kth(360), None);
    /// ```
    pub fn kth(&self, index: usize) -> Option<Move> {
        let mut left = index;
        for number in 0..=WORDS {
            let mut word = self.word(number);
            let count = word.count_ones() as usize;
            if left < count {
                for _ in 0..left {
                    word &= word - 1;
                }
                return tables::move_of_bit(number * 64 + word.trailing_zeros() as usize);
            }
            left -= count;
        }
        None
    }

    /// The moves that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut result = *self;
        result.keep(|word, index| word & other.word(index));
        result
    }

    /// Replaces every word by what `change` makes of it and its number.
    fn keep(&mut self, change: impl Fn(u64, usize) -> u64) {
        let words = self.outer.0.iter_mut().chain(&mut self.inner.0).chain([&mut self.short]);
        for (index, word) in words.enumerate() {
            *word = change(*word, index);
        }
    }

    /// The moves that end in a goal when played from where this set was generated: all the short
    /// ones, and the three-segment ones whose end lies off the field of `setup`, seen from `ball`.
    #[must_use]
    pub fn goals(&self, setup: GridballSetup, ball: Point) -> Self {
        let height = setup.height() as i8;
        let (goal, distance) = if ball.y < REACH as i8 {
            (0, ball.y)
        } else if ball.y > height - REACH as i8 {
            (1, height - ball.y)
        } else {
            return Self { short: self.short, ..Self::default() };
        };
        // What a post at distance 4 to the right forbids from the left: all paths that pass or
        // enter the row behind the goal line.
        let row = usize::try_from(distance).unwrap_or(0);
        let behind = Self::of_paths(POSTS.left[goal][row][(2 * POST_REACH) as usize]);
        Self { short: self.short, ..self.intersection(&behind) }
    }

    #[inline]
    fn word(&self, number: usize) -> u64 {
        match number {
            0..OUTER => self.outer.0[number],
            OUTER..WORDS => self.inner.0[number - OUTER],
            _ => self.short,
        }
    }
}

impl fmt::Debug for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;

    fn into_iter(self) -> MoveSetIter {
        self.iter()
    }
}

impl IntoIterator for &MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;

    fn into_iter(self) -> MoveSetIter {
        self.iter()
    }
}

/// The moves of a [`MoveSet`] in their fixed order.
#[derive(Clone, Debug)]
pub struct MoveSetIter {
    set: MoveSet,
    word: usize,
}

impl Iterator for MoveSetIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            let word = match self.word {
                0..OUTER => &mut self.set.outer.0[self.word],
                OUTER..WORDS => &mut self.set.inner.0[self.word - OUTER],
                WORDS => &mut self.set.short,
                _ => return None,
            };
            if *word == 0 {
                self.word += 1;
                continue;
            }
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            // Only bits that stand for moves are ever set.
            return tables::move_of_bit(self.word * 64 + bit);
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.set.len();
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveSetIter {}
impl FusedIterator for MoveSetIter {}

/// The patterns of the thirteen rows round a ball.
struct Window {
    points: [usize; 7],
    cells: [usize; 6],
}

impl Window {
    /// The rows round a ball, after adding `footprint`. Off the field everything is touched.
    ///
    /// There is no branch on where the ball is, since a wrong guess would cost more than all the
    /// look-ups. Rows of points and of cells follow each other, and those below the field are all
    /// set, so for the row above the field one of them can serve as well. Further rows off the
    /// field may hold anything: no path gets there.
    #[inline(always)]
    fn new(board: &Board, ball: Point, footprint: &Footprint) -> Self {
        const LAST: usize = Board::ROWS - 1;
        let (rows, x) = (board.rows(), ball.x as u32 & 63);
        // Below the highest field, y is at most 60.
        let y = (ball.y as usize).min(MAX_HEIGHT as usize - 2);
        let mut window = Self { points: [0; 7], cells: [0; 6] };
        for (row, pattern) in window.points.iter_mut().enumerate() {
            // Less than 0 wraps, and becomes the last row.
            let index = (y + row).wrapping_sub(REACH).min(LAST);
            *pattern = ((rows[index] >> x) as usize & 127) | footprint.points[row] as usize;
        }
        for (row, pattern) in window.cells.iter_mut().enumerate() {
            let index = (Board::CELLS - REACH + y + row).min(LAST);
            *pattern = ((rows[index] >> x) as usize & 63) | footprint.cells[row] as usize;
        }
        window
    }

    /// The same for any field.
    fn on_any_field(board: &Board, ball: Point, footprint: &Footprint) -> Self {
        let (x, y) = (ball.x as u32 & 63, ball.y as usize);
        let (points, cells) = board.rows().split_at(Board::CELLS);
        let row_of = |rows: &[u64], row: usize| {
            let index = (y + row).wrapping_sub(REACH);
            (rows.get(index).copied().unwrap_or(!0) >> x) as usize
        };
        let mut window = Self { points: [0; 7], cells: [0; 6] };
        for (row, pattern) in window.points.iter_mut().enumerate() {
            *pattern = row_of(points, row) & 127 | footprint.points[row] as usize;
        }
        for (row, pattern) in window.cells.iter_mut().enumerate() {
            *pattern = row_of(cells, row) & 63 | footprint.cells[row] as usize;
        }
        window
    }

    /// The paths that nothing in the window kills.
    #[inline(always)]
    fn paths(&self) -> PathSet {
        let (p, c) = (&self.points, &self.cells);
        let outer: [&Outer; 13] = [
            &KILL.inner_points[0][p[2]],
            &KILL.inner_points[1][p[3]],
            &KILL.inner_points[2][p[4]],
            &KILL.inner_cells[0][c[2]],
            &KILL.inner_cells[1][c[3]],
            &KILL.outer_points[0][p[0]],
            &KILL.outer_points[1][p[1]],
            &KILL.outer_points[2][p[5]],
            &KILL.outer_points[3][p[6]],
            &KILL.outer_cells[0][c[0]],
            &KILL.outer_cells[1][c[1]],
            &KILL.outer_cells[2][c[4]],
            &KILL.outer_cells[3][c[5]],
        ];
        let inner: [&Inner; 5] = [
            &KILL.inner_points_rest[0][p[2]],
            &KILL.inner_points_rest[1][p[3]],
            &KILL.inner_points_rest[2][p[4]],
            &KILL.inner_cells_rest[0][c[2]],
            &KILL.inner_cells_rest[1][c[3]],
        ];
        let mut paths = KILL.all;
        for index in 0..OUTER {
            let mut killed = 0;
            for table in outer {
                killed |= table.0[index];
            }
            paths.outer.0[index] &= !killed;
        }
        for index in 0..WORDS - OUTER {
            let mut killed = 0;
            for table in inner {
                killed |= table.0[index];
            }
            paths.inner.0[index] &= !killed;
        }
        paths
    }
}

/// Whether one of the paths of word 4 is left, a quick answer to whether any is. They stay within
/// one row of the ball, so five look-ups are enough.
#[inline(always)]
fn has_inner_path(board: &Board, ball: Point, footprint: &Footprint) -> bool {
    const LAST: usize = Board::ROWS - 1;
    let (rows, x) = (board.rows(), ball.x as u32 & 63);
    let y = (ball.y as usize).min(MAX_HEIGHT as usize - 2);
    let pattern = |index: usize| (rows[index] >> x) as usize;
    let above = pattern(y.wrapping_sub(1).min(LAST)) & 127 | footprint.points[2] as usize;
    let beside = pattern(y) & 127 | footprint.points[3] as usize;
    let below = pattern(y + 1) & 127 | footprint.points[4] as usize;
    let cells_above = pattern(Board::CELLS + y - 1) & 63 | footprint.cells[2] as usize;
    let cells_below = pattern(Board::CELLS + y) & 63 | footprint.cells[3] as usize;
    let killed = KILL.inner_points_rest[0][above].0[0]
        | KILL.inner_points_rest[1][beside].0[0]
        | KILL.inner_points_rest[2][below].0[0]
        | KILL.inner_cells_rest[0][cells_above].0[0]
        | KILL.inner_cells_rest[1][cells_below].0[0];
    KILL.all.inner.0[0] & !killed != 0
}

/// Where a move could end in a goal: less than three rows from a goal line and at most three
/// columns from the mouth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct GoalZone {
    /// Rows between the two zones.
    rows: u8,
    /// The leftmost column, wrapping below 0.
    left: u8,
    /// Columns besides that one.
    columns: u8,
}

impl GoalZone {
    const REACH: u8 = REACH as u8;

    pub(super) const fn new(setup: GridballSetup) -> Self {
        Self {
            rows: setup.height() - 2 * Self::REACH,
            left: setup.left_post().wrapping_sub(Self::REACH),
            columns: setup.goal_width() + 2 * Self::REACH,
        }
    }

    #[inline(always)]
    const fn contains(self, ball: Point) -> bool {
        // Negative differences wrap to large numbers. No short cut between the two conditions: a
        // wrongly predicted branch costs more.
        ((ball.y as u8).wrapping_sub(Self::REACH) > self.rows)
            & ((ball.x as u8).wrapping_sub(self.left) <= self.columns)
    }

    /// Whether the field is so high that no row of the board is to spare.
    #[inline(always)]
    const fn is_highest(self) -> bool {
        self.rows == MAX_HEIGHT - 2 * Self::REACH
    }
}

/// The legal regular moves of a ball on the field.
#[inline(always)]
pub(super) fn moves(board: &Board, zone: GoalZone, setup: GridballSetup, ball: Point) -> MoveSet {
    if zone.contains(ball) {
        moves_near_goal(board, setup, ball, &NO_FOOTPRINT)
    } else if zone.is_highest() {
        MoveSet::of_paths(paths_on_any_field(board, ball, &NO_FOOTPRINT))
    } else {
        MoveSet::of_paths(Window::new(board, ball, &NO_FOOTPRINT).paths())
    }
}

/// Whether there is a legal regular move of a ball on the field, after adding `footprint`.
#[inline(always)]
pub(super) fn has_move(
    board: &Board,
    zone: GoalZone,
    setup: GridballSetup,
    ball: Point,
    footprint: &Footprint,
) -> bool {
    if zone.contains(ball) {
        return moves_near_goal(board, setup, ball, footprint).any();
    }
    if !zone.is_highest() && has_inner_path(board, ball, footprint) {
        return true;
    }
    MoveSet::of_paths(paths_on_any_field(board, ball, footprint)).any()
}

/// The paths of a ball away from the goals, where speed matters less.
#[inline(never)]
fn paths_on_any_field(board: &Board, ball: Point, footprint: &Footprint) -> PathSet {
    Window::on_any_field(board, ball, footprint).paths()
}

/// The legal moves of a ball near a goal, after adding `footprint`.
#[inline(never)]
fn moves_near_goal(
    board: &Board,
    setup: GridballSetup,
    ball: Point,
    footprint: &Footprint,
) -> MoveSet {
    let mut window = if setup.height() < MAX_HEIGHT {
        Window::new(board, ball, footprint)
    } else {
        Window::on_any_field(board, ball, footprint)
    };
    let height = setup.height() as i8;
    let (goal, distance) =
        if ball.y < REACH as i8 { (0, ball.y as usize) } else { (1, (height - ball.y) as usize) };
    // The row behind the goal line: the posts decide about it, not the touched points.
    let behind = if goal == 0 { REACH - 1 - distance } else { REACH + 1 + distance };
    window.points[behind] = 0;
    window.cells[if goal == 0 { behind } else { behind - 1 }] = 0;
    let offset =
        |post: u8| ((post as i8 - ball.x).clamp(-POST_REACH, POST_REACH) + POST_REACH) as usize;
    let left = &POSTS.left[goal][distance][offset(setup.left_post())];
    let right = &POSTS.right[goal][distance][offset(setup.right_post())];
    let mut moves = MoveSet::of_paths(window.paths());
    let (left, right) = (MoveSet::of_paths(*left), MoveSet::of_paths(*right));
    moves.keep(|word, index| word & !(left.word(index) | right.word(index)));
    if distance < 2 {
        moves.short = short_goals(&window, setup, ball, goal, distance);
    }
    moves
}

/// The goals after one or two segments.
fn short_goals(
    window: &Window,
    setup: GridballSetup,
    ball: Point,
    goal: usize,
    distance: usize,
) -> u64 {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let out = if goal == 0 { [North, NorthEast, NorthWest] } else { [South, SouthEast, SouthWest] };
    let mut short = 0;
    let mut add = |segments: &[Direction]| {
        if let Some(bit) = Move::new(segments).and_then(tables::bit_of_move) {
            short |= 1 << (bit - WORDS * 64);
        }
    };
    let mut after = |first: Direction, from: Point| {
        for second in out {
            if setup.is_goal(from, second) {
                add(&[first, second]);
            }
        }
    };
    // First segments that lead to the goal line without leaving the field.
    let first: &[Direction] = if distance == 0 { &[East, West] } else { &out };
    for &direction in first {
        let (dx, dy) = direction.delta();
        let (column, row) = ((dx + REACH as i8) as usize, (dy + REACH as i8) as usize);
        let touched = window.points[row] >> column & 1 == 1;
        let crossing = direction.is_diagonal() && {
            let column = if dx < 0 { REACH - 1 } else { REACH };
            let row = if dy < 0 { REACH - 1 } else { REACH };
            window.cells[row] >> column & 1 == 1
        };
        if !touched && !crossing {
            after(direction, ball.step(direction));
        }
    }
    if distance == 0 {
        for direction in out {
            if setup.is_goal(ball, direction) {
                add(&[direction]);
            }
        }
    }
    short
}
