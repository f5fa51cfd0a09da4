//! Putting a dot, fast, and taking it back. The rules in plain words are in
//! [`slow`](super::slow).
//!
//! What makes it fast:
//!
//! - A row of nodes is one word, so the neighbours of a node come from three words, and a table
//!   says how many *inputs* they are: groups of own dots with gaps between them.
//! - Only a dot with two inputs that hang together already can close a contour. A union-find
//!   forest ([`Links`](super::links::Links)) tells; when it says no, nothing has to be looked at.
//! - Otherwise each side of the new dot is flooded, run by run, until it meets the edge of the
//!   field or turns out to be an enclosure. Most are single nodes.
//! - Nothing else on the board can change hands: before the dot, no enclosure held a live enemy
//!   dot. An empty enclosure is noted, so that a dot placed into it is known to be lost.
//! - Which dots and territories are joined to the edge only ever grows while a game goes on, so
//!   it is kept up too, and a protected advantage is a comparison of three numbers. That is a
//!   quarter of the work, so a *quick* put leaves it out; until all quick puts are taken back,
//!   it is worked out when someone asks.
//!
//! Why notes about empty enclosures stay true: the walls of one can only be captured together
//! with it, as whatever is beside it without a live dot of the capturer between belongs to the
//! same enclosure of his. The one exception is a dot of his placed inside that captures a part of
//! the wall; then the note is dropped.

use alloc::{boxed::Box, vec::Vec};

use super::{
    area::{Area, follow, runs},
    board::{Board, Counts, DotsNode, Marks, Row, neighbour, ring},
    tables::RINGS,
};
use crate::game::Player;

/// What putting a dot changed, so that it can be taken back. One log may serve many puts, which
/// are then undone in the reverse order.
#[derive(Debug, Default)]
pub struct DotsLog {
    /// One for each put.
    frames: Vec<Frame>,
    /// One for each put that changed more than its node. The rest belongs to these.
    changes: Vec<Change>,
    /// Roots that were joined to another tree.
    unions: Vec<u16>,
    /// Rows as they were before a capture.
    rows: Vec<SavedRow>,
    /// Words of grounded nodes as they were before: the row, with the player in the top bit.
    grounded: Vec<(u8, u64)>,
    pub(super) scratch: Scratch,
}

/// Room to work in, all empty between puts.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// What a flood has still to look at: rows and nodes in them.
    pub(super) waiting: Vec<(usize, u64)>,
    /// The enclosure that is being looked at.
    pub(super) enclosure: Area,
    /// Enclosures already known.
    pub(super) closed: Area,
    /// Those without a live enemy dot.
    empty: Area,
    /// The insides of all contours that capture.
    inside: Area,
    /// What else lies inside a contour.
    part: Area,
}

/// What taking back one action needs; see [`Position::undo`](crate::Position::undo).
#[derive(Clone, Debug)]
pub struct DotsUndo {
    frame: Option<Frame>,
    change: Option<Box<SavedChange>>,
}

/// The part of a log that belongs to one [`Change`].
#[derive(Clone, Debug)]
struct SavedChange {
    change: Change,
    unions: Box<[u16]>,
    rows: Box<[SavedRow]>,
    grounded: Box<[(u8, u64)]>,
}

impl DotsLog {
    /// Whether there is nothing to take back.
    pub const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Forgets everything that could be taken back, and keeps the room for more.
    pub fn clear(&mut self) {
        self.frames.clear();
        self.changes.clear();
        self.unions.clear();
        self.rows.clear();
        self.grounded.clear();
    }

    /// Moves the only put of this log into a token.
    pub(super) fn take(&mut self) -> DotsUndo {
        let frame = self.frames.pop();
        let change = self.changes.pop().map(|change| {
            Box::new(SavedChange {
                change,
                unions: self.unions.drain(..).collect(),
                rows: self.rows.drain(..).collect(),
                grounded: self.grounded.drain(..).collect(),
            })
        });
        DotsUndo { frame, change }
    }

    /// Moves a token into this log, which is empty.
    pub(super) fn give_back(&mut self, undo: &DotsUndo) {
        if let Some(saved) = &undo.change {
            self.unions.extend_from_slice(&saved.unions);
            self.rows.extend_from_slice(&saved.rows);
            self.grounded.extend_from_slice(&saved.grounded);
            self.changes.push(saved.change);
        }
        self.frames.extend(undo.frame);
    }
}

