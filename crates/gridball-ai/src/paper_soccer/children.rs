//! The positions that one action leads to.

use std::ops::ControlFlow;

use gridball_core::{
    Coverage,
    paper_soccer::{DistinctResults, PaperSoccerAction, PaperSoccerPosition, PathEnd},
};

use super::judge::Judge;
use crate::{meter::Meter, score::Value};

/// So many distinct results of a position are looked at in a search.
pub(crate) const RESULTS: usize = 512;

/// What a position is worth in which every result that was looked at leaves a goal, but some were
/// not looked at.
pub(crate) const PROBABLY_LOST: i32 = -5_000;

/// A state of a walk takes about this part of the time of a node.
const STATES_PER_NODE: usize = 16;

/// A position after an action that does not lose at once.
#[derive(Clone, Debug)]
pub(crate) struct Child {
    pub(crate) position: PaperSoccerPosition,
    /// Its number among the results.
    pub(crate) number: u16,
    /// Its worth for whoever acted, as a raw [`Value`] that counts from the position before.
    pub(crate) value: i32,
    /// By this a search orders them.
    pub(crate) order: i32,
}

impl Child {
    /// Whether `value` is the truth.
    pub(crate) const fn is_decided(&self) -> bool {
        Value::from_raw(self.value).is_proven()
    }

    /// Its value seen from `level` actions before the position.
    pub(crate) const fn value_at(&self, level: usize) -> i32 {
        Value::from_raw(self.value).actions_earlier(level as i32).raw()
    }
}

/// Visits the actions of an unfinished position that do not end the game, at most `limit` of
/// them: the number among the results, the action, and its [judged](Judge::judge) value. Each
/// counts as a node. Returns whether there are no others; stops early, and there are, when the
/// meter has stopped.
pub(crate) fn visit_children<A>(
    position: &PaperSoccerPosition,
    limit: usize,
    results: &mut DistinctResults,
    judge: &mut Judge,
    meter: &mut Meter<'_, A>,
    mut visit: impl FnMut(u16, &PaperSoccerAction, i32),
) -> bool {
    let mut complete = results.find(position, limit) == Coverage::Complete;
    meter.count_much_work(results.states() / STATES_PER_NODE);
    judge.prepare(position);
    let mut ends = results.iter();
    let mut number = 0;
    let _ = results.visit_actions(|action| {
        let quiet = ends.next().is_some_and(|result| result.end == PathEnd::Quiet);
        number += 1;
        if !quiet {
            return ControlFlow::Continue(());
        }
        if meter.stopped() {
            complete = false;
            return ControlFlow::Break(());
        }
        meter.count_node();
        visit((number - 1) as u16, action, judge.judge(&action.directions));
        ControlFlow::Continue(())
    });
    complete
}
