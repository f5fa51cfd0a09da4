//! A position of paper soccer with 58 million paths: nothing that is asked about it may hang or
//! fill the memory.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Machine, Talk};
use gridball_core::{AnyGame, Position, Step};

const GAME: &str = "paper-soccer:2,8,10/lower";

/// The segments of 43 turns, 0 = north, clockwise.
const SEGMENTS: &str = "13064113570225017036575014630745741422243523574227742164435274617703502106\
                        741745431672745757134661453130361";

fn position_text() -> String {
    let mut game = AnyGame::new(&GAME.parse().unwrap());
    let mut steps = Vec::new();
    for digit in SEGMENTS.bytes() {
        steps.push(Step((digit - b'0').into()));
        if let Some(action) = game.position().finish(&steps) {
            game.play(&action).unwrap();
            steps.clear();
        }
    }
    assert!(steps.is_empty());
    assert_eq!(game.len(), 43);
    game.position().position_text()
}

#[test]
fn listing_and_counting_stop_at_a_limit() {
    let machine = Machine::new();
    let text = position_text();
    let run = |more: &[&str]| {
        machine.run(["legal", GAME, "--fen", &text].into_iter().chain(more.iter().copied()), "")
    };
    for words in [&[][..], &["--count"], &["--json"]] {
        let outcome = run(words);
        let expected = (1, "error: more than 1000000 legal actions\n", "");
        assert_eq!((outcome.code(), &*outcome.stderr, &*outcome.stdout), expected, "{words:?}");
    }
    assert_eq!(run(&["--count", "--limit", "2000000"]).good(), "2000000+\n");
    let outcome = run(&["--limit", "5"]);
    assert_eq!(outcome.stdout.lines().count(), 5);
    assert_eq!(outcome.stderr, "note: these are the first 5 actions, there are more\n");
    assert_eq!(run(&["--distinct", "--count"]).good(), "433648\n");
    assert_eq!(run(&["--distinct", "--count", "--limit", "1000"]).good(), "1000+\n");
}

#[test]
fn the_engine_protocol_answers() {
    let mut talk = Talk::start(Machine::new().gridball(["engine"]));
    talk.send(format!("position fen {}", position_text()));
    talk.send("legal");
    assert_eq!(talk.line(), "error more than 1000000 legal actions");
    talk.send("legal distinct 100");
    assert!(talk.line().starts_with("legal 100+ "));
    talk.send("perft 2");
    talk.send("stop");
    assert_eq!(talk.line(), "error stopped");
    talk.send("go movetime 50");
    assert!(talk.read_until(&["bestmove "]).ends_with("bestmove "));
    assert_eq!(talk.finish().code(), 0);
}

#[test]
fn line_mode_lists_a_part_and_goes_on() {
    let machine = Machine::new();
    machine.file(
        "game.gbn",
        format!("[Game \"{GAME}\"]\n[First \"human\"]\n[Second \"human\"]\n[Result \"*\"]\n[Position \"{}\"]\n\n*\n", position_text()),
    );
    let output = machine.run(["play", "game.gbn"], "moves\n?\nquit\n").good();
    assert!(output.contains("\n1000000+ legal: ") && output.contains(" …\n"));
    assert!(output.contains("\nPossible next: "), "{output}");
}
