//! The generator of regular moves: look-ups in the tables of `tables.rs`.

use core::{fmt, iter::FusedIterator};

use super::{
    action::Move,
    position::{Board, keep_apart},
    rules::{GridballSetup, MAX_HEIGHT},
    tables::{
        self, Footprint, Inner, NO_FOOTPRINT, Outer, QUICK, REACH, SHORT, SPARED, WINDOW, WORDS,
        Words,
    },
};
use crate::grid::Point;

/// A set of legal regular moves, complete or empty or anything between.
///
/// The set is the primary thing: it is had without listing the moves, and counting it, asking for
/// a member, or taking the k-th one needs no list either. The order of iteration and of
/// [`kth`](Self::kth) is fixed, but not that of the texts.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(32))]
pub struct MoveSet(Words);

impl MoveSet {
    /// How many moves.
    #[inline]
    pub fn len(&self) -> usize {
        if cfg!(target_feature = "popcnt") {
            self.0.iter().map(|word| word.count_ones() as usize).sum()
        } else {
            count_without_instruction(&self.0)
        }
    }

    /// Whether there is no move.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether there is a move.
    #[inline]
    pub fn any(&self) -> bool {
        !self.is_empty()
    }

    /// Whether `regular` is in the set.
    #[inline]
    pub fn contains(&self, regular: Move) -> bool {
        tables::bit_of_move(regular).is_some_and(|bit| self.0[bit / 64] >> (bit % 64) & 1 == 1)
    }

    /// The moves, in the fixed order of the set.
    #[inline]
    pub fn iter(&self) -> MoveSetIter {
        MoveSetIter { set: *self, word: 0, left: self.0[0] }
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
        for (number, mut word) in self.0.into_iter().enumerate() {
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
        for (word, other) in result.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        result
    }

    /// The moves that are in this set and not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let mut result = *self;
        for (word, other) in result.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        result
    }

    /// How many different ends moves have, seen from the ball.
    pub const ENDS: usize = tables::ENDS;

    /// The number of the place where a move ends, seen from the ball: 7 (dy + 3) + dx + 3, for a
    /// move that takes the ball `dx` to the right and `dy` down.
    #[inline]
    pub const fn end(regular: Move) -> usize {
        tables::END_OF_MOVE[regular.code()] as usize
    }

    /// The moves that end at one of these places: bit n stands for [end](Self::end) n.
    #[must_use]
    #[inline]
    pub fn ending_at(&self, ends: u64) -> Self {
        let mut ending = Self::default();
        let mut insert = |moves: &tables::Words| {
            for (word, moves) in ending.0.iter_mut().zip(moves) {
                *word |= moves;
            }
        };
        for row in 0..tables::WIDTH {
            let row_of_ends = ends >> (row * tables::WIDTH) & tables::ROW_OF_ENDS;
            if row_of_ends == tables::ROW_OF_ENDS {
                insert(&tables::ENDING_IN_ROW[row]);
                continue;
            }
            let mut left = row_of_ends;
            while left != 0 {
                let column = left.trailing_zeros() as usize;
                insert(&tables::ENDING[row * tables::WIDTH + column]);
                left &= left - 1;
            }
        }
        self.intersection(&ending)
    }

    /// The moves that end in a goal when played from where this set was generated: all the short
    /// ones, and the three-segment ones whose end lies off the field of `setup`, seen from `ball`.
    #[must_use]
    pub fn goals(&self, setup: GridballSetup, ball: Point) -> Self {
        let row_behind = match tables::goal_lines(setup.height(), ball.y) {
            lines @ 0..REACH => REACH - 1 - lines,
            REACH => return Self::default(),
            lines => 3 * REACH + 1 - lines,
        };
        let mut goals = self.intersection(&Self(tables::moves_through_row(row_behind)));
        goals.0[SHORT] = self.0[SHORT];
        goals
    }
}

