//! What the fuzz targets do with one input. They live here, so that an ordinary test can replay
//! the committed inputs without libFuzzer; see `tests/corpus.rs`.
//!
//! ```text
//! cargo fuzz run -s none parse_position
//! ```
//!
//! An input that fails goes, with a name that says what it shows, into `corpus/TARGET/`.

mod records;
mod rules;
mod ugi;

pub use records::read_records;
pub use rules::{IDS, parse_action, parse_position, play_against_slow};
pub use ugi::ugi_session;
