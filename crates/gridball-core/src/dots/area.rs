//! Sets of nodes of the padded field, and flooding them run by run.

use alloc::vec::Vec;

/// Rows of the padded field at most: 62 and one more on each side.
pub(super) const ROWS: usize = 64;

/// A set of nodes, one word a row.
#[derive(Clone, Debug)]
pub(super) struct Area {
    rows: [u64; ROWS],
    /// One bit for each row that may hold a node.
    used: u64,
}

impl Default for Area {
    fn default() -> Self {
        Self { rows: [0; ROWS], used: 0 }
    }
}

impl Area {
    /// The nodes of row `y`.
    #[inline]
    pub(super) const fn row(&self, y: usize) -> u64 {
        self.rows[y % ROWS]
    }

    pub(super) const fn contains(&self, x: usize, y: usize) -> bool {
        self.row(y) >> x & 1 == 1
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The rows that hold nodes, from the top.
    #[inline]
    pub(super) fn rows(&self) -> impl Iterator<Item = usize> + use<> {
        let mut rest = self.used;
        core::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let y = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(y)
        })
    }

    pub(super) fn clear(&mut self) {
        for y in self.rows() {
            self.rows[y % ROWS] = 0;
        }
        self.used = 0;
    }

    /// Adds nodes of row `y`, at least one.
    #[inline]
    pub(super) const fn insert(&mut self, y: usize, bits: u64) {
        self.rows[y % ROWS] |= bits;
        self.used |= 1 << (y % ROWS);
    }

    pub(super) fn include(&mut self, other: &Self) {
        for y in other.rows() {
            self.insert(y, other.row(y));
        }
    }

    /// Adds the node at column `x` of row `y` and everything that a flood in four directions
    /// reaches from there through open nodes. `meet` sees all that is added, and can stop the
    /// flood; the set is incomplete then. Returns whether it did.
    ///
    /// `open` gives the open nodes of a row. It is asked about the rows above and below open
    /// nodes too. `waiting` is room to work in.
    #[inline]
    pub(super) fn flood(
        &mut self,
        x: usize,
        y: usize,
        waiting: &mut Vec<(usize, u64)>,
        open: impl Fn(usize) -> u64,
        mut meet: impl FnMut(usize, u64) -> bool,
    ) -> bool {
        let (mut y, mut seeds) = (y, 1 << x);
        waiting.clear();
        loop {
            // Some of the seeds may have been reached in another way meanwhile.
            seeds &= !self.row(y);
            let mut next = None;
            if seeds != 0 {
                let new = runs(open(y), seeds);
                if meet(y, new) {
                    return true;
                }
                self.insert(y, new);
                let above = new & open(y - 1) & !self.row(y - 1);
                let below = new & open(y + 1) & !self.row(y + 1);
                next = follow(y, above, below, waiting);
            }
            match next.or_else(|| waiting.pop()) {
                Some(next) => (y, seeds) = next,
                None => return false,
            }
        }
    }
}

/// Which way a flood goes on from row `y`, when there are such seeds in the rows above and below
/// it. What has to wait is put there.
#[inline]
pub(super) fn follow(
    y: usize,
    above: u64,
    below: u64,
    waiting: &mut Vec<(usize, u64)>,
) -> Option<(usize, u64)> {
    if above == 0 {
        return (below != 0).then_some((y + 1, below));
    }
    if below != 0 {
        waiting.push((y + 1, below));
    }
    Some((y - 1, above))
}

/// All bits of the runs of ones in `open` that hold at least one of the `seeds`, which are part
/// of `open`.
#[inline]
pub(super) fn runs(open: u64, mut seeds: u64) -> u64 {
    let mut all = 0;
    while seeds != 0 {
        let low = seeds & seeds.wrapping_neg();
        // Adding the seed flips its run from the seed upwards.
        let above = (open.wrapping_add(low) ^ open) & open;
        // The last zero below the seed bounds its run.
        let zeros = !open & (low - 1);
        let below = (low - 1) & (u64::MAX << (64 - zeros.leading_zeros()));
        all |= above | below;
        seeds &= !all;
    }
    all
}
