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
//! each row of points and each 7-bit pattern of touched points a table holds the set of paths
//! which that pattern kills; the same for the rows of cells and 6-bit patterns of drawn
//! diagonals. Thirteen look-ups, OR-ed and complemented, are the legal paths.
//!
//! The bits are laid out so that the outer rows concern only the first four words: paths that
//! come two or three rows above or below the ball are in words 0 to 3, and the rest fills up those
//! and words 4 and 5. So of the thirteen look-ups eight are four words wide and five are six.
//!
//! # Goals
//!
//! Off the field every point counts as touched. Where the third segment may cross a goal line,
//! the row behind that line is left out of the thirteen, and two tables take its place: what the
//! left post forbids and what the right post forbids, by their distance from the ball.

#![allow(
    clippy::large_stack_arrays,
    reason = "the large arrays exist while the compiler runs, not on a stack"
)]

use super::{action::Move, position::Board};
use crate::grid::Direction;

/// Words for three-segment paths.
pub(super) const WORDS: usize = 6;
/// Words that outer rows concern.
pub(super) const OUTER: usize = 4;
/// Bit positions of the set, the word of short goals included.
pub(super) const BITS: usize = (WORDS + 1) * 64;
/// The window reaches this far from the ball each way.
pub(super) const REACH: usize = 3;
/// Posts further away than this look alike.
pub(super) const POST_REACH: i8 = 4;
/// Distinct post distances, −4 to 4.
const POST_OFFSETS: usize = 9;

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

/// A set of three-segment paths, while tables are built.
type Paths = [u64; WORDS];

/// Calls for every three-segment path; `const fn` knows no closures, so this is a macro.
macro_rules! for_each_path {
    ($layout:expr, $path:ident, $bit:ident, $body:block) => {
        let mut $bit = 0;
        while $bit < WORDS * 64 {
            if let Some(regular) = $layout.move_of_bit[$bit] {
                let (Some(a), Some(b), Some(c)) =
                    (regular.segment(0), regular.segment(1), regular.segment(2))
                else {
                    panic!("the first six words hold three-segment paths only")
                };
                let $path = Path::new([a, b, c], 3);
                $body
            }
            $bit += 1;
        }
    };
}

const fn insert(set: &mut Paths, bit: usize) {
    set[bit / 64] |= 1 << (bit % 64);
}

/// The words that all rows concern, aligned so that none lies in two lines of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(32))]
pub(super) struct Outer(pub(super) [u64; OUTER]);

/// The words that only the inner rows concern.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(align(16))]
pub(super) struct Inner(pub(super) [u64; WORDS - OUTER]);

/// A set of three-segment paths in its two parts.
#[derive(Clone, Copy)]
pub(super) struct PathSet {
    pub(super) outer: Outer,
    pub(super) inner: Inner,
}

impl PathSet {
    const fn insert(&mut self, bit: usize) {
        let word = bit / 64;
        if word < OUTER {
            self.outer.0[word] |= 1 << (bit % 64);
        } else {
            self.inner.0[word - OUTER] |= 1 << (bit % 64);
        }
    }
}

const fn path_set(words: &Paths) -> PathSet {
    PathSet {
        outer: Outer([words[0], words[1], words[2], words[3]]),
        inner: Inner([words[4], words[5]]),
    }
}

/// Which paths each pattern of a row kills. Rows are counted from the top of the window.
pub(super) struct KillTables {
    /// All 360 paths.
    pub(super) all: PathSet,
    /// Point rows 2, 3, 4: the first four words, and the last two.
    pub(super) inner_points: [[Outer; 128]; 3],
    pub(super) inner_points_rest: [[Inner; 128]; 3],
    /// Cell rows 2, 3.
    pub(super) inner_cells: [[Outer; 64]; 2],
    pub(super) inner_cells_rest: [[Inner; 64]; 2],
    /// Point rows 0, 1, 5, 6.
    pub(super) outer_points: [[Outer; 128]; 4],
    /// Cell rows 0, 1, 4, 5.
    pub(super) outer_cells: [[Outer; 64]; 4],
}

/// For each pattern, the union of what its single bits kill.
const fn patterns<const N: usize>(single: &[Paths]) -> [Paths; N] {
    let mut table = [[0; WORDS]; N];
    let mut pattern = 1;
    while pattern < N {
        let rest = pattern & (pattern - 1);
        let lowest = pattern.trailing_zeros() as usize;
        let mut word = 0;
        while word < WORDS {
            table[pattern][word] = table[rest][word] | single[lowest][word];
            word += 1;
        }
        pattern += 1;
    }
    table
}

