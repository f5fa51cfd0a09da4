//! The file of a match: written game by game, and taken up again after a kill.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Read},
    path::Path,
};

use gridball_core::{AnyGame, AnySetup, Player};
use gridball_replay::{Compression, Format, Location, Record, RecordAppender, Records, tag};
use thiserror::Error;

use crate::{
    game::{END_OF_OPENING, EVENT, VERSION},
    openings::{Openings, message},
    schedule::Seeds,
    settings::Settings,
    system::in_words,
    tally::Fact,
};

/// Where the records of a match go, and which games are there already.
#[derive(Debug, Default)]
pub struct Journal {
    file: Option<(String, RecordAppender)>,
    done: BTreeMap<u64, Fact>,
}

/// What is wrong with the file of a match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// There is something in it already.
    #[error("{file}: exists already, expected another name, or --resume to go on with it")]
    Exists {
        /// The file.
        file: String,
    },
    /// The name is that of another format.
    #[error("{file}: a match is written as {}, expected a name that ends in .gbn", Format::Gbn)]
    Format {
        /// The file.
        file: String,
    },
    /// A record in it is none, or none of this match.
    #[error("{file}:{location}: {reason}")]
    Record {
        /// The file.
        file: String,
        /// Where the record begins, or where it is wrong.
        location: Location,
        /// What is wrong.
        reason: String,
    },
}

impl Journal {
    /// Keeps nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// A new file.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or holds something already.
    pub fn create(path: &Path) -> Result<Self, JournalError> {
        let file = path.display().to_string();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (stem, compression) = Compression::of_file_name(&name);
        let other = Format::of_file_name(stem).is_some_and(|format| format != Format::Gbn);
        if other || compression.is_some() {
            return Err(JournalError::Format { file });
        }
        // Whatever is no regular file, such as a pipe, takes what it is given.
        if path.metadata().is_ok_and(|data| data.is_file() && data.len() > 0) {
            return Err(JournalError::Exists { file });
        }
        let appender = RecordAppender::open(path).map_err(|error| cannot(&file, &error))?;
        Ok(Self { file: Some((file, appender)), done: BTreeMap::new() })
    }

    /// The file of a match that was broken off. The games in it are not played again. What a kill
    /// has left of the last record is cut off.
    ///
    /// # Errors
    ///
    /// When it cannot be read and written, or holds games of another match.
    pub fn resume(path: &Path, settings: &Settings) -> Result<Self, JournalError> {
        let file = path.display().to_string();
        let failed = |error: io::Error| cannot(&file, &error);
        let wrong =
            |location, reason| JournalError::Record { file: file.clone(), location, reason };
        let input = File::open(path).map_err(failed)?;
        let mut done = BTreeMap::new();
        // The opening is checked once: to make all of them anew would take long.
        let mut opening_checked = false;
        // What may be the rest of a record that was being written.
        let mut torn: Option<(Location, String)> = None;
        for entry in Records::with_format(Format::Gbn, input) {
            let entry = entry.map_err(failed)?;
            if let Some((location, reason)) = torn.take() {
                return Err(wrong(location, reason));
            }
            let location = entry.location;
            let fault = entry.faults().next().map(message);
            let fact = entry.record.as_ref().and_then(Fact::of);
            let (record, fact) = match (entry.record, fact, fault) {
                (Some(record), Some(fact), None) => (record, fact),
                (_, _, fault) => {
                    let reason = fault.unwrap_or_else(|| "the game has no result".to_owned());
                    torn = Some((location, reason));
                    continue;
                }
            };
            let index = check(&record, settings).map_err(|reason| wrong(location, reason))?;
            if !std::mem::replace(&mut opening_checked, true) {
                check_opening(&record, index, settings)
                    .map_err(|reason| wrong(location, reason))?;
            }
            if done.insert(index, fact).is_some() {
                return Err(wrong(location, format!("game {index} is on record twice")));
            }
        }
        if let Some((location, reason)) = torn {
            let cut_off = cut(path, location, &settings.setup).map_err(failed)?;
            if !cut_off {
                return Err(wrong(location, reason));
            }
        }
        let appender = RecordAppender::open(path).map_err(failed)?;
        Ok(Self { file: Some((file, appender)), done })
    }

