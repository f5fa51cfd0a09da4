//! An index of big collections on disk: which games reached a position, and how did they end.
//!
//! ```
//! use gridball_core::{AnyPosition, AnySetup, Position};
//! use gridball_replay::{Records, database::Database};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("games.db");
//! let mut database = Database::create(&path)?;
//! let file = "[Game \"gridball:20x26/4\"]\n[Result \"1-0\"]\n\n1. 134 1-0\n";
//! for entry in Records::new(file.as_bytes())? {
//!     database.add(&entry?.into_whole()?)?;
//! }
//! database.commit()?;
//!
//! // The same move to the other side.
//! let setup: AnySetup = "gridball:20x26/4".parse()?;
//! let mut position = AnyPosition::start(&setup);
//! position.play(&position.parse_action("754")?)?;
//! let found = Database::open(&path)?.search(&position, 10)?;
//! assert_eq!(found.results.games(), 1);
//! assert!(found.hits[0].mirrored && found.hits[0].ply == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The file
//!
//! One `SQLite` file with a rollback journal, no write-ahead log: a single file can be copied and
//! sent, and there is one writer anyway. It is an ordinary database for every other program that
//! reads `SQLite`; `application_id` is 0x47524442 (`GRDB`), `user_version` the version of the
//! schema, 1:
//!
//! | table | column | |
//! |---|---|---|
//! | `games` | `id` | number of the game, from 1, in the order in which they were added |
//! | | `content` | its [`GameId`], 16 bytes; unique |
//! | | `game` | the game id, such as `gridball:20x26/4` |
//! | | `result` | `1-0`, `0-1`, `1/2-1/2` or `*` |
//! | | `length` | how many actions |
//! | | `tags` | the other tags, a JSON object: `tags ->> 'First'` is who played First |
//! | | `record` | the whole record in the format `gbn` |
//! | `positions` | `key` | the key of the position, the smallest of those of all its views |
//! | | `place` | 0; counts on where two positions have one key |
//! | | `game` | a game that reached it |
//! | | `ply` | after how many actions, the first time |
//! | | `view` | in which view: 1 mirrored left to right, + 2 top to bottom, + 4 transposed, + 8 the players exchanged |
//! | | `result` | of the game in that view: 0 First wins, 1 Second wins, 2 draw, 3 unknown |
//!
//! # Views
//!
//! A position and its images under the [symmetries](gridball_core::Position::symmetries) of its game are one
//! position here: left and right exchanged; a field turned upside down with the players exchanged,
//! where the other goal is attacked and the other player is to move; whatever keeps the rules as
//! they are. Where the players are exchanged the result is turned round as well: the results of
//! a [`Search`] are those of the player who is First in the position asked for. A [`Hit`] has the
//! result that its record states.
//!
//! # No false hits
//!
//! Keys find candidates, and equality decides: when a game is added, each of its positions whose
//! key is there already is compared with the position that has it, by
//! [`same_but_for_clocks`](gridball_core::Position::same_but_for_clocks). If they differ, the new one gets a
//! `place` of its own. A search compares its position in the same way with one game of each
//! `place`, and so with all of them. Counters of turns and repetitions do not matter.
//!
//! # Nothing lost, nothing twice
//!
//! Games are added in transactions, at first of some hundred games and then of more. A kill at any moment leaves whole
//! transactions behind; adding the same files again adds what is missing, and what is there is
//! known by its [`GameId`]. Records that differ only in comments, signs or variations are the same
//! game: the first one stays.

//! # Measured
//!
//! 100 000 random games of Gridball, 7.2 million positions, on a Xeon at 2.3 GHz with much other
//! work on it, release build, times of one processor:
//!
//! | | |
//! |---|---|
//! | `gridball db add games.db games.gbn` | 139 s, 104 MB of memory, a file of 244 MB |
//! | `gridball db search games.db gridball:20x26/4`, the start, which all games reached | 30 ms |
//! | the same with `--moves 034`, 519 games; with the first 40 actions of a game, one game | below 10 ms |
//!
//! The games: `cargo run --release -p gridball-replay --example random_games -- gridball:20x26/4
//! 100000`; the times: `/usr/bin/time -v`.

mod error;
mod positions;
mod schema;
mod search;

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Map, Value};

pub use self::{
    error::DatabaseError,
    search::{Hit, Search},
};
use self::{
    positions::{Known, Located},
    schema::Purpose,
};
use crate::{
    formats::{Format, Records, gbn},
    identity::GameId,
    record::Record,
    views::Views,
};

/// After so many positions the first transaction ends. Each one after it holds twice as many as
/// the one before, up to the most: a short add that is stopped loses little, and in a big one, where
/// a transaction touches most pages of the index, every page is written only a few times.
const FIRST_TRANSACTION: u64 = 1 << 14;
const LARGEST_TRANSACTION: u64 = 1 << 19;

/// Whether a game was there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is new.
    New,
    /// It was there.
    Known,
}

