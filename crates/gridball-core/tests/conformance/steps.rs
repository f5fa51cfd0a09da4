//! Actions built piece by piece.

use std::collections::{BTreeSet, HashSet};

use gridball_core::{Position, Step};

use crate::{
    Run,
    actions::{all_actions, assert_same_actions},
    common::Choices,
};

/// The whole tree of steps is walked where a position has at most so many actions.
const LIMIT: u64 = 2_000;

/// The steps after `prefix`, with everything checked that must hold of them.
fn checked_steps<P: Position>(position: &P, prefix: &[Step]) -> Vec<Step> {
    let steps = position.steps(prefix);
    assert!(steps.is_sorted(), "{steps:?} after {prefix:?}");
    let mut texts = HashSet::new();
    for (index, &step) in steps.iter().enumerate() {
        assert!((step.0 as usize) < position.step_space(), "{step:?} after {prefix:?}");
        assert!(!steps[..index].contains(&step), "{step:?} twice after {prefix:?}");
        let text = step_text(position, prefix, step);
        assert!(!text.is_empty());
        assert!(!text.contains(char::is_whitespace), "{text:?}");
        assert_eq!(position.parse_step(prefix, &text), Ok(step), "{text} after {prefix:?}");
        assert!(texts.insert(text.clone()), "{text} stands for two steps after {prefix:?}");
    }
    steps
}

fn step_text<P: Position>(position: &P, prefix: &[Step], step: Step) -> String {
    let mut text = String::new();
    position.write_step(prefix, step, &mut text).expect("writing to a String cannot fail");
    text
}

/// Walks every way to go on from `prefix` and collects the actions.
fn walk<P: Position>(position: &P, prefix: &mut Vec<Step>, found: &mut BTreeSet<P::Action>) {
    let steps = checked_steps(position, prefix);
    let action = position.finish(prefix);
    assert!(action.is_some() || !steps.is_empty() || prefix.is_empty(), "dead end: {prefix:?}");
    if let Some(action) = action {
        assert_eq!(&position.action_steps(&action), prefix, "{}", position.action_text(&action));
        let text = position.action_text(&action);
        assert!(found.insert(action), "two ways to build {text}");
    }
    for step in steps {
        prefix.push(step);
        walk(position, prefix, found);
        prefix.pop();
    }
}

pub(crate) fn steps_build_exactly_the_legal_actions<P: Position>(run: &Run) {
    let run = Run { cases: run.cases.div_ceil(3), ..*run };
    run.positions::<P>(|position, _| {
        if position.count_actions(LIMIT) == LIMIT {
            return;
        }
        let mut built = BTreeSet::new();
        walk(position, &mut Vec::new(), &mut built);
        let legal = all_actions(position).expect("few");
        assert_same_actions(position, ("built of steps", &built), ("legal", &legal));
    });
}

/// In positions of any size: actions whose steps are followed, and steps that lead to actions.
pub(crate) fn steps_follow_single_actions<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        for action in choices.sample(&position.actions(5_000), 10) {
            let steps = position.action_steps(&action);
            assert_eq!(position.finish(&steps).as_ref(), Some(&action));
            for (index, step) in steps.iter().enumerate() {
                let offered = checked_steps(position, &steps[..index]);
                assert!(offered.contains(step), "{steps:?} is refused at {index}");
            }
        }
        for _ in 0..5 {
            let Some((steps, action)) = stroll(position, choices) else { return };
            assert_eq!(position.check_action(&action), Ok(()));
            assert_eq!(position.action_steps(&action), steps);
        }
    });
}

/// Random steps until an action is complete; `None` in a finished game.
fn stroll<P: Position>(position: &P, choices: &mut Choices) -> Option<(Vec<Step>, P::Action)> {
    let mut prefix = Vec::new();
    loop {
        let steps = checked_steps(position, &prefix);
        let action = position.finish(&prefix);
        let goes_on = !steps.is_empty() && (action.is_none() || choices.below(2) == 0);
        if !goes_on {
            assert!(action.is_some() || prefix.is_empty(), "dead end: {prefix:?}");
            return action.map(|action| (prefix, action));
        }
        prefix.push(*choices.pick(&steps)?);
    }
}

pub(crate) fn steps_off_the_path_lead_nowhere<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        let mut prefix = Vec::new();
        loop {
            let steps = position.steps(&prefix);
            for _ in 0..10 {
                // One too large now and then.
                let wrong = Step(choices.below(position.step_space() + 2) as u16);
                if steps.contains(&wrong) {
                    continue;
                }
                let mut off = prefix.clone();
                off.push(wrong);
                assert_eq!(position.steps(&off), [], "after {off:?}");
                assert_eq!(position.finish(&off), None, "{off:?}");
                if let Some(&then) = steps.first() {
                    off.push(then);
                    assert_eq!(position.steps(&off), [], "after {off:?}");
                    assert_eq!(position.finish(&off), None, "{off:?}");
                }
            }
            let Some(&step) = choices.pick(&steps) else { break };
            prefix.push(step);
        }
    });
}
