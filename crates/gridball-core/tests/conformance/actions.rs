//! Generation, legality and play, fast and slow.

use std::{collections::BTreeSet, ops::ControlFlow};

use gridball_core::{AnyAction, AnyPosition, AnySetup, Position, games};

use crate::{
    Run,
    common::{Choices, setup},
};

/// Positions with more actions than this are compared in part. Only paper soccer has them.
const LIMIT: usize = 20_000;

/// Collects what `visit` visits, at most `limit`.
pub(crate) fn collected<A: Clone>(
    limit: usize,
    visit: impl FnOnce(&mut dyn FnMut(&A) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<A> {
    let mut items = Vec::new();
    let _ = visit(&mut |item| {
        if items.len() == limit {
            return ControlFlow::Break(());
        }
        items.push(item.clone());
        ControlFlow::Continue(())
    });
    items
}

/// A visitor of actions. As a `dyn` one, so that generators are not compiled anew for each of
/// them.
pub(crate) type Visit<'a, P> = dyn FnMut(&<P as Position>::Action) -> ControlFlow<()> + 'a;

/// All legal actions, or `None` where they are too many.
pub(crate) fn all_actions<P: Position>(position: &P) -> Option<BTreeSet<P::Action>> {
    let actions = position.actions(LIMIT);
    if actions.len() == LIMIT {
        return None;
    }
    let count = actions.len();
    let set: BTreeSet<P::Action> = actions.into_iter().collect();
    assert_eq!(set.len(), count, "an action was visited twice");
    Some(set)
}

/// Checks that two sets of actions are the same, and names what differs.
pub(crate) fn assert_same_actions<P: Position>(
    position: &P,
    left: (&str, &BTreeSet<P::Action>),
    right: (&str, &BTreeSet<P::Action>),
) {
    for (here, there) in [(left, right), (right, left)] {
        let only: Vec<String> =
            here.1.difference(there.1).map(|action| position.action_text(action)).collect();
        let text = position.position_text();
        assert!(only.is_empty(), "{} but not {}: {}\nin {text}", here.0, there.0, only.join(" "));
    }
}

/// Checks the fast generator of one position against the slow one.
pub(crate) fn assert_fast_is_slow<P: Position>(position: &P) {
    if let Some(fast) = all_actions(position) {
        let slow = collected(LIMIT, |visit| position.visit_slow_actions(visit));
        let count = slow.len();
        let slow: BTreeSet<P::Action> = slow.into_iter().collect();
        assert_eq!(slow.len(), count, "the slow rules visited an action twice");
        assert_same_actions(position, ("fast", &fast), ("slow", &slow));
    } else {
        // The fast legality test knows each action alone; the slow one is the generator itself.
        for action in collected(500, |visit| position.visit_slow_actions(visit)) {
            assert!(position.is_legal(&action), "slow, illegal: {}", position.action_text(&action));
        }
        let slow_count = collected(LIMIT, |visit| position.visit_slow_actions(visit)).len();
        assert_eq!(slow_count, LIMIT, "the slow rules know fewer actions");
    }
}

pub(crate) fn fast_and_slow_rules_give_the_same_actions<P: Position>(run: &Run) {
    run.positions::<P>(|position, _| assert_fast_is_slow(position));
}

pub(crate) fn counts_and_limits_agree_with_visiting<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        let actions = position.actions(LIMIT);
        let count = actions.len() as u64;
        let somewhere = choices.below(actions.len() + 1) as u64;
        for limit in [0, 1, 2, somewhere, count.saturating_sub(1), count] {
            assert_eq!(position.count_actions(limit), limit.min(count), "limit {limit}");
            let some = position.actions(limit as usize);
            assert_eq!(some, actions[..limit.min(count) as usize], "limit {limit}");
        }
        if actions.len() < LIMIT {
            assert_eq!(position.count_actions(count + 1), count);
            assert_eq!(position.count_actions(u64::MAX), count);
            assert_eq!(position.actions(usize::MAX), actions, "the order is fixed");
            let mut visited = 0;
            let visit: &mut Visit<P> = &mut |_| {
                visited += 1;
                ControlFlow::Continue(())
            };
            let flow = position.visit_actions(visit);
            assert_eq!((visited, flow), (count, ControlFlow::Continue(())));
        }
        if let Some(stop_at) = (count > 0).then(|| 1 + choices.below(actions.len())) {
            let mut visited = 0;
            let visit: &mut Visit<P> = &mut |action| {
                assert_eq!(action, &actions[visited]);
                visited += 1;
                if visited == stop_at { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let flow = position.visit_actions(visit);
            assert_eq!((visited, flow), (stop_at, ControlFlow::Break(())));
        }
    });
}

/// Checks that a refused action leaves everything as it was.
fn assert_refused<P: Position>(position: &P, action: &P::Action) {
    let mut after = position.clone();
    let reason = after.play(action).expect_err("an illegal action was played");
    assert_eq!(position.check_action(action).as_ref(), Err(&reason));
    assert!(!reason.to_string().is_empty());
    assert_eq!(&after, position);
    assert_eq!(after.key(), position.key());
    assert_eq!(after.position_text(), position.position_text());
}

pub(crate) fn legal_means_generated<P: Position>(run: &Run) {
    run.games::<P>(|game, choices| {
        // Actions of all kinds: those of the start, of positions of this game, and their images.
        let mut pool: BTreeSet<P::Action> = game.start().actions(400).into_iter().collect();
        let mut positions = vec![game.start().clone()];
        game.replay(|_, _, after| positions.push(after.clone()));
        positions = choices.sample(&positions, 6);
        positions.push(game.position().clone());
        for position in &positions {
            for action in choices.sample(&position.actions(LIMIT), 200) {
                let symmetry = *choices.pick(position.symmetries()).expect("the identity");
                pool.insert(position.transform_action(&action, symmetry));
                pool.insert(action);
            }
        }
        for position in &positions {
            let legal = all_actions(position);
            for action in position.actions(500) {
                assert_eq!(position.check_action(&action), Ok(()));
            }
            let Some(legal) = legal else { continue };
            let mut illegal = Vec::new();
            for action in &pool {
                let is_legal = position.is_legal(action);
                assert_eq!(is_legal, legal.contains(action), "{}", position.action_text(action));
                if !is_legal {
                    illegal.push(action.clone());
                }
            }
            for action in choices.sample(&illegal, 10) {
                assert_refused(position, &action);
            }
        }
    });
}

pub(crate) fn fast_and_slow_play_agree<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        for action in choices.sample(&position.actions(LIMIT), 30) {
            assert_play_is_slow_play(position, &action);
        }
    });
}

