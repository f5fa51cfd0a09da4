//! Alpha-beta for paper soccer.
//!
//! An action is a whole path, and thousands of paths can have the same result, so the search goes
//! over distinct results, and a child is a position of its own rather than an action to be taken
//! back. What the rest of the game's knowledge is made of, `gridball-core` answers by one look at
//! every point of the field: whether there is a goal now, whether every action loses, how many
//! turns away the goals are. So each child is looked at as it is made, and a search of depth 1
//! sees every goal and every trap of the opponent's next action.
//!
//! | file | holds |
//! |---|---|
//! | `children.rs` | the positions that one action leads to |
//! | `search.rs` | the recursion |
//! | `engine.rs` | the engine: the root, deepening, lines and results |
//! | `evaluation.rs` | the evaluation |
//!
//! # Bounded work
//!
//! In the search at most [`RESULTS`](children::RESULTS) results of a position are looked at,
//! shorter paths first. At the root there are more, and if none of these keeps the opponent from
//! scoring, many more are tried (see `engine.rs`). Between two looks at the clock there are never
//! more than a few milliseconds of work, and memory does not depend on the position.

mod children;
mod engine;
mod evaluation;
mod search;

pub(crate) use engine::PaperSoccerAlphaBeta;
pub(crate) use evaluation::PaperSoccerEvaluator;
