//! Where games are saved, so that none is lost.
//!
//! In the data folder (`GRIDBALL_DATA`, or the platform's place for such things) every game that
//! goes on has a file of its own in `unfinished/`, written anew after each action; finished games
//! are added to `finished.gbn`. With `--save FILE` the record is in that file instead.
//!
//! What a file held before stays in it: records are added, never replaced, except the one that is
//! being played.

use std::{
    collections::HashMap,
    env, fs,
    io::{self, Read, Seek, SeekFrom, Write},
    ops::Range,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::{anyhow, bail};
use directories::ProjectDirs;
use gridball_core::Position;
use gridball_replay::{
    Format, Record, RecordAppender, RecordResult, Records, WriteLock, lock_for_writing,
    save_atomically, write_record,
};

use crate::{
    arguments::FileWord,
    records::{self, LastRecord, in_words},
};

/// The variable that names the data folder.
const DATA: &str = "GRIDBALL_DATA";
/// The folder of games that go on, in the data folder.
const UNFINISHED: &str = "unfinished";
/// The folder of records that were changed in study, in the data folder.
const STUDIES: &str = "studies";
/// The file of games that are over, in the data folder.
const FINISHED: &str = "finished.gbn";
/// So long another session may take to write a file.
const PATIENCE: Duration = Duration::from_secs(5);
/// So many unfinished games are listed.
const MOST_UNFINISHED: usize = 99;
/// The end of file names.
const EXTENSION: &str = "gbn";

/// A file in which the game is a record among others.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SaveFile {
    path: PathBuf,
    /// So many bytes stand before our record; none, and [`seen`](Self::seen), before it is written.
    before: u64,
    /// Our record as it was written last.
    text: Vec<u8>,
    /// What the file looked like when we last wrote or read it.
    seen: Option<Look>,
}

/// Length and time of the last change of a file: enough to notice that somebody else wrote it.
type Look = (u64, SystemTime);

/// What the file at `path` looks like, if it is one.
fn look(path: &Path) -> Option<Look> {
    let data = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((data.len(), data.modified().ok()?))
}

impl SaveFile {
    /// The file at `path`, as it is now or new.
    fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let cannot = |error: io::Error| anyhow!("{name}: {}", in_words(&error));
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => bail!("{name}: is a directory, expected a file"),
            Ok(data) if data.is_file() && data.len() > 0 => {
                // A file of something else is not ours to add to.
                let file = fs::File::open(path).map_err(cannot)?;
                let mut records = Records::new(file).map_err(cannot)?;
                let first = records.next().transpose().map_err(cannot)?;
                if first.is_none_or(|entry| entry.record.is_none()) {
                    bail!("{name}: exists and holds no records, expected another name");
                }
                if let Some(compression) = records.compression() {
                    bail!("{name}: is compressed as {compression}, expected a plain file");
                }
                if records.format() != Format::Gbn {
                    let format = records.format();
                    bail!("{name}: holds records as {format}, expected a file of the format gbn");
                }
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(cannot(error)),
        }
        Ok(Self::fresh(path.to_owned()))
    }

    /// A file in which our record does not stand yet.
    const fn fresh(path: PathBuf) -> Self {
        Self { path, before: 0, text: Vec::new(), seen: None }
    }

    /// Finds out whether a file can be made beside this one, as it has to be to write it.
    fn try_place(&self) -> anyhow::Result<()> {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        // What is no file is written as it is.
        if path.exists() && !path.is_file() {
            return Ok(());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        try_folder(folder.unwrap_or(Path::new(".")))
            .map_err(|error| anyhow!("{}: {}", self.path.display(), in_words(&error)))
    }

    /// A file that holds nothing but our record.
    fn with_our_record_alone(path: &Path) -> io::Result<Self> {
        let text = fs::read(path)?;
        Ok(Self { path: path.to_owned(), before: 0, text, seen: look(path) })
    }

    /// Whether somebody else has written the file since.
    fn is_foreign(&self) -> bool {
        let now = look(&self.path);
        now.is_some() && now != self.seen
    }

    /// Whether somebody else has written or removed the file since.
    fn is_foreign_or_gone(&self) -> bool {
        self.seen.is_some() && look(&self.path) != self.seen
    }

    /// Writes the record, all or nothing, while the lock is held: where it stood before, else at
    /// the end of the file.
    fn write(&mut self, record: &Record, _: &WriteLock) -> anyhow::Result<()> {
        let cannot = |error| anyhow!("{}: {}", self.path.display(), in_words(&error));
        let mut text = Vec::new();
        write_record(Format::Gbn, record, &mut text)?;
        let old = self.find().map_err(cannot)?;
        let mut before = old.start;
        save_atomically(&self.path, |out| {
            let Some(file) = open_existing(&self.path)? else { return out.write_all(&text) };
            let last = copy_some(&mut (&file).take(old.start), out)?;
            // A record begins on a new line.
            if last.is_some_and(|byte| byte != b'\n') {
                let apart = b"\n\n";
                before += apart.len() as u64;
                out.write_all(apart)?;
            }
            out.write_all(&text)?;
            (&file).seek(SeekFrom::Start(old.end))?;
            copy_some(&mut &file, out).map(|_| ())
        })
        .map_err(cannot)?;
        self.before = before;
        self.text = text;
        self.seen = look(&self.path);
        Ok(())
    }

    /// Where our record stands in the file, or the empty place at its end where it should go.
    fn find(&self) -> io::Result<Range<u64>> {
        let length = self.text.len();
        // A file that somebody removed begins anew.
        if look(&self.path).is_none() {
            return Ok(0..0);
        }
        if self.seen.is_some() && !self.is_foreign() {
            return Ok(self.before..self.before + length as u64);
        }
        // Others may have written before it.
        let content = match open_existing(&self.path)? {
            Some(_) if length > 0 => fs::read(&self.path)?,
            Some(file) => return file.metadata().map(|data| data.len()..data.len()),
            None => return Ok(0..0),
        };
        let place = content.windows(length).position(|bytes| bytes == self.text);
        let start = place.unwrap_or(content.len());
        let end = place.map_or(start, |start| start + length);
        Ok(start as u64..end as u64)
    }
}

