//! Texts of positions, actions and set-ups.

use std::collections::HashSet;

use gridball_core::{AnyPosition, AnySetup, Position, SetupError, TextError, TextErrorKind, games};

use crate::{
    Run,
    actions::{all_actions, assert_fast_is_slow, assert_play_is_slow_play},
    common::{Choices, setup},
};

/// Checks that a position comes back from its text in every respect.
fn assert_round_trip<P: Position>(position: &P) {
    let text = position.position_text();
    let reread = P::parse_position(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(&reread, position, "{text}");
    assert_eq!(reread.position_text(), text);
    assert_eq!(reread.key(), position.key(), "{text}");
    assert_eq!(reread.clock(), position.clock(), "{text}");
    assert_eq!(reread.to_move(), position.to_move(), "{text}");
    assert_eq!(reread.outcome(), position.outcome(), "{text}");
    assert_eq!(reread.end_reason(), position.end_reason(), "{text}");
    assert_eq!(reread.setup(), position.setup(), "{text}");
    assert_eq!(reread.validate(), Ok(()), "{text}");
    assert_eq!(reread.actions(2_000), position.actions(2_000), "{text}");
    assert_eq!(reread.planes(), position.planes(), "{text}");

    assert!(text.starts_with(&format!("{} v1", position.setup())), "{text}");
    assert!(!text.contains("moves"), "{text}");
    assert!(!text.contains(|c: char| c.is_control() || c.is_whitespace() && c != ' '), "{text}");
    assert!(!text.contains("  ") && !text.ends_with(' '), "{text:?}");
    assert!(text.len() <= gridball_core::text::MAX_POSITION_TEXT);
}

pub(crate) fn positions_round_trip<P: Position>(run: &Run) {
    run.games::<P>(|game, _| {
        assert_round_trip(game.start());
        game.replay(|_, _, after| assert_round_trip(after));
    });
}

/// Counters and repetition history come back too: the same actions lead to the same end.
pub(crate) fn a_reread_position_plays_on_alike<P: Position>(run: &Run) {
    run.games::<P>(|game, choices| {
        let reread_after = choices.below(game.len() + 1);
        let mut position = game.start().clone();
        let mut reread = None;
        for (index, action) in game.actions().enumerate() {
            if index == reread_after {
                let text = position.position_text();
                reread = Some(P::parse_position(&text).expect("it was just written"));
            }
            position.play_unchecked(action);
            if let Some(reread) = &mut reread {
                let played = reread.play(action);
                assert!(played.is_ok(), "{:?}", played.err());
                assert_eq!(reread, &position);
                assert_eq!(reread.outcome(), position.outcome());
                assert_eq!(reread.end_reason(), position.end_reason());
            }
        }
    });
}

pub(crate) fn actions_round_trip<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        let mut texts = HashSet::new();
        for action in choices.sample(&position.actions(20_000), 400) {
            let text = position.action_text(&action);
            assert!(!text.is_empty());
            assert!(!text.contains(char::is_whitespace), "{text:?}");
            assert_eq!(position.parse_action(&text).as_ref(), Ok(&action), "{text}");
            let mut written = String::new();
            position.write_action_for_people(&action, &mut written).expect("a String");
            assert_eq!(position.parse_action(&written).as_ref(), Ok(&action), "{written}");
            assert!(texts.insert(text.clone()), "{text} stands for two actions");
        }
    });
}

/// Damages a text in one to three places.
fn damaged(text: &str, choices: &mut Choices) -> String {
    const SIGNS: &str = "0123456789abcdefgmnpvxNSEWXO ,.:;/-+×*#=?!()\t\n\0\u{e9}\u{430}\u{1f600}";
    let signs: Vec<char> = SIGNS.chars().collect();
    let mut damaged: Vec<char> = text.chars().collect();
    for _ in 0..=choices.below(3) {
        let at = choices.below(damaged.len());
        let sign = signs[choices.below(signs.len())];
        match choices.below(10) {
            0 if !damaged.is_empty() => drop(damaged.remove(at)),
            1 => damaged.insert(at, sign),
            2 if !damaged.is_empty() => damaged[at] = sign,
            3 if at > 0 => damaged.swap(at - 1, at),
            4 => damaged.truncate(at),
            5 => damaged.push(sign),
            6 => {
                let number = format!("{}", choices.next() >> choices.below(64));
                let _ = damaged.splice(at..at, number.chars());
            }
            // A digit that is off by one leaves the text well formed, and may break a rule.
            7 | 8 => {
                let digits: Vec<usize> =
                    (0..damaged.len()).filter(|&index| damaged[index].is_ascii_digit()).collect();
                if let Some(&index) = choices.pick(&digits) {
                    damaged[index] = signs[choices.below(10)];
                }
            }
            // A word of the text, taken twice, left out or changed for another.
            _ => {
                let text: String = damaged.iter().collect();
                let mut words: Vec<&str> = text.split(' ').collect();
                let (from, to) = (choices.below(words.len()), choices.below(words.len()));
                match choices.below(3) {
                    0 => words.insert(to, words[from]),
                    1 => drop(words.remove(from)),
                    _ => words.swap(from, to),
                }
                damaged = words.join(" ").chars().collect();
            }
        }
    }
    damaged.into_iter().collect()
}

