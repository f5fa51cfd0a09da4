//! The board as it lies in memory: dots and territories, and what is worked out from them.
//! [`put`](super::put) keeps all of it up to date dot by dot; here it is worked out from nothing.

use alloc::{vec, vec::Vec};

use super::{
    area::Area,
    links::Links,
    put::{DotsLog, Scratch},
    tables::NEIGHBOURS,
};
use crate::{game::Player, grid::Point, text::InvalidPosition};

/// A node of the field, as the board counts them: 64 to a row, with a margin of one all round.
///
/// It does not depend on the size of the field, but it only makes sense on a field that has it:
/// [`DotsPosition::node`](super::DotsPosition::node) and
/// [`DotsPosition::nodes`](super::DotsPosition::nodes) give those.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DotsNode(pub(super) u16);

impl DotsNode {
    /// How many numbers [`index`](Self::index) gives.
    pub const COUNT: usize = 1 << 12;

    /// Column `x` and row `y`, counted from 0 at the top left; both below 62.
    pub(super) const fn new(x: usize, y: usize) -> Self {
        Self(((y + 1) << 6 | (x + 1)) as u16)
    }

    /// Column and row counted with the margin, as bits and rows of a [`Board`] are.
    pub(super) const fn padded(x: usize, y: usize) -> Self {
        Self((y << 6 | x) as u16)
    }

    /// The place of the node.
    pub const fn point(self) -> Point {
        Point::new((self.0 & 63) as i8 - 1, (self.0 >> 6) as i8 - 1)
    }

    /// A number of its own for each node, below [`DotsNode::COUNT`], the same on every field: for
    /// tables of nodes.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    /// The row, counted with the margin.
    pub(super) const fn row(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// The column, counted with the margin.
    pub(super) const fn column(self) -> usize {
        (self.0 & 63) as usize
    }
}

/// One row of the field. Column `x` is bit `x + 1`; arrays are by player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    /// The nodes there are.
    pub(super) field: u64,
    /// The nodes a dot may be placed on: no dot, no territory.
    pub(super) free: u64,
    /// The live dots.
    pub(super) live: [u64; 2],
    /// The free nodes that lie in an empty enclosure of this player.
    pub(super) enclosed: [u64; 2],
    /// The nodes joined to the edge through live dots and territory of this player. The margin
    /// round the field counts as joined.
    pub(super) grounded: [u64; 2],
}

/// What changes in a row only when something is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Marks {
    /// The dead dots of each player.
    pub(super) dead: [u64; 2],
    /// The territory of each player: the nodes without a live dot, dead dots among them.
    pub(super) territory: [u64; 2],
}

/// A set of nodes that can be asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum NodeSet {
    Free,
    Live(Player),
    Dead(Player),
    /// Without the nodes that hold a live dot, with those that hold a dead one.
    Territory(Player),
    /// Free nodes in empty enclosures of the player.
    Enclosed(Player),
}

/// What there can be on a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// A live dot of this player.
    Live(Player),
    /// A dead dot of this player, in territory of the other.
    Dead(Player),
    /// Empty territory of this player.
    Territory(Player),
}

/// Numbers that follow from the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Free nodes.
    pub(super) free: u16,
    /// Dead dots of the other player.
    pub(super) score: [u16; 2],
    /// Live dots not joined to the edge.
    pub(super) exposed: [u16; 2],
    /// Dead dots of the other player in territory joined to the edge.
    pub(super) kept: [u16; 2],
}

/// Dots and territories, and what follows from them.
#[derive(Debug)]
pub(super) struct Board {
    width: u8,
    height: u8,
    /// The rows of the field, with one of margin at the top and the bottom.
    pub(super) rows: Vec<Row>,
    /// For each of the rows.
    pub(super) marks: Vec<Marks>,
    pub(super) links: Links,
    pub(super) counts: Counts,
    /// How many quick puts stand. While there are any, `grounded`, `exposed` and `kept` are those
    /// of before the first of them.
    pub(super) quick: u16,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            rows: self.rows.clone(),
            marks: self.marks.clone(),
            links: self.links.clone(),
            ..*self
        }
    }

    /// Copies without allocating when the sizes are the same.
    fn clone_from(&mut self, source: &Self) {
        let Self { width, height, rows, marks, links, counts, quick } = self;
        rows.clone_from(&source.rows);
        marks.clone_from(&source.marks);
        links.clone_from(&source.links);
        (*width, *height) = (source.width, source.height);
        (*counts, *quick) = (source.counts, source.quick);
    }
}

