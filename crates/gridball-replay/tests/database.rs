//! The index of big collections.
#![cfg(feature = "db")]
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use std::{collections::BTreeMap, fmt::Write as _, fs, path::Path};

use common::record_of;
use gridball_core::{AnyGame, AnyPosition, Position, Symmetry};
use gridball_replay::{
    Format, GameId, Record, RecordResult, Records,
    database::{Added, Database, DatabaseError, Search},
    formats::gbn,
};
use proptest::prelude::*;
use rusqlite::Connection;

const KURNIK: &[u8] = include_bytes!("data/kurnik-2000.txt");
const SMALL: &[u8] = include_bytes!("data/all-games.gbn");

/// One small set-up of every game; the smallest, so that games meet.
const SETUPS: &[&str] = &[
    "gridball:12x12/10",
    "paper-football:12x12/2",
    "paper-soccer:2,4,2",
    "dots:3x3/plain",
    "dots:4x3/plain",
    "football-checkers:corners",
];

fn records(bytes: &[u8]) -> Vec<Record> {
    let entries = Records::new(bytes).unwrap().map(|entry| entry.unwrap());
    entries.filter_map(|entry| entry.into_whole().ok()).collect()
}

fn filled(path: &Path, records: &[Record]) -> Database {
    let mut database = Database::create(path).unwrap();
    for record in records {
        database.add(record).unwrap();
    }
    database.commit().unwrap();
    database
}

/// Everything in a database, as text.
fn dump(path: &Path) -> String {
    let connection = Connection::open(path).unwrap();
    let mut text = String::new();
    for table in ["games ORDER BY id", "positions ORDER BY key, place, game"] {
        let mut select = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = select.column_count();
        let mut rows = select.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                write!(text, "{:?}|", row.get_ref(column).unwrap()).unwrap();
            }
            text.push('\n');
        }
    }
    text
}

/// Which games reached a position, by looking at every position of every game in every view: the
/// ply, and how the game ended for the players of the position asked for.
fn by_hand(records: &[Record], wanted: &AnyPosition) -> BTreeMap<u64, (u64, RecordResult)> {
    let mut found = BTreeMap::new();
    for (record, number) in records.iter().zip(1..) {
        let mut positions = vec![record.start().clone()];
        record.game().replay(|_, _, after| positions.push(after.clone()));
        let there = positions.iter().zip(0..).find_map(|(position, ply)| {
            let views = position.symmetries().iter();
            let mut same =
                views.filter(|view| position.transformed(**view).same_but_for_clocks(wanted));
            same.next().map(|view| (ply, *view))
        });
        if let Some((ply, view)) = there {
            let result =
                if view.exchange_players { record.result.exchanged() } else { record.result };
            found.insert(number, (ply, result));
        }
    }
    found
}

fn assert_found(search: &Search, expected: &BTreeMap<u64, (u64, RecordResult)>) {
    for result in RecordResult::ALL {
        let count = expected.values().filter(|(_, known)| *known == result).count() as u64;
        assert_eq!(search.results.of(result), count, "{result}");
    }
    let hits: BTreeMap<u64, (u64, RecordResult)> = search
        .hits
        .iter()
        .map(|hit| {
            let result = if hit.exchanged { hit.result.exchanged() } else { hit.result };
            (hit.game, (hit.ply, result))
        })
        .collect();
    assert_eq!(&hits, expected);
}

#[test]
fn the_games_of_kurnik_are_found_by_their_positions() {
    let folder = tempfile::tempdir().unwrap();
    let mut games = records(KURNIK);
    games.truncate(300);
    let mut database = filled(&folder.path().join("kurnik.db"), &games);
    let mut games_met = 0;
    for record in games.iter().step_by(150) {
        let mut game = AnyGame::from_position(record.start().clone());
        for action in record.actions().take(4) {
            game.play(action).unwrap();
            let found = database.search(game.position(), 5000).unwrap();
            assert_found(&found, &by_hand(&games, game.position()));
            games_met += found.hits.len();
        }
    }
    assert!(games_met > 50, "{games_met}");
    let limited = database.search(games[0].start(), 3).unwrap();
    assert_eq!((limited.results.games(), limited.hits.len()), (300, 3));
    assert_eq!(limited.hits[2].record, gbn::record_text(&games[2]));
    assert_eq!(limited.hits[2].id, GameId::of(&games[2]).to_string());
    assert_eq!(limited.hits[2].tag("SecondElo"), games[2].tags.get("SecondElo"));
}

