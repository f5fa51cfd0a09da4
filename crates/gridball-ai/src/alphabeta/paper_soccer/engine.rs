//! The engine: the root, deepening, lines and results.
//!
//! At the root three things hold whatever the limits are: a goal that can be scored is scored; no
//! action is played that loses at once unless all do; and none that leaves the opponent a goal,
//! unless all do that were found. The last takes one look at each distinct result. In the few
//! positions that have more than [`ROOT_RESULTS`] of them and no such action among these,
//! [`MANY_RESULTS`] are tried, and then paths in another order, [`MOST_PATHS`] of them.

use std::{cmp::Reverse, ops::ControlFlow};

use gridball_core::{
    Position,
    paper_soccer::{DistinctResults, PaperSoccerAction, PaperSoccerPosition, PathEnd},
};

use super::{
    children::{Child, GIVES_GOAL, RESULTS, TRAPS},
    search::{INFINITE, MAX_DEPTH, Memory, PROBABLY_LOST, Search, Window},
};
use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchInfo, SearchResult},
    evaluator::Evaluator,
    limits::Limits,
    meter::Meter,
    random_source::RandomSource,
    score::{Score, Value},
};

/// After so much work the clock is looked at: well below a millisecond.
const CLOCK_INTERVAL: u32 = 128;

/// So many distinct results of the root are looked at in any case.
const ROOT_RESULTS: usize = 1 << 12;

/// So many if all of those leave the opponent a goal. Finding them takes some 10 ms.
const MANY_RESULTS: usize = 1 << 14;

/// So many paths are tried after that.
const MOST_PATHS: u32 = 1 << 17;

/// Iterative deepening alpha-beta over distinct results. Depth counts actions.
#[derive(Debug)]
pub(crate) struct PaperSoccerAlphaBeta<E> {
    memory: Memory,
    evaluator: E,
    mebibytes: u64,
    seed: u64,
}

impl<E> PaperSoccerAlphaBeta<E> {
    /// An engine that remembers positions in `mebibytes` of memory, which it takes when the first
    /// search begins. Equally good actions are tried in an order that depends on `seed`.
    pub(crate) fn new(evaluator: E, mebibytes: u64, seed: u64) -> Self {
        Self { memory: Memory::new(), evaluator, mebibytes, seed }
    }
}

/// An action of the root position, and what is known about it.
struct RootMove {
    child: Child,
    action: PaperSoccerAction,
    /// Its place in the order of generation.
    number: usize,
    value: i32,
    bound: Bound,
    visits: u64,
    /// What follows it: numbers of results.
    line: Vec<u16>,
}

impl<E: Evaluator<PaperSoccerPosition>> Engine<PaperSoccerPosition> for PaperSoccerAlphaBeta<E> {
    fn search(
        &mut self,
        position: &PaperSoccerPosition,
        limits: &Limits,
        control: &mut dyn Control<PaperSoccerAction>,
    ) -> Result<SearchResult<PaperSoccerAction>, SearchError> {
        if position.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let meter = Meter::new(limits, position.to_move(), CLOCK_INTERVAL, control);
        let mut search = Search { memory: &mut self.memory, evaluator: &mut self.evaluator, meter };
        let (mut moves, complete) = search.root_moves(position);
        if moves.is_empty() {
            // Not reached: an unfinished position has an action.
            return Err(SearchError::GameOver);
        }
        let mut random = RandomSource::new(self.seed, position);
        // Equals are shuffled by the seed.
        let mut ordered: Vec<_> =
            moves.drain(..).map(|root| ((root.value, random.below(1 << 32)), root)).collect();
        ordered.sort_by_key(|&(order, ref root)| (Reverse(order), root.number));
        let moves: Vec<_> = ordered.into_iter().map(|(_, root)| root).collect();
        let lines = (limits.multi_pv.max(1) as usize).min(moves.len());
        let mut root = Root { moves, lines, complete, search };
        let depth_limit = limits.depth.filter(|_| !limits.infinite).unwrap_or(MAX_DEPTH);
        let depth = if root.is_settled() {
            root.inform(1);
            1
        } else {
            root.search.memory.table.begin(self.mebibytes);
            root.deepen(depth_limit.clamp(1, MAX_DEPTH))
        };
        Ok(root.result(depth))
    }
}

