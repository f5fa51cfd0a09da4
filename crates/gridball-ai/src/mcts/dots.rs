//! Dots: which dots look good, and what a position looks worth.
//!
//! A look at a position tries, for both players, every node where a capture is possible at all:
//! those between two groups of live dots of the player. What such a dot wins says where to look
//! first, and what the position is worth if nothing else happens. So do [ladders](ladder), which
//! win what no single dot does. The other half of a judgement is a playout: dots on all nodes in
//! random order. When the search goes on from a position, it also learns what dots near the last
//! two would threaten to capture next.

use gridball_core::{
    BitGrid, Outcome, Player, Point, Position,
    dots::{DotsAction, DotsLog, DotsNode, DotsPosition},
};

mod ladder;

use ladder::{Ladder, LadderReader};

use super::game::{Candidate, Playground};
use crate::{
    evaluation::SimpleEvaluation,
    random_source::{RandomSource, mix},
};

/// How much of a judgement the playout is.
const PLAYOUT_PART: f64 = 0.5;
/// A lead over the root of so many dots counts as half of what can be won at all.
const LEAD_SCALE: f64 = 4.0;
/// The same for the end of a playout, which says less.
const PLAYOUT_SCALE: f64 = 8.0;

/// So many dots from the root, a look sees the threats of all dots; further on, only of those
/// near the last two.
const EVERYWHERE: usize = 1;

/// With more nodes near dots than this no threats are looked for far from the last two: that takes
/// the square of their number, and on the largest fields more than the time for an action.
const MOST_SPOTS: usize = 1000;

/// How often a reading of ladders at the root may look at the whole field, for each player.
const ROOT_READING: u32 = 100;
/// The same for a judgement.
const READING: u32 = 8;

/// Rows of a field at most, and a few more.
const ROWS: usize = 64;

/// The steps to the neighbours of a node.
const AROUND: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The neighbours of a node in the bits of a ring (row by row without the node itself), walking
/// round it: N, NE, E, SE, S, SW, W, NW.
const WALK: [usize; 8] = [1, 2, 4, 7, 6, 5, 3, 0];

/// For each set of dots round a node, how many groups they form that touch the node but are not
/// joined round it. With fewer than two, no contour closes there.
static GROUPS: [u8; 256] = {
    let mut groups = [0; 256];
    let mut ring = 1;
    while ring < 256 {
        // A group ends where an orthogonal neighbour that is missing follows on dots.
        let mut step = 0;
        let mut after_dot = false;
        let mut count = 0;
        while step < 16 {
            if ring >> WALK[step % 8] & 1 == 1 {
                after_dot = true;
            } else if step % 2 == 0 {
                if after_dot && step >= 8 {
                    count += 1;
                }
                after_dot = false;
            }
            step += 1;
        }
        groups[ring] = if count == 0 { 1 } else { count };
        ring += 1;
    }
    groups
};

/// The best two captures that one player could make now.
#[derive(Clone, Copy, Default)]
struct Captures {
    best: i32,
    second: i32,
    /// Where the best one is made, as a place in the list of free nodes.
    at: usize,
}

impl Captures {
    fn offer(&mut self, gain: i32, at: usize) {
        if gain > self.best {
            *self = Self { best: gain, second: self.best, at };
        } else if gain > self.second {
            self.second = gain;
        }
    }
}

/// A free node near a dot, and what is known about it.
#[derive(Clone, Copy)]
struct Spot {
    node: DotsNode,
    /// How the difference of scores changes for whoever puts a dot here, by player.
    gain: [i32; 2],
    /// [`GROUPS`] of the player's live dots round it, by player.
    groups: [u8; 2],
    /// Whether it lies in an empty enclosure of the player, by player.
    enclosed: [bool; 2],
    /// Whether a dot of the player here ends the game in his favour, by player.
    wins: [bool; 2],
    /// What a dot of the player here would threaten to capture with the next one, by player.
    threat: [Captures; 2],
}

