//! Statistics of collections.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use common::record_of;
use gridball_core::{AnyGame, AnyPosition, Position, Symmetry};
use gridball_replay::{
    Entry, Format, Record, RecordResult, Records,
    formats::gbn,
    stats::{Duplicates, Ending, ReportOptions, Statistics, StatisticsOptions},
};
use proptest::prelude::*;

const KURNIK: &[u8] = include_bytes!("data/kurnik-2000.txt");

/// One small set-up of every game, and one that is its own image in many mirrors.
const SETUPS: &[&str] = &[
    "gridball:12x12/4",
    "paper-football:12x14/4",
    "paper-soccer:2,4,2",
    "dots:6x6/plain",
    "dots:8x7",
    "football-checkers:corners",
];

fn entries(text: &str) -> Vec<Entry> {
    Records::with_format(Format::Gbn, text.as_bytes()).map(|entry| entry.unwrap()).collect()
}

fn statistics(records: &[&Record], options: StatisticsOptions) -> Statistics {
    let mut statistics = Statistics::new(options);
    for record in records {
        for entry in entries(&gbn::record_text(record)) {
            statistics.add(&entry);
        }
    }
    statistics
}

fn kurnik() -> Statistics {
    let mut statistics = Statistics::new(StatisticsOptions::default());
    for entry in Records::new(KURNIK).unwrap() {
        statistics.add(&entry.unwrap());
    }
    statistics
}

/// The main line of `record` in another view.
fn image(record: &Record, symmetry: Symmetry) -> Record {
    let mut game = AnyGame::from_position(record.start().transformed(symmetry));
    for action in record.actions() {
        game.play(&record.start().transform_action(action, symmetry)).unwrap();
    }
    let mut image = Record::from_game(&game);
    image.result = record.result;
    image
}

/// The main line of `record` alone.
fn main_line(record: &Record) -> Record {
    image(record, Symmetry::IDENTITY)
}

#[test]
fn the_games_of_kurnik() {
    let statistics = kurnik();
    insta::assert_snapshot!(statistics.report(&ReportOptions::default()));
    // The same counted in other ways.
    let (_, game) = statistics.games().next().unwrap();
    assert_eq!((game.games, game.actions), (2000, 76005));
    let ending = |wanted| {
        let endings = game.endings();
        endings.iter().find(|(ending, _)| *ending == wanted).unwrap().1.games()
    };
    let over = ending(Ending::Goal) + ending(Ending::OwnGoal) + ending(Ending::DeadEnd);
    assert_eq!((over, ending(Ending::UnfinishedTurn)), (1731, 121));
    // In this file 1-0 means that the second player won.
    let text = String::from_utf8_lossy(KURNIK);
    let second = text.matches("[Result \"1-0\"]").count() as u64;
    assert_eq!(game.results.of(RecordResult::SecondWins), second);
    assert_eq!(game.results.of(RecordResult::FirstWins), 2000 - second);
    let first_actions: u64 = game.openings().next().iter().map(|l| l.results().games()).sum();
    assert_eq!(first_actions, 2000 - 5, "five games have no action");
}

const SMALL: &str = include_str!("data/all-games.gbn");

#[test]
fn a_few_games_of_every_kind() {
    let mut statistics = Statistics::new(StatisticsOptions { depth: 3, as_played: false });
    for entry in entries(SMALL) {
        statistics.add(&entry);
    }
    assert_eq!(statistics.faulty, 2);
    let options = ReportOptions { width: 60, ascii: true, lines: 2 };
    let report = statistics.report(&options);
    assert!(report.is_ascii());
    insta::assert_snapshot!(report);
    let json = serde_json::to_string_pretty(&statistics.to_json(1)).unwrap();
    insta::assert_snapshot!(json);
}

