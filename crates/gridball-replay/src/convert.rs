//! From one format to another.

use std::io;

use thiserror::Error;

use crate::{
    formats::Records,
    reader::Entry,
    writer::{RecordWriter, WriteError},
};

/// How many records there were, and what became of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conversion {
    /// Records that were written.
    pub written: u64,
    /// Records that were left out: those that could not be read to their end, and those that the
    /// target cannot hold.
    pub left_out: u64,
    /// Faults, those of records that were written included.
    pub faults: u64,
}

/// Why a conversion cannot go on.
#[derive(Debug, Error)]
pub enum ConversionError {
    /// The input cannot be read.
    #[error("reading: {0}")]
    Input(io::Error),
    /// The output cannot be written.
    #[error("writing: {0}")]
    Output(io::Error),
}

/// Writes `records` to `writer`, in bounded memory, and finishes it.
///
/// Every record is written as it is or left out: none is shortened. Left out are those that could
/// not be read to their end, and those that the target cannot hold. A record with faults that stop
/// nothing, such as a result that contradicts the last position, is written. `visit` sees each
/// record with what was found in it, and why the target cannot hold it.
///
/// ```
/// use gridball_replay::{Format, RecordWriter, Records, convert};
///
/// let file = "[Game \"gridball\"]\n\n1. 034 *\n\n[Game \"gridball\"]\n\n1. 034 031 *\n";
/// let mut out = Vec::new();
/// let writer = RecordWriter::new(Format::Ndjson, &mut out)?;
/// let conversion = convert(Records::new(file.as_bytes())?, writer, |entry, refusal| {
///     assert!(refusal.is_none());
///     for fault in entry.faults() {
///         println!("{fault}");
///     }
/// })?;
/// assert_eq!((conversion.written, conversion.left_out), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the input cannot be read or the output not be written.
pub fn convert(
    records: Records<'_>,
    mut writer: RecordWriter<'_>,
    mut visit: impl FnMut(&Entry, Option<&WriteError>),
) -> Result<Conversion, ConversionError> {
    let mut conversion = Conversion::default();
    for entry in records {
        let entry = entry.map_err(ConversionError::Input)?;
        conversion.faults += entry.faults().count() as u64;
        let refusal = match entry.record.as_ref().filter(|_| entry.whole) {
            None => None,
            Some(record) => match writer.write(record) {
                Ok(()) => {
                    conversion.written += 1;
                    visit(&entry, None);
                    continue;
                }
                Err(WriteError::Io(error)) => return Err(ConversionError::Output(error)),
                Err(refusal) => Some(refusal),
            },
        };
        conversion.left_out += 1;
        visit(&entry, refusal.as_ref());
    }
    match writer.finish() {
        Ok(()) => Ok(conversion),
        Err(WriteError::Io(error)) => Err(ConversionError::Output(error)),
        Err(other) => Err(ConversionError::Output(io::Error::other(other))),
    }
}
