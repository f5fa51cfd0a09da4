//! Keys identify all that decides legality.

use std::collections::HashMap;

use gridball_core::Position;

use crate::{Run, actions::all_actions};

/// A few positions round one: after one action, and after three in another order.
fn neighbours<P: Position>(
    position: &P,
    choices: &mut crate::common::Choices,
    mut visit: impl FnMut(P),
) {
    let actions = choices.sample(&position.actions(1_000), 360);
    let after = |position: &P, action: &P::Action| {
        let mut after = position.clone();
        after.play(action).ok().map(|_| after)
    };
    for action in &actions {
        visit(after(position, action).expect("it was generated"));
    }
    for _ in 0..20 {
        let Some(first) = choices.pick(&actions) else { return };
        let Some(one) = after(position, first) else { continue };
        let Some(answer) = choices.pick(&one.actions(1_000)).cloned() else { continue };
        let Some(two) = after(&one, &answer) else { continue };
        let Some(third) = choices.pick(&two.actions(1_000)).cloned() else { continue };
        for order in [[first, &answer, &third], [&third, &answer, first]] {
            let end = order.into_iter().try_fold(position.clone(), |at, action| after(&at, action));
            if let Some(end) = end {
                visit(end);
            }
        }
    }
}

pub(crate) fn equal_positions_have_equal_keys<P: Position>(run: &Run) {
    let transpositions = core::cell::Cell::new(0);
    run.positions::<P>(|position, choices| {
        let mut keys: HashMap<String, u64> = HashMap::new();
        let mut positions: HashMap<u64, (P, String)> = HashMap::new();
        neighbours(position, choices, |neighbour| {
            let (key, text) = (neighbour.key(), neighbour.position_text());
            assert_eq!(keys.insert(text.clone(), key).unwrap_or(key), key, "two keys for {text}");
            if let Some((other, other_text)) = positions.get(&key) {
                assert_eq!(other == &neighbour, other_text == &text, "{other_text}\n{text}");
                transpositions.set(transpositions.get() + 1);
            } else {
                positions.insert(key, (neighbour, text));
            }
        });
    });
    assert!(transpositions.get() > 0, "no key was reached in two ways: this shows nothing");
}

pub(crate) fn other_keys_mean_other_positions<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        neighbours(position, choices, |neighbour| {
            let same = position.same_but_for_clocks(&neighbour);
            assert_eq!(same, position.key() == neighbour.key(), "{}", neighbour.position_text());
        });
    });
}

pub(crate) fn equal_keys_mean_equal_rules<P: Position>(run: &Run) {
    let run = Run { cases: run.cases.div_ceil(2), ..*run };
    run.games::<P>(|game, choices| {
        // One key, one set of legal actions: over the whole game and round its end.
        let mut seen: HashMap<u64, P> = HashMap::new();
        let mut more = choices.clone();
        let mut check = |position: &P| {
            let Some(other) = seen.insert(position.key(), position.clone()) else { return };
            let texts = || format!("{}\n{}", other.position_text(), position.position_text());
            assert!(other.same_but_for_clocks(position), "{}", texts());
            assert!(position.same_but_for_clocks(&other), "{}", texts());
            assert_eq!(other.to_move(), position.to_move(), "{}", texts());
            // What only a clock ended keeps the key.
            if other.outcome().is_none() && position.outcome().is_none() {
                assert_eq!(all_actions(&other), all_actions(position), "{}", texts());
                // And so it goes on.
                for action in more.sample(&position.actions(2_000), 5) {
                    let (mut one, mut two) = (other.clone(), position.clone());
                    one.play_unchecked(&action);
                    two.play_unchecked(&action);
                    assert_eq!(one.key(), two.key(), "{}", texts());
                }
            }
        };
        check(game.start());
        game.replay(|_, _, after| check(after));
        neighbours(game.position(), choices, |neighbour| check(&neighbour));
    });
}