impl Board {
    /// An empty field.
    pub(super) fn new(width: u8, height: u8) -> Self {
        let rows = usize::from(height) + 2;
        let field = ((1 << width) - 1) << 1;
        let mut board = Self {
            width,
            height,
            rows: vec![Row { field, free: field, grounded: [!field; 2], ..Row::default() }; rows],
            marks: vec![Marks::default(); rows],
            links: Links::new(rows as u16 * 64),
            counts: Counts { free: u16::from(width) * u16::from(height), ..Counts::default() },
            quick: 0,
        };
        for y in [0, rows - 1] {
            board.rows[y] = Row { grounded: [u64::MAX; 2], ..Row::default() };
        }
        board
    }

    /// How many nodes are free.
    pub(super) const fn free(&self) -> u32 {
        self.counts.free as u32
    }

    /// How many dots of the other player are dead.
    pub(super) const fn score(&self, player: Player) -> u32 {
        self.counts.score[player.index()] as u32
    }

    /// How many live dots of a player are not joined to the edge, and how many dead dots of the
    /// other lie in territory of his that is.
    pub(super) fn safety(&self, player: Player) -> (u32, u32) {
        let p = player.index();
        if self.quick == 0 {
            return (u32::from(self.counts.exposed[p]), u32::from(self.counts.kept[p]));
        }
        let joined = self.joined(p);
        let rows = self.rows.iter().zip(&self.marks).enumerate();
        rows.fold((0, 0), |(exposed, kept), (y, (row, marks))| {
            let joined = joined.row(y);
            (
                exposed + (row.live[p] & !joined).count_ones(),
                kept + (marks.dead[1 - p] & joined).count_ones(),
            )
        })
    }

    /// The nodes joined to the edge through live dots and territory of a player.
    fn joined(&self, p: usize) -> Area {
        self.reached_from_edge(|row, marks| row.live[p] | marks.territory[p])
    }

    /// Row `y` of them, without the margin: bit `x` is column `x`.
    pub(super) fn grounded(&self, player: Player) -> impl Fn(usize) -> u64 {
        let p = player.index();
        let joined = (self.quick > 0).then(|| self.joined(p));
        move |y| match &joined {
            Some(joined) => joined.row(y + 1) >> 1,
            None => (self.rows[y + 1].grounded[p] & self.rows[y + 1].field) >> 1,
        }
    }

    #[inline]
    pub(super) fn is_free(&self, node: DotsNode) -> bool {
        self.rows[node.row()].free >> node.column() & 1 == 1
    }

    #[inline]
    pub(super) fn is_open(&self, node: DotsNode) -> bool {
        let row = &self.rows[node.row()];
        (row.free & !row.enclosed[0] & !row.enclosed[1]) >> node.column() & 1 == 1
    }

    /// Row `y` of a set of nodes, without the margin: bit `x` is column `x`.
    pub(super) fn row(&self, set: NodeSet, y: usize) -> u64 {
        let (row, marks) = (&self.rows[y + 1], &self.marks[y + 1]);
        let bits = match set {
            NodeSet::Free => row.free,
            NodeSet::Live(player) => row.live[player.index()],
            NodeSet::Dead(player) => marks.dead[player.index()],
            NodeSet::Territory(player) => marks.territory[player.index()],
            NodeSet::Enclosed(player) => row.enclosed[player.index()],
        };
        bits >> 1
    }

    pub(super) fn contains(&self, set: NodeSet, node: DotsNode) -> bool {
        self.row(set, node.row() - 1) >> (node.column() - 1) & 1 == 1
    }

