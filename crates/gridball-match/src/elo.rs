//! What a score says about strength.
//!
//! Games come in pairs: the same opening twice, with the sides exchanged. The two games of a pair
//! depend on each other, so the pair is what is counted. Its result is the share of its two points
//! that A took, `a = 0, 1/4, 1/2, 3/4, 1`. With `N` pairs and frequencies `p`:
//!
//! ```text
//! mean      μ  = Σ p a
//! variance  σ² = Σ p (a - μ)²             of one pair
//! error     s  = √(σ² / N)                of the mean
//! interval  μ ± 1.96 s                    95 %
//! Elo       E(μ) = -400 log10(1/μ - 1)    the logistic scale
//! Elo ±     (E(μ + 1.96 s) - E(μ - 1.96 s)) / 2
//! LOS       Φ((μ - 1/2) / s)              the likelihood that A is the stronger one
//! ```
//!
//! These are the formulas of Fishtest and fastchess (M. Van den Bergh, *Normalized Elo*,
//! <https://www.cantate.be/Fishtest/normalized_elo.pdf>).
//!
//! Where all pairs have ended alike they say nothing about the spread. Then the chance that a pair
//! ends otherwise is below `q = 1 - 0.025^(1/N)` with 97.5 % confidence (Clopper and Pearson), and
//! the interval is `μ - qμ … μ + q(1 - μ)`; LOS is `1 - 2^-(N+1)` if A won all pairs.

/// How many standard errors a 95 % interval reaches to each side.
const Z_95: f64 = 1.959_963_984_540_054;

/// Wins, draws and losses of one engine, A, against another, B.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GameCounts {
    /// Games that A won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that B won.
    pub losses: u64,
}

impl GameCounts {
    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// What A took: a win is a point, a draw half a one.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points that A took, 0 to 1: `(wins + draws/2) / games`. `None` without
    /// games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

/// A value and the interval in which it lies with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The likeliest value. Elo is infinite where all points went to one side.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// Finished pairs of games by what A took from them: 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// The shares of the two points, in the order of the counts.
    pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair from which A took so many half points, 0 to 4; more count as 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Mean and variance of a pair's share; `None` without pairs.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let pairs = self.pairs() as f64;
        if self.pairs() == 0 {
            return None;
        }
        let expected = |f: &dyn Fn(f64) -> f64| -> f64 {
            let weighted = self.0.iter().zip(Self::SHARES);
            weighted.map(|(count, share)| *count as f64 / pairs * f(share)).sum()
        };
        let mean = expected(&|share| share);
        Some((mean, expected(&|share| (share - mean).powi(2))))
    }

    /// The share of the points that A takes; `None` without pairs.
    pub fn score(&self) -> Option<Estimate> {
        let (mean, variance) = self.moments()?;
        let pairs = self.pairs() as f64;
        let (below, above) = if self.are_alike() {
            let other = 1.0 - 0.025_f64.powf(1.0 / pairs);
            (other * mean, other * (1.0 - mean))
        } else {
            let error = Z_95 * (variance / pairs).sqrt();
            (error, error)
        };
        let (low, high) = ((mean - below).max(0.0), (mean + above).min(1.0));
        Some(Estimate { value: mean, low, high })
    }

    /// By how much Elo A is the stronger one; `None` without pairs.
    pub fn elo(&self) -> Option<Estimate> {
        Some(self.score()?.map(elo))
    }

    /// The likelihood that A is the stronger one, 0 to 1; `None` without pairs.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, variance) = self.moments()?;
        let pairs = self.pairs() as f64;
        Some(if !self.are_alike() {
            normal_distribution((mean - 0.5) / (variance / pairs).sqrt())
        } else if (mean - 0.5).abs() < f64::EPSILON {
            0.5
        } else {
            let doubt = 0.5_f64.powf(pairs + 1.0);
            if mean > 0.5 { 1.0 - doubt } else { doubt }
        })
    }

    /// Whether all pairs have ended alike.
    fn are_alike(&self) -> bool {
        self.0.iter().filter(|count| **count > 0).count() == 1
    }
}

