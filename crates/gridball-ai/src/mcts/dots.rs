//! Dots: which dots look good, and what a position looks worth.
//!
//! A look at a position tries, for both players, every node where a capture is possible at all:
//! those between two groups of live dots of the player. What such a dot wins says where to look
//! first, and what the position is worth if nothing else happens. The other half of a judgement
//! is a playout: dots on all nodes in random order.

use gridball_core::{
    Outcome, Player, Position,
    dots::{DotsAction, DotsLog, DotsNode, DotsPosition},
};

use super::game::{Candidate, Playground};
use crate::{
    evaluation::SimpleEvaluation,
    random_source::{RandomSource, mix},
};

/// How much of a judgement the playout is.
const PLAYOUT_PART: f64 = 0.25;
/// A lead over the root of so many dots counts as half of what can be won at all.
const LEAD_SCALE: f64 = 4.0;
/// The same for the end of a playout, which says less.
const PLAYOUT_SCALE: f64 = 8.0;

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

/// A free node, and what is known about it.
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
    /// Whether a dot is at most two steps away.
    near: bool,
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
    spots: Vec<Spot>,
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

    fn push_candidates(&mut self, candidates: &mut Vec<Candidate<DotsNode>>) {
        if self.position.outcome().is_some() {
            return;
        }
        let captures = self.look();
        let mover = self.position.to_move();
        let (me, other) = (mover.index(), mover.other().index());
        let threat = (captures[other].best > 0).then(|| self.spots[captures[other].at].node);
        let setup = self.position.setup();
        let (right, bottom) = (setup.width() as i8 - 1, setup.height() as i8 - 1);
        candidates.extend(self.spots.iter().map(|spot| {
            let point = spot.node.point();
            let from_edge = point.x.min(point.y).min(right - point.x).min(bottom - point.y);
            let mut weight: f32 = if spot.near { 1.0 } else { 0.1 };
            weight *= match from_edge {
                0 => 0.4,
                1 => 0.7,
                _ => 1.0,
            };
            // Joining what belongs together, cutting what would be joined.
            weight *=
                1.0 + f32::from(spot.groups[me].min(3)) + f32::from(spot.groups[other].min(3));
            for (age, &last) in self.played.iter().rev().take(3).enumerate() {
                weight *= match (distance(spot.node, last), age) {
                    (1, 0) => 3.0,
                    (2, 0) | (1, _) => 2.0,
                    (3, 0) | (2, _) => 1.3,
                    _ => 1.0,
                };
            }
            if threat.is_some_and(|threat| distance(spot.node, threat) == 1) {
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
            Candidate { action: spot.node, weight }
        }));
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
    /// Lists the free nodes in `spots`, and finds the best captures of both players.
    fn look(&mut self) -> [Captures; 2] {
        let position = &mut self.position;
        let mover = position.to_move();
        let setup = position.setup();
        let (width, height) = (usize::from(setup.width()), usize::from(setup.height()));
        let free = position.free_nodes();
        let live = Player::BOTH.map(|player| position.live(player));
        let enclosures = Player::BOTH.map(|player| position.empty_enclosures(player));
        // Dots that are not joined to the edge yet: joining the last of them protects a lead.
        let grounded = Player::BOTH.map(|player| position.grounded(player));
        let leads = Player::BOTH.map(|player| lead(position, player) > 0);
        let before = lead(position, Player::First);
        let mut captures = [Captures::default(); 2];
        self.spots.clear();
        let nodes = position.nodes();
        // One bit further left, so that every node has neighbours.
        let row = |grid: &gridball_core::BitGrid, y: usize| {
            if y < height { grid.row(y) << 1 } else { 0 }
        };
        for (index, node) in nodes.enumerate() {
            let (x, y) = (index % width, index / width);
            if free.row(y) >> x & 1 == 0 {
                continue;
            }
            let mut spot = Spot {
                node,
                gain: [0; 2],
                groups: [0; 2],
                enclosed: [0, 1].map(|p| enclosures[p].row(y) >> x & 1 == 1),
                wins: [false; 2],
                near: false,
            };
            for p in [0, 1] {
                let part = |y: usize| (row(&live[p], y) >> x & 7) as usize;
                let middle = part(y);
                let ring = part(y.wrapping_sub(1))
                    | (middle & 1) << 3
                    | (middle >> 2) << 4
                    | part(y + 1) << 5;
                spot.groups[p] = GROUPS[ring];
            }
            spot.near = (y.saturating_sub(2)..=y + 2).any(|y| {
                // Bits x-2 to x+2 of the row, counted with two columns of margin.
                let wide = row(&live[0], y) | row(&live[1], y);
                (u128::from(wide) << 1) >> x & 31 != 0
            });
            for player in Player::BOTH {
                let p = player.index();
                let joins = leads[p] && {
                    let beside = |row: &dyn Fn(usize) -> u64| {
                        let sides = row(y) >> x & 0b101;
                        sides | (row(y.wrapping_sub(1)) | row(y + 1)) >> (x + 1) & 1 != 0
                    };
                    let on_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                    beside(&|y| row(&live[p], y) & !row(&grounded[p], y))
                        && (on_edge || beside(&|y| row(&grounded[p], y)))
                };
                if spot.groups[p] < 2 && !spot.enclosed[1 - p] && !joins {
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
        position.set_to_move(mover);
        captures
    }

    /// First's lead after dots were put on all nodes in random order, up to the next stop of the
    /// match. Nobody puts one into an enclosure that exists.
    fn playout(&mut self, random: &mut RandomSource) -> i32 {
        self.free.clear();
        self.free.extend(
            self.spots.iter().filter(|spot| spot.enclosed == [false; 2]).map(|spot| spot.node),
        );
        let moves_left =
            self.position.clock().map_or(u32::MAX, |(moves, stop)| stop.saturating_sub(moves));
        self.scratch.clone_from(&self.position);
        self.scratch_log.clear();
        let mut moves = 0;
        for last in (0..self.free.len()).rev() {
            if moves == moves_left {
                break;
            }
            self.free.swap(last, random.below(last as u64 + 1) as usize);
            if self.scratch.is_free(self.free[last]) {
                self.scratch.put(self.free[last], &mut self.scratch_log);
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
