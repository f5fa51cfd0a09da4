//! The formats of records, behind one registry: [`Format`] and [`Records`].
//!
//! What each format holds, r for read and w for written; n/a where a format has no such games:
//!
//! | game | [`gbn`] | [`kurnik`] | [`sgf`] | [`sav`] |
//! |---|---|---|---|---|
//! | Gridball | rw | n/a | n/a | n/a |
//! | paper football | rw | n/a | n/a | n/a |
//! | paper soccer | rw | r (2, 8, 10 only) | n/a | n/a |
//! | Dots | rw | n/a | rw (up to 52 × 52) | r (39 × 32 only) |
//! | football-checkers | rw | n/a | n/a | n/a |
//!
//! Every reader takes any bytes at all: it never panics, and never holds more than one record
//! within the [`limits`](crate::limits). So [`Records::with_format`] on a byte slice is the entry
//! for fuzzing.
//!
//! Memory does not grow with the file. `check` of a file of 32 MB, 80 000 records of kurnik, takes
//! 3 MB (`/usr/bin/time -v gridball check FILE`).

use std::{
    fmt,
    io::{self, Read},
    str::FromStr,
};

use thiserror::Error;

use crate::{
    reader::{Entry, ReadRecords},
    record::Record,
    source::Source,
};

pub mod gbn;
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
    /// Paper soccer of the site kurnik.
    Kurnik,
    /// Dots in SGF, `GM[40]`.
    Sgf,
    /// Dots of the program `PointsXT`.
    Sav,
}

impl Format {
    /// All formats.
    pub const ALL: &'static [Self] = &[Self::Gbn, Self::Kurnik, Self::Sgf, Self::Sav];

    /// The name, as in `--from` and `--to`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gbn => "gbn",
            Self::Kurnik => "kurnik",
            Self::Sgf => "sgf",
            Self::Sav => "sav",
        }
    }

    /// Whether records can be written in it.
    pub const fn can_write(self) -> bool {
        match self {
            Self::Gbn | Self::Sgf => true,
            Self::Kurnik | Self::Sav => false,
        }
    }

    /// The format that files with this name usually have, by the end of the name.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Self::ALL.iter().copied().find(|format| format.name().eq_ignore_ascii_case(extension))
    }

    /// The format of a file that begins with these bytes. [`SNIFFED`] bytes are enough.
    ///
    /// Text that is no other format is taken for `gbn`, whose reader then says what is wrong.
    pub fn sniff(beginning: &[u8]) -> Self {
        let text = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning).trim_ascii_start();
        if text.first() == Some(&b'(') {
            return Self::Sgf;
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

/// How many bytes of a file decide about its format.
pub const SNIFFED: usize = 4096;

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no format with this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown format `{name}`: expected one of gbn, kurnik, sgf, sav")]
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
        let format = Format::sniff(source.peek_raw(SNIFFED)?);
        Ok(Self::of_source(format, source))
    }

    /// The records of `input`, which has this format.
    pub fn with_format(format: Format, input: impl Read + 'a) -> Self {
        Self::of_source(format, Source::new(input))
    }

    fn of_source(format: Format, source: Source<'a>) -> Self {
        let reader: Box<dyn ReadRecords + 'a> = match format {
            Format::Gbn => Box::new(gbn::GbnReader::from_source(source)),
            Format::Kurnik => Box::new(kurnik::KurnikReader::from_source(source)),
            Format::Sgf => Box::new(sgf::SgfReader::from_source(source)),
            Format::Sav => Box::new(sav::SavReader::from_source(source)),
        };
        Self { format, reader }
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }
}

impl Iterator for Records<'_> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        self.reader.next_entry().transpose()
    }
}

/// Writes `record` in `format` to `out`.
///
/// # Errors
///
/// Those of `out`, and when the format cannot hold the record.
pub fn write_record(
    format: Format,
    record: &Record,
    out: &mut dyn io::Write,
) -> Result<(), WriteError> {
    match format {
        Format::Gbn => out.write_all(gbn::record_text(record).as_bytes())?,
        Format::Sgf => out.write_all(sgf::record_text(record)?.as_bytes())?,
        Format::Kurnik | Format::Sav => return Err(WriteError::ReadOnly { format }),
    }
    Ok(())
}

/// Why a record was not written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file or stream cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// SGF cannot hold the record.
    #[error(transparent)]
    Sgf(#[from] sgf::SgfWriteError),
    /// The format can only be read.
    #[error("records cannot be written as {format}")]
    ReadOnly {
        /// The format.
        format: Format,
    },
}
