//! The formats of records, behind one registry: [`Format`], [`Records`] and
//! [`RecordWriter`](crate::RecordWriter).
//!
//! What each format holds, r for read and w for written; n/a where a format has no such games:
//!
//! | game | [`gbn`] | [`json`] | [`ndjson`](json) | [`kurnik`] | [`sgf`] | [`sav`] | parquet |
//! |---|---|---|---|---|---|---|---|
//! | Gridball | rw | rw | rw | n/a | n/a | n/a | w |
//! | paper football | rw | rw | rw | n/a | n/a | n/a | w |
//! | paper soccer | rw | rw | rw | r (2, 8, 10 only) | n/a | n/a | w |
//! | Dots | rw | rw | rw | n/a | rw (up to 52 × 52) | r (39 × 32 only) | w |
//! | football-checkers | rw | rw | rw | n/a | n/a | n/a | w |
//!
//! Parquet, with the feature `parquet`, is a table of what was played and no record: what it holds
//! and what not stands in its module.
//!
//! From gbn to JSON and back gives the same bytes. What a format cannot hold is refused with a
//! [`WriteError`](crate::WriteError), not shortened.
//!
//! Every format is read as it is or [compressed](crate::Compression) with gzip (`.gz`) or
//! Zstandard (`.zst`), also in several members. Lines and columns are those of what is in it. A
//! file that was cut is a fault where it ends, and the records before are kept. Zstandard may look
//! back 32 MiB at most: its levels up to 20.
//!
//! Every reader takes any bytes at all: it never panics, and never holds more than one record
//! within the [`limits`](crate::limits). So [`Records::with_format`] on a byte slice is the entry
//! for fuzzing.
//!
//! # Numbers
//!
//! One thread of a Xeon at 2.3 GHz (Sapphire Rapids) that other work shared, release build, by
//! `/usr/bin/time -v gridball check FILE`: seconds of the processor, and the most memory, which
//! does not grow with the file.
//!
//! | file | size | records | actions | seconds | actions/s | memory |
//! |---|--:|--:|--:|--:|--:|--:|
//! | gbn, Gridball between random players | 7.9 MB | 14 040 | 1 001 403 | 0.57 | 1.8 M | 5.3 MB |
//! | gbn.gz of it | 2.2 MB | 14 040 | 1 001 403 | 0.47 | 2.1 M | 5.4 MB |
//! | ndjson | 8.6 MB | 14 040 | 1 001 403 | 0.27 | 3.7 M | 5.2 MB |
//! | json | 8.6 MB | 14 040 | 1 001 403 | 0.34 | 2.9 M | 5.1 MB |
//! | ndjson.zst | 17 KB | 14 040 | 1 001 403 | 0.44 | 2.3 M | 7.8 MB |
//! | kurnik, the file of the tests twenty times: 67 000 to 80 000 games/s | 16 MB | 40 000 | 1 520 100 | 0.50–0.60 | 2.8 M | 4.9 MB |
//!
//! Ten times as much, 10 014 030 actions in 79 MB of gbn, takes 5.4 MB (4.0 s), as gbn.gz 5.5 MB, as
//! json 5.6 MB. The most has Zstandard that looks back 32 MiB (`zstd --long=25`): 39 MB.
//!
//! The games of Gridball are those of `gridball play gridball --plain --first random --second
//! random --seed N --save games.gbn`, N from 1 to 120, 117 times one after the other.
//!
//! A new format is a file here, a variant of [`Format`] and a line wherever the compiler asks for
//! one: a reader, a writer (which may be for reading or writing only), a name, the beginning by
//! which it is known. One that needs a library of its own goes behind a feature of its name.
//!
use std::{
    fmt,
    io::{self, Read},
    str::FromStr,
};

use thiserror::Error;

use crate::{
    compression::Compression,
    finding::Finding,
    reader::{Entry, ReadRecords, without_record},
    source::Source,
};

pub mod gbn;
pub mod json;
pub mod kurnik;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod sav;
pub mod sgf;

