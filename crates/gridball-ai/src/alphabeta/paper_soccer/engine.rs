//! The engine: the root, deepening, lines and results.

use std::cmp::Reverse;

use gridball_core::{
    Position,
    paper_soccer::{PaperSoccerAction, PaperSoccerPosition},
};

use super::search::{INFINITE, MAX_DEPTH, Memory, Search, Window};
use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchResult},
    limits::Limits,
    meter::Meter,
    paper_soccer::{
        children::{Child, PROBABLY_LOST, RESULTS},
        judge::{GIVES_GOAL, Judge},
        root::{Candidate, candidates, push_visible_end},
    },
    score::{Score, Value},
};

/// After so much work the clock is looked at: well below a millisecond.
const CLOCK_INTERVAL: u32 = 128;

/// Iterative deepening alpha-beta over distinct results. Depth counts actions.
#[derive(Debug)]
pub(crate) struct PaperSoccerAlphaBeta {
    memory: Memory,
    judge: Judge,
    mebibytes: u64,
    seed: u64,
}

impl PaperSoccerAlphaBeta {
    /// An engine that remembers positions in `mebibytes` of memory, which it takes when the first
    /// search begins. Equally good actions are tried in an order that depends on `seed`.
    pub(crate) fn new(judge: Judge, mebibytes: u64, seed: u64) -> Self {
        Self { memory: Memory::new(), judge, mebibytes, seed }
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

impl RootMove {
    fn new(candidate: Candidate) -> Self {
        let Candidate { child, action, number } = candidate;
        let bound = if child.is_decided() { Bound::Exact } else { Bound::Guess };
        Self { value: child.value, child, action, number, bound, visits: 0, line: Vec::new() }
    }
}

impl Engine<PaperSoccerPosition> for PaperSoccerAlphaBeta {
    fn search(
        &mut self,
        position: &PaperSoccerPosition,
        limits: &Limits,
        control: &mut dyn Control<PaperSoccerAction>,
    ) -> Result<SearchResult<PaperSoccerAction>, SearchError> {
        if position.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let mut meter = Meter::new(limits, position.to_move(), CLOCK_INTERVAL, control);
        let results = &mut self.memory.results;
        let (found, complete) =
            candidates(position, results, &mut self.judge, &mut meter, self.seed);
        if found.is_empty() {
            // Not reached: an unfinished position has an action.
            return Err(SearchError::GameOver);
        }
        let moves: Vec<_> = found.into_iter().map(RootMove::new).collect();
        let search = Search { memory: &mut self.memory, judge: &mut self.judge, meter };
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

struct Root<'a, 'c> {
    /// Best first; all that were searched in the running iteration before those that were not.
    moves: Vec<RootMove>,
    /// How many of the best have to be known exactly.
    lines: usize,
    /// Whether no action that was left out can be better.
    complete: bool,
    search: Search<'a, 'c>,
}

impl Root<'_, '_> {
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
        if Value::from_raw(root.value).is_proven() {
            push_visible_end(&position, results, &mut actions);
        }
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

    fn best_lines(&mut self) -> Vec<Line<PaperSoccerAction>> {
        (0..self.lines)
            .map(|rank| Line { score: self.score(rank), actions: self.line(rank) })
            .collect()
    }

    fn inform(&mut self, depth: u32) {
        let lines = self.best_lines();
        self.search.meter.inform(depth, lines);
    }

    fn result(mut self, depth: u32) -> SearchResult<PaperSoccerAction> {
        let lines = self.best_lines();
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
