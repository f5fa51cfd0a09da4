//! Files of Dots: SGF and `.sav`.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use gridball_core::{AnyPosition, EndReason, Player, Point, Position, dots::DotsPosition};
use gridball_replay::{
    Entry, FindingKind, Format, NodeId, Note, Record, RecordResult, Records, Sign,
    formats::{gbn, sgf},
};
use proptest::prelude::*;

const LONG: &[u8] = include_bytes!("data/dots/pointsxt-long.sav");
const CROSSES: &[u8] = include_bytes!("data/dots/zagram-39x32-four-crosses.sgf");
const STOP: &[u8] = include_bytes!("data/dots/playdots-39x32-stop.sgf");

fn read(format: Format, bytes: &[u8]) -> Vec<Entry> {
    let records = Records::new(bytes).unwrap();
    assert_eq!(records.format(), format);
    records.map(|entry| entry.unwrap()).collect()
}

fn only(format: Format, bytes: &[u8]) -> Entry {
    let mut entries = read(format, bytes);
    assert_eq!(entries.len(), 1);
    entries.remove(0)
}

/// The record of an SGF without a fault.
fn good(text: &str) -> Record {
    let entry = only(Format::Sgf, text.as_bytes());
    assert!(entry.findings.is_empty(), "{:?}", entry.findings);
    entry.into_whole().unwrap()
}

fn dots(position: &AnyPosition) -> &DotsPosition {
    match position {
        AnyPosition::Dots(position) => position,
        other => panic!("no Dots: {other:?}"),
    }
}

/// Scores after the last dot and one dot earlier, and how the game ended, which it must exactly
/// at its last dot.
fn ends(record: &Record) -> ([u32; 2], [u32; 2], EndReason) {
    let last = record.last();
    let before = record.position_after(record.parent(last).unwrap());
    assert_eq!(before.outcome(), None);
    let end = record.position_after(last);
    let scores = [&end, &before].map(|at| Player::BOTH.map(|player| dots(at).score(player)));
    (scores[0], scores[1], end.end_reason().unwrap())
}

#[test]
fn the_long_sav_file() {
    let entry = only(Format::Sav, LONG);
    assert!(entry.whole && entry.findings.is_empty());
    let record = entry.into_whole().unwrap();
    assert_eq!(record.len(), 661);
    let (score, _, reason) = ends(&record);
    assert_eq!(score, [179, 20]);
    assert!(matches!(reason, EndReason::Protected { .. }), "{reason:?}");
    assert_eq!(record.result, RecordResult::FirstWins);
    let tags: Vec<_> = record.tags.iter().collect();
    assert_eq!(tags, [("Date", "2011.09.29"), ("First", "blue"), ("Second", "red")]);
}

#[test]
fn the_zagram_file_with_four_crosses() {
    let entry = only(Format::Sgf, CROSSES);
    let notes: Vec<_> = entry.notes().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        ["1:104: note: Stop=1: a player may stop, and the other goes on alone; here it is not so"]
    );
    assert!(entry.is_good());
    let record = entry.into_whole().unwrap();
    let start = dots(record.start());
    let set_up: u32 = Player::BOTH.map(|player| start.live(player).count()).iter().sum();
    assert_eq!((set_up, record.len()), (16, 244));
    // One dot earlier the other could still have reached 8 of 7.
    let (score, _, reason) = ends(&record);
    assert_eq!(score, [3, 60]);
    assert!(matches!(reason, EndReason::Protected { .. }), "{reason:?}");
    assert_eq!(record.result, RecordResult::SecondWins);
    assert_eq!(record.tags.get("Termination"), Some("resignation"));
    assert_eq!(record.tags.get("First"), Some("Синій"));
}

#[test]
fn the_playdots_file_with_dots_after_the_end() {
    let entry = only(Format::Sgf, STOP);
    assert!(entry.is_good());
    let notes: Vec<_> = entry.notes().map(|note| &note.kind).collect();
    assert!(matches!(notes[..], [FindingKind::Note(Note::AfterEnd { count: 2, .. })]), "{notes:?}");
    let record = entry.into_whole().unwrap();
    assert_eq!(record.len(), 23);
    assert_eq!(ends(&record).0, [3, 0]);
    // The two dots are not lost.
    assert_eq!(record.annotation(record.last()).comments, ["[%sgf W[qh]W[qi]]"]);
    assert_eq!(record.tags.get("Sgf_RE"), Some("[B+1]"));
}

