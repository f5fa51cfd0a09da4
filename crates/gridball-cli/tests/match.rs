//! Matches as a person runs them: killed and taken up again, broken off, with other programs.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use common::{Machine, PATIENCE, Talk, program};
use gridball_replay::{Format, Record, Records, write_record};

/// A match of some seconds: enough to be killed in the middle.
const MATCH: &[&str] = &[
    "match",
    "--game",
    "gridball:12x12/4",
    "--first",
    "alphabeta",
    "--second",
    "two-ply",
    "--games",
    "24",
    "--nodes",
    "3000",
    "--openings",
    "12",
    "--seed",
    "5",
    "--concurrency",
    "2",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    MATCH.iter().copied().chain(more.iter().copied()).collect()
}

/// The records of a file by their numbers, as texts.
fn games(path: &Path) -> BTreeMap<u64, String> {
    let records = Records::new(fs::File::open(path).unwrap()).unwrap();
    let text = |record: Record| {
        let mut text = Vec::new();
        write_record(Format::Gbn, &record, &mut text).unwrap();
        (record.tags.index().unwrap(), String::from_utf8(text).unwrap())
    };
    records.map(|entry| text(entry.unwrap().into_whole().unwrap())).collect()
}

/// Waits until the file holds so many games.
fn wait_for_games(path: &Path, count: usize) {
    let deadline = Instant::now() + PATIENCE;
    let found = || fs::read_to_string(path).unwrap_or_default().matches("[Game ").count();
    while found() < count {
        assert!(Instant::now() < deadline, "{} games of {count}", found());
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_match_that_is_killed_goes_on_to_the_same_games() {
    let machine = Machine::new();
    machine.run(with(&["--out", "whole.gbn"]), "").good();
    let whole = games(&machine.path("whole.gbn"));
    assert_eq!(whole.len(), 24);

    let path = machine.path("killed.gbn");
    let mut talk = Talk::start(machine.gridball(with(&["--out", "killed.gbn"])));
    for count in [4, 10] {
        wait_for_games(&path, count);
        talk.child.kill().unwrap();
        talk.wait();
        assert!(fs::read_to_string(&path).unwrap().matches("[Game ").count() < 24, "too late");
        talk = Talk::start(machine.gridball(with(&["--resume", "killed.gbn"])));
    }
    let report = talk.finish().good();
    assert!(report.contains("\nGames: 24 of 24, "), "{report}");
    assert_eq!(games(&path), whole);
    let checked = machine.run(["check", "killed.gbn"], "").good();
    assert!(checked.starts_with("24 games, ") && checked.ends_with(" 0 faults\n"), "{checked}");

    // The rest of a record that was being written is cut off, and the game is played again.
    let text = fs::read_to_string(&path).unwrap();
    let torn = &text[..text.rfind("[Game ").unwrap() + 70];
    fs::write(&path, torn).unwrap();
    // The seed is that of the records.
    let seedless: Vec<&str> =
        MATCH.iter().copied().filter(|word| !["--seed", "5"].contains(word)).collect();
    machine.run(seedless.into_iter().chain(["--resume", "killed.gbn"]), "").good();
    assert_eq!(games(&path), whole);
}

#[test]
fn a_part_of_a_match_is_that_part_of_the_whole() {
    let machine = Machine::new();
    let small =
        ["match", "--game", "dots:8x8", "--first", "greedy", "--second", "random", "--seed", "9"];
    let run = |more: &[&str]| machine.run(small.iter().chain(more), "").good();
    run(&["--games", "8", "--openings", "4", "--nodes", "50", "--out", "whole.gbn"]);
    run(&["--games", "4", "--openings", "4", "--nodes", "50", "--from", "3", "--out", "part.gbn"]);
    let mut expected = games(&machine.path("whole.gbn"));
    expected.retain(|index, _| (3..=6).contains(index));
    assert_eq!(games(&machine.path("part.gbn")), expected);
}

/// This program as an engine that is started by another one.
fn this_program() -> String {
    format!("cmd:'{}' engine", program().display())
}

#[test]
fn another_program_plays_the_same_games_as_the_engine_in_it() {
    let machine = Machine::new();
    let engine = this_program();
    let run = |first: &str, file: &str| {
        let words = [
            "match",
            "--game",
            "gridball:12x12/4",
            "--first",
            first,
            "--second",
            "greedy",
            "--games",
            "4",
            "--nodes",
            "300",
            "--openings",
            "2",
            "--seed",
            "3",
            "--out",
            file,
            "--json",
        ];
        let output = machine.run(words, "").good();
        let report: serde_json::Value = serde_json::from_str(&output).unwrap();
        let actions: Vec<String> = games(&machine.path(file))
            .into_values()
            .map(|text| text.split_once("\n\n").unwrap().1.to_owned())
            .collect();
        (report, actions)
    };
    let (builtin, expected) = run("best", "builtin.gbn");
    let (program, found) = run(&engine, "program.gbn");
    assert_eq!(found, expected);
    assert_eq!(program["pairings"][0]["pairs"], builtin["pairings"][0]["pairs"]);
    let identity = concat!("gridball ", env!("CARGO_PKG_VERSION"));
    assert_eq!(program["engines"][0]["identity"], identity);
    assert!(program["engines"][0]["nodes_per_second"].is_number(), "{program}");
    assert_eq!(program["end"], "complete");
}

#[test]
fn results_are_told_on_the_way() {
    let machine = Machine::new();
    let outcome = machine.run(
        [
            "match",
            "--game",
            "gridball:12x12/4",
            "--first",
            "greedy",
            "--second",
            "random",
            "--games",
            "6",
            "--nodes",
            "100",
            "--seed",
            "1",
            "--ratinginterval",
            "2",
        ],
        "",
    );
    assert_eq!(outcome.code(), 0, "{outcome:?}");
    let lines: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].starts_with("game 4 of 6: +"), "{lines:?}");
}

