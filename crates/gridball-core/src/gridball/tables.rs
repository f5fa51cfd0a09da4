//! The precomputed half of the generator, all of it built by `const fn`.
//!
//! # Layout of a move set
//!
//! On an open field exactly 360 three-segment paths do not touch or cross themselves. Each has
//! one bit in six words; the 36 ways to score in one or two segments have their bits in a seventh.
//!
//! # Kill tables
//!
//! Everything that can forbid a path lies in the 7 × 7 points and 6 × 6 cells round the ball. For
//! each row of points and each 7-bit pattern of touched points a table holds the set of moves
//! which that pattern kills; the same for the rows of cells and 6-bit patterns of drawn
//! diagonals. What is stored is the complement, the moves that the pattern spares: thirteen look-ups,
//! AND-ed, are the legal moves.
//!
//! The bits are laid out so that the outer rows concern only the first four words: paths that
//! come two or three rows above or below the ball are in words 0 to 3, and the rest fills up those
//! and words 4 and 5. So of the thirteen look-ups eight are four words wide and five are eight,
//! with one word to spare.
//!
//! # Goals
//!
//! Off the field every point counts as touched, except behind the mouth of a goal, where the last
//! segment of a move may end. What else is forbidden there has a fourteenth look-up: paths that go
//! on behind a goal line or cross it on top of a post, and short ways that do not score.

#![allow(
    clippy::large_stack_arrays,
    reason = "the large arrays exist while the compiler runs, not on a stack"
)]

use super::{action::Move, position::Board};
use crate::grid::Direction;

/// Words of a set, the last one unused.
pub(super) const WORDS: usize = 8;
/// Words that outer rows concern.
const OUTER: usize = 4;
/// The word of goals after one or two segments; those before it are for three-segment paths.
pub(super) const SHORT: usize = 6;
/// Bit positions in use.
const BITS: usize = (SHORT + 1) * 64;
/// The window reaches this far from the ball each way.
pub(super) const REACH: usize = 3;
/// Rows of the window: seven of points and six of cells, by turns.
pub(super) const WINDOW: usize = 13;
/// Rows that the line of a move passes at most. They follow each other.
pub(super) const SHAPE_ROWS: usize = 6;
/// No crossing of a goal line is further to the side of the ball than this.
const CROSSING_REACH: usize = 2;
/// Where a ball can be relative to the goal lines: see [`goal_lines`].
const GOAL_LINES: usize = 2 * REACH + 1;

/// A path kept while tables are built.
#[derive(Clone, Copy)]
struct Path {
    /// The segments; `length` of them count.
    segments: [Direction; 3],
    length: usize,
    /// Where each segment ends, relative to the ball.
    ends: [(i8, i8); 3],
}

impl Path {
    const fn new(segments: [Direction; 3], length: usize) -> Self {
        let mut ends = [(0, 0); 3];
        let (mut x, mut y) = (0, 0);
        let mut index = 0;
        while index < length {
            let (dx, dy) = segments[index].delta();
            x += dx;
            y += dy;
            ends[index] = (x, y);
            index += 1;
        }
        Self { segments, length, ends }
    }

    const fn of_move(regular: Move) -> Self {
        let mut segments = [Direction::North; 3];
        let mut index = 0;
        while let Some(segment) = regular.segment(index) {
            segments[index] = segment;
            index += 1;
        }
        Self::new(segments, regular.len())
    }

    const fn as_move(&self) -> Move {
        let (segments, _) = self.segments.split_at(self.length);
        let Some(regular) = Move::new(segments) else { panic!("a path has one to three segments") };
        regular
    }

    /// Start of a segment.
    const fn begin(&self, index: usize) -> (i8, i8) {
        if index == 0 { (0, 0) } else { self.ends[index - 1] }
    }

    /// The cell whose diagonal a segment draws, by its top left corner.
    const fn cell(&self, index: usize) -> Option<(i8, i8)> {
        if self.segments[index].is_diagonal() {
            let ((ax, ay), (bx, by)) = (self.begin(index), self.ends[index]);
            Some((if ax < bx { ax } else { bx }, if ay < by { ay } else { by }))
        } else {
            None
        }
    }

