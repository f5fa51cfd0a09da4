//! The records of kurnik: 2000 real games, read whole.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use gridball_core::{Outcome, Player, Position};
use gridball_replay::{
    Entry, FindingKind, Format, Note, Record, RecordResult, Records, Summary, check, formats::gbn,
};

const GAMES: &[u8] = include_bytes!("data/kurnik-2000.txt");

fn read(bytes: &[u8]) -> Vec<Entry> {
    Records::with_format(Format::Kurnik, bytes).map(|entry| entry.unwrap()).collect()
}

#[test]
fn two_thousand_real_games_have_no_fault() {
    let mut unfinished = 0;
    let mut empty = 0;
    let mut over = 0;
    let records = Records::new(GAMES).unwrap();
    assert_eq!(records.format(), Format::Kurnik);
    let summary = check(records, |entry| {
        let record = entry.record.as_ref().unwrap();
        assert!(entry.whole);
        // White, our First, won where the file says 0-1.
        assert_ne!(record.result, RecordResult::Unknown);
        let end = record.position_after(record.last());
        if let Some(outcome) = end.outcome() {
            assert_eq!(record.result, RecordResult::of(Some(outcome)));
            over += 1;
        }
        let noted = entry
            .notes()
            .any(|note| matches!(note.kind, FindingKind::Note(Note::UnfinishedTurn { .. })));
        assert_eq!(noted, !record.unfinished().is_empty());
        unfinished += usize::from(noted);
        empty += usize::from(record.is_empty());
    })
    .unwrap();
    assert_eq!(summary, Summary { games: 2000, actions: 76005, faults: 0, notes: 121 });
    assert_eq!((unfinished, empty), (121, EMPTY));
    assert_eq!(over, OVER);
}

/// Games given up before the first turn, and games played to their end, counted once with a
/// program that shares nothing with this one.
const EMPTY: usize = 5;
const OVER: usize = 1731;

#[test]
fn black_won_where_the_file_says_one_nil() {
    let first = read(GAMES).swap_remove(0).into_whole().unwrap();
    assert_eq!(first.result, RecordResult::SecondWins);
    let end = first.position_after(first.last());
    assert_eq!(end.outcome(), Some(Outcome::Win(Player::Second)));
    let tags: Vec<_> = first.tags.iter().collect();
    insta::assert_debug_snapshot!(tags);
}

#[test]
fn the_games_survive_our_own_format() {
    let records: Vec<Record> =
        read(GAMES).into_iter().map(|entry| entry.into_whole().unwrap()).collect();
    let text: String = records.iter().map(gbn::record_text).collect();
    let again: Vec<Record> = Records::with_format(Format::Gbn, text.as_bytes())
        .map(|entry| entry.unwrap())
        .inspect(|entry| assert!(entry.is_good(), "{:?}", entry.findings))
        .map(|entry| entry.into_whole().unwrap())
        .collect();
    assert!(records == again);
}

#[test]
fn headers_may_be_missing() {
    let text = String::from_utf8_lossy(GAMES).replace("[WhiteElo \"1172\"]\r\n", "");
    let entries = read(text.as_bytes());
    assert_eq!(entries.len(), 2000);
    assert!(entries.iter().all(Entry::is_good));
    assert_eq!(entries[0].record.as_ref().unwrap().tags.get("FirstElo"), None);
}
