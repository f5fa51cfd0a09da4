//! The engine: deepening, the root, lines and results.

use super::{
    game::{Candidate, SearchEvaluator, SearchGame},
    search::{MAX_DEPTH, Memory, Search, SearchWeights, Window},
};
use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchResult},
    limits::Limits,
    meter::Meter,
    random_source::RandomSource,
    score::Value,
};

/// Iterative deepening alpha-beta for one game. Depth counts turns.
#[derive(Debug)]
pub(crate) struct AlphaBeta<G: SearchGame, E> {
    memory: Memory<G>,
    evaluator: E,
    weights: SearchWeights,
    mebibytes: u64,
    seed: u64,
}

impl<G: SearchGame, E: SearchEvaluator<G>> AlphaBeta<G, E> {
    /// An engine that remembers positions in `mebibytes` of memory, which it takes when the first
    /// search begins. Equally good actions are tried in an order that depends on `seed`.
    pub(crate) fn new(evaluator: E, weights: SearchWeights, mebibytes: u64, seed: u64) -> Self {
        Self { memory: Memory::new(), evaluator, weights, mebibytes, seed }
    }
}

/// An action of the root position, and what is known about it.
struct RootMove<G: SearchGame> {
    action: G::Compact,
    /// Its place in the order of generation.
    number: usize,
    value: i32,
    bound: Bound,
    visits: u64,
    line: Vec<G::Compact>,
}

impl<G: SearchGame, E: SearchEvaluator<G>> Engine<G> for AlphaBeta<G, E> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &mut dyn Control<G::Action>,
    ) -> Result<SearchResult<G::Action>, SearchError> {
        let mut candidates = Vec::new();
        if position.outcome().is_none() {
            position.push_candidates(&mut candidates);
        }
        if candidates.is_empty() {
            return Err(SearchError::GameOver);
        }
        let meter = Meter::new(limits, position.to_move(), G::CLOCK_INTERVAL, control);
        self.memory.table.begin(self.mebibytes);
        self.memory.ordering.clear();
        let search = Search {
            memory: &mut self.memory,
            evaluator: &mut self.evaluator,
            meter,
            weights: self.weights,
        };
        let mut root = Root {
            position: position.clone(),
            moves: root_moves(candidates, self.seed, position),
            lines: limits.multi_pv.max(1) as usize,
            search,
        };
        let depth_limit = limits.depth.filter(|_| !limits.infinite).unwrap_or(MAX_DEPTH);
        let depth = root.deepen(depth_limit.clamp(1, MAX_DEPTH));
        Ok(root.result(depth))
    }
}

/// The actions of the root, best first, as far as can be seen without search.
fn root_moves<G: SearchGame>(
    candidates: Vec<Candidate<G::Compact>>,
    seed: u64,
    position: &G,
) -> Vec<RootMove<G>> {
    let mut random = RandomSource::new(seed, position);
    let mut ordered: Vec<_> = candidates
        .into_iter()
        .enumerate()
        .map(|(number, candidate)| {
            // Equals are shuffled by the seed.
            ((candidate.order, random.below(1 << 32)), number, candidate.action)
        })
        .collect();
    ordered.sort_by_key(|&(order, number, _)| (std::cmp::Reverse(order), number));
    ordered
        .into_iter()
        .map(|((order, _), number, action)| RootMove {
            line: vec![action.clone()],
            action,
            number,
            value: Value::estimate(order).raw(),
            bound: Bound::Guess,
            visits: 0,
        })
        .collect()
}

struct Root<'a, 'c, G: SearchGame, E> {
    position: G,
    /// Best first; all that were searched in the running iteration before those that were not.
    moves: Vec<RootMove<G>>,
    /// How many of the best have to be known exactly.
    lines: usize,
    search: Search<'a, 'c, G, E>,
}

impl<G: SearchGame, E: SearchEvaluator<G>> Root<'_, '_, G, E> {
    /// Searches deeper and deeper; returns the last depth that was finished.
    fn deepen(&mut self, limit: u32) -> u32 {
        self.lines = self.lines.min(self.moves.len());
        let mut finished = 0;
        for depth in 1..=limit {
            if !self.iterate(depth as i32) {
                // What the unfinished iteration has found still counts.
                self.inform(finished);
                break;
            }
            finished = depth;
            self.inform(depth);
            let best = Value::from_raw(self.moves[0].value);
            if (best.is_proven() && self.lines == 1)
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
        let mover = self.position.to_move();
        // The values of the best so far, best first.
        let mut leaders: Vec<i32> = Vec::with_capacity(self.lines + 1);
        for index in 0..self.moves.len() {
            let exact = index < self.lines;
            let alpha = if exact { Window::FULL.alpha } else { leaders[self.lines - 1] };
            let full = Window { alpha, beta: Window::FULL.beta };
            let nodes = self.search.meter.nodes();
            let action = self.moves[index].action.clone();
            let undo = self.position.play_compact(&action);
            self.search.meter.count_node();
            let mut value;
            if exact {
                value = self.search.after(&mut self.position, mover, depth, full, 1);
            } else {
                let zero = Window { alpha, beta: alpha + 1 };
                value = self.search.after(&mut self.position, mover, depth, zero, 1);
                if value > alpha && !self.search.meter.stopped() {
                    value = self.search.after(&mut self.position, mover, depth, full, 1);
                }
            }
            self.position.undo(undo);
            let root_move = &mut self.moves[index];
            root_move.visits += self.search.meter.nodes() - nodes;
            if self.search.meter.stopped() {
                return false;
            }
            let better = exact || value > alpha;
            root_move.value = value;
            root_move.bound = if better { Bound::Exact } else { Bound::AtMost };
            if better {
                root_move.line.clear();
                root_move.line.push(action);
                root_move.line.extend_from_slice(self.search.line(1));
                // Among the leaders, but behind those that are as good.
                let place = leaders.partition_point(|&leader| leader >= value);
                leaders.insert(place, value);
                leaders.truncate(self.lines);
                self.moves[place..=index].rotate_right(1);
            }
        }
        // What is not among the leaders is ordered by the work it took to refute.
        self.moves[self.lines..].sort_by_key(|root_move| std::cmp::Reverse(root_move.visits));
        true
    }

    fn line(&self, root_move: &RootMove<G>) -> Vec<G::Action> {
        let mut position = self.position.clone();
        root_move
            .line
            .iter()
            .map(|action| {
                let whole = position.action(action);
                position.play_compact(action);
                whole
            })
            .collect()
    }

    fn best_lines(&self) -> Vec<Line<G::Action>> {
        let best = self.moves[..self.lines].iter().map(|root_move| Line {
            score: Value::from_raw(root_move.value).score(),
            actions: self.line(root_move),
        });
        best.collect()
    }

    fn inform(&mut self, depth: u32) {
        let lines = self.best_lines();
        self.search.meter.inform(depth, lines);
    }

    fn result(self, depth: u32) -> SearchResult<G::Action> {
        let lines = self.best_lines();
        let mut order: Vec<&RootMove<G>> = self.moves.iter().collect();
        order.sort_by_key(|root_move| root_move.number);
        let root = order
            .into_iter()
            .map(|root_move| RootAction {
                action: self.position.action(&root_move.action),
                visits: root_move.visits,
                score: Value::from_raw(root_move.value).score(),
                bound: root_move.bound,
            })
            .collect();
        SearchResult {
            best: self.position.action(&self.moves[0].action),
            score: Value::from_raw(self.moves[0].value).score(),
            depth,
            nodes: self.search.meter.nodes(),
            elapsed: self.search.meter.elapsed(),
            lines,
            root,
        }
    }
}
