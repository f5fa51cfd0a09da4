//! Texts of actions and positions, and games by both kinds of rules.

use std::{collections::BTreeSet, ops::ControlFlow};

use arbitrary::Unstructured;
use gridball_core::{AnyAction, AnyPosition, AnySetup, Position, TextError};

/// The set-ups that inputs play on. The place in this list is what the first byte of an input of
/// [`play_against_slow`] chooses, so new ones go to the end. Small ones are better than large
/// ones: much happens soon.
pub const IDS: &[&str] = &[
    "gridball:12x12/6",
    "gridball:20x26/4",
    "gridball:32x40/4",
    "paper-football:12x12/4",
    "paper-football:16x24/4",
    "football-checkers:corners",
    "football-checkers:corners/open",
    "paper-soccer:2,4,4",
    "paper-soccer:2,8,10/lower",
    "dots:7x7",
    "dots:12x9/plain/stop=40/playoff",
    "dots:39x32",
];

/// Positions with more actions than this are compared in part. Only paper soccer has them.
const LIMIT: usize = 5_000;

/// So many actions are read or played of one input.
const LONGEST_GAME: usize = 100;

fn start(id: &str) -> AnyPosition {
    let setup: AnySetup = id.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
    AnyPosition::start(&setup)
}

fn check_error(error: &TextError, text: &str) {
    let columns = 1..=text.chars().count() + 1;
    assert!(columns.contains(&error.column), "{error}, outside of the text");
}

/// Reads every line as an action of every game and plays those that are legal.
///
/// # Panics
///
/// When an action that was read does not come back from its own text, or the like.
pub fn parse_action(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for id in IDS {
        let mut position = start(id);
        for line in text.lines().take(LONGEST_GAME) {
            if let Err(error) = position.parse_step(&[], line) {
                check_error(&error, line);
            }
            match position.parse_action(line) {
                Err(error) => check_error(&error, line),
                Ok(action) => {
                    let canonical = position.action_text(&action);
                    assert!(!canonical.contains(char::is_whitespace), "{canonical:?}");
                    assert_eq!(position.parse_action(&canonical).as_ref(), Ok(&action));
                    let legal = position.is_legal(&action);
                    assert_eq!(position.play(&action).is_ok(), legal, "{canonical}");
                }
            }
        }
    }
}

/// Reads the input as a position of whatever game; what is read must be valid, come back from
/// its own text, and obey the rules.
///
/// # Panics
///
/// When it does not.
pub fn parse_position(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match AnyPosition::parse_position(&text) {
        Err(error) => check_error(&error, &text),
        Ok(position) => {
            assert_eq!(position.validate(), Ok(()));
            let canonical = position.position_text();
            assert_eq!(AnyPosition::parse_position(&canonical).as_ref(), Ok(&position));
            check_actions(&position);
            for action in position.actions(20) {
                check_play(&position, &action);
            }
        }
    }
}

/// Plays a game that the bytes choose, and compares the fast with the slow rules at every action.
///
/// # Panics
///
/// When they differ, or undo does not lead back.
pub fn play_against_slow(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(id) = bytes.choose(IDS) else { return };
    let mut position = start(id);
    let mut history = Vec::new();
    while !bytes.is_empty() && history.len() < LONGEST_GAME {
        check_actions(&position);
        let actions = position.actions(LIMIT);
        let Ok(action) = bytes.choose(&actions) else { break };
        check_play(&position, action);
        let before = position.clone();
        let undo = position.play_unchecked(action);
        history.push((before, undo));
    }
    while let Some((before, undo)) = history.pop() {
        position.undo(undo);
        assert_eq!(position, before);
        assert_eq!(position.key(), before.key());
    }
}

/// Checks that both generators give the same actions, each once.
fn check_actions(position: &AnyPosition) {
    let fast = position.actions(LIMIT);
    let mut slow = Vec::new();
    let _ = position.visit_slow_actions(|action| {
        slow.push(action.clone());
        if slow.len() == LIMIT { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(fast.len(), slow.len(), "{}", position.position_text());
    assert_eq!(position.count_actions(LIMIT as u64), fast.len() as u64);
    assert_eq!(position.outcome().is_some(), fast.is_empty());
    if fast.len() < LIMIT {
        let fast_set: BTreeSet<&AnyAction> = fast.iter().collect();
        let slow_set: BTreeSet<&AnyAction> = slow.iter().collect();
        assert_eq!(fast_set.len(), fast.len());
        assert_eq!(fast_set, slow_set, "{}", position.position_text());
    } else {
        assert!(slow.iter().all(|action| position.is_legal(action)));
    }
}

/// Checks that one legal action leads to the same position by both rules, and back.
fn check_play(position: &AnyPosition, action: &AnyAction) {
    let slow = position.slow_play(action);
    let mut fast = position.clone();
    match fast.play(action) {
        Err(reason) => panic!("{}: {reason}", position.action_text(action)),
        Ok(undo) => {
            assert_eq!(fast, slow);
            assert_eq!(fast.key(), slow.key());
            assert_eq!(fast.validate(), Ok(()));
            fast.undo(undo);
            assert_eq!(&fast, position);
        }
    }
}
