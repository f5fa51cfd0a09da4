//! Writing records to a stream, in whatever format.

use std::{
    fmt,
    io::{self, Write},
};

use thiserror::Error;

#[cfg(feature = "parquet")]
use crate::formats::parquet::ParquetWriter;
use crate::{
    formats::{
        Format, gbn,
        json::{self, JsonWriteError, JsonWriter, NdjsonWriter},
        sgf,
    },
    record::Record,
};

/// A writer of records in one format.
pub(crate) trait WriteRecords {
    /// Writes one more record: the whole of it or, when the format cannot hold it, nothing.
    fn write(&mut self, record: &Record) -> Result<(), WriteError>;

    /// Writes what stands behind the last record.
    fn finish(self: Box<Self>) -> Result<(), WriteError>;
}

/// Writes records one at a time, in bounded memory.
///
/// ```
/// use gridball_replay::{Format, Record, RecordWriter};
///
/// let mut out = Vec::new();
/// let mut writer = RecordWriter::new(Format::Json, &mut out)?;
/// writer.write(&Record::new(&"gridball:20x26/4".parse()?))?;
/// writer.finish()?;
/// let text = r#"{"version":1,"game":"gridball:20x26/4","result":"*","actions":[]}"#;
/// assert_eq!(String::from_utf8(out)?, format!("[\n{text}\n]\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RecordWriter<'a> {
    format: Format,
    writer: Box<dyn WriteRecords + 'a>,
}

impl<'a> RecordWriter<'a> {
    /// A writer of `format` to `out`, which should have a buffer.
    ///
    /// # Errors
    ///
    /// When the format can only be read.
    pub fn new(format: Format, out: impl Write + Send + 'a) -> Result<Self, WriteError> {
        let writer: Box<dyn WriteRecords + 'a> = match format {
            Format::Gbn => {
                Box::new(TextWriter { out, text: |record| Ok(gbn::record_text(record)) })
            }
            Format::Json => Box::new(JsonWriter::new(out)),
            Format::Ndjson => Box::new(NdjsonWriter(out)),
            Format::Sgf => {
                Box::new(TextWriter { out, text: |record| Ok(sgf::record_text(record)?) })
            }
            #[cfg(feature = "parquet")]
            Format::Parquet => Box::new(ParquetWriter::new(out)?),
            Format::Kurnik | Format::Sav => return Err(WriteError::ReadOnly { format }),
        };
        Ok(Self { format, writer })
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Writes one more record: the whole of it or, when the format cannot hold it, nothing. Then
    /// the next one can be written all the same.
    ///
    /// # Errors
    ///
    /// Those of the output, after which nothing can be written, and when the format cannot hold
    /// the record.
    pub fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        self.writer.write(record)
    }

    /// Writes what stands behind the last record. Without this the file is not whole.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn finish(self) -> Result<(), WriteError> {
        self.writer.finish()
    }
}

impl fmt::Debug for RecordWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordWriter").field("format", &self.format).finish_non_exhaustive()
    }
}

/// Writes records as texts with nothing between them.
struct TextWriter<W> {
    out: W,
    text: fn(&Record) -> Result<String, WriteError>,
}

impl<W: Write> WriteRecords for TextWriter<W> {
    fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let text = (self.text)(record)?;
        Ok(self.out.write_all(text.as_bytes())?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), WriteError> {
        Ok(self.out.flush()?)
    }
}

/// Writes `record` alone in `format` to `out`. As JSON it is an object, not an array of one.
///
/// # Errors
///
/// Those of `out`, and when the format cannot hold the record.
pub fn write_record(
    format: Format,
    record: &Record,
    out: &mut dyn io::Write,
) -> Result<(), WriteError> {
    let text = match format {
        Format::Gbn => gbn::record_text(record),
        Format::Json | Format::Ndjson => json::record_text(record)? + "\n",
        Format::Sgf => sgf::record_text(record)?,
        #[cfg(feature = "parquet")]
        Format::Parquet => {
            // The writer wants to own what it writes to, so it writes to memory.
            let mut bytes = Vec::new();
            let mut writer = RecordWriter::new(format, &mut bytes)?;
            writer.write(record)?;
            writer.finish()?;
            return Ok(out.write_all(&bytes)?);
        }
        Format::Kurnik | Format::Sav => return Err(WriteError::ReadOnly { format }),
    };
    Ok(out.write_all(text.as_bytes())?)
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
    /// JSON cannot hold the record.
    #[error(transparent)]
    Json(#[from] JsonWriteError),
    /// The format can only be read.
    #[error(
        "records cannot be written as {format}: expected one of {}",
        Format::names(Format::can_write)
    )]
    ReadOnly {
        /// The format.
        format: Format,
    },
}
