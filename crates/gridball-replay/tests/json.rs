//! JSON: what is written is read again, every byte of it comes back through our own format, and
//! what is damaged is said to be.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use std::{
    fmt::Write as _,
    io::{self, Read},
};

use gridball_core::{AnySetup, Position};
use gridball_replay::{
    Bounded, Entry, Fault, FindingKind, Format, NodeId, Record, RecordWriter, Records, check,
    formats::{gbn, json},
    limits,
};
use proptest::prelude::*;

const FORMATS: [Format; 2] = [Format::Json, Format::Ndjson];

fn read(format: Format, bytes: &[u8]) -> Vec<Entry> {
    Records::with_format(format, bytes).map(|entry| entry.unwrap()).collect()
}

/// The only record, of which nothing but notes and what the generator of records does to the tag
/// `Termination` may be found.
fn only(format: Format, text: &str) -> Record {
    let mut entries = read(format, text.as_bytes());
    assert_eq!(entries.len(), 1, "{text}");
    let entry = entries.remove(0);
    for fault in entry.faults() {
        let FindingKind::Fault(fault) = &fault.kind else { continue };
        assert!(matches!(**fault, Fault::UnfinishedTag), "{fault}");
    }
    entry.into_whole().unwrap()
}

fn write<'a>(format: Format, records: impl IntoIterator<Item = &'a Record>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = RecordWriter::new(format, &mut out).unwrap();
    for record in records {
        writer.write(record).unwrap();
    }
    writer.finish().unwrap();
    out
}

/// JSON as other programs write it: on many lines, with spaces, and every character above ASCII
/// escaped.
fn spread(text: &str, line_end: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    let mut escaped = String::new();
    for character in pretty.chars() {
        if character.is_ascii() {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(escaped, "\\u{unit:04x}").unwrap();
            }
        }
    }
    escaped.replace('\n', line_end)
}

proptest! {
    #[test]
    fn from_our_own_format_and_back_every_byte_is_the_same(record in common::record()) {
        let text = gbn::record_text(&record);
        let json = json::record_text(&record).unwrap();
        prop_assert!(!json.contains('\n'));
        for format in FORMATS {
            let again = only(format, &json);
            prop_assert_eq!(&again, &record);
            prop_assert_eq!(gbn::record_text(&again), text.clone());
            prop_assert_eq!(json::record_text(&again).unwrap(), json.clone());
        }
    }

    #[test]
    fn many_records_are_read_as_they_were_written(
        records in proptest::collection::vec(common::record(), 0..4),
    ) {
        for format in FORMATS {
            let bytes = write(format, &records);
            let again: Vec<Record> =
                read(format, &bytes).into_iter().map(|entry| entry.into_whole().unwrap()).collect();
            prop_assert_eq!(&again, &records);
            let found = Records::new(&bytes[..]).unwrap().format();
            // A file without a record has no format.
            prop_assert!(found == format || bytes.is_empty());
        }
    }

    #[test]
    fn the_way_it_is_spread_over_lines_does_not_matter(
        record in common::record(),
        end in proptest::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let json = json::record_text(&record).unwrap();
        let spread = spread(&json, end);
        let again = only(Format::Json, &spread);
        // The order of tags that are not known is lost on the way through another program.
        prop_assert_eq!(again.tags.len(), record.tags.len());
        let mut again = again;
        again.tags = record.tags.clone();
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(Records::new(spread.as_bytes()).unwrap().format(), Format::Json);
    }

    #[test]
    fn a_damaged_record_does_not_hide_the_next_line(
        record in common::record(),
        damage in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
        cut in any::<usize>(),
    ) {
        let mut bytes = json::record_text(&record).unwrap().into_bytes();
        for (place, byte) in damage {
            let length = bytes.len();
            bytes[place % length] = byte;
        }
        bytes.truncate(cut % (bytes.len() * 4));
        bytes.extend_from_slice(b"\n{\"version\":1,\"game\":\"gridball\",\"result\":\"*\",\"actions\":[\"034\"]}\n");
        let last = read(Format::Ndjson, &bytes).pop().unwrap();
        prop_assert!(last.whole, "{:?}", last.findings);
        prop_assert_eq!(last.record.unwrap().len(), 1);
        // In an array this holds where the damage is not in the brackets; but nothing panics.
        bytes.insert(0, b'[');
        read(Format::Json, &bytes);
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for format in FORMATS {
            for entry in read(format, &bytes) {
                prop_assert!(!entry.whole && !entry.is_good());
            }
        }
    }

    #[test]
    fn no_brackets_are_too_strange(
        pieces in proptest::collection::vec(proptest::sample::select(vec![
            "[", "]", "{", "}", ",", ":", "\"", "\\", "\n", " ", "\"version\"", "1", "\"game\"",
            "\"gridball\"", "\"result\"", "\"*\"", "\"actions\"", "{\"version\":1,", "null",
        ]), 0..40),
    ) {
        for format in FORMATS {
            read(format, pieces.concat().as_bytes());
        }
    }
}