/// A format of records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// The format of this project, for all games.
    Gbn,
    /// JSON, for all games: an array of records, or records one after the other.
    Json,
    /// JSON, for all games: a record a line.
    Ndjson,
    /// Paper soccer of the site kurnik.
    Kurnik,
    /// Dots in SGF, `GM[40]`.
    Sgf,
    /// Dots of the program `PointsXT`.
    Sav,
    /// What was played as a table, for all games, written only; with the feature `parquet`.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Format {
    /// All formats.
    pub const ALL: &'static [Self] = &[
        Self::Gbn,
        Self::Json,
        Self::Ndjson,
        Self::Kurnik,
        Self::Sgf,
        Self::Sav,
        #[cfg(feature = "parquet")]
        Self::Parquet,
    ];

    /// The name, as in `--from` and `--to`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gbn => "gbn",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
            Self::Kurnik => "kurnik",
            Self::Sgf => "sgf",
            Self::Sav => "sav",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }

    /// Whether records can be written in it.
    pub const fn can_write(self) -> bool {
        match self {
            Self::Gbn | Self::Json | Self::Ndjson | Self::Sgf => true,
            Self::Kurnik | Self::Sav => false,
            #[cfg(feature = "parquet")]
            Self::Parquet => true,
        }
    }

    /// Whether records can be read from it.
    pub const fn can_read(self) -> bool {
        match self {
            Self::Gbn | Self::Json | Self::Ndjson | Self::Kurnik | Self::Sgf | Self::Sav => true,
            #[cfg(feature = "parquet")]
            Self::Parquet => false,
        }
    }

    /// The names of the formats that are `wanted`, with commas between them.
    pub fn names(wanted: impl Fn(Self) -> bool) -> String {
        let names: Vec<_> = Self::ALL
            .iter()
            .filter(|format| wanted(**format))
            .map(|format| format.name())
            .collect();
        names.join(", ")
    }

    /// The format that files with this name usually have, by the end of the name; without the end
    /// that says how it is compressed, see
    /// [`Compression::of_file_name`](crate::Compression::of_file_name).
    pub fn of_file_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Self::ALL.iter().copied().find(|format| format.name().eq_ignore_ascii_case(extension))
    }

    /// The format of a file that begins with these bytes. [`SNIFFED`] bytes are enough.
    ///
    /// Text that is no other format is taken for `gbn`, whose reader then says what is wrong.
    pub fn sniff(beginning: &[u8]) -> Self {
        let text = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning).trim_ascii_start();
        #[cfg(feature = "parquet")]
        if beginning.starts_with(parquet::MAGIC) {
            return Self::Parquet;
        }
        if text.first() == Some(&b'(') {
            return Self::Sgf;
        }
        if let Some(format) = sniff_json(text) {
            return format;
        }
        let head = &beginning[..beginning.len().min(sav::HEAD)];
        if head.first() == Some(&sav::MAGIC) && head.contains(&0) {
            return Self::Sav;
        }
        let holds = |text: &[u8]| beginning.windows(text.len()).any(|window| window == text);
        let kurnik = holds(b"[Site \"kurnik\"]") || holds(b"[White \"") || holds(b"[Black \"");
        if kurnik && !holds(b"[Game \"") { Self::Kurnik } else { Self::Gbn }
    }
}

/// The format of `text`, which begins with no white space, if it is JSON.
fn sniff_json(text: &[u8]) -> Option<Format> {
    if let Some(inside) = text.strip_prefix(b"[") {
        // A tag has its name here.
        let next = inside.trim_ascii_start().first();
        return matches!(next, Some(b'{' | b']')).then_some(Format::Json);
    }
    if text.first() != Some(&b'{') {
        return None;
    }
    // A line that holds all of a record, or is longer than what is seen here, is one of many; a
    // record on several lines is the only one.
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    let first = lines.next().unwrap_or_default();
    let is_whole = first.trim_ascii_end().ends_with(b"}") || lines.next().is_none();
    Some(if is_whole { Format::Ndjson } else { Format::Json })
}

/// How many bytes of a file decide about its format.
pub const SNIFFED: usize = 4096;

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no format with this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown format `{name}`: expected one of {}", Format::names(|_| true))]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .iter()
            .copied()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}

/// The records of a stream, one at a time, in whatever format they are.
///
/// ```
/// use gridball_replay::Records;
///
/// let file = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n1. 034 *\n";
/// for entry in Records::new(file.as_bytes())? {
///     let record = entry?.into_whole()?;
///     assert_eq!(record.len(), 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Records<'a> {
    format: Format,
    compression: Option<Compression>,
    reader: Box<dyn ReadRecords + 'a>,
}

impl<'a> Records<'a> {
    /// The records of `input`, whose format is found out from its beginning. No buffer is needed
    /// round `input`.
    ///
    /// # Errors
    ///
    /// When `input` cannot be read.
    pub fn new(input: impl Read + 'a) -> io::Result<Self> {
        let mut source = Source::new(input);
        let format = match source.peek_raw(SNIFFED) {
            Ok(beginning) => Format::sniff(beginning),
            // An input that is damaged right at its beginning says so as its first entry.
            Err(error) => match error.downcast::<Finding>() {
                Ok(finding) => {
                    source.put_back(io::Error::new(io::ErrorKind::InvalidData, finding));
                    Format::Gbn
                }
                Err(error) => return Err(error),
            },
        };
        Ok(Self::of_source(format, source))
    }

    /// The records of `input`, which has this format.
    pub fn with_format(format: Format, input: impl Read + 'a) -> Self {
        Self::of_source(format, Source::new(input))
    }

    fn of_source(format: Format, source: Source<'a>) -> Self {
        let compression = source.compression();
        let reader: Box<dyn ReadRecords + 'a> = match format {
            Format::Gbn => Box::new(gbn::GbnReader::from_source(source)),
            Format::Json => Box::new(json::JsonReader::from_source(source)),
            Format::Ndjson => Box::new(json::NdjsonReader::from_source(source)),
            Format::Kurnik => Box::new(kurnik::KurnikReader::from_source(source)),
            Format::Sgf => Box::new(sgf::SgfReader::from_source(source)),
            Format::Sav => Box::new(sav::SavReader::from_source(source)),
            #[cfg(feature = "parquet")]
            Format::Parquet => Box::new(parquet::NoReader::new(&source)),
        };
        Self { format, compression, reader }
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// How the input is compressed, as its beginning told; `None` if that was not looked at,
    /// because the [format was known](Self::with_format).
    pub const fn compression(&self) -> Option<Compression> {
        self.compression
    }
}

impl Iterator for Records<'_> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        // What is wrong with the input where no record has begun is an entry without one.
        self.reader.next_entry().or_else(|error| without_record(error).map(Some)).transpose()
    }
}