/// One put.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The node in the low 12 bits, and the flags below.
    node: u16,
    /// Up to three roots that were joined to another tree; the node itself in the places left.
    joined: [u16; 3],
}

impl Frame {
    /// The dot is Second's.
    const SECOND: u32 = 12;
    /// The new dot was not joined to the edge by itself.
    const EXPOSED: u32 = 13;
    /// The put was a quick one.
    const QUICK: u32 = 15;
    /// More changed than the node itself: there is a [`Change`].
    const CHANGE: u32 = 14;

    const fn has(self, flag: u32) -> bool {
        self.node >> flag & 1 == 1
    }

    const fn node(self) -> DotsNode {
        DotsNode(self.node & 0xfff)
    }
}

/// What a put changed beyond its node: how many entries of the log belong to it, and the counts
/// before.
#[derive(Clone, Copy, Debug)]
struct Change {
    unions: u16,
    rows: u16,
    grounded: u16,
    counts: Counts,
}

/// A row as it was.
#[derive(Clone, Copy, Debug)]
struct SavedRow {
    y: u8,
    row: Row,
    marks: Marks,
}

impl Board {
    /// Puts a dot on a free node and makes the captures. With `SAFETY`, and as long as no quick
    /// put stands, what is joined to the edge is kept up.
    #[inline]
    pub(super) fn put<const SAFETY: bool>(
        &mut self,
        player: Player,
        node: DotsNode,
        log: &mut DotsLog,
    ) {
        let safety = SAFETY && self.quick == 0;
        let p = player.index();
        let (x, y) = (node.column(), node.row());
        let [above, here, below] = &mut self.rows[y - 1..y + 2] else { return };
        let bit = 1_u64 << x;

        let ring = &RINGS[ring(above.live[p], here.live[p], below.live[p], x)];
        let in_enclosure = (here.enclosed[0] | here.enclosed[1]) & bit != 0;
        let mut frame = Frame { node: node.0 | (p as u16) << Frame::SECOND, joined: [node.0; 3] };
        let mut spreads = 0;
        if safety {
            let beside = bit << 1 | bit >> 1;
            let joined = (above.grounded[p] | below.grounded[p]) & bit | here.grounded[p] & beside;
            // In arithmetic, because nobody can foresee which way a branch would go.
            let exposed = u16::from(joined == 0);
            let if_joined = u64::from(exposed).wrapping_sub(1);
            spreads = if_joined
                & ((above.live[p] & !above.grounded[p] | below.live[p] & !below.grounded[p]) & bit
                    | here.live[p] & !here.grounded[p] & beside);
            here.grounded[p] |= bit & if_joined;
            self.counts.exposed[p] += exposed;
            frame.node |= exposed << Frame::EXPOSED;
        } else {
            self.quick += 1;
            frame.node |= 1 << Frame::QUICK;
        }
        here.live[p] |= bit;
        here.free &= !bit;
        self.counts.free -= 1;

        let mut closings = 0;
        if ring.inputs <= 1 {
            self.links.hang_beside(node.0, neighbour(node, ring.input[0]).0);
        } else {
            let mut root = self.links.root(neighbour(node, ring.input[0]).0);
            self.links.hang_beside(node.0, root);
            let inputs = &ring.input[1..usize::from(ring.inputs)];
            for (&input, joined) in inputs.iter().zip(&mut frame.joined) {
                let other = self.links.root(neighbour(node, input).0);
                if other == root {
                    closings += 1;
                } else {
                    (*joined, root) = self.links.join(root, other);
                }
            }
        }
        if closings > 0 || in_enclosure || spreads != 0 {
            self.change(player, node, closings, spreads != 0, log);
            frame.node |= 1 << Frame::CHANGE;
        }
        log.frames.push(frame);
    }

    /// Whether a dot of `player` on a free node closes a contour as far as the trees of
    /// [`links`](super::links) tell, or lies in an enclosure of the other player.
    #[inline]
    pub(super) fn may_close(&self, player: Player, node: DotsNode) -> bool {
        let p = player.index();
        let (x, y) = (node.column(), node.row());
        let [above, here, below] = &self.rows[y - 1..y + 2] else { return false };
        if here.enclosed[1 - p] >> x & 1 == 1 {
            return true;
        }
        let ring = &RINGS[ring(above.live[p], here.live[p], below.live[p], x)];
        let inputs = &ring.input[..usize::from(ring.inputs)];
        let root = |input: i8| self.links.root(neighbour(node, input).0);
        match *inputs {
            [] | [_] => false,
            [a, b] => root(a) == root(b),
            [a, b, c] => {
                let (a, b, c) = (root(a), root(b), root(c));
                a == b || b == c || a == c
            }
            [a, b, c, d, ..] => {
                let (a, b, c, d) = (root(a), root(b), root(c), root(d));
                a == b || b == c || a == c || d == a || d == b || d == c
            }
        }
    }

