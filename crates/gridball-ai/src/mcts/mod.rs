//! Monte Carlo tree search (UCT with priors), written once for the games that suit it.
//!
//! | file | holds |
//! |---|---|
//! | `game.rs` | what a game gives the search: [`Playground`](game::Playground) |
//! | `tree.rs` | the nodes in memory, the choice of a child, what is proven |
//! | `engine.rs` | the iterations, the root, lines and results |
//! | `dots.rs` | Dots: which dots look good, what a position looks worth |
//!
//! Every iteration walks down the tree, adds one position and judges it; the judgement flows back
//! to the root. The numbers are made of sums, products, quotients and square roots only, which
//! are the same on every machine.

mod dots;
mod engine;
mod game;
mod tree;

pub(crate) use dots::DotsPlayground;
pub(crate) use engine::Mcts;
pub(crate) use game::Playground;
