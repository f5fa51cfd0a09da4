//! Whole matches of engines of ours: the same games however they are played, and honest reports.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{collections::BTreeMap, fs, path::Path};

use gridball_core::{Position, games};
use gridball_match::{
    End, Journal, Openings, Report, Settings, SettingsError, Sprt, Tournament, Verdict, run,
};
use gridball_replay::{Format, Record, Records, write_record};

fn settings(game: &str, engines: &[&str], games: u64) -> Settings {
    let contestants = engines.iter().map(|engine| engine.parse().unwrap()).collect();
    Settings {
        time_control: Some("nodes 60".parse().unwrap()),
        openings: Openings::Generated(100),
        ..Settings::new(game.parse().unwrap(), contestants, games, 11)
    }
}

fn read(path: &Path) -> Vec<Record> {
    let file = fs::File::open(path).unwrap();
    Records::new(file).unwrap().map(|entry| entry.unwrap().into_whole().unwrap()).collect()
}

/// The report and the records of a match by their numbers, as texts.
fn play(settings: &Settings) -> (Report, BTreeMap<u64, String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.gbn");
    let journal = Journal::create(&path).unwrap();
    let report = run(settings, journal, &|| false, &mut |_| {}).unwrap();
    let texts = read(&path).into_iter().map(|record| {
        let mut text = Vec::new();
        write_record(Format::Gbn, &record, &mut text).unwrap();
        (record.tags.index().unwrap(), String::from_utf8(text).unwrap())
    });
    (report, texts.collect())
}

const SMALL: &str = "gridball:12x12/4";

#[test]
fn the_games_do_not_depend_on_how_many_run_at_once_nor_on_where_the_match_begins() {
    let whole = settings(SMALL, &["greedy", "random"], 12);
    let (report, games) = play(&whole);
    assert_eq!((report.games, report.end, games.len()), (12, End::Complete, 12));

    let (again, side_by_side) = play(&Settings { concurrency: 4, ..whole.clone() });
    assert_eq!(side_by_side, games);
    assert_eq!(again.pairings, report.pairings);

    let (_, part) = play(&Settings { from: 5, games: 4, ..whole.clone() });
    assert_eq!(part, games.clone().split_off(&5).into_iter().take(4).collect());

    let (_, others) = play(&Settings { seed: 12, ..whole });
    assert!(others.iter().all(|(index, text)| games[index] != *text));
}

#[test]
fn pairs_begin_alike_and_records_say_all_that_there_is_to_know() {
    let (_, games) = play(&settings(SMALL, &["greedy", "random"], 4));
    assert_eq!(games.len(), 4);
    for (index, text) in &games {
        let sides = if index % 2 == 1 { ["greedy", "random"] } else { ["random", "greedy"] };
        for line in [
            format!("[Game \"{SMALL}\"]"),
            "[Event \"gridball match\"]".to_owned(),
            format!("[First \"{}\"]", sides[0]),
            format!("[SecondEngine \"{}\"]", sides[1]),
            "[Seed \"11\"]".to_owned(),
            format!("[Index \"{index}\"]"),
            "[TimeControl \"nodes 60\"]".to_owned(),
            format!("[Version \"gridball {}\"]", env!("CARGO_PKG_VERSION")),
            "[Termination \"normal\"]".to_owned(),
        ] {
            assert!(text.contains(&line), "{line}: {text}");
        }
    }
    let opening = |index: u64| {
        let (_, movetext) = games[&index].split_once("\n\n").unwrap();
        movetext.split_once("{end of the").unwrap().0.to_owned()
    };
    assert_eq!(opening(1), opening(2));
    assert_eq!(opening(3), opening(4));
    assert_ne!(opening(1), opening(3));
}

#[test]
fn every_game_can_be_played() {
    let ids =
        [SMALL, "paper-football:12x12/4", "paper-soccer:2,4,4", "football-checkers", "dots:6x6"];
    assert_eq!(ids.len(), games().len());
    for id in ids {
        let (report, records) = play(&settings(id, &["greedy", "random"], 4));
        assert_eq!((report.games, records.len()), (4, 4), "{id}");
        let engine = &report.engines[0];
        assert_eq!((engine.time_forfeits, engine.broken_rules, engine.crashes), (0, 0, 0), "{id}");
    }
}