const fn first_words<const N: usize>(table: &[Paths; N]) -> [Outer; N] {
    let mut result = [Outer([0; OUTER]); N];
    let mut index = 0;
    while index < N {
        let row = table[index];
        result[index] = Outer([row[0], row[1], row[2], row[3]]);
        index += 1;
    }
    result
}

const fn last_words<const N: usize>(table: &[Paths; N]) -> [Inner; N] {
    let mut result = [Inner([0; WORDS - OUTER]); N];
    let mut index = 0;
    while index < N {
        result[index] = Inner([table[index][4], table[index][5]]);
        index += 1;
    }
    result
}

const fn outer_only<const N: usize>(table: &[Paths; N]) -> [Outer; N] {
    let mut index = 0;
    while index < N {
        assert!(table[index][4] == 0 && table[index][5] == 0, "an outer row reaches inner words");
        index += 1;
    }
    first_words(table)
}

const fn kill_tables() -> KillTables {
    let layout = layout();
    let mut all = [0; WORDS];
    let mut points = [[[0; WORDS]; 7]; 7];
    let mut cells = [[[0; WORDS]; 6]; 6];
    for_each_path!(layout, path, bit, {
        insert(&mut all, bit);
        let mut segment = 0;
        while segment < 3 {
            let (x, y) = path.ends[segment];
            insert(&mut points[(y + 3) as usize][(x + 3) as usize], bit);
            if let Some((x, y)) = path.cell(segment) {
                insert(&mut cells[(y + 3) as usize][(x + 3) as usize], bit);
            }
            segment += 1;
        }
    });
    let p: [[Paths; 128]; 7] = [
        patterns(&points[0]),
        patterns(&points[1]),
        patterns(&points[2]),
        patterns(&points[3]),
        patterns(&points[4]),
        patterns(&points[5]),
        patterns(&points[6]),
    ];
    let c: [[Paths; 64]; 6] = [
        patterns(&cells[0]),
        patterns(&cells[1]),
        patterns(&cells[2]),
        patterns(&cells[3]),
        patterns(&cells[4]),
        patterns(&cells[5]),
    ];
    KillTables {
        all: path_set(&all),
        inner_points: [first_words(&p[2]), first_words(&p[3]), first_words(&p[4])],
        inner_points_rest: [last_words(&p[2]), last_words(&p[3]), last_words(&p[4])],
        inner_cells: [first_words(&c[2]), first_words(&c[3])],
        inner_cells_rest: [last_words(&c[2]), last_words(&c[3])],
        outer_points: [outer_only(&p[0]), outer_only(&p[1]), outer_only(&p[5]), outer_only(&p[6])],
        outer_cells: [outer_only(&c[0]), outer_only(&c[1]), outer_only(&c[4]), outer_only(&c[5])],
    }
}

pub(super) static KILL: KillTables = kill_tables();

/// What the posts of a goal kill: index by goal (0 top, 1 bottom), distance of the goal line from
/// the ball (0, 1, 2), and the distance of the post to the right of the ball plus 4.
pub(super) struct PostTables {
    pub(super) left: [[[PathSet; POST_OFFSETS]; REACH]; 2],
    pub(super) right: [[[PathSet; POST_OFFSETS]; REACH]; 2],
}

const fn post_tables() -> PostTables {
    let layout = layout();
    let none = path_set(&[0; WORDS]);
    let mut tables = PostTables {
        left: [[[none; POST_OFFSETS]; REACH]; 2],
        right: [[[none; POST_OFFSETS]; REACH]; 2],
    };
    for_each_path!(layout, path, bit, {
        let mut goal = 0;
        while goal < 2 {
            let sign = if goal == 0 { -1 } else { 1 };
            let mut distance = 0;
            while distance < REACH {
                // The row just behind the goal line.
                let behind = (distance as i8 + 1) * sign;
                let through = path.ends[0].1 == behind || path.ends[1].1 == behind;
                let into = path.ends[2].1 == behind;
                let mut offset = 0;
                while offset < POST_OFFSETS {
                    let post = offset as i8 - POST_REACH;
                    let (start, end) = (path.ends[1].0, path.ends[2].0);
                    // Straight strictly between the posts, diagonally between or on them.
                    let (past_left, past_right) = if start == end {
                        (end <= post, end >= post)
                    } else {
                        (start < post || end < post, start > post || end > post)
                    };
                    if through || (into && past_left) {
                        tables.left[goal][distance][offset].insert(bit);
                    }
                    if through || (into && past_right) {
                        tables.right[goal][distance][offset].insert(bit);
                    }
                    offset += 1;
                }
                distance += 1;
            }
            goal += 1;
        }
    });
    tables
}