    /// Whether the path neither touches nor crosses itself. (Two diagonals of one cell have four
    /// different ends, so crossing has to be looked at apart from touching.)
    const fn is_consistent(&self) -> bool {
        let mut a = 0;
        while a < self.length {
            if same(self.ends[a], (0, 0)) {
                return false;
            }
            let mut b = 0;
            while b < a {
                if same(self.ends[a], self.ends[b]) {
                    return false;
                }
                if let (Some(one), Some(other)) = (self.cell(a), self.cell(b))
                    && same(one, other)
                {
                    return false;
                }
                b += 1;
            }
            a += 1;
        }
        true
    }

    /// The farthest row above (`sign` −1) or below (`sign` 1) the ball that the path touches.
    const fn extent(&self, sign: i8) -> i8 {
        let mut farthest = 0;
        let mut index = 0;
        while index < self.length {
            let y = self.ends[index].1 * sign;
            if y > farthest {
                farthest = y;
            }
            index += 1;
        }
        farthest
    }
}

const fn same(a: (i8, i8), b: (i8, i8)) -> bool {
    a.0 == b.0 && a.1 == b.1
}

const ABSENT: u16 = u16::MAX;

/// Which move each bit stands for, and back.
struct Layout {
    move_of_bit: [Option<Move>; BITS],
    bit_of_move: [u16; Move::CODES],
}

const fn layout() -> Layout {
    let mut layout = Layout { move_of_bit: [None; BITS], bit_of_move: [ABSENT; Move::CODES] };
    // The next free bit among: words 0 and 1, words 2 and 3, words 4 and 5, the short goals.
    let mut next = [0, 128, 256, 384];
    let end = [128, 256, 384, BITS];
    // First the paths that reach far up or down, then the rest where there is room.
    let mut pass = 0;
    while pass < 2 {
        let mut number = 0;
        while number < 512 {
            let path = Path::new(
                [
                    Direction::from_index(number >> 6),
                    Direction::from_index(number >> 3),
                    Direction::from_index(number),
                ],
                3,
            );
            number += 1;
            if !path.is_consistent() {
                continue;
            }
            let (up, down) = (path.extent(-1) >= 2, path.extent(1) >= 2);
            if (up || down) != (pass == 0) {
                continue;
            }
            let mut group = if down { 1 } else { 0 };
            while next[group] == end[group] {
                group += 1;
            }
            assert!(pass == 1 || group == down as usize, "outer paths must fit their words");
            layout.put(&path, next[group]);
            next[group] += 1;
        }
        pass += 1;
    }
    // Short goals: one segment up or down, or any first segment and then one up or down.
    let mut number = 0;
    while number < 8 {
        let first = Direction::from_index(number);
        let path = Path::new([first, first, first], 1);
        if path.ends[0].1 != 0 {
            layout.put(&path, next[3]);
            next[3] += 1;
        }
        let mut second = 0;
        while second < 8 {
            let second_direction = Direction::from_index(second);
            second += 1;
            let path = Path::new([first, second_direction, first], 2);
            // The second segment leaves the field; the first one did not, but may have run
            // along the goal line or towards it.
            let (dy, end) = (path.ends[1].1 - path.ends[0].1, path.ends[1].1);
            if dy != 0 && end * dy > 0 {
                layout.put(&path, next[3]);
                next[3] += 1;
            }
        }
        number += 1;
    }
    layout
}

impl Layout {
    const fn put(&mut self, path: &Path, bit: usize) {
        let regular = path.as_move();
        self.move_of_bit[bit] = Some(regular);
        self.bit_of_move[regular.code()] = bit as u16;
    }
}

static LAYOUT: Layout = layout();

/// The move that a bit of the set stands for.
#[inline(always)]
pub(super) fn move_of_bit(bit: usize) -> Option<Move> {
    *LAYOUT.move_of_bit.get(bit)?
}

/// The bit of a move, if it has one: a self-consistent path of three segments, or one or two
/// segments that can end in a goal.
pub(super) const fn bit_of_move(regular: Move) -> Option<usize> {
    let bit = LAYOUT.bit_of_move[regular.code()];
    if bit == ABSENT { None } else { Some(bit as usize) }
}

/// A set of moves.
pub(super) type Words = [u64; WORDS];