#[test]
fn with_the_players_exchanged_the_results_are_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let file = "[Game \"gridball:12x12/4\"]\n[Result \"1-0\"]\n\n1. 444 444 2. 4 1-0\n";
    let games = records(file.as_bytes());
    let mut database = filled(&folder.path().join("one.db"), &games);
    // The same, upside down, after one move: First is to move where Second was.
    let mut position = games[0].start().clone();
    position.play_unchecked(&position.parse_action("444").unwrap());
    let turned = Symmetry { mirror_y: true, exchange_players: true, ..Symmetry::IDENTITY };
    let found = database.search(&position.transformed(turned), 1).unwrap();
    assert_eq!(found.results.of(RecordResult::SecondWins), 1);
    let hit = &found.hits[0];
    assert_eq!((hit.result, hit.exchanged, hit.mirrored), (RecordResult::FirstWins, true, false));
    let found = database.search(&position, 1).unwrap();
    assert_eq!(found.results.of(RecordResult::FirstWins), 1);
    assert_eq!((found.hits[0].exchanged, found.hits[0].mirrored), (false, false));
}

#[test]
fn what_is_there_is_not_added_again() {
    let folder = tempfile::tempdir().unwrap();
    let (once, twice) = (folder.path().join("once.db"), folder.path().join("twice.db"));
    let games = records(SMALL);
    filled(&once, &games);
    filled(&twice, &games[..5]);
    let mut again = Database::create(&twice).unwrap();
    let mut annotated = games[0].clone();
    annotated.annotation_mut(annotated.last()).comments.push("good".to_owned());
    assert_eq!(again.add(&annotated).unwrap(), Added::Known);
    for (index, record) in games.iter().enumerate() {
        let expected = if index < 5 { Added::Known } else { Added::New };
        assert_eq!(again.add(record).unwrap(), expected);
    }
    again.commit().unwrap();
    again.commit().unwrap();
    assert_eq!(dump(&once), dump(&twice));
    // What is not committed is not there.
    let mut other = Database::create(&twice).unwrap();
    other.add(&Record::new(&"dots:5x5".parse().unwrap())).unwrap();
    drop(other);
    assert_eq!(dump(&once), dump(&twice));
}

#[test]
fn the_file_is_an_ordinary_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    filled(&path, &records(SMALL));
    let connection = Connection::open(&path).unwrap();
    let ask = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(ask("SELECT tags ->> 'First' FROM games WHERE id = 1"), "Ann");
    assert_eq!(
        ask("SELECT game || result || length FROM games WHERE id = 1"),
        "gridball:12x12/41-03"
    );
    assert_eq!(ask("PRAGMA integrity_check"), "ok");
    assert_eq!(ask("PRAGMA journal_mode"), "delete");
}

