//! The sequential test keeps its promises: simulated matches of engines whose true strength is
//! known.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use gridball_ai::derived_seed;
use gridball_match::{PairCounts, Sprt, Verdict, elo::expected_score};

/// A stream of numbers from 0 to 1 that is always the same.
struct Numbers {
    seed: u64,
    count: u64,
}

impl Numbers {
    fn next(&mut self) -> f64 {
        self.count += 1;
        (derived_seed(self.seed, self.count) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A distribution of pairs with this mean: that of two independent games with draws, but for the
/// pairs that openings decide for one side or the other.
fn distribution(mean: f64) -> [f64; 5] {
    let draw = 0.3;
    let win = mean - draw / 2.0;
    let loss = 1.0 - draw - win;
    let one_sided = 0.2;
    let both = [
        loss * loss,
        2.0 * loss * draw,
        2.0 * win * loss + draw * draw,
        2.0 * win * draw,
        win * win,
    ];
    // An opening that decides both games gives a point to each; the mean of the rest makes up.
    let mut pairs = both.map(|p| p * (1.0 - one_sided));
    pairs[2] += one_sided * (1.0 - 2.0 * (mean - 0.5).abs());
    pairs[if mean > 0.5 { 4 } else { 0 }] += one_sided * 2.0 * (mean - 0.5).abs();
    pairs
}

/// The share of simulated tests that accept H1, and the mean number of pairs they take.
fn accepted(test: &Sprt, elo: f64, runs: u64) -> (f64, f64) {
    let distribution = distribution(expected_score(elo));
    let mean: f64 = distribution.iter().zip(PairCounts::SHARES).map(|(p, share)| p * share).sum();
    assert!((mean - expected_score(elo)).abs() < 1e-9, "the simulation is one of another strength");
    let (mut accepted, mut pairs_played) = (0, 0);
    for run in 0..runs {
        let mut numbers = Numbers { seed: run, count: 0 };
        let mut pairs = PairCounts::default();
        let verdict = loop {
            let mut rest = numbers.next();
            let result = distribution.iter().position(|p| {
                rest -= p;
                rest < 0.0
            });
            pairs.add(result.unwrap_or(4));
            pairs_played += 1;
            match test.verdict(&pairs) {
                Verdict::Open => {}
                verdict => break verdict,
            }
        };
        accepted += u64::from(verdict == Verdict::AcceptH1);
    }
    (accepted as f64 / runs as f64, pairs_played as f64 / runs as f64)
}

#[test]
fn errors_are_as_rare_as_was_asked_for() {
    const RUNS: u64 = 1000;
    let test: Sprt = "elo0=0,elo1=40,alpha=0.05,beta=0.1".parse().unwrap();
    // Three standard errors above the promise: √(0.05 · 0.95 / 1000) = 0.0069, for 0.1 0.0095.
    let (wrong, pairs) = accepted(&test, 0.0, RUNS);
    assert!(wrong < 0.05 + 3.0 * 0.0069, "{wrong} accept H1 where H0 holds, {pairs} pairs");
    // It does not keep them by never deciding for H1.
    assert!(wrong > 0.01, "{wrong}");
    let (right, pairs) = accepted(&test, 40.0, RUNS);
    assert!(right > 0.9 - 3.0 * 0.0095, "{right} accept H1 where it holds, {pairs} pairs");
    // Between the claims both answers come, and beyond them hardly any doubt is left.
    let (middle, _) = accepted(&test, 20.0, 300);
    assert!((0.2..0.8).contains(&middle), "{middle}");
    let (beyond, quick) = accepted(&test, 100.0, 300);
    assert!(beyond > 0.99 && quick < pairs, "{beyond} {quick}");
}
