//! How much of one record a reader is willing to hold, so that no file can fill the memory.
//!
//! Records that people and programs make stay far below. Whatever is longer is a
//! [`Fault::TooLong`](crate::Fault::TooLong), and the reader goes on with the next record.

/// A line, in bytes. Texts end long before; what is bounded here is the search for the next record
/// behind a fault, so that an endless line ends the reading soon. JSON may stand on one line as a
/// whole: there it is what stands between two records.
pub const LINE: usize = 128 << 20;

/// A record as JSON, in bytes. Longer ones are neither read nor written.
pub const JSON: usize = 16 << 20;

/// The value of a tag or of an SGF property, in bytes.
pub const VALUE: usize = 1 << 20;

/// A comment, in bytes.
pub const COMMENT: usize = 1 << 20;

/// All tags and comments of a record, in bytes.
pub const TEXTS: usize = 8 << 20;

/// The text of one action, in bytes. The longest possible path of paper soccer is below.
pub const ACTION: usize = 1 << 14;

/// The tags of a record.
pub const TAGS: usize = 1000;

/// The actions of a record, all variations included.
pub const ACTIONS: usize = 100_000;