#[test]
fn real_files_come_back_from_sgf_and_from_our_own_format() {
    for (format, bytes) in [(Format::Sav, LONG), (Format::Sgf, CROSSES), (Format::Sgf, STOP)] {
        let record = only(format, bytes).into_whole().unwrap();
        let text = sgf::record_text(&record).unwrap();
        let again = only(Format::Sgf, text.as_bytes()).into_whole().unwrap();
        assert!(again == record, "{text}");
        let text = gbn::record_text(&record);
        assert!(only(Format::Gbn, text.as_bytes()).into_whole().unwrap() == record);
    }
}

#[test]
fn coordinates_go_on_with_capital_letters() {
    let record = good("(;GM[40]SZ[52:30];B[za];W[Aa];B[Zd];W[ad])");
    let texts: Vec<_> = record.actions().map(|action| record.start().action_text(action)).collect();
    assert_eq!(texts, ["26-30", "27-30", "52-27", "1-27"]);
    let text = sgf::record_text(&record).unwrap();
    assert_eq!(text, "(;FF[4]GM[40]CA[UTF-8]SZ[52:30];B[za];W[Aa];B[Zd];W[ad])\n");
}

#[test]
fn the_usual_cross_is_our_own_set_up_and_other_dots_are_a_start() {
    let record = good("(;GM[40]SZ[39:32]AB[uq][tp]AW[tq][up];B[aa])");
    assert_eq!(record.setup().to_string(), "dots:39x32");
    assert!(!record.has_own_start());
    let record = good("(;GM[40]SZ[9]AB[cb:db][bc][ec][cd:dd]AW[cc];W[aa])");
    assert_eq!(record.setup().to_string(), "dots:9x9/plain");
    let start = dots(record.start());
    // The set-up captures, and the first dot says who begins.
    assert_eq!((start.score(Player::First), start.to_move()), (1, Player::Second));
    let entry = only(Format::Sgf, b"(;GM[40]SZ[9]AB[aa]AW[bb]PL[W];W[cc];B[dd])");
    assert_eq!(entry.into_whole().unwrap().len(), 2);
}

#[test]
fn texts_have_escapes_and_character_sets() {
    let record =
        good("(;GM[40]SZ[9]PB[a \\] b \\\\ c)]C[one\\\ntwo \\: (three;];B[aa]C[x\\[y\\]])");
    assert_eq!(record.tags.get("First"), Some("a ] b \\ c)"));
    assert_eq!(record.annotation(NodeId::ROOT).comments, ["onetwo : (three;"]);
    assert_eq!(record.annotation(record.last()).comments, ["x[y]"]);

    let cyrillic = b"(;GM[40]CA[windows-1251]SZ[9]PB[\xcf\xe5\xf2\xf0];B[aa])";
    let entry = only(Format::Sgf, cyrillic);
    assert!(entry.findings.is_empty());
    assert_eq!(entry.into_whole().unwrap().tags.get("First"), Some("Петр"));
    // The second byte of the second character is that of `]`, of the third that of `\`.
    let japanese = b"(;GM[40]CA[Shift_JIS]SZ[9]PB[\x83\x5d\x83\x5c];B[aa])";
    let entry = only(Format::Sgf, japanese);
    assert!(entry.findings.is_empty(), "{:?}", entry.findings);
    assert_eq!(entry.into_whole().unwrap().tags.get("First"), Some("ゾソ"));
    // Latin-1 without a word about it.
    let entry = only(Format::Sgf, b"(;GM[40]SZ[9]PB[Ren\xe9];B[aa])");
    assert_eq!(entry.notes().count(), 1);
    assert_eq!(entry.into_whole().unwrap().tags.get("First"), Some("René"));
}

