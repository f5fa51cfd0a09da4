//! Monte Carlo tree search (UCT with priors), written once for the games that suit it.
//!
//! | file | holds |
//! |---|---|
//! | `game.rs` | what a game gives the search: [`Playground`](game::Playground) |
//! | `tree.rs` | the nodes in memory, the choice of a child, what is proven |
//! | `engine.rs` | the iterations, the root, lines and results |
//! | `dots.rs` | Dots: which dots look good, what a position looks worth |
//! | `dots/ladder.rs` | captures in Dots that are forced by one threat after the other |
//! | `searched.rs` | games that alpha-beta plays by the same knowledge: |
//! | `gridball.rs` | Gridball and paper football |
//! | `football_checkers.rs` | football-checkers |
//! | `paper_soccer.rs` | paper soccer, over distinct results |
//!
//! Every iteration walks down the tree, adds one position and judges it; the judgement flows back
//! to the root. The numbers are made of sums, products, quotients and square roots only, which
//! are the same on every machine.

mod dots;
mod engine;
mod football_checkers;
mod game;
mod gridball;
mod paper_soccer;
mod searched;
mod tree;

pub(crate) use dots::DotsPlayground;
pub(crate) use engine::Mcts;
pub(crate) use football_checkers::CheckersPlayground;
pub(crate) use game::Playground;
pub(crate) use gridball::GridballPlayground;
pub(crate) use paper_soccer::PaperSoccerPlayground;
