//! The sequential test: when a match has shown which of two claims about strength is the better
//! one.
//!
//! Wald's sequential probability ratio test of `H0: Elo = elo0` against `H1: Elo = elo1`. After
//! every pair of games the log-likelihood ratio is compared with two bounds:
//!
//! ```text
//! lower = ln(β / (1 - α))       at or below: H0 is accepted
//! upper = ln((1 - β) / α)       at or above: H1 is accepted
//! ```
//!
//! so that H1 is accepted with a chance of at most about `α` where H0 holds, and H0 with at most
//! about `β` where H1 holds.
//!
//! A claim about Elo leaves the other parameters of the distribution of pairs open, so the ratio is
//! the generalised one: each claim is given the likeliest distribution `p` over the five results
//! `a` (see [`elo`](crate::elo)) that agrees with it, where `p̂` are the frequencies that were seen
//! among `N` pairs:
//!
//! ```text
//! LLR = N Σ p̂ ln(p¹ / p⁰)
//! ```
//!
//! - Logistic: the claim is about the mean, `Σ p a = s` with `s = 1 / (1 + 10^(-elo/400))`. The
//!   likeliest such distribution is `p = p̂ / (1 + x (a - s))`, where `x` solves
//!   `Σ p̂ (a - s) / (1 + x (a - s)) = 0`.
//! - Normalised: the claim is about the mean in units of the spread, `(Σ p a - ½) / σ(p) = t` with
//!   `t = √2 · elo · ln(10) / 800`. The likeliest such distribution is found by iteration: with
//!   mean `μ` and spread `σ` of the distribution so far, `φ = a - ½ - ½ t σ (1 + ((a - μ)/σ)²)`, the
//!   next one is `p̂ / (1 + θ φ)`, where `θ` solves `Σ p̂ φ / (1 + θ φ) = 0`.
//!
//! Results that were not seen yet count as a thousandth of a pair, so that they are not thought
//! impossible. Source: M. Van den Bergh, *The Generalized Maximum Likelihood Ratio for the
//! Expectation Value of a Distribution* and *Comments on Normalized Elo*,
//! <https://www.cantate.be/Fishtest/>; Fishtest and fastchess compute the same.

use std::{fmt, str::FromStr};

use gridball_ai::Excerpt;
use thiserror::Error;

use crate::elo::{PairCounts, expected_score};

/// How much an unseen result counts, in pairs.
const UNSEEN: f64 = 1e-3;

/// On which scale the claims of a test are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EloModel {
    /// The usual one, that of the report: a share of the points.
    #[default]
    Logistic,
    /// In units of the spread of the results: how hard a difference is to see.
    Normalized,
}

/// A sequential test.
///
/// ```text
/// SPRT  = [ PART { "," PART } ]
/// PART  = "elo0=" N | "elo1=" N | "alpha=" N | "beta=" N | "model=" ( "logistic" | "normalized" )
/// ```
///
/// What is left out is `elo0=0`, `elo1=10`, `alpha=0.05`, `beta=0.05`, `model=logistic`.
///
/// ```
/// use gridball_match::{PairCounts, Sprt, Verdict};
/// let test: Sprt = "elo0=0,elo1=20".parse()?;
/// assert_eq!(test.verdict(&PairCounts([4, 22, 45, 22, 7])), Verdict::Open);
/// assert_eq!(test.verdict(&PairCounts([5, 40, 120, 140, 95])), Verdict::AcceptH1);
/// # Ok::<(), gridball_match::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The claim H0, in Elo.
    pub elo0: f64,
    /// The claim H1, in Elo; more than `elo0`.
    pub elo1: f64,
    /// The chance of accepting H1 where H0 holds, above 0 and below ½.
    pub alpha: f64,
    /// The chance of accepting H0 where H1 holds, above 0 and below ½.
    pub beta: f64,
    /// The scale of the claims.
    pub model: EloModel,
}