#[test]
fn all_variations_are_kept_and_the_first_is_the_main_line() {
    let record =
        good("(;GM[40]SZ[9];B[aa](;W[bb]TE[1];B[cc](;W[dd])(;W[ee]BM[2]))(;W[ff]C[other];B[gg]))");
    let text = gbn::record_text(&record);
    let movetext = text.split_once("\n\n").unwrap().1;
    assert_eq!(movetext, "1. 1-9 2-8! (1... 6-4 {other} 2. 7-3) 2. 3-7 4-6 (2... 5-5??) *\n\n");
    let entry = only(Format::Gbn, text.as_bytes());
    assert!(entry.into_whole().unwrap() == record);
    assert_eq!(
        sgf::record_text(&record).unwrap(),
        "(;FF[4]GM[40]CA[UTF-8]SZ[9];B[aa](;W[bb]TE[1];B[cc](;W[dd])(;W[ee]BM[2]))\
         (;W[ff]C[other];B[gg]))\n"
    );
}

#[test]
fn a_capture_on_record_is_compared_with_ours() {
    let position = "(;GM[40]SZ[9]AB[cb][bc][dc]AW[cc];B[cd";
    good(&format!("{position}.cbdccdbccb])"));
    good(&format!("{position}])"));
    // A chain round something else, an open one, and one off the field.
    for chain in [".efffee", ".cbdc", ".zzzz", ".c"] {
        let entry = only(Format::Sgf, format!("{position}{chain}])").as_bytes());
        let notes: Vec<_> = entry.notes().map(|note| &note.kind).collect();
        assert!(
            matches!(notes[..], [FindingKind::Note(Note::Capture { captured: 1 })]),
            "{chain}: {notes:?}"
        );
        assert!(entry.is_good());
        let record = entry.into_whole().unwrap();
        let end = record.position_after(record.last());
        assert_eq!(dots(&end).score(Player::First), 1);
        assert!(dots(&end).dot(Point::new(2, 2)).is_some_and(|dot| dot.dead));
    }
    // Into an empty enclosure: the other one captures.
    let enclosed = "(;GM[40]SZ[9]AB[cb][bc][dc][cd]PL[W];W[cc.cbdccdbccb])";
    let record = good(enclosed);
    assert_eq!(dots(&record.position_after(record.last())).score(Player::First), 1);
}

#[test]
fn results_are_read_and_written() {
    for (re, result, termination) in [
        ("B+R", RecordResult::FirstWins, Some("resignation")),
        ("W+T", RecordResult::SecondWins, Some("time")),
        ("W+F", RecordResult::SecondWins, Some("forfeit")),
        ("B+", RecordResult::FirstWins, None),
        ("W+7.5", RecordResult::SecondWins, None),
        ("0", RecordResult::Draw, None),
        ("Draw", RecordResult::Draw, None),
        ("?", RecordResult::Unknown, None),
        ("Void", RecordResult::Unknown, None),
    ] {
        let record = good(&format!("(;GM[40]SZ[9]RE[{re}];B[aa])"));
        assert_eq!(record.result, result, "{re}");
        assert_eq!(record.tags.get("Termination"), termination, "{re}");
        let text = sgf::record_text(&record).unwrap();
        assert!(text.contains(&format!("RE[{re}]")), "{text}");
        assert!(good(&text) == record);
    }
}

#[test]
fn what_sgf_has_no_place_for_is_kept_in_properties_of_our_own() {
    let setup = "dots:9x8/cross/express/playoff".parse().unwrap();
    let mut record = Record::new(&setup);
    record.tags.set("Seed", "17] = x").unwrap();
    let action = record.start().parse_action("1-1").unwrap();
    let node = record.append(NodeId::ROOT, &action).unwrap();
    record.annotation_mut(node).signs.extend([Sign::STRONG, Sign::Glyph(14), Sign::Active]);
    let text = sgf::record_text(&record).unwrap();
    assert!(good(&text) == record, "{text}");
    // Nothing can hide in what is written as it was read.
    record.annotation_mut(node).comments.push("[%sgf XX[a]];B[bb]]".to_owned());
    record.tags.set("Sgf_KM", "[1]);(").unwrap();
    let text = sgf::record_text(&record).unwrap();
    assert!(good(&text) == record, "{text}");
}