    /// Puts something on a node that is still empty. The board has to be [settled](Self::settle)
    /// afterwards.
    pub(super) fn place(&mut self, node: DotsNode, place: Place) {
        let bit = 1 << node.column();
        let (row, marks) = (&mut self.rows[node.row()], &mut self.marks[node.row()]);
        match place {
            Place::Live(player) => row.live[player.index()] |= bit,
            Place::Dead(player) => {
                marks.dead[player.index()] |= bit;
                marks.territory[player.other().index()] |= bit;
            }
            Place::Territory(player) => marks.territory[player.index()] |= bit,
        }
    }

    /// Works out everything that follows from dots and territory. Returns whether some enclosure
    /// holds a live enemy dot, which never is so on a board that came about by play.
    pub(super) fn settle(&mut self) -> bool {
        let last = usize::from(self.height);
        let mut counts = Counts::default();
        let mut open_contour = false;
        for p in [0, 1] {
            let outside = self.reached_from_edge(|row, _| row.field & !row.live[p]);
            let joined = self.joined(p);
            for y in 1..=last {
                let (row, marks) = (&mut self.rows[y], &self.marks[y]);
                let taken = row.live[0] | row.live[1] | marks.territory[0] | marks.territory[1];
                let enclosed = row.field & !row.live[p] & !outside.row(y);
                row.free = row.field & !taken;
                row.enclosed[p] = enclosed & row.free;
                row.grounded[p] = !row.field | joined.row(y);
                open_contour |= enclosed & row.live[1 - p] != 0;
                if p == 0 {
                    counts.free += row.free.count_ones() as u16;
                }
                counts.score[p] += marks.dead[1 - p].count_ones() as u16;
                counts.exposed[p] += (row.live[p] & !joined.row(y)).count_ones() as u16;
                counts.kept[p] += (marks.dead[1 - p] & joined.row(y)).count_ones() as u16;
            }
        }
        self.counts = counts;
        self.quick = 0;
        self.links = Links::new(self.rows.len() as u16 * 64);
        for p in [0, 1] {
            self.each_live_pair(p, |links, a, b| {
                let (a, b) = (links.root(a.0), links.root(b.0));
                if a != b {
                    links.join(a, b);
                }
            });
        }
        open_contour
    }

    /// Captures every enclosure that holds a live enemy dot, First's before Second's, on a board
    /// that is settled, and settles it again.
    pub(super) fn capture_all(&mut self) {
        let mut log = DotsLog::default();
        for player in Player::BOTH {
            let p = player.index();
            let outside = self.reached_from_edge(|row, _| row.field & !row.live[p]);
            for y in 1..=usize::from(self.height) {
                loop {
                    let Scratch { enclosure, closed, waiting, .. } = &mut log.scratch;
                    let known = self.rows[y].live[p] | outside.row(y) | closed.row(y);
                    let rest = self.rows[y].field & !known;
                    if rest == 0 {
                        break;
                    }
                    let x = rest.trailing_zeros() as usize;
                    enclosure.flood(
                        x,
                        y,
                        waiting,
                        |y| self.rows[y].field & !self.rows[y].live[p],
                        |_, _| false,
                    );
                    closed.include(enclosure);
                    if enclosure.rows().any(|y| enclosure.row(y) & self.rows[y].live[1 - p] != 0) {
                        self.surround(player, &mut log.scratch);
                    }
                    log.scratch.enclosure.clear();
                }
            }
            log.scratch.closed.clear();
            self.capture(player, &mut log);
        }
        self.settle();
    }

    /// What a flood from the edge of the field in four directions reaches through open nodes.
    fn reached_from_edge(&self, open: impl Fn(&Row, &Marks) -> u64) -> Area {
        let mut reached = Area::default();
        let mut waiting = Vec::new();
        let open = |y: usize| open(&self.rows[y], &self.marks[y]);
        let last = usize::from(self.height);
        for y in 1..=last {
            loop {
                let seeds = self.edge(y) & open(y) & !reached.row(y);
                if seeds == 0 {
                    break;
                }
                let x = seeds.trailing_zeros() as usize;
                reached.flood(x, y, &mut waiting, open, |_, _| false);
            }
        }
        reached
    }

