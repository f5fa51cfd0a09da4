//! Paper soccer: distinct results, walking all paths, and the questions about goals, on fixed
//! positions.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_benches::paper_soccer_positions;
use gridball_core::{
    Coverage, Position,
    paper_soccer::{DistinctResults, PaperSoccerPosition, PaperSoccerSetup},
};

const FIELDS: [(&str, PaperSoccerSetup); 2] =
    [("2,6,8", PaperSoccerSetup::MOROZKOV), ("2,8,10", PaperSoccerSetup::ONLINE)];

/// An engine asks for at most so many results of a position.
const LIMIT: usize = 1_000;

/// At most so many paths of a position are walked.
const PATHS: u64 = 10_000;

/// A position of a game on 2,8,10 with 51 647 883 paths and 433 648 distinct results.
const MANY_PATHS: &str = "paper-soccer:2,8,10 v1 9/4fl1f1/2flon1k1/3aagd1h/1j2fnooh/bln1ooolh/\
                          ai2bgooh/b1jfhgofh/3a2cc1/7nh/6aa1/9/9 e6 second";

/// Elements are results.
pub(crate) fn results(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("paper_soccer_results");
    for (field, setup) in FIELDS {
        let positions = paper_soccer_positions(&setup);
        let mut results = DistinctResults::new();
        let mut total = 0;
        let mut limited = 0;
        for position in &positions {
            limited += usize::from(results.find(position, LIMIT) == Coverage::Limited);
            total += results.len();
        }
        println!("paper soccer {field}: {total} results, {limited} positions cut off at {LIMIT}");
        group.throughput(Throughput::Elements(total as u64));
        // An engine that keeps the memory of a search for the next one.
        group.bench_function(BenchmarkId::new("find", field), |bencher| {
            bencher.iter(|| {
                let positions = black_box(&positions[..]).iter();
                positions.fold(0, |found, position| {
                    results.find(position, LIMIT);
                    found + results.len()
                })
            });
        });
        // What generic code does: every result as an action, memory taken anew.
        group.bench_function(BenchmarkId::new("visit_search_actions", field), |bencher| {
            bencher.iter(|| {
                let mut steps = 0;
                for position in black_box(&positions[..]) {
                    position.visit_search_actions(LIMIT, |action| {
                        steps += action.directions.len();
                        ControlFlow::Continue(())
                    });
                }
                steps
            });
        });
    }

    let position = PaperSoccerPosition::parse_position(MANY_PATHS).expect("a position text");
    let mut results = DistinctResults::new();
    assert_eq!(results.find(&position, usize::MAX), Coverage::Complete);
    assert_eq!(results.len(), 433_648, "a wrong count is not worth measuring");
    group.sample_size(20);
    group.throughput(Throughput::Elements(433_648));
    group.bench_function("find/many_paths", |bencher| {
        bencher.iter(|| results.find(black_box(&position), usize::MAX));
    });
    group.bench_function("visit_search_actions/many_paths", |bencher| {
        bencher.iter(|| {
            let mut steps = 0;
            black_box(&position).visit_search_actions(usize::MAX, |action| {
                steps += action.directions.len();
                ControlFlow::Continue(())
            });
            steps
        });
    });
}

/// Elements are paths.
pub(crate) fn walks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("paper_soccer_walks");
    for (field, setup) in FIELDS {
        let positions = paper_soccer_positions(&setup);
        let count = |positions: &[PaperSoccerPosition]| {
            positions.iter().map(|position| position.count_actions(PATHS)).sum::<u64>()
        };
        group.throughput(Throughput::Elements(count(&positions)));
        group.bench_function(BenchmarkId::new("count", field), |bencher| {
            bencher.iter(|| count(black_box(&positions)));
        });
    }
}

/// Elements are positions.
pub(crate) fn prospects(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("paper_soccer_prospects");
    for (field, setup) in FIELDS {
        let positions = paper_soccer_positions(&setup);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("can_score", field), |bencher| {
            bencher.iter(|| {
                black_box(&positions[..]).iter().filter(|position| position.can_score()).count()
            });
        });
        group.bench_function(BenchmarkId::new("can_avoid_loss", field), |bencher| {
            bencher.iter(|| {
                let positions = black_box(&positions[..]).iter();
                positions.filter(|position| position.can_avoid_loss()).count()
            });
        });
    }
}
