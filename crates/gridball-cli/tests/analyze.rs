//! Positions and records judged by the engine.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;

use common::{Machine, Talk};
use gridball_core::{AnyGame, Position};

const RECORDS: &str = "[Game \"gridball:12x12/4\"]\n[First \"Anna\"]\n[Result \"1-0\"]\n\n\
                       1. 444 444 {?!} 2. 4 1-0\n\n\
                       [Game \"dots:6x6\"]\n[Result \"*\"]\n\n1. 1-1 *\n\n";

#[test]
fn the_best_actions_of_every_game_are_legal_and_in_their_order() {
    let machine = Machine::new();
    for id in
        ["gridball:12x12/4", "paper-football", "paper-soccer", "football-checkers", "dots:8x8"]
    {
        let words = ["analyze", id, "--nodes", "300", "--multi", "4", "--json"];
        let answer: serde_json::Value =
            serde_json::from_str(&machine.run(words, "").good()).unwrap();
        let lines = answer["lines"].as_array().unwrap();
        assert!((1..=4).contains(&lines.len()), "{id}: {answer}");
        let worth = |line: &serde_json::Value| line["expected_points"].as_f64().unwrap();
        assert!(lines.windows(2).all(|pair| worth(&pair[0]) >= worth(&pair[1])), "{id}: {answer}");
        for line in lines {
            let mut game = AnyGame::new(&id.parse().unwrap());
            let actions = line["actions"].as_array().unwrap();
            assert!(!actions.is_empty(), "{id}: {answer}");
            for text in actions {
                let action = game.position().parse_action(text.as_str().unwrap()).unwrap();
                game.play(&action).unwrap();
            }
        }
    }
}

#[test]
fn a_win_at_once_is_found_and_said() {
    let machine = Machine::new();
    let words =
        ["analyze", "gridball:12x12/4", "--moves", "444 444", "--nodes", "500", "--multi", "1"];
    let outcome = machine.run(words, "");
    assert_eq!(outcome.code(), 0);
    assert!(outcome.stdout.starts_with(" 1. win 1 "), "{outcome:?}");
    assert!(outcome.stderr.starts_with("depth "), "{outcome:?}");
    let words = ["analyze", "gridball:12x12/4", "--moves", "444 444 4"];
    let outcome = machine.run(words, "");
    assert_eq!(
        (outcome.code(), outcome.stderr.as_str()),
        (1, "error: the game is over: First wins\n")
    );
}

#[test]
fn records_are_judged_and_written_back() {
    let machine = Machine::new();
    let file = machine.file("games.gbn", RECORDS);
    let output =
        machine.run(["analyze", "games.gbn", "--nodes", "2000", "-o", "judged.gbn"], "").good();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("game 1: 3 actions, First ") && lines[0].ends_with("1 ??"),
        "{output}"
    );
    let judged = fs::read_to_string(machine.path("judged.gbn")).unwrap();
    for part in ["[First \"Anna\"]", "444?? {?!} {[%eval win 2]}", "{better: ", "4 {[%eval win 1]}"]
    {
        assert!(judged.contains(part), "{part}: {judged}");
    }
    assert_eq!(machine.run(["check", "judged.gbn"], "").good(), "2 games, 4 actions, 0 faults\n");
    // On standard output the same, and the file that was read is as it was.
    let printed = machine.run(["analyze", "games.gbn", "--nodes", "2000"], "").good();
    assert_eq!(printed, judged);
    assert_eq!(fs::read_to_string(file).unwrap(), RECORDS);

    let words = ["analyze", "games.gbn", "--nodes", "2000", "--game", "1", "--json"];
    let answer: serde_json::Value = serde_json::from_str(&machine.run(words, "").good()).unwrap();
    assert_eq!(answer["actions"][1]["sign"], "??");
    assert_eq!(answer["actions"][1]["player"], "second");
    assert_eq!(answer["actions"][1]["score"], "loss 2");
}

#[test]
fn a_record_that_cannot_be_read_is_left_out_and_said() {
    let machine = Machine::new();
    machine.file("games.gbn", RECORDS.replacen("444 444", "444 040", 1));
    let outcome = machine.run(["analyze", "games.gbn", "--nodes", "500", "-o", "judged.gbn"], "");
    assert_eq!(outcome.code(), 1);
    assert!(
        outcome.stderr.starts_with("games.gbn:5:8: action 2, `040`, is illegal"),
        "{outcome:?}"
    );
    assert!(outcome.stderr.ends_with("error: games.gbn: 1 of 2 games left out\n"), "{outcome:?}");
    let judged = fs::read_to_string(machine.path("judged.gbn")).unwrap();
    assert!(judged.starts_with("[Game \"dots:6x6\"]"), "{judged}");
    // Where nothing can be judged the file that is there stays.
    machine.file("broken.gbn", "[Game \"gridball\"]\n[Result \"*\"]\n\n1. 9 *\n");
    let outcome = machine.run(["analyze", "broken.gbn", "--nodes", "500", "-o", "judged.gbn"], "");
    assert!(outcome.stderr.ends_with("error: broken.gbn: 1 of 1 games left out\n"), "{outcome:?}");
    assert_eq!(fs::read_to_string(machine.path("judged.gbn")).unwrap(), judged);
    for (words, complaint) in [
        (
            &["games.gbn", "--game", "3"][..],
            "error: games.gbn: there is no game 3, the file ends after game 2\n",
        ),
        (
            &["games.gbn", "--moves", "444"],
            "error: --fen and --moves stand with a game id, a record has its own actions\n",
        ),
        (
            &["gridball", "--game", "3"],
            "error: --game: names a game of a file, and there is no file\n",
        ),
    ] {
        let outcome = machine.run(["analyze"].iter().chain(words), "");
        assert_eq!((outcome.code(), outcome.stderr.as_str()), (2, complaint));
    }
}

#[test]
fn a_position_can_be_written_down_with_its_lines() {
    let machine = Machine::new();
    let words =
        ["analyze", "gridball:12x12/4", "--moves", "444 444", "--nodes", "500", "-o", "it.gbn"];
    machine.run(words, "");
    let text = fs::read_to_string(machine.path("it.gbn")).unwrap();
    assert!(text.contains("1. 444 444 { 1. win 1 "), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_analysis() {
    let machine = Machine::new();
    machine.file("games.gbn", RECORDS);
    for (words, is_told) in [
        (&["analyze", "gridball", "--time", "600000"][..], true),
        (&["analyze", "games.gbn", "--time", "600000", "-o", "judged.gbn"], false),
    ] {
        let mut talk = Talk::start(machine.gridball(words));
        std::thread::sleep(std::time::Duration::from_millis(700));
        let number = talk.child.id().to_string();
        let sent = std::process::Command::new("kill").args(["-INT", &number]).status().unwrap();
        assert!(sent.success());
        assert_eq!(talk.wait().code(), Some(130));
        let outcome = talk.finish();
        assert_eq!(outcome.stdout.starts_with(" 1. "), is_told, "{outcome:?}");
    }
    assert!(!machine.path("judged.gbn").exists());
}