    /// The games that are on record already, with their numbers.
    pub(crate) const fn done(&self) -> &BTreeMap<u64, Fact> {
        &self.done
    }

    /// The seed of the first record of a file that has one, for a match that is taken up without
    /// being told its seed.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn recorded_seed(path: &Path) -> Result<Option<u64>, JournalError> {
        let failed = |error: io::Error| cannot(&path.display().to_string(), &error);
        let input = File::open(path).map_err(failed)?;
        for entry in Records::with_format(Format::Gbn, input) {
            let record = entry.map_err(failed)?.record;
            if let Some(seed) = record.and_then(|record| record.tags.seed()) {
                return Ok(Some(seed));
            }
        }
        Ok(None)
    }

    /// Writes a record at once.
    pub(crate) fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        match &mut self.file {
            None => Ok(()),
            Some((file, appender)) => appender.append(record).map_err(|error| cannot(file, &error)),
        }
    }
}

fn cannot(file: &str, error: &io::Error) -> JournalError {
    JournalError::File { file: file.to_owned(), reason: in_words(error) }
}

/// Whether a record is that of a game of this match; its number if so.
fn check(record: &Record, settings: &Settings) -> Result<u64, String> {
    let expect = |what: &str, found: Option<&str>, expected: &str| match found {
        Some(found) if found == expected => Ok(()),
        found => Err(format!(
            "this game is of another match: {what} {}, expected {expected}",
            found.unwrap_or("unknown")
        )),
    };
    let tags = &record.tags;
    expect("game", Some(&record.setup().to_string()), &settings.setup.to_string())?;
    expect("version", tags.get(tag::VERSION), VERSION)?;
    expect("seed", tags.get(tag::SEED), &settings.seed.to_string())?;
    let none = "no time control";
    let control = settings.control().map_or_else(|| none.to_owned(), |control| control.to_string());
    expect("time control", Some(tags.get(tag::TIME_CONTROL).unwrap_or(none)), &control)?;
    let index =
        tags.index().ok_or_else(|| "the tag Index has to say which game it is".to_owned())?;
    if !(settings.from..=settings.last()).contains(&index) {
        let (from, last) = (settings.from, settings.last());
        return Err(format!("this is game {index} of the match, expected one of {from} to {last}"));
    }
    let plan = settings.schedule().game(index);
    for player in Player::BOTH {
        let engine = settings.contestants[plan.engines[player.index()]].to_string();
        expect(&format!("{player} is"), tags.engine(player), &engine)?;
    }
    Ok(index)
}

/// Whether a record has the opening that is planned for it.
fn check_opening(record: &Record, index: u64, settings: &Settings) -> Result<(), String> {
    let plan = settings.schedule().game(index);
    let seeds = Seeds::new(settings.seed);
    let opening = settings.openings.opening(&settings.setup, seeds.openings(), plan.opening);
    if begins_with(record, &opening) {
        Ok(())
    } else {
        let openings = match settings.openings {
            Openings::Start => "none",
            Openings::Listed(_) => "those of the file",
            Openings::Generated(_) => "generated ones, as many as before",
        };
        Err(format!("this game has another opening than planned, expected {openings}"))
    }
}

fn begins_with(record: &Record, opening: &AnyGame) -> bool {
    let end = record.main_line().position(|node| {
        record.annotation(node).comments.iter().any(|comment| comment == END_OF_OPENING)
    });
    record.start() == opening.start()
        && end.map_or(0, |last| last + 1) == opening.len()
        && record.actions().take(opening.len()).eq(opening.actions())
}

