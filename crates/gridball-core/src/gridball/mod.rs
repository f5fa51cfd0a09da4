//! Gridball (M. Yutsis, 2004) and its sibling, three-segment paper football.
//!
//! One module serves both games: what differs between them is the data of [`Rules`].
//!
//! | file | holds |
//! |---|---|
//! | `rules.rs` | the numbers and choices in which the two games differ, set-ups, goal geometry |
//! | `slow.rs` | the rules as plainly as they can be written: the truth of all tests |
//! | `action.rs` | moves and penalties as values |
//! | `position.rs` | the state, playing and undoing |
//! | `tables.rs`, `movegen.rs` | the precomputed generator |
//! | `text.rs` | texts of actions and positions, with their grammar |
//!
//! ```
//! use gridball_core::{Position, gridball::{GridballPosition, GridballSetup}};
//!
//! let position = GridballPosition::start(&GridballSetup::SMALL);
//! let moves = position.moves();
//! assert_eq!(moves.len(), 360);
//! assert_eq!(moves.iter().next(), moves.kth(0));
//! ```

mod action;
mod movegen;
mod position;
mod rules;
mod slow;
mod tables;
mod text;

pub use action::{GridballAction, Move};
pub use movegen::MoveSet;
pub use position::{GridballIllegalAction, GridballPosition, GridballUndo, Line, MoveFault};
pub use rules::{GridballSetup, Rules, RulesKind};
