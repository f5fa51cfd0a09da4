//! From one format to another.

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
/// # Ok::<(), gridball_replay::WriteError>(())
/// ```
///
/// # Errors
///
/// When the input cannot be read or the output not be written.
pub fn convert(
    records: Records<'_>,
    mut writer: RecordWriter<'_>,
    mut visit: impl FnMut(&Entry, Option<&WriteError>),
) -> Result<Conversion, WriteError> {
    let mut conversion = Conversion::default();
    for entry in records {
        let entry = entry?;
        conversion.faults += entry.faults().count() as u64;
        let refusal = match entry.record.as_ref().filter(|_| entry.whole) {
            None => None,
            Some(record) => match writer.write(record) {
                Ok(()) => {
                    conversion.written += 1;
                    visit(&entry, None);
                    continue;
                }
                Err(WriteError::Io(error)) => return Err(error.into()),
                Err(refusal) => Some(refusal),
            },
        };
        conversion.left_out += 1;
        visit(&entry, refusal.as_ref());
    }
    writer.finish()?;
    Ok(conversion)
}
