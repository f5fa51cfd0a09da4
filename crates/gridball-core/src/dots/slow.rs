//! The rules of Dots as plainly as they can be written: whole-board floods over a board of
//! ordinary values. Slow, and the truth that the fast way is tested against. Nothing here is
//! shared with it.
//!
//! Captures, in three steps \[D\]:
//!
//! 1. Enclosures: take all live dots of one player as walls and flood from outside the board in
//!    four directions. Each connected part that the flood does not reach is an enclosure. One that
//!    holds a live enemy dot is captured.
//! 2. Its contour: that player's live dots that touch it, in eight directions. \[C where a tighter
//!    contour exists\]
//! 3. Its inside: every node that a flood from outside cannot reach when only the contour's dots
//!    are walls. All of it becomes territory.
//!
//! Dots on the edge cannot be surrounded, because the flood reaches them. \[S\] In territory nothing
//! may be placed. \[S\] An enclosure without a live enemy dot stays as it is. \[S\] A dead dot joins
//! no chain for anybody. \[S\] Own dots inside come back to life \[S\] and join chains again. \[C\]

use alloc::{vec, vec::Vec};

use super::rules::DotsFormat;
use crate::game::Player;

/// What is on a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    /// Whose dot there is.
    pub(super) dot: Option<Player>,
    /// Whether that dot is dead.
    pub(super) dead: bool,
    /// Whose territory the node is.
    pub(super) territory: Option<Player>,
}

/// A board; `nodes[y][x]`, row 0 at the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SlowBoard {
    pub(super) nodes: Vec<Vec<Node>>,
}

