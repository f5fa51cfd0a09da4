//! The engine: the root, lines and results.

use std::{cmp::Reverse, sync::Arc};

use gridball_core::{
    Direction, Position,
    paper_soccer::{DistinctResults, PaperSoccerAction, PaperSoccerPosition},
};

use super::tree::{Node, SURE, Tree};
use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchResult},
    limits::Limits,
    meter::Meter,
    paper_soccer::{
        Network,
        children::{PROBABLY_LOST, RESULTS, visit_children},
        judge::{GIVES_GOAL, Judge},
        root::{Candidate, candidates, push_visible_end},
    },
    score::{Score, Value},
};

/// After so much work the clock is looked at: well below a millisecond.
const CLOCK_INTERVAL: u32 = 128;

/// The deepest that the tree can be, in actions.
const MAX_DEPTH: u32 = 200;

/// The most memory that is used, in MiB. More would take too long to tidy up.
const MOST_MEBIBYTES: u64 = 256;

/// How much the search looks at what seems worse, in thousandths of the merit of a sure win.
const EXPLORATION: u16 = 50;

/// With a single action, nodes enough for a score.
const ENOUGH_FOR_ONE: u64 = 2_000;

/// Best-first minimax over distinct results of paper soccer. Depth counts actions.
#[derive(Debug)]
pub struct BestFirst {
    judge: Judge,
    mebibytes: u64,
    seed: u64,
    exploration: u16,
    tree: Tree,
    results: DistinctResults,
    candidates: Vec<Candidate>,
}

/// A position of the tree, and what the search thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreePosition<'a> {
    /// The position; the game goes on, and the player to move neither can score nor is lost.
    pub position: &'a PaperSoccerPosition,
    /// Its worth for the player to move.
    pub score: Score,
    /// How often the search came here.
    pub visits: u32,
}

impl BestFirst {
    /// An engine that judges by `network`, or by the written evaluation on other fields and where
    /// there is none. Its tree takes up to `mebibytes` of memory. Equally good actions are tried
    /// in an order that depends on `seed`.
    pub fn new(network: Option<Arc<Network>>, mebibytes: u64, seed: u64) -> Self {
        Self::with_judge(Judge::with_network(network, 0, seed), mebibytes, seed)
    }

    pub(crate) fn with_judge(judge: Judge, mebibytes: u64, seed: u64) -> Self {
        Self {
            judge,
            mebibytes,
            seed,
            exploration: EXPLORATION,
            tree: Tree::default(),
            results: DistinctResults::new(),
            candidates: Vec::new(),
        }
    }

    /// The same engine, but how much it looks at what seems worse is not the tuned number: it is
    /// given in thousandths of the worth of a sure win.
    #[must_use]
    pub const fn exploring(mut self, exploration: u16) -> Self {
        self.exploration = exploration;
        self
    }

    /// Visits the positions of the last search whose children were looked at.
    pub fn visit_tree(&self, mut visit: impl FnMut(TreePosition<'_>)) {
        let mut steps = Vec::new();
        let mut pending: Vec<_> = self
            .candidates
            .iter()
            .enumerate()
            .map(|(index, candidate)| (index, candidate.child.position.clone()))
            .collect();
        while let Some((index, position)) = pending.pop() {
            let Some(node) = self.tree.nodes.get(index).filter(|node| node.has_children()) else {
                continue;
            };
            let value = (-Value::from_raw(node.value)).actions_earlier(-1);
            visit(TreePosition { position: &position, score: value.score(), visits: node.visits });
            for child in node.children() {
                if self.tree.nodes[child].has_children() {
                    self.tree.nodes[child].read_path(&mut steps);
                    let mut after = position.clone();
                    after.walk(&steps);
                    pending.push((child, after));
                }
            }
        }
    }
}

impl Engine<PaperSoccerPosition> for BestFirst {
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
        let Self { judge, results, tree, .. } = self;
        let (found, complete) = candidates(position, results, judge, &mut meter, self.seed);
        self.candidates = found;
        if self.candidates.is_empty() {
            // Not reached: an unfinished position has an action.
            return Err(SearchError::GameOver);
        }
        tree.begin();
        tree.nodes.extend(self.candidates.iter().map(|root| Node::of_root(root.child.value)));
        let memory = self.mebibytes.min(MOST_MEBIBYTES) << 20;
        let most_nodes = memory as usize / size_of::<Node>();
        let lines = (limits.multi_pv.max(1) as usize).min(self.candidates.len());
        let depth_limit = limits.depth.filter(|_| !limits.infinite).unwrap_or(MAX_DEPTH);
        let mut search = Search {
            candidates: &self.candidates,
            tree,
            results,
            judge,
            meter,
            exploration: i64::from(self.exploration) * i64::from(SURE) / 1000,
            most_nodes: most_nodes.max(self.candidates.len() + 4 * RESULTS),
            depth_limit: depth_limit.clamp(1, MAX_DEPTH) as usize,
            lines,
            complete,
            visits: 0,
            depth: 1,
            intact: true,
            path: Vec::new(),
            steps: Vec::new(),
        };
        search.run();
        Ok(search.result())
    }
}

