#![allow(missing_docs, clippy::all, clippy::pedantic)]
use gridball_ai::*;
use gridball_core::*;
use gridball_match::{Openings, PairCounts};
use std::time::Duration;

struct Cpu {
    start: u64,
}
fn cpu() -> u64 {
    let t = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    t.split(' ').next().unwrap().parse().unwrap()
}
impl<A> Control<A> for Cpu {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(cpu() - self.start)
    }
    fn stop_requested(&self) -> bool {
        false
    }
    fn info(&mut self, _: &SearchInfo<A>) {}
}
fn parse(t: &str) -> (GridballWeights, SearchWeights) {
    let (mut w, mut s) = (GridballWeights::default(), SearchWeights::default());
    for kv in t.split(',').filter(|x| x.contains('=')) {
        let (k, v) = kv.split_once('=').unwrap();
        let v: i32 = v.parse().unwrap();
        match k {
            "step" => w.step = v,
            "turn" => w.turn = v,
            "mob" => w.mobility = v,
            "ahead" => w.ahead = v,
            "behind" => w.behind = v,
            "rf" => s.reduce_from = v as usize,
            "rm" => s.reduce_more_from = v as usize,
            "margin" => s.margin = v,
            "md" => s.margin_depth = v,
            _ => panic!("{k}"),
        }
    }
    (w, s)
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    // game A B pairs limit(nodes N | ms N) seed
    let setup: AnySetup = a[0].parse().unwrap();
    let pairs: u64 = a[3].parse().unwrap();
    let (kind, n) = a[4].split_once(' ').unwrap();
    let n: u64 = n.parse().unwrap();
    let seed: u64 = a[5].parse().unwrap();
    let players = [parse(&a[1]), parse(&a[2])];
    let limits =
        if kind == "ms" { Limits::move_time(Duration::from_millis(n)) } else { Limits::nodes(n) };
    let openings = Openings::Generated(1 << 40);
    let mut counts = [0u64; 5];
    let mut total = [(0u64, 0u64); 2];
    let mut len = 0;
    for pair in 0..pairs {
        let mut points = 0;
        let opening = openings.opening(&setup, seed, pair);
        for side in 0..2usize {
            let AnyPosition::Gridball(mut p) = opening.position().clone() else { panic!() };
            let mut o = EngineOptions::default();
            let _ = o.set(OptionKey::Seed, pair);
            let _ = o.set(OptionKey::Hash, 4);
            let mut e = players.map(|(w, s)| gridball_engine(w, s, &o));
            while p.outcome().is_none() {
                let who = p.to_move().index() ^ side;
                let start = cpu();
                let r = e[who].search(&p, &limits, &mut Cpu { start }).unwrap();
                total[who].0 += r.nodes;
                total[who].1 += cpu() - start;
                len += 1;
                p.play(&r.best).unwrap();
            }
            points += match p.outcome().unwrap() {
                Outcome::Draw => 1,
                Outcome::Win(w) if w.index() == side => 2,
                _ => 0,
            };
        }
        counts[points] += 1;
        if (pair + 1) % 25 == 0 || pair + 1 == pairs {
            let done: u64 = counts.iter().sum();
            let pts: u64 = counts.iter().enumerate().map(|(i, c)| i as u64 * c).sum();
            let mean = pts as f64 / 4.0 / done as f64;
            let var: f64 = counts
                .iter()
                .enumerate()
                .map(|(i, &c)| c as f64 * (i as f64 / 4.0 - mean).powi(2))
                .sum::<f64>()
                / done as f64;
            let elo = |x: f64| -400.0 * (1.0 / x.clamp(0.001, 0.999) - 1.0).log10();
            let se = (var / done as f64).sqrt();
            println!(
                "{} | {} pairs {} {:?} {:.1}% Elo {:.0} ({:.0}..{:.0}) knps {} {} len {}",
                a[1],
                a[2],
                done,
                counts,
                100.0 * mean,
                elo(mean),
                elo(mean - 1.96 * se),
                elo(mean + 1.96 * se),
                total[0].0 * 1000000 / total[0].1.max(1),
                total[1].0 * 1000000 / total[1].1.max(1),
                len / done / 2
            );
        }
    }
    let _ = PairCounts::default();
}
