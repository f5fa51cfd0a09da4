//! The record format: what is written is read again, and what is broken is said to be.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use std::{
    fmt::Write as _,
    fs,
    io::{self, Read},
    path::Path,
};

use gridball_core::{AnyGame, AnySetup, Position};
use gridball_replay::{
    Bounded, Entry, Fault, Finding, FindingKind, Format, NodeId, Record, RecordResult, Records,
    Sign, UnfinishedError, check, formats::gbn,
};
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Vec<Entry> {
    Records::with_format(Format::Gbn, bytes).map(|entry| entry.unwrap()).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(record in common::record()) {
        let text = gbn::record_text(&record);
        let entries = read(text.as_bytes());
        prop_assert_eq!(entries.len(), 1);
        let entry = &entries[0];
        let faults: Vec<_> = entry.faults().map(ToString::to_string).collect();
        // The generator puts any text into the tag Termination.
        let said = record.tags.get("Termination") == Some("unfinished turn");
        if said != record.unfinished().is_empty() {
            prop_assert_eq!(faults, Vec::<String>::new());
        }
        prop_assert!(entry.whole);
        prop_assert_eq!(entry.record.as_ref(), Some(&record));
        prop_assert_eq!(gbn::record_text(&record), text);
    }

    #[test]
    fn a_variation_stands_in_the_record_as_it_is_written_alone(record in common::record()) {
        let in_one_line = |text: &str| text.replace('\n', " ");
        let whole = in_one_line(&gbn::record_text(&record));
        let main = |node| record.parent(node).and_then(|parent| record.first_child(parent));
        let nodes = record.main_line().flat_map(|node| record.children(node));
        for node in nodes.filter(|&node| main(node) != Some(node)) {
            let text = in_one_line(&gbn::variation_text(&record, node));
            prop_assert!(whole.contains(&format!("({text})")), "{} in {}", text, whole);
        }
    }

    #[test]
    fn lines_are_short_and_tags_alone_begin_with_a_bracket(record in common::record()) {
        let text = gbn::record_text(&record);
        let (tags, movetext) = text.split_once("\n\n").unwrap();
        prop_assert!(tags.lines().all(|line| line.starts_with('[') && line.ends_with("\"]")));
        for line in movetext.lines() {
            prop_assert!(!line.starts_with('[') && !line.ends_with(' '));
            // A comment or a long path is never broken.
            let breakable = !line.contains('{') && line.contains(' ');
            prop_assert!(line.chars().count() <= 80 || !breakable);
        }
    }

    #[test]
    fn line_ends_do_not_matter(record in common::record(), ends in proptest::collection::vec(0..3_usize, 1..5)) {
        let text = gbn::record_text(&record);
        let mut changed = String::from("\u{feff}");
        for (index, line) in text.lines().enumerate() {
            changed.push_str(line);
            changed.push_str(["\n", "\r\n", "\r"][ends[index % ends.len()]]);
        }
        let (one, other) = (read(text.as_bytes()), read(changed.as_bytes()));
        prop_assert_eq!(&one[0].record, &other[0].record);
    }

    #[test]
    fn a_damaged_record_does_not_hide_the_next(
        record in common::record(),
        damage in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
        cut in any::<usize>(),
        end in proptest::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let mut bytes = gbn::record_text(&record).into_bytes();
        for (place, byte) in damage {
            let length = bytes.len();
            bytes[place % length] = byte;
        }
        bytes.truncate(cut % (bytes.len() * 4));
        let next = "\n\n[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n1. 034 *\n";
        bytes.extend_from_slice(next.replace('\n', end).as_bytes());
        let last = read(&bytes).pop().unwrap();
        prop_assert!(last.whole, "{:?}", last.findings);
        prop_assert_eq!(last.record.unwrap().len(), 1);
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for entry in read(&bytes) {
            // Random bytes hold no whole record.
            prop_assert!(!entry.whole && !entry.is_good());
        }
    }

    #[test]
    fn removing_a_node_removes_its_subtree(record in common::record(), choice in any::<usize>()) {
        let nodes = all_nodes(&record);
        let node = nodes[choice % nodes.len()];
        let gone = if node == NodeId::ROOT { 0 } else { subtree(&record, node).len() };
        let mut less = record.clone();
        less.remove(node);
        prop_assert_eq!(all_nodes(&less).len(), nodes.len() - gone);
        prop_assert_eq!(less == record, gone == 0);
    }
}

#[test]
fn a_promoted_variation_is_the_main_line() {
    let text = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n\
        1. 034 170 (1... 171) (1... 172 2. 123) 2. 123 *\n\n";
    let mut record = read(text.as_bytes()).remove(0).into_whole().unwrap();
    let main = record.main_line().next().unwrap();
    let last = record.children(main).last().unwrap();
    record.promote(last);
    record.promote(last);
    record.promote(NodeId::ROOT);
    assert_eq!(record.len(), 3);
    // What is added now comes behind the others.
    let action = record.position_after(main).parse_action("100").unwrap();
    record.append(main, &action).unwrap();
    assert!(
        gbn::record_text(&record)
            .ends_with("\n1. 034 172 (1... 170 2. 123) (1... 171) (1... 100) 2. 123 *\n\n")
    );
}

