//! The nodes in memory.

use gridball_core::{Outcome, Player};

use super::game::Candidate;
use crate::score::Value;

/// How many actions of an inner position the tree holds, at most; the most promising ones.
const MAX_CHILDREN: usize = 32;
/// How much priors count against results.
const EXPLORATION: f64 = 0.9;
/// A child that was never visited is thought to be so much worse than its parent.
const UNVISITED_REDUCTION: f64 = 0.05;

/// Where the root is.
pub(super) const ROOT: usize = 0;

/// A position that was visited, or is a child of the root.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The sum of all shares of First.
    total: f64,
    pub(super) visits: u32,
    first_edge: u32,
    edges: u16,
    /// The action that led here; the root has none.
    action: Option<M>,
    /// Whether the edges are all actions there are.
    complete: bool,
    /// The result for First, if it is proven.
    proven: Option<Value>,
}

/// An action that leads from one node to another.
#[derive(Clone, Debug)]
struct Edge<M> {
    action: M,
    /// The share of the attention it gets before results are known, 0 to 1.
    prior: f32,
    /// Where it leads; [`ROOT`], where no action leads, as long as it was not visited.
    child: u32,
}

impl<M: Copy> Node<M> {
    const fn new(action: Option<M>) -> Self {
        Self {
            total: 0.0,
            visits: 0,
            first_edge: 0,
            edges: 0,
            action,
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
        self.edges > 0
    }

    fn edges(&self) -> std::ops::Range<usize> {
        let first = self.first_edge as usize;
        first..first + usize::from(self.edges)
    }
}

/// First's share as that of `player`.
pub(super) fn of(player: Player, share: f64) -> f64 {
    if player == Player::First { share } else { 1.0 - share }
}

/// All nodes, in memory that is taken once.
///
/// Most actions are never visited, so an action takes little room, and has no node until it is.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node<M>>,
    edges: Vec<Edge<M>>,
    /// How many of each there may be.
    capacity: usize,
    edge_capacity: usize,
    /// The children of the root in the order of generation.
    root_order: Vec<u32>,
    /// Room for sorting.
    keys: Vec<u64>,
}

impl<M: Copy> Tree<M> {
    pub(super) const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            capacity: 0,
            edge_capacity: 0,
            root_order: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Forgets everything; the tree will take `mebibytes`, and in any case hold the root and its
    /// `actions`.
    pub(super) fn begin(&mut self, mebibytes: u64, actions: usize) {
        // About every other node gets edges, about as many as the root or as there may be.
        let edges = actions.min(MAX_CHILDREN).div_ceil(2).max(1);
        let bytes = usize::try_from(mebibytes << 20).unwrap_or(usize::MAX);
        let capacity = bytes / (size_of::<Node<M>>() + edges * size_of::<Edge<M>>());
        self.capacity = capacity.clamp(actions + 1, u32::MAX as usize);
        self.edge_capacity = (capacity * edges).clamp(actions, u32::MAX as usize);
        self.nodes.clear();
        self.nodes.reserve_exact(self.capacity);
        self.edges.clear();
        self.edges.reserve_exact(self.edge_capacity);
        self.nodes.push(Node::new(None));
    }

    pub(super) const fn capacity(&self) -> usize {
        self.capacity
    }

    pub(super) fn node(&self, index: usize) -> &Node<M> {
        &self.nodes[index]
    }

