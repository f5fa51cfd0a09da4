//! The table formats × games of the documentation: every cell says what is so.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use gridball_core::{AnySetup, Position};
use gridball_replay::{
    Format, NodeId, Record, RecordResult, RecordWriter, Records, WriteError, write_record,
};

/// What lists of formats end in.
const PARQUET: &str = if cfg!(feature = "parquet") { ", parquet" } else { "" };

const TABLE: &str = include_str!("../src/formats/mod.rs");

/// What the rows of the table stand for.
const SETUPS: [(&str, &[&str]); 5] = [
    ("Gridball", &["gridball:20x26/4", "gridball:32x40/4", "gridball:12x12/2"]),
    ("paper football", &["paper-football:16x24/4", "paper-football:12x20/4"]),
    ("paper soccer", &["paper-soccer:2,6,8", "paper-soccer:2,8,10/lower", "paper-soccer:2,4,2"]),
    ("Dots", &["dots:39x32", "dots:39x32/plain", "dots:9x8/cross/stop=20/playoff=5", "dots:52x52"]),
    ("football-checkers", &["football-checkers:corners", "football-checkers:corners/open"]),
];

/// Files of the formats that are only read.
const SAMPLES: [(Format, &[u8]); 2] = [
    (Format::Kurnik, include_bytes!("data/kurnik-2000.txt")),
    (Format::Sav, include_bytes!("data/dots/pointsxt-long.sav")),
];

fn cells(line: &str) -> Vec<&str> {
    line.trim_start_matches("//!").trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// A short game with a variation, a comment and a tag.
fn game(id: &str) -> Record {
    let setup: AnySetup = id.parse().unwrap();
    let mut record = Record::new(&setup);
    let mut at = NodeId::ROOT;
    for _ in 0..4 {
        // The smallest field of paper soccer is soon played out.
        let Some(action) = record.position_after(at).actions(1).pop() else { break };
        at = record.append(at, &action).unwrap();
    }
    let other = record.start().actions(2).remove(1);
    let other = record.append(NodeId::ROOT, &other).unwrap();
    record.annotation_mut(other).comments.push("or so".to_owned());
    record.tags.set("Event", "Tea [and] lines").unwrap();
    record.result = RecordResult::of(record.game().position().outcome());
    record
}

fn written(format: Format, record: &Record) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::new();
    let mut writer = RecordWriter::new(format, &mut out)?;
    writer.write(record)?;
    writer.finish()?;
    Ok(out)
}

fn read(format: Format, bytes: &[u8]) -> Vec<Record> {
    let records = Records::new(bytes).unwrap();
    assert_eq!(records.format(), format);
    records.map(|entry| entry.unwrap().into_whole().unwrap()).collect()
}

#[test]
fn every_cell_of_the_table_is_so() {
    let mut lines = TABLE.lines().skip_while(|line| !line.starts_with("//! | game |"));
    let header = cells(lines.next().unwrap());
    let formats: Vec<Format> = header[1..]
        .iter()
        .map(|cell| cell.trim_start_matches("[`").split('`').next().unwrap())
        // The last column is there only with its feature.
        .filter(|name| *name != "parquet" || cfg!(feature = "parquet"))
        .map(|name| name.parse().unwrap())
        .collect();
    assert_eq!(formats, Format::ALL);
    let rows: Vec<Vec<&str>> =
        lines.skip(1).take_while(|line| line.starts_with("//! |")).map(cells).collect();
    let games: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(games, SETUPS.map(|(game, _)| game));

    for (row, (game_name, setups)) in rows.iter().zip(SETUPS) {
        for (cell, &format) in row[1..].iter().zip(&formats) {
            let access = cell.split(' ').next().unwrap();
            for id in setups {
                check_cell(access, format, id);
            }
            // The games of a file that can only be read are those of the row that says so.
            if let Some((_, sample)) = SAMPLES.iter().find(|(sample, _)| *sample == format) {
                let found = read(format, sample)[0].setup().to_string();
                let of_row = setups.contains(&&*found);
                assert_eq!(of_row, access == "r", "{format} {game_name}");
            }
        }
    }
}