#[cfg(unix)]
fn send_signal(talk: &Talk, signal: &str) {
    let number = talk.child.id().to_string();
    assert!(Command::new("kill").args([signal, &number]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_a_request_to_end_print_the_report_of_what_was_played() {
    for signal in ["-INT", "-TERM"] {
        let machine = Machine::new();
        let engine = this_program();
        let mut words = with(&["--out", "match.gbn"]);
        words[4] = &engine;
        words[8] = "2000";
        let mut talk = Talk::start(machine.gridball(words));
        wait_for_games(&machine.path("match.gbn"), 2);
        send_signal(&talk, signal);
        assert_eq!(talk.wait().code(), Some(130));
        let outcome = talk.finish();
        assert_eq!(outcome.stderr, "");
        let played = games(&machine.path("match.gbn")).len();
        let expected = format!("\nGames: {played} of 2000, ");
        assert!(outcome.stdout.contains(&expected), "{expected}: {}", outcome.stdout);
        assert!(outcome.stdout.contains("; broken off\n"), "{}", outcome.stdout);
    }
}

/// A match against an engine that plays nothing and does not listen to `quit`, to the end of its
/// input or to a request to end, broken off by these signals once the engine runs. Nothing of it is
/// left.
#[cfg(unix)]
fn no_engine_stays_behind_after(signals: &[&str], status: Option<i32>) {
    let machine = Machine::new();
    let alive = machine.path("alive");
    // It writes its number, and that of another process that it starts.
    let script = machine.file(
        "deaf.sh",
        format!(
            "trap '' TERM INT HUP\necho $$ >> '{alive}'\nwhile read -r word rest; do case $word in\n\
             ugi) echo option name Game type string; echo ugiok;;\n\
             isready) echo readyok;;\n\
             go) sleep 3600 & echo $! >> '{alive}'; while :; do sleep 1; done;;\nesac; done\n",
            alive = alive.display()
        ),
    );
    let engine = format!("cmd:sh '{}'", script.display());
    let mut words = MATCH.to_vec();
    words[4] = &engine;
    let mut talk = Talk::start(machine.gridball(words));
    let deadline = Instant::now() + PATIENCE;
    // One that introduces itself, and two that have begun to think.
    while fs::read_to_string(&alive).unwrap_or_default().lines().count() < 5 {
        assert!(Instant::now() < deadline, "the engine is not started");
        thread::sleep(Duration::from_millis(5));
    }
    for signal in signals {
        send_signal(&talk, signal);
    }
    assert_eq!(talk.wait().code(), status);
    for number in fs::read_to_string(&alive).unwrap().lines() {
        let gone = || {
            let listed = Command::new("kill").args(["-0", number]).output().unwrap();
            let state = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            !listed.status.success() || state.contains(") Z ")
        };
        while !gone() {
            assert!(Instant::now() < deadline + PATIENCE, "{number} is still there");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[cfg(unix)]
#[test]
fn no_engine_stays_behind_after_the_second_ctrl_c() {
    no_engine_stays_behind_after(&["-INT", "-INT"], Some(130));
}

#[cfg(unix)]
#[test]
fn no_engine_stays_behind_when_the_match_is_killed() {
    no_engine_stays_behind_after(&["-KILL"], None);
}
