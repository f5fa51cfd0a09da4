//! Iterative deepening alpha-beta search, written once for the games that suit it.
//!
//! | file | holds |
//! |---|---|
//! | `game.rs` | what a game tells the search: [`SearchGame`](game::SearchGame) |
//! | `engine.rs` | the engine: deepening, the root, lines and results |
//! | `search.rs` | the recursion |
//! | `table.rs` | the transposition table |
//! | `ordering.rs` | killers and history |
//! | `gridball.rs` | Gridball and paper football |
//! | `football_checkers.rs` | football-checkers |
//! | `guard.rs` | one-move wins and losses, seen whatever the limits |
//! | `paper_soccer/` | paper soccer, which has a search of its own: its actions are paths, and there may be millions |
//!
//! To add a game: implement `SearchGame` for its position in a file of its own here, write an
//! [`Evaluator`](crate::Evaluator) beside it, and name both in `games.rs` and `registry.rs`.
//!
//! Depth counts turns. A player who acts again (a penalty after a trap) is still in the same
//! turn, so series of penalties are searched to their end whatever the depth; the sign of a score
//! follows the player to move, not the level of the recursion.

mod engine;
mod football_checkers;
mod game;
mod gridball;
mod guard;
mod ordering;
mod paper_soccer;
mod search;
mod table;

pub(crate) use engine::AlphaBeta;
pub(crate) use football_checkers::CheckersEvaluator;
pub use football_checkers::CheckersWeights;
pub(crate) use game::{Candidate, SearchEvaluator, SearchGame};
pub(crate) use gridball::GridballEvaluator;
pub use gridball::GridballWeights;
pub(crate) use guard::Guarded;
pub(crate) use paper_soccer::PaperSoccerAlphaBeta;
pub use search::SearchWeights;
