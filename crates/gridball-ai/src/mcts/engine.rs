//! The engine: iterations, the root, lines and results.

use std::marker::PhantomData;

use gridball_core::{Player, Position};

use super::{
    game::{Candidate, Playground},
    tree::{ROOT, Tree},
};
use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchResult},
    limits::Limits,
    meter::Meter,
    random_source::RandomSource,
    score::{Score, Value},
};

/// After so many nodes the clock is looked at. One takes up to a millisecond on the largest field.
const CLOCK_INTERVAL: u32 = 1;
/// After so many nodes the search asks whether time enough is used.
const ENOUGH_INTERVAL: u64 = 32;
/// The first report comes after so many nodes, the next ones after twice as many each.
const FIRST_REPORT: u64 = 256;

type Action<G> = <<G as Playground>::Position as Position>::Action;

/// Monte Carlo tree search for one game.
///
/// A node is an iteration: a position reached by playing an action in the tree, and judged. What
/// is played inside a judgement does not count. Depth is the length of the longest line in the
/// tree; a limit of depth ends the search when a line is so long, or when there were as many
/// iterations as the tree has room for nodes.
#[derive(Debug)]
pub(crate) struct Mcts<G: Playground> {
    tree: Tree<G::Compact>,
    mebibytes: u64,
    noise: u32,
    seed: u64,
    game: PhantomData<fn() -> G>,
}

impl<G: Playground> Mcts<G> {
    /// An engine whose tree takes up to `mebibytes` of memory. Judgements are wrong by up to
    /// `noise`, in the unit of [`Score`].
    pub(crate) const fn new(mebibytes: u64, noise: u32, seed: u64) -> Self {
        Self { tree: Tree::new(), mebibytes, noise, seed, game: PhantomData }
    }
}

impl<G: Playground> Engine<G::Position> for Mcts<G> {
    fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        control: &mut dyn Control<Action<G>>,
    ) -> Result<SearchResult<Action<G>>, SearchError> {
        let player = position.to_move();
        let meter = Meter::new(limits, player, CLOCK_INTERVAL, control);
        let mut playground = G::new(position, self.noise, self.seed);
        let mut candidates = Vec::new();
        let all = playground.outcome().is_none() && playground.push_candidates(&mut candidates);
        if candidates.is_empty() {
            return Err(SearchError::GameOver);
        }
        self.tree.begin(self.mebibytes, candidates.len());
        self.tree.expand(ROOT, &candidates, all);
        let mut search = Search {
            tree: &mut self.tree,
            playground,
            player,
            random: RandomSource::new(self.seed, position),
            meter,
            candidates,
            path: Vec::new(),
            depth: 0,
            lines: limits.multi_pv.max(1) as usize,
        };
        search.look_for_wins();
        search.run(limits);
        Ok(search.result())
    }
}

struct Search<'a, 'c, G: Playground> {
    tree: &'a mut Tree<G::Compact>,
    /// At the root between iterations.
    playground: G,
    /// Who is to move at the root.
    player: Player,
    random: RandomSource,
    meter: Meter<'c, Action<G>>,
    candidates: Vec<Candidate<G::Compact>>,
    /// The nodes of the running iteration with the players who are to move there.
    path: Vec<(usize, Player)>,
    /// The longest path so far, in actions.
    depth: u32,
    lines: usize,
}

impl<G: Playground> Search<'_, '_, G> {
    /// Tries every action of the root for what ends the game at once, so that no limit makes the
    /// engine miss a win in one action. These are no nodes: they are not judged.
    fn look_for_wins(&mut self) {
        let children: Vec<usize> = self.tree.root_children().collect();
        for child in children {
            let Some(action) = self.tree.action(child) else { continue };
            self.playground.play(action);
            if let Some(outcome) = self.playground.outcome() {
                self.tree.set_outcome(child, outcome);
            }
            self.playground.take_back();
        }
        self.tree.prove(ROOT, self.player);
    }

    fn run(&mut self, limits: &Limits) {
        let only_one = self.tree.root_children().len() == 1;
        let mut next_report = FIRST_REPORT;
        let depth = limits.depth.filter(|_| !limits.infinite).unwrap_or(u32::MAX).max(1);
        let room = if limits.infinite || limits.nodes.is_some() || self.meter.is_timed() {
            u64::MAX
        } else {
            self.tree.capacity() as u64
        };
        while !self.meter.stopped()
            && self.tree.node(ROOT).proven(self.player).is_none()
            && self.depth < depth
            && self.meter.nodes() < room
        {
            self.iterate();
            let nodes = self.meter.nodes();
            if nodes == next_report {
                self.inform();
                next_report *= 2;
            }
            if nodes.is_multiple_of(ENOUGH_INTERVAL)
                && (self.meter.enough() || only_one && self.meter.is_timed())
            {
                break;
            }
        }
        self.inform();
    }

