//! The rules of five games that are played with a pencil on squared paper.
//!
//! | game | module | ids |
//! |---|---|---|
//! | Gridball (M. Yutsis, 2004) and paper football with three-segment moves | [`gridball`] | `gridball:20x26/4`, `paper-football:16x24/4` |
//! | Football-checkers | [`football_checkers`] | `football-checkers:corners`, `football-checkers:corners/open` |
//! | Paper soccer (V. Morozkov's notation) | [`paper_soccer`] | `paper-soccer:2,6,8` |
//! | Dots (Крапки, Точки, Kropki) | [`dots`] | `dots:39x32`, `dots:39x32/plain`, `dots:39x32/cross/express` |
//!
//! Every game implements one trait, [`Position`]; [`AnyPosition`] is a position of any of them.
//!
//! ```
//! use gridball_core::{AnyGame, AnySetup, Position};
//!
//! let setup: AnySetup = "gridball:20x26/4".parse()?;
//! let mut game = AnyGame::new(&setup);
//! let action = game.position().parse_action("034")?;
//! game.play(&action)?;
//! assert_eq!(game.position().count_actions(u64::MAX), 232);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no dependencies, needs no standard library (only `alloc`), and holds no unsafe
//! code. It knows no file, clock, random source or screen.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod any;
mod bits;
pub mod dots;
pub mod football_checkers;
mod game;
mod grid;
pub mod gridball;
pub mod paper_soccer;
pub mod text;

pub use any::{
    AnyAction, AnyGame, AnyIllegalAction, AnyPosition, AnySetup, AnyUndo, GameInfo,
    PositionVisitor, games,
};
pub use bits::BitGrid;
pub use game::{
    Coverage, EndReason, Game, Outcome, Plane, Player, Position, Step, perft, perft_slow,
    perft_until,
};
pub use grid::{Direction, Point, Symmetry};
pub use text::{Dimension, Expected, InvalidPosition, SetupError, TextError, TextErrorKind};

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeExamples;
