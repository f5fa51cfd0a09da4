//! Reading records from files that a user names.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

use anyhow::{anyhow, bail};
pub(crate) use gridball_match::in_words;
use gridball_replay::{Compression, Entry, Format, NodeId, Record, Records, WriteError};

use crate::{
    arguments::FileWord,
    failure::{Wrong, say},
    progress,
};

/// The name that stands for standard input, or standard output.
pub(crate) const STANDARD: &str = "-";

/// Which record of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// The one with this number, from 1.
    Number(u64),
    /// The last one.
    Last,
}

/// A file of records, open for reading.
#[derive(Debug)]
pub(crate) enum Input {
    File(File),
    Standard(io::Stdin),
}

impl Input {
    /// Its length in bytes, if that is known.
    pub(crate) fn length(&self) -> Option<u64> {
        match self {
            Self::File(file) => {
                file.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len())
            }
            Self::Standard(_) => None,
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Standard(stdin) => stdin.read(buffer),
        }
    }
}

/// Whether the word stands for standard input.
pub(crate) fn is_standard_input(word: &FileWord) -> bool {
    word.path().as_os_str() == STANDARD
}

/// Opens a file of records; `-` is standard input.
pub(crate) fn open(word: &FileWord) -> anyhow::Result<Input> {
    let path = word.path();
    if is_standard_input(word) {
        return Ok(Input::Standard(io::stdin()));
    }
    let file = File::open(path).map_err(|error| match word.no_game() {
        Some(no_game) if error.kind() == io::ErrorKind::NotFound => {
            anyhow!("{}: {no_game}; nor is there such a file", path.display())
        }
        _ => anyhow!("{}: {}", path.display(), in_words(&error)),
    })?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        bail!("{}: is a directory, expected a file of records", path.display());
    }
    Ok(Input::File(file))
}

/// What to say about Parquet where this program cannot write it.
pub(crate) const WITHOUT_PARQUET: &str = "this program was built without Parquet: cargo install --path crates/gridball-cli --all-features";

/// The format to write a file of records in, and how to compress it: `to`, or what its name says.
pub(crate) fn target(
    path: &Path,
    to: Option<Format>,
) -> anyhow::Result<(Format, Option<Compression>)> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let (stem, compression) = Compression::of_file_name(&name);
    match to.or_else(|| Format::of_file_name(stem)) {
        Some(format) if format.can_write() => Ok((format, compression)),
        Some(format) => bail!("{}: {}", path.display(), WriteError::ReadOnly { format }),
        None if stem.to_ascii_lowercase().ends_with(".parquet") => {
            bail!("{}: {WITHOUT_PARQUET}", path.display())
        }
        None => bail!(
            "{}: the name says no format, expected --to with one of {}",
            path.display(),
            Format::names(Format::can_write)
        ),
    }
}

/// Reads one record of a file.
pub(crate) fn read(word: &FileWord, which: Which) -> anyhow::Result<Record> {
    whole(read_entry(word, which)?.0, &word.path().display())
}

/// Reads one record of a file with what was found in it; and how many were read.
fn read_entry(word: &FileWord, which: Which) -> anyhow::Result<(Entry, u64)> {
    let name = word.path().display();
    let cannot_read = |error: io::Error| anyhow!("{name}: {}", in_words(&error));
    let records = Records::new(open(word)?).map_err(cannot_read)?;
    let mut count = 0;
    let mut found = None;
    for entry in records {
        count += 1;
        found = Some(entry.map_err(cannot_read)?);
        if which == Which::Number(count) {
            break;
        }
    }
    match (found, which) {
        (Some(entry), Which::Last) => Ok((entry, count)),
        (Some(entry), Which::Number(number)) if number == count => Ok((entry, count)),
        (None, _) => bail!(Wrong(format!("{name}: there is no record in this file"))),
        (Some(_), Which::Number(number)) => {
            bail!("{name}: there is no game {number}, the file ends after game {count}")
        }
    }
}

/// The record, if it was read to its end. Faults that stop nothing, such as a result that
/// contradicts the last position, are said.
fn whole(entry: Entry, name: &dyn std::fmt::Display) -> anyhow::Result<Record> {
    if entry.whole {
        for fault in entry.faults() {
            say(&format!("warning: {name}:{fault}"));
        }
    }
    entry.into_whole().map_err(|fault| Wrong(format!("{name}:{fault}")).into())
}

/// A good record of a file.
#[derive(Debug)]
pub(crate) struct Good {
    pub(crate) record: Record,
    /// Its number in the file, from 1.
    pub(crate) number: u64,
    /// What is wrong with it, though it is whole: file, line, column and fault.
    pub(crate) warnings: Vec<String>,
    /// The same of the records that were passed over to come to it.
    pub(crate) left_out: Vec<String>,
}