/// A database of games; see the [module](self).
#[derive(Debug)]
pub struct Database {
    connection: Connection,
    known: Known,
    /// Positions added in the transaction that is open.
    pending: u64,
    /// How many end it.
    transaction: u64,
}

impl Database {
    /// Opens the database at `path` for adding; makes it if there is none.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, cannot be written or is no database of games.
    pub fn create(path: &Path) -> Result<Self, DatabaseError> {
        schema::open(path, Purpose::Add).map(Self::of)
    }

    /// Opens the database at `path` for searching.
    ///
    /// # Errors
    ///
    /// When there is no such file or it is no database of games.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        schema::open(path, Purpose::Search).map(Self::of)
    }

    fn of(connection: Connection) -> Self {
        Self { connection, known: Known::default(), pending: 0, transaction: FIRST_TRANSACTION }
    }

    /// Gives up at once, and not after some seconds, when another program is writing.
    ///
    /// # Errors
    ///
    /// When `SQLite` refuses.
    pub fn do_not_wait(&mut self) -> Result<(), DatabaseError> {
        Ok(self.connection.busy_timeout(Duration::ZERO)?)
    }

    /// How many games there are.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn games(&self) -> Result<u64, DatabaseError> {
        let count = self
            .connection
            .query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))?;
        Ok(count as u64)
    }

    /// Adds a game, unless it is there already. It is on disk after [`commit`](Self::commit), or
    /// when enough other games were added.
    ///
    /// # Errors
    ///
    /// When the file cannot be written. All games since the last commit are gone then.
    pub fn add(&mut self, record: &Record) -> Result<Added, DatabaseError> {
        let added = self.begin().and_then(|()| self.insert(record));
        if added.is_err() {
            self.roll_back();
            return added;
        }
        if self.pending >= self.transaction {
            self.commit()?;
            self.transaction = LARGEST_TRANSACTION.min(self.transaction * 2);
        }
        added
    }

    /// Brings everything added to disk.
    ///
    /// # Errors
    ///
    /// When the file cannot be written. All games since the last commit are gone then.
    pub fn commit(&mut self) -> Result<(), DatabaseError> {
        self.pending = 0;
        if self.connection.is_autocommit() {
            return Ok(());
        }
        let committed = self.connection.execute_batch("COMMIT");
        if committed.is_err() {
            self.roll_back();
        }
        Ok(committed?)
    }

    fn begin(&self) -> Result<(), DatabaseError> {
        if self.connection.is_autocommit() {
            self.connection.execute_batch("BEGIN IMMEDIATE")?;
        }
        Ok(())
    }

    fn roll_back(&mut self) {
        self.known.forget();
        self.pending = 0;
        if !self.connection.is_autocommit() {
            // After some errors SQLite has done it by itself, and closing the file does it too.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    fn insert(&mut self, record: &Record) -> Result<Added, DatabaseError> {
        let tags: Map<String, Value> =
            record.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let mut insert = self.connection.prepare_cached(
            "INSERT INTO games (content, game, result, length, tags, record)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (content) DO NOTHING",
        )?;
        let new = insert.execute(params![
            GameId::of(record).bytes(),
            record.setup().to_string(),
            record.result.text(),
            record.len() as i64,
            Value::Object(tags).to_string(),
            gbn::record_text(record),
        ])?;
        if new == 0 {
            return Ok(Added::Known);
        }
        let game = self.connection.last_insert_rowid();
        let mut insert = self.connection.prepare_cached(
            // A game that comes back to a position has it once, the first time.
            "INSERT INTO positions (key, place, game, ply, view, result)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
        )?;
        let mut views = Views::new(record.start(), |_, _| true);
        let mut actions = record.actions();
        for ply in 0_i64.. {
            let Located { key, place, view, .. } = self.known.locate(&self.connection, &views)?;
            let result =
                if view.exchange_players { record.result.exchanged() } else { record.result };
            insert.execute(params![
                key,
                place,
                game,
                ply,
                positions::view_number(view),
                result as i64,
            ])?;
            self.pending += 1;
            let Some(action) = actions.next() else { break };
            views.play(action);
        }
        Ok(Added::New)
    }
}

/// The record of a game in the database.
fn record(connection: &Connection, game: i64) -> Result<Record, DatabaseError> {
    let mut select = connection.prepare_cached("SELECT record FROM games WHERE id = ?1")?;
    let text: Option<String> = select.query_row([game], |row| row.get(0)).optional()?;
    let text = text.ok_or(DatabaseError::NoGame { game })?;
    let entry = Records::with_format(Format::Gbn, text.as_bytes()).next();
    match entry {
        Some(Ok(entry)) => entry
            .into_whole()
            .map_err(|finding| DatabaseError::Record { game, finding: Box::new(finding) }),
        // Reading from memory cannot fail, and a record is never empty.
        Some(Err(_)) | None => Err(DatabaseError::NoGame { game }),
    }
}

#[cfg(test)]
mod tests;