    /// Takes back the last put of the log. Returns whose it was; `None` when the log is empty.
    #[inline]
    pub(super) fn undo(&mut self, log: &mut DotsLog) -> Option<Player> {
        let frame = log.frames.pop()?;
        let node = frame.node();
        let p = usize::from(frame.has(Frame::SECOND));
        if frame.has(Frame::CHANGE) {
            self.undo_change(log);
        }
        for root in frame.joined {
            self.links.cut(root);
        }
        self.links.cut(node.0);
        let bit = 1 << node.column();
        let row = &mut self.rows[node.row()];
        row.live[p] &= !bit;
        row.grounded[p] &= !bit;
        row.free |= bit;
        self.counts.free += 1;
        self.counts.exposed[p] -= u16::from(frame.has(Frame::EXPOSED));
        self.quick -= u16::from(frame.has(Frame::QUICK));
        Some(Player::BOTH[p])
    }

    /// Takes back what the last [`change`](Self::change) did.
    #[inline(never)]
    fn undo_change(&mut self, log: &mut DotsLog) {
        let Some(change) = log.changes.pop() else { return };
        for _ in 0..change.unions {
            if let Some(child) = log.unions.pop() {
                self.links.cut(child);
            }
        }
        for _ in 0..change.rows {
            if let Some(saved) = log.rows.pop() {
                self.rows[usize::from(saved.y)] = saved.row;
                self.marks[usize::from(saved.y)] = saved.marks;
            }
        }
        // After the rows: some were saved with nodes that had just been grounded.
        for _ in 0..change.grounded {
            if let Some((y, bits)) = log.grounded.pop() {
                self.rows[usize::from(y & 63)].grounded[usize::from(y >> 7)] = bits;
            }
        }
        self.counts = change.counts;
    }

    /// Everything that a put changes beyond its own node.
    #[inline(never)]
    fn change(
        &mut self,
        player: Player,
        node: DotsNode,
        closings: u32,
        spreads: bool,
        log: &mut DotsLog,
    ) {
        let p = player.index();
        let (y, bit) = (node.row(), 1 << node.column());
        let before = (log.unions.len(), log.rows.len(), log.grounded.len());
        let counts = self.counts;
        let own_enclosure = self.rows[y].enclosed[p] & bit != 0;
        let enemy_enclosure = self.rows[y].enclosed[1 - p] & bit != 0;
        if own_enclosure {
            log.rows.push(SavedRow { y: y as u8, row: self.rows[y], marks: self.marks[y] });
            self.rows[y].enclosed[p] &= !bit;
        }
        // A part of an empty enclosure is one again, and already known for it.
        let closings = if own_enclosure { 0 } else { closings };
        let captured = closings > 0 && self.close(player, node, closings, log);
        if enemy_enclosure {
            let enemy = player.other();
            let Scratch { waiting, enclosure, .. } = &mut log.scratch;
            enclosure.flood(
                node.column(),
                y,
                waiting,
                |y| self.rows[y].enclosed[enemy.index()],
                |_, _| false,
            );
            if captured {
                // The wall has a hole now.
                save(&self.rows, &self.marks, enclosure, &mut log.rows);
                for y in enclosure.rows() {
                    self.rows[y].enclosed[enemy.index()] &= !enclosure.row(y);
                }
            } else {
                self.surround(enemy, &mut log.scratch);
                self.capture(enemy, log);
            }
            log.scratch.enclosure.clear();
        }
        if spreads {
            for (y, bits) in [(y - 1, bit), (y + 1, bit), (y, bit << 1 | bit >> 1)] {
                let seeds = bits & self.rows[y].live[p] & !self.rows[y].grounded[p];
                if seeds != 0 {
                    self.ground(p, y, seeds, log);
                }
            }
        }
        log.changes.push(Change {
            unions: (log.unions.len() - before.0) as u16,
            rows: (log.rows.len() - before.1) as u16,
            grounded: (log.grounded.len() - before.2) as u16,
            counts,
        });
    }