/// Calls for every three-segment path; `const fn` knows no closures, so this is a macro.
macro_rules! for_each_path {
    ($layout:expr, $path:ident, $bit:ident, $body:block) => {
        let mut $bit = 0;
        while $bit < SHORT * 64 {
            if let Some(regular) = $layout.move_of_bit[$bit] {
                let $path = Path::of_move(regular);
                $body
            }
            $bit += 1;
        }
    };
}

const fn insert(set: &mut Words, bit: usize) {
    set[bit / 64] |= 1 << (bit % 64);
}

/// An entry of a table for an inner row, in one line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Inner(pub(super) Words);

/// An entry of a table for an outer row, not in two lines of the cache.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Outer(pub(super) [u64; OUTER]);

/// Which moves each pattern of a row spares. Rows are counted from the top of the window.
pub(super) struct SpareTables {
    /// Point rows 2, 3, 4.
    pub(super) inner_points: [[Inner; 128]; 3],
    /// Cell rows 2, 3.
    pub(super) inner_cells: [[Inner; 64]; 2],
    /// What the goal lines spare: index by [`goal_lines`] and the columns of the mouth.
    pub(super) goal: [[Inner; 128]; GOAL_LINES],
    /// Point rows 0, 1, 5, 6.
    pub(super) outer_points: [[Outer; 128]; 4],
    /// Cell rows 0, 1, 4, 5.
    pub(super) outer_cells: [[Outer; 64]; 4],
}

/// Where the goal lines are: 0, 1, 2 for the top one that many rows above the ball, 6, 5, 4 for the
/// bottom one 0, 1, 2 rows below the ball, 3 if both are further away.
#[inline(always)]
pub(super) const fn goal_lines(height: u8, y: i8) -> usize {
    const REACH: u8 = self::REACH as u8;
    let (above, below) = (y as u8, height.wrapping_sub(y as u8));
    let above = if above < REACH { above } else { REACH };
    let below = if below < REACH { below } else { REACH };
    (REACH + above - below) as usize
}

/// What the goal lines spare, apart from touched points and cells, by the columns of the mouth.
const fn goal_tables(layout: &Layout, all: &Words) -> [[Inner; 128]; GOAL_LINES] {
    const COLUMNS: usize = 2 * CROSSING_REACH + 1;
    let mut tables = [[Inner([0; WORDS]); 128]; GOAL_LINES];
    let mut lines = 0;
    while lines < GOAL_LINES {
        // The row just behind the goal line, if it is near enough to be entered.
        let behind = if lines < REACH { -(lines as i8) - 1 } else { (GOAL_LINES - lines) as i8 };
        let mut always = [0; WORDS];
        // By the column where the path crosses the goal line upright.
        let mut on_post = [[0; WORDS]; COLUMNS];
        // By the columns where the short way starts and ends to cross it.
        let mut short = [[0; WORDS]; 3 * COLUMNS];
        for_each_path!(layout, path, bit, {
            let ((_, first), (from, second), (to, third)) =
                (path.ends[0], path.ends[1], path.ends[2]);
            if first == behind || second == behind {
                insert(&mut always, bit);
            } else if third == behind && from == to {
                insert(&mut on_post[(to + CROSSING_REACH as i8) as usize], bit);
            }
        });
        let mut bit = SHORT * 64;
        while bit < BITS {
            if let Some(regular) = layout.move_of_bit[bit] {
                let path = Path::of_move(regular);
                let last = path.length - 1;
                let ((from, before), (to, after)) = (path.begin(last), path.ends[last]);
                if after == behind && before != behind {
                    let crossing = 3 * (from + CROSSING_REACH as i8) + (to - from + 1);
                    insert(&mut short[crossing as usize], bit);
                } else {
                    insert(&mut always, bit);
                }
            }
            bit += 1;
        }
        let mut mouth = 0;
        while mouth < 128 {
            let mut killed = always;
            let mut column = 0;
            while column < COLUMNS {
                // Three columns of the mouth, the one in question in the middle.
                let near = mouth >> column & 0b111;
                if near == 0b011 || near == 0b110 {
                    add(&mut killed, &on_post[column]);
                }
                if near & 0b011 != 0b011 {
                    add(&mut killed, &short[3 * column]);
                }
                if near != 0b111 {
                    add(&mut killed, &short[3 * column + 1]);
                }
                if near & 0b110 != 0b110 {
                    add(&mut killed, &short[3 * column + 2]);
                }
                column += 1;
            }
            tables[lines][mouth] = Inner(without(all, &killed));
            mouth += 1;
        }
        lines += 1;
    }
    tables
}