    /// Walks down to a position that is new, or whose result is known, and brings back what it
    /// is worth.
    fn iterate(&mut self) {
        self.path.clear();
        let mut index = ROOT;
        let mut player = self.player;
        let share = loop {
            self.path.push((index, player));
            let node = self.tree.node(index);
            if node.proven(player).is_some() {
                break self.proven_share(index);
            }
            if node.visits == 0 && index != ROOT {
                if let Some(outcome) = self.playground.outcome() {
                    self.tree.set_outcome(index, outcome);
                    break self.playground.share(outcome);
                }
                break self.playground.judge(&mut self.random);
            }
            if !node.is_expanded() {
                self.candidates.clear();
                let all = self.playground.push_candidates(&mut self.candidates);
                self.tree.expand(index, &self.candidates, all);
            }
            let child = self.tree.select(index, player);
            let Some((child, action)) =
                child.and_then(|child| Some((child, self.tree.action(child)?)))
            else {
                // No room for children.
                break self.playground.judge(&mut self.random);
            };
            self.playground.play(action);
            player = self.playground.to_move();
            index = child;
        };
        self.meter.count_node();
        self.depth = self.depth.max(self.path.len() as u32 - 1);
        let mut prove = self.tree.node(index).proven(player).is_some();
        while let Some((index, player)) = self.path.pop() {
            self.tree.add(index, share);
            if !self.path.is_empty() {
                self.playground.take_back();
            }
            if prove && self.tree.node(index).is_expanded() {
                self.tree.prove(index, player);
                prove = self.tree.node(index).proven(player).is_some();
            }
        }
    }

    /// What a proven result is worth to First, on the scale of judgements.
    fn proven_share(&self, index: usize) -> f64 {
        use gridball_core::Outcome::{Draw, Win};
        let value = self.tree.node(index).proven(Player::First).unwrap_or(Value::DRAW);
        self.playground.share(if value > Value::DRAW {
            Win(Player::First)
        } else if value < Value::DRAW {
            Win(Player::Second)
        } else {
            Draw
        })
    }

    /// The score of a child of the root for the player to move at the root.
    fn score(&self, child: usize) -> Score {
        let node = self.tree.node(child);
        if let Some(value) = node.proven(self.player) {
            return value.one_action_earlier().score();
        }
        let offset = self.playground.offset();
        let offset = if self.player == Player::First { offset } else { -offset };
        Value::estimate(offset + estimate(node.share(self.player))).score()
    }

    /// The actions that follow from a child of the root, with the one that leads there.
    fn line(&mut self, child: usize) -> Vec<Action<G>> {
        let mut line = Vec::new();
        let mut next = Some(child);
        while let Some(index) = next {
            let Some(action) = self.tree.action(index) else { break };
            line.push(self.playground.action(action));
            self.playground.play(action);
            next = self
                .tree
                .ranked(index, self.playground.to_move())
                .first()
                .copied()
                .filter(|&child| self.tree.node(child).visits > 0);
        }
        for _ in &line {
            self.playground.take_back();
        }
        line
    }

    fn best_lines(&mut self) -> Vec<Line<Action<G>>> {
        let mut ranked = self.tree.ranked(ROOT, self.player);
        ranked.truncate(self.lines);
        let mut lines: Vec<_> = ranked
            .into_iter()
            .map(|child| Line { score: self.score(child), actions: self.line(child) })
            .collect();
        Line::level_scores(&mut lines);
        lines
    }

    fn inform(&mut self) {
        let lines = self.best_lines();
        self.meter.inform(self.depth, lines);
    }

    fn result(mut self) -> SearchResult<Action<G>> {
        let lines = self.best_lines();
        let root = self
            .tree
            .root_children()
            .filter_map(|child| {
                let node = self.tree.node(child);
                let known = node.visits > 0 || node.proven(self.player).is_some();
                Some(RootAction {
                    action: self.playground.action(self.tree.action(child)?),
                    visits: u64::from(node.visits),
                    score: self.score(child),
                    bound: if known { Bound::Exact } else { Bound::Guess },
                })
            })
            .collect();
        SearchResult {
            // The root has children, so there is a line.
            best: lines[0].actions[0].clone(),
            score: lines[0].score,
            depth: self.depth,
            nodes: self.meter.nodes(),
            elapsed: self.meter.elapsed(),
            lines,
            root,
        }
    }
}

/// An expected share as an estimate: `400 · log10(share / (1 - share))`, by squaring, because the
/// logarithm of the platform is not the same everywhere.
fn estimate(share: f64) -> i32 {
    /// `400 · log10(2)`
    const DOUBLING: f64 = 120.411_998_265_592_46;
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    let mut odds = share / (1.0 - share);
    let mut doublings = 0.0;
    while odds >= 2.0 {
        odds /= 2.0;
        doublings += 1.0;
    }
    while odds < 1.0 {
        odds *= 2.0;
        doublings -= 1.0;
    }
    let mut digit = 0.5;
    for _ in 0..16 {
        odds *= odds;
        if odds >= 2.0 {
            odds /= 2.0;
            doublings += digit;
        }
        digit /= 2.0;
    }
    (doublings * DOUBLING).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_the_inverse_of_expected_points() {
        for cp in [-900, -400, -77, -1, 0, 1, 12, 250, 1000] {
            assert!((estimate(Score::Estimate(cp).expected_points()) - cp).abs() <= 1, "{cp}");
        }
    }
}