    /// Finds the enclosures that the new dot closed; at most `limit` of them exist. Captures
    /// those that hold a live enemy dot and notes the others. Returns whether any was captured.
    fn close(&mut self, player: Player, node: DotsNode, limit: u32, log: &mut DotsLog) -> bool {
        let p = player.index();
        let (x, y) = (node.column(), node.row());
        let ring = &RINGS
            [ring(self.rows[y - 1].live[p], self.rows[y].live[p], self.rows[y + 1].live[p], x)];
        let mut found = 0;
        for &side in &ring.side[..usize::from(ring.inputs)] {
            let seed = neighbour(node, side);
            let (x, y) = (seed.column(), seed.row());
            let bit = 1 << x;
            if self.rows[y].field & bit == 0 || log.scratch.closed.contains(x, y) {
                continue;
            }
            let Scratch { waiting, enclosure, closed, empty, inside, .. } = &mut log.scratch;
            let [above, here, below] = &self.rows[y - 1..y + 2] else { break };
            let walls = above.live[p] & below.live[p] & here.live[p] << 1 & here.live[p] >> 1;
            if walls & bit != 0 {
                // One node by itself, as most are: what follows, in short.
                let enemy = here.live[1 - p] & bit != 0;
                if limit == 1 && enemy {
                    self.capture_in_row(p, y, bit, &mut log.rows);
                    if self.quick == 0 {
                        self.ground_if_beside(p, y, bit, log);
                    }
                    return true;
                }
                let target = if enemy { inside } else { empty };
                target.insert(y, bit);
                found += 1;
            } else {
                let mut enemies = 0;
                let open = |y: usize| self.rows[y].field & !self.rows[y].live[p];
                let met_edge = enclosure.flood(x, y, waiting, open, |y, new| {
                    enemies |= new & self.rows[y].live[1 - p];
                    new & self.edge(y) != 0
                });
                if !met_edge {
                    found += 1;
                    if found < limit {
                        closed.include(enclosure);
                    }
                    if enemies == 0 {
                        empty.include(enclosure);
                    } else {
                        self.surround(player, &mut log.scratch);
                    }
                }
                log.scratch.enclosure.clear();
            }
            if found == limit {
                break;
            }
        }
        log.scratch.closed.clear();
        let empty = &mut log.scratch.empty;
        if !empty.is_empty() {
            save(&self.rows, &self.marks, empty, &mut log.rows);
            for y in empty.rows() {
                self.rows[y].enclosed[p] |= empty.row(y);
            }
            empty.clear();
        }
        let captured = !log.scratch.inside.is_empty();
        if captured {
            self.capture(player, log);
        }
        captured
    }

    /// Adds to the scratch `inside` what the contour of the scratch `enclosure` surrounds.
    pub(super) fn surround(&self, player: Player, scratch: &mut Scratch) {
        let p = player.index();
        let Scratch { waiting, enclosure, inside, part, .. } = scratch;
        inside.include(enclosure);
        let all = enclosure.rows().fold(0, |all, y| all | enclosure.row(y));
        let columns = (u64::MAX << all.trailing_zeros()) & (u64::MAX >> all.leading_zeros());
        let wide = |bits: u64| bits | bits << 1 | bits >> 1;
        let contour = |y: usize| {
            let near = enclosure.row(y - 1) | enclosure.row(y) | enclosure.row(y + 1);
            wide(near) & self.rows[y].live[p]
        };
        // Only in the rectangle that the enclosure spans can there be more inside the contour:
        // nodes that are neither in the enclosure nor in the contour, and from which no flood
        // leaves the rectangle.
        for y in enclosure.rows() {
            let mut others = columns & !enclosure.row(y) & !contour(y);
            while others != 0 {
                let x = others.trailing_zeros() as usize;
                let open = |y: usize| wide(columns) & !contour(y);
                let leaves = part.flood(x, y, waiting, open, |y, new| {
                    new & !columns != 0 || enclosure.row(y) == 0
                });
                others &= !(part.row(y) | 1 << x);
                if !leaves {
                    inside.include(part);
                }
                part.clear();
            }
        }
    }

    /// Makes the nodes of the scratch `inside` territory of `player`.
    pub(super) fn capture(&mut self, player: Player, log: &mut DotsLog) {
        let p = player.index();
        let mut revived = false;
        for y in log.scratch.inside.rows() {
            revived |= self.capture_in_row(p, y, log.scratch.inside.row(y), &mut log.rows);
        }
        if self.quick == 0 {
            for y in log.scratch.inside.rows() {
                self.ground_if_beside(p, y, log.scratch.inside.row(y), log);
            }
        }
        if revived {
            self.join_revived(p, log);
        }
        log.scratch.inside.clear();
    }