#[test]
fn the_report_agrees_with_the_records() {
    let (report, games) = play(&settings(SMALL, &["greedy", "random"], 10));
    let pairing = report.pairings[0];
    let won = games
        .iter()
        .filter(|(index, text)| {
            let result = if *index % 2 == 1 { "[Result \"1-0\"]" } else { "[Result \"0-1\"]" };
            text.contains(result)
        })
        .count() as u64;
    assert_eq!((pairing.games.wins, pairing.games.games()), (won, 10));
    assert!(pairing.games.score().unwrap() > 0.5, "{report}");
    assert_eq!((pairing.pairs.pairs(), report.unique), (5, 10));
    let points: f64 = report.engines.iter().map(|engine| engine.points).sum();
    assert!((points - 10.0).abs() < 1e-9);
    assert!(report.engines.iter().all(|engine| engine.games == 10));
    let json = report.to_json();
    assert_eq!(json["pairings"][0]["wins"], won);
    assert_eq!(json["seed"], 11);
    assert_eq!(json["sprt"], serde_json::Value::Null);
    let text = report.to_string();
    for part in [
        "gridball:12x12/4, 60 nodes an action, 100 generated openings, seed 11\n",
        "\nA: greedy\n",
        "LOS",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn everybody_meets_everybody_or_the_first_all_others() {
    let names = ["greedy", "random", "random?seed=5"];
    let (report, _) = play(&settings(SMALL, &names, 12));
    let counts: Vec<u64> = report.pairings.iter().map(|pairing| pairing.games.games()).collect();
    assert_eq!(counts, [4, 4, 4]);
    assert!(report.to_string().contains("\n1. A: "), "{report}");

    let gauntlet = Settings { tournament: Tournament::Gauntlet, ..settings(SMALL, &names, 8) };
    let (report, _) = play(&gauntlet);
    let met: Vec<_> = report.pairings.iter().map(|p| (p.a, p.b, p.games.games())).collect();
    assert_eq!(met, [(0, 1, 4), (0, 2, 4)]);
}

#[test]
fn a_sequential_test_ends_the_match_at_the_same_game_however_it_is_played() {
    let test: Sprt = "elo0=0,elo1=200".parse().unwrap();
    let tested = Settings { sprt: Some(test), ..settings(SMALL, &["greedy", "random"], 400) };
    let (report, _) = play(&tested);
    assert_eq!(report.end, End::Decided);
    assert_eq!(report.test.unwrap().verdict, Verdict::AcceptH1);
    assert!(report.games < 100, "{report}");
    let (again, _) = play(&Settings { concurrency: 3, ..tested });
    assert_eq!((again.games, again.pairings), (report.games, report.pairings));
}

#[test]
fn what_is_no_match_is_refused() {
    let engines = ["greedy", "random"];
    for (settings, expected) in [
        (settings(SMALL, &["greedy"], 2), SettingsError::TooFewEngines),
        (settings(SMALL, &engines, 0), SettingsError::Games),
        (Settings { from: u64::MAX, ..settings(SMALL, &engines, 2) }, SettingsError::Games),
        (Settings { concurrency: 0, ..settings(SMALL, &engines, 2) }, SettingsError::Concurrency),
        (
            Settings {
                sprt: Some(Sprt::default()),
                ..settings(SMALL, &["greedy", "random", "two-ply"], 2)
            },
            SettingsError::TestOfMany(3),
        ),
    ] {
        assert_eq!(settings.check(), Err(expected));
    }
    let error = settings(SMALL, &["best-first", "random"], 2).check().unwrap_err();
    assert_eq!(error.to_string(), "engine best-first does not play gridball");
}

#[test]
fn openings_of_a_file_are_played_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    fs::write(&path, "444\n000\n").unwrap();
    let mut settings = settings(SMALL, &["greedy", "random"], 6);
    settings.openings = Openings::read(&path, &settings.setup).unwrap();
    let (_, games) = play(&settings);
    for (index, text) in games {
        let opening = if [3, 4].contains(&index) { "1. 000 {end" } else { "1. 444 {end" };
        assert!(text.contains(opening), "{index}: {text}");
    }
}

#[test]
fn a_position_is_an_opening_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    let mut settings = settings(SMALL, &["greedy", "random"], 2);
    let mut game = gridball_core::AnyGame::new(&settings.setup);
    game.play(&game.position().parse_action("444").unwrap()).unwrap();
    fs::write(&path, game.position().position_text()).unwrap();
    settings.openings = Openings::read(&path, &settings.setup).unwrap();
    let (_, games) = play(&settings);
    assert!(games.values().all(|text| text.contains("[Position \"")));
}