/// Opens a regular file, if it is there.
fn open_existing(path: &Path) -> io::Result<Option<fs::File>> {
    match look(path) {
        Some(_) => fs::File::open(path).map(Some),
        None => Ok(None),
    }
}

/// Makes a file in a folder, and removes it.
fn try_folder(folder: &Path) -> io::Result<()> {
    let path = folder.join(format!(".{}.try", std::process::id()));
    fs::File::create(&path).and_then(|_| fs::remove_file(&path))
}

/// Holds off other sessions that write the file at `path`.
fn lock(path: &Path) -> anyhow::Result<WriteLock> {
    lock_for_writing(path, PATIENCE).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => {
            anyhow!("{}: another program holds its folder locked", path.display())
        }
        _ => anyhow!("{}: {}", path.display(), in_words(&error)),
    })
}

/// Copies everything; the last byte.
fn copy_some(from: &mut impl Read, to: &mut dyn Write) -> io::Result<Option<u8>> {
    let mut last = None;
    let mut chunk = [0; 8192];
    loop {
        match from.read(&mut chunk)? {
            0 => return Ok(last),
            count => {
                last = Some(chunk[count - 1]);
                to.write_all(&chunk[..count])?;
            }
        }
    }
}

/// Where the game of this session is saved.
#[derive(Debug)]
pub(crate) struct Storage {
    /// The data folder; `None` where the system has no place for it.
    data: Option<PathBuf>,
    /// `--save`.
    asked_for: Option<PathBuf>,
    /// The file of the game that is being played, once it has one.
    own: Option<SaveFile>,
    /// Files that the command `save` has written, for this game.
    others: HashMap<PathBuf, SaveFile>,
    /// The file that the command `save` wrote last, if nothing has changed since.
    copy: Option<PathBuf>,
    /// Why the last write of the own file failed, if it did.
    failing: Option<String>,
    /// Another session goes on with the same game, or has finished it.
    shared: bool,
}

impl Storage {
    /// Storage in the data folder, or in `asked_for`.
    pub(crate) fn new(asked_for: Option<PathBuf>) -> anyhow::Result<Self> {
        let own = asked_for.as_deref().map(SaveFile::open).transpose()?;
        if let Some(file) = &own {
            file.try_place()?;
        }
        Ok(Self {
            data: data_folder(),
            asked_for,
            own,
            others: HashMap::new(),
            copy: None,
            failing: None,
            shared: false,
        })
    }