#[test]
fn no_games_are_no_trouble() {
    let statistics = Statistics::new(StatisticsOptions::default());
    assert_eq!(statistics.report(&ReportOptions::default()), "0 games\n");
    let empty = Record::new(&"gridball".parse().unwrap());
    let statistics = self::statistics(&[&empty], StatisticsOptions { depth: 0, as_played: false });
    let narrow = ReportOptions { width: 0, ascii: false, lines: 0 };
    assert!(statistics.report(&narrow).contains("Length in actions: 0 to 0"));
}

/// The mirrors in which the start of a game stays as it is, when `same`; all others when not.
fn mirrors(start: &AnyPosition, same: bool) -> Vec<Symmetry> {
    let all = start.symmetries().iter().copied();
    let all = all.filter(|symmetry| !symmetry.exchange_players);
    all.filter(|symmetry| (start.transformed(*symmetry) == *start) == same).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn mirrored_openings_are_one(record in record_of(SETUPS)) {
        let start = AnyPosition::start(&record.setup());
        prop_assume!(*record.start() == start);
        let record = main_line(&record);
        let options = StatisticsOptions { depth: 5, as_played: false };
        let openings = |other: &Record| {
            let mut json = statistics(&[&record, other], options).to_json(9);
            json["games"][0]["openings"].take()
        };
        let twice = openings(&record);
        for mirror in mirrors(&start, true) {
            let other = image(&record, mirror);
            prop_assert_eq!(&openings(&other), &twice);
            // As played they are one only as long as they are the same.
            let apart = StatisticsOptions { depth: 5, as_played: true };
            let apart = statistics(&[&record, &other], apart);
            let (_, game) = apart.games().next().unwrap();
            let firsts = game.openings().next().len();
            let differ = record.actions().next() != other.actions().next();
            prop_assert_eq!(firsts, usize::from(!record.is_empty()) + usize::from(differ));
        }
    }

    #[test]
    fn duplicates_are_found_in_every_mirror(record in record_of(SETUPS)) {
        let record = main_line(&record);
        let id = record.setup().to_string();
        for mirror in mirrors(record.start(), true).into_iter().chain(mirrors(record.start(), false)) {
            let other = image(&record, mirror);
            let found = statistics(&[&record, &other], StatisticsOptions::default()).duplicates(&id);
            let same = other == record;
            prop_assert_eq!((found.same, found.mirrored), (u64::from(same), u64::from(!same)));
            let found = statistics(&[&record, &other, &record], StatisticsOptions::default());
            prop_assert_eq!(found.duplicates(&id).same, 1 + u64::from(same));
        }
        // Another game is none.
        let mut shorter = record.clone();
        shorter.remove(shorter.last());
        if !record.is_empty() {
            shorter.result = RecordResult::Unknown;
            let found = statistics(&[&record, &shorter], StatisticsOptions::default());
            prop_assert_eq!(found.duplicates(&id), Duplicates::default());
        }
    }

    #[test]
    fn every_game_is_counted_once_in_everything(records in prop::collection::vec(record_of(SETUPS), 1..6)) {
        let records: Vec<&Record> = records.iter().collect();
        let statistics = statistics(&records, StatisticsOptions::default());
        prop_assert_eq!(statistics.records, records.len() as u64);
        prop_assert_eq!(statistics.faulty, 0);
        let mut games = 0;
        for (_, game) in statistics.games() {
            games += game.games;
            prop_assert_eq!(game.results.games(), game.games);
            prop_assert_eq!(game.lengths.counts().map(|(_, games)| games).sum::<u64>(), game.games);
            prop_assert_eq!(game.endings().iter().map(|(_, r)| r.games()).sum::<u64>(), game.games);
            prop_assert_eq!(game.openings().results().games() + game.own_starts, game.games);
        }
        prop_assert_eq!(games, records.len() as u64);
        let actions: usize = records.iter().map(|record| record.len()).sum();
        prop_assert_eq!(statistics.games().map(|(_, game)| game.actions).sum::<u64>(), actions as u64);
    }
}