/// Dots, played there and back.
pub(crate) struct DotsPlayground {
    position: DotsPosition,
    log: DotsLog,
    /// The dots put since the root.
    played: Vec<DotsNode>,
    /// First's lead at the root.
    root_lead: i32,
    noise: u32,
    seed: u64,
    /// What the last look saw: the free nodes at most two steps from a dot.
    spots: Vec<Spot>,
    reader: LadderReader,
    /// Where the ladders begin that each player had at the root.
    ladders: [Option<DotsNode>; 2],
    /// Room for nodes where a ladder may begin.
    starts: Vec<DotsNode>,
    /// For playouts.
    scratch: DotsPosition,
    scratch_log: DotsLog,
    free: Vec<DotsNode>,
}

impl Playground for DotsPlayground {
    type Position = DotsPosition;
    type Compact = DotsNode;

    fn new(position: &DotsPosition, noise: u32, seed: u64) -> Self {
        Self {
            position: position.clone(),
            log: DotsLog::default(),
            played: Vec::new(),
            root_lead: lead(position, Player::First),
            noise,
            seed,
            spots: Vec::new(),
            reader: LadderReader::new(),
            ladders: [None; 2],
            starts: Vec::new(),
            scratch: position.clone(),
            scratch_log: DotsLog::default(),
            free: Vec::new(),
        }
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn share(&self, outcome: Outcome) -> f64 {
        match outcome {
            Outcome::Win(Player::First) => 1.0,
            Outcome::Win(Player::Second) => 0.0,
            Outcome::Draw => curve(f64::from(-self.root_lead) / LEAD_SCALE),
        }
    }

    fn play(&mut self, node: DotsNode) {
        self.position.put(node, &mut self.log);
        self.played.push(node);
    }

    fn take_back(&mut self) {
        self.position.take_back(&mut self.log);
        self.played.pop();
    }

    fn push_candidates(&mut self, candidates: &mut Vec<Candidate<DotsNode>>) -> bool {
        if self.position.outcome().is_some() {
            return true;
        }
        let captures = self.look();
        let mover = self.position.to_move();
        let (me, other) = (mover.index(), mover.other().index());
        let threat = (captures[other].best > 0).then(|| self.spots[captures[other].at].node);
        // Far from all dots one node is like another, and there is always something better near
        // them; but the root shows every action.
        let all = self.played.is_empty() || self.spots.is_empty();
        // What a dot threatens is worth knowing where the fight is, and everywhere at the root.
        let everywhere = self.played.len() < EVERYWHERE && self.spots.len() <= MOST_SPOTS;
        for index in 0..self.spots.len() {
            let spot = self.spots[index];
            let local = everywhere
                || self.played.iter().rev().take(2).any(|&last| distance(spot.node, last) <= 2);
            if local {
                for player in Player::BOTH {
                    self.spots[index].threat[player.index()] =
                        self.threat(index, player, captures[player.index()].best > 0);
                }
            }
        }
        let ladder =
            if self.played.is_empty() { self.root_ladders(mover, &captures) } else { None };
        let mut spots = self.spots.iter().peekable();
        for node in self.position.nodes() {
            let Some(spot) = spots.next_if(|spot| spot.node == node) else {
                if all && self.position.is_free(node) {
                    let weight = 0.1 * self.place_weight(node);
                    candidates.push(Candidate { action: node, weight });
                }
                continue;
            };
            let mut weight = self.place_weight(node);
            // Joining what belongs together, cutting what would be joined.
            weight *=
                1.0 + f32::from(spot.groups[me].min(3)) + f32::from(spot.groups[other].min(3));
            for (age, &last) in self.played.iter().rev().take(3).enumerate() {
                weight *= match (distance(node, last), age) {
                    (1, 0) => 3.0,
                    (2, 0) | (1, _) => 2.0,
                    (3, 0) | (2, _) => 1.3,
                    _ => 1.0,
                };
            }
            let (mine, theirs) = (spot.threat[me], spot.threat[other]);
            if mine.second > 0 {
                weight += 30.0 + 8.0 * mine.second as f32;
            } else if mine.best > 0 {
                weight += 4.0 + mine.best as f32;
            }
            if theirs.second > 0 {
                weight += 20.0 + 5.0 * theirs.second as f32;
            } else if theirs.best > 0 {
                weight += 2.0;
            }
            if let Some(ladder) = ladder.filter(|ladder| ladder.first == node) {
                weight += 40.0 + 12.0 * ladder.gain as f32;
            }
            if threat.is_some_and(|threat| distance(node, threat) == 1) {
                weight += 3.0;
            }
            if spot.gain[other] > 0 {
                weight += 30.0 + 10.0 * spot.gain[other] as f32;
            }
            if spot.gain[me] > 0 {
                weight += 40.0 + 12.0 * spot.gain[me] as f32;
            } else if spot.gain[me] < 0 {
                weight = 0.02;
            } else if spot.enclosed[me] && spot.gain[other] <= 0 {
                weight = 0.05;
            }
            if spot.wins[me] {
                weight += 1000.0;
            } else if spot.wins[other] {
                weight += 100.0;
            }
            candidates.push(Candidate { action: node, weight });
        }
        all
    }

    fn judge(&mut self, random: &mut RandomSource) -> f64 {
        let captures = self.look();
        let mover = self.position.to_move();
        if self.spots.iter().any(|spot| spot.wins[mover.index()]) {
            return self.share(Outcome::Win(mover));
        }
        let (mine, theirs) = (captures[mover.index()], captures[mover.other().index()]);
        // Either I capture, and then so does the other, or I prevent his best capture.
        let answer =
            if mine.best > 0 && mine.at == theirs.at { theirs.second } else { theirs.best };
        let outlook =
            if mine.best > 0 { (mine.best - answer).max(-theirs.second) } else { -theirs.second };
        // A ladder is only worth reading where it wins more than that.
        let outlook = self.ladder(outlook.max(mine.best).max(0) + 1).unwrap_or(outlook);
        let outlook = if mover == Player::First { outlook } else { -outlook };
        let now = lead(&self.position, Player::First) + outlook - self.root_lead;
        let seen = curve((f64::from(now) + self.error()) / LEAD_SCALE);
        let end = self.playout(random) - self.root_lead;
        let played = curve(f64::from(end) / PLAYOUT_SCALE);
        seen + PLAYOUT_PART * (played - seen)
    }

    fn offset(&self) -> i32 {
        self.root_lead.saturating_mul(DotsPosition::UNIT)
    }

    fn action(&self, node: DotsNode) -> DotsAction {
        // Every node of the search is one of the field.
        self.position.action_at(node.point()).unwrap_or(DotsAction { x: 1, y: 1 })
    }
}

impl DotsPlayground {
    /// How good a place is by itself: worse on the edge.
    fn place_weight(&self, node: DotsNode) -> f32 {
        let setup = self.position.setup();
        let (right, bottom) = (setup.width() as i8 - 1, setup.height() as i8 - 1);
        let point = node.point();
        match point.x.min(point.y).min(right - point.x).min(bottom - point.y) {
            0 => 0.4,
            1 => 0.7,
            _ => 1.0,
        }
    }

