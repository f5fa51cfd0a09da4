//! The tree.

use std::ops::Range;

use gridball_core::Direction;

use crate::{
    paper_soccer::{children::PROBABLY_LOST, judge::GIVES_GOAL},
    score::Value,
};

/// How many steps of a path a node can hold.
const MOST_STEPS: usize = 42;

/// A position, and the action that leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The steps of the action: three bits each, the last step lowest, and a 1 before the first.
    path: u128,
    /// Its worth for whoever acted, as a raw [`Value`] that counts from the position before.
    pub(super) value: i32,
    /// How often the search came here.
    pub(super) visits: u32,
    /// Where its children are; they lie side by side.
    first: u32,
    children: u16,
    /// Whether all actions that can matter are among its children.
    pub(super) complete: bool,
    /// Whether nothing more can be learned below, though the value may not be proven.
    pub(super) closed: bool,
}

impl Node {
    /// A node without children; `None` if the path is too long for it.
    pub(super) fn new(directions: &[Direction], value: i32) -> Option<Self> {
        if directions.len() > MOST_STEPS {
            return None;
        }
        let path = directions.iter().fold(1, |path, &step| path << 3 | step as u128);
        let closed = Value::from_raw(value).is_proven();
        Some(Self { path, value, visits: 0, first: 0, children: 0, complete: true, closed })
    }

    /// A node of the root, whose action is kept elsewhere.
    pub(super) fn of_root(value: i32) -> Self {
        let closed = Value::from_raw(value).is_proven();
        Self { path: 1, value, visits: 0, first: 0, children: 0, complete: true, closed }
    }

    /// The steps of its action, written to `steps`.
    pub(super) fn read_path(&self, steps: &mut Vec<Direction>) {
        steps.clear();
        let count = (self.path.ilog2() / 3) as usize;
        for index in (0..count).rev() {
            steps.push(Direction::from_index((self.path >> (3 * index) & 7) as usize));
        }
    }

    /// The places of its children.
    pub(super) const fn children(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.children as usize
    }

    pub(super) const fn has_children(&self) -> bool {
        self.children > 0
    }

    /// How good it looks, on a scale from -[`SURE`] to [`SURE`].
    pub(super) fn merit(&self) -> i32 {
        let value = i64::from(self.value);
        (i64::from(SURE) * value / (value.abs() + HALF_SURE)) as i32
    }
}

/// The merit of what is certain.
pub(super) const SURE: i32 = 1 << 20;

/// An estimate with half of that merit.
const HALF_SURE: i64 = 300;

/// The children of one node: where they are, and whose they are.
#[derive(Clone, Copy, Debug)]
struct Family {
    first: u32,
    parent: u32,
}

/// No node.
const NONE: u32 = u32::MAX;

/// All nodes. The children of the root come first, and no node lies before its parent.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    families: Vec<Family>,
}

impl Tree {
    /// Forgets everything; what follows are the children of the root.
    pub(super) fn begin(&mut self) {
        self.nodes.clear();
        self.families.clear();
        self.families.push(Family { first: 0, parent: NONE });
    }

