//! The cells of the board, and sets of them.

use core::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub},
};

use crate::grid::Point;

/// Files and ranks of the board.
pub const SIZE: u8 = 12;

/// The letters of the files from the left. \[S for a–g, m and n; C for h, k and p\]
const FILES: [char; SIZE as usize] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'k', 'm', 'n', 'p'];

/// Other letters that are read for a file. \[C\]
const FILE_ALIASES: [(char, char); 4] = [('i', 'k'), ('j', 'k'), ('l', 'k'), ('o', 'p')];

/// A cell of the board. Its text is the file's letter and the rank, `a1` at the bottom left,
/// `p12` at the top right.
///
/// Cells are ordered as their texts are, bytewise: `a1`, `a10`, `a11`, `a12`, `a2`, … `p9`.
///
/// ```
/// use gridball_core::football_checkers::Cell;
///
/// let cell = Cell::parse("m9").ok_or("no cell")?;
/// assert_eq!((cell.file(), cell.rank()), ('m', 9));
/// assert_eq!((cell.x(), cell.y()), (9, 3));
/// assert_eq!(cell.to_string(), "m9");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(
    /// `16 * y + x`, with x and y below 12.
    u8,
);

impl Cell {
    /// How many cells there are.
    pub const COUNT: usize = SIZE as usize * SIZE as usize;

    /// The cell in column `x` from the left and row `y` **from the top** (rank 12 is row 0), if
    /// both are on the board.
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < SIZE && y < SIZE { Some(Self(y << 4 | x)) } else { None }
    }

    /// The cell with this number, 0 to 143, row by row from the top left.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Self::new((index % SIZE as usize) as u8, (index / SIZE as usize) as u8)
        } else {
            None
        }
    }

    /// The cell at `point`, if that is on the board.
    pub const fn at(point: Point) -> Option<Self> {
        // A negative coordinate becomes one that is too large.
        Self::new(point.x as u8, point.y as u8)
    }

    /// Reads a cell, the letter in either case, aliases of the files included.
    pub fn parse(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let file = characters.next()?.to_ascii_lowercase();
        let file =
            FILE_ALIASES.iter().find(|(alias, _)| *alias == file).map_or(file, |pair| pair.1);
        let x = FILES.iter().position(|&letter| letter == file)?;
        let digits = characters.as_str();
        if digits.starts_with(['0', '+']) {
            return None;
        }
        let rank = digits.parse::<u8>().ok()?;
        Self::new(x as u8, SIZE.checked_sub(rank)?)
    }

    /// Its number, 0 to 143, row by row from the top left.
    pub const fn index(self) -> usize {
        self.y() as usize * SIZE as usize + self.x() as usize
    }

    /// Its column from the left, 0 to 11.
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// Its row from the top, 0 to 11: rank 12 is row 0.
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// The letter of its file.
    pub const fn file(self) -> char {
        FILES[self.x() as usize]
    }

    /// Its rank, 1 to 12.
    pub const fn rank(self) -> u8 {
        SIZE - self.y()
    }

    /// Its place on the paper.
    pub const fn point(self) -> Point {
        Point::new(self.x() as i8, self.y() as i8)
    }

    /// The bit that stands for the cell in a [`CellSet`].
    pub(super) const fn bit(self) -> u8 {
        self.0
    }

    /// The cell of a bit that is set in a [`CellSet`].
    pub(super) const fn from_bit(bit: u8) -> Self {
        Self(bit)
    }

    /// What the order compares: the file, then the rank as text. Behind a rank comes the end or
    /// a character below `0`, so `1` stands before `10`, `11`, `12`, and these before `2`.
    const fn text_order(self) -> (u8, u8) {
        let rank = self.rank();
        let place = match rank {
            1 => 0,
            10..=12 => rank - 9,
            _ => rank + 2,
        };
        (self.x(), place)
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.text_order().cmp(&other.text_order())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cells: a row in 16 bits, four rows in a word.
///
/// The four bits beside each row stay zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet([u64; 3]);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self([0; 3]);

    /// Every cell of the board.
    pub const ALL: Self = Self([0x0fff_0fff_0fff_0fff; 3]);

    /// The cells of one row, counted from the top; none if there is no such row.
    pub(super) const fn whole_row(y: u8) -> Self {
        let mut set = Self::EMPTY;
        if y < SIZE {
            set.0[y as usize / 4] = 0x0fff << (y % 4 * 16);
        }
        set
    }

    /// The set with one more cell.
    #[must_use]
    pub const fn with(mut self, cell: Cell) -> Self {
        self.0[cell.0 as usize / 64] |= 1 << (cell.0 % 64);
        self
    }

    /// The set without a cell.
    #[must_use]
    pub const fn without(mut self, cell: Cell) -> Self {
        self.0[cell.0 as usize / 64] &= !(1 << (cell.0 % 64));
        self
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        self.contains_bit(cell.0)
    }

    /// Whether this bit is set; `false` for a bit beyond the board.
    pub(super) const fn contains_bit(self, bit: u8) -> bool {
        let word = bit as usize / 64;
        word < 3 && self.0[word] >> (bit % 64) & 1 == 1
    }

    /// How many cells there are in it, 0 to 144.
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Whether it holds no cell.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Its cells, row by row from the top, left to right.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut words = self.0.into_iter();
        let (mut word, mut start) = (words.next().unwrap_or(0), 0);
        core::iter::from_fn(move || {
            while word == 0 {
                word = words.next()?;
                start += 64;
            }
            let bit = start + word.trailing_zeros() as u8;
            word &= word - 1;
            Some(Cell(bit))
        })
    }

    /// Row `y` from the top as twelve bits, bit 0 the leftmost cell; `y` must be below 12.
    pub(super) const fn row(self, y: u8) -> u64 {
        self.0[y as usize / 4] >> (y % 4 * 16) & 0x0fff
    }

    /// The set of the cells of row `y` whose bits are set.
    pub(super) const fn from_row(y: u8, bits: u64) -> Self {
        let mut set = Self::EMPTY;
        set.0[y as usize / 4] = (bits & 0x0fff) << (y % 4 * 16);
        set
    }

    /// The lowest bit that is set: the first cell from the top left. 192 if there is none.
    #[inline]
    pub(super) const fn first_bit(self) -> u8 {
        let [a, b, c] = self.0;
        let (word, start) = if a != 0 {
            (a, 0)
        } else if b != 0 {
            (b, 64)
        } else {
            (c, 128)
        };
        start + word.trailing_zeros() as u8
    }

    /// The highest bit that is set: the last cell from the top left. 255 if there is none.
    #[inline]
    pub(super) const fn last_bit(self) -> u8 {
        let [a, b, c] = self.0;
        let (word, end) = if c != 0 {
            (c, 191_u8)
        } else if b != 0 {
            (b, 127)
        } else {
            (a, 63)
        };
        end.wrapping_sub(word.leading_zeros() as u8)
    }

    /// The set seen in a mirror that exchanges top and bottom.
    #[must_use]
    pub(super) const fn upside_down(self) -> Self {
        // The four rows of a word in reverse order.
        const fn reversed(word: u64) -> u64 {
            let pairs = word.rotate_left(32);
            (pairs & 0x0000_ffff_0000_ffff) << 16 | (pairs >> 16 & 0x0000_ffff_0000_ffff)
        }
        let [a, b, c] = self.0;
        Self([reversed(c), reversed(b), reversed(a)])
    }

    /// Moves a member from one cell to another.
    #[must_use]
    pub(super) const fn moved(self, from: Cell, to: Cell) -> Self {
        self.without(from).with(to)
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for CellSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitXor for CellSet {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1], self.0[2] ^ other.0[2]])
    }
}