/// A running search.
struct Search<'a, 'c> {
    candidates: &'a [Candidate],
    tree: &'a mut Tree,
    results: &'a mut DistinctResults,
    judge: &'a mut Judge,
    meter: Meter<'c, PaperSoccerAction>,
    exploration: i64,
    most_nodes: usize,
    depth_limit: usize,
    /// How many of the best actions have to be known well.
    lines: usize,
    /// Whether no action of the root that was left out can be better.
    complete: bool,
    /// How often the search went down from the root.
    visits: u32,
    /// The deepest level at which children were added.
    depth: u32,
    /// Whether the tree below the root is in order.
    intact: bool,
    /// The nodes on the way down.
    path: Vec<usize>,
    steps: Vec<Direction>,
}

impl Search<'_, '_> {
    fn run(&mut self) {
        let mut next_info = 1_000;
        while !self.is_settled() && !self.meter.stopped() {
            if self.tree.nodes.len() + RESULTS > self.most_nodes {
                let meter = &self.meter;
                self.intact = self.tree.shrink(|| meter.is_called_off());
                if !self.intact {
                    return;
                }
            }
            self.visit();
            if self.meter.nodes() >= next_info {
                self.inform();
                next_info = self.meter.nodes() * 2;
            }
        }
        self.inform();
    }

    /// Whether there is nothing left to find out.
    fn is_settled(&self) -> bool {
        let roots = &self.tree.nodes[..self.candidates.len()];
        let mut open = roots.iter().filter(|root| !root.closed);
        if open.next().is_none() {
            return true;
        }
        if self.lines > 1 {
            return false;
        }
        let wins = |root: &Node| root.value > 0 && Value::from_raw(root.value).is_proven();
        let single = roots.len() == 1 || open.next().is_none() && self.complete;
        let enough = self.meter.is_timed() && self.meter.nodes() >= ENOUGH_FOR_ONE;
        roots.iter().any(wins) || single && enough
    }

    /// Goes down to a leaf, adds its children, and brings the values up to date.
    fn visit(&mut self) {
        self.path.clear();
        let skip = self.visits as usize % self.lines;
        let roots = 0..self.candidates.len();
        let Some(mut index) = self.tree.choose(roots, self.visits, self.exploration, skip) else {
            return;
        };
        self.visits = self.visits.saturating_add(1);
        let mut position = self.candidates[index].child.position.clone();
        loop {
            self.path.push(index);
            let node = self.tree.nodes[index];
            if !node.has_children() {
                break;
            }
            let Some(next) = self.tree.choose(node.children(), node.visits, self.exploration, 0)
            else {
                // All children are closed, and so is this one.
                self.tree.nodes[index].closed = true;
                break;
            };
            index = next;
            self.tree.nodes[index].read_path(&mut self.steps);
            position.walk(&self.steps);
        }
        if self.path.len() >= self.depth_limit {
            self.tree.nodes[index].closed = true;
        }
        if self.tree.nodes[index].closed {
            self.tree.update(index, false);
        } else if !self.expand(index, &position) {
            return;
        }
        self.path.pop();
        while let Some(index) = self.path.pop() {
            self.tree.update(index, true);
        }
    }

    /// Adds the children of a leaf, and gives it the value of the best of them. `false`, and
    /// nothing is changed, if the search was stopped before the end.
    fn expand(&mut self, index: usize, position: &PaperSoccerPosition) -> bool {
        let first = self.tree.nodes.len();
        let nodes = &mut self.tree.nodes;
        let mut all_fit = true;
        let complete = visit_children(
            position,
            RESULTS,
            self.results,
            self.judge,
            &mut self.meter,
            |_, action, value| {
                if value != GIVES_GOAL {
                    let node = Node::new(&action.directions, value);
                    all_fit &= node.is_some();
                    nodes.extend(node);
                }
            },
        );
        if self.meter.stopped() {
            nodes.truncate(first);
            return false;
        }
        self.tree.adopt(index, first, complete && all_fit);
        self.tree.update(index, true);
        self.depth = self.depth.max(self.path.len() as u32 + 1);
        true
    }

