//! Paper soccer in V. Morozkov's notation: one ball, one line, and every point that a line has
//! touched throws the ball on.
//!
//! | file | holds |
//! |---|---|
//! | `rules` | the field and what happens where: sizes, lines, goals, odd points |
//! | `action` | a whole path as an action, point names, why an action is refused |
//! | `position` | the state, playing and taking back |
//! | `movegen` | walking all paths, checking one |
//! | `distinct` | one path for each different result, with bounded work |
//! | `prospects` | what can be reached at once: a goal, an own goal, a quiet end |
//! | `reach` | the open lines as bit sets, and what turns lead to, for searches on usual fields |
//! | `text` | action and position texts, the signs of a record |
//! | `slow` | the rules once more, as plainly as they can be written: the oracle of the tests |
//!
//! # Three views of the actions
//!
//! An action is a whole path. Thousands of paths can lead to the same drawn lines and ball, so
//! there are three ways to look at them:
//!
//! - **all paths**: [`visit_actions`](crate::Position::visit_actions) and
//!   [`count_actions`](crate::Position::count_actions), what perft counts and what a person may
//!   type. There can be more of them than anybody can count, so stop early or give a limit;
//! - **distinct results**: [`DistinctResults`], and
//!   [`visit_search_actions`](crate::Position::visit_search_actions) made of it: one path for
//!   each different result, for engines, with bounded work and memory;
//! - **prospects**: [`PaperSoccerPosition::prospects`] and its kin answer whether a goal, or any
//!   action that does not lose, exists. They look at every point at most once, however many
//!   paths there are.
//!
//! ```
//! use gridball_core::{Position, paper_soccer::{PaperSoccerPosition, PaperSoccerSetup}};
//!
//! let mut position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
//! let action = position.parse_action("d6-e7")?;
//! position.play(&action)?;
//! assert_eq!(position.count_actions(u64::MAX), 7);
//! assert!(!position.prospects().goal);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod distinct;
mod movegen;
mod position;
mod prospects;
mod reach;
mod rules;
mod slow;
mod text;

pub use action::{PaperSoccerAction, PaperSoccerIllegalAction, PointName};
pub use distinct::{DistinctResult, DistinctResults, PathEnd};
pub use position::{PaperSoccerPosition, PaperSoccerUndo};
pub use prospects::Prospects;
pub use reach::{OpenLines, Places, TurnReach};
pub use rules::{PaperSoccerSetup, Side};
pub use text::{Sign, split_signs};