impl Sub for CellSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }
}

impl BitAndAssign for CellSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for CellSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{string::ToString, vec::Vec};

    #[test]
    fn cells_are_read_written_numbered_and_ordered_as_their_texts() {
        let cells: Vec<Cell> = (0..Cell::COUNT).filter_map(Cell::from_index).collect();
        assert_eq!(cells.len(), 144);
        for (index, &cell) in cells.iter().enumerate() {
            assert_eq!(cell.index(), index);
            assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
            assert_eq!(Cell::parse(&cell.to_string().to_uppercase()), Some(cell));
            assert_eq!(Cell::at(cell.point()), Some(cell));
            for &other in &cells {
                assert_eq!(cell.cmp(&other), cell.to_string().cmp(&other.to_string()));
            }
        }
        assert_eq!(Cell::from_index(144), None);
        assert_eq!(Cell::at(Point::new(-1, 0)), None);
        assert_eq!(Cell::at(Point::new(0, 12)), None);
    }

    #[test]
    fn other_letters_are_read_and_nonsense_is_not() {
        for (alias, text) in [("i3", "k3"), ("j10", "k10"), ("l1", "k1"), ("o12", "p12")] {
            assert_eq!(Cell::parse(alias), Cell::parse(text));
        }
        for text in ["", "a", "a0", "a13", "a01", "a+1", "q1", "1a", "a1 ", "a300", "ä1", "a-1"] {
            assert_eq!(Cell::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        assert_eq!(CellSet::ALL.len(), 144);
        assert!(CellSet::ALL.iter().map(Cell::index).eq(0..144));
        assert_eq!(CellSet::EMPTY.first_bit(), 192);
        assert_eq!(CellSet::EMPTY.last_bit(), 255);
        for cell in CellSet::ALL.iter() {
            let set = CellSet::EMPTY.with(cell);
            assert!(set.iter().eq([cell]));
            assert_eq!((set.first_bit(), set.last_bit()), (cell.bit(), cell.bit()));
            assert!(set.contains(cell));
            assert_eq!(set.without(cell), CellSet::EMPTY);
            assert_eq!(CellSet::from_row(cell.y(), 1 << cell.x()), set);
            assert_eq!(set.row(cell.y()), 1 << cell.x());
            assert_eq!(set & CellSet::whole_row(cell.y()), set);
            let mirrored = Cell::new(cell.x(), SIZE - 1 - cell.y()).unwrap();
            assert_eq!(set.upside_down(), CellSet::EMPTY.with(mirrored));
        }
    }
}