impl<E: Evaluator<PaperSoccerPosition>> Search<'_, '_, E> {
    /// The actions of the root that are worth a look, and whether no other can be better. What is
    /// found does not depend on the limits, but for the last resort, which `stop` may cut short.
    fn root_moves(&mut self, position: &PaperSoccerPosition) -> (Vec<RootMove>, bool) {
        if let Some(action) = position.scoring_action() {
            return (vec![decided(position, action, Value::WIN.raw() - 1)], true);
        }
        let mut results = std::mem::take(&mut self.memory.results);
        let mut complete = is_complete(&mut results, position, ROOT_RESULTS);
        let mut moves = Vec::new();
        if position.can_avoid_loss() {
            self.push_quiet(position, &results, &mut moves);
            let leaves_goal = |moves: &[RootMove]| moves.iter().all(|m| m.value == GIVES_GOAL);
            if !complete && leaves_goal(&moves) {
                complete = is_complete(&mut results, position, MANY_RESULTS);
                let found = first_safe(position, &results);
                let found = if found.is_some() || complete {
                    found
                } else {
                    first_safe_path(position, &mut || self.meter.is_called_off())
                };
                if let Some(action) = found {
                    let mut root = decided(position, action, 0);
                    root.value = self.judged(&root.child.position);
                    root.child.value = root.value;
                    root.number = moves.len();
                    moves.push(root);
                }
            }
        } else {
            moves.extend(
                results.action(0).map(|action| decided(position, action, Value::LOSS.raw() + 1)),
            );
        }
        // A search gives back what one of the many kinds of positions made it take.
        if results.states() <= ROOT_RESULTS * 16 {
            self.memory.results = results;
        }
        (moves, complete)
    }

    /// Adds all actions that do not lose at once.
    fn push_quiet(
        &mut self,
        position: &PaperSoccerPosition,
        results: &DistinctResults,
        moves: &mut Vec<RootMove>,
    ) {
        let mut ends = results.iter();
        let _ = results.visit_actions(|action| {
            if ends.next().is_some_and(|result| result.end == PathEnd::Quiet) {
                let mut root = decided(position, action.clone(), 0);
                if self.meter.stopped() {
                    self.meter.count_much_work(1);
                } else {
                    self.meter.count_node();
                }
                root.value = self.judged(&root.child.position);
                root.child.value = root.value;
                root.bound = if root.child.is_decided() { Bound::Exact } else { Bound::Guess };
                root.number = moves.len();
                moves.push(root);
            }
            ControlFlow::Continue(())
        });
    }

    /// The value of a position for the player who has just acted, as a raw [`Value`] that counts
    /// from the position before.
    fn judged(&mut self, after: &PaperSoccerPosition) -> i32 {
        let prospects = after.prospects();
        if prospects.goal {
            GIVES_GOAL
        } else if !prospects.quiet {
            TRAPS
        } else {
            -Value::estimate(self.evaluator.evaluate(after)).raw()
        }
    }
}

fn is_complete(
    results: &mut DistinctResults,
    position: &PaperSoccerPosition,
    limit: usize,
) -> bool {
    results.find(position, limit) == gridball_core::Coverage::Complete
}