    /// From now on another game is played: it gets a place of its own.
    pub(crate) fn begin_another(&mut self) -> anyhow::Result<()> {
        self.own = self.asked_for.as_deref().map(SaveFile::open).transpose()?;
        self.others.clear();
        self.copy = None;
        self.failing = None;
        self.shared = false;
        Ok(())
    }

    /// Finds out whether the next game could be saved, before it is begun.
    pub(crate) fn try_place(&mut self) {
        if self.asked_for.is_none() {
            self.failing = self.try_folder().err().map(|error| format!("{error:#}"));
        }
    }

    /// Makes a file in the folder of games that go on, and removes it.
    fn try_folder(&self) -> anyhow::Result<()> {
        self.make_folder()?;
        let folder = self.folder()?;
        try_folder(&folder).map_err(|error| anyhow!("{}: {}", folder.display(), in_words(&error)))
    }

    /// Why the game is not saved, as long as that is so.
    pub(crate) fn fault(&self) -> Option<&str> {
        self.failing.as_deref()
    }

    /// The game was taken up from the file at `path`; `alone` if nothing but it is in there. If
    /// the file is one of ours, or the one that was asked for, the game goes on in it.
    pub(crate) fn goes_on_in(&mut self, path: &Path, alone: bool) {
        let same = |other: &Path| match (fs::canonicalize(path), fs::canonicalize(other)) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        };
        let ours = match (&self.asked_for, &self.data, path.parent()) {
            (Some(asked_for), ..) => same(asked_for),
            (None, Some(data), Some(folder)) => fs::canonicalize(folder).is_ok_and(|folder| {
                fs::canonicalize(data.join(UNFINISHED)).is_ok_and(|ours| ours == folder)
            }),
            _ => false,
        };
        if ours && alone {
            self.own = SaveFile::with_our_record_alone(path).ok();
        }
    }

    /// The file that holds the game, if it was written and is up to date.
    pub(crate) fn place(&self) -> Option<&Path> {
        self.own.as_ref().filter(|_| self.failing.is_none()).map(|file| file.path.as_path())
    }

    /// A file besides [`place`](Self::place) that holds the game as it is.
    pub(crate) fn copy(&self) -> Option<&Path> {
        self.copy.as_deref()
    }

    /// Whether the file was asked for on the command line.
    pub(crate) const fn was_asked_for(&self) -> bool {
        self.asked_for.is_some()
    }

    /// Writes the record to its own file, which is made if it has none.
    ///
    /// # Errors
    ///
    /// What went wrong; nothing, if that is the same as last time.
    pub(crate) fn save(&mut self, record: &Record) -> anyhow::Result<()> {
        self.copy = None;
        let result = self.try_save(record);
        let fault = result.as_ref().err().map(|error| format!("{error:#}"));
        let failed_before = std::mem::replace(&mut self.failing, fault).is_some();
        if failed_before { Ok(()) } else { result }
    }

    fn try_save(&mut self, record: &Record) -> anyhow::Result<()> {
        let path = match (&self.own, &self.asked_for) {
            (Some(file), _) => file.path.clone(),
            (None, Some(path)) => path.clone(),
            (None, None) => self.fresh_path()?,
        };
        if self.asked_for.is_none() {
            self.make_folder()?;
        }
        let lock = lock(&path)?;
        self.shared |= self.own.as_ref().is_some_and(SaveFile::is_foreign_or_gone);
        let file = match (self.own.take(), &self.asked_for) {
            (Some(file), Some(_)) => file,
            (None, Some(path)) => SaveFile::open(path)?,
            // Where another process goes on with the same game both are kept.
            (Some(file), None) if !file.is_foreign() => file,
            (_, None) => SaveFile::fresh(self.fresh_path()?),
        };
        self.own.insert(file).write(record, &lock)
    }

    /// The folder of games that go on.
    fn folder(&self) -> anyhow::Result<PathBuf> {
        match &self.data {
            Some(data) => Ok(data.join(UNFINISHED)),
            None => bail!("there is no data folder, expected one in {DATA}"),
        }
    }

    /// Makes sure that the folder of games that go on is there.
    fn make_folder(&self) -> anyhow::Result<()> {
        let folder = self.folder()?;
        fs::create_dir_all(&folder)
            .map_err(|error| anyhow!("{}: {}", folder.display(), in_words(&error)))
    }

    /// A new name in that folder.
    fn fresh_path(&self) -> anyhow::Result<PathBuf> {
        Ok(fresh_name(&self.folder()?))
    }

    /// A new file for a record that was changed in study: beside the file that it comes from,
    /// else, and where that folder cannot be written, in the data folder; `None` where there is
    /// none.
    pub(crate) fn study_place(&self, source: Option<&Path>) -> anyhow::Result<Option<PathBuf>> {
        if let Some(beside) = source.and_then(beside) {
            return Ok(Some(beside));
        }
        let Some(data) = &self.data else { return Ok(None) };
        let folder = data.join(STUDIES);
        fs::create_dir_all(&folder)
            .map_err(|error| anyhow!("{}: {}", folder.display(), in_words(&error)))?;
        Ok(Some(fresh_name(&folder)))
    }

    /// Writes the record to another file; again and again to the same place there.
    /// Says whether it stands there behind others.
    pub(crate) fn save_to(&mut self, path: &Path, record: &Record) -> anyhow::Result<bool> {
        let lock = lock(path)?;
        let known = self.others.remove(path);
        let mut file = known.map_or_else(|| SaveFile::open(path), Ok)?;
        file.write(record, &lock)?;
        let is_added = file.before > 0;
        self.others.insert(path.to_owned(), file);
        self.copy = Some(path.to_owned());
        Ok(is_added)
    }

    /// The game is over and left: in the data folder it moves to the finished ones.
    pub(crate) fn finish(&mut self, record: &Record) -> anyhow::Result<()> {
        let (None, Some(data)) = (&self.asked_for, &self.data) else { return Ok(()) };
        let own = self.own.take();
        if own.is_none() && self.failing.is_none() {
            return Ok(());
        }
        let finished = data.join(FINISHED);
        let cannot = |error: io::Error| anyhow!("{}: {}", finished.display(), in_words(&error));
        // Another session may have finished the same game.
        self.shared |= own.as_ref().is_some_and(SaveFile::is_foreign_or_gone);
        let mut text = Vec::new();
        write_record(Format::Gbn, record, &mut text)?;
        if !self.shared || !ends_with(&finished, text.trim_ascii()).map_err(cannot)? {
            let mut appender = RecordAppender::open(&finished).map_err(cannot)?;
            appender.append(record).and_then(|()| appender.sync()).map_err(cannot)?;
        }
        self.failing = None;
        if let Some(file) = own {
            // Where that fails the game is there twice, which is better than not at all.
            let _ = fs::remove_file(&file.path);
        }
        Ok(())
    }
}