fn record(id: &str, texts: &[&str]) -> Record {
    let setup: AnySetup = id.parse().unwrap();
    let mut record = Record::new(&setup);
    for text in texts {
        let last = record.last();
        let action = record.position_after(last).parse_action(text).unwrap();
        record.append(last, &action).unwrap();
    }
    record
}

#[test]
fn the_form() {
    let text = "\
[Game \"gridball:20x26/4\"]
[Event \"Tea \\\"and\\\" lines\"]
[First \"Ганна\"]
[Result \"0-1\"]
[Termination \"unfinished turn\"]
[Seed \"17\"]

{Before the game.} 1. 034! $14 {a brace \\} and a line\\nend} (1. {or simply} 000
1... {and} 670 (1... 671 2. 123)) 1... 170 (1... 171) (1... 172) 2. 123 117 3. 0-3~ 0-1

";
    let record = Records::with_format(Format::Gbn, text.as_bytes()).next().unwrap().unwrap();
    let record = record.into_whole().unwrap();
    let json = json::record_text(&record).unwrap();
    let again = only(Format::Json, &json);
    assert_eq!(gbn::record_text(&again), gbn::record_text(&record));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    insta::assert_snapshot!(format!("{json}\n\n{}", serde_json::to_string_pretty(&value).unwrap()));
}

#[test]
fn the_example_of_the_documentation_is_a_record() {
    let documentation = include_str!("../src/formats/json/mod.rs");
    let example: String = documentation
        .lines()
        .skip_while(|line| *line != "//! ```json")
        .skip(1)
        .take_while(|line| *line != "//! ```")
        .map(|line| line.trim_start_matches("//!"))
        .collect();
    let record = only(Format::Json, &example);
    assert_eq!((record.len(), record.tags.seed()), (3, Some(17)));
}

#[test]
fn variations_may_nest_as_deep_as_there_are_actions() {
    // A variation in a variation in a variation, each to the second action of the one round it.
    let mut deep = record("dots:39x32/plain", &[]);
    let mut at = NodeId::ROOT;
    for _ in 0..600 {
        let position = deep.position_after(at);
        let actions = position.actions(2);
        let Some(first) = actions.first() else { break };
        let next = deep.append(at, first).unwrap();
        at = actions.get(1).map_or(next, |second| deep.append(at, second).unwrap());
    }
    let nodes = |record: &Record| gbn::record_text(record).matches('(').count();
    assert!(nodes(&deep) > 64, "{}", nodes(&deep));
    let again = only(Format::Json, &json::record_text(&deep).unwrap());
    assert_eq!(again, deep);

    // Of the same action, so that they stand beside each other; 30 000 of them, each in the other.
    let mut text = String::from("[Game \"gridball\"]\n[Result \"*\"]\n\n1. 034 ");
    for _ in 0..30_000 {
        text.push_str("(1. 033 ");
    }
    text.push_str(&")".repeat(30_000));
    text.push_str(" *\n\n");
    let record = only(Format::Gbn, &text);
    assert_eq!(record.children(NodeId::ROOT).count(), 30_001);
    let again = only(Format::Ndjson, &json::record_text(&record).unwrap());
    assert_eq!(again, record);
}

#[test]
fn variations_are_read_in_any_order_that_names_lines_before_they_are_used() {
    let json = r#"{"version":1,"game":"gridball","result":"*","actions":["034","170","123"],
        "variations":[{"line":0,"at":3,"actions":["117"]},{"line":0,"at":1,"actions":["000","670"]},
        {"line":2,"at":2,"actions":["671"]},{"line":0,"at":2,"actions":["171"]},
        {"line":0,"at":1,"actions":["001"]},{"line":2,"at":1,"actions":["002"]}]}"#;
    let text = gbn::record_text(&only(Format::Json, json));
    let movetext = "1. 034 (1. 000 670 (1... 671)) (1. 001) (1. 002) 1... 170 (1... 171) 2. 123\n\
        (2. 117) *\n\n";
    assert!(text.ends_with(movetext), "{text}");
}

#[test]
fn a_comment_before_an_action_belongs_to_the_one_before_it_unless_a_variation_begins() {
    let json = r#"{"version":1,"game":"gridball","result":"*","comments":["a"],"actions":[
        {"action":"034","before":["b"],"comments":["c"]},{"action":"170","before":["d"]}],
        "variations":[{"line":0,"at":2,"actions":[{"action":"171","before":["e"]},
        {"action":"123","before":["f"]}]}]}"#;
    let record = only(Format::Json, json);
    let text = gbn::record_text(&record);
    let movetext = "{a} {b} 1. 034 {c} {d} 1... 170 ({e} 1... 171 {f} 2. 123) *\n\n";
    assert!(text.ends_with(movetext), "{text}");
    assert_eq!(only(Format::Gbn, &text), record);
}

fn long(beginning: &'static str, byte: u8, length: u64) -> impl Read {
    beginning.as_bytes().chain(io::repeat(byte).take(length))
}

#[test]
fn a_hundred_megabytes_on_one_line_are_refused() {
    for (beginning, format) in [
        ("{\"version\":1,\"game\":\"", Format::Ndjson),
        ("{\"version\":1,\"actions\":[", Format::Ndjson),
        ("{\"version\":1,\"game\":\"", Format::Json),
        ("[{\"version\":1,\"actions\":[", Format::Json),
    ] {
        let mut faults = Vec::new();
        let records = Records::with_format(format, long(beginning, b'0', 100 << 20));
        let summary = check(records, |entry| faults.extend(entry.faults().cloned())).unwrap();
        assert_eq!((summary.games, summary.faults), (1, 1), "{beginning}");
        let FindingKind::Fault(fault) = &faults[0].kind else { panic!("{faults:?}") };
        let expected = Fault::TooLong { what: Bounded::Json, limit: limits::JSON };
        assert_eq!(**fault, expected);
    }
}

#[test]
fn a_record_may_be_long_but_not_too_long() {
    let mut record = record("gridball", &["034"]);
    let comments = |record: &mut Record, count| {
        let node = record.main_line().next().unwrap();
        record.annotation_mut(node).comments = vec!["\u{1}".repeat(limits::COMMENT / 4); count];
    };
    // A control character takes six bytes as JSON.
    comments(&mut record, 10);
    let json = json::record_text(&record).unwrap();
    assert!(json.len() > 15_000_000);
    assert_eq!(only(Format::Ndjson, &json), record);
    comments(&mut record, 11);
    let refused = json::record_text(&record).unwrap_err().to_string();
    assert_eq!(refused, "the record is longer than 16777216 bytes of JSON");
    // What was refused leaves no half record behind.
    let mut out = Vec::new();
    let mut writer = RecordWriter::new(Format::Json, &mut out).unwrap();
    writer.write(&record).unwrap_err();
    comments(&mut record, 0);
    writer.write(&record).unwrap();
    writer.finish().unwrap();
    assert_eq!(only(Format::Json, std::str::from_utf8(&out).unwrap()), record);
}

#[test]
fn the_limits_are_those_of_every_format() {
    let with =
        |fields: &str| format!("{{\"version\":1,\"game\":\"gridball\",\"result\":\"*\",{fields}}}");
    let strings = |count: usize, text: &str| vec![format!("\"{text}\""); count].join(",");
    let tags: Vec<_> = (0..=limits::TAGS).map(|number| format!("\"T{number}\":\"\"")).collect();
    let megabyte = "x".repeat(1 << 20);
    for (fields, what) in [
        (format!("\"tags\":{{{}}},\"actions\":[]", tags.join(",")), Bounded::Tags),
        (format!("\"tags\":{{\"A\":\"x{megabyte}\"}},\"actions\":[]"), Bounded::Value),
        (format!("\"tags\":{{\"{}\":\"\"}},\"actions\":[]", "A".repeat(65)), Bounded::TagName),
        (format!("\"comments\":[\"x{megabyte}\"],\"actions\":[]"), Bounded::Comment),
        (format!("\"comments\":[{}],\"actions\":[]", strings(9, &megabyte)), Bounded::Texts),
        (format!("\"comments\":[{}],\"actions\":[]", strings(400_000, "")), Bounded::Texts),
        (format!("\"actions\":[\"{}\"]", "0".repeat(limits::ACTION + 1)), Bounded::Action),
        (
            format!(
                "\"actions\":[\"034\"],\"variations\":[{}]",
                vec!["{\"line\":0,\"at\":1,\"actions\":[\"034\"]}"; limits::ACTIONS].join(",")
            ),
            Bounded::Tree,
        ),
    ] {
        let entry = read(Format::Json, with(&fields).as_bytes()).remove(0);
        let last = entry.findings.last().unwrap();
        let FindingKind::Fault(fault) = &last.kind else { panic!("{last}") };
        assert!(matches!(**fault, Fault::TooLong { what: found, .. } if found == what), "{last}");
        assert!(!entry.whole);
    }
}