/// Checks that an error points into the text, or right behind it.
fn assert_error_in_text(error: &TextError, text: &str) {
    let columns = 1..=text.chars().count() + 1;
    assert!(columns.contains(&error.column), "{error} in {text:?}");
    assert!(!error.kind.to_string().is_empty());
}

pub(crate) fn damaged_position_texts_are_refused_or_valid<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        let text = position.position_text();
        for _ in 0..100 {
            let damaged = damaged(&text, choices);
            match P::parse_position(&damaged) {
                Ok(position) => {
                    assert_eq!(position.validate(), Ok(()), "{damaged}");
                    assert_round_trip(&position);
                    // What is accepted may be out of reach of play; the rules hold all the same.
                    assert_fast_is_slow(&position);
                    for action in choices.sample(&position.actions(2_000), 4) {
                        assert_play_is_slow_play(&position, &action);
                    }
                }
                Err(error) => assert_error_in_text(&error, &damaged),
            }
        }
    });
}

pub(crate) fn damaged_action_texts_are_refused_or_round_trip<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        let legal = all_actions(position);
        for action in choices.sample(&position.actions(2_000), 20) {
            let mut text = position.action_text(&action);
            if choices.below(2) == 0 {
                text.clear();
                position.write_action_for_people(&action, &mut text).expect("a String");
            }
            for _ in 0..10 {
                let damaged = damaged(&text, choices);
                match position.parse_action(&damaged) {
                    Ok(action) => {
                        let canonical = position.action_text(&action);
                        assert_eq!(position.parse_action(&canonical).as_ref(), Ok(&action));
                        if let Some(legal) = &legal {
                            let contained = legal.contains(&action);
                            assert_eq!(position.is_legal(&action), contained, "{damaged:?}");
                        }
                    }
                    Err(error) => assert_error_in_text(&error, &damaged),
                }
                if let Err(error) = position.parse_step(&[], &damaged) {
                    assert_error_in_text(&error, &damaged);
                }
            }
        }
    });
}

pub(crate) fn texts_of_other_games_are_refused<P: Position>(run: &Run) {
    let refused = |text: &str| P::parse_position(text).expect_err("read as this game");
    let unknown = refused("chess:8x8 v1 8/8");
    assert_eq!(unknown.column, 1);
    assert_eq!(unknown.kind, TextErrorKind::Setup(SetupError::UnknownGame));
    assert_eq!(refused("").column, 1);

    let own = P::start(&setup::<P>(run.id)).position_text();
    for id in games().iter().flat_map(|game| game.setups) {
        if id.parse::<P::Setup>() == Err(SetupError::UnknownGame) {
            let other: AnySetup = id.parse().expect("the list of games is right");
            let error = refused(&AnyPosition::start(&other).position_text());
            assert_eq!(error, TextError { column: 1, kind: TextErrorKind::OtherGame }, "{id}");
        } else if *id != run.id {
            // A text of this type, but of another set-up, is what it says it is.
            let other = P::start(&setup::<P>(id)).position_text();
            assert_ne!(P::parse_position(&other), P::parse_position(&own), "{id}");
        }
    }
}

pub(crate) fn ids_round_trip<P: Position>(run: &Run) {
    let setup = setup::<P>(run.id);
    assert_eq!(setup.to_string(), run.id, "the list holds canonical ids");
    assert_eq!(P::start(&setup).setup(), setup);
    let mut choices = Choices::new(7);
    for _ in 0..500 {
        let damaged = damaged(run.id, &mut choices);
        match damaged.parse::<P::Setup>() {
            Ok(setup) => {
                let canonical = setup.to_string();
                assert!(!canonical.contains(char::is_whitespace), "{canonical:?}");
                assert_eq!(canonical.parse::<P::Setup>(), Ok(setup.clone()));
                let start = P::start(&setup);
                assert_eq!(start.validate(), Ok(()), "{canonical}");
                assert_eq!(start.setup(), setup);
                assert!(start.count_actions(1) > 0, "{canonical}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
