//! The generator of regular moves: look-ups in the tables of `tables.rs`.

use core::{fmt, iter::FusedIterator};

use super::{
    action::Move,
    position::Board,
    rules::GridballSetup,
    tables::{
        self, BITS, FOOTPRINTS, Footprint, KILL, NO_FOOTPRINT, OUTER, POST_REACH, POSTS, Paths,
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
    paths: Paths,
    /// Goals after one or two segments.
    short: u64,
}

impl MoveSet {
    /// How many moves.
    #[inline]
    pub fn len(&self) -> usize {
        let paths: u32 = self.paths.iter().map(|word| word.count_ones()).sum();
        let short = if self.short == 0 { 0 } else { self.short.count_ones() };
        (paths + short) as usize
    }

    /// Whether there is no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.paths.iter().fold(self.short, |all, word| all | word) == 0
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
        for (word, other) in result.paths.iter_mut().zip(other.paths) {
            *word &= other;
        }
        result.short &= other.short;
        result
    }

    /// The moves that end in a goal when played from where this set was generated: all the short
    /// ones, and the three-segment ones whose end lies off the field of `setup`, seen from `ball`.
    #[must_use]
    pub fn goals(&self, setup: GridballSetup, ball: Point) -> Self {
        let mut result = Self { paths: [0; WORDS], short: self.short };
        let goal = if ball.y < REACH as i8 {
            0
        } else if ball.y > setup.height() as i8 - REACH as i8 {
            1
        } else {
            return result;
        };
        let distance = if goal == 0 { ball.y } else { setup.height() as i8 - ball.y } as usize;
        // Everything that passes or enters the row behind the goal line, if a post at distance
        // −4 forbids it, or the one at distance 4: all of that row.
        let left = &POSTS.left[goal][distance][(2 * POST_REACH) as usize];
        for (word, (paths, left)) in result.paths.iter_mut().zip(self.paths.iter().zip(left)) {
            *word = paths & left;
        }
        result
    }

    #[inline]
    fn word(&self, number: usize) -> u64 {
        if number < WORDS { self.paths[number] } else { self.short }
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
            let word = match self.set.paths.get_mut(self.word) {
                Some(word) => word,
                None if self.word == WORDS => &mut self.set.short,
                None => return None,
            };
            if *word == 0 {
                self.word += 1;
                continue;
            }
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            // Only bits that stand for moves are ever set.
            return tables::move_of_bit((self.word * 64 + bit) % BITS);
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
    /// The rows round a ball that is at least three rows away from either goal line.
    #[inline(always)]
    fn interior(board: &Board, ball: Point, footprint: &Footprint) -> Self {
        let (x, top) = (ball.x as u32 & 63, ball.y as usize - REACH);
        let mut window = Self { points: [0; 7], cells: [0; 6] };
        let (points, cells) = (&board.points[top..top + 7], &board.cells[top..top + 6]);
        for (row, pattern) in window.points.iter_mut().enumerate() {
            *pattern = ((points[row] >> x) as usize & 127) | footprint.points[row] as usize;
        }
        for (row, pattern) in window.cells.iter_mut().enumerate() {
            *pattern = ((cells[row] >> x) as usize & 63) | footprint.cells[row] as usize;
        }
        window
    }

    /// The rows round a ball anywhere; off the field everything is touched.
    #[inline(always)]
    fn edge(board: &Board, ball: Point, footprint: &Footprint) -> Self {
        let (x, y) = (ball.x as u32 & 63, ball.y as usize);
        let mut window = Self { points: [0; 7], cells: [0; 6] };
        for (row, pattern) in window.points.iter_mut().enumerate() {
            let bits = board.points.get((y + row).wrapping_sub(REACH)).copied().unwrap_or(!0);
            *pattern = ((bits >> x) as usize & 127) | footprint.points[row] as usize;
        }
        for (row, pattern) in window.cells.iter_mut().enumerate() {
            let bits = board.cells.get((y + row).wrapping_sub(REACH)).copied().unwrap_or(0);
            *pattern = ((bits >> x) as usize & 63) | footprint.cells[row] as usize;
        }
        window
    }

    /// The paths that nothing in the window kills.
    #[inline(always)]
    fn paths(&self) -> Paths {
        let (p, c) = (&self.points, &self.cells);
        let first: [&[u64; OUTER]; 13] = [
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
        let rest: [&[u64; WORDS - OUTER]; 5] = [
            &KILL.inner_points_rest[0][p[2]],
            &KILL.inner_points_rest[1][p[3]],
            &KILL.inner_points_rest[2][p[4]],
            &KILL.inner_cells_rest[0][c[2]],
            &KILL.inner_cells_rest[1][c[3]],
        ];
        let mut paths = KILL.all;
        let (head, tail) = paths.split_at_mut(OUTER);
        for (index, word) in head.iter_mut().enumerate() {
            let mut killed = 0;
            for table in first {
                killed |= table[index];
            }
            *word &= !killed;
        }
        for (index, word) in tail.iter_mut().enumerate() {
            let mut killed = 0;
            for table in rest {
                killed |= table[index];
            }
            *word &= !killed;
        }
        paths
    }

    /// Whether a path of word 4 is left: those need five look-ups only and answer most questions.
    #[inline(always)]
    fn has_inner_path(&self) -> bool {
        let (p, c) = (&self.points, &self.cells);
        let killed = KILL.inner_points_rest[0][p[2]][0]
            | KILL.inner_points_rest[1][p[3]][0]
            | KILL.inner_points_rest[2][p[4]][0]
            | KILL.inner_cells_rest[0][c[2]][0]
            | KILL.inner_cells_rest[1][c[3]][0];
        KILL.all[OUTER] & !killed != 0
    }
}

/// Whether the window round `ball` ends before either goal line.
#[inline(always)]
const fn is_interior(setup: GridballSetup, ball: Point) -> bool {
    // Negative differences wrap to large numbers.
    (ball.y as u8).wrapping_sub(REACH as u8) <= setup.height() - 2 * REACH as u8
}

/// The legal regular moves of a ball on the field.
#[inline(always)]
pub(super) fn moves(board: &Board, setup: GridballSetup, ball: Point) -> MoveSet {
    if is_interior(setup, ball) {
        let window = Window::interior(board, ball, &NO_FOOTPRINT);
        MoveSet { paths: window.paths(), short: 0 }
    } else {
        edge_moves(board, setup, ball, &NO_FOOTPRINT)
    }
}

/// Whether there is a legal regular move of a ball on the field.
#[inline(always)]
pub(super) fn has_move(board: &Board, setup: GridballSetup, ball: Point) -> bool {
    has_move_with(board, setup, ball, &NO_FOOTPRINT)
}

/// Whether the opponent can move after a three-segment move with this bit, played by `ball`.
/// `None` when the move ends in a goal.
#[inline(always)]
pub(super) fn has_answer(
    board: &Board,
    setup: GridballSetup,
    ball: Point,
    bit: usize,
) -> Option<bool> {
    let footprint = FOOTPRINTS.get(bit)?;
    let end = Point::new(ball.x + footprint.end.0, ball.y + footprint.end.1);
    setup.is_on_field(end).then(|| has_move_with(board, setup, end, footprint))
}

#[inline(always)]
fn has_move_with(board: &Board, setup: GridballSetup, ball: Point, footprint: &Footprint) -> bool {
    if is_interior(setup, ball) {
        let window = Window::interior(board, ball, footprint);
        window.has_inner_path() || window.paths().iter().any(|&word| word != 0)
    } else {
        edge_moves(board, setup, ball, footprint).any()
    }
}

/// The legal moves of a ball less than three rows from a goal line, after adding `footprint`.
#[inline(never)]
fn edge_moves(board: &Board, setup: GridballSetup, ball: Point, footprint: &Footprint) -> MoveSet {
    let mut window = Window::edge(board, ball, footprint);
    let height = setup.height() as i8;
    let (goal, distance) =
        if ball.y < REACH as i8 { (0, ball.y as usize) } else { (1, (height - ball.y) as usize) };
    // The row behind the goal line: the posts decide about it, not the touched points.
    let behind = if goal == 0 { REACH - 1 - distance } else { REACH + 1 + distance };
    window.points[behind] = 0;
    let offset =
        |post: u8| ((post as i8 - ball.x).clamp(-POST_REACH, POST_REACH) + POST_REACH) as usize;
    let left = &POSTS.left[goal][distance][offset(setup.left_post())];
    let right = &POSTS.right[goal][distance][offset(setup.right_post())];
    let mut paths = window.paths();
    for (word, (left, right)) in paths.iter_mut().zip(left.iter().zip(right)) {
        *word &= !(left | right);
    }
    let short = if distance < 2 { short_goals(&window, setup, ball, goal, distance) } else { 0 };
    MoveSet { paths, short }
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
