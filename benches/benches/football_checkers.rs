//! Football-checkers: generation with the duty checked, the attack test, playing and taking back.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_benches::positions;
use gridball_core::{
    Player, Position,
    football_checkers::{CheckersPosition, CheckersSetup},
};

/// With the duty, and without.
const SETUPS: [&str; 2] = ["football-checkers:corners", "football-checkers:corners/open"];

fn of(id: &str) -> Vec<CheckersPosition> {
    let setup = id.parse::<CheckersSetup>().expect("the ids above are right");
    positions(&setup, 1024, |position: &CheckersPosition| position.outcome().is_none())
}

pub(crate) fn generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("football_checkers");
    for id in SETUPS {
        let name = id.replace('/', "-");
        let positions = of(id);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("count", &name), |bencher| {
            bencher.iter(|| {
                positions.iter().map(|p| black_box(p).count_actions(u64::MAX)).sum::<u64>()
            });
        });
        group.bench_function(BenchmarkId::new("attacked_cells", &name), |bencher| {
            bencher.iter(|| {
                let attacked = |p: &CheckersPosition| p.attacked_cells(Player::First).len();
                positions.iter().map(|p| attacked(black_box(p)) as u64).sum::<u64>()
            });
        });
        // Every 64th position will do: all its actions are played.
        let mut some: Vec<_> =
            positions.iter().step_by(64).map(|p| (p.clone(), p.actions(usize::MAX))).collect();
        let actions: usize = some.iter().map(|(_, actions)| actions.len()).sum();
        group.throughput(Throughput::Elements(actions as u64));
        group.bench_function(BenchmarkId::new("make_and_undo", &name), |bencher| {
            bencher.iter(|| {
                for (position, actions) in &mut some {
                    for action in &*actions {
                        let undo = position.play_unchecked(action);
                        black_box(&*position);
                        position.undo(undo);
                    }
                }
            });
        });
    }
    group.finish();
}
