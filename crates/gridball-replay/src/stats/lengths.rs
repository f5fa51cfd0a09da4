//! How long games are.

use std::collections::BTreeMap;

/// How many games have which length, in actions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lengths {
    counts: BTreeMap<u32, u64>,
}

/// Some games of neighbouring lengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bucket {
    /// The shortest length in it.
    pub from: u32,
    /// The longest length in it.
    pub to: u32,
    /// How many games.
    pub games: u64,
}

impl Lengths {
    pub(super) fn add(&mut self, length: u32) {
        *self.counts.entry(length).or_default() += 1;
    }

    /// Lengths and how many games have them, the shortest first.
    pub fn counts(&self) -> impl Iterator<Item = (u32, u64)> {
        self.counts.iter().map(|(&length, &games)| (length, games))
    }

    fn games(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The length of the shortest game; `None` without games.
    pub fn shortest(&self) -> Option<u32> {
        self.counts.first_key_value().map(|(&length, _)| length)
    }

    /// The length of the longest game; `None` without games.
    pub fn longest(&self) -> Option<u32> {
        self.counts.last_key_value().map(|(&length, _)| length)
    }

    /// The length that half of the games do not exceed, the shorter one where there are two;
    /// `None` without games.
    pub fn median(&self) -> Option<u32> {
        let half = self.games().div_ceil(2);
        let mut seen = 0;
        self.counts().find_map(|(length, games)| {
            seen += games;
            (seen >= half).then_some(length)
        })
    }

    /// The mean length; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        let actions: u64 = self.counts().map(|(length, games)| u64::from(length) * games).sum();
        (!self.counts.is_empty()).then(|| actions as f64 / self.games() as f64)
    }

    /// All games in at most `most` buckets of the same round width: 1, 2, 5, 10, 20, 50 and so on.
    pub fn buckets(&self, most: u32) -> Vec<Bucket> {
        let (Some(shortest), Some(longest)) = (self.shortest(), self.longest()) else {
            return Vec::new();
        };
        let most = most.max(2);
        let mut widths = (0..10).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.pow(power)));
        // The widest is wider than any length, so one is found.
        let width =
            widths.find(|width| longest / width - shortest / width < most).unwrap_or(u32::MAX);
        let mut buckets: Vec<Bucket> = (shortest / width..=longest / width)
            .map(|number| {
                let from = number * width;
                Bucket { from, to: from.saturating_add(width - 1), games: 0 }
            })
            .collect();
        for (length, games) in self.counts() {
            buckets[(length / width - shortest / width) as usize].games += games;
        }
        buckets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_few_lengths() {
        let mut lengths = Lengths::default();
        assert_eq!((lengths.median(), lengths.mean(), lengths.buckets(5)), (None, None, vec![]));
        for length in [7, 0, 31, 7] {
            lengths.add(length);
        }
        assert_eq!((lengths.shortest(), lengths.longest()), (Some(0), Some(31)));
        assert_eq!((lengths.median(), lengths.mean()), (Some(7), Some(11.25)));
        let games: Vec<u64> = lengths.buckets(4).iter().map(|bucket| bucket.games).collect();
        assert_eq!(games, [3, 0, 0, 1]);
        let last = Bucket { from: 30, to: 39, games: 1 };
        assert_eq!(lengths.buckets(4).last(), Some(&last));
        assert_eq!(lengths.buckets(100).len(), 32);
    }
}