    /// Calls `visit` with every two live dots of a player that are neighbours, in eight
    /// directions, each pair twice.
    fn each_live_pair(&mut self, p: usize, mut visit: impl FnMut(&mut Links, DotsNode, DotsNode)) {
        for y in 1..=usize::from(self.height) {
            let mut dots = self.rows[y].live[p];
            while dots != 0 {
                let node = DotsNode::padded(dots.trailing_zeros() as usize, y);
                dots &= dots - 1;
                for next in self.live_neighbours(p, node) {
                    visit(&mut self.links, node, next);
                }
            }
        }
    }

    /// The live dots of a player among the eight neighbours of a node.
    pub(super) fn live_neighbours(
        &self,
        p: usize,
        node: DotsNode,
    ) -> impl Iterator<Item = DotsNode> + use<> {
        let (x, y) = (node.column(), node.row());
        let ring =
            ring(self.rows[y - 1].live[p], self.rows[y].live[p], self.rows[y + 1].live[p], x);
        (0..8)
            .filter(move |place| ring >> place & 1 == 1)
            .map(move |place| neighbour(node, NEIGHBOURS[place]))
    }

    /// Whether dots and territories are those of `other`.
    pub(super) fn same_nodes(&self, other: &Self) -> bool {
        self.rows.iter().map(|row| row.live).eq(other.rows.iter().map(|row| row.live))
            && self.marks == other.marks
    }

    /// Checks what holds on every board that came about by play.
    pub(super) fn validate(&self) -> Result<(), InvalidPosition> {
        for y in 1..=usize::from(self.height) {
            let (row, marks) = (&self.rows[y], &self.marks[y]);
            for p in [0, 1] {
                // Each set by itself, and no node in two that exclude one another.
                let apart = row.live[p]
                    & (row.live[1 - p] | marks.territory[0] | marks.territory[1])
                    | marks.dead[p] & !marks.territory[1 - p]
                    | marks.territory[p] & marks.territory[1 - p];
                if apart != 0 {
                    return Err(InvalidPosition::Corrupt);
                }
                if (row.live[p] | marks.territory[p]) & !row.field != 0 {
                    return Err(InvalidPosition::MarkOffField);
                }
                // Beside territory there is only territory, or a live dot that walls it in.
                let wall = |y: usize| self.rows[y].live[p] | self.marks[y].territory[p];
                let inner = wall(y) << 1 & wall(y) >> 1 & wall(y - 1) & wall(y + 1);
                if marks.territory[p] & !inner != 0 {
                    return Err(InvalidPosition::WrongTerritory);
                }
            }
        }
        let mut settled = self.clone();
        if settled.settle() {
            return Err(InvalidPosition::WrongTerritory);
        }
        let mut linked = true;
        for p in [0, 1] {
            settled.links.clone_from(&self.links);
            settled.each_live_pair(p, |links, a, b| linked &= links.root(a.0) == links.root(b.0));
        }
        if self.quick > 0 {
            // What quick puts leave out is the only thing that may differ.
            for p in [0, 1] {
                settled.counts.exposed[p] = self.counts.exposed[p];
                settled.counts.kept[p] = self.counts.kept[p];
            }
            for (row, own) in settled.rows.iter_mut().zip(&self.rows) {
                row.grounded = own.grounded;
            }
        }
        if !linked || settled.counts != self.counts || settled.rows != self.rows {
            return Err(InvalidPosition::Corrupt);
        }
        Ok(())
    }

    /// The nodes of row `y` that lie on the edge of the field.
    pub(super) fn edge(&self, y: usize) -> u64 {
        let field = self.rows[y].field;
        if y == 1 || y == usize::from(self.height) {
            field
        } else {
            field & (1 << 1 | 1 << self.width)
        }
    }
}

/// The set of neighbours of column `x` in three rows, as
/// [`RINGS`](super::tables::RINGS) wants it.
#[inline]
pub(super) fn ring(above: u64, here: u64, below: u64, x: usize) -> usize {
    let (above, here, below) = (above >> (x - 1), here >> (x - 1), below >> (x - 1));
    (above & 7 | (here & 1) << 3 | (here & 4) << 2 | (below & 7) << 5) as usize
}

/// The node that is `distance` further on, one of [`NEIGHBOURS`] or 0.
#[inline]
pub(super) const fn neighbour(node: DotsNode, distance: i8) -> DotsNode {
    DotsNode(node.0.wrapping_add_signed(distance as i16))
}
