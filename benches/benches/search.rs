//! Searches of the engines, one group a game. Elements are nodes: positions reached by playing an
//! action.

use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_ai::{AnyEngine, Engine, Limits, Unattended};
use gridball_benches::positions;
use gridball_core::{
    AnyPosition, Position, football_checkers::CheckersPosition, gridball::GridballPosition,
};

/// Nodes of each search.
const NODES: u64 = 100_000;
/// The same for football-checkers, whose nodes cost more.
const CHECKERS_NODES: u64 = 5_000;
/// Positions out of random games that are searched by turns.
const SEARCHED: usize = 16;
/// So many positions lie between two that are searched.
const STEP: usize = 7;

/// Positions of random games of this set-up, some way apart.
fn searched<P: Position + Into<AnyPosition>>(id: &str) -> Vec<AnyPosition>
where
    P::Setup: std::str::FromStr,
{
    let Ok(setup) = id.parse() else { return Vec::new() };
    positions(&setup, SEARCHED * STEP, |position: &P| position.outcome().is_none())
        .into_iter()
        .step_by(STEP)
        .map(Into::into)
        .collect()
}

/// Searches the positions one after the other with `spec`, each with so many nodes.
fn search(
    criterion: &mut Criterion,
    game: &str,
    spec: &str,
    positions: &[AnyPosition],
    nodes: u64,
) {
    let Ok(spec) = spec.parse() else { return };
    let mut engine = AnyEngine::new(spec);
    let limits = Limits::nodes(nodes);
    let mut search_all = || -> u64 {
        let searches = positions.iter();
        searches
            .filter_map(|position| engine.search(position, &limits, &mut Unattended).ok())
            .map(|result| result.nodes)
            .sum()
    };
    // Some searches prove the result earlier. Every iteration visits the same nodes.
    let visited = search_all();
    let mut group = criterion.benchmark_group(format!("search_{game}"));
    group.throughput(Throughput::Elements(visited));
    group.sample_size(10);
    group.bench_function(BenchmarkId::new("alphabeta", positions.len()), |bencher| {
        bencher.iter(&mut search_all);
    });
}

pub(crate) fn gridball(criterion: &mut Criterion) {
    let positions = searched::<GridballPosition>("gridball:small");
    search(criterion, "gridball", "alphabeta", &positions, NODES);
}

pub(crate) fn paper_football(criterion: &mut Criterion) {
    let positions = searched::<GridballPosition>("paper-football");
    search(criterion, "paper_football", "alphabeta", &positions, NODES);
}

pub(crate) fn football_checkers(criterion: &mut Criterion) {
    let positions = searched::<CheckersPosition>("football-checkers");
    search(criterion, "football_checkers", "alphabeta", &positions, CHECKERS_NODES);
}
