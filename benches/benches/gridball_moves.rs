//! The generator of Gridball moves on fixed positions. Elements are positions; how many
//! moves they have on average is printed first.

use std::{hint::black_box, ops::ControlFlow};

use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_benches::{POSITIONS, gridball_positions, mean, naive_dfs::NaiveBoard};
use gridball_core::{
    Position,
    gridball::{GridballPosition, GridballSetup, Move},
};

/// What is slow takes every so many-th position only.
const NAIVE_STEP: usize = 16;
const SLOW_STEP: usize = 64;

pub(crate) fn generator(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("gridball_moves");
    for (field, setup) in [("small", GridballSetup::SMALL), ("classic", GridballSetup::CLASSIC)] {
        let positions = gridball_positions(&setup);
        let moves = mean(&positions, |position| position.moves().len() as u64);
        println!("gridball {field}: {POSITIONS} positions, {moves:.2} moves a position");

        group.throughput(Throughput::Elements(POSITIONS as u64));
        group.bench_function(BenchmarkId::new("set_and_count", field), |bencher| {
            bencher.iter(|| {
                let positions = black_box(&positions[..]);
                positions.iter().map(|position| position.moves().len()).sum::<usize>()
            });
        });
        group.bench_function(BenchmarkId::new("any", field), |bencher| {
            bencher.iter(|| {
                let positions = black_box(&positions[..]);
                positions.iter().filter(|position| position.has_move()).count()
            });
        });
        group.bench_function(BenchmarkId::new("visit", field), |bencher| {
            bencher.iter(|| {
                for position in black_box(&positions[..]) {
                    let _ = position.visit_actions(|action| {
                        black_box(action);
                        ControlFlow::Continue(())
                    });
                }
            });
        });
        group.bench_function(BenchmarkId::new("list", field), |bencher| {
            bencher.iter(|| {
                for position in black_box(&positions[..]) {
                    black_box(position.moves().iter().collect::<Vec<Move>>());
                }
            });
        });

        let mut boards: Vec<NaiveBoard> =
            positions.iter().step_by(NAIVE_STEP).map(NaiveBoard::new).collect();
        group.throughput(Throughput::Elements(boards.len() as u64));
        group.bench_function(BenchmarkId::new("naive_dfs", field), |bencher| {
            bencher.iter(|| {
                let boards = black_box(&mut boards[..]);
                boards.iter_mut().map(NaiveBoard::count_moves).sum::<u64>()
            });
        });

        let few: Vec<GridballPosition> = positions.iter().step_by(SLOW_STEP).cloned().collect();
        group.throughput(Throughput::Elements(few.len() as u64));
        group.bench_function(BenchmarkId::new("slow_rules", field), |bencher| {
            bencher.iter(|| {
                let mut count = 0;
                for position in black_box(&few[..]) {
                    let _ = position.visit_slow_actions(|_| {
                        count += 1;
                        ControlFlow::Continue(())
                    });
                }
                count
            });
        });
    }
}
