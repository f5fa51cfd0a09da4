//! Best-first minimax, for paper soccer.
//!
//! The whole tree is kept. Again and again the search goes down from the root to a leaf, always
//! to the child that looks best, adds all children of the leaf, judges them at once, and brings
//! the minimax values up to date on the way back. There is no depth to be finished: lines that
//! keep looking best become deep, and lines that were refuted are left alone. A share of the
//! visits goes to children that look nearly as good (see [`tree::Tree::choose`]). Proven wins and
//! losses are brought up like all values and so stay exact.
//!
//! The method is known as unbounded best-first minimax (R. Korf and D. Chickering 1996; Q.
//! Cohen-Solal, arXiv 2012.10700).
//!
//! | file | holds |
//! |---|---|
//! | `tree.rs` | the tree: nodes, choosing, adding children, backing up, giving memory back |
//! | `engine.rs` | the engine: the root, lines and results |

mod engine;
mod tree;

pub use engine::{BestFirst, TreePosition};
