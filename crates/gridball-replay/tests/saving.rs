//! Saving: all or nothing, and nothing lost.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::{fs, io::Write as _, path::Path};

use gridball_core::{AnySetup, Position};
use gridball_replay::{
    NodeId, Record, RecordAppender, Records, check, save_atomically, save_records,
};

fn record(texts: &[&str]) -> Record {
    let setup: AnySetup = "gridball:20x26/4".parse().unwrap();
    let mut record = Record::new(&setup);
    for text in texts {
        let action = record.position_after(record.last()).parse_action(text).unwrap();
        record.append(record.last(), &action).unwrap();
    }
    record
}

fn read(path: &Path) -> Vec<Record> {
    let file = fs::File::open(path).unwrap();
    Records::new(file).unwrap().map(|entry| entry.unwrap().into_whole().unwrap()).collect()
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_saved_file_replaces_the_old_one_and_leaves_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.gbn");
    let (one, two) = (record(&["034"]), record(&["034", "170"]));
    save_records(&path, [&one]).unwrap();
    assert_eq!(read(&path), std::slice::from_ref(&one));
    save_records(&path, [&two, &one]).unwrap();
    assert_eq!(read(&path), [two, one]);
    assert_eq!(names(directory.path()), ["game.gbn"]);
}

#[test]
fn what_killed_processes_left_is_removed_once_it_is_old() {
    let directory = tempfile::tempdir().unwrap();
    let leave = |name: &str, minutes: u64| {
        let file = fs::File::create(directory.path().join(name)).unwrap();
        let age = std::time::Duration::from_mins(minutes);
        file.set_modified(std::time::SystemTime::now() - age).unwrap();
    };
    leave(".game.gbn.4711-0.tmp", 61);
    leave(".game.gbn.4712-3.tmp", 10);
    leave(".game.gbn.notes.tmp", 1000);
    leave(".game.gbn", 1000);
    leave(".other.gbn.4711-0.tmp", 1000);
    save_records(&directory.path().join("game.gbn"), []).unwrap();
    let kept = [
        ".game.gbn",
        ".game.gbn.4712-3.tmp",
        ".game.gbn.notes.tmp",
        ".other.gbn.4711-0.tmp",
        "game.gbn",
    ];
    assert_eq!(names(directory.path()), kept);
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_yet_gets_its_target() {
    use std::os::unix::fs::symlink;

    let directory = tempfile::tempdir().unwrap();
    let (folder, link) = (directory.path().join("games"), directory.path().join("link"));
    fs::create_dir(&folder).unwrap();
    symlink("games/first", &link).unwrap();
    symlink("second", folder.join("first")).unwrap();
    let saved = record(&["034"]);
    save_records(&link, [&saved]).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(names(&folder), ["first", "second"]);
    assert_eq!(read(&folder.join("second")), [saved]);
    // A ring has no end to write to.
    symlink("ring", directory.path().join("ring")).unwrap();
    save_records(&directory.path().join("ring"), []).unwrap_err();
}

#[test]
fn an_error_leaves_the_old_file_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.gbn");
    save_records(&path, [&record(&["034"])]).unwrap();
    let before = fs::read(&path).unwrap();
    let error = save_atomically(&path, |out| {
        out.write_all(b"half a record")?;
        Err(std::io::Error::from(std::io::ErrorKind::StorageFull))
    });
    assert_eq!(error.unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(names(directory.path()), ["game.gbn"]);
    assert!(save_records(directory.path(), []).is_err());
    assert!(save_records(&directory.path().join("no/such/place.gbn"), []).is_err());
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let directory = tempfile::tempdir().unwrap();
    let (path, link) = (directory.path().join("game.gbn"), directory.path().join("link"));
    save_records(&path, []).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    let saved = record(&["034"]);
    save_records(&link, [&saved]).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(read(&path), [saved]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_nothing_is_replaced_by_a_rename() {
    use std::os::unix::fs::FileTypeExt as _;

    let error = save_records(Path::new("/dev/full"), [&record(&["034"])]).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}

#[test]
fn records_are_appended_also_after_a_line_cut_short() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.gbn");
    let mut appender = RecordAppender::open(&path).unwrap();
    appender.append(&record(&["034"])).unwrap();
    appender.append(&record(&["035"])).unwrap();
    appender.sync().unwrap();
    drop(appender);
    assert_eq!(read(&path).len(), 2);

    // A process killed in the middle of a record, wherever that was.
    let whole = fs::read(&path).unwrap();
    let last = gridball_replay::formats::gbn::record_text(&record(&["034", "170"]));
    for cut in 1..last.len() {
        let mut file = fs::File::create(&path).unwrap();
        file.write_all(&whole).unwrap();
        file.write_all(&last.as_bytes()[..cut]).unwrap();
        drop(file);
        RecordAppender::open(&path).unwrap().append(&record(&["034", "170", "123"])).unwrap();
        let mut lengths = Vec::new();
        let file = fs::File::open(&path).unwrap();
        let summary = check(Records::new(file).unwrap(), |entry| {
            lengths.extend(entry.record.as_ref().filter(|_| entry.whole).map(Record::len));
        })
        .unwrap();
        assert_eq!(lengths[..2], [1, 1], "cut at {cut}");
        assert_eq!(lengths.last(), Some(&3), "cut at {cut}");
        assert!(summary.games >= 3);
    }
}

#[test]
fn an_empty_record_can_be_saved() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.gbn");
    let empty = record(&[]);
    save_records(&path, [&empty]).unwrap();
    let read = read(&path);
    assert_eq!(read, [empty]);
    assert_eq!(read[0].last(), NodeId::ROOT);
}
