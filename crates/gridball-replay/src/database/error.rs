//! What can be wrong with a database.

use std::io;

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::finding::Finding;

/// Why a database cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file cannot be opened or made.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The file is none of `SQLite`, or a damaged one.
    #[error("this is no database of games: expected a file that `gridball db add` has made")]
    NoDatabase,
    /// The file is an `SQLite` database of something else.
    #[error("this database holds something else: expected one that `gridball db add` has made")]
    OtherDatabase,
    /// There is nothing in the database.
    #[error("this database is empty: `gridball db add` adds games")]
    Empty,
    /// A later release has made the database.
    #[error(
        "a newer program has made this database: its schema is {found}, this program knows {known}"
    )]
    NewerSchema {
        /// The version of its schema.
        found: i64,
        /// The newest version that this release knows.
        known: i64,
    },
    /// The database is damaged.
    #[error("this database is damaged: make it anew with `gridball db add`")]
    Damaged,
    /// The file, its file system or its format cannot be written.
    #[error("this database can only be read")]
    ReadOnly,
    /// There is no room left.
    #[error("the disk is full: what was committed before is still there")]
    DiskFull,
    /// Somebody else is writing to the database.
    #[error("another program is using this database: try again when it is done")]
    Busy,
    /// A game is missing although its positions are there.
    #[error("this database is damaged: game {game} is missing")]
    NoGame {
        /// Its number.
        game: i64,
    },
    /// The record of a game cannot be read.
    #[error("this database is damaged: the record of game {game}: {finding}")]
    Record {
        /// The number of the game.
        game: i64,
        /// What is wrong with the record.
        finding: Box<Finding>,
    },
    /// Something else that `SQLite` has to say.
    #[error("the database: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NoDatabase,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::DiskFull,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::Sqlite(error),
        }
    }
}
