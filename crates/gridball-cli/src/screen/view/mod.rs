//! What the parts of the screen look like.
//!
//! | file | holds |
//! |---|---|
//! | `layout` | which part of the screen is for what |
//! | `start`, `game`, `study` | the three screens |
//! | `panels` | moves, evaluation, analysis, the graph |
//! | `overlays` | help, menu, questions and texts on top of a screen |

pub(crate) mod game;
pub(crate) mod layout;
pub(crate) mod overlays;
pub(crate) mod panels;
pub(crate) mod start;
pub(crate) mod study;