/// Adds the moves of one set to another.
const fn add(set: &mut Words, other: &Words) {
    let mut word = 0;
    while word < WORDS {
        set[word] |= other[word];
        word += 1;
    }
}

/// The moves of a set that are not in another one.
const fn without(set: &Words, other: &Words) -> Words {
    let mut result = *set;
    let mut word = 0;
    while word < WORDS {
        result[word] &= !other[word];
        word += 1;
    }
    result
}

/// For each pattern, the union of what its single bits kill.
const fn patterns<const N: usize>(single: &[Words]) -> [Words; N] {
    let mut table = [[0; WORDS]; N];
    let mut pattern = 1;
    while pattern < N {
        let rest = pattern & (pattern - 1);
        let lowest = pattern.trailing_zeros() as usize;
        table[pattern] = table[rest];
        add(&mut table[pattern], &single[lowest]);
        pattern += 1;
    }
    table
}

const fn inner<const N: usize>(all: &Words, single: &[Words]) -> [Inner; N] {
    let table: [Words; N] = patterns(single);
    let mut result = [Inner([0; WORDS]); N];
    let mut index = 0;
    while index < N {
        result[index] = Inner(without(all, &table[index]));
        index += 1;
    }
    result
}

const fn outer<const N: usize>(all: &Words, single: &[Words]) -> [Outer; N] {
    let table: [Words; N] = patterns(single);
    let mut result = [Outer([0; OUTER]); N];
    let mut index = 0;
    while index < N {
        let (_, rest) = table[index].split_at(OUTER);
        assert!(matches!(rest, [0, 0, 0, 0]), "an outer row concerns the first words only");
        let [a, b, c, d, ..] = without(all, &table[index]);
        result[index] = Outer([a, b, c, d]);
        index += 1;
    }
    result
}

/// The moves that each point of the window kills when it is touched, and each cell when a diagonal is
/// drawn in it: those that pass it before they leave the field.
struct Killers {
    points: [[Words; 7]; 7],
    cells: [[Words; 6]; 6],
}

/// Of these moves, by their index.
const fn killers(moves: &[Option<Move>]) -> Killers {
    let mut killers = Killers { points: [[[0; WORDS]; 7]; 7], cells: [[[0; WORDS]; 6]; 6] };
    let mut bit = 0;
    while bit < moves.len() {
        if let Some(regular) = moves[bit] {
            let path = Path::of_move(regular);
            // The last segment of a short way is a goal, which the goal tables look after.
            let segments = if path.length == 3 { 3 } else { path.length - 1 };
            let mut segment = 0;
            while segment < segments {
                let (x, y) = path.ends[segment];
                insert(&mut killers.points[(y + 3) as usize][(x + 3) as usize], bit);
                if let Some((x, y)) = path.cell(segment) {
                    insert(&mut killers.cells[(y + 3) as usize][(x + 3) as usize], bit);
                }
                segment += 1;
            }
        }
        bit += 1;
    }
    killers
}

const fn spare_tables() -> SpareTables {
    let layout = layout();
    let all = &ALL;
    let Killers { points: p, cells: c } = killers(&layout.move_of_bit);
    SpareTables {
        inner_points: [inner(all, &p[2]), inner(all, &p[3]), inner(all, &p[4])],
        inner_cells: [inner(all, &c[2]), inner(all, &c[3])],
        goal: goal_tables(&layout, all),
        outer_points: [outer(all, &p[0]), outer(all, &p[1]), outer(all, &p[5]), outer(all, &p[6])],
        outer_cells: [outer(all, &c[0]), outer(all, &c[1]), outer(all, &c[4]), outer(all, &c[5])],
    }
}

pub(super) static SPARED: SpareTables = spare_tables();

/// All moves.
static ALL: Words = {
    let layout = layout();
    let mut all = [0; WORDS];
    let mut bit = 0;
    while bit < BITS {
        if layout.move_of_bit[bit].is_some() {
            insert(&mut all, bit);
        }
        bit += 1;
    }
    all
};