    /// The part of a capture that happens in row `y`. Returns whether dots came back to life.
    #[inline]
    fn capture_in_row(
        &mut self,
        p: usize,
        y: usize,
        inside: u64,
        saved: &mut Vec<SavedRow>,
    ) -> bool {
        let q = 1 - p;
        let (row, marks) = (&mut self.rows[y], &mut self.marks[y]);
        saved.push(SavedRow { y: y as u8, row: *row, marks: *marks });
        let killed = row.live[q] & inside;
        row.live[q] &= !inside;
        marks.dead[q] |= killed;
        let count = killed.count_ones() as u16;
        self.counts.score[p] += count;
        if self.quick == 0 {
            self.counts.exposed[q] -= count;
        }
        let freed = marks.dead[p] & inside;
        if freed != 0 {
            marks.dead[p] &= !inside;
            row.live[p] |= freed;
            let count = freed.count_ones() as u16;
            self.counts.score[q] -= count;
            if self.quick == 0 {
                self.counts.exposed[p] += count;
            }
        }
        if row.free & inside != 0 {
            self.counts.free -= (row.free & inside).count_ones() as u16;
            row.free &= !inside;
        }
        row.enclosed[p] &= !inside;
        row.enclosed[q] &= !inside;
        marks.territory[q] &= !inside;
        marks.territory[p] |= inside & !row.live[p];
        freed != 0
    }

    /// Joins the live dots in the scratch `inside` with their live neighbours: dots that were dead
    /// a moment ago may have new ones.
    #[cold]
    fn join_revived(&mut self, p: usize, log: &mut DotsLog) {
        let inside = &log.scratch.inside;
        for y in inside.rows() {
            let mut dots = inside.row(y) & self.rows[y].live[p];
            while dots != 0 {
                let x = dots.trailing_zeros() as usize;
                dots &= dots - 1;
                let node = DotsNode::padded(x, y);
                for next in self.live_neighbours(p, node) {
                    let (a, b) = (self.links.root(node.0), self.links.root(next.0));
                    if a != b {
                        let (child, _) = self.links.join(a, b);
                        log.unions.push(child);
                    }
                }
            }
        }
    }

    /// [Grounds](Self::ground) those of the nodes in row `y` that have a neighbour joined to the
    /// edge.
    #[inline]
    fn ground_if_beside(&mut self, p: usize, y: usize, nodes: u64, log: &mut DotsLog) {
        let near = self.rows[y - 1].grounded[p]
            | self.rows[y + 1].grounded[p]
            | self.rows[y].grounded[p] << 1
            | self.rows[y].grounded[p] >> 1;
        if near & nodes != 0 {
            self.ground(p, y, near & nodes, log);
        }
    }

    /// Notes that nodes of row `y`, as far as they are the player's, are joined to the edge, and
    /// with them everything that hangs together with them.
    fn ground(&mut self, p: usize, mut y: usize, mut seeds: u64, log: &mut DotsLog) {
        let DotsLog { grounded: log, scratch: Scratch { waiting, .. }, .. } = log;
        waiting.clear();
        loop {
            let [above, here, below] = &mut self.rows[y - 1..y + 2] else { return };
            let [above_marks, marks, below_marks] = &self.marks[y - 1..y + 2] else { return };
            let wanted =
                |row: &Row, marks: &Marks| (row.live[p] | marks.territory[p]) & !row.grounded[p];
            let open = wanted(here, marks);
            seeds &= open;
            let mut next = None;
            if seeds != 0 {
                let new = runs(open, seeds);
                log.push((y as u8 | (p as u8) << 7, here.grounded[p]));
                here.grounded[p] |= new;
                self.counts.exposed[p] -= (here.live[p] & new).count_ones() as u16;
                self.counts.kept[p] += (marks.dead[1 - p] & new).count_ones() as u16;
                let above = new & wanted(above, above_marks);
                let below = new & wanted(below, below_marks);
                next = follow(y, above, below, waiting);
            }
            match next.or_else(|| waiting.pop()) {
                Some(next) => (y, seeds) = next,
                None => return,
            }
        }
    }
}

/// Saves the rows of `area` before they are changed.
fn save(rows: &[Row], marks: &[Marks], area: &Area, saved: &mut Vec<SavedRow>) {
    for y in area.rows() {
        saved.push(SavedRow { y: y as u8, row: rows[y], marks: marks[y] });
    }
}
