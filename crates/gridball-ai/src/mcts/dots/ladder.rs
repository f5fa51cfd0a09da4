//! Ladders: captures that are forced by one threat after the other.
//!
//! The attacker puts a dot that threatens to capture with the next one. If the other neither
//! takes the node where the capture would be made nor captures something himself, the capture is
//! made. So two kinds of answers are all there is to look at, and a search of them that goes deep
//! and stays narrow is exact: what it finds is won whatever the other does. What it does not find
//! may still be there, for only dots near the last two are tried as the next threat, and the work
//! is bounded.

use gridball_core::{
    Player, Point, Position,
    dots::{DotsLog, DotsNode, DotsPosition},
};

use super::{AROUND, ROWS, distance, groups_round};
use crate::{evaluation::SimpleEvaluation, random_source::mix};

/// So many threats in a row are read, at most. Each longer limit is tried when there is nothing
/// within the one before.
const LENGTHS: [u32; 4] = [1, 3, 7, 24];

/// Positions that are remembered as read in vain.
const FAILED: usize = 1 << 10;

/// A capture that can be forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ladder {
    /// The dot to begin with.
    pub(super) first: DotsNode,
    /// What the attacker's lead gains at least, counted right after a dot of his, as long as the
    /// game goes on.
    pub(super) gain: i32,
}

/// Reads ladders; keeps the room that takes.
#[derive(Debug)]
pub(super) struct LadderReader {
    log: DotsLog,
    attacker: Player,
    /// The free nodes beside dots: where captures are made.
    nodes: Vec<DotsNode>,
    /// The same as bits, one word a row.
    listed: [u64; ROWS],
    /// Hashes of the dots since the root after which the attacker was read to get nowhere.
    failed: Vec<u64>,
    /// How many readings there were: each has hashes of its own.
    readings: u64,
    /// Whether more threats in a row might get further.
    cut_off: bool,
    /// How often the whole field may still be looked at.
    budget: u32,
    /// The dot that the last line found begins with.
    first: Option<DotsNode>,
}

impl LadderReader {
    pub(super) fn new() -> Self {
        Self {
            log: DotsLog::default(),
            attacker: Player::First,
            nodes: Vec::new(),
            listed: [0; ROWS],
            failed: vec![0; FAILED],
            readings: 0,
            cut_off: false,
            budget: 0,
            first: None,
        }
    }

    /// The best ladder of `attacker`, were he to move, that begins at one of `starts` and gains at
    /// least `least`. The whole field is looked at for captures up to `budget` times, a few
    /// microseconds each. The position is left as it was.
    pub(super) fn read(
        &mut self,
        position: &mut DotsPosition,
        attacker: Player,
        starts: &[DotsNode],
        least: i32,
        budget: u32,
    ) -> Option<Ladder> {
        if starts.is_empty() {
            return None;
        }
        let mover = position.to_move();
        let before = position.balance(attacker);
        // A threat, the answer, and the capture.
        let room = position
            .clock()
            .map_or(u32::MAX, |(moves, stop)| stop.saturating_sub(moves).saturating_sub(1) / 2);
        self.attacker = attacker;
        self.budget = budget;
        self.list_nodes(position);
        let mut ladder: Option<Ladder> = None;
        for threats in LENGTHS {
            if threats > room {
                break;
            }
            self.cut_off = false;
            // What is found at one length may be bettered, at the same length, by asking for more.
            loop {
                let need = before + ladder.map_or(least, |ladder| ladder.gain + 1);
                position.set_to_move(attacker);
                // What failed in another reading says nothing about this one.
                self.readings += 1;
                let reached =
                    self.threaten(position, starts, need, threats, mix(u64::MAX - self.readings));
                let (Some(reached), Some(first)) = (reached, self.first) else { break };
                ladder = Some(Ladder { first, gain: reached - before });
            }
            if ladder.is_some() || !self.cut_off || self.budget == 0 {
                break;
            }
        }
        position.set_to_move(mover);
        ladder
    }