/// A quick answer to whether there is a move: of 64 paths that keep within one row of the ball, those
/// that each pattern of rows 2, 3 and 4 of the window spares.
pub(super) struct QuickTables {
    pub(super) points: [[u64; 128]; 3],
    pub(super) cells: [[u64; 64]; 2],
    /// What a goal line through the ball spares: index by whether there is one at the top, where
    /// no segment may end above the ball.
    pub(super) top: [u64; 2],
    /// The same at the bottom.
    pub(super) bottom: [u64; 2],
}

/// 64 of the paths that keep within one row of the ball, as different from each other as may be.
const fn quick_paths() -> [Option<Move>; 64] {
    let layout = layout();
    let mut paths = [None; SHORT * 64];
    let mut count = 0;
    let mut code = 0;
    while code < Move::CODES {
        let bit = layout.bit_of_move[code] as usize;
        if bit < SHORT * 64
            && let Some(regular) = layout.move_of_bit[bit]
        {
            let path = Path::of_move(regular);
            if path.extent(-1) <= 1 && path.extent(1) <= 1 {
                paths[count] = Some(regular);
                count += 1;
            }
        }
        code += 1;
    }
    assert!(count >= 64);
    // In the order of their texts paths differ the less the nearer they are.
    let mut chosen = [None; 64];
    let mut index = 0;
    while index < chosen.len() {
        chosen[index] = paths[index * count / chosen.len()];
        index += 1;
    }
    chosen
}

const fn quick_tables() -> QuickTables {
    const fn spared<const N: usize>(single: &[Words]) -> [u64; N] {
        let table: [Words; N] = patterns(single);
        let mut words = [0; N];
        let mut index = 0;
        while index < N {
            words[index] = !table[index][0];
            index += 1;
        }
        words
    }
    let Killers { points: p, cells: c } = killers(&quick_paths());
    let points = [spared(&p[2]), spared(&p[3]), spared(&p[4])];
    QuickTables {
        points,
        cells: [spared(&c[2]), spared(&c[3])],
        top: [!0, points[0][127]],
        bottom: [!0, points[2][127]],
    }
}

pub(super) static QUICK: QuickTables = quick_tables();

/// The moves that end a segment in this row of points of the window, 0..=6, short goals apart.
pub(super) fn moves_through_row(row: usize) -> Words {
    let [_, _, _, _, e, f, g, h] = ALL;
    let outer = |Outer([a, b, c, d]): Outer| [a, b, c, d, e, f, g, h];
    let others = match row {
        0 | 1 => outer(SPARED.outer_points[row][127]),
        2..=4 => SPARED.inner_points[row - 2][127].0,
        _ => outer(SPARED.outer_points[row - 3][127]),
    };
    without(&ALL, &others)
}

/// How many points the three segments of a move can end on, seen from the ball: [`MoveSet::end`].
///
/// [`MoveSet::end`]: super::MoveSet::end
pub(super) const ENDS: usize = WIDTH * WIDTH;
/// Points in a row of them, and such rows.
pub(super) const WIDTH: usize = 2 * REACH + 1;
/// A whole row of them, as bits.
pub(super) const ROW_OF_ENDS: u64 = (1 << WIDTH) - 1;

/// The number of an end of a move.
pub(super) const fn end_number(dx: i8, dy: i8) -> usize {
    (dy + REACH as i8) as usize * WIDTH + (dx + REACH as i8) as usize
}

/// Where each move ends, by its code.
pub(super) static END_OF_MOVE: [u8; Move::CODES] = {
    let mut ends = [0; Move::CODES];
    let mut end = 0;
    while end < ENDS {
        let mut bit = 0;
        while bit < BITS {
            if ENDING[end][bit / 64] >> (bit % 64) & 1 == 1
                && let Some(regular) = LAYOUT.move_of_bit[bit]
            {
                ends[regular.code()] = end as u8;
            }
            bit += 1;
        }
        end += 1;
    }
    ends
};

/// The moves that end at each end.
pub(super) static ENDING: [Words; ENDS] = {
    let mut ending = [[0; WORDS]; ENDS];
    let mut bit = 0;
    while bit < BITS {
        if let Some(regular) = LAYOUT.move_of_bit[bit] {
            let path = Path::of_move(regular);
            let (dx, dy) = path.ends[path.length - 1];
            insert(&mut ending[end_number(dx, dy)], bit);
        }
        bit += 1;
    }
    ending
};

