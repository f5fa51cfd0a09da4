//! The nodes in memory.

use gridball_core::{Outcome, Player};

use super::game::Candidate;
use crate::score::Value;

/// How many actions of an inner position the tree holds, at most; the most promising ones.
const MAX_CHILDREN: usize = 48;
/// So many actions of a position are considered at first, the most promising ones,
const FIRST_WIDTH: usize = 48;
/// and one more after so many visits each.
const VISITS_TO_WIDEN: usize = 8;
/// How much priors count against results.
const EXPLORATION: f64 = 0.9;
/// A child that was never visited is thought to be so much worse than its parent.
const UNVISITED_REDUCTION: f64 = 0.05;

/// Where the root is.
pub(super) const ROOT: usize = 0;

/// A position, or an action that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The sum of all shares of First.
    total: f64,
    /// The action that led here; the root has none.
    action: Option<M>,
    /// The share of the attention it gets before results are known, 0 to 1.
    prior: f32,
    pub(super) visits: u32,
    first_child: u32,
    children: u16,
    /// Whether the children are all actions there are.
    complete: bool,
    /// The result for First, if it is proven.
    proven: Option<Value>,
}

impl<M: Copy> Node<M> {
    const fn new(action: Option<M>, prior: f32) -> Self {
        Self {
            total: 0.0,
            action,
            prior,
            visits: 0,
            first_child: 0,
            children: 0,
            complete: false,
            proven: None,
        }
    }

    /// The mean share of `player`; that of an even position when there were no visits.
    pub(super) fn share(&self, player: Player) -> f64 {
        if self.visits == 0 { 0.5 } else { of(player, self.total / f64::from(self.visits)) }
    }

    /// The result for `player`, if it is proven.
    pub(super) fn proven(&self, player: Player) -> Option<Value> {
        self.proven.map(|value| if player == Player::First { value } else { -value })
    }

    pub(super) const fn is_expanded(&self) -> bool {
        self.children > 0
    }
}

/// First's share as that of `player`.
pub(super) fn of(player: Player, share: f64) -> f64 {
    if player == Player::First { share } else { 1.0 - share }
}

/// All nodes, in memory that is taken once.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    capacity: usize,
    /// The children of the root in the order of generation.
    root_order: Vec<u32>,
    /// Room for sorting.
    keys: Vec<u64>,
}

