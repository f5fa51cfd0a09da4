//! The tree of openings.

use std::{cmp::Reverse, collections::HashMap};

use gridball_core::{AnyAction, AnyPosition, Position, Symmetry};

use super::{Results, StatisticsOptions};
use crate::{record::RecordResult, views::Views};

/// The most lines that the trees of openings of a collection have together. Games whose line is
/// not in the full tree are counted where they leave it.
pub const MAX_OPENINGS: usize = 100_000;

/// The first actions of games of one id.
#[derive(Debug)]
pub(super) struct OpeningTree {
    depth: usize,
    /// The usual start in those of its mirrors in which it is the same.
    start: Views,
    /// The root, which has no action, and the lines.
    nodes: Vec<Node>,
    index: HashMap<(u32, AnyAction), u32>,
    left_out: u64,
    as_played: bool,
}

#[derive(Debug, Default)]
struct Node {
    text: String,
    results: Results,
    children: Vec<u32>,
}

impl OpeningTree {
    pub(super) fn new(start: &AnyPosition, options: StatisticsOptions) -> Self {
        let same = |image: &AnyPosition| !options.as_played && image == start;
        Self {
            depth: options.depth,
            start: Views::new(start, |symmetry, image| {
                symmetry == Symmetry::IDENTITY || same(image)
            }),
            nodes: vec![Node::default()],
            index: HashMap::new(),
            left_out: 0,
            as_played: options.as_played,
        }
    }

    pub(super) fn root(&self) -> Openings<'_> {
        Openings { tree: self }
    }

    /// Begins to count in a game with this result.
    pub(super) fn walk<'a>(
        &'a mut self,
        result: RecordResult,
        lines_left: &'a mut usize,
    ) -> Walk<'a> {
        self.nodes[0].results.add(result);
        let views = (self.depth > 0).then(|| self.start.clone());
        Walk { depth: self.depth, tree: self, views, node: 0, result, lines_left }
    }
}

/// A game that is being counted in.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    tree: &'a mut OpeningTree,
    /// The game in the mirrors in which it was the same so far; `None` when it has left the tree.
    views: Option<Views>,
    node: u32,
    depth: usize,
    result: RecordResult,
    lines_left: &'a mut usize,
}

impl Walk<'_> {
    /// Plays the next action of the game.
    pub(super) fn play(&mut self, action: &AnyAction) {
        let Some(views) = &mut self.views else { return };
        // Of all mirror images of the line the first one in the order of actions is taken. The
        // views that lead to it are those in which the line was the same so far.
        let images = views.iter().map(|view| (view.image(action), view));
        let Some((chosen, view)) = images.min_by(|one, two| one.0.cmp(&two.0)) else { return };
        let tree = &mut *self.tree;
        let next = if let Some(&known) = tree.index.get(&(self.node, chosen.clone())) {
            known
        } else if *self.lines_left == 0 {
            tree.left_out += 1;
            self.views = None;
            return;
        } else {
            *self.lines_left -= 1;
            let new = tree.nodes.len() as u32;
            let text = view.position.action_text(&chosen);
            tree.nodes.push(Node { text, ..Node::default() });
            tree.nodes[self.node as usize].children.push(new);
            tree.index.insert((self.node, chosen.clone()), new);
            new
        };
        tree.nodes[next as usize].results.add(self.result);
        self.node = next;
        self.depth -= 1;
        if self.depth == 0 {
            self.views = None;
            return;
        }
        views.retain(|view| view.image(action) == chosen);
        views.play(action);
    }
}

/// The tree of openings of the games of one id.
#[derive(Clone, Copy, Debug)]
pub struct Openings<'a> {
    tree: &'a OpeningTree,
}

impl<'a> Openings<'a> {
    /// How many actions the lines have at most.
    pub const fn depth(self) -> usize {
        self.tree.depth
    }

    /// Whether mirrored openings are one.
    pub const fn mirrored_as_one(self) -> bool {
        !self.tree.as_played
    }

    /// How the games ended that start where games of their set-up usually do.
    pub fn results(self) -> &'a Results {
        &self.tree.nodes[0].results
    }

    /// How many games left the tree early because it was full.
    pub const fn left_out(self) -> u64 {
        self.tree.left_out
    }

    /// The first actions, the most frequent first.
    pub fn next(self) -> Vec<Opening<'a>> {
        Opening { tree: self.tree, node: 0 }.next()
    }
}

/// A line of the tree of openings, and the last action of it.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    tree: &'a OpeningTree,
    node: u32,
}

impl<'a> Opening<'a> {
    fn node(self) -> &'a Node {
        &self.tree.nodes[self.node as usize]
    }

    /// The canonical text of the last action.
    pub fn action(self) -> &'a str {
        &self.node().text
    }

    /// How the games with this line ended.
    pub fn results(self) -> &'a Results {
        &self.node().results
    }

    /// The next actions, the most frequent first.
    pub fn next(self) -> Vec<Self> {
        let children = self.node().children.iter();
        let mut next: Vec<Self> = children.map(|&node| Self { tree: self.tree, node }).collect();
        next.sort_by_key(|line| (Reverse(line.results().games()), line.action()));
        next
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use super::*;

    #[test]
    fn a_full_tree_counts_what_it_knows_and_what_leaves_it() {
        let start = AnyPosition::start(&"gridball:12x12/4".parse().unwrap());
        let options = StatisticsOptions { depth: 2, as_played: false };
        let mut tree = OpeningTree::new(&start, options);
        let mut left = 1;
        let action = |text| start.parse_action(text).unwrap();
        // 034 and 054 are mirror images.
        for text in ["034", "444", "054", "034"] {
            let mut walk = tree.walk(RecordResult::Draw, &mut left);
            walk.play(&action(text));
        }
        let next = tree.root().next();
        assert_eq!((next.len(), next[0].action()), (1, "034"));
        assert_eq!(next[0].results().games(), 3);
        assert_eq!((tree.root().left_out(), tree.root().results().games()), (1, 4));
    }
}