/// Why a text is no test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SprtError {
    /// A part is not one of those that there are.
    #[error("`{0}`: expected elo0=N, elo1=N, alpha=N, beta=N or model=logistic|normalized")]
    Part(Excerpt),
    /// A value is no number of the kind.
    #[error("{key}: `{value}` must be a number {expected}")]
    Value {
        /// The part.
        key: &'static str,
        /// What was given.
        value: Excerpt,
        /// What would be right.
        expected: &'static str,
    },
    /// The claims are in the wrong order.
    #[error("elo0 must be less than elo1")]
    Order,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// `elo0` fits better.
    AcceptH0,
    /// `elo1` fits better.
    AcceptH1,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut test = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| SprtError::Part(Excerpt::new(part)))?;
            let number =
                |key, expected, fits: fn(f64) -> bool| {
                    value.parse().ok().filter(|number| fits(*number)).ok_or_else(|| {
                        SprtError::Value { key, value: Excerpt::new(value), expected }
                    })
                };
            let elo = |key| number(key, "from -1000 to 1000", |elo| elo.abs() <= 1000.0);
            let chance = |key| number(key, "above 0 and below 0.5", |x| x > 0.0 && x < 0.5);
            match key {
                "elo0" => test.elo0 = elo("elo0")?,
                "elo1" => test.elo1 = elo("elo1")?,
                "alpha" => test.alpha = chance("alpha")?,
                "beta" => test.beta = chance("beta")?,
                "model" if value == "logistic" => test.model = EloModel::Logistic,
                "model" if value == "normalized" => test.model = EloModel::Normalized,
                _ => return Err(SprtError::Part(Excerpt::new(part))),
            }
        }
        if test.elo0 < test.elo1 { Ok(test) } else { Err(SprtError::Order) }
    }
}

/// Reads back as the same test.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")?;
        match model {
            EloModel::Logistic => Ok(()),
            EloModel::Normalized => f.write_str(",model=normalized"),
        }
    }
}

impl Sprt {
    /// The bounds of the log-likelihood ratio, the lower and the upper one.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 and H0; 0 without pairs.
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likeliest = |elo| match self.model {
            EloModel::Logistic => likeliest_with_mean(&seen, expected_score(elo)),
            EloModel::Normalized => {
                // Normalised Elo is by the spread of a game, that of a pair is less by √2.
                let t = elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2;
                likeliest_with_t(&seen, t)
            }
        };
        let (first, second) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = seen.iter().zip(first.iter().zip(second));
        total * ratios.map(|(seen, (p0, p1))| seen * (p1 / p0).ln()).sum::<f64>()
    }

    /// What the test says about these pairs.
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio <= lower => Verdict::AcceptH0,
            ratio if ratio >= upper => Verdict::AcceptH1,
            _ => Verdict::Open,
        }
    }
}

type Distribution = [f64; 5];

/// The likeliest distribution after `seen` whose mean is `mean`, strictly between 0 and 1.
fn likeliest_with_mean(seen: &Distribution, mean: f64) -> Distribution {
    tilted(seen, &PairCounts::SHARES.map(|share| share - mean))
}