/// An action with a value that is known.
fn decided(position: &PaperSoccerPosition, action: PaperSoccerAction, value: i32) -> RootMove {
    let mut after = position.clone();
    after.advance(&action);
    RootMove {
        child: Child { position: after, number: 0, value, order: 0 },
        action,
        number: 0,
        value,
        bound: Bound::Exact,
        visits: 0,
        line: Vec::new(),
    }
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

struct Root<'a, 'c, E> {
    /// Best first; all that were searched in the running iteration before those that were not.
    moves: Vec<RootMove>,
    /// How many of the best have to be known exactly.
    lines: usize,
    /// Whether no action that was left out can be better.
    complete: bool,
    search: Search<'a, 'c, E>,
}

impl<E: Evaluator<PaperSoccerPosition>> Root<'_, '_, E> {
    /// Whether the best action is known without a search.
    fn is_settled(&self) -> bool {
        let best = self.moves[0].value;
        self.lines == 1 && Value::from_raw(best).is_proven() && (best > 0 || self.complete)
            || self.moves.iter().all(|root| root.child.is_decided())
    }

    /// Searches deeper and deeper; returns the last depth that was finished.
    fn deepen(&mut self, limit: u32) -> u32 {
        let mut finished = 0;
        for depth in 1..=limit {
            if !self.iterate(depth as i32) {
                // What the unfinished iteration has found still counts.
                self.inform(finished);
                break;
            }
            finished = depth;
            self.inform(depth);
            if self.moves[..self.lines].iter().all(|m| Value::from_raw(m.value).is_proven())
                || self.moves.len() == 1 && depth >= 3 && self.search.meter.is_timed()
                || self.search.meter.enough()
            {
                break;
            }
        }
        finished
    }

    /// Searches all root moves to `depth`. `false` if the search was stopped before the end; the
    /// moves are in order all the same.
    fn iterate(&mut self, depth: i32) -> bool {
        // The values of the best so far, best first.
        let mut leaders: Vec<i32> = Vec::with_capacity(self.lines + 1);
        for index in 0..self.moves.len() {
            if self.search.meter.stopped() {
                return false;
            }
            let exact = index < self.lines;
            let alpha = if exact { -INFINITE } else { leaders[self.lines - 1] };
            let full = Window { alpha, beta: INFINITE };
            let nodes = self.search.meter.nodes();
            let root = &mut self.moves[index];
            let mut value;
            if exact {
                value = self.search.child(&root.child, depth, full, 1);
            } else {
                let zero = Window { alpha, beta: alpha + 1 };
                value = self.search.child(&root.child, depth, zero, 1);
                if value > alpha && !self.search.meter.stopped() {
                    value = self.search.child(&root.child, depth, full, 1);
                }
            }
            root.visits += self.search.meter.nodes() - nodes;
            if self.search.meter.stopped() {
                return false;
            }
            let better = exact || value > alpha;
            root.value = value;
            root.bound = if better { Bound::Exact } else { Bound::AtMost };
            if better {
                root.line.clear();
                root.line.extend_from_slice(self.search.line(1));
                // Among the leaders, but behind those that are as good.
                let place = leaders.partition_point(|&leader| leader >= value);
                leaders.insert(place, value);
                leaders.truncate(self.lines);
                self.moves[place..=index].rotate_right(1);
            }
        }
        // What is not among the leaders is ordered by the work it took to refute, the lost last.
        self.moves[self.lines..].sort_by_key(|root| {
            (root.child.value == GIVES_GOAL, Reverse(root.visits), Reverse(root.child.value))
        });
        true
    }

    /// The actions of a line.
    fn line(&mut self, index: usize) -> Vec<PaperSoccerAction> {
        let root = &self.moves[index];
        let mut actions = vec![root.action.clone()];
        let mut position = root.child.position.clone();
        let results = &mut self.search.memory.results;
        for &number in &root.line {
            results.find(&position, RESULTS);
            let Some(action) = results.action(number.into()) else { break };
            position.advance(&action);
            actions.push(action);
        }
        // What everybody sees: the goal, or the end of a trap.
        let end = match Value::from_raw(root.value).is_proven() && position.outcome().is_none() {
            true if position.can_score() => position.scoring_action(),
            true if !position.can_avoid_loss() => {
                results.find(&position, RESULTS);
                results.action(0)
            }
            _ => None,
        };
        actions.extend(end);
        actions
    }

    /// What is known about the position if this move is played. A loss is not proven while other
    /// actions were left out.
    fn score(&self, rank: usize) -> Score {
        let value = Value::from_raw(self.moves[rank].value);
        if self.complete || value.raw() > 0 || !value.is_proven() {
            value.score()
        } else {
            Score::Estimate(PROBABLY_LOST)
        }
    }

    fn inform(&mut self, depth: u32) {
        for rank in 0..self.lines {
            let info = SearchInfo {
                depth,
                rank: rank as u32 + 1,
                score: self.score(rank),
                nodes: self.search.meter.nodes(),
                elapsed: self.search.meter.elapsed(),
                line: self.line(rank),
            };
            self.search.meter.info(&info);
        }
    }

    fn result(mut self, depth: u32) -> SearchResult<PaperSoccerAction> {
        let lines: Vec<_> = (0..self.lines)
            .map(|rank| Line { score: self.score(rank), actions: self.line(rank) })
            .collect();
        let best = self.moves[0].action.clone();
        let score = self.score(0);
        self.moves.sort_by_key(|root| root.number);
        SearchResult {
            best,
            score,
            depth,
            nodes: self.search.meter.nodes(),
            elapsed: self.search.meter.elapsed(),
            lines,
            root: self
                .moves
                .into_iter()
                .map(|root| RootAction {
                    action: root.action,
                    visits: root.visits,
                    score: Value::from_raw(root.value).score(),
                    bound: root.bound,
                })
                .collect(),
        }
    }
}