    /// What the attacker's lead becomes at least, if that is `need` or more, when he is to move
    /// and makes up to so many more threats. `last` are the last dots of both.
    fn attack(
        &mut self,
        position: &mut DotsPosition,
        last: [DotsNode; 2],
        need: i32,
        threats: u32,
        hash: u64,
    ) -> Option<i32> {
        let now = position.balance(self.attacker);
        if now >= need {
            return Some(now);
        }
        self.budget = self.budget.checked_sub(1)?;
        if let Some((node, lead)) = self.best_capture(position, self.attacker)
            && lead >= need
            && self.keeps(position, node, need)
        {
            return Some(lead);
        }
        if threats == 0 {
            self.cut_off = true;
            return None;
        }
        let mut starts = [last[0]; 48];
        let mut count = 0;
        for centre in last {
            let point = centre.point();
            for (x, y) in (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y))) {
                let next = position.node(Point::new(point.x + x, point.y + y));
                if let Some(next) = next
                    && position.is_open(next)
                    && (centre == last[0] || distance(next, last[0]) > 2)
                {
                    starts[count] = next;
                    count += 1;
                }
            }
        }
        self.threaten(position, &starts[..count], need, threats, hash)
    }

    /// Tries threats at `starts`, for [`attack`](Self::attack). The first one that is enough is
    /// left in `first`.
    fn threaten(
        &mut self,
        position: &mut DotsPosition,
        starts: &[DotsNode],
        need: i32,
        threats: u32,
        hash: u64,
    ) -> Option<i32> {
        let attacker = self.attacker;
        let live = position.live(attacker);
        for &start in starts {
            let groups = groups_round(&live, start.point());
            if groups == 0 || !position.is_open(start) {
                continue;
            }
            let hash = hash ^ key(start, attacker);
            let place = hash as usize % FAILED;
            if self.failed[place] == hash {
                continue;
            }
            position.put_quickly(start, &mut self.log);
            // Chains may be joined that had been apart, and be closed anywhere.
            let anywhere = groups >= 2;
            if anywhere {
                self.budget = self.budget.saturating_sub(1);
            }
            let threat = self.threat(position, start, anywhere).filter(|&(_, lead)| lead >= need);
            let reached = threat.and_then(|threat| {
                let listed = self.nodes.len();
                self.list_beside(position, start);
                let reached = self.defend(position, start, threat, need, threats - 1, hash);
                self.unlist(listed);
                reached
            });
            position.take_back(&mut self.log);
            if reached.is_some() {
                self.first = Some(start);
                return reached;
            }
            if self.budget == 0 {
                return None;
            }
            self.failed[place] = hash;
        }
        None
    }

    /// What is left for the attacker of a threat, after the best answer to it. `threat` is the
    /// best capture that he would make now, and his lead with it.
    fn defend(
        &mut self,
        position: &mut DotsPosition,
        last: DotsNode,
        threat: (DotsNode, i32),
        need: i32,
        threats: u32,
        hash: u64,
    ) -> Option<i32> {
        let other = self.attacker.other();
        let (block, lead) = threat;
        let now = position.balance(self.attacker);
        let mut worst = lead.min(self.answer(position, last, block, need, threats, hash)?);
        let mut index = 0;
        while let Some(&node) = self.nodes.get(index) {
            index += 1;
            if node != block && position.is_free(node) && position.may_close(other, node) {
                position.put_quickly(node, &mut self.log);
                let captures = position.balance(self.attacker) < now;
                position.take_back(&mut self.log);
                if captures {
                    worst = worst.min(self.answer(position, last, node, need, threats, hash)?);
                }
            }
        }
        Some(worst)
    }

    /// The same when the answer is a dot at `node`.
    fn answer(
        &mut self,
        position: &mut DotsPosition,
        last: DotsNode,
        node: DotsNode,
        need: i32,
        threats: u32,
        hash: u64,
    ) -> Option<i32> {
        position.put_quickly(node, &mut self.log);
        let listed = self.nodes.len();
        self.list_beside(position, node);
        let hash = hash ^ key(node, self.attacker.other());
        let reached = self.attack(position, [last, node], need, threats, hash);
        self.unlist(listed);
        position.take_back(&mut self.log);
        reached
    }

    /// What the attacker, who has just put a dot on `start`, would capture best with another one,
    /// beside it or anywhere, and his lead with it.
    fn threat(
        &mut self,
        position: &mut DotsPosition,
        start: DotsNode,
        anywhere: bool,
    ) -> Option<(DotsNode, i32)> {
        position.set_to_move(self.attacker);
        let best = if anywhere {
            let listed = self.nodes.len();
            self.list_beside(position, start);
            let best = self.best_capture(position, self.attacker);
            self.unlist(listed);
            best
        } else {
            let point = start.point();
            let mut best: Option<(DotsNode, i32)> = None;
            for (x, y) in AROUND {
                let next = position.node(Point::new(point.x + x, point.y + y));
                let Some(next) = next.filter(|&next| position.is_free(next)) else { continue };
                if position.may_close(self.attacker, next) {
                    position.put_quickly(next, &mut self.log);
                    let lead = position.balance(self.attacker);
                    position.take_back(&mut self.log);
                    if best.is_none_or(|(_, best)| lead > best) {
                        best = Some((next, lead));
                    }
                }
            }
            best
        };
        position.set_to_move(self.attacker.other());
        best
    }

    /// The best capture of `player`, who is to move, and the attacker's lead after it.
    fn best_capture(
        &mut self,
        position: &mut DotsPosition,
        player: Player,
    ) -> Option<(DotsNode, i32)> {
        let mut best: Option<(DotsNode, i32)> = None;
        let good = |lead: i32| if player == self.attacker { lead } else { -lead };
        for &node in &self.nodes {
            if position.is_free(node) && position.may_close(player, node) {
                position.put_quickly(node, &mut self.log);
                let lead = position.balance(self.attacker);
                position.take_back(&mut self.log);
                if best.is_none_or(|(_, best)| good(lead) > good(best)) {
                    best = Some((node, lead));
                }
            }
        }
        best
    }

    /// Whether the attacker still has the lead he needs after a capture and the best capture that
    /// the other makes then.
    fn keeps(&mut self, position: &mut DotsPosition, node: DotsNode, need: i32) -> bool {
        position.put_quickly(node, &mut self.log);
        let answer = self.best_capture(position, self.attacker.other());
        position.take_back(&mut self.log);
        answer.is_none_or(|(_, lead)| lead >= need)
    }

    fn list_nodes(&mut self, position: &DotsPosition) {
        let live = Player::BOTH.map(|player| position.live(player));
        let free = position.free_nodes();
        let height = usize::from(free.height());
        let wide = |y: usize| {
            let dots = live[0].row(y) | live[1].row(y);
            dots | dots << 1 | dots >> 1
        };
        self.nodes.clear();
        self.listed = [0; ROWS];
        let mut rows = [0, wide(0), 0];
        for y in 0..height {
            rows[2] = if y + 1 < height { wide(y + 1) } else { 0 };
            let mut near = (rows[0] | rows[1] | rows[2]) & free.row(y);
            self.listed[y] = near;
            while near != 0 {
                let x = near.trailing_zeros();
                near &= near - 1;
                self.nodes.extend(position.node(Point::new(x as i8, y as i8)));
            }
            rows = [rows[1], rows[2], 0];
        }
    }

    /// Lists the free nodes beside a new dot.
    fn list_beside(&mut self, position: &DotsPosition, node: DotsNode) {
        let point = node.point();
        for (x, y) in AROUND {
            let (x, y) = (point.x + x, point.y + y);
            if let Some(next) = position.node(Point::new(x, y))
                && self.listed[y as usize] >> x & 1 == 0
            {
                self.listed[y as usize] |= 1 << x;
                self.nodes.push(next);
            }
        }
    }

    /// Takes the nodes off the list that were listed after so many.
    fn unlist(&mut self, length: usize) {
        for node in self.nodes.drain(length..) {
            let point = node.point();
            self.listed[point.y as usize] &= !(1 << point.x);
        }
    }
}

