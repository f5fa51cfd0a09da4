//! What is known about paper soccer, for all searches over it.
//!
//! An action is a whole path, and thousands of paths can have the same result, so searches go
//! over distinct results, and judge each position as it is made: is there a goal, is every action
//! lost, and if neither, what is it worth?
//!
//! | file | holds |
//! |---|---|
//! | `children.rs` | the positions that one action leads to |
//! | `root.rs` | the actions of the root, with what is promised about them whatever the limits |
//! | `judge.rs` | goals, traps, and an estimate of everything else |
//! | `evaluation.rs` | the written evaluation, for every field |
//! | `inputs.rs` | what a network is told about a position |
//! | `network.rs` | the learned evaluation: its file format, and its arithmetic |
//! | `paper-soccer-2-8-10.network` | the network for the field 8x10; made by the crate `training` |
//!
//! # Bounded work
//!
//! In a search at most 512 results (`children::RESULTS`) of a position are looked at,
//! shorter paths first. At the root there are more, and if none of these keeps the opponent from
//! scoring, many more are tried (see `root.rs`). Between two looks at the clock there are never
//! more than a few milliseconds of work, and memory does not depend on the position.

pub(crate) mod children;
pub(crate) mod evaluation;
mod inputs;
pub(crate) mod judge;
mod network;
pub(crate) mod root;

pub use crate::best_first::{BestFirst, TreePosition};
pub use inputs::{INPUTS, inputs, mirrored_input};
pub use network::{FIRST_LAYER, Network, NetworkError, SECOND_LAYER, Weights};
