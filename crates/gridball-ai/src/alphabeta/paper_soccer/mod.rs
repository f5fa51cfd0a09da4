//! Alpha-beta for paper soccer.
//!
//! A child is a position of its own rather than an action to be taken back. Each is judged as it
//! is made, so a search of depth 1 sees every goal and every trap of the opponent's next action.
//! What all searches of the game share is in [`crate::paper_soccer`].
//!
//! | file | holds |
//! |---|---|
//! | `search.rs` | the recursion |
//! | `engine.rs` | the engine: deepening, lines and results |

mod engine;
mod search;

pub(crate) use engine::PaperSoccerAlphaBeta;
