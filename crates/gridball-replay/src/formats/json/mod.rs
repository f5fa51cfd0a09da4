//! Records as JSON, for all games: `json`, a whole file, and `ndjson`, a record a line.
//!
//! A file of `json` holds an array of records, or records one after the other with white space
//! between them; written is always an array. A file of `ndjson` holds a record on every line that
//! is not blank. The text is UTF-8. Both are read and written a record at a time.
//!
//! A record is an object:
//!
//! | field | holds |
//! |---|---|
//! | `version` | the number of this form: 1 |
//! | `game` | the game id |
//! | `tags` | an object: names of tags and their values, all strings, in their order; not `Game`, `Position` and `Result`. May be missing |
//! | `position` | the position text of the start, where that is not the usual one; else missing |
//! | `result` | `"1-0"`, `"0-1"`, `"1/2-1/2"` or `"*"` |
//! | `comments` | an array of strings: the comments before the first action. May be missing |
//! | `actions` | an array: the main line |
//! | `variations` | an array of variations. May be missing |
//! | `unfinished` | the steps of an action that was begun and not finished, as `gbn` writes it but without `~`. May be missing |
//!
//! An action is a string, its text, or an object where there is more to say:
//!
//! | field | holds |
//! |---|---|
//! | `action` | the text |
//! | `before` | an array of strings: comments before it, where it begins a variation; elsewhere they count among those of the action before. May be missing |
//! | `signs` | an array of strings: `"!"`, `"??"`, `"$14"`, `"act"` and so on. May be missing |
//! | `comments` | an array of strings: comments after it. May be missing |
//!
//! A variation is an object. The tree is written as a list of lines, so that no depth of it nests
//! the JSON:
//!
//! | field | holds |
//! |---|---|
//! | `line` | the line it branches off: 0 is the main line, 1 the first variation of the list and so on; always one before it |
//! | `at` | the action in that line, from 1, to which it is an alternative |
//! | `actions` | an array: its actions, at least one |
//!
//! Alternatives to the same action are in the order in which they stand. A name that is none of
//! these is a fault, so that nothing is lost unseen. What the texts mean, what is checked and what
//! is [limited](crate::limits) is the same as in [`gbn`](super::gbn). A later form that this one
//! cannot express will have another version number.
//!
//! ```json
//! {"version":1,"game":"gridball:20x26/4","tags":{"First":"A","Second":"B","Seed":"17"},
//!  "result":"*","actions":["034",{"action":"170","signs":["!"],"comments":["strong"]},"123"],
//!  "variations":[{"line":0,"at":2,"actions":[{"action":"171","before":["or"]},"100"]}]}
//! ```
//!
//! In a file that is damaged, reading goes on at the next line that begins with `{`, as every
//! record does that is written here.

mod place;
mod read;
mod stream;
mod write;

pub use stream::{JsonReader, NdjsonReader};
pub use write::{JsonWriteError, record_text};
pub(crate) use write::{JsonWriter, NdjsonWriter};

/// The version of the form.
pub const VERSION: u64 = 1;