    /// Lists the free nodes near dots in `spots`, and finds the best captures of both players.
    fn look(&mut self) -> [Captures; 2] {
        let position = &mut self.position;
        let mover = position.to_move();
        let setup = position.setup();
        let (width, height) = (usize::from(setup.width()), usize::from(setup.height()));
        let free = position.free_nodes();
        let live = Player::BOTH.map(|player| position.live(player));
        let enclosures = Player::BOTH.map(|player| position.empty_enclosures(player));
        let before = lead(position, Player::First);
        let leads = [before > 0, before < 0];
        // Dots that are not joined to the edge yet: joining the last of them protects a lead.
        let grounded =
            Player::BOTH.map(|player| leads[player.index()].then(|| position.grounded(player)));
        let mut captures = [Captures::default(); 2];
        self.spots.clear();
        // One bit further left, so that every node has neighbours.
        let row = |grid: &BitGrid, y: usize| grid.row(y) << 1;
        // The nodes at most two columns from a dot.
        let mut wide = [0; ROWS];
        for (y, wide) in (0..height).zip(&mut wide) {
            let dots = live[0].row(y) | live[1].row(y);
            let near = dots | dots << 1 | dots >> 1;
            *wide = near | near << 1 | near >> 1;
        }
        for y in 0..height {
            let mut near =
                wide[y.saturating_sub(2)..height.min(y + 3)].iter().fold(0, |all, row| all | row);
            near &= free.row(y);
            let rows = [0, 1].map(|p| {
                [row(&live[p], y.wrapping_sub(1)), row(&live[p], y), row(&live[p], y + 1)]
            });
            while near != 0 {
                let x = near.trailing_zeros() as usize;
                near &= near - 1;
                let Some(node) = position.node(Point::new(x as i8, y as i8)) else { continue };
                let groups = rows.map(|rows| groups(rows, x));
                let mut spot = Spot {
                    node,
                    gain: [0; 2],
                    groups,
                    enclosed: [0, 1].map(|p| enclosures[p].row(y) >> x & 1 == 1),
                    wins: [false; 2],
                    threat: [Captures::default(); 2],
                };
                for player in Player::BOTH {
                    let p = player.index();
                    let joins = grounded[p].as_ref().is_some_and(|grounded| {
                        let beside = |row: &dyn Fn(usize) -> u64| {
                            let sides = row(y) >> x & 0b101;
                            sides | (row(y.wrapping_sub(1)) | row(y + 1)) >> (x + 1) & 1 != 0
                        };
                        let on_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                        beside(&|y| row(&live[p], y) & !row(grounded, y))
                            && (on_edge || beside(&|y| row(grounded, y)))
                    });
                    if !joins
                        && (spot.groups[p] < 2 && !spot.enclosed[1 - p]
                            || !position.may_close(player, node))
                    {
                        continue;
                    }
                    position.set_to_move(player);
                    position.put(node, &mut self.log);
                    let gain = lead(position, Player::First) - before;
                    spot.wins[p] = position.outcome() == Some(Outcome::Win(player));
                    position.take_back(&mut self.log);
                    spot.gain[p] = if p == 0 { gain } else { -gain };
                    captures[p].offer(spot.gain[p], self.spots.len());
                }
                self.spots.push(spot);
            }
        }
        position.set_to_move(mover);
        captures
    }

