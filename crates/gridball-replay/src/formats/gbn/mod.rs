//! The record format of this project: tags and movetext, in the manner of PGN. Its grammar stands
//! in the [documentation of the crate](crate#the-record-format-gbn).

mod read;
mod write;

pub use read::GbnReader;
pub use write::{record_text, variation_text, write_record};