/// Reads the record of a file with this number, or where that one is faulty the nearest good one
/// after it, or before it if `backwards`; if there is none, the nearest one on the other side.
pub(crate) fn read_good(word: &FileWord, number: u64, backwards: bool) -> anyhow::Result<Good> {
    let name = word.path().display();
    let cannot_read = |error: io::Error| anyhow!("{name}: {}", in_words(&error));
    let mut before: Option<Good> = None;
    // Faults since the last good record before `number`, and from `number` on.
    let mut passed: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    let mut count = 0;
    let mut after = None;
    for entry in Records::new(open(word)?).map_err(cannot_read)? {
        let entry = entry.map_err(cannot_read)?;
        count += 1;
        let faults: Vec<String> = entry.faults().map(|fault| format!("{name}:{fault}")).collect();
        let good =
            |record, warnings| Good { record, number: count, warnings, left_out: Vec::new() };
        match entry.into_whole() {
            Ok(record) if count < number => {
                before = Some(good(record, faults));
                passed[0].clear();
            }
            Ok(record) => {
                after = Some(good(record, faults));
                break;
            }
            Err(_) => passed[usize::from(count >= number)].extend(faults),
        }
        // Whoever goes back wants none of those behind.
        if backwards && count == number && before.is_some() {
            break;
        }
    }
    if count < number {
        match count {
            0 => bail!(Wrong(format!("{name}: there is no record in this file"))),
            _ => bail!("{name}: there is no game {number}, the file ends after game {count}"),
        }
    }
    let [faults_before, faults_after] = passed;
    match (after, before) {
        (Some(mut good), _) => {
            good.left_out = faults_after;
            Ok(good)
        }
        (None, Some(mut good)) => {
            good.left_out = faults_before.into_iter().chain(faults_after).collect();
            Ok(good)
        }
        (None, None) => {
            let first = faults_before.into_iter().chain(faults_after).next();
            bail!(Wrong(
                first.unwrap_or_else(|| format!("{name}: there is no record in this file"))
            ))
        }
    }
}

/// The last record of a file, to be played on.
#[derive(Debug)]
pub(crate) struct LastRecord {
    pub(crate) record: Record,
    /// Whether the file holds nothing but its main line.
    pub(crate) alone: bool,
}

/// Reads the last record of a file.
pub(crate) fn read_last(word: &FileWord) -> anyhow::Result<LastRecord> {
    let name = word.path().display();
    let (entry, count) = read_entry(word, Which::Last)?;
    let record = whole(entry, &name)?;
    let variations =
        record.main_line().chain([NodeId::ROOT]).any(|node| record.children(node).count() > 1);
    Ok(LastRecord { alone: count == 1 && !variations, record })
}

/// Hands every record of the files to `visit`, one after the other, with progress on standard
/// error. Faults are said there too.
///
/// A file that cannot be read stops nothing: the others are read all the same, and the error
/// comes at the end. An error of `visit` ends it all.
pub(crate) fn each_entry(
    files: &[FileWord],
    mut visit: impl FnMut(&Entry) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut unreadable: Option<anyhow::Error> = None;
    for word in files {
        if let Err(error) = each_entry_of(word, &mut visit)? {
            // The last error is the one that the command ends with.
            if let Some(earlier) = unreadable.replace(error) {
                say(&format!("error: {earlier:#}"));
            }
        }
    }
    unreadable.map_or(Ok(()), Err)
}

/// The same for one file. The inner error means that the file cannot be read.
fn each_entry_of(
    word: &FileWord,
    visit: &mut impl FnMut(&Entry) -> anyhow::Result<()>,
) -> anyhow::Result<anyhow::Result<()>> {
    let cannot_read = |error: io::Error| anyhow!("{}: {}", word.path().display(), in_words(&error));
    let input = match open(word) {
        Ok(input) => input,
        Err(error) => return Ok(Err(error)),
    };
    let bar = progress::bytes(input.length());
    let records = match Records::new(bar.wrap_read(input)) {
        Ok(records) => records,
        Err(error) => return Ok(Err(cannot_read(error))),
    };
    for entry in records {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return Ok(Err(cannot_read(error))),
        };
        for fault in entry.faults() {
            bar.suspend(|| say(&format!("{}:{fault}", word.path().display())));
        }
        visit(&entry)?;
    }
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(text: &str) -> String {
        format!("[Game \"gridball\"]\n[Event \"{text}\"]\n[Result \"*\"]\n\n1. 034 *\n\n")
    }

    #[test]
    fn faulty_records_are_passed_over_and_named() {
        let bad = "[Game \"gridball\"]\n[Result \"*\"]\n\n1. 000 444 *\n\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.gbn");
        let text = [bad, &good("two"), bad, bad, &good("five"), bad].concat();
        fs::write(&path, text).unwrap();
        let word = FileWord::from(path.clone().into_os_string());
        for (number, backwards, found, event, left_out) in [
            (1, false, 2, "two", 1),
            (2, false, 2, "two", 0),
            (3, false, 5, "five", 2),
            (3, true, 2, "two", 1),
            (4, true, 2, "two", 2),
            (6, false, 5, "five", 1),
            // Nothing before it is good.
            (1, true, 2, "two", 1),
        ] {
            let good = read_good(&word, number, backwards).unwrap();
            assert_eq!(good.number, found, "{number} {backwards}");
            assert_eq!(good.record.tags.get("Event"), Some(event), "{number} {backwards}");
            assert_eq!(good.left_out.len(), left_out, "{number} {backwards} {:?}", good.left_out);
            assert!(good.warnings.is_empty());
        }
        // File, line and column.
        let first = read_good(&word, 1, false).unwrap().left_out.remove(0);
        assert!(first.starts_with(&format!("{}:4:8: ", path.display())), "{first}");
        assert!(read_good(&word, 7, false).unwrap_err().to_string().contains("no game 7"));
        fs::write(&path, bad).unwrap();
        let error = read_good(&word, 1, false).unwrap_err();
        assert!(error.is::<Wrong>() && error.to_string().contains(":4:8: "), "{error}");
    }
}
