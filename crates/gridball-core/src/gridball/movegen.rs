//! The generator of regular moves: look-ups in the tables of `tables.rs`.

use core::{fmt, iter::FusedIterator};

use super::{
    action::Move,
    position::Board,
    rules::{GridballSetup, MAX_HEIGHT},
    tables::{
        self, Footprint, Inner, KILL, NO_FOOTPRINT, OUTER, Outer, PathSet, REACH, WINDOW, WORDS,
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
        let row_behind = match tables::goal_lines(setup.height(), ball.y) {
            lines @ 0..REACH => REACH - 1 - lines,
            REACH => return Self { short: self.short, ..Self::default() },
            lines => 3 * REACH + 1 - lines,
        };
        let behind = Self::of_paths(tables::paths_through_row(row_behind));
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

/// What the moves of a ball depend on, besides where it is.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub(super) board: &'a Board,
    pub(super) setup: GridballSetup,
    /// The points of a goal line from post to post, as bits of a row.
    pub(super) mouth: u64,
}

impl Surroundings<'_> {
    /// The columns of the mouths that are in the window.
    #[inline(always)]
    const fn mouth_columns(&self, ball: Point) -> usize {
        (self.mouth >> (ball.x as u32 & 63)) as usize & 127
    }
}

/// The patterns of the thirteen rows round a ball.
struct Window([usize; WINDOW]);

impl Window {
    #[inline(always)]
    fn new(rows: &[u64; WINDOW], ball: Point, footprint: &Footprint) -> Self {
        let mut patterns = [0; WINDOW];
        for (index, pattern) in patterns.iter_mut().enumerate() {
            let columns = if index % 2 == 0 { 127 } else { 63 };
            *pattern = (rows[index] >> (ball.x as u32 & 63)) as usize & columns
                | footprint[index] as usize;
        }
        Self(patterns)
    }

    /// The paths that nothing in the window kills.
    #[inline(always)]
    fn paths(&self, goal_lines: usize, posts: usize) -> PathSet {
        let [p0, c0, p1, c1, p2, c2, p3, c3, p4, c4, p5, c5, p6] = self.0;
        let outer: [&Outer; 14] = [
            &KILL.inner_points[0][p2],
            &KILL.inner_points[1][p3],
            &KILL.inner_points[2][p4],
            &KILL.inner_cells[0][c2],
            &KILL.inner_cells[1][c3],
            &KILL.outer_points[0][p0],
            &KILL.outer_points[1][p1],
            &KILL.outer_points[2][p5],
            &KILL.outer_points[3][p6],
            &KILL.outer_cells[0][c0],
            &KILL.outer_cells[1][c1],
            &KILL.outer_cells[2][c4],
            &KILL.outer_cells[3][c5],
            &KILL.goal[goal_lines][posts],
        ];
        let inner: [&Inner; 6] = [
            &KILL.inner_points_rest[0][p2],
            &KILL.inner_points_rest[1][p3],
            &KILL.inner_points_rest[2][p4],
            &KILL.inner_cells_rest[0][c2],
            &KILL.inner_cells_rest[1][c3],
            &KILL.goal_rest[goal_lines][posts],
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

/// Whether one of the paths of word 4 is left that stay on the field, a quick answer to whether
/// any move is. They keep within one row of the ball, so five look-ups are enough.
#[inline(always)]
fn has_inner_path(around: Surroundings, ball: Point, footprint: &Footprint) -> bool {
    let Some(rows) = around.board.around(ball) else { return false };
    let [.., p2, c2, p3, c3, p4, _, _, _, _] = Window::new(rows, ball, footprint).0;
    let mut killed = KILL.inner_points_rest[0][p2].0[0]
        | KILL.inner_points_rest[1][p3].0[0]
        | KILL.inner_points_rest[2][p4].0[0]
        | KILL.inner_cells_rest[0][c2].0[0]
        | KILL.inner_cells_rest[1][c3].0[0];
    killed |= if ball.y == 0 { KILL.reach_above } else { 0 };
    killed |= if ball.y == around.setup.height() as i8 { KILL.reach_below } else { 0 };
    KILL.all.inner.0[0] & !killed != 0
}

/// The legal regular moves of a ball on the field.
#[inline(always)]
pub(super) fn moves(around: Surroundings, ball: Point) -> MoveSet {
    moves_after(around, ball, &NO_FOOTPRINT)
}

/// Whether there is a legal regular move of a ball on the field, after adding `footprint`.
#[inline(always)]
pub(super) fn has_move(around: Surroundings, ball: Point, footprint: &Footprint) -> bool {
    has_inner_path(around, ball, footprint) || has_any_move(around, ball, footprint)
}

#[inline(never)]
fn has_any_move(around: Surroundings, ball: Point, footprint: &Footprint) -> bool {
    moves_after(around, ball, footprint).any()
}

/// The legal moves after adding `footprint`.
///
/// There is hardly a branch on where the ball is, since a wrong guess would cost more than all the
/// look-ups. The rare cases only choose where the rows are read, so that what follows is one piece.
#[inline(always)]
fn moves_after(around: Surroundings, ball: Point, footprint: &Footprint) -> MoveSet {
    let height = around.setup.height();
    let collected;
    let rows = match around.board.around(ball) {
        Some(rows) if height < MAX_HEIGHT => rows,
        _ => {
            collected = around.board.collect_around(around.setup, ball);
            &collected
        }
    };
    let goal_lines = tables::goal_lines(height, ball.y);
    let mouth = around.mouth_columns(ball);
    // A post is an end of the mouth. The outermost columns are not asked for.
    let posts = (mouth >> 1) & !(mouth & mouth >> 2) & 31;
    let paths = Window::new(rows, ball, footprint).paths(goal_lines, posts);
    let short = if matches!(goal_lines, 2..=4) || mouth & 0b001_1100 == 0 {
        0
    } else {
        short_goals(around, ball, footprint)
    };
    MoveSet { outer: paths.outer, inner: paths.inner, short }
}

/// The goals after one or two segments of a ball near a goal.
#[inline(never)]
fn short_goals(around: Surroundings, ball: Point, footprint: &Footprint) -> u64 {
    use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let setup = around.setup;
    let Window(window) =
        Window::new(&around.board.collect_around(setup, ball), ball, footprint);
    let distance = ball.y.min(setup.height() as i8 - ball.y);
    let out = if ball.y == distance { [North, NorthEast, NorthWest] } else { [South, SouthEast, SouthWest] };
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
        let touched = window[2 * row] >> column & 1 == 1;
        let crossing = direction.is_diagonal() && {
            let column = if dx < 0 { REACH - 1 } else { REACH };
            let row = if dy < 0 { REACH - 1 } else { REACH };
            window[2 * row + 1] >> column & 1 == 1
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
