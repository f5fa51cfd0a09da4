//! Playing Gridball moves on fixed positions, and whole random games. Elements are moves, in
//! `random_playouts` actions (moves and penalties).

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_benches::{below, gridball_positions, mean, rng};
use gridball_core::{
    Position,
    gridball::{GridballAction, GridballPosition, GridballSetup, Move},
};
use rand_pcg::Pcg64Mcg;

const FIELDS: [(&str, GridballSetup); 2] =
    [("small", GridballSetup::SMALL), ("classic", GridballSetup::CLASSIC)];

/// All moves of every so many-th position are enough.
const STEP: usize = 8;

/// Games of one iteration of `random_playouts`.
const PLAYOUTS: u64 = 256;

/// The moves are listed beforehand: only playing them is measured.
pub(crate) fn play(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("gridball_play");
    for (field, setup) in FIELDS {
        let mut positions: Vec<GridballPosition> =
            gridball_positions(&setup).into_iter().step_by(STEP).collect();
        let moves: Vec<Vec<Move>> =
            positions.iter().map(|position| position.moves().iter().collect()).collect();
        let total: usize = moves.iter().map(Vec::len).sum();
        let trapping = positions.iter().zip(&moves).map(|(position, moves)| {
            moves.iter().filter(|&&regular| position.traps(regular)).count()
        });
        println!(
            "gridball {field}: {total} moves of {} positions, {} of them trap",
            positions.len(),
            trapping.sum::<usize>()
        );
        group.throughput(Throughput::Elements(total as u64));

        group.bench_function(BenchmarkId::new("make_and_undo", field), |bencher| {
            bencher.iter(|| {
                for (position, moves) in black_box(&mut positions[..]).iter_mut().zip(&moves) {
                    for &regular in moves {
                        let undo = position.play_unchecked(&GridballAction::Move(regular));
                        black_box(&mut *position);
                        position.undo(undo);
                    }
                }
            });
        });
        group.bench_function(BenchmarkId::new("copy_and_play", field), |bencher| {
            bencher.iter(|| {
                for (position, moves) in black_box(&positions[..]).iter().zip(&moves) {
                    for &regular in moves {
                        let mut child = position.clone();
                        child.play_unchecked(&GridballAction::Move(regular));
                        black_box(&child);
                    }
                }
            });
        });
        group.bench_function(BenchmarkId::new("trap_check", field), |bencher| {
            bencher.iter(|| {
                let mut trapping = 0;
                for (position, moves) in black_box(&positions[..]).iter().zip(&moves) {
                    for &regular in moves {
                        trapping += u64::from(position.traps(regular));
                    }
                }
                trapping
            });
        });
    }
}

/// Plays a random game to its end; how many actions it had.
fn playout(setup: GridballSetup, rng: &mut Pcg64Mcg) -> u64 {
    let mut position = GridballPosition::start(&setup);
    let mut played = 0;
    loop {
        let moves = position.moves();
        let action = if moves.is_empty() {
            let penalties = position.actions(usize::MAX);
            if penalties.is_empty() {
                return played;
            }
            penalties[below(rng, penalties.len())]
        } else {
            let regular = moves.kth(below(rng, moves.len()));
            GridballAction::Move(regular.expect("the index is below the number of moves"))
        };
        position.play_unchecked(&action);
        played += 1;
    }
}

pub(crate) fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random_playouts");
    for (field, setup) in FIELDS {
        let play_all = |rng: &mut Pcg64Mcg| {
            (0..PLAYOUTS).map(|_| playout(black_box(setup), rng)).collect::<Vec<u64>>()
        };
        // Every iteration plays the same games.
        let lengths = play_all(&mut rng());
        let actions = mean(&lengths, |&length| length);
        println!("gridball {field}: {PLAYOUTS} random games, {actions:.2} actions a game");
        group.throughput(Throughput::Elements(lengths.iter().sum()));
        group.bench_function(BenchmarkId::new("gridball", field), |bencher| {
            bencher.iter(|| play_all(&mut rng()));
        });
    }
}
