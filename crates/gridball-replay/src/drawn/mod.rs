//! What there is to see in a game, whatever it is drawn with: who drew which line, the last
//! action, the names at the edges.

pub(crate) mod coordinates;
mod history;
pub(crate) mod lines;

pub(crate) use history::{AnyHistory, History};
