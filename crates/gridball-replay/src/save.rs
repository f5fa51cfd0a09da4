//! Saving so that a crash at any moment leaves whole records behind.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, SeekFrom, Write},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use crate::{formats::gbn, record::Record};

/// Writes a file all or nothing: whatever `write` writes goes to a new file in the same
/// directory, which is brought to disk and then takes the name `path`. After a crash at any
/// moment `path` is either as it was or whole; the same after an error.
///
/// A file that exists keeps its permissions; a symbolic link keeps pointing, its target is
/// replaced, or made if there is none. Something that is no regular file, such as `/dev/stdout`
/// or a pipe, is written directly.
///
/// What a process that was killed in the middle of this left behind, the next one that writes the
/// same file removes once it is an hour old.
///
/// # Errors
///
/// Those of the file system and of `write`.
pub fn save_atomically(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    let path = &followed(path)?;
    let old = fs::metadata(path).ok();
    if let Some(old) = &old {
        if old.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        if !old.is_file() {
            let mut file = OpenOptions::new().write(true).open(path)?;
            write(&mut file)?;
            return file.flush();
        }
    }
    let (temporary, file) = create_beside(path)?;
    let result = fill(file, old.as_ref(), write).and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // The error is what matters; a leftover file is only untidy.
        let _ = fs::remove_file(&temporary);
        return result;
    }
    remove_leftovers(path);
    sync_directory(path)
}

/// Where a path leads, so that a symbolic link stays one when its target is replaced. A ring of
/// links leads nowhere, which is an error.
fn followed(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        other => return other,
    }
    // There is no file yet, but there may be links that say where it should be. They end, or the
    // error would have been another one.
    let mut path = path.to_owned();
    while let Ok(target) = fs::read_link(&path) {
        path = directory_of(&path).join(target);
    }
    Ok(path)
}

/// Keeps others of the same program from writing `path` until the lock is dropped, which also
/// happens when the process is killed. Whoever reads a file, adds to it and writes it anew by
/// [`save_atomically`] needs it: else a record that another process added meanwhile is lost.
///
/// The directory of the file is what is locked: the file itself is another one after each
/// writing, and no further file is left behind. Where a directory cannot be opened or locked, as
/// on systems other than Unix, nothing is held off.
///
/// # Errors
///
/// [`io::ErrorKind::WouldBlock`] when another process held the lock for all of `patience`.
pub fn lock_for_writing(path: &Path, patience: Duration) -> io::Result<WriteLock> {
    const PAUSE: Duration = Duration::from_millis(10);
    let Ok(directory) = followed(path).and_then(|path| File::open(directory_of(&path))) else {
        return Ok(WriteLock { _directory: None });
    };
    let mut waited = Duration::ZERO;
    loop {
        match directory.try_lock() {
            Ok(()) => return Ok(WriteLock { _directory: Some(directory) }),
            Err(TryLockError::WouldBlock) if waited < patience => {
                thread::sleep(PAUSE);
                waited += PAUSE;
            }
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::WouldBlock.into()),
            // This file system has no locks.
            Err(TryLockError::Error(_)) => return Ok(WriteLock { _directory: None }),
        }
    }
}

/// Holds others off a file; see [`lock_for_writing`].
#[derive(Debug)]
#[must_use]
pub struct WriteLock {
    _directory: Option<File>,
}

/// The directory in which the file `path` is.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Writes `records` to `path` in the format `gbn`, all or nothing; see [`save_atomically`].
///
/// # Errors
///
/// Those of the file system.
pub fn save_records<'a>(
    path: &Path,
    records: impl IntoIterator<Item = &'a Record>,
) -> io::Result<()> {
    save_atomically(path, |out| {
        for record in records {
            out.write_all(gbn::record_text(record).as_bytes())?;
        }
        Ok(())
    })
}

fn fill(
    file: File,
    old: Option<&fs::Metadata>,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(file);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

/// How the names of new files end that are not yet whole.
const TEMPORARY_SUFFIX: &str = ".tmp";
/// So old a new file is that nobody is writing any more.
const LEFT_ALONE: Duration = Duration::from_hours(1);

/// How the names of new files begin that will take the name `name`.
fn temporary_prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    prefix
}

/// Removes what processes that were killed have left of earlier writings of `path`. Nothing that
/// goes wrong here matters: such files are only untidy.
fn remove_leftovers(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let prefix = temporary_prefix(name);
    let Ok(entries) = fs::read_dir(directory_of(path)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let of_ours = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes())
            .and_then(|rest| rest.strip_suffix(TEMPORARY_SUFFIX.as_bytes()))
            .is_some_and(|numbers| numbers.iter().all(|&b| b.is_ascii_digit() || b == b'-'));
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if of_ours && age().is_some_and(|age| age >= LEFT_ALONE) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A new file in the directory of `path`, under a name that nobody else has.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let process = std::process::id();
    let mut number = 0_u32;
    loop {
        let mut hidden = temporary_prefix(name);
        hidden.push(format!("{process}-{number}{TEMPORARY_SUFFIX}"));
        let temporary = path.with_file_name(hidden);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            // Left over from a process of the same number that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Makes the new name itself durable, where the system can do that.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    match File::open(directory_of(path)).and_then(|directory| directory.sync_all()) {
        // Some file systems cannot do it; the file itself is safe.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        other => other,
    }
}

#[cfg(not(unix))]
fn sync_directory(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Appends whole records to a file of the format `gbn`.
///
/// Each record is written at once and flushed, so that a process that is killed loses at most
/// the record it was about to write. What a kill in the middle of that left behind at the end of
/// the file is reported by the reader as a fault of that record alone.
#[derive(Debug)]
pub struct RecordAppender {
    file: File,
}

impl RecordAppender {
    /// Opens `path` for appending, or creates it.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        // A record begins at the beginning of a line, even after a line cut short by a kill.
        if file.metadata()?.len() > 0 {
            let mut last = [0];
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                file.write_all(b"\n\n")?;
            }
        }
        Ok(Self { file })
    }

    /// Appends `record` and hands it to the system.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn append(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(gbn::record_text(record).as_bytes())?;
        self.file.flush()
    }

    /// Waits until everything appended is on disk.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}