fn check_cell(access: &str, format: Format, id: &str) {
    let record = game(id);
    let result = written(format, &record);
    match access {
        "rw" => {
            let bytes = result.unwrap();
            assert_eq!(read(format, &bytes), std::slice::from_ref(&record), "{format} {id}");
            let mut alone = Vec::new();
            write_record(format, &record, &mut alone).unwrap();
            let again = Records::with_format(format, &alone[..]).next().unwrap().unwrap();
            assert_eq!(again.into_whole().unwrap(), record);
            assert!(format.can_write());
        }
        "r" => {
            let refused =
                matches!(result, Err(WriteError::ReadOnly { format: said }) if said == format);
            assert!(refused && !format.can_write(), "{format} {id}");
            assert!(SAMPLES.iter().any(|(sample, _)| *sample == format));
        }
        "w" => {
            let bytes = result.unwrap();
            let mut alone = Vec::new();
            write_record(format, &record, &mut alone).unwrap();
            assert_eq!(bytes, alone);
            let mut records = Records::new(&bytes[..]).unwrap();
            assert_eq!(records.format(), format);
            assert!(records.next().unwrap().unwrap().into_whole().is_err());
            assert!(records.next().is_none() && format.can_write() && !format.can_read());
        }
        "n/a" => assert!(result.is_err(), "{format} {id}"),
        other => panic!("`{other}` says nothing"),
    }
}

#[test]
fn the_bounds_in_the_table_are_so() {
    let refused = |format, id| written(format, &game(id)).unwrap_err().to_string();
    assert_eq!(refused(Format::Sgf, "dots:53x30"), "SGF has letters for 52 nodes each way only");
    assert_eq!(refused(Format::Sgf, "dots:30x53"), "SGF has letters for 52 nodes each way only");
    assert_eq!(refused(Format::Sgf, "gridball"), "only Dots can be written as SGF");
    for format in [Format::Kurnik, Format::Sav] {
        let expected = format!(
            "records cannot be written as {format}: expected one of gbn, json, ndjson, sgf{PARQUET}"
        );
        assert_eq!(refused(format, "gridball"), expected);
    }
    for (format, sample) in SAMPLES {
        let setups: Vec<_> = read(format, sample).iter().map(Record::setup).collect();
        let expected =
            if format == Format::Sav { "dots:39x32/plain" } else { "paper-soccer:2,8,10/lower" };
        assert!(setups.iter().all(|setup| setup.to_string() == expected));
    }
}

#[test]
fn names_name_formats() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(*format));
        assert_eq!(
            Format::of_file_name(&format!("Games.{}", format.name().to_uppercase())),
            Some(*format)
        );
    }
    assert_eq!(
        "pgn".parse::<Format>().unwrap_err().to_string(),
        format!(
            "unknown format `pgn`: expected one of gbn, json, ndjson, kurnik, sgf, sav{PARQUET}"
        )
    );
}

#[test]
fn beginnings_tell_formats() {
    for (beginning, format) in [
        ("", Format::Gbn),
        ("x", Format::Gbn),
        ("[", Format::Gbn),
        ("[Game \"gridball\"]", Format::Gbn),
        ("\u{feff}\r\n\n [ Game \"gridball\"]", Format::Gbn),
        ("[]", Format::Json),
        ("\u{feff} [\r\n\r\n  {", Format::Json),
        ("{\n  \"version\": 1,", Format::Json),
        ("{\"version\":1,\r\"game\"", Format::Json),
        ("{\"version\":1", Format::Ndjson),
        ("\n{\"version\":1,\"actions\":[]}\r\n{\"version\":1", Format::Ndjson),
        ("{\"version\":1,\"actions\":[]}", Format::Ndjson),
        ("[Event \"?\"]\n[Site \"kurnik\"]\n", Format::Kurnik),
        (" (;GM[40]", Format::Sgf),
    ] {
        assert_eq!(Format::sniff(beginning.as_bytes()), format, "{beginning:?}");
    }
}