/// Whether the record that is written as `text` is the last one of the file at `path`.
fn ends_with(path: &Path, text: &[u8]) -> io::Result<bool> {
    let Some(mut file) = open_existing(path)? else { return Ok(false) };
    // Besides the record there may be some empty lines.
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(text.len() as u64 + 16)))?;
    let mut end = Vec::new();
    file.read_to_end(&mut end)?;
    Ok(end.trim_ascii().ends_with(text))
}

/// The data folder of this program.
fn data_folder() -> Option<PathBuf> {
    match env::var_os(DATA) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => ProjectDirs::from("", "", "gridball").map(|dirs| dirs.data_dir().to_owned()),
    }
}

/// The seconds of now, as `2026-11-30T02:35:14Z`.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// The date of today as records write it.
pub(crate) fn today() -> String {
    now()
        .chars()
        .take_while(|character| *character != 'T')
        .map(|c| if c == '-' { '.' } else { c })
        .collect()
}

/// A name in `folder` that no other file has.
fn fresh_name(folder: &Path) -> PathBuf {
    let stem = format!("{}-{}", now().replace(':', "-"), std::process::id());
    let mut path = folder.join(format!("{stem}.{EXTENSION}"));
    let mut number = 1;
    while path.exists() {
        number += 1;
        path = folder.join(format!("{stem}-{number}.{EXTENSION}"));
    }
    path
}

