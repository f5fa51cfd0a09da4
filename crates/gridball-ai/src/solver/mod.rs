//! Exact results of small worlds: who wins, and in how many actions.
//!
//! A [`Solver`] answers for a whole game what an engine answers for the next few actions. It is
//! made for fields and positions that are small enough: paper soccer on small fields, and late
//! positions of Gridball and paper football. Tests take its answers as the truth about engines.
//!
//! | file | holds |
//! |---|---|
//! | `world.rs` | what a game gives the solver: [`SmallWorld`] |
//! | `paper_soccer.rs`, `gridball.rs` | the two games |
//! | `search.rs` | the search |
//! | `table.rs` | what is known already, by whole positions |
//!
//! # How it searches
//!
//! "Does this player win within `n` actions?" is asked for `n` = 1, 2, 3, ... and for both
//! players in turn, until the answer is yes. A question is answered by the plain definition: if
//! the player acts, one action that leads to yes is enough; if the opponent acts, every one has
//! to. So the first `n` with a yes is the exact distance, the winner hurrying and the loser
//! holding out. If both players are told "never", which takes a search that nowhere ended before
//! the game did, the game is a draw.
//!
//! # Why the table cannot lie
//!
//! A position is found by its whole state, written out bit by bit, and not by a hash of it: the
//! hash only says where to look. The state is stored as it is or mirrored left to right,
//! whichever is the smaller number, for both are worth the same. Gridball's turn counter, which
//! ends the game as a draw, is part of the state; nothing else about the way to a position decides
//! anything. So what is stored holds wherever the position occurs, in later searches too.
//!
//! # Bounds
//!
//! Memory is bounded by the size of the table, in which later positions replace earlier ones
//! that took less work; time by the number of nodes and by the host's wish to stop. When a bound
//! is met, or a position has too many results to list, [`Solution::truth`] is `None`: the solver
//! never guesses.
//!
//! ```
//! use gridball_ai::solver::{Solver, Truth};
//! use gridball_core::{Position, paper_soccer::PaperSoccerPosition};
//!
//! let position = PaperSoccerPosition::start(&"paper-soccer:2,4,4".parse()?);
//! let solution = Solver::new(16).solve(&position, 1_000_000, &mut || false);
//! assert_eq!(solution.truth, Some(Truth::Win(3)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
#![doc = include_str!("../../SOLVED.md")]

mod gridball;
mod paper_soccer;
mod search;
mod table;
mod world;

pub use search::{Solution, Solver, Truth};
pub use world::{Look, SmallWorld, StateWriter};
