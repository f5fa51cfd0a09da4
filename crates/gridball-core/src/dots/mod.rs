//! Dots (Крапки, Точки, Kropki): the game of surrounding.
//!
//! Players take turns to place a dot on a node of squared paper. Whoever closes a contour of his
//! dots round dots of the other captures them and everything else inside. More captured dots win.
//!
//! | file | what it holds |
//! |---|---|
//! | `rules.rs` | sizes, the cross, match formats, the end of a game: what is a choice |
//! | `slow.rs` | captures in plain words: the rules themselves |
//! | `board.rs` | dots and territories in memory, and what follows from them |
//! | `put.rs` | captures fast: kept up dot by dot, and undone |
//! | `area.rs`, `links.rs`, `tables.rs` | what the fast way is made of: floods, which dots hang together, what a new dot's neighbours say |
//! | `position.rs`, `action.rs` | a game in progress, as the trait [`Position`](crate::Position) wants it |
//! | `text.rs`, `key.rs` | texts of actions and positions; the key of a position |
//!
//! ```
//! use gridball_core::{Player, Position, dots::{DotsPosition, DotsSetup}};
//!
//! let mut position = DotsPosition::start(&"dots:39x32".parse()?);
//! assert_eq!(position.count_actions(u64::MAX), 39 * 32 - 4);
//! // The cross leaves each dot of Second two steps from being surrounded.
//! for action in ["21-18", "1-1", "22-17"] {
//!     let action = position.parse_action(action)?;
//!     position.play(&action)?;
//! }
//! assert_eq!(position.score(Player::First), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # For engines
//!
//! [`DotsPosition::put`] and [`DotsPosition::take_back`] are what [`Position::play`] and
//! [`Position::undo`] are made of, without checks and allocations: they keep what they need for
//! going back in a [`DotsLog`] that the engine owns. Everything else (scores, ends, sets of
//! nodes) is up to date after either.
//!
//! ```
//! use gridball_core::{Player, Position, dots::{DotsLog, DotsPosition, DotsSetup}};
//!
//! let mut position = DotsPosition::start(&DotsSetup::DEFAULT);
//! let start = position.clone();
//! let mut log = DotsLog::default();
//! for node in position.nodes() {
//!     if position.is_free(node) {
//!         position.put(node, &mut log);
//!     }
//! }
//! assert!(position.outcome().is_some());
//! while position.take_back(&mut log) {}
//! assert_eq!(position, start);
//! ```
//!
//! [`Position::play`]: crate::Position::play
//! [`Position::undo`]: crate::Position::undo

mod action;
mod area;
mod board;
mod key;
mod links;
mod position;
mod put;
mod rules;
mod slow;
mod tables;
mod text;

pub use action::{DotsAction, DotsIllegalAction};
pub use board::DotsNode;
pub use position::{DotsCapture, DotsDot, DotsPosition, DotsStartError};
pub use put::{DotsLog, DotsUndo};
pub use rules::{
    DotsFormat, DotsSetup, EXPRESS_MOVES, EXTENDED_MOVES, EXTRA_TIME_MOVES, FULL_MOVES, MAX_MOVES,
    MAX_SIZE, MIN_SIZE,
};