impl<M: Copy> Tree<M> {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), capacity: 0, root_order: Vec::new(), keys: Vec::new() }
    }

    /// Forgets everything; the tree will hold `mebibytes` of nodes, and in any case the root and
    /// `actions` children of it.
    pub(super) fn begin(&mut self, mebibytes: u64, actions: usize) {
        let bytes = usize::try_from(mebibytes << 20).unwrap_or(usize::MAX);
        self.capacity = (bytes / size_of::<Node<M>>()).clamp(actions + 1, u32::MAX as usize);
        self.nodes.clear();
        self.nodes.reserve_exact(self.capacity);
        self.nodes.push(Node::new(None, 1.0));
    }

    pub(super) const fn capacity(&self) -> usize {
        self.capacity
    }

    pub(super) fn node(&self, index: usize) -> &Node<M> {
        &self.nodes[index]
    }

    pub(super) fn children(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        let first = node.first_child as usize;
        first..first + usize::from(node.children)
    }

    /// The action that led to a node that is not the root.
    pub(super) fn action(&self, index: usize) -> Option<M> {
        self.nodes[index].action
    }

    /// The children of the root in the order of generation.
    pub(super) fn root_children(&self) -> impl Iterator<Item = usize> {
        self.root_order.iter().map(|&child| child as usize)
    }

    /// Gives a node its children, the most promising first: all candidates at the root, elsewhere
    /// only so many. `all` says whether these are all actions there are. Does nothing when there
    /// is no room.
    pub(super) fn expand(&mut self, index: usize, candidates: &[Candidate<M>], all: bool) {
        // Weights are above 0, so their bits are in the order of their values. The place in the
        // list settles ties, so that the order is the same everywhere.
        self.keys.clear();
        self.keys.extend(candidates.iter().zip(0_u32..).map(|(candidate, place)| {
            u64::from(candidate.weight.to_bits()) << 32 | u64::from(u32::MAX - place)
        }));
        let complete = index == ROOT || candidates.len() <= MAX_CHILDREN;
        if !complete {
            self.keys.select_nth_unstable_by(MAX_CHILDREN - 1, |a, b| b.cmp(a));
            self.keys.truncate(MAX_CHILDREN);
        }
        if self.nodes.len() + self.keys.len() > self.capacity {
            return;
        }
        self.keys.sort_unstable_by(|a, b| b.cmp(a));
        let first = self.nodes.len();
        let places = self.keys.iter().map(|&key| (u32::MAX - key as u32) as usize);
        if index == ROOT {
            self.root_order.clear();
            self.root_order.resize(candidates.len(), 0);
            for (place, child) in places.clone().zip(first as u32..) {
                self.root_order[place] = child;
            }
        }
        let sum: f32 = places.clone().map(|place| candidates[place].weight).sum();
        self.nodes.extend(places.map(|place| {
            let Candidate { action, weight } = candidates[place];
            Node::new(Some(action), weight / sum)
        }));
        let node = &mut self.nodes[index];
        node.first_child = first as u32;
        node.children = self.keys.len() as u16;
        node.complete = all && complete;
    }

    /// The children of a node that are considered by now.
    fn considered(&self, index: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[index];
        let first = node.first_child as usize;
        let width = FIRST_WIDTH + node.visits as usize / VISITS_TO_WIDEN;
        first..first + usize::from(node.children).min(width)
    }

    /// The child worth a look, in a position where `player` is to move.
    pub(super) fn select(&self, index: usize, player: Player) -> Option<usize> {
        let node = &self.nodes[index];
        let attention = EXPLORATION * f64::from(node.visits.max(1)).sqrt();
        let unvisited = node.share(player) - UNVISITED_REDUCTION;
        let mut best = None;
        let mut best_worth = f64::NEG_INFINITY;
        for child in self.considered(index) {
            let node = &self.nodes[child];
            let visits = f64::from(node.visits);
            let share = if node.visits == 0 { unvisited } else { node.share(player) };
            let mut worth = share + attention * f64::from(node.prior) / (visits + 1.0);
            // What is lost for sure is only played when everything else is.
            if node.proven(player).is_some_and(|value| value < Value::DRAW) {
                worth -= 1e9;
            }
            if worth > best_worth {
                (best, best_worth) = (Some(child), worth);
            }
        }
        best
    }

    /// Adds one judgement to a node.
    pub(super) fn add(&mut self, index: usize, share: f64) {
        let node = &mut self.nodes[index];
        node.visits = node.visits.saturating_add(1);
        node.total += share;
    }

    /// Notes how the game ended at a node.
    pub(super) fn set_outcome(&mut self, index: usize, outcome: Outcome) {
        self.nodes[index].proven = Some(match outcome {
            Outcome::Win(Player::First) => Value::WIN,
            Outcome::Win(Player::Second) => Value::LOSS,
            Outcome::Draw => Value::DRAW,
        });
    }

    /// Sees what the children prove about a node where `player` is to move: one that wins is
    /// enough, otherwise all have to be known.
    pub(super) fn prove(&mut self, index: usize, player: Player) {
        let mut all = self.nodes[index].complete;
        let mut best: Option<Value> = None;
        for child in self.children(index) {
            match self.nodes[child].proven(player) {
                Some(value) => best = Some(best.map_or(value, |best| best.max(value))),
                None => all = false,
            }
        }
        if let Some(best) = best.filter(|&best| all || best > Value::DRAW) {
            let best = best.one_action_earlier();
            self.nodes[index].proven = Some(if player == Player::First { best } else { -best });
        }
    }

    /// The children of a node where `player` is to move, the one to play first.
    pub(super) fn ranked(&self, index: usize, player: Player) -> Vec<usize> {
        let mut children: Vec<usize> = self.children(index).collect();
        children.sort_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            let proven = |node: &Node<M>| {
                node.proven(player).filter(|&value| value != Value::DRAW).unwrap_or(Value::DRAW)
            };
            proven(b)
                .cmp(&proven(a))
                .then(b.visits.cmp(&a.visits))
                .then(b.share(player).total_cmp(&a.share(player)))
                .then(b.prior.total_cmp(&a.prior))
        });
        children
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(weights: &[f32]) -> Tree<u16> {
        let mut tree = Tree::new();
        tree.begin(1, weights.len());
        let candidates: Vec<_> =
            (0..).zip(weights).map(|(action, &weight)| Candidate { action, weight }).collect();
        tree.expand(ROOT, &candidates, true);
        tree
    }

    #[test]
    fn a_win_proves_its_parent_and_a_loss_does_not() {
        let mut tree = tree(&[1.0, 1.0]);
        tree.set_outcome(1, Outcome::Win(Player::First));
        tree.prove(ROOT, Player::Second);
        assert_eq!(tree.node(ROOT).proven(Player::Second), None);
        assert_eq!(tree.select(ROOT, Player::Second), Some(2));
        tree.prove(ROOT, Player::First);
        let win = Value::WIN.one_action_earlier();
        assert_eq!(tree.node(ROOT).proven(Player::First), Some(win));
        tree.set_outcome(2, Outcome::Draw);
        tree.prove(ROOT, Player::Second);
        assert_eq!(tree.node(ROOT).proven(Player::Second), Some(Value::DRAW));
        assert_eq!(tree.ranked(ROOT, Player::Second), [2, 1]);
    }

    #[test]
    fn the_more_promising_child_is_looked_at_first_and_the_better_one_more_often() {
        let mut tree = tree(&[1.0, 3.0, 1.0]);
        // The most promising one, the second of the list, stands first.
        assert!(tree.root_children().eq([2, 1, 3]));
        assert_eq!(tree.select(ROOT, Player::First), Some(1));
        for _ in 0..1000 {
            let child = tree.select(ROOT, Player::First).unwrap();
            let share = if child == 3 { 0.9 } else { 0.1 };
            tree.add(child, share);
            tree.add(ROOT, share);
        }
        assert_eq!(tree.ranked(ROOT, Player::First)[0], 3);
        assert!(tree.node(3).visits > 900);
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = tree(&[1.0; 40]);
        let mut expanded = 0;
        for index in 0..tree.capacity() {
            if index == ROOT || index >= tree.nodes.len() {
                continue;
            }
            let many = vec![Candidate { action: 0_u16, weight: 1.0 }; 1000];
            tree.expand(index, &many, true);
            expanded += usize::from(tree.node(index).is_expanded());
            assert!(tree.nodes.len() <= tree.capacity());
        }
        assert!(expanded > 100);
        assert!(tree.nodes.capacity() * size_of::<Node<u16>>() <= 1 << 20);
    }
}
