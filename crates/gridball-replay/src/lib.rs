//! Records of games played on squared paper: read, check, write, draw.
//!
//! - [`Record`]: one game with its tags, its tree of actions, comments and signs;
//! - [`Records`]: the records of a file in any [`Format`], one at a time, in bounded memory;
//! - [`check`]: replays a file and says what is wrong with it, and where;
//! - [`RecordWriter`], [`convert`]: written in another format, one at a time as well;
//! - [`save_records`], [`save_atomically`], [`RecordAppender`]: written so that a crash loses
//!   nothing;
//! - [`Compression`]: files with gzip and Zstandard, which are read without being asked;
//! - [`text`]: drawings for terminals; [`picture`]: SVG, PNG, GIF and films for terminals;
//! - [`Walk`]: a record, one action after the other;
//! - [`stats`]: what a collection of games is like; [`GameId`]: what names a game; and with the
//!   feature `db` the module `database`: an index of big collections.
//!
//! ```
//! use gridball_replay::{Format, Records, write_record};
//!
//! let file = "\
//! [Game \"gridball:20x26/4\"]
//! [Event \"A walk in the park\"]
//! [Result \"*\"]
//!
//! 1. 034! {straight ahead} 1... 170 2. 123 *
//!
//! ";
//! let mut again = Vec::new();
//! for entry in Records::new(file.as_bytes())? {
//!     let record = entry?.into_whole()?;
//!     assert_eq!(record.len(), 3);
//!     write_record(Format::Gbn, &record, &mut again)?;
//! }
//! assert_eq!(again, file.as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Reading is strict
//!
//! Readers replay every action. What is not legal stops that record with its line and column and
//! with what would be legal there; reading goes on with the next record. A record is never
//! silently altered or shortened: an [`Entry`] says whether it is whole. What breaks no rule but
//! is worth knowing is a [`Note`].
//!
//! Tolerated are: a byte order mark; lines that end in LF, CR LF or CR, also mixed; blank lines
//! anywhere between words and tags; Latin-1 where UTF-8 was expected (with a note). Whatever is
//! longer than the [`limits`] is a fault, so that no file can fill the memory.
//!
//! # The record format `gbn`
//!
//! In the manner of PGN: tags, a blank line, the movetext, a blank line. Text is UTF-8.
//!
//! ```text
//! FILE      = { RECORD }
//! RECORD    = TAG { TAG } { COMMENT } LINE [ UNFINISHED ] RESULT
//! TAG       = "[" NAME " " QUOTED "]"               at the beginning of a line
//! NAME      = a letter, then letters, digits or "_"; at most 64
//! QUOTED    = '"' { any character but '"', "\" and the end of the line | ESCAPE } '"'
//! COMMENT   = "{" { any character but "}" and "\" | ESCAPE } "}"
//! ESCAPE    = "\\" | "\" '"' | "\{" | "\}" | "\n" | "\r" | "\t" | "\u{" HEX "}"
//! LINE      = { ACTION { SIGN } { COMMENT } { VARIATION } }
//! ACTION    = [ NUMBER ] an action text of the game
//! NUMBER    = digits "." { "." }
//! VARIATION = "(" { COMMENT } LINE ")"              at least one action
//! SIGN      = "!" | "?" | "!!" | "??" | "!?" | "?!" | "$" digits, up to $255
//!           | "act" | "pas" | "ku2" | "mpk" | "BP" | "ChV(V)" | "ChV(N)" | "X"
//! UNFINISHED = [ NUMBER ] STEP { "-" STEP } "~"
//! RESULT    = "1-0" | "0-1" | "1/2-1/2" | "*"
//! ```
//!
//! Words are separated by white space; `(`, `)`, `{` and `}` need none, and the signs from `!` to
//! `?!` may stand right behind the action.
//!
//! - A `[` at the beginning of a line always begins a tag, even inside a comment: so a comment
//!   that is never closed spoils one record only. `[Game ` after a blank line, or for the second
//!   time, begins a new record.
//! - The tag `Game`, a game id, must be there; `Position`, a position text of the same set-up,
//!   when the game starts elsewhere than usual. No tag may stand twice. Known are also `Event`,
//!   `Site`, `Date`, `Round`, `First`, `Second`, `Result` and `Termination` ([`termination`]);
//!   and, for games of engines, `Seed`, `Index`, `FirstEngine`, `SecondEngine`, `TimeControl` and
//!   `Version` ([`tag`]). Any other name is kept as it is.
//! - A comment `{[%clk 630.5]}` is the clock of the player after the action, in seconds
//!   ([`Annotation::clock`]).
//! - Results: `1-0` First wins, `0-1` Second wins, `1/2-1/2` a draw, `*` unknown or not over. The
//!   tag and the end of the movetext must agree, and agree with the last position if the game is
//!   over there by its rules. A record without a result at its end is read as one in progress,
//!   unless its tag says otherwise.
//! - Readers ignore numbers. Action texts are those of the game, in any spelling it knows.
//! - A comment belongs to the action before it. At the beginning it belongs to the start of the
//!   game, or to the first action of its variation.
//!   Some things in square brackets draw into pictures ([`picture::Marks`]); they are text all the
//!   same.
//! - A variation is an alternative to the action before it, starting from the same position.
//! - An unfinished action is the last thing before the result of a game that broke off in the
//!   middle of a turn. The tag `Termination` says `unfinished turn` then, and only then. It counts
//!   as no action.
//! - The signs of Morozkov's paper soccer are read in their own spellings too: `ку2`, `БП`,
//!   `ЧВ(В)`, `ЧВ(Н)`, `Х`.
//!
//! **Canonical form**, as written: the tags `Game`, `Event`, `Site`, `Date`, `Round`, `First`,
//! `Second`, `Result`, `Termination`, then the others in their order, then `Position`; of these
//! only `Game` and `Result` always. Canonical action texts; a number before every turn of First
//! (`12.`), before a turn of Second that follows a comment or a variation, and at the beginning
//! of every variation (`12...`); comments before variations. Lines of at most 80 columns; a
//! comment is never broken, its line ends and control characters are written as escapes.
//! Reading and writing a record again changes nothing.
//!
//! # Tests
//!
//! The drawings and messages are compared with snapshots. To accept changes:
//! `INSTA_UPDATE=always cargo test -p gridball-replay`, then look at `git diff`.
#![forbid(unsafe_code)]

mod check;
mod compression;
mod convert;
#[cfg(feature = "db")]
pub mod database;
pub mod drawn;
mod finding;
pub mod formats;
mod identity;
pub mod limits;
pub mod picture;
mod reader;
mod record;
mod save;
mod source;
pub mod stats;
mod tags;
pub mod text;
mod turns;
mod views;
mod walk;
mod writer;

pub use check::{Summary, check};
pub use compression::{CompressedWriter, Compression, CompressionError};
pub use convert::{Conversion, ConversionError, convert};
pub use finding::{
    Bounded, Expectation, Fault, Finding, FindingKind, Found, LegalHint, Location, Note,
};
pub use formats::{Format, Records, UnknownFormat};
pub use identity::GameId;
pub use reader::{Entry, ReadRecords};
pub use record::{Annotation, NodeId, Record, RecordResult, Sign, UnfinishedError, termination};
pub use save::{RecordAppender, WriteLock, lock_for_writing, save_atomically, save_records};
pub use tags::{MAX_TAG_NAME, TagError, Tags, TimeControl, TimeControlError, tag};
pub use turns::TurnCounter;
pub use walk::Walk;
pub use writer::{RecordWriter, WriteError, write_record};