/// A new file beside the one at `path` for what was changed of it, such as `park.study.gbn`;
/// `None` where none can be made.
fn beside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let stem = name.split_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let stem = if stem.is_empty() { "record" } else { stem };
    (1..1000).find_map(|number| {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let place = path.with_file_name(format!("{stem}.study{number}.{EXTENSION}"));
        // Made at once, so that a folder that cannot be written is noticed.
        match fs::File::create_new(&place) {
            Ok(_) => Some(Some(place)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
            Err(_) => Some(None),
        }
    })?
}

/// The unfinished game in the data folder that was played last, and what is wrong with files that
/// seem to have been played later.
pub(crate) fn last_unfinished() -> Unfinished {
    unfinished_until(1)
}

/// The games in the folder of unfinished ones.
#[derive(Debug, Default)]
pub(crate) struct Unfinished {
    /// The one that was played last before the others.
    pub(crate) games: Vec<(FileWord, LastRecord)>,
    /// What is wrong with files that cannot be continued: file, line, column and fault.
    pub(crate) faults: Vec<String>,
}

/// The unfinished games in the data folder.
pub(crate) fn unfinished() -> Unfinished {
    unfinished_until(MOST_UNFINISHED)
}

/// So many of the unfinished games at most.
fn unfinished_until(most: usize) -> Unfinished {
    let mut found = Unfinished::default();
    let Some(data) = data_folder() else { return found };
    for game in unfinished_from(&data) {
        match game {
            Ok(game) => found.games.push(game),
            Err(error) => found.faults.push(format!("{error:#}")),
        }
        if found.games.len() >= most {
            break;
        }
    }
    found
}

fn unfinished_from(
    data: &Path,
) -> impl Iterator<Item = anyhow::Result<(FileWord, LastRecord)>> + use<> {
    let mut files: Vec<(SystemTime, PathBuf)> = fs::read_dir(data.join(UNFINISHED))
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path();
            let modified = entry.metadata().ok()?.modified().ok()?;
            // What begins with a point is being written.
            let hidden = path.file_name()?.as_encoded_bytes().starts_with(b".");
            (path.extension()? == EXTENSION && !hidden).then_some((modified, path))
        })
        .collect();
    files.sort_unstable();
    files.into_iter().rev().filter_map(|(_, path)| {
        let word = FileWord::from(path.into_os_string());
        let last = match records::read_last(&word) {
            Ok(last) => last,
            Err(error) => return Some(Err(error)),
        };
        // A game that is over is none to go on with.
        let over = last.record.game().position().outcome().is_some();
        (last.record.result == RecordResult::Unknown && !over).then_some(Ok((word, last)))
    })
}

#[cfg(test)]
mod tests {
    use gridball_replay::{CompressedWriter, Compression};

    use super::*;

    fn record(actions: &str) -> Record {
        let mut game = gridball_core::AnyGame::new(&"gridball".parse().unwrap());
        for text in actions.split_whitespace() {
            let action = game.position().parse_action(text).unwrap();
            game.play(&action).unwrap();
        }
        Record::from_game(&game)
    }

    fn lengths(path: &Path) -> Vec<usize> {
        let file = fs::File::open(path).unwrap();
        Records::new(file)
            .unwrap()
            .map(|entry| entry.unwrap().into_whole().unwrap().len())
            .collect()
    }

    #[test]
    fn what_a_file_held_stays_and_the_game_is_written_over_itself() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.gbn");
        let mut storage = Storage::new(Some(path.clone())).unwrap();
        storage.save(&record("034")).unwrap();
        storage.save(&record("034 666")).unwrap();
        assert_eq!(lengths(&path), [2]);