    /// Reads the ladders of both players at the root, from all spots that threaten something, and
    /// keeps where they begin. Returns that of `mover`, if it wins more than he can capture at
    /// once.
    fn root_ladders(&mut self, mover: Player, captures: &[Captures; 2]) -> Option<Ladder> {
        let ladders = Player::BOTH.map(|player| {
            let p = player.index();
            self.starts.clear();
            let threats = self.spots.iter().filter(|spot| spot.threat[p].best > 0);
            self.starts.extend(threats.map(|spot| spot.node));
            let least = captures[p].best.max(0) + 1;
            self.reader.read(&mut self.position, player, &self.starts, least, ROOT_READING)
        });
        self.ladders = ladders.map(|ladder| ladder.map(|ladder| ladder.first));
        ladders[mover.index()]
    }

    /// What the player to move wins by a ladder that begins beside one of the last two dots, or
    /// where he had one at the root; nothing if it is less than `least`.
    fn ladder(&mut self, least: i32) -> Option<i32> {
        let mover = self.position.to_move();
        let p = mover.index();
        let last = &self.played[self.played.len().saturating_sub(2)..];
        let beside = |spot: &&Spot| {
            spot.groups[p] > 0 && last.iter().any(|&last| distance(spot.node, last) == 1)
        };
        self.starts.clear();
        self.starts.extend(self.spots.iter().filter(beside).map(|spot| spot.node));
        self.starts.extend(self.ladders[p]);
        let ladder = self.reader.read(&mut self.position, mover, &self.starts, least, READING);
        ladder.map(|ladder| ladder.gain)
    }