/// Counts bits in fields of two, four, eight and sixteen bits, where the processor has no
/// instruction for it. All the words go through the steps together.
#[inline(always)]
fn count_without_instruction(words: &Words) -> usize {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const EIGHTS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const SIXTEENS: u64 = 0x00ff_00ff_00ff_00ff;
    let fours = words.map(|word| {
        let pairs = word - (word >> 1 & PAIRS);
        (pairs & FOURS) + (pairs >> 2 & FOURS)
    });
    let mut sum = 0;
    for index in 0..WORDS / 2 {
        // At most 8 in four bits, and in the end at most 64 in eight.
        let fours = fours[index] + fours[index + WORDS / 2];
        sum += (fours & EIGHTS) + (fours >> 4 & EIGHTS);
    }
    let sixteens = (sum & SIXTEENS) + (sum >> 8 & SIXTEENS);
    (sixteens.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
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
    /// The number of the present word.
    word: usize,
    /// What is left of it.
    left: u64,
}

impl Iterator for MoveSetIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.left == 0 {
            let next = self.word + 1;
            self.left = *self.set.0.get(next)?;
            self.word = next;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        // Only bits that stand for moves are ever set.
        tables::move_of_bit(self.word * 64 + bit)
    }

    /// Word by word, which is faster than asking for one move after the other.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(self, init: B, mut fold: F) -> B {
        let mut result = init;
        let mut left = self.left;
        for number in self.word..WORDS {
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                if let Some(regular) = tables::move_of_bit(number * 64 + bit) {
                    result = fold(result, regular);
                }
            }
            left = self.set.0.get(number + 1).copied().unwrap_or(0);
        }
        result
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let words = self.set.0.iter().skip(self.word + 1).chain([&self.left]);
        let left = words.map(|word| word.count_ones() as usize).sum();
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveSetIter {}
impl FusedIterator for MoveSetIter {}

/// The patterns of the thirteen rows round a ball.
struct Window([usize; WINDOW]);

impl Window {
    #[inline(always)]
    fn new(rows: &[u64; WINDOW], ball: Point, footprint: &Footprint) -> Self {
        let x = ball.x as u32 & 63;
        let mut patterns = [0; WINDOW];
        for (index, pattern) in patterns.iter_mut().enumerate() {
            let columns = if index % 2 == 0 { 127 } else { 63 };
            *pattern = (rows[index] >> x) as usize & columns | footprint[index] as usize;
            keep_apart();
        }
        Self(patterns)
    }

    /// The moves that everything in the window spares.
    #[inline(always)]
    fn moves(&self, Inner(goal): &Inner) -> MoveSet {
        let [p0, c0, p1, c1, p2, c2, p3, c3, p4, c4, p5, c5, p6] = self.0;
        let inner: [&Inner; 5] = [
            &SPARED.inner_points[0][p2],
            &SPARED.inner_points[1][p3],
            &SPARED.inner_points[2][p4],
            &SPARED.inner_cells[0][c2],
            &SPARED.inner_cells[1][c3],
        ];
        let outer: [&Outer; 8] = [
            &SPARED.outer_points[0][p0],
            &SPARED.outer_points[1][p1],
            &SPARED.outer_points[2][p5],
            &SPARED.outer_points[3][p6],
            &SPARED.outer_cells[0][c0],
            &SPARED.outer_cells[1][c1],
            &SPARED.outer_cells[2][c4],
            &SPARED.outer_cells[3][c5],
        ];
        let mut moves = *goal;
        for table in inner {
            for (word, spared) in moves.iter_mut().zip(table.0) {
                *word &= spared;
            }
        }
        for table in outer {
            for (word, spared) in moves.iter_mut().zip(table.0) {
                *word &= spared;
            }
        }
        MoveSet(moves)
    }
}

