//! Apache Parquet: what was played as a table, for programs that analyse. Written, not read.
//!
//! A row is an action of a main line; the rows of a game stand together, in the order of play. A
//! game without actions has one row all the same, whose `ply` is 0. The version of these columns
//! is 1; the file says so in its metadata, as `gridball.columns`.
//!
//! | column | type | |
//! |---|---|---|
//! | `game_id` | string | the [`GameId`] of the game: the same game has the same id on every run |
//! | `game_number` | int64 | the number of the game in this file, from 1: with `ply` it names a row, also where a game stands twice |
//! | `game` | string | which game was played, such as `gridball:20x26/4` |
//! | `start` | string or null | the position text of the start, if it is not the usual one |
//! | `event`, `date`, `first`, `second`, `termination` | string or null | the tag of this name |
//! | `tags` | string | all tags but game, position and result, as a JSON object |
//! | `result` | string | `1-0`, `0-1`, `1/2-1/2` or `*` |
//! | `actions` | int32 | how many actions the game has |
//! | `ply` | int32 | the number of the action in the game, from 1 |
//! | `player` | string or null | `first` or `second`, who acts |
//! | `action` | string or null | the canonical text of the action |
//! | `signs` | string or null | the signs of the action, with spaces between them |
//! | `comment` | string or null | the comments after the action, with line feeds between them |
//! | `position_key` | uint64 | the key of the position before the action, [`Position::key`] |
//!
//! Not in the table are variations, comments before the first action and unfinished actions.
//!
//! Strings are UTF-8, columns compressed with Zstandard. A row group holds some hundred thousand
//! rows; one is in memory at a time. 101 124 actions of 1416 random games of Gridball become a
//! table of 1.2 MB in 0.2 s of one processor and 33 MB of memory (`/usr/bin/time -v gridball convert
//! games.gbn games.parquet`, Xeon at 2.3 GHz, a busy machine). To look at it: `duckdb -c "SELECT result, count(DISTINCT
//! game_number) FROM 'games.parquet' GROUP BY result"`, or `pyarrow.parquet.read_table`.

use std::{
    fmt,
    io::{self, Write},
    sync::Arc,
};

use gridball_core::{Player, Position};
use parquet::{
    basic::{Compression, ZstdLevel},
    data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::parser::parse_message_type,
};
use serde_json::{Map, Value};

use crate::{
    finding::{Fault, Location},
    formats::Format,
    identity::GameId,
    reader::{Entry, ReadRecords, fault},
    record::Record,
    source::Source,
    writer::{WriteError, WriteRecords},
};

/// How a file begins.
pub(super) const MAGIC: &[u8] = b"PAR1";

/// Says that nothing can be read from this format.
#[derive(Debug)]
pub(super) struct NoReader(Option<Location>);

impl NoReader {
    pub(super) fn new(source: &Source<'_>) -> Self {
        Self(Some(source.location()))
    }
}

impl ReadRecords for NoReader {
    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        Ok(self.0.take().map(|location| Entry {
            location,
            record: None,
            findings: vec![fault(location, Fault::WriteOnly { format: Format::Parquet })],
            whole: false,
        }))
    }
}

/// The columns, in the order in which [`Rows::write`] writes them.
const SCHEMA: &str = "
message gridball {
    required binary game_id (STRING);
    required int64 game_number;
    required binary game (STRING);
    optional binary start (STRING);
    optional binary event (STRING);
    optional binary date (STRING);
    optional binary first (STRING);
    optional binary second (STRING);
    optional binary termination (STRING);
    required binary tags (STRING);
    required binary result (STRING);
    required int32 actions;
    required int32 ply;
    optional binary player (STRING);
    optional binary action (STRING);
    optional binary signs (STRING);
    optional binary comment (STRING);
    required int64 position_key (INTEGER(64, false));
}";

/// The version of the columns.
const VERSION: &str = "1";

/// The tags that have a column of their own.
const TAGS: [&str; 5] = ["Event", "Date", "First", "Second", "Termination"];

/// A row group is written when it has at least this many rows.
const ROWS: usize = 1 << 17;

/// Writes records as Parquet, one row group after the other.
pub(crate) struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    rows: Rows,
    games: i64,
}

impl<W: Write + Send> ParquetWriter<W> {
    /// A writer to `out`.
    pub(crate) fn new(out: W) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("gridball ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(vec![KeyValue::new(
                "gridball.columns".to_owned(),
                VERSION.to_owned(),
            )]))
            .build();
        let schema = parse_message_type(SCHEMA).map_err(in_io)?;
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties));
        Ok(Self { file: file.map_err(in_io)?, rows: Rows::default(), games: 0 })
    }

    fn add(&mut self, record: &Record) -> io::Result<()> {
        self.games += 1;
        self.rows.add(record, self.games);
        if self.rows.actions.len() >= ROWS {
            self.write_group()?;
        }
        Ok(())
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.file.next_row_group().map_err(in_io)?;
        rows.write(&mut group).map_err(in_io)?;
        group.close().map_err(in_io)?;
        Ok(())
    }
}

impl<W: Write + Send> WriteRecords for ParquetWriter<W> {
    fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        Ok(self.add(record)?)
    }

    /// Writes the last rows and the end of the file.
    fn finish(mut self: Box<Self>) -> Result<(), WriteError> {
        if !self.rows.games.is_empty() {
            self.write_group()?;
        }
        self.file.finish().map_err(in_io)?;
        Ok(self.file.flush()?)
    }
}

impl<W: Write + Send> fmt::Debug for ParquetWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetWriter").field("games", &self.games).finish_non_exhaustive()
    }
}

/// What went wrong, as an error of writing; an error of the output as what it is.
fn in_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