/// The likeliest distribution after `seen` whose mean, less ½, is `t` times its spread.
fn likeliest_with_t(seen: &Distribution, t: f64) -> Distribution {
    /// The iteration gains a digit or more each time.
    const MOST: usize = 50;
    let mut p = [0.2; 5];
    for _ in 0..MOST {
        let (mean, spread) = mean_and_spread(&p);
        let phi = PairCounts::SHARES.map(|share| {
            share - 0.5 - 0.5 * t * spread * (1.0 + ((share - mean) / spread).powi(2))
        });
        let next = tilted(seen, &phi);
        let change = p.iter().zip(next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-12 {
            break;
        }
    }
    p
}

fn mean_and_spread(p: &Distribution) -> (f64, f64) {
    let expected = |f: &dyn Fn(f64) -> f64| -> f64 {
        p.iter().zip(PairCounts::SHARES).map(|(p, share)| p * f(share)).sum()
    };
    let mean = expected(&|share| share);
    (mean, expected(&|share| (share - mean).powi(2)).sqrt())
}

/// `seen / (1 + x v)` with that `x` for which `Σ seen v / (1 + x v)` is 0. `seen` is positive
/// everywhere, and some `v` are positive and some negative.
fn tilted(seen: &Distribution, v: &[f64; 5]) -> Distribution {
    let least = v.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Between these poles all terms are finite and the sum falls from +∞ to -∞.
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    loop {
        let x = f64::midpoint(low, high);
        // Where no number lies between them any more.
        if x <= low || x >= high {
            return std::array::from_fn(|i| seen[i] / (1.0 + x * v[i]));
        }
        let sum: f64 = seen.iter().zip(v).map(|(seen, v)| seen * v / (1.0 + x * v)).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use super::*;

    fn test(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn tests_come_back_from_their_texts() {
        let text = "elo0=-2.5,elo1=2.5,alpha=0.01,beta=0.1,model=normalized";
        assert_eq!(test(text).to_string(), text);
        assert_eq!(test(""), Sprt::default());
        assert_eq!(test("elo1=5").to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.05");
        for (text, message) in [
            (
                "elo2=3",
                "`elo2=3`: expected elo0=N, elo1=N, alpha=N, beta=N or model=logistic|normalized",
            ),
            ("alpha=0.5", "alpha: `0.5` must be a number above 0 and below 0.5"),
            ("elo0=NaN", "elo0: `NaN` must be a number from -1000 to 1000"),
            ("elo0=10", "elo0 must be less than elo1"),
        ] {
            assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        // ln(0.05 / 0.95) = -ln 19
        let (lower, upper) = Sprt::default().bounds();
        assert!((lower + 19_f64.ln()).abs() < 1e-12 && (upper - 19_f64.ln()).abs() < 1e-12);
        // ln(0.1 / 0.99), ln(0.9 / 0.01)
        let (lower, upper) = test("alpha=0.01,beta=0.1").bounds();
        assert!((lower + 2.292_535).abs() < 1e-6 && (upper - 4.499_810).abs() < 1e-6);
    }

    /// Where only two results occur their chances follow from the mean alone: p(¾) = 2s - ½.
    #[test]
    fn counted_by_hand_for_two_results() {
        let pairs = PairCounts([0, 300, 0, 500, 0]);
        let test = test("elo0=0,elo1=40");
        let s = expected_score(40.0);
        let (p0, p1) = (0.5, 2.0 * s - 0.5);
        let expected = 500.0 * (p1 / p0).ln() + 300.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        let found = test.log_likelihood_ratio(&pairs);
        // Unseen results add a little.
        assert!((found - expected).abs() < 0.05, "{found} {expected}");
    }

    /// For small differences LLR = N (s1 - s0)(2μ - s0 - s1) / (2σ²).
    #[test]
    fn close_to_the_normal_approximation() {
        let pairs = PairCounts([310, 2040, 4400, 2500, 750]);
        let (mean, variance) = pairs.moments().unwrap();
        let (s0, s1) = (expected_score(0.0), expected_score(3.0));
        let expected = pairs.pairs() as f64 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let found = test("elo0=0,elo1=3").log_likelihood_ratio(&pairs);
        assert!((found / expected - 1.0).abs() < 0.03, "{found} {expected}");
    }

    /// Results that fastchess printed; its scale is the normalised one.
    #[test]
    fn fastchess_counts_the_same() {
        let test = test("elo0=0,elo1=10,model=normalized");
        for (pairs, expected) in
            [([1, 11, 47, 25, 16], 1.71), ([1, 15, 25, 33, 26], 2.19), ([1, 24, 42, 25, 8], 0.60)]
        {
            let found = test.log_likelihood_ratio(&PairCounts(pairs));
            assert!((found - expected).abs() < 0.005, "{pairs:?}: {found}");
        }
    }

    #[test]
    fn the_likeliest_distributions_agree_with_the_claims() {
        let seen = [0.1, 0.3, 0.2, 0.25, 0.15];
        for mean in [0.05, 0.4, 0.5, 0.62, 0.97] {
            let p = likeliest_with_mean(&seen, mean);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((mean_and_spread(&p).0 - mean).abs() < 1e-9);
        }
        for t in [-0.6, 0.0, 0.1, 0.7] {
            let p = likeliest_with_t(&seen, t);
            let (mean, spread) = mean_and_spread(&p);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((mean - 0.5) / spread - t).abs() < 1e-6, "{t}");
        }
    }

    #[test]
    fn one_sided_results_end_a_test() {
        let sprt = Sprt::default();
        assert_eq!(sprt.verdict(&PairCounts::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&PairCounts([0, 0, 0, 0, 1])), Verdict::Open);
        assert_eq!(sprt.verdict(&PairCounts([0, 0, 0, 0, 400])), Verdict::AcceptH1);
        assert_eq!(sprt.verdict(&PairCounts([400, 0, 0, 0, 0])), Verdict::AcceptH0);
        assert!(sprt.log_likelihood_ratio(&PairCounts([0, 0, 100_000, 0, 0])) < 0.0);
    }
}
