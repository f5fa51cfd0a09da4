//! Random numbers that are the same everywhere and for ever.

use gridball_core::Position;
use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

/// A stream of random numbers (PCG XSH RR 64/32) that belongs to a seed and a position.
///
/// Because the position picks the stream, a search depends on no earlier search. The clock of
/// the game is mixed in, so that a position that comes up again gets another stream.
#[derive(Clone, Debug)]
pub(crate) struct RandomSource(Lcg64Xsh32);

impl RandomSource {
    pub(crate) fn new<P: Position>(seed: u64, position: &P) -> Self {
        let clock = position.clock().map_or(0, |(clock, _)| u64::from(clock));
        Self(Lcg64Xsh32::new(mix(seed ^ mix(position.key())), mix(clock)))
    }

    /// A number below `bound`, each equally likely; 0 if `bound` is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // Multiply and take the upper half; numbers that would favour some results are redrawn.
        // How many those are is a slow division, and there are fewer than `bound`.
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            let low = product as u64;
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }

    /// The same for small bounds, quicker: for playouts.
    #[inline]
    pub(crate) fn below_small(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg().checked_rem(bound).unwrap_or(0) {
                return (product >> 32) as u32;
            }
        }
    }
}

/// The seed of part `number` of a run whose seed is `master`, the same on every platform and in
/// every release.
///
/// It follows from these two alone, so that the parts of a run can be made anywhere and in any
/// order: game 7 is always the same.
///
/// ```
/// use gridball_ai::derived_seed;
/// assert_ne!(derived_seed(1, 7), derived_seed(1, 8));
/// assert_ne!(derived_seed(1, 7), derived_seed(2, 7));
/// ```
pub const fn derived_seed(master: u64, number: u64) -> u64 {
    mix(mix(master).wrapping_add(number))
}

/// Spreads a number over all 64 bits (the finaliser of `SplitMix64`).
pub(crate) const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Picks one of the best things out of a stream of them, ties broken at random.
#[derive(Debug)]
pub(crate) struct Pick<T, V> {
    best: Option<(V, T)>,
    ties: u64,
}

impl<T, V: Ord> Pick<T, V> {
    pub(crate) const fn new() -> Self {
        Self { best: None, ties: 0 }
    }

    /// Takes `thing` into account.
    pub(crate) fn offer(&mut self, random: &mut RandomSource, value: V, thing: impl FnOnce() -> T) {
        let order =
            self.best.as_ref().map_or(std::cmp::Ordering::Greater, |(best, _)| value.cmp(best));
        let take = match order {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => {
                self.ties = 1;
                true
            }
            std::cmp::Ordering::Equal => {
                self.ties += 1;
                random.below(self.ties) == 0
            }
        };
        if take {
            self.best = Some((value, thing()));
        }
    }

    pub(crate) fn into_best(self) -> Option<(V, T)> {
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(seed: u64) -> RandomSource {
        RandomSource(Lcg64Xsh32::new(seed, 1))
    }

    #[test]
    fn numbers_are_recorded() {
        // A record of a game names its seed, so these may never change.
        let mut source = source(42);
        let numbers: Vec<u64> = (0..5).map(|_| source.below(1000)).collect();
        assert_eq!(numbers, RECORDED);
    }

    const RECORDED: [u64; 5] = [896, 952, 417, 451, 256];

    #[test]
    fn derived_seeds_are_recorded() {
        let seeds = [(0, 0), (7, 1), (u64::MAX, u64::MAX)];
        assert_eq!(seeds.map(|(master, number)| derived_seed(master, number)), DERIVED);
    }

    const DERIVED: [u64; 3] = [0xA706_DD2F_4D19_7E6F, 0x27E8_AC81_E7BC_3B89, 0x5155_E650_B562_74F2];

    #[test]
    fn all_results_are_about_equally_likely() {
        let mut source = source(7);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[source.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!((source.below(0), source.below(1)), (0, 0));
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[source.below_small(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!((source.below_small(0), source.below_small(1)), (0, 0));
    }

    #[test]
    fn ties_are_broken_evenly() {
        let mut source = source(3);
        let mut counts = [0_u32; 4];
        for _ in 0..30_000 {
            let mut pick = Pick::new();
            for (thing, value) in [(0, 5), (1, 9), (2, 9), (3, 9)] {
                pick.offer(&mut source, value, || thing);
            }
            counts[pick.into_best().unwrap().1] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