/// A number for a dot of a player, for hashes of sets of dots.
fn key(node: DotsNode, player: Player) -> u64 {
    mix((node.index() * 2 + player.index() + 1) as u64)
}

#[cfg(test)]
mod tests {
    use super::{
        super::{DotsPlayground, Playground},
        *,
    };
    use crate::random_source::RandomSource;

    const BUDGET: u32 = 3000;

    fn position(text: &str) -> DotsPosition {
        DotsPosition::parse_position(text).unwrap()
    }

    fn read(position: &DotsPosition, attacker: Player, budget: u32) -> Option<Ladder> {
        let mut after = position.clone();
        let starts: Vec<_> = position.nodes().filter(|&node| position.is_free(node)).collect();
        let ladder = LadderReader::new().read(&mut after, attacker, &starts, 1, budget);
        assert_eq!(after, *position);
        ladder
    }

    /// Two dots of Second that First drives along the diagonal, towards the bottom right, and more
    /// dots: column and row from the top left, counted from 0.
    fn running(more: &[(i8, i8, Player)]) -> DotsPosition {
        use Player::{First, Second};
        let mut position = position("dots:10x10/plain v1 10/10/10/10/10/10/10/10/10/10 first 0");
        let mut log = DotsLog::default();
        let hunted = [(2, 1, First), (1, 2, First), (3, 2, First), (1, 3, First)];
        let dots = [hunted.as_slice(), &[(2, 2, Second), (2, 3, Second)], more].concat();
        for (x, y, player) in dots {
            position.set_to_move(player);
            let node = position.node(Point::new(x, y)).unwrap();
            position.put(node, &mut log);
        }
        position.set_to_move(First);
        // Without the moves.
        let text = position.position_text();
        let (text, _) = text.rsplit_once(' ').unwrap();
        self::position(&format!("{text} 0"))
    }