fn subtree(record: &Record, node: NodeId) -> Vec<NodeId> {
    let mut found = vec![node];
    let mut next = 0;
    while next < found.len() {
        let children: Vec<_> = record.children(found[next]).collect();
        found.extend(children);
        next += 1;
    }
    found
}

fn all_nodes(record: &Record) -> Vec<NodeId> {
    subtree(record, NodeId::ROOT)
}

/// Every file of `tests/broken` with all that is found in it.
#[test]
fn broken_files_are_told_what_is_wrong() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut names: Vec<_> =
        fs::read_dir(directory).unwrap().map(|file| file.unwrap().path()).collect();
    names.sort();
    let mut told = String::new();
    for path in names {
        let bytes = fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let summary = check(Records::new(&bytes[..]).unwrap(), |entry| {
            for finding in &entry.findings {
                writeln!(told, "{name}:{finding}").unwrap();
            }
        });
        writeln!(told, "    {}", summary.unwrap()).unwrap();
    }
    insta::assert_snapshot!(told);
}

#[test]
fn the_canonical_form() {
    let setup: AnySetup = "gridball:20x26/4".parse().unwrap();
    let mut game = AnyGame::new(&setup);
    for text in ["034", "170", "123", "117"] {
        let action = game.position().parse_action(text).unwrap();
        game.play(&action).unwrap();
    }
    let mut record = Record::from_game(&game);
    let line: Vec<_> = record.main_line().collect();
    record.tags.set("Second", "Marzia \"the wall\" [1400]").unwrap();
    record.tags.set("Seed", "17").unwrap();
    record.tags.set("Event", "Tea\nand lines").unwrap();
    record.annotation_mut(NodeId::ROOT).comments.push("Before the game.".to_owned());
    record.annotation_mut(line[0]).signs.extend([Sign::STRONG, Sign::Glyph(14), Sign::WEAK]);
    record.annotation_mut(line[0]).comments.push("a brace } and a \\ backslash".to_owned());
    let action = record.start().parse_action("N-N-N").unwrap();
    let variation = record.append(NodeId::ROOT, &action).unwrap();
    record.annotation_mut(variation).before.push("or simply".to_owned());
    let steps = {
        let end = record.position_after(line[3]);
        let action = end.actions(1).remove(0);
        end.action_steps(&action)
    };
    record.set_unfinished(&steps[..2]).unwrap();
    record.result = RecordResult::SecondWins;
    insta::assert_snapshot!(gbn::record_text(&record));
}

/// An endless supply of one byte between a beginning and nothing.
fn long(beginning: &'static str, byte: u8) -> impl Read {
    beginning.as_bytes().chain(io::repeat(byte).take(100 << 20))
}

#[test]
fn a_hundred_megabytes_on_one_line_are_refused_in_bounded_memory() {
    for (beginning, byte, expected) in [
        ("", b'x', None),
        ("[", b'x', Some(Bounded::TagName)),
        ("[Game \"", b'x', Some(Bounded::Value)),
        ("[Game \"gridball\"]\n\n", b'0', Some(Bounded::Action)),
        ("[Game \"gridball\"]\n\n{", b'0', Some(Bounded::Comment)),
    ] {
        let mut findings = Vec::new();
        let records = Records::new(long(beginning, byte)).unwrap();
        let summary = check(records, |entry| findings.extend(entry.findings.clone())).unwrap();
        assert_eq!((summary.games, summary.actions), (1, 0), "{beginning}");
        let [Finding { kind: FindingKind::Fault(fault), .. }] = &findings[..] else {
            panic!("{findings:?}")
        };
        match (&**fault, expected) {
            (Fault::TooLong { what, .. }, Some(expected)) => assert_eq!(*what, expected),
            (Fault::Expected { .. }, None) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn unfinished_actions_must_be_beginnings() {
    let setup: AnySetup = "gridball:20x26/4".parse().unwrap();
    let mut record = Record::new(&setup);
    let whole = record.start().action_steps(&record.start().parse_action("034").unwrap());
    let backwards = [whole[0], gridball_core::Step(4)];
    assert_eq!(record.set_unfinished(&whole), Err(UnfinishedError::Whole));
    let impossible = UnfinishedError::Impossible { step: 2 };
    assert_eq!(record.set_unfinished(&backwards), Err(impossible));
    assert_eq!(record.set_unfinished(&whole[..2]), Ok(()));
    assert_eq!(record.tags.get("Termination"), Some("unfinished turn"));
    assert_eq!(record.set_unfinished(&[]), Ok(()));
    assert_eq!(record.tags.get("Termination"), None);
}
