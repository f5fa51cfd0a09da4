//! Perft of every game, and of chess by cozy-chess as a yardstick from the same run. Elements are
//! the action sequences counted.
//!
//! All are bulk counted: the actions of the last level are generated and counted, not played.

use std::hint::black_box;

use cozy_chess::Board;
use criterion::{BenchmarkId, Criterion, Throughput};
use gridball_core::{
    Position,
    dots::{DotsPosition, DotsSetup},
    football_checkers::{CheckersPosition, CheckersSetup},
    gridball::{GridballPosition, GridballSetup},
    paper_soccer::{PaperSoccerPosition, PaperSoccerSetup},
    perft,
};

/// A position with many moves of all kinds that is customary for perft.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Measures `count`, which has to give `known`.
fn measure(criterion: &mut Criterion, id: BenchmarkId, known: u64, count: impl Fn() -> u64) {
    assert_eq!(count(), known, "a wrong perft is not worth measuring");
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(known));
    group.bench_function(id, |bencher| bencher.iter(&count));
}

/// Perft from the start of a set-up of any game.
fn game<P: Position>(criterion: &mut Criterion, setup: &P::Setup, depth: u32, known: u64) {
    let start = P::start(setup);
    let id = BenchmarkId::new(setup.to_string().replace('/', "-"), depth);
    measure(criterion, id, known, || perft(black_box(&start), black_box(depth)));
}

/// Perft of chess, counted in the same way.
fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for action in moves {
                let mut child = board.clone();
                child.play_unchecked(action);
                count += chess_perft(&child, depth - 1);
            }
            false
        });
    }
    count
}

pub(crate) fn games(criterion: &mut Criterion) {
    game::<GridballPosition>(criterion, &GridballSetup::SMALL, 3, 17_574_952);
    game::<GridballPosition>(criterion, &GridballSetup::CLASSIC, 3, 17_574_952);
    game::<GridballPosition>(criterion, &GridballSetup::PAPER_FOOTBALL, 3, 17_535_586);
    game::<PaperSoccerPosition>(criterion, &PaperSoccerSetup::MOROZKOV, 6, 14_085_148);
    game::<PaperSoccerPosition>(criterion, &PaperSoccerSetup::ONLINE, 6, 1_704_730);
    game::<CheckersPosition>(criterion, &CheckersSetup::default(), 3, 4_084_044);
    game::<DotsPosition>(criterion, &DotsSetup::DEFAULT, 2, 1_546_292);
}

pub(crate) fn chess(criterion: &mut Criterion) {
    let start = Board::default();
    let kiwipete: Board = KIWIPETE.parse().expect("a well-known position");
    for (name, board, depth, known) in
        [("start", &start, 4, 197_281), ("kiwipete", &kiwipete, 3, 97_862)]
    {
        let id = BenchmarkId::new(format!("cozy-chess {name}"), depth);
        measure(criterion, id, known, || chess_perft(black_box(board), black_box(depth)));
    }
}