    #[test]
    fn a_ladder_that_meets_a_dot_of_the_attacker_works() {
        for place in 4..8 {
            let position = running(&[(place, place, Player::First)]);
            let ladder = read(&position, Player::First, BUDGET).expect("the ladder works");
            // He does best to run no further.
            assert_eq!(ladder.gain, 2, "{place}: {ladder:?}");
            // The run-away has nothing to capture.
            assert_eq!(read(&position, Player::Second, BUDGET), None);
        }
    }

    #[test]
    fn a_ladder_runs_out_at_the_edge() {
        assert_eq!(read(&running(&[]), Player::First, BUDGET), None);
    }

    #[test]
    fn a_dot_ahead_breaks_a_ladder() {
        assert_eq!(
            read(&running(&[(8, 8, Player::First), (5, 5, Player::Second)]), Player::First, BUDGET),
            None
        );
    }

    #[test]
    fn a_ladder_is_not_read_beyond_the_end_of_the_game() {
        let text = running(&[(5, 5, Player::First)]).position_text();
        let with = |format: &str, moves: u32| {
            let text = text.replace("/plain", format);
            let (rest, _) = text.rsplit_once(' ').unwrap();
            read(&position(&format!("{rest} {moves}")), Player::First, BUDGET).is_some()
        };
        assert!(with("/plain/stop=30", 0));
        // A threat takes three dots, and none of them is enough.
        assert!(!with("/plain/stop=8", 5));
    }

    #[test]
    fn the_search_looks_at_a_ladder_first() {
        let position = running(&[(7, 7, Player::First)]);
        let ladder = read(&position, Player::First, BUDGET).expect("the ladder works");
        let mut candidates = Vec::new();
        DotsPlayground::new(&position, 0, 0).push_candidates(&mut candidates);
        let best = candidates.iter().max_by(|a, b| a.weight.total_cmp(&b.weight)).unwrap();
        assert_eq!(best.action, ladder.first);
    }

    #[test]
    fn no_work_finds_nothing() {
        assert_eq!(read(&running(&[(5, 5, Player::First)]), Player::First, 0), None);
    }

    /// Whether the attacker, to move, can have a lead of `need` after a dot of his, within so many
    /// dots of his, whatever the other does. A game that ends before proves nothing.
    fn forces(position: &mut DotsPosition, log: &mut DotsLog, need: i32, dots: u32) -> bool {
        let attacker = position.to_move();
        let free = |position: &DotsPosition| -> Vec<DotsNode> {
            position.nodes().filter(|&node| position.is_free(node)).collect()
        };
        for node in free(position) {
            position.put(node, log);
            let forced = position.balance(attacker) >= need
                || position.outcome().is_some()
                || dots > 1
                    && free(position).into_iter().all(|answer| {
                        position.put(answer, log);
                        let forced =
                            position.outcome().is_some() || forces(position, log, need, dots - 1);
                        position.take_back(log);
                        forced
                    });
            position.take_back(log);
            if forced {
                return true;
            }
        }
        false
    }

    #[test]
    fn what_is_read_is_won() {
        let mut random = RandomSource::new(7, &position("dots:5x5/plain v1 5/5/5/5/5 first 0"));
        let mut found = [0; 2];
        for _ in 0..20_000 {
            let (width, height) = (5 + random.below_small(2), 5 + random.below_small(2));
            let setup = format!("dots:{width}x{height}/plain").parse().unwrap();
            let mut position = DotsPosition::start(&setup);
            let mut log = DotsLog::default();
            let left = 5 + random.below_small(4);
            loop {
                let free: Vec<_> =
                    position.nodes().filter(|&node| position.is_free(node)).collect();
                if position.outcome().is_some() || free.len() as u32 <= left {
                    break;
                }
                position.put(free[random.below_small(free.len() as u32) as usize], &mut log);
            }
            if position.outcome().is_some() {
                continue;
            }
            let attacker = position.to_move();
            let Some(ladder) = read(&position, attacker, 200) else { continue };
            let before = position.balance(attacker);
            let need = before + ladder.gain;
            let short = forces(&mut position, &mut log, need, 2);
            position.put(ladder.first, &mut log);
            let text = position.position_text();
            let answers: Vec<_> = position.nodes().filter(|&node| position.is_free(node)).collect();
            for answer in answers {
                position.put(answer, &mut log);
                assert!(
                    position.outcome().is_some() || forces(&mut position, &mut log, need, left),
                    "{ladder:?} {text}"
                );
                position.take_back(&mut log);
            }
            found[usize::from(!short)] += 1;
        }
        assert!(found[0] > 100 && found[1] > 10, "{found:?}");
    }
}