        // As if cut short by a kill.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.trim_end()).unwrap();
        let mut storage = Storage::new(Some(path.clone())).unwrap();
        storage.save(&record("")).unwrap();
        storage.save(&record("034")).unwrap();
        assert_eq!(lengths(&path), [2, 1]);
        storage.begin_another().unwrap();
        storage.save(&record("547 634 605")).unwrap();
        assert_eq!(lengths(&path), [2, 1, 3]);
    }

    #[test]
    fn what_somebody_else_wrote_meanwhile_is_kept_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.gbn");
        let mut one = Storage::new(Some(path.clone())).unwrap();
        one.save(&record("034")).unwrap();
        let mut other = Storage::new(Some(path.clone())).unwrap();
        other.save(&record("034 666")).unwrap();
        one.save(&record("547 634 605")).unwrap();
        assert_eq!(lengths(&path), [3, 2]);
        other.save(&record("032 106 103 011")).unwrap();
        assert_eq!(lengths(&path), [3, 4]);

        // A file that was removed begins anew, with the whole game and nothing else.
        let text = fs::read(&path).unwrap();
        for storage in [&mut one, &mut other] {
            fs::remove_file(&path).unwrap();
            storage.save(&record("547 634")).unwrap();
            assert_eq!(lengths(&path), [2]);
            storage.save(&record("547 634 605")).unwrap();
            assert_eq!(lengths(&path), [3]);
        }
        fs::write(&path, text).unwrap();

        // A third one went on with the game of the first, and both are kept.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replacen(" 605 *", " 605 600 *", 1)).unwrap();
        one.save(&record("547")).unwrap();
        assert_eq!(lengths(&path).last(), Some(&1));
        assert_eq!(lengths(&path).len(), 3);

        // The same in the data folder, where each game has a file of its own.
        let in_data = |own| Storage {
            data: Some(folder.path().to_owned()),
            asked_for: None,
            own,
            others: HashMap::new(),
            copy: None,
            failing: None,
            shared: false,
        };
        let mut one = in_data(None);
        one.save(&record("034")).unwrap();
        let path = one.place().unwrap().to_owned();
        let mut other = in_data(None);
        other.goes_on_in(&path, true);
        other.save(&record("034 666")).unwrap();
        assert_eq!(other.place(), Some(path.as_path()));
        one.save(&record("547 634 605")).unwrap();
        assert_eq!(lengths(&path), [2]);
        assert_eq!(lengths(one.place().unwrap()), [3]);
    }

    #[test]
    fn a_file_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter.txt");
        fs::write(&path, "Dear Sir,\n").unwrap();
        let error = Storage::new(Some(path.clone())).unwrap_err().to_string();
        assert!(error.ends_with("exists and holds no records, expected another name"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "Dear Sir,\n");
        assert!(Storage::new(Some(folder.path().to_owned())).is_err());
    }

    #[test]
    fn a_file_of_another_format_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        for (name, what) in [
            ("game.sgf", "holds records as sgf"),
            ("game.ndjson", "holds records as ndjson"),
            ("game.gbn.gz", "is compressed as gzip"),
        ] {
            let path = folder.path().join(name);
            let (plain_name, compression) = Compression::of_file_name(name);
            let format = Format::of_file_name(plain_name).unwrap();
            let record = Record::new(&"dots:9x9".parse().unwrap());
            let mut out = CompressedWriter::new(compression, Vec::new()).unwrap();
            write_record(format, &record, &mut out).unwrap();
            let text = out.finish().unwrap();
            fs::write(&path, &text).unwrap();
            let error = Storage::new(Some(path.clone())).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
            assert_eq!(fs::read(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_game_that_two_sessions_finish_is_there_once() {
        let folder = tempfile::tempdir().unwrap();
        let session = || {
            let mut storage = Storage::new(None).unwrap();
            storage.data = Some(folder.path().to_owned());
            storage
        };
        let finished = folder.path().join(FINISHED);
        let (mut one, mut other) = (session(), session());
        one.save(&record("034")).unwrap();
        let path = one.place().unwrap().to_owned();
        other.goes_on_in(&path, true);
        one.save(&record("034 666")).unwrap();
        other.save(&record("034 666")).unwrap();
        one.finish(&record("034 666")).unwrap();
        other.finish(&record("034 666")).unwrap();
        assert_eq!(lengths(&finished), [2]);
        // Who plays the same again has played twice.
        let mut again = session();
        again.save(&record("034 666")).unwrap();
        again.finish(&record("034 666")).unwrap();
        assert_eq!(lengths(&finished), [2, 2]);
        assert_eq!(fs::read_dir(folder.path().join(UNFINISHED)).unwrap().count(), 0);
    }

    #[test]
    fn a_date_has_points() {
        let today = today();
        assert_eq!(today.len(), 10, "{today}");
        assert!(today.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'), "{today}");
    }
}
