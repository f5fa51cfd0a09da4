//! What cannot be seen from outside: keys that collide, a disk that is full.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use gridball_core::Position;

use super::*;

const SMALL: &[u8] = include_bytes!("../../tests/data/all-games.gbn");

fn records() -> Vec<Record> {
    let entries = Records::new(SMALL).unwrap().map(|entry| entry.unwrap());
    entries.filter_map(|entry| entry.into_whole().ok()).collect()
}

fn filled(path: &Path, known: fn() -> Known) -> Database {
    let mut database = Database::create(path).unwrap();
    database.known = known();
    for record in &records() {
        database.add(record).unwrap();
    }
    database.commit().unwrap();
    database
}

#[test]
fn positions_with_the_same_key_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let mut good = filled(&folder.path().join("good.db"), Known::default);
    let weak = || Known::with_key(|position| position.key() % 40);
    let mut bad = filled(&folder.path().join("bad.db"), weak);
    let places: i64 =
        bad.connection.query_row("SELECT max(place) FROM positions", [], |row| row.get(0)).unwrap();
    assert!(places > 5, "{places}");
    for record in &records() {
        let mut position = record.start().clone();
        for action in record.actions().take(12) {
            let found = good.search(&position, 100).unwrap();
            assert!(found.results.games() > 0);
            assert_eq!(found.results, bad.search(&position, 100).unwrap().results);
            position.play_unchecked(action);
        }
        // What no game reached is not found, whatever its key.
        let actions = position.actions(3);
        for action in &actions {
            let mut next = position.clone();
            next.play_unchecked(action);
            let counts = [&mut good, &mut bad].map(|d| d.search(&next, 0).unwrap().results);
            assert_eq!(counts[0], counts[1]);
        }
    }
}

#[test]
fn a_full_disk_is_told_and_leaves_what_was_committed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut database = Database::create(&path).unwrap();
    let records = records();
    database.add(&records[0]).unwrap();
    database.commit().unwrap();
    let pages: i64 =
        database.connection.pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    database.connection.pragma_update(None, "max_page_count", pages + 2).unwrap();
    let full = records.iter().find_map(|record| database.add(record).err());
    assert!(matches!(full, Some(DatabaseError::DiskFull)), "{full:?}");
    assert_eq!(database.games().unwrap(), 1);
    // With room again the same database goes on.
    database.connection.pragma_update(None, "max_page_count", i64::from(u32::MAX - 1)).unwrap();
    for record in &records {
        database.add(record).unwrap();
    }
    database.commit().unwrap();
    assert_eq!(database.games().unwrap(), records.len() as u64);
}