    /// The root actions from the best on: those that win, those that are not decided, those that
    /// lose.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.candidates.len()).collect();
        order.sort_by_key(|&index| {
            let node = &self.tree.nodes[index];
            let proven = Value::from_raw(node.value).is_proven();
            let standing = match (proven, node.value > 0) {
                (true, true) => (2, i64::from(node.value)),
                (true, false) => (0, i64::from(node.value)),
                (false, _) => (1, standing(node)),
            };
            (Reverse(standing), Reverse(node.value), index)
        });
        order
    }

    /// The actions of the line that begins with this root action.
    fn line(&mut self, root: usize) -> Vec<PaperSoccerAction> {
        let candidate = &self.candidates[root];
        let mut actions = vec![candidate.action.clone()];
        let mut position = candidate.child.position.clone();
        let mut node = self.tree.nodes[root];
        let proven = Value::from_raw(node.value).is_proven();
        while self.intact && node.has_children() {
            let children = &self.tree.nodes[node.children()];
            let best = children
                .iter()
                .max_by_key(|child| (if proven { 0 } else { child.visits }, child.value));
            let Some(&best) = best else { break };
            best.read_path(&mut self.steps);
            let start = position.setup().name(position.ball());
            actions.push(PaperSoccerAction { start, directions: self.steps.clone() });
            position.walk(&self.steps);
            node = best;
        }
        if Value::from_raw(node.value).is_proven() {
            push_visible_end(&position, self.results, &mut actions);
        }
        actions
    }

    /// What is known about the position if this root action is played. A loss is not proven while
    /// other actions were left out.
    fn score(&self, root: usize) -> Score {
        let value = Value::from_raw(self.tree.nodes[root].value);
        if self.complete || value.raw() > 0 || !value.is_proven() {
            value.score()
        } else {
            Score::Estimate(PROBABLY_LOST)
        }
    }

    fn best_lines(&mut self) -> Vec<Line<PaperSoccerAction>> {
        let order = self.order();
        let mut lines: Vec<_> = order[..self.lines]
            .iter()
            .map(|&root| Line { score: self.score(root), actions: self.line(root) })
            .collect();
        Line::level_scores(&mut lines);
        lines
    }

    fn inform(&mut self) {
        let lines = self.best_lines();
        self.meter.inform(self.depth, lines);
    }

    fn result(mut self) -> SearchResult<PaperSoccerAction> {
        let lines = self.best_lines();
        let mut numbers: Vec<_> = (0..self.candidates.len()).collect();
        numbers.sort_by_key(|&index| self.candidates[index].number);
        SearchResult {
            // The root has actions, so there is a line.
            best: lines[0].actions[0].clone(),
            score: lines[0].score,
            depth: self.depth,
            nodes: self.meter.nodes(),
            elapsed: self.meter.elapsed(),
            lines,
            root: numbers
                .into_iter()
                .map(|index| {
                    let node = &self.tree.nodes[index];
                    let value = Value::from_raw(node.value);
                    RootAction {
                        action: self.candidates[index].action.clone(),
                        visits: u64::from(node.visits),
                        score: value.score(),
                        bound: if node.visits > 0 || value.is_proven() {
                            Bound::Exact
                        } else {
                            Bound::Guess
                        },
                    }
                })
                .collect(),
        }
    }
}

/// How much speaks for an action whose result is not proven: what looks good, and has been looked
/// at for long.
fn standing(node: &Node) -> i64 {
    // Of the natural logarithm: ln 2 is 177 / 256.
    let visited = (i64::from(logarithm(node.visits.saturating_add(3))) * 177) >> 8;
    i64::from(node.merit()) + ((i64::from(SURE) * visited) >> 8)
}