pub(super) static POSTS: PostTables = post_tables();

/// What a move adds to the window round its end: touched points, drawn diagonals.
#[derive(Clone, Copy)]
pub(super) struct Footprint {
    pub(super) points: [u8; 7],
    pub(super) cells: [u8; 6],
    /// Where the move ends, relative to its start.
    pub(super) end: (i8, i8),
}

/// What no move adds.
pub(super) const NO_FOOTPRINT: Footprint = Footprint { points: [0; 7], cells: [0; 6], end: (0, 0) };

const fn footprint(path: &Path) -> Footprint {
    let (end_x, end_y) = path.ends[path.length - 1];
    let mut footprint = NO_FOOTPRINT;
    footprint.end = (end_x, end_y);
    let mut segment = 0;
    while segment < path.length {
        let (x, y) = path.ends[segment];
        footprint.points[(y - end_y + 3) as usize] |= 1 << (x - end_x + 3);
        if let Some((x, y)) = path.cell(segment) {
            footprint.cells[(y - end_y + 3) as usize] |= 1 << (x - end_x + 3);
        }
        segment += 1;
    }
    footprint
}

/// How a move lies on the board: up to three rows of points and up to three of cells, each
/// relative to the row of the start, with its places in the window round the start. An entry that is
/// not used has no places and names a row that no other entry names, so that changing one row need
/// not wait for another change of it.
#[derive(Clone, Copy)]
pub(super) struct MoveShape {
    pub(super) point_rows: [(i8, u8); 3],
    pub(super) cell_rows: [(i8, u8); 3],
    pub(super) footprint: Footprint,
}

/// Adds a place to its row.
const fn add_place(rows: &mut [(i8, u8); 3], (x, y): (i8, i8)) {
    let mut index = 0;
    while rows[index].1 != 0 && rows[index].0 != y {
        index += 1;
    }
    rows[index] = (y, rows[index].1 | 1 << (x + 3));
}

/// Gives unused entries the rows that come first from `first` in the direction of `sign`.
const fn name_unused_rows(rows: &mut [(i8, u8); 3], first: i8, sign: i8) {
    let mut index = 0;
    let mut row = first;
    while index < rows.len() {
        if rows[index].1 == 0 {
            while rows[0].0 == row || rows[1].0 == row || rows[2].0 == row {
                row += sign;
            }
            rows[index].0 = row;
        }
        index += 1;
    }
}

const fn shapes() -> [MoveShape; Move::CODES] {
    const UNUSED: (i8, u8) = (i8::MAX, 0);
    let none =
        MoveShape { point_rows: [UNUSED; 3], cell_rows: [UNUSED; 3], footprint: NO_FOOTPRINT };
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
                let mut shape = none;
                shape.footprint = footprint(&path);
                let mut segment = 0;
                while segment < length {
                    add_place(&mut shape.point_rows, path.ends[segment]);
                    if let Some(cell) = path.cell(segment) {
                        add_place(&mut shape.cell_rows, cell);
                    }
                    segment += 1;
                }
                // Any point has rows of points or cells enough below it, and any row of cells that a
                // point touches has enough above it.
                name_unused_rows(&mut shape.point_rows, 0, 1);
                name_unused_rows(&mut shape.cell_rows, -1, -1);
                shapes[path.as_move().code()] = shape;
            }
            length += 1;
        }
    }
    shapes
}

static SHAPES: [MoveShape; Move::CODES] = shapes();

/// How `regular` lies on the board.
#[inline(always)]
pub(super) fn shape(regular: Move) -> &'static MoveShape {
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
        assert_eq!(count(0..WORDS * 64), 360);
        assert_eq!(count(WORDS * 64..BITS), 36);
        assert_eq!(
            KILL.all.outer.0.iter().chain(&KILL.all.inner.0).map(|w| w.count_ones()).sum::<u32>(),
            360
        );
    }
}
