//! All benches, one file a subject. What they measure and how to run them: `../README.md`.

mod dots;
mod football_checkers;
mod gridball_moves;
mod gridball_play;
mod mcts;
mod paper_soccer;
mod perft;
mod pictures;
mod search;

use criterion::{criterion_group, criterion_main};

criterion_group! {
    name = benches;
    config = gridball_benches::config();
    targets = gridball_moves::generator, gridball_play::play, gridball_play::playouts,
        dots::puts, dots::playouts, mcts::dots,
        football_checkers::generation, paper_soccer::results, paper_soccer::walks, paper_soccer::prospects,
        perft::games, perft::chess,
        pictures::pictures,
        search::gridball, search::paper_football, search::football_checkers
}
criterion_main!(benches);