#[test]
fn files_that_are_no_database_of_games_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let error = |result: Result<Database, DatabaseError>| result.unwrap_err();
    fs::write(path("text"), "this is no database, but a text of some length").unwrap();
    assert!(matches!(error(Database::open(&path("text"))), DatabaseError::NoDatabase));
    assert!(matches!(error(Database::create(&path("text"))), DatabaseError::NoDatabase));
    assert_eq!(fs::read(path("text")).unwrap().len(), 46);
    assert!(matches!(error(Database::open(&path("none"))), DatabaseError::File(_)));
    assert!(!path("none").exists());
    assert!(matches!(error(Database::create(&path("no/such"))), DatabaseError::File(_)));
    assert!(matches!(error(Database::create(folder.path())), DatabaseError::File(_)));
    fs::write(path("empty"), "").unwrap();
    assert!(matches!(error(Database::open(&path("empty"))), DatabaseError::Empty));

    Connection::open(path("other")).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(matches!(error(Database::open(&path("other"))), DatabaseError::OtherDatabase));
    assert!(matches!(error(Database::create(&path("other"))), DatabaseError::OtherDatabase));

    filled(&path("newer"), &[]);
    Connection::open(path("newer")).unwrap().pragma_update(None, "user_version", 7).unwrap();
    let newer = error(Database::open(&path("newer")));
    assert!(matches!(newer, DatabaseError::NewerSchema { found: 7, known: 1 }), "{newer}");

    // A write version that SQLite does not know makes a file that can only be read.
    filled(&path("frozen"), &records(SMALL));
    let mut bytes = fs::read(path("frozen")).unwrap();
    bytes[18] = 9;
    fs::write(path("frozen"), &bytes).unwrap();
    let mut frozen = Database::open(&path("frozen")).unwrap();
    assert!(frozen.search(records(SMALL)[0].start(), 1).unwrap().results.games() > 0);
    let added = Database::create(&path("frozen"))
        .and_then(|mut database| database.add(&Record::new(&"gridball".parse().unwrap())));
    assert!(matches!(added.unwrap_err(), DatabaseError::ReadOnly));
}

#[test]
fn another_writer_is_waited_for_and_then_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut one = filled(&path, &records(SMALL));
    one.add(&Record::new(&"gridball".parse().unwrap())).unwrap();
    let mut two = Database::open(&path).unwrap();
    two.do_not_wait().unwrap();
    let error = two.add(&Record::new(&"dots".parse().unwrap())).unwrap_err();
    assert!(matches!(error, DatabaseError::Busy), "{error}");
    // Reading goes on meanwhile, and afterwards both can write.
    assert!(two.games().unwrap() > 0);
    one.commit().unwrap();
    assert_eq!(two.add(&Record::new(&"dots".parse().unwrap())).unwrap(), Added::New);
}

#[test]
fn a_damaged_record_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let games = records(SMALL);
    filled(&path, &games);
    let connection = Connection::open(&path).unwrap();
    connection.execute("UPDATE games SET record = replace(record, '444', '999')", []).unwrap();
    let error = Database::open(&path).unwrap().search(games[0].start(), 1).unwrap_err();
    assert!(matches!(error, DatabaseError::Record { game: 1, .. }), "{error}");
    connection.execute_batch("PRAGMA foreign_keys = OFF; DELETE FROM games").unwrap();
    let error = Database::open(&path).unwrap().search(games[0].start(), 1).unwrap_err();
    assert!(matches!(error, DatabaseError::NoGame { game: 1 }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_search_finds_what_looking_at_everything_finds(
        records in prop::collection::vec(record_of(SETUPS), 1..8),
        choice in any::<(u16, u16, u16)>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut unique: Vec<Record> = Vec::new();
        for record in records {
            if unique.iter().all(|known| GameId::of(known) != GameId::of(&record)) {
                unique.push(record);
            }
        }
        let mut database = filled(&folder.path().join("games.db"), &unique);
        prop_assert_eq!(database.games().unwrap(), unique.len() as u64);
        // Any position of any game, in any view.
        let record = &unique[usize::from(choice.0) % unique.len()];
        let mut position = record.start().clone();
        for action in record.actions().take(usize::from(choice.1) % (record.len() + 1)) {
            position.play_unchecked(action);
        }
        let views = position.symmetries();
        let image = position.transformed(views[usize::from(choice.2) % views.len()]);
        let found = database.search(&image, usize::MAX).unwrap();
        assert_found(&found, &by_hand(&unique, &image));
        for hit in &found.hits {
            let text = Records::with_format(Format::Gbn, hit.record.as_bytes()).next();
            let again = text.unwrap().unwrap().into_whole().unwrap();
            prop_assert_eq!(&again, &unique[hit.game as usize - 1]);
        }
        // The next positions are found only where games went on that way.
        for action in image.actions(5) {
            let mut next = image.clone();
            next.play_unchecked(&action);
            let found = database.search(&next, usize::MAX).unwrap();
            assert_found(&found, &by_hand(&unique, &next));
        }
    }
}