/// Cuts a file off where a record begins, if what stands there is the beginning of a record that a
/// match of this game writes. Anything else stays, and the answer is `false`.
fn cut(path: &Path, location: Location, setup: &AnySetup) -> io::Result<bool> {
    let Location::Text { line, .. } = location else { return Ok(false) };
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut reader = BufReader::new(&file);
    let mut length = 0;
    for _ in 1..line {
        length += reader.skip_until(b'\n')? as u64;
    }
    let head = format!("[Game \"{setup}\"]\n[Event \"{EVENT}\"]\n");
    let mut rest = Vec::new();
    reader.take(head.len() as u64).read_to_end(&mut rest)?;
    let is_ours = head.as_bytes().starts_with(&rest);
    if is_ours {
        file.set_len(length)?;
        file.sync_all()?;
    }
    Ok(is_ours)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use std::fs;

    use super::*;
    use crate::{contestant::Contestant, runner::run};

    fn settings() -> Settings {
        let contestants: Vec<Contestant> =
            ["greedy", "random"].iter().map(|name| name.parse().unwrap()).collect();
        Settings {
            time_control: Some("nodes 100".parse().unwrap()),
            ..Settings::new("gridball:12x12/4".parse().unwrap(), contestants, 6, 3)
        }
    }

    /// The file of a whole match.
    fn played(path: &Path) -> String {
        let journal = Journal::create(path).unwrap();
        run(&settings(), journal, &|| false, &mut |_| {}).unwrap();
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn cut_anywhere_a_match_goes_on_to_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.gbn");
        let whole = played(&path);
        let ends: Vec<usize> = whole.match_indices("\n\n[Game").map(|(at, _)| at + 2).collect();
        assert_eq!(ends.len(), 5);
        let last = &whole[ends[4]..];
        // Before the last record, within its tags, its actions and its result, and after it.
        for length in (0..=last.len()).step_by(7).chain([last.len() - 3, last.len() - 1]) {
            fs::write(&path, &whole[..ends[4] + length]).unwrap();
            let journal = Journal::resume(&path, &settings()).unwrap();
            assert!(journal.done().len() >= 5);
            run(&settings(), journal, &|| false, &mut |_| {}).unwrap();
            let again = fs::read_to_string(&path).unwrap();
            assert_eq!(again.trim_end(), whole.trim_end(), "cut after {length} bytes");
        }
        fs::write(&path, &whole).unwrap();
        assert_eq!(Journal::resume(&path, &settings()).unwrap().done().len(), 6);
        assert_eq!(Journal::recorded_seed(&path), Ok(Some(3)));
    }

    #[test]
    fn games_of_another_match_are_refused_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.gbn");
        let whole = played(&path);
        let resumed = |settings: &Settings| {
            let error = Journal::resume(&path, settings).unwrap_err().to_string();
            error.replace(&path.display().to_string(), "match.gbn")
        };
        let other = Settings { seed: 4, ..settings() };
        assert_eq!(
            resumed(&other),
            "match.gbn:1:1: this game is of another match: seed 3, expected 4"
        );
        let other = Settings { openings: Openings::Generated(2), ..settings() };
        assert!(resumed(&other).contains("another opening than planned"), "{}", resumed(&other));
        let other = Settings { games: 2, ..settings() };
        assert!(resumed(&other).ends_with("this is game 3 of the match, expected one of 1 to 2"));
        let mut other = settings();
        other.contestants.swap(0, 1);
        assert!(resumed(&other).ends_with("First is greedy, expected random"));
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);

        fs::write(&path, "my diary").unwrap();
        assert!(resumed(&settings()).starts_with("match.gbn:1:1: expected "));
        assert_eq!(fs::read_to_string(&path).unwrap(), "my diary");
        assert!(matches!(Journal::create(&path), Err(JournalError::Exists { .. })));
        let json = folder.path().join("match.json.gz");
        assert!(matches!(Journal::create(&json), Err(JournalError::Format { .. })));
    }
}
