//! The actions of the root.
//!
//! At the root three things hold whatever the limits are: a goal that can be scored is scored; no
//! action is played that loses at once unless all do; and none that leaves the opponent a goal,
//! unless all do that were found. The last takes one look at each distinct result. In the few
//! positions that have more than [`ROOT_RESULTS`] of them and no such action among these,
//! [`MANY_RESULTS`] are tried, and then paths in another order, [`MOST_PATHS`] of them.

use std::{cmp::Reverse, ops::ControlFlow};

use gridball_core::{
    Coverage, Position,
    paper_soccer::{DistinctResults, PaperSoccerAction, PaperSoccerPosition, PathEnd},
};

use super::{
    children::Child,
    judge::{GIVES_GOAL, Judge},
};
use crate::{meter::Meter, random_source::RandomSource, score::Value};

/// So many distinct results of the root are looked at in any case.
const ROOT_RESULTS: usize = 1 << 12;

/// So many if all of those leave the opponent a goal. Finding them takes some 10 ms.
const MANY_RESULTS: usize = 1 << 14;

/// So many paths are tried after that.
const MOST_PATHS: u32 = 1 << 17;

/// An action of the root that is worth a look.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) child: Child,
    pub(crate) action: PaperSoccerAction,
    /// Its place in the order of generation.
    pub(crate) number: usize,
}

impl Candidate {
    /// An action with a value that is known.
    fn new(position: &PaperSoccerPosition, action: PaperSoccerAction, value: i32) -> Self {
        let mut after = position.clone();
        after.advance(&action);
        Self { child: Child { position: after, number: 0, value, order: 0 }, action, number: 0 }
    }
}

/// The candidates of an unfinished position, at least one, the best first, equals shuffled by
/// `seed`; and whether no action that was left out can be better. What is found does not depend
/// on the limits, but for the last resort, which `stop` may cut short.
pub(crate) fn candidates<A>(
    position: &PaperSoccerPosition,
    results: &mut DistinctResults,
    judge: &mut Judge,
    meter: &mut Meter<'_, A>,
    seed: u64,
) -> (Vec<Candidate>, bool) {
    let (candidates, complete) = unordered(position, results, judge, meter);
    let mut random = RandomSource::new(seed, position);
    let mut ordered: Vec<_> = candidates
        .into_iter()
        .map(|candidate| ((candidate.child.value, random.below(1 << 32)), candidate))
        .collect();
    ordered.sort_by_key(|&(order, ref candidate)| (Reverse(order), candidate.number));
    (ordered.into_iter().map(|(_, candidate)| candidate).collect(), complete)
}

fn unordered<A>(
    position: &PaperSoccerPosition,
    shared_results: &mut DistinctResults,
    judge: &mut Judge,
    meter: &mut Meter<'_, A>,
) -> (Vec<Candidate>, bool) {
    if let Some(action) = position.scoring_action() {
        return (vec![Candidate::new(position, action, Value::WIN.raw() - 1)], true);
    }
    judge.prepare(position);
    let mut results = std::mem::take(shared_results);
    let mut complete = is_complete(&mut results, position, ROOT_RESULTS);
    let mut candidates = Vec::new();
    if position.can_avoid_loss() {
        push_quiet(position, &results, judge, meter, &mut candidates);
        let leaves_goal = candidates.iter().all(|candidate| candidate.child.value == GIVES_GOAL);
        if !complete && leaves_goal {
            complete = is_complete(&mut results, position, MANY_RESULTS);
            let found = first_safe(position, &results);
            let found = if found.is_some() || complete {
                found
            } else {
                first_safe_path(position, &mut || meter.is_called_off())
            };
            if let Some(action) = found {
                let value = judge.judge(&action.directions);
                let mut candidate = Candidate::new(position, action, value);
                candidate.number = candidates.len();
                candidates.push(candidate);
            }
        }
    } else {
        let first = results.action(0);
        candidates
            .extend(first.map(|action| Candidate::new(position, action, Value::LOSS.raw() + 1)));
    }
    // A search gives back what one of the many kinds of positions made it take.
    if results.states() <= ROOT_RESULTS * 16 {
        *shared_results = results;
    }
    (candidates, complete)
}

/// Adds all actions that do not lose at once.
fn push_quiet<A>(
    position: &PaperSoccerPosition,
    results: &DistinctResults,
    judge: &mut Judge,
    meter: &mut Meter<'_, A>,
    candidates: &mut Vec<Candidate>,
) {
    let mut ends = results.iter();
    let mut called_off = meter.is_called_off();
    let _ = results.visit_actions(|action| {
        if ends.next().is_some_and(|result| result.end == PathEnd::Quiet) {
            // Past the limit of nodes, the first look is still a whole one; past that of time, a
            // glance has to do.
            if meter.stopped() {
                meter.count_much_work(1);
            } else {
                meter.count_node();
            }
            called_off = called_off || meter.unchecked() == 0 && meter.is_called_off();
            let value = if called_off {
                judge.glance(&action.directions)
            } else {
                judge.judge(&action.directions)
            };
            let mut candidate = Candidate::new(position, action.clone(), value);
            candidate.number = candidates.len();
            candidates.push(candidate);
        }
        ControlFlow::Continue(())
    });
}

fn is_complete(
    results: &mut DistinctResults,
    position: &PaperSoccerPosition,
    limit: usize,
) -> bool {
    results.find(position, limit) == Coverage::Complete
}

/// Whether an action neither loses at once nor leaves the opponent a goal.
fn is_safe(position: &PaperSoccerPosition, action: &PaperSoccerAction) -> bool {
    let mut after = position.clone();
    after.advance(action);
    after.outcome().is_none() && !after.can_score()
}

/// The first of the results that is safe.
fn first_safe(
    position: &PaperSoccerPosition,
    results: &DistinctResults,
) -> Option<PaperSoccerAction> {
    let mut found = None;
    let _ = results.visit_actions(|action| {
        if is_safe(position, action) {
            found = Some(action.clone());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}

/// The first of all paths that is safe, as far as [`MOST_PATHS`] go.
fn first_safe_path(
    position: &PaperSoccerPosition,
    called_off: &mut dyn FnMut() -> bool,
) -> Option<PaperSoccerAction> {
    let mut found = None;
    let mut paths = 0;
    let _ = position.visit_actions(|action| {
        paths += 1;
        if is_safe(position, action) {
            found = Some(action.clone());
        }
        if found.is_some() || paths == MOST_PATHS || paths % 1024 == 0 && called_off() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    found
}

/// Plays `line` to its end, and adds what everybody sees then: the goal, or the end of a trap.
pub(crate) fn push_visible_end(
    after: &PaperSoccerPosition,
    results: &mut DistinctResults,
    line: &mut Vec<PaperSoccerAction>,
) {
    if after.outcome().is_some() {
        return;
    }
    let end = if after.can_score() {
        after.scoring_action()
    } else if after.can_avoid_loss() {
        None
    } else {
        results.find(after, super::children::RESULTS);
        results.action(0)
    };
    line.extend(end);
}
