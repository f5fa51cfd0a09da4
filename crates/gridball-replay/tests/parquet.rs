//! Parquet, read back by two other implementations.
#![cfg(feature = "parquet")]
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use std::{fs, io::Write as _, path::Path, process::Command};

use common::record_of;
use gridball_core::{Player, Position};
use gridball_replay::{Format, GameId, Record, RecordWriter, Records, check};
use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::{Field, Row},
};
use proptest::prelude::*;

const KURNIK: &[u8] = include_bytes!("data/kurnik-2000.txt");
const SMALL: &[u8] = include_bytes!("data/all-games.gbn");

const SETUPS: &[&str] = &[
    "gridball:12x12/4",
    "paper-football:12x14/4",
    "paper-soccer:2,4,2",
    "dots:6x6/plain",
    "football-checkers:corners",
];

fn records(bytes: &[u8]) -> Vec<Record> {
    let entries = Records::new(bytes).unwrap().map(|entry| entry.unwrap());
    entries.filter_map(|entry| entry.into_whole().ok()).collect()
}

fn parquet(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = RecordWriter::new(Format::Parquet, &mut bytes).unwrap();
    for record in records {
        writer.write(record).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

fn reader(bytes: &[u8]) -> SerializedFileReader<fs::File> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    SerializedFileReader::new(file).unwrap()
}

fn rows(bytes: &[u8]) -> Vec<Row> {
    reader(bytes).get_row_iter(None).unwrap().map(|row| row.unwrap()).collect()
}

/// The fields of a row, with their names.
fn fields(row: &Row) -> Vec<(String, Field)> {
    row.get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect()
}

/// What the rows of these records have to be.
fn expected(records: &[Record]) -> Vec<Vec<(String, Field)>> {
    let text = |text: &str| Field::Str(text.to_owned());
    let optional =
        |value: Option<&str>| value.map_or(Field::Null, |value| Field::Str(value.into()));
    let mut rows = Vec::new();
    for (record, number) in records.iter().zip(1_i64..) {
        let start = record.has_own_start().then(|| record.start().position_text());
        let tags: serde_json::Map<_, _> =
            record.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let actions = record.len() as i32;
        let mut row =
            |ply: i32, player: Option<&str>, [action, signs, comment]: [Option<&str>; 3], key| {
                let tag = |name| optional(record.tags.get(name));
                let fields = [
                    ("game_id", text(&GameId::of(record).to_string())),
                    ("game_number", Field::Long(number)),
                    ("game", text(&record.setup().to_string())),
                    ("start", optional(start.as_deref())),
                    ("event", tag("Event")),
                    ("date", tag("Date")),
                    ("first", tag("First")),
                    ("second", tag("Second")),
                    ("termination", tag("Termination")),
                    ("tags", text(&serde_json::Value::from(tags.clone()).to_string())),
                    ("result", text(record.result.text())),
                    ("actions", Field::Int(actions)),
                    ("ply", Field::Int(ply)),
                    ("player", optional(player)),
                    ("action", optional(action)),
                    ("signs", optional(signs)),
                    ("comment", optional(comment)),
                    ("position_key", Field::ULong(key)),
                ];
                rows.push(fields.map(|(name, field)| (name.to_owned(), field)).to_vec());
            };
        let mut position = record.start().clone();
        if record.is_empty() {
            row(0, None, [None; 3], position.key());
        }
        for (node, ply) in record.main_line().zip(1..) {
            let action = record.action(node).unwrap();
            let annotation = record.annotation(node);
            let signs: Vec<String> = annotation.signs.iter().map(ToString::to_string).collect();
            let (signs, comment) = (signs.join(" "), annotation.comments.join("\n"));
            let player = match position.to_move() {
                Player::First => "first",
                Player::Second => "second",
            };
            let some = |there: bool, text| there.then_some(text);
            let texts = [
                Some(position.action_text(action)),
                some(!annotation.signs.is_empty(), signs),
                some(!annotation.comments.is_empty(), comment),
            ];
            row(ply, Some(player), texts.each_ref().map(Option::as_deref), position.key());
            position.play_unchecked(action);
        }
    }
    rows
}

#[test]
fn every_action_of_kurnik_is_a_row() {
    let games = records(KURNIK);
    // Three times, so that there is more than one row group.
    let thrice: Vec<Record> = [&games[..], &games, &games].concat();
    let bytes = parquet(&thrice);
    assert_eq!(reader(&bytes).metadata().num_row_groups(), 2);
    let rows = rows(&bytes);
    // Five games have no action, and a row all the same.
    assert_eq!(rows.len(), 3 * (76_005 + 5));
    assert!(rows.iter().map(fields).eq(expected(&thrice)));
}

#[test]
fn no_games_are_an_empty_table() {
    assert_eq!(rows(&parquet(&[])).len(), 0);
}

#[test]
fn parquet_is_written_not_read() {
    let bytes = parquet(&records(SMALL));
    let mut faults = Vec::new();
    let summary = check(Records::new(&bytes[..]).unwrap(), |entry| {
        faults.extend(entry.faults().map(ToString::to_string));
    });
    assert_eq!(summary.unwrap().faults, 1);
    assert!(faults[0].contains("cannot be read from parquet: expected one of gbn, "), "{faults:?}");
    assert_eq!(Format::of_file_name("games.parquet"), Some(Format::Parquet));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_the_system() {
    let file = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut writer = RecordWriter::new(Format::Parquet, file).unwrap();
    let written = records(SMALL).iter().try_for_each(|record| writer.write(record));
    let error = written.and_then(|()| writer.finish()).unwrap_err();
    let gridball_replay::WriteError::Io(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}

/// The same table through `DuckDB` or Arrow's own implementation. `python3 -m pip install duckdb`
/// makes it possible; without it the test says that it is skipped.
#[test]
fn python_reads_the_same() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/read_parquet.py");
    let folder = tempfile::tempdir().unwrap();
    let records = [records(KURNIK), records(SMALL)].concat();
    let (table, games) = (folder.path().join("games.parquet"), folder.path().join("games.ndjson"));
    fs::write(&table, parquet(&records)).unwrap();
    let mut out = fs::File::create(&games).unwrap();
    for record in &records {
        gridball_replay::write_record(Format::Ndjson, record, &mut out).unwrap();
    }
    let Ok(run) = Command::new("python3").arg(&script).arg(&table).arg(&games).output() else {
        println!("skipped: reading Parquet back with Python, because there is no python3");
        return;
    };
    let (stdout, stderr) =
        (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if run.status.code() == Some(77) {
        println!("skipped: {stdout}");
        return;
    }
    assert!(run.status.success(), "{stdout}{stderr}");
    assert!(stdout.contains("2016 games, 76436 rows"), "{stdout}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_records_come_back(records in prop::collection::vec(record_of(SETUPS), 0..5)) {
        let rows: Vec<_> = rows(&parquet(&records)).iter().map(fields).collect();
        prop_assert_eq!(rows, expected(&records));
    }
}