    /// What a dot of `player` on a spot would threaten: the best two captures that he does not
    /// have already, and that he would have with one more dot. `captures` says whether he has any.
    fn threat(&mut self, index: usize, player: Player, captures: bool) -> Captures {
        let Self { position, log, spots, .. } = self;
        let spot = spots[index];
        let p = player.index();
        let mut threat = Captures::default();
        // A dot that captures is more than a threat, one that is lost is none, and one that
        // stands alone adds to no chain.
        if spot.groups[p] == 0 || spot.gain[p] != 0 || spot.enclosed[p] || spot.wins[p] {
            return threat;
        }
        let mover = position.to_move();
        let before = position.balance(player);
        position.set_to_move(player);
        position.put_quickly(spot.node, log);
        let mut offer = |position: &mut DotsPosition, next: DotsNode, known: i32| {
            if position.is_free(next) && position.may_close(player, next) {
                position.set_to_move(player);
                position.put_quickly(next, log);
                let gain = position.balance(player) - before;
                position.take_back(log);
                if gain > known {
                    threat.offer(gain, 0);
                }
            }
        };
        if captures || spot.groups[p] >= 2 {
            // Chains may be joined that had been apart, and be closed anywhere.
            for next in spots.iter().filter(|next| next.groups[p] > 0) {
                let beside = distance(next.node, spot.node) == 1;
                if beside || spot.groups[p] >= 2 && next.groups[p] >= 2 {
                    offer(position, next.node, next.gain[p]);
                }
            }
        } else {
            // Only beside the dot there is something new.
            let point = spot.node.point();
            for (x, y) in AROUND {
                if let Some(next) = position.node(Point::new(point.x + x, point.y + y)) {
                    offer(position, next, 0);
                }
            }
        }
        position.take_back(log);
        position.set_to_move(mover);
        threat
    }

    /// First's lead after dots were put on all nodes in random order, up to the next stop of the
    /// match. Nobody puts one into an enclosure.
    fn playout(&mut self, random: &mut RandomSource) -> i32 {
        self.free.clear();
        let position = &self.position;
        self.free.extend(position.nodes().filter(|&node| position.is_open(node)));
        let moves_left =
            self.position.clock().map_or(u32::MAX, |(moves, stop)| stop.saturating_sub(moves));
        self.scratch.clone_from(&self.position);
        self.scratch_log.clear();
        let mut moves = 0;
        for last in (0..self.free.len()).rev() {
            if moves == moves_left {
                break;
            }
            self.free.swap(last, random.below_small(last as u32 + 1) as usize);
            let node = self.free[last];
            if self.scratch.is_open(node) {
                self.scratch.put_quickly(node, &mut self.scratch_log);
                moves += 1;
            }
        }
        lead(&self.scratch, Player::First)
    }

    /// By how many dots a look at this position is wrong on purpose; always the same.
    fn error(&self) -> f64 {
        if self.noise == 0 {
            return 0.0;
        }
        let range = 2 * u64::from(self.noise) + 1;
        let error = (mix(self.seed ^ self.position.key()) % range) as f64 - f64::from(self.noise);
        error / f64::from(DotsPosition::UNIT)
    }
}

/// [`GROUPS`] of the dots round the node at column `x`, by its row and those above and below, in
/// which column `x` is bit `x + 1`.
fn groups([above, here, below]: [u64; 3], x: usize) -> u8 {
    let (above, here, below) = (above >> x & 7, here >> x & 7, below >> x & 7);
    GROUPS[(above | (here & 1) << 3 | (here >> 2) << 4 | below << 5) as usize]
}

/// The same for a node of a field.
fn groups_round(live: &BitGrid, point: Point) -> u8 {
    let (x, y) = (point.x as usize, point.y as usize);
    groups([y.wrapping_sub(1), y, y + 1].map(|y| live.row(y) << 1), x)
}

/// Captured dots of the other minus lost dots.
fn lead(position: &DotsPosition, player: Player) -> i32 {
    position.balance(player)
}

/// From all numbers to 0 to 1: 0 becomes a half, 1 three quarters.
fn curve(number: f64) -> f64 {
    0.5 + 0.5 * number / (1.0 + number.abs())
}

/// King's steps between two nodes.
fn distance(a: DotsNode, b: DotsNode) -> u8 {
    let (a, b) = (a.point(), b.point());
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}
