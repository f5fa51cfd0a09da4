//! The engine `mcts`: whole iterations, from the root down the tree, a look at the position there,
//! a playout to the end of the game, and back.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_ai::{AnyEngine, Engine, Limits, Unattended};
use gridball_core::{AnyGame, AnySetup};

/// Iterations of one search.
const NODES: u64 = 1000;

/// A search from the start of the game, its beginning included. Elements are iterations, and each
/// of them plays one game to its end.
pub(crate) fn dots(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dots_mcts");
    group.throughput(Throughput::Elements(NODES));
    for id in ["dots:39x32", "dots:20x20"] {
        let setup: AnySetup = id.parse().expect("the ids above are right");
        let game = AnyGame::new(&setup);
        let mut engine = AnyEngine::new("mcts".parse().expect("an engine there is"));
        group.bench_function(
            BenchmarkId::new("iterations", id.trim_start_matches("dots:")),
            |bencher| {
                bencher.iter(|| {
                    let limits = Limits::nodes(NODES);
                    black_box(engine.search(black_box(game.position()), &limits, &mut Unattended))
                });
            },
        );
    }
}
