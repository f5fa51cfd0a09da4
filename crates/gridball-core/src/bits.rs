//! A grid of bits, one machine word a row.

use core::fmt;

/// A grid of up to 64 × 64 bits, for drawing and for learning: one word a row, bit `x` of word
/// `y` is the place `(x, y)`. Bits beyond the size are always zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BitGrid {
    rows: [u64; 64],
    width: u8,
    height: u8,
}

impl BitGrid {
    /// An empty grid. Sizes above 64 are cut down to 64.
    ///
    /// ```
    /// let mut grid = gridball_core::BitGrid::new(7, 5);
    /// grid.insert(6, 4);
    /// assert!(grid.contains(6, 4));
    /// assert_eq!(grid.count(), 1);
    /// ```
    pub fn new(width: u8, height: u8) -> Self {
        Self { rows: [0; 64], width: width.min(64), height: height.min(64) }
    }

    /// Number of columns, 0..=64.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows, 0..=64.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Sets the bit at `(x, y)`; a place outside the grid is ignored.
    pub const fn insert(&mut self, x: usize, y: usize) {
        if x < self.width as usize && y < self.height as usize {
            self.rows[y] |= 1 << x;
        }
    }

    /// Clears the bit at `(x, y)`; a place outside the grid is ignored.
    pub const fn remove(&mut self, x: usize, y: usize) {
        if x < self.width as usize && y < self.height as usize {
            self.rows[y] &= !(1 << x);
        }
    }

    /// Whether the bit at `(x, y)` is set; `false` outside the grid.
    pub const fn contains(&self, x: usize, y: usize) -> bool {
        x < self.width as usize && y < self.height as usize && self.rows[y] >> x & 1 == 1
    }

    /// Row `y` as a word; 0 outside the grid.
    pub const fn row(&self, y: usize) -> u64 {
        if y < self.height as usize { self.rows[y] } else { 0 }
    }

    /// Replaces row `y`; bits beyond the width are dropped, a row outside the grid is ignored.
    pub const fn set_row(&mut self, y: usize, bits: u64) {
        if y < self.height as usize {
            let mask = if self.width >= 64 { u64::MAX } else { (1 << self.width) - 1 };
            self.rows[y] = bits & mask;
        }
    }

    /// How many bits are set.
    pub fn count(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// The places whose bit is set, row by row from the top, left to right.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows.iter().enumerate().flat_map(|(y, &row)| {
            let mut rest = row;
            core::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let x = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some((x, y))
            })
        })
    }
}

impl fmt::Debug for BitGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height as usize {
            for x in 0..self.width as usize {
                f.write_str(if self.contains(x, y) { "#" } else { "." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_outside_are_ignored() {
        let mut grid = BitGrid::new(3, 2);
        grid.insert(3, 0);
        grid.insert(0, 2);
        grid.set_row(1, u64::MAX);
        assert_eq!(grid.count(), 3);
        assert!(grid.iter().eq([(0, 1), (1, 1), (2, 1)]));
        grid.remove(1, 1);
        assert!(!grid.contains(1, 1));
        assert_eq!(grid.row(9), 0);
    }
}