/// 256 times the logarithm to base 2, straight lines between the powers of 2.
const fn logarithm(number: u32) -> u32 {
    let log = number.ilog2();
    let part = ((number as u64) << 8 >> log) as u32 & 255;
    (log << 8) + part
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use gridball_core::paper_soccer::{PaperSoccerSetup, PathEnd};

    use super::*;
    use crate::{control::Unattended, random_source::RandomSource};

    fn engine(mebibytes: u64) -> BestFirst {
        BestFirst::with_judge(Judge::new(0, 0), mebibytes, 5)
    }

    /// The value of a position for the player to move, by looking at everything; `None` if that
    /// is too much.
    fn solve(position: &PaperSoccerPosition, known: &mut BTreeMap<u64, Value>) -> Option<Value> {
        if let Some(outcome) = position.outcome() {
            let won = outcome.winner() == Some(position.to_move());
            return Some(if won { Value::WIN } else { Value::LOSS });
        }
        if let Some(&value) = known.get(&position.key()) {
            return Some(value);
        }
        if known.len() > 10_000 {
            return None;
        }
        let mut children = Vec::new();
        let mut results = DistinctResults::new();
        if results.find(position, 1_000) != gridball_core::Coverage::Complete {
            return None;
        }
        let _ = results.visit_actions(|action| {
            let mut after = position.clone();
            after.advance(action);
            children.push(after);
            std::ops::ControlFlow::Continue(())
        });
        let mut best = Value::LOSS;
        for child in children {
            best = best.max((-solve(&child, known)?).one_action_earlier());
        }
        known.insert(position.key(), best);
        Some(best)
    }

    /// A position after some random actions in which nothing is decided at once.
    fn random_position(setup: &str, actions: usize, seed: u64) -> Option<PaperSoccerPosition> {
        let mut position = PaperSoccerPosition::start(&setup.parse::<PaperSoccerSetup>().unwrap());
        let mut results = DistinctResults::new();
        for _ in 0..actions {
            results.find(&position, 1000);
            let quiet: Vec<_> = (0..results.len())
                .filter(|&index| results.get(index).is_some_and(|r| r.end == PathEnd::Quiet))
                .collect();
            let pick = RandomSource::new(seed, &position).below(quiet.len() as u64) as usize;
            position.advance(&results.action(*quiet.get(pick)?)?);
        }
        (!position.can_score() && position.can_avoid_loss()).then_some(position)
    }

    #[test]
    fn small_fields_are_solved_as_by_looking_at_everything() {
        let (mut wins, mut losses) = (0, 0);
        let fields = [("paper-soccer:2,4,2", 1..4), ("paper-soccer:2,4,4", 3..8)];
        let cases = fields.map(|(setup, range)| range.map(move |actions| (setup, actions)));
        for (setup, actions) in cases.into_iter().flatten() {
            for seed in 0..80 {
                let Some(position) = random_position(setup, actions, seed) else { continue };
                let Some(truth) = solve(&position, &mut BTreeMap::new()) else { continue };
                let limits = Limits::nodes(50_000);
                let result = engine(4).search(&position, &limits, &mut Unattended).unwrap();
                // As exact as can be: "win in n" may be more than the shortest win, not less.
                match (truth.score(), result.score) {
                    (Score::Win(least), Score::Win(found)) => {
                        assert!(found >= least, "{position:?} {found} {least}");
                        wins += 1;
                    }
                    (Score::Loss(_), Score::Loss(_)) => losses += 1,
                    other => panic!("{position:?}: {other:?}"),
                }
            }
        }
        assert!(wins >= 4 && losses >= 10, "{wins} {losses}");
    }

    #[test]
    fn the_tree_stays_in_order_when_memory_is_given_back() {
        let position = random_position("paper-soccer:2,8,10", 4, 3).unwrap();
        let limits = Limits::nodes(120_000);
        let mut engine = engine(1);
        let result = engine.search(&position, &limits, &mut Unattended).unwrap();
        assert!(position.is_legal(&result.best));
        assert_eq!(result.nodes, 120_000);
        let memory = engine.tree.nodes.len() * size_of::<Node>();
        assert!(memory <= 1 << 20, "{memory}");
        // All that is left hangs together: actions are legal, and values are those of children.
        let mut steps = Vec::new();
        let mut seen = engine.candidates.len();
        let mut pending: Vec<_> = engine
            .candidates
            .iter()
            .enumerate()
            .map(|(index, candidate)| (index, candidate.child.position.clone()))
            .collect();
        while let Some((index, position)) = pending.pop() {
            let node = engine.tree.nodes[index];
            if !node.has_children() {
                continue;
            }
            let mut best = i32::MIN;
            for child in node.children() {
                let child_node = engine.tree.nodes[child];
                assert!(child_node.visits <= node.visits);
                child_node.read_path(&mut steps);
                let start = position.setup().name(position.ball());
                let action = PaperSoccerAction { start, directions: steps.clone() };
                assert!(position.is_legal(&action));
                let mut after = position.clone();
                after.advance(&action);
                pending.push((child, after));
                best = best.max(child_node.value);
                seen += 1;
            }
            if node.complete {
                let value = -Value::from_raw(best).one_action_earlier().raw();
                assert_eq!(node.value, value);
            }
        }
        assert_eq!(seen, engine.tree.nodes.len());
    }

    #[test]
    fn logarithms_grow() {
        let logarithms: Vec<_> = [1, 2, 3, 4, 5, 1000, u32::MAX].map(logarithm).to_vec();
        assert_eq!(logarithms[..4], [0, 256, 384, 512]);
        assert!(logarithms.is_sorted() && logarithms[6] < 32 * 256);
    }
}