    /// The child to go down to, among those of a node that was visited so often; `None` if
    /// nothing can be learned from any of them. The `skip` best ones are passed over while there
    /// are others.
    ///
    /// That is the one with the greatest sum of merit and bonus. The bonus is
    /// `exploration · √visits / (1 + visits of the child)`, so what looks a little worse is
    /// looked at now and then.
    pub(super) fn choose(
        &self,
        children: Range<usize>,
        visits: u32,
        exploration: i64,
        skip: usize,
    ) -> Option<usize> {
        // A square root is rounded alike on every machine.
        let bonus = (exploration as f64 * f64::from(visits).sqrt()) as i64;
        let worth = |node: &Node| i64::from(node.merit()) + bonus / (1 + i64::from(node.visits));
        let open = |&(_, node): &(usize, &Node)| !node.closed;
        let start = children.start;
        let nodes = self.nodes[children].iter().enumerate();
        if skip == 0 {
            // The first of equals.
            let mut best = None;
            for (index, node) in nodes.filter(open) {
                let worth = worth(node);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, index));
                }
            }
            return best.map(|(_, index)| start + index);
        }
        let mut order: Vec<_> =
            nodes.filter(open).map(|(index, node)| (-worth(node), index)).collect();
        order.sort_unstable();
        let (_, index) = order.get(skip).or(order.first())?;
        Some(start + index)
    }

    /// Adds a family: the nodes from `first` to the end are the children of `parent`; `complete`
    /// says whether none was left out that could matter.
    pub(super) fn adopt(&mut self, parent: usize, first: usize, complete: bool) {
        let children = (self.nodes.len() - first) as u16;
        let node = &mut self.nodes[parent];
        node.first = first as u32;
        node.children = children;
        node.complete = complete;
        if children > 0 {
            self.families.push(Family { first: first as u32, parent: parent as u32 });
        }
    }

    /// Counts a visit of a node, and brings its value up to date if it has been expanded.
    pub(super) fn update(&mut self, index: usize, expanded: bool) {
        let node = &self.nodes[index];
        let children = &self.nodes[node.children()];
        let complete = node.complete;
        let (mut value, mut closed) = (node.value, node.closed);
        if expanded {
            // Children that leave a goal are not kept.
            let nothing = if complete { GIVES_GOAL } else { PROBABLY_LOST };
            let mut best = children.iter().map(|child| child.value).max().unwrap_or(nothing);
            if !complete && best < 0 && Value::from_raw(best).is_proven() {
                // Even if all of them lose, one that was not looked at may not.
                best = PROBABLY_LOST;
            }
            let best = Value::from_raw(best).one_action_earlier();
            value = -best.raw();
            closed |= best.is_proven() || children.iter().all(|child| child.closed);
        }
        let node = &mut self.nodes[index];
        node.visits = node.visits.saturating_add(1);
        node.value = value;
        node.closed = closed;
    }

    /// Makes room: takes the children from the nodes that were visited least, until about half of
    /// all nodes are left. Those nodes keep their values, and can have children again.
    ///
    /// `stop` is asked now and then; when it says so, the work is left undone and only the
    /// children of the root may be looked at afterwards. Returns whether it was done.
    pub(super) fn shrink(&mut self, mut stop: impl FnMut() -> bool) -> bool {
        let size = |families: &[Family], index: usize, end: usize| {
            let next = families.get(index + 1).map_or(end, |family| family.first as usize);
            next - families[index].first as usize
        };
        // How many nodes there are whose parents were visited about so often.
        let mut counts = [0; 33];
        for index in 1..self.families.len() {
            let parent = &self.nodes[self.families[index].parent as usize];
            let scale = parent.visits.checked_ilog2().map_or(0, |log| log + 1) as usize;
            counts[scale] += size(&self.families, index, self.nodes.len());
        }
        let mut scale = 32;
        let mut kept = counts[32];
        while scale > 0 && kept + counts[scale - 1] <= self.nodes.len() / 2 {
            scale -= 1;
            kept += counts[scale];
        }
        let least = 1_u32.checked_shl(scale as u32).map_or(u32::MAX, |power| power / 2);

        let end = self.nodes.len();
        let (mut nodes, mut families) = (0, 0);
        // Of the next family, as it lay before: which one it is. Parents lie before children and
        // families are in the order of their nodes, so each parent has moved before its children.
        for index in 0..self.families.len() {
            if index % 1024 == 1 && stop() {
                return false;
            }
            let Family { first, parent } = self.families[index];
            let length = size(&self.families, index, end);
            let from = first as usize..first as usize + length;
            if parent != NONE {
                let parent = &mut self.nodes[parent as usize];
                if parent.visits < least {
                    parent.children = 0;
                    parent.first = 0;
                    // What is below is lost too.
                    self.disown(from, index);
                    continue;
                }
                parent.first = nodes as u32;
            } else if index > 0 {
                self.disown(from, index);
                continue;
            }
            self.nodes.copy_within(from, nodes);
            for place in nodes..nodes + length {
                let node = self.nodes[place];
                if node.has_children() {
                    let family = self.family_at(node.first, index);
                    self.families[family].parent = place as u32;
                }
            }
            self.families[families] = Family { first: nodes as u32, parent };
            nodes += length;
            families += 1;
        }
        self.nodes.truncate(nodes);
        self.families.truncate(families);
        true
    }

    /// Leaves the families of these nodes, which come after this one, without a parent.
    fn disown(&mut self, nodes: Range<usize>, after: usize) {
        for place in nodes {
            let node = self.nodes[place];
            if node.has_children() {
                let family = self.family_at(node.first, after);
                self.families[family].parent = NONE;
            }
        }
    }

    /// Which family, after the one numbered `after`, begins at this place.
    fn family_at(&self, first: u32, after: usize) -> usize {
        after + self.families[after..].partition_point(|family| family.first < first)
    }
}
