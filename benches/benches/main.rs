//! All benches, one file a subject. What they measure and how to run them: `../README.md`.

mod gridball_moves;
mod gridball_play;
mod perft;

use criterion::{criterion_group, criterion_main};

criterion_group! {
    name = benches;
    config = gridball_benches::config();
    targets = gridball_moves::generator, gridball_play::play, gridball_play::playouts,
        perft::games, perft::chess
}
criterion_main!(benches);