    /// The children of a node that have a node, the most promising first.
    pub(super) fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        let edges = &self.edges[self.nodes[index].edges()];
        edges.iter().map(|edge| edge.child as usize).filter(|&child| child != ROOT)
    }

    /// The children of the root in the order of generation.
    pub(super) fn root_children(&self) -> impl ExactSizeIterator<Item = usize> {
        self.root_order.iter().map(|&child| child as usize)
    }

    /// The action that led to a node that is not the root.
    pub(super) fn action(&self, index: usize) -> Option<M> {
        self.nodes[index].action
    }

    /// Gives a node its actions, the most promising first: all candidates at the root, where they
    /// get nodes at once, elsewhere only so many. `all` says whether these are all actions there
    /// are. Does nothing when there is no room.
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
        if self.edges.len() + self.keys.len() > self.edge_capacity {
            return;
        }
        self.keys.sort_unstable_by(|a, b| b.cmp(a));
        let places = self.keys.iter().map(|&key| (u32::MAX - key as u32) as usize);
        let sum: f32 = places.clone().map(|place| candidates[place].weight).sum();
        let first = self.edges.len();
        self.edges.extend(places.clone().map(|place| {
            let Candidate { action, weight } = candidates[place];
            Edge { action, prior: weight / sum, child: ROOT as u32 }
        }));
        if index == ROOT {
            self.root_order.clear();
            self.root_order.resize(candidates.len(), 0);
            for (edge, place) in self.edges[first..].iter_mut().zip(places) {
                edge.child = self.nodes.len() as u32;
                self.root_order[place] = edge.child;
                self.nodes.push(Node::new(Some(edge.action)));
            }
        }
        let node = &mut self.nodes[index];
        node.first_edge = first as u32;
        node.edges = self.keys.len() as u16;
        node.complete = all && complete;
    }

    /// The child worth a look, in a position where `player` is to move. `None` when there is none
    /// or no room for it.
    pub(super) fn select(&mut self, index: usize, player: Player) -> Option<usize> {
        let node = &self.nodes[index];
        let attention = EXPLORATION * f64::from(node.visits.max(1)).sqrt();
        let unvisited = node.share(player) - UNVISITED_REDUCTION;
        let mut best = None;
        let mut best_worth = f64::NEG_INFINITY;
        for place in node.edges() {
            let edge = &self.edges[place];
            let child = &self.nodes[edge.child as usize];
            let worth =
                if edge.child as usize == ROOT || child.visits == 0 && child.proven.is_none() {
                    unvisited + attention * f64::from(edge.prior)
                } else {
                    let share = if child.visits == 0 { unvisited } else { child.share(player) };
                    let wish = attention * f64::from(edge.prior) / (f64::from(child.visits) + 1.0);
                    // What is lost for sure is only played when everything else is.
                    let lost = child.proven(player).is_some_and(|value| value < Value::DRAW);
                    share + wish - if lost { 1e9 } else { 0.0 }
                };
            if worth > best_worth {
                (best, best_worth) = (Some(place), worth);
            }
        }
        let edge = &mut self.edges[best?];
        if edge.child as usize == ROOT {
            if self.nodes.len() == self.capacity {
                return None;
            }
            edge.child = self.nodes.len() as u32;
            self.nodes.push(Node::new(Some(edge.action)));
        }
        Some(edge.child as usize)
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
        let node = &self.nodes[index];
        let mut all = node.complete;
        let mut best: Option<Value> = None;
        for edge in &self.edges[node.edges()] {
            let child = &self.nodes[edge.child as usize];
            match child.proven(player).filter(|_| edge.child as usize != ROOT) {
                Some(value) => best = Some(best.map_or(value, |best| best.max(value))),
                None => all = false,
            }
        }
        if let Some(best) = best.filter(|&best| all || best > Value::DRAW) {
            let best = best.one_action_earlier();
            self.nodes[index].proven = Some(if player == Player::First { best } else { -best });
        }
    }

    /// The children of a node where `player` is to move, as far as they have nodes, the one to
    /// play first.
    pub(super) fn ranked(&self, index: usize, player: Player) -> Vec<usize> {
        let mut children: Vec<usize> = self.children(index).collect();
        // Where all else is equal the more promising one stays first.
        children.sort_by(|&a, &b| {
            let (a, b) = (&self.nodes[a], &self.nodes[b]);
            let proven = |node: &Node<M>| {
                node.proven(player).filter(|&value| value != Value::DRAW).unwrap_or(Value::DRAW)
            };
            proven(b)
                .cmp(&proven(a))
                .then(b.visits.cmp(&a.visits))
                .then(b.share(player).total_cmp(&a.share(player)))
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
        let many = vec![Candidate { action: 0_u16, weight: 1.0 }; 1000];
        let mut index = ROOT;
        let mut expanded = 0;
        // Every node is expanded, and all its children are visited.
        while index < tree.nodes.len() {
            if index != ROOT {
                tree.expand(index, &many, true);
            }
            expanded += usize::from(tree.node(index).is_expanded());
            for _ in 0..MAX_CHILDREN {
                if let Some(child) = tree.select(index, Player::First) {
                    tree.add(child, 0.0);
                    tree.add(index, 0.0);
                }
            }
            index += 1;
        }
        assert!(expanded > 100 && tree.nodes.len() == tree.capacity());
        let bytes = tree.nodes.capacity() * size_of::<Node<u16>>()
            + tree.edges.capacity() * size_of::<Edge<u16>>();
        assert!(bytes <= 1 << 20, "{bytes}");
    }
}