#[test]
fn other_games_cannot_be_written_as_sgf() {
    let record = Record::new(&"gridball".parse().unwrap());
    assert_eq!(sgf::record_text(&record), Err(sgf::SgfWriteError::OtherGame));
    let record = Record::new(&"dots:53x9".parse().unwrap());
    assert_eq!(sgf::record_text(&record), Err(sgf::SgfWriteError::FieldTooLarge));
}

proptest! {
    #[test]
    fn sgf_that_is_written_is_read_again(
        record in common::record_of(&["dots:7x6", "dots:6x5/plain", "dots:9x8/cross/stop=20/playoff=5"]),
    ) {
        let text = match sgf::record_text(&record) {
            Ok(text) => text,
            Err(error) => {
                prop_assert_eq!(error, sgf::SgfWriteError::Start);
                prop_assert!(record.has_own_start());
                return Ok(());
            }
        };
        let entry = only(Format::Sgf, text.as_bytes());
        prop_assert!(entry.findings.is_empty(), "{:?}\n{text}", entry.findings);
        let read = entry.into_whole().unwrap();
        prop_assert_eq!(read.start(), record.start());
        prop_assert_eq!(read.result, record.result);
        prop_assert_eq!(sorted(&read), sorted(&record));
        prop_assert_eq!(lines(&read), lines(&record));
        // Whatever changes, changes once.
        prop_assert_eq!(sgf::record_text(&read).unwrap(), text);
    }

    #[test]
    fn damaged_sgf_is_no_trouble(
        damage in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..5),
        cut in any::<usize>(),
    ) {
        let mut bytes = STOP.to_vec();
        for (place, byte) in damage {
            let length = bytes.len();
            bytes[place % length] = byte;
        }
        bytes.truncate(1 + cut % (2 * bytes.len()));
        for entry in Records::with_format(Format::Sgf, &bytes[..]) {
            let entry = entry.unwrap();
            prop_assert!(entry.whole || !entry.is_good());
        }
    }

    #[test]
    fn damaged_sav_is_no_trouble(
        damage in proptest::collection::vec((0..900_usize, any::<u8>()), 0..5),
        cut in any::<usize>(),
        more in 0..3_usize,
    ) {
        let mut bytes = LONG.to_vec();
        for (place, byte) in damage {
            bytes[place] = byte;
        }
        bytes.truncate(cut % (2 * bytes.len()));
        bytes.extend(std::iter::repeat_n(7, more));
        let entries: Vec<_> = Records::with_format(Format::Sav, &bytes[..])
            .map(|entry| entry.unwrap())
            .collect();
        prop_assert_eq!(entries.len(), usize::from(!bytes.is_empty()));
        for entry in entries {
            prop_assert!(entry.whole || !entry.is_good());
        }
    }

    #[test]
    fn random_bytes_are_no_trouble(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for format in Format::ALL {
            for entry in Records::with_format(*format, &bytes[..]) {
                let entry = entry.unwrap();
                prop_assert!(entry.whole || !entry.is_good());
            }
        }
    }
}

/// Tags, in an order of their own, and with the line ends that SGF knows.
fn sorted(record: &Record) -> Vec<(String, String)> {
    let line_ends = |value: &str| value.replace("\r\n", "\n").replace('\r', "\n");
    let mut tags: Vec<_> =
        record.tags.iter().map(|(name, value)| (name.to_owned(), line_ends(value))).collect();
    tags.sort();
    tags
}

/// Every node with its action and signs, parents first.
fn lines(record: &Record) -> Vec<String> {
    let mut open = vec![NodeId::ROOT];
    let mut lines = Vec::new();
    while let Some(node) = open.pop() {
        let signs = &record.annotation(node).signs;
        lines.push(format!(
            "{:?} {signs:?} {}",
            record.action(node),
            record.children(node).count()
        ));
        open.extend(record.children(node));
    }
    lines
}