/// Checks one legal action: checked, unchecked and slow play lead to the same position, and undo
/// leads back.
pub(crate) fn assert_play_is_slow_play<P: Position>(position: &P, action: &P::Action) {
    let name = position.action_text(action);
    let slow = position.slow_play(action);
    let mut fast = position.clone();
    let undo = fast.play(action).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    assert_eq!(fast, slow, "{name}");
    assert_eq!(fast.key(), slow.key(), "{name}");
    assert_eq!(fast.position_text(), slow.position_text(), "{name}");
    assert_eq!(fast.outcome(), slow.outcome(), "{name}");
    assert_eq!(fast.end_reason(), slow.end_reason(), "{name}");
    assert_eq!(fast.validate(), Ok(()), "{name}");
    fast.undo(undo);
    assert_eq!(&fast, position, "{name}");
    assert_eq!(fast.key(), position.key(), "{name}");
    let undo = fast.play_unchecked(action);
    assert_eq!(fast, slow, "{name}");
    fast.undo(undo);
    assert_eq!(&fast, position, "{name}");
}

/// Only `AnyPosition` can be handed an action of another game; the type of a game rules it out.
pub(crate) fn an_action_of_another_game_is_refused(run: &Run) {
    let position = AnyPosition::start(&setup::<AnyPosition>(run.id));
    let here = core::mem::discriminant(&position);
    let mut choices = Choices::new(1);
    for id in games().iter().flat_map(|game| game.setups) {
        let other =
            AnyPosition::start(&id.parse::<AnySetup>().expect("the list of games is right"));
        if core::mem::discriminant(&other) == here {
            continue;
        }
        for action in choices.sample(&other.actions(100), 10) {
            let refused: &AnyAction = &action;
            assert_refused(&position, refused);
        }
    }
}