/// The difference in Elo that leads to this share of the points, 0 to 1.
pub fn elo(score: f64) -> f64 {
    // Adding zero turns the -0 of an even score into 0.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The share of the points that a difference in Elo leads to.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The distribution function Φ of the normal distribution.
fn normal_distribution(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    // Beyond this the difference from 1 is below the precision of the sum.
    let error_function = if x > 6.0 {
        1.0
    } else {
        // erf(x) = 2/√π e^(-x²) Σ 2ⁿ x^(2n+1) / (1·3·…·(2n+1)), all terms positive.
        let mut term = x;
        let mut sum = x;
        let mut odd = 1.0;
        while term > sum * f64::EPSILON {
            odd += 2.0;
            term *= 2.0 * x * x / odd;
            sum += term;
        }
        std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum
    };
    if z < 0.0 { (1.0 - error_function) / 2.0 } else { f64::midpoint(1.0, error_function) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) -> bool {
        (found - expected).abs() <= tolerance
    }

    #[test]
    fn phi_is_that_of_the_tables() {
        for (z, expected) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (-1.96, 0.024_997_895), (3.0, 0.998_650_102)]
        {
            assert!(close(normal_distribution(z), expected, 1e-9), "{z}");
        }
        assert!(close(normal_distribution(40.0), 1.0, 0.0));
        assert!(close(normal_distribution(-40.0), 0.0, 0.0));
    }

    #[test]
    fn counted_by_hand() {
        // Four pairs, of 0, 1, 1½ and 2 points: shares 0, ½, ¾, 1; mean 9/16.
        let pairs = PairCounts([1, 0, 1, 1, 1]);
        let (mean, variance) = pairs.moments().unwrap();
        assert!(close(mean, 0.5625, 1e-12));
        // (81 + 1 + 9 + 49) / 256 / 4
        assert!(close(variance, 35.0 / 256.0, 1e-12));
        // s = √(35/256/4) = 0.184877
        let score = pairs.score().unwrap();
        assert!(close(score.low, 0.5625 - 1.96 * 0.184_877, 1e-4), "{score:?}");
        assert!(close(score.high, 0.5625 + 1.96 * 0.184_877, 1e-4), "{score:?}");
        // Φ(0.0625 / 0.184877) = Φ(0.33806)
        assert!(close(pairs.likelihood_of_superiority().unwrap(), 0.632_34, 1e-4));
        // -400 log10(16/9 - 1)
        assert!(close(pairs.elo().unwrap().value, 43.658, 1e-3));
        let games = GameCounts { wins: 3, draws: 3, losses: 2 };
        assert!(close(games.points(), 4.5, 0.0) && close(games.score().unwrap(), 0.5625, 0.0));
        assert_eq!(GameCounts::default().score(), None);
    }

    /// Results that fastchess printed.
    #[test]
    fn fastchess_counts_the_same() {
        for (pairs, value, margin, los) in [
            ([1, 11, 47, 25, 16], 77.71, 33.03, 1.0),
            ([1, 15, 25, 33, 26], 123.02, 40.58, 1.0),
            ([1, 24, 42, 25, 8], 26.11, 31.23, 0.9504),
        ] {
            let pairs = PairCounts(pairs);
            let elo = pairs.elo().unwrap();
            assert!(
                close(elo.value, value, 0.005) && close(elo.margin(), margin, 0.005),
                "{elo:?}"
            );
            assert!(close(pairs.likelihood_of_superiority().unwrap(), los, 5e-5));
        }
    }

    #[test]
    fn pairs_that_all_end_alike_leave_a_doubt() {
        let all = PairCounts([0, 0, 0, 0, 100]);
        let score = all.score().unwrap();
        // 1 - 0.025^(1/100)
        assert!(close(score.low, 0.963_783, 1e-6) && close(score.high, 1.0, 0.0), "{score:?}");
        assert!(all.elo().unwrap().value.is_infinite());
        assert!(all.elo().unwrap().low > 500.0);
        let one = PairCounts([0, 0, 0, 0, 1]);
        assert!(close(one.likelihood_of_superiority().unwrap(), 0.75, 1e-12));
        let draws = PairCounts([0, 0, 7, 0, 0]);
        assert!(close(draws.likelihood_of_superiority().unwrap(), 0.5, 0.0));
        assert!(close(draws.elo().unwrap().value, 0.0, 0.0));
        assert_eq!(PairCounts::default().elo(), None);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for difference in [-800.0, -3.5, 0.0, 100.0, 400.0] {
            assert!(close(elo(expected_score(difference)), difference, 1e-9));
        }
    }
}