const ORTHOGONAL: [(isize, isize); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const AROUND: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

impl SlowBoard {
    fn width(&self) -> usize {
        self.nodes[0].len()
    }

    fn height(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, row by row.
    fn all(&self) -> Vec<(usize, usize)> {
        (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| (x, y))).collect()
    }

    /// The neighbours of a node that are on the field, four or eight.
    fn neighbours(&self, x: usize, y: usize, steps: &[(isize, isize)]) -> Vec<(usize, usize)> {
        let mut neighbours = Vec::new();
        for &(dx, dy) in steps {
            if let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                && x < self.width()
                && y < self.height()
            {
                neighbours.push((x, y));
            }
        }
        neighbours
    }

    fn is_edge(&self, x: usize, y: usize) -> bool {
        x == 0 || y == 0 || x + 1 == self.width() || y + 1 == self.height()
    }

    fn is_live(&self, x: usize, y: usize, player: Player) -> bool {
        self.nodes[y][x].dot == Some(player) && !self.nodes[y][x].dead
    }

    /// A dot may be placed where there is neither a dot nor territory.
    pub(super) fn is_free(&self, x: usize, y: usize) -> bool {
        self.nodes[y][x].dot.is_none() && self.nodes[y][x].territory.is_none()
    }

    /// What a flood from outside the board in four directions reaches through nodes that are not
    /// walls: a grid of marks.
    fn flood_from_outside(&self, wall: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
        let mut reached = vec![vec![false; self.width()]; self.height()];
        let mut waiting = Vec::new();
        for (x, y) in self.all() {
            if self.is_edge(x, y) && !wall(x, y) {
                reached[y][x] = true;
                waiting.push((x, y));
            }
        }
        while let Some((x, y)) = waiting.pop() {
            for (x, y) in self.neighbours(x, y, &ORTHOGONAL) {
                if !reached[y][x] && !wall(x, y) {
                    reached[y][x] = true;
                    waiting.push((x, y));
                }
            }
        }
        reached
    }

    /// The enclosures of a player: step 1 of the rules. Each is a list of nodes.
    fn enclosures(&self, player: Player) -> Vec<Vec<(usize, usize)>> {
        let wall = |x: usize, y: usize| self.is_live(x, y, player);
        let mut seen = self.flood_from_outside(&wall);
        let mut enclosures = Vec::new();
        for (x, y) in self.all() {
            if seen[y][x] || wall(x, y) {
                continue;
            }
            seen[y][x] = true;
            let mut enclosure = vec![(x, y)];
            let mut next = 0;
            while next < enclosure.len() {
                let (x, y) = enclosure[next];
                next += 1;
                for (x, y) in self.neighbours(x, y, &ORTHOGONAL) {
                    if !seen[y][x] && !wall(x, y) {
                        seen[y][x] = true;
                        enclosure.push((x, y));
                    }
                }
            }
            enclosures.push(enclosure);
        }
        enclosures
    }

    /// The inside of the contour of an enclosure: steps 2 and 3 of the rules.
    fn inside(&self, player: Player, enclosure: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let mut contour = vec![vec![false; self.width()]; self.height()];
        for &(x, y) in enclosure {
            for (x, y) in self.neighbours(x, y, &AROUND) {
                if self.is_live(x, y, player) {
                    contour[y][x] = true;
                }
            }
        }
        let reached = self.flood_from_outside(&|x, y| contour[y][x]);
        self.all().into_iter().filter(|&(x, y)| !reached[y][x] && !contour[y][x]).collect()
    }

    /// Captures every enclosure of a player that holds a live enemy dot, all of them from the
    /// same position. \[D\]
    fn capture(&mut self, player: Player) {
        let mut insides = Vec::new();
        for enclosure in self.enclosures(player) {
            if enclosure.iter().any(|&(x, y)| self.is_live(x, y, player.other())) {
                insides.push(self.inside(player, &enclosure));
            }
        }
        for inside in insides {
            for (x, y) in inside {
                let node = &mut self.nodes[y][x];
                node.territory = Some(player);
                // Enemy dots die, own ones come back to life.
                node.dead = node.dot == Some(player.other());
            }
        }
    }

    /// Puts a dot on a free node: first the placer's own captures are made; a dot that is in an
    /// enclosure of the enemy after that is captured at once. \[S, the order C\]
    pub(super) fn put(&mut self, player: Player, x: usize, y: usize) {
        self.nodes[y][x].dot = Some(player);
        self.capture(player);
        self.capture(player.other());
    }

    /// The dead dots of the other player.
    fn score(&self, player: Player) -> usize {
        let enemy = player.other();
        self.nodes.iter().flatten().filter(|node| node.dead && node.dot == Some(enemy)).count()
    }

    /// Whether the game is over after `moves` moves.
    pub(super) fn is_over(&self, format: DotsFormat, moves: u32) -> bool {
        let (first, second) = (self.score(Player::First), self.score(Player::Second));
        let is_full = !self.all().into_iter().any(|(x, y)| self.is_free(x, y));
        let is_protected = first > second && self.is_protected(Player::First)
            || second > first && self.is_protected(Player::Second);
        let is_stopped = match format {
            DotsFormat::Free | DotsFormat::Full { playoff: true, .. } => false,
            DotsFormat::Full { moves: stop, playoff: false } => {
                moves == u32::from(stop) && first == second
            }
            DotsFormat::Stop { moves: stop, extra_time: None } => moves >= u32::from(stop),
            DotsFormat::Stop { moves: stop, extra_time: Some(block) } => {
                let mut end_of_block = u32::from(stop);
                while end_of_block < moves {
                    end_of_block += u32::from(block);
                }
                moves == end_of_block && first != second
            }
        };
        is_full || is_protected || is_stopped
    }

    /// Whether the advantage of `leader` is protected: score(T) + U < score(L) − R, where U counts
    /// the live dots of the leader L that are not joined to the edge, R the dead dots of the
    /// other, T, in territory of L that is not. \[S, joined in four directions: C, because an enemy
    /// contour can pass between two diagonal neighbours\]
    fn is_protected(&self, leader: Player) -> bool {
        let trailing = leader.other();
        // Joined to the edge: through live dots and territory of the leader, in four directions.
        let own = |x: usize, y: usize| {
            self.is_live(x, y, leader) || self.nodes[y][x].territory == Some(leader)
        };
        let joined = self.flood_from_outside(&|x, y| !own(x, y));
        let mut exposed = 0; // U
        let mut recoverable = 0; // R
        for (x, y) in self.all() {
            if joined[y][x] {
                continue;
            }
            let node = self.nodes[y][x];
            if self.is_live(x, y, leader) {
                exposed += 1;
            }
            if node.dead && node.dot == Some(trailing) && node.territory == Some(leader) {
                recoverable += 1;
            }
        }
        self.score(trailing) + exposed + recoverable < self.score(leader)
    }
}
