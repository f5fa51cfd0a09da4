//! Positions that were searched before.

use crate::score::Value;

/// How a stored value relates to the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Exact,
    /// The truth is this or less.
    Upper,
    /// The truth is this or more.
    Lower,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// For the player to move; proven results count their distance from this position.
    pub(super) value: Value,
    /// How deep it was searched, in turns.
    pub(super) depth: u8,
    pub(super) kind: Kind,
    /// The code of the best action.
    pub(super) code: u16,
}

/// A slot: the key, and an [`Entry`] with the number of the search in 64 bits. All zero is empty.
type Slot = [u64; 2];

/// Slots that a position can be in: one line of the cache.
const BUCKET: usize = 4;

/// A table of a fixed size. What earlier searches stored counts as empty, so that a search does
/// not depend on them.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<Slot>,
    /// The number of the running search, 1 to 63.
    search: u64,
}

impl Table {
    /// Begins a new search with room of about `mebibytes`. If so much memory is not to be had,
    /// the table is smaller.
    pub(super) fn begin(&mut self, mebibytes: u64) {
        let mut wanted = (mebibytes as usize) << 20;
        wanted = (wanted / size_of::<[Slot; BUCKET]>()).max(1) * BUCKET;
        if self.slots.is_empty() {
            while Vec::<Slot>::new().try_reserve_exact(wanted).is_err() && wanted > BUCKET {
                wanted = (wanted / 2).next_multiple_of(BUCKET);
            }
            // Memory that is zero from the beginning: what a short search does not touch costs it
            // nothing.
            self.slots = vec![[0; 2]; wanted];
            self.search = 0;
        }
        self.search += 1;
        if self.search == 64 {
            self.slots.fill([0; 2]);
            self.search = 1;
        }
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.slots.len() / BUCKET) as u128;
        ((u128::from(key) * buckets) >> 64) as usize * BUCKET
    }

    const fn is_of_this_search(&self, slot: &Slot) -> bool {
        slot[1] >> 58 == self.search
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let start = self.bucket(key);
        self.slots[start..start + BUCKET]
            .iter()
            .find(|slot| slot[0] == key && self.is_of_this_search(slot))
            .map(|slot| unpack(slot[1]))
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let start = self.bucket(key);
        let search = self.search;
        let bucket = &mut self.slots[start..start + BUCKET];
        // The same position first, then an empty slot, then the shallowest entry.
        let rank = |slot: &Slot| {
            if slot[1] >> 58 != search {
                1
            } else if slot[0] == key {
                0
            } else {
                2 + u32::from(unpack(slot[1]).depth)
            }
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|slot| rank(slot)) {
            *slot = [key, pack(entry) | search << 58];
        }
    }
}

/// Value in bits 0 to 31, code in 32 to 47, depth in 48 to 55, kind in 56 and 57.
const fn pack(entry: Entry) -> u64 {
    entry.value.raw() as u32 as u64
        | (entry.code as u64) << 32
        | (entry.depth as u64) << 48
        | (entry.kind as u64) << 56
}

const fn unpack(bits: u64) -> Entry {
    Entry {
        value: Value::from_raw(bits as u32 as i32),
        code: (bits >> 32) as u16,
        depth: (bits >> 48) as u8,
        kind: match bits >> 56 & 3 {
            0 => Kind::Exact,
            1 => Kind::Upper,
            _ => Kind::Lower,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry { value: Value::estimate(-77), depth, kind: Kind::Lower, code: 65_535 }
    }

    #[test]
    fn entries_survive_packing() {
        for kind in [Kind::Exact, Kind::Upper, Kind::Lower] {
            for value in [Value::LOSS, Value::estimate(-1), Value::DRAW, Value::WIN] {
                let entry = Entry { value, depth: 255, kind, code: 1000 };
                assert_eq!(unpack(pack(entry)), entry);
            }
        }
    }

    #[test]
    fn shallow_entries_make_room_and_old_searches_are_forgotten() {
        let mut table = Table::default();
        table.begin(1);
        // Keys this small all share the first bucket.
        for (key, depth) in [(1, 5), (2, 1), (3, 4), (4, 3), (5, 2)] {
            table.put(key, entry(depth));
        }
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(5), Some(entry(2)));
        table.put(5, entry(9));
        assert_eq!([1, 3, 4, 5].map(|key| table.get(key).map(|e| e.depth)), [5, 4, 3, 9].map(Some));
        for _ in 0..200 {
            table.begin(1);
            assert_eq!(table.get(1), None);
            table.put(1, entry(1));
        }
        assert_eq!(table.slots.len() * size_of::<Slot>(), 1 << 20);
    }
}