/// Whether one of the quick paths is left that stay on the field. They keep within one row of the ball, so five look-ups are enough.
#[inline(always)]
fn has_inner_path(board: &Board, setup: GridballSetup, ball: Point, footprint: &Footprint) -> bool {
    let Some(rows) = board.around(ball) else { return false };
    let [.., p2, c2, p3, c3, p4, _, _, _, _] = Window::new(rows, ball, footprint).0;
    let spared = QUICK.points[0][p2]
        & QUICK.cells[0][c2]
        & QUICK.points[1][p3]
        & QUICK.cells[1][c3]
        & QUICK.points[2][p4]
        & QUICK.top[usize::from(ball.y == 0)]
        & QUICK.bottom[usize::from(ball.y == setup.height() as i8)];
    spared != 0
}

/// The legal regular moves of a ball on the field.
#[inline(always)]
pub(super) fn moves(board: &Board, setup: GridballSetup, ball: Point) -> MoveSet {
    moves_after(board, setup, ball, &NO_FOOTPRINT)
}

/// Whether there is a legal regular move of a ball on the field, after adding `footprint`.
#[inline(always)]
pub(super) fn has_move(
    board: &Board,
    setup: GridballSetup,
    ball: Point,
    footprint: &Footprint,
) -> bool {
    has_inner_path(board, setup, ball, footprint) || has_any_move(board, setup, ball, footprint)
}

#[inline(never)]
fn has_any_move(board: &Board, setup: GridballSetup, ball: Point, footprint: &Footprint) -> bool {
    moves_after(board, setup, ball, footprint).any()
}

/// The legal moves after adding `footprint`.
///
/// There is hardly a branch on where the ball is, since a wrong guess would cost more than all the
/// look-ups. The rare cases only choose where the rows are read, so that what follows is one piece.
#[inline(always)]
fn moves_after(board: &Board, setup: GridballSetup, ball: Point, footprint: &Footprint) -> MoveSet {
    let height = setup.height();
    let collected;
    let rows = match board.around(ball) {
        Some(rows) if height < MAX_HEIGHT => rows,
        _ => {
            collected = board.collect_around(setup, ball);
            &collected
        }
    };
    let goal_lines = tables::goal_lines(height, ball.y);
    let goal = &SPARED.goal[goal_lines][board.mouth_columns(ball)];
    Window::new(rows, ball, footprint).moves(goal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Position;
    use crate::gridball::GridballPosition;

    #[test]
    fn moves_are_found_by_where_they_end() {
        let mut position = GridballPosition::start(&GridballSetup::SMALL);
        let mut seed = 7_u64;
        while position.outcome().is_none() {
            let moves = position.moves();
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let ends = seed >> 8;
            let mut expected = 0;
            for regular in moves {
                let line = position.line(&regular.into());
                let (dx, dy) = (line.end().x - position.ball().x, line.end().y - position.ball().y);
                assert_eq!(MoveSet::end(regular), (7 * (dy + 3) + dx + 3) as usize);
                let is_in = ends >> MoveSet::end(regular) & 1 == 1;
                assert_eq!(moves.ending_at(ends).contains(regular), is_in);
                expected += usize::from(is_in);
            }
            assert_eq!(moves.ending_at(ends).len(), expected);
            assert_eq!((moves.ending_at(0).len(), moves.ending_at(u64::MAX)), (0, moves));
            let (some, others) = (moves.ending_at(ends), moves.ending_at(!ends));
            assert_eq!((moves.difference(&some), moves.difference(&others)), (others, some));
            let mut told = moves.iter();
            moves.iter().for_each(|regular| assert_eq!(told.next(), Some(regular)));
            assert_eq!(told.next(), None);
            for y in -4..31 {
                for x in 0..=60 {
                    let touched = position.touched_row(y) >> x & 1 == 1;
                    assert_eq!(touched, position.is_touched(Point::new(x, y)));
                    let barred = match y {
                        0..26 => position.has_diagonal(x as u8, y as u8),
                        _ => true,
                    };
                    assert_eq!(position.diagonal_row(y) >> x & 1 == 1, barred);
                }
            }
            let actions = position.actions(usize::MAX);
            position.play_unchecked(&actions[(seed >> 33) as usize % actions.len()]);
        }
        assert!(position.turn() > 3);
    }
}
