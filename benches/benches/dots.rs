//! Dots placed and taken back, and random games in which every node is tried once.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_benches::{below, rng};
use gridball_core::{
    Player, Position,
    dots::{DotsLog, DotsNode, DotsPosition, DotsSetup},
};
use rand_pcg::Pcg64Mcg;

/// The sizes of the random games.
const FIELDS: [&str; 2] = ["dots:39x32", "dots:20x20"];

/// Games of one iteration.
const PLAYOUTS: usize = 64;

fn start(id: &str) -> DotsPosition {
    DotsPosition::start(&id.parse::<DotsSetup>().expect("the ids above are right"))
}

/// Puts the nodes into a random order.
fn shuffle(nodes: &mut [DotsNode], rng: &mut Pcg64Mcg) {
    for index in (1..nodes.len()).rev() {
        nodes.swap(index, below(rng, index + 1));
    }
}

/// A 39 × 32 field on which every other node was tried, and its free nodes in a random order.
fn half_full() -> (DotsPosition, Vec<DotsNode>) {
    let mut position = start("dots:39x32");
    let mut nodes: Vec<DotsNode> = position.nodes().collect();
    shuffle(&mut nodes, &mut rng());
    let mut log = DotsLog::default();
    for &node in &nodes[..nodes.len() / 2] {
        if position.is_free(node) {
            position.put(node, &mut log);
        }
    }
    nodes.retain(|&node| position.is_free(node));
    (position, nodes)
}

/// One dot on each free node of a half-full field in turn. Elements are dots.
pub(crate) fn puts(criterion: &mut Criterion) {
    let (position, nodes) = half_full();
    let mut group = criterion.benchmark_group("dots_puts");
    group.throughput(Throughput::Elements(nodes.len() as u64));
    let mut log = DotsLog::default();

    let mut used = position.clone();
    group.bench_function("put_and_take_back", |bencher| {
        bencher.iter(|| {
            for &node in black_box(&nodes) {
                used.put(node, &mut log);
                black_box(&mut used);
                used.take_back(&mut log);
            }
        });
    });
    group.bench_function("put_quickly_and_take_back", |bencher| {
        bencher.iter(|| {
            for &node in black_box(&nodes) {
                used.put_quickly(node, &mut log);
                black_box(&mut used);
                used.take_back(&mut log);
            }
        });
    });
    let actions: Vec<_> =
        nodes.iter().filter_map(|&node| position.action_at(node.point())).collect();
    group.bench_function("play_outcome_and_undo", |bencher| {
        bencher.iter(|| {
            for action in black_box(&actions) {
                let undo = used.play_unchecked(action);
                black_box(used.outcome());
                used.undo(undo);
            }
        });
    });
    group.bench_function("key", |bencher| {
        bencher.iter(|| {
            for _ in &nodes {
                black_box(black_box(&used).key());
            }
        });
    });
    group.bench_function("copy", |bencher| {
        let mut copy = position.clone();
        bencher.iter(|| {
            for _ in &nodes {
                copy.clone_from(black_box(&position));
            }
        });
    });
}

/// Random games: the nodes are shuffled, a dot is put on each that is still free in that order, and
/// all are taken back. Elements are games.
pub(crate) fn playouts(criterion: &mut Criterion) {
    let put = |position: &mut DotsPosition, node, log: &mut DotsLog| position.put(node, log);
    let put_quickly =
        |position: &mut DotsPosition, node, log: &mut DotsLog| position.put_quickly(node, log);
    let put_and_look = |position: &mut DotsPosition, node, log: &mut DotsLog| {
        position.put(node, log);
        black_box(Player::BOTH.map(|player| position.score(player)));
        black_box(position.outcome());
    };
    let take_back = |position: &mut DotsPosition, _: &DotsPosition, log: &mut DotsLog| {
        while position.take_back(log) {}
    };
    let copy = |position: &mut DotsPosition, start: &DotsPosition, log: &mut DotsLog| {
        position.clone_from(start);
        log.clear();
    };
    for id in FIELDS {
        games(criterion, "quick", id, put_quickly, take_back);
        games(criterion, "quick_undone_by_copy", id, put_quickly, copy);
        games(criterion, "safety_kept_up", id, put, take_back);
        games(criterion, "score_and_end_at_every_dot", id, put_and_look, take_back);
    }
}

fn games(
    criterion: &mut Criterion,
    name: &str,
    id: &str,
    put: impl Fn(&mut DotsPosition, DotsNode, &mut DotsLog),
    undo: impl Fn(&mut DotsPosition, &DotsPosition, &mut DotsLog),
) {
    let start = start(id);
    let mut position = start.clone();
    let mut order: Vec<DotsNode> = start.nodes().collect();
    let mut log = DotsLog::default();
    // The games differ from one iteration to the next: the processor would learn a few by heart.
    let mut random = rng();
    let mut group = criterion.benchmark_group("dots_playouts");
    group.throughput(Throughput::Elements(PLAYOUTS as u64));
    group.bench_function(BenchmarkId::new(name, id.trim_start_matches("dots:")), |bencher| {
        bencher.iter(|| {
            for _ in 0..PLAYOUTS {
                shuffle(&mut order, &mut random);
                for &node in &order {
                    if position.is_free(node) {
                        put(&mut position, node, &mut log);
                    }
                }
                black_box(&mut position);
                undo(&mut position, &start, &mut log);
            }
        });
    });
}
