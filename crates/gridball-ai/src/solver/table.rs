//! What is known already, by whole positions.

use crate::random_source::mix;

/// No number of actions is known to be enough.
pub(super) const UNKNOWN: u8 = u8::MAX;
/// As a number of actions that is not enough: no number is.
pub(super) const NEVER: u8 = u8::MAX;

/// What is known about the questions "does he win within `n` actions?" for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The smallest `n` that is known to be enough, or [`UNKNOWN`].
    pub(super) yes: u8,
    /// The greatest `n` that is known not to be enough, or [`NEVER`].
    pub(super) no: u8,
}

impl Known {
    const NOTHING: Self = Self { yes: UNKNOWN, no: 0 };
}

/// What is known about a position: for the player to move, and for the other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) players: [Known; 2],
    /// The child that settled the last question, by its number in the order of generation.
    pub(super) child: u16,
}

impl Entry {
    pub(super) const NOTHING: Self = Self { players: [Known::NOTHING; 2], child: u16::MAX };

    const fn pack(self, work: u8) -> u64 {
        let [mover, other] = self.players;
        let low = u32::from_le_bytes([mover.yes, mover.no, other.yes, other.no]);
        low as u64 | (self.child as u64) << 32 | (work as u64) << 48 | OCCUPIED
    }

    const fn unpack(bits: u64) -> Self {
        let [mover_yes, mover_no, other_yes, other_no] = (bits as u32).to_le_bytes();
        Self {
            players: [
                Known { yes: mover_yes, no: mover_no },
                Known { yes: other_yes, no: other_no },
            ],
            child: (bits >> 32) as u16,
        }
    }
}

/// Marks a slot in use.
const OCCUPIED: u64 = 1 << 63;

/// Slots that a position can be in.
const BUCKET: usize = 4;

/// A table of a fixed size. A slot is a whole state and an entry.
#[derive(Debug)]
pub(super) struct Table {
    bytes: usize,
    words: Vec<u64>,
    /// Words of a state.
    state: usize,
    filled: u64,
}

impl Table {
    /// No memory is taken yet.
    pub(super) fn new(mebibytes: u64) -> Self {
        let bytes = usize::try_from(mebibytes << 20).unwrap_or(usize::MAX);
        Self { bytes, words: Vec::new(), state: 0, filled: 0 }
    }

    /// Makes room for states of so many words and forgets everything. If so much memory is not
    /// to be had, the table is smaller.
    pub(super) fn begin(&mut self, state: usize) {
        self.words = Vec::new();
        self.state = state;
        self.filled = 0;
        let bucket = (state + 1) * BUCKET;
        let mut buckets = (self.bytes / 8 / bucket).max(1);
        while self.words.try_reserve_exact(buckets * bucket).is_err() && buckets > 1 {
            buckets /= 2;
        }
        self.words.resize(buckets * bucket, 0);
    }

    /// How many slots are in use.
    pub(super) const fn filled(&self) -> u64 {
        self.filled
    }

    fn bucket(&self, state: &[u64]) -> usize {
        let hash = state.iter().fold(0, |hash, &word| mix(hash ^ word));
        let size = (self.state + 1) * BUCKET;
        let buckets = (self.words.len() / size) as u128;
        ((u128::from(hash) * buckets) >> 64) as usize * size
    }

    pub(super) fn get(&self, state: &[u64]) -> Entry {
        let start = self.bucket(state);
        let slots = &self.words[start..start + (self.state + 1) * BUCKET];
        slots
            .chunks_exact(self.state + 1)
            .find(|slot| slot[self.state] & OCCUPIED != 0 && slot[..self.state] == *state)
            .map_or(Entry::NOTHING, |slot| Entry::unpack(slot[self.state]))
    }

    /// Stores an entry that took so much `work`, in place of that of the same position, of none,
    /// or of that which took the least.
    pub(super) fn put(&mut self, state: &[u64], entry: Entry, work: u8) {
        let start = self.bucket(state);
        let last = self.state;
        let slots = &mut self.words[start..start + (last + 1) * BUCKET];
        let rank = |slot: &[u64]| match slot[last] {
            0 => 1,
            _ if slot[..last] == *state => 0,
            bits => 2 + (bits >> 48 & 255),
        };
        if let Some(slot) = slots.chunks_exact_mut(last + 1).min_by_key(|slot| rank(slot)) {
            self.filled += u64::from(slot[last] == 0);
            slot[..last].copy_from_slice(state);
            slot[last] = entry.pack(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(yes: u8) -> Entry {
        Entry { players: [Known { yes, no: 3 }, Known { yes: 9, no: NEVER }], child: 65_000 }
    }

    #[test]
    fn a_position_is_found_by_its_whole_state() {
        let mut table = Table::new(1);
        table.begin(3);
        let state = [1, 2, u64::MAX];
        table.put(&state, entry(7), 5);
        assert_eq!(table.get(&state), entry(7));
        for word in 0..3 {
            let mut other = state;
            other[word] ^= 1 << 63;
            assert_eq!(table.get(&other), Entry::NOTHING);
        }
        table.put(&state, entry(6), 5);
        assert_eq!(table.get(&state), entry(6));
        assert_eq!(table.filled(), 1);
        // A state of nothing but zeros is a state as well.
        assert_eq!(table.get(&[0; 3]), Entry::NOTHING);
    }

    #[test]
    fn memory_is_bounded_and_much_work_stays() {
        let mut table = Table::new(1);
        table.begin(1);
        table.put(&[1 << 40], entry(1), 200);
        for number in 0..200_000 {
            table.put(&[number], entry(2), (number % 100) as u8);
        }
        assert_eq!(table.get(&[1 << 40]), entry(1));
        assert!(table.words.capacity() * 8 <= 1 << 20);
        assert!(table.filled() <= 1 << 16);
    }
}
