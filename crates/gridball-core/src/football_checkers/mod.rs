//! Football-checkers (Футбол-шашки): ten checkers a side on 12 × 12 cells pass to each other until
//! one lands behind the other side.
//!
//! # The board
//!
//! The files are `a b c d e f g h k m n p`, the ranks 1 to 12. First has ten red checkers, Second
//! ten black ones, and First moves first. First's home rank is 1 and his goal rank 12; for Second
//! it is the other way round. A game starts with all checkers on their home ranks
//! ([`CheckersStart`]); any other board can be given as text or to [`CheckersPosition::new`]. There
//! are no captures and there is no passing.
//!
//! # A move
//!
//! A checker P goes to a free cell T *relative to* another own checker Q:
//!
//! - T is on a row, column or diagonal with P, and likewise with Q;
//! - the cells strictly between P and T are free, Q not counting as an obstacle;
//! - the cells strictly between Q and T are free, P's old cell counting as free: after the move P
//!   and Q see each other.
//!
//! A move is the two cells, `d6-g6`, whatever Q it is relative to.
//!
//! # Zones
//!
//! - From home rank to home rank: Q must be on the home rank too.
//! - Back to the home rank from outside: only if at most five own checkers stand on it.
//! - Red may not land on rank 11, nor black on rank 2. Passing over is allowed.
//!
//! # Goal and duty
//!
//! Landing on the goal rank is a goal and wins. A player *attacks* (`+`) if he would have a goal
//! move were it his turn. After a move the own gate must not be attacked; every attack counts,
//! even by a player who is attacked himself. So a goal move is hardly ever played: who cannot
//! close an attack (`×`) has no legal move, and who has no legal move has lost. In the variant
//! `open` there is no duty, and goals are landed.
//!
//! The third occurrence of a position with the same side to move is a draw, and so is action 400.
//! After an action the ends are looked for in this order: goal, third occurrence, no legal move,
//! limit.
//!
//! # The files
//!
//! | file | holds |
//! |---|---|
//! | `rules.rs` | sizes, zones, starts and limits as data, and where each comes from |
//! | `slow.rs` | the text above in code, as plainly as it can be written: the truth of all tests |
//! | `cells.rs` | a cell, a set of cells |
//! | `position.rs` | the state, playing and undoing, earlier positions |
//! | `check.rs` | one action: whether it is legal, and if not, why |
//! | `movegen.rs`, `gate.rs`, `tables.rs` | the fast generator, attacks and what closes them |
//! | `prospects.rs` | what an action leads to at once: a win, an attack |
//! | `text.rs` | texts of actions and positions, with their grammar |

mod cells;
mod check;
mod gate;
mod movegen;
mod position;
mod prospects;
mod rules;
mod slow;
mod tables;
mod text;

pub use cells::{Cell, CellSet, SIZE};
pub use check::CheckersIllegalAction;
pub use position::{CheckersAction, CheckersPosition, CheckersUndo};
pub use rules::{
    ACTION_LIMIT, CHECKERS, CheckersSetup, CheckersStart, MOST_AT_HOME_FOR_A_RETURN,
    OCCURRENCES_FOR_A_DRAW,
};