/// The rows of a row group.
#[derive(Default)]
struct Rows {
    games: Vec<GameRows>,
    actions: Vec<ActionRow>,
}

/// What all rows of a game have in common.
struct GameRows {
    rows: usize,
    number: i64,
    id: String,
    game: String,
    start: Option<String>,
    tags: [Option<String>; TAGS.len()],
    all_tags: String,
    result: &'static str,
    actions: i32,
}

/// What a row has for itself.
struct ActionRow {
    ply: i32,
    key: u64,
    player: Option<Player>,
    action: Option<String>,
    signs: Option<String>,
    comment: Option<String>,
}

impl Rows {
    fn add(&mut self, record: &Record, number: i64) {
        let before = self.actions.len();
        let mut position = record.start().clone();
        for (node, ply) in record.main_line().zip(1..) {
            let Some(action) = record.action(node) else { continue };
            let annotation = record.annotation(node);
            let signs: Vec<String> = annotation.signs.iter().map(ToString::to_string).collect();
            self.actions.push(ActionRow {
                ply,
                key: position.key(),
                player: Some(position.to_move()),
                action: Some(position.action_text(action)),
                signs: (!signs.is_empty()).then(|| signs.join(" ")),
                comment: (!annotation.comments.is_empty()).then(|| annotation.comments.join("\n")),
            });
            position.play_unchecked(action);
        }
        let actions = self.actions.len() - before;
        if actions == 0 {
            self.actions.push(ActionRow {
                ply: 0,
                key: position.key(),
                player: None,
                action: None,
                signs: None,
                comment: None,
            });
        }
        let tags: Map<String, Value> =
            record.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        self.games.push(GameRows {
            rows: self.actions.len() - before,
            number,
            id: GameId::of(record).to_string(),
            game: record.setup().to_string(),
            start: record.has_own_start().then(|| record.start().position_text()),
            tags: TAGS.map(|name| record.tags.get(name).map(str::to_owned)),
            all_tags: Value::Object(tags).to_string(),
            result: record.result.text(),
            actions: actions as i32,
        });
    }

    /// Writes all columns.
    fn write<W: Write + Send>(
        &self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        self.game_texts(group, |game| &game.id)?;
        let numbers: Vec<i64> = self.of_games(|game| game.number).collect();
        column::<Int64Type, _>(group, &numbers, None)?;
        self.game_texts(group, |game| &game.game)?;
        self.optional_game_texts(group, |game| game.start.as_deref())?;
        for tag in 0..TAGS.len() {
            self.optional_game_texts(group, |game| game.tags[tag].as_deref())?;
        }
        self.game_texts(group, |game| &game.all_tags)?;
        self.game_texts(group, |game| game.result)?;
        let actions: Vec<i32> = self.of_games(|game| game.actions).collect();
        column::<Int32Type, _>(group, &actions, None)?;
        let plies: Vec<i32> = self.actions.iter().map(|row| row.ply).collect();
        column::<Int32Type, _>(group, &plies, None)?;
        self.action_texts(group, |row| {
            row.player.map(|player| match player {
                Player::First => "first",
                Player::Second => "second",
            })
        })?;
        self.action_texts(group, |row| row.action.as_deref())?;
        self.action_texts(group, |row| row.signs.as_deref())?;
        self.action_texts(group, |row| row.comment.as_deref())?;
        // The bits of an unsigned number in the signed type that carries them.
        let keys: Vec<i64> = self.actions.iter().map(|row| row.key as i64).collect();
        column::<Int64Type, _>(group, &keys, None)
    }

    /// What `of` says about the game of each row.
    fn of_games<T: Clone>(&self, of: impl Fn(&GameRows) -> T) -> impl Iterator<Item = T> {
        self.games.iter().flat_map(move |game| std::iter::repeat_n(of(game), game.rows))
    }

    fn game_texts<'a, W: Write + Send>(
        &'a self,
        group: &mut SerializedRowGroupWriter<'_, W>,
        of: impl Fn(&'a GameRows) -> &'a str,
    ) -> Result<(), ParquetError> {
        texts_column(group, self.games.iter().map(|game| (Some(of(game)), game.rows)), false)
    }

    fn optional_game_texts<'a, W: Write + Send>(
        &'a self,
        group: &mut SerializedRowGroupWriter<'_, W>,
        of: impl Fn(&'a GameRows) -> Option<&'a str>,
    ) -> Result<(), ParquetError> {
        texts_column(group, self.games.iter().map(|game| (of(game), game.rows)), true)
    }

    fn action_texts<'a, W: Write + Send>(
        &'a self,
        group: &mut SerializedRowGroupWriter<'_, W>,
        of: impl Fn(&'a ActionRow) -> Option<&'a str>,
    ) -> Result<(), ParquetError> {
        texts_column(group, self.actions.iter().map(|row| (of(row), 1)), true)
    }
}

/// Writes a column of texts, each in so many rows; where it is optional some may be missing.
fn texts_column<'a, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    texts: impl Iterator<Item = (Option<&'a str>, usize)>,
    optional: bool,
) -> Result<(), ParquetError> {
    let mut values: Vec<ByteArray> = Vec::new();
    let mut levels: Vec<i16> = Vec::new();
    for (text, rows) in texts {
        if let Some(text) = text {
            // The rows share one copy of the text.
            values.extend(std::iter::repeat_n(ByteArray::from(text), rows));
        }
        levels.extend(std::iter::repeat_n(i16::from(text.is_some()), rows));
    }
    column::<ByteArrayType, _>(group, &values, optional.then_some(levels.as_slice()))
}

/// Writes the next column: its values, and which rows have one, if not all do.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let next = group.next_column()?;
    let mut column = next.ok_or_else(|| ParquetError::General("too few columns".to_owned()))?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}