/// The moves that end in each row.
pub(super) static ENDING_IN_ROW: [Words; WIDTH] = {
    let mut ending = [[0; WORDS]; WIDTH];
    let mut end = 0;
    while end < ENDS {
        let mut word = 0;
        while word < WORDS {
            ending[end / WIDTH][word] |= ENDING[end][word];
            word += 1;
        }
        end += 1;
    }
    ending
};

/// What a move adds to the window round its end: touched points and drawn diagonals by turns, like
/// the rows of the window.
pub(super) type Footprint = [u8; WINDOW];

/// What no move adds.
pub(super) const NO_FOOTPRINT: Footprint = [0; WINDOW];

/// How a move lies on the board.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct MoveShape {
    /// What changes in the rows that the move passes, at its places in the window round the start.
    pub(super) rows: [u8; SHAPE_ROWS],
    /// The first of them, counted from the top of the window.
    pub(super) first_row: u8,
    /// Where the move ends, relative to its start.
    pub(super) end: (i8, i8),
    pub(super) footprint: Footprint,
}

/// How a path lies in the window round a point, given relative to its start.
const fn window_of(path: &Path, (x0, y0): (i8, i8)) -> Footprint {
    let mut window = NO_FOOTPRINT;
    let mut segment = 0;
    while segment < path.length {
        let (x, y) = path.ends[segment];
        window[(2 * (y - y0 + 3)) as usize] |= 1 << (x - x0 + 3);
        if let Some((x, y)) = path.cell(segment) {
            window[(2 * (y - y0 + 3) + 1) as usize] |= 1 << (x - x0 + 3);
        }
        segment += 1;
    }
    window
}

const fn shape_of(path: &Path) -> MoveShape {
    let around_start = window_of(path, (0, 0));
    let mut first = 0;
    while around_start[first] == 0 {
        first += 1;
    }
    let end = path.ends[path.length - 1];
    let mut shape = MoveShape {
        rows: [0; SHAPE_ROWS],
        first_row: first as u8,
        end,
        footprint: window_of(path, end),
    };
    let mut index = 0;
    while index < SHAPE_ROWS && first < WINDOW {
        shape.rows[index] = around_start[first];
        index += 1;
        first += 1;
    }
    shape
}

const fn shapes() -> [MoveShape; Move::CODES] {
    let none =
        MoveShape { rows: [0; SHAPE_ROWS], first_row: 0, end: (0, 0), footprint: NO_FOOTPRINT };
    let mut shapes = [none; Move::CODES];
    let mut number = 0;
    while number < 512 {
        let segments = [
            Direction::from_index(number >> 6),
            Direction::from_index(number >> 3),
            Direction::from_index(number),
        ];
        number += 1;
        let mut length = 1;
        while length <= 3 {
            let path = Path::new(segments, length);
            // Other moves are never played.
            if path.is_consistent() {
                shapes[path.as_move().code()] = shape_of(&path);
            }
            length += 1;
        }
    }
    shapes
}

static SHAPES: [MoveShape; Move::CODES] = shapes();

/// How `regular` lies on the board.
#[inline(always)]
pub(super) const fn shape(regular: Move) -> &'static MoveShape {
    &SHAPES[regular.code()]
}

/// The finalizer of splitmix64: spreads every input bit over the whole word.
pub(super) const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

const fn keys() -> [[u64; 2]; Board::ROWS] {
    let mut keys = [[0; 2]; Board::ROWS];
    let mut row = 0;
    while row < Board::ROWS {
        keys[row] = [mix(2 * row as u64), mix(2 * row as u64 + 1)];
        row += 1;
    }
    keys
}

/// Random-looking words for the key of a position, the same on every platform and in every
/// release: two for each row of the board.
pub(super) static KEYS: [[u64; 2]; Board::ROWS] = keys();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_360_paths_and_36_short_goals() {
        let count = |bits: core::ops::Range<usize>| {
            bits.filter(|&bit| {
                move_of_bit(bit).is_some_and(|regular| {
                    assert_eq!(bit_of_move(regular), Some(bit));
                    true
                })
            })
            .count()
        };
        assert_eq!(count(0..SHORT * 64), 360);
        assert_eq!(count(SHORT * 64..BITS), 36);
        assert_eq!(ALL.iter().map(|word| word.count_ones()).sum::<u32>(), 396);
    }
}
