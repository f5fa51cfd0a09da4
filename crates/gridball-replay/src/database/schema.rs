//! Opening a database, and its tables.

use std::{fs, io, path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::DatabaseError;

/// `GRDB`: what marks the file as ours.
const APPLICATION: i64 = 0x4752_4442;

/// The version of the tables.
const VERSION: i64 = 1;

/// How long to wait for somebody else who is writing.
const PATIENCE: Duration = Duration::from_secs(5);

/// How much of the file is kept in memory, in KiB.
const CACHE: u32 = 64 * 1024;

const TABLES: &str = "
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    content BLOB NOT NULL UNIQUE,
    game TEXT NOT NULL,
    result TEXT NOT NULL,
    length INTEGER NOT NULL,
    tags TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE TABLE positions (
    key INTEGER NOT NULL,
    place INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games,
    ply INTEGER NOT NULL,
    view INTEGER NOT NULL,
    result INTEGER NOT NULL,
    PRIMARY KEY (key, place, game)
) STRICT, WITHOUT ROWID;
";

/// What a database is opened for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Adding games; the file is made if there is none.
    Add,
    /// Searching.
    Search,
}

/// Opens the file at `path` and sees to it that its tables are what they should be.
pub(super) fn open(path: &Path, purpose: Purpose) -> Result<Connection, DatabaseError> {
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound || purpose == Purpose::Search => {
            return Err(error.into());
        }
        _ => {}
    }
    // For searching too: what a kill has left half done must be taken back. Where the file cannot
    // be written SQLite opens it for reading by itself.
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if purpose == Purpose::Add {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection =
        Connection::open_with_flags(path, flags).map_err(|error| cannot_open(path, error))?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "cache_size", -i64::from(CACHE))?;
    // A position is written right after its game, in one transaction: nothing to look up.
    connection.pragma_update(None, "foreign_keys", false)?;
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables = |connection: &Connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
    };
    if purpose == Purpose::Add && connection.is_readonly("main")? {
        return Err(DatabaseError::ReadOnly);
    }
    let empty = tables(&connection).map_err(|error| cannot_open(path, error))? == 0;
    match (pragma("application_id")?, pragma("user_version")?) {
        (0, 0) if empty && purpose == Purpose::Add => {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            // Somebody else may have been faster.
            if tables(&connection)? == 0 {
                connection.execute_batch(TABLES)?;
                connection.pragma_update(None, "application_id", APPLICATION)?;
                connection.pragma_update(None, "user_version", VERSION)?;
            }
            connection.execute_batch("COMMIT")?;
        }
        (0, 0) if empty => return Err(DatabaseError::Empty),
        (APPLICATION, VERSION) => {}
        (APPLICATION, found) => return Err(DatabaseError::NewerSchema { found, known: VERSION }),
        _ => return Err(DatabaseError::OtherDatabase),
    }
    Ok(connection)
}

/// Why a file could not be opened, in the words of the system where it has some.
fn cannot_open(path: &Path, error: rusqlite::Error) -> DatabaseError {
    if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) {
        let opened = fs::OpenOptions::new().append(true).create(true).open(path);
        if let Err(error) = opened {
            return error.into();
        }
    }
    error.into()
}
