//! The positions that one action leads to.

use std::ops::ControlFlow;

use gridball_core::{
    Coverage,
    paper_soccer::{DistinctResults, PaperSoccerPosition, PathEnd},
};

use crate::{evaluator::Evaluator, meter::Meter, score::Value};

/// So many distinct results of a position are looked at in the search.
pub(super) const RESULTS: usize = 512;

/// A state of a walk takes about this part of the time of a node.
const STATES_PER_NODE: usize = 16;

/// A position after an action that does not lose at once.
#[derive(Clone, Debug)]
pub(super) struct Child {
    pub(super) position: PaperSoccerPosition,
    /// Its number among the results.
    pub(super) number: u16,
    /// Its worth for whoever acted, as a raw [`Value`] that counts from the position before.
    pub(super) value: i32,
    /// By this the search orders them.
    pub(super) order: i32,
}

impl Child {
    /// Whether `value` is the truth.
    pub(super) const fn is_decided(&self) -> bool {
        Value::from_raw(self.value).is_proven()
    }

    /// Its value seen from `level` actions before the position.
    pub(super) const fn value_at(&self, level: usize) -> i32 {
        Value::from_raw(self.value).actions_earlier(level as i32).raw()
    }
}

/// The opponent scores with the next action: a loss in two.
pub(super) const GIVES_GOAL: i32 = Value::LOSS.raw() + 2;
/// Whatever the opponent does next loses: a win in two.
pub(super) const TRAPS: i32 = Value::WIN.raw() - 2;

/// Which results there were.
#[derive(Clone, Copy, Debug)]
pub(super) struct Findings {
    /// Whether all of them were looked at.
    pub(super) complete: bool,
    /// Whether there was one that does not lose at once but gives the opponent a goal.
    pub(super) gives_goal: bool,
}

/// Appends the children of an unfinished position in which the player to move can neither score
/// nor is lost, at most `limit` of them: those that leave the opponent a goal only if
/// `with_losses`. Stops early when the meter has stopped.
pub(super) fn push_children<A, E: Evaluator<PaperSoccerPosition>>(
    position: &PaperSoccerPosition,
    limit: usize,
    with_losses: bool,
    results: &mut DistinctResults,
    evaluator: &mut E,
    meter: &mut Meter<'_, A>,
    children: &mut Vec<Child>,
) -> Findings {
    let coverage = results.find(position, limit);
    meter.count_much_work(results.states() / STATES_PER_NODE);
    let mut ends = results.iter();
    let mut number = 0;
    let mut findings = Findings { complete: coverage == Coverage::Complete, gives_goal: false };
    let _ = results.visit_actions(|action| {
        let quiet = ends.next().is_some_and(|result| result.end == PathEnd::Quiet);
        number += 1;
        if !quiet {
            return ControlFlow::Continue(());
        }
        if meter.stopped() {
            findings.complete = false;
            return ControlFlow::Break(());
        }
        let mut after = position.clone();
        after.advance(action);
        meter.count_node();
        let prospects = after.prospects();
        let value = if prospects.goal {
            findings.gives_goal = true;
            if !with_losses {
                return ControlFlow::Continue(());
            }
            GIVES_GOAL
        } else if !prospects.quiet {
            TRAPS
        } else {
            -Value::estimate(evaluator.evaluate(&after)).raw()
        };
        children.push(Child { position: after, number: (number - 1) as u16, value, order: value });
        ControlFlow::Continue(())
    });
    findings
}
