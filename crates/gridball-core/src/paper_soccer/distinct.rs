//! One path for each different result.
//!
//! A result is the set of drawn lines and the ball. The search goes over the *states* of a
//! walk, that is the lines walked so far and the ball in the middle of a move, breadth first, so
//! that a state that many paths lead to is gone on from once. Three facts make it small:
//!
//! - Only *inner lines*, those between two points where a move goes on, can be walked in
//!   different orders. A state is a set of inner lines, one bit each, numbered for this search.
//!   The set alone says where the ball is: on the only point, besides the start, where an odd
//!   number of its lines end. Sets are compared whole; the hash only finds them.
//! - All paths to one state have the same length, so each level of the search only has to
//!   remember itself, besides one link a state for the paths.
//! - A goal, or an unoccupied point, is entered by the last line alone. So such results of
//!   different states always differ, and only states (dead ends among them) need comparing.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::{
    PaperSoccerAction, PaperSoccerPosition, PointName, Side,
    position::{LINE_KEYS, UNTOUCHED, bit, directions, step_cell},
};
use crate::{
    game::{Coverage, Position},
    grid::{Direction, Point},
};

/// For each result that may be found, this many states may be looked at, ...
const STATES_PER_RESULT: usize = 8;

/// ... and this many in any case.
const FREE_STATES: usize = 1 << 12;

/// States are numbered by `u32`, and the shortest paths need some numbers after the search.
const MOST_STATES: usize = u32::MAX as usize - (1 << 14);

/// No number, where a number may be missing.
const NONE: u16 = u16::MAX;

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PathEnd {
    /// On an unoccupied point: the game goes on.
    Quiet,
    /// In the goal of this side, which loses.
    Goal(Side),
    /// On an occupied point without an undrawn line: the mover loses.
    DeadEnd,
}

/// One of the results found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DistinctResult {
    /// How the path ends.
    pub end: PathEnd,
    /// Where the ball is then.
    pub ball: Point,
    /// How many steps lead there.
    pub length: usize,
}

/// A point where a move goes on, and its exits.
#[derive(Clone, Debug)]
struct Node {
    cell: u16,
    /// The directions of its inner lines, each leading to another node.
    inner: u8,
    /// The directions that end a move: to an unoccupied point or into a goal.
    ending: u8,
    /// The node from which this one was reached first, on a shortest path from the ball; ...
    from: u16,
    /// ... the direction from there; ...
    arrival: Direction,
    /// ... and the steps of that path.
    distance: u16,
    /// The node each inner line leads to.
    target: [u16; 8],
    /// The number of each inner line.
    line: [u16; 8],
}

/// A state: how it was reached first.
#[derive(Clone, Copy, Debug)]
struct State {
    parent: u32,
    node: u16,
    direction: Direction,
}

/// A result: a state and the step that ends the move.
#[derive(Clone, Copy, Debug)]
struct Found {
    state: u32,
    cell: u16,
    direction: Direction,
    end: PathEnd,
    /// The steps of the path, the last one included.
    length: u16,
}

/// The states of one level: their sets of inner lines, and the hashes of these.
#[derive(Clone, Default, Debug)]
struct Level {
    /// Some words for each state.
    sets: Vec<u64>,
    hashes: Vec<u64>,
}

/// Finds one path for each different result of a position, and keeps the memory it needs, so that
/// the next search allocates nothing.
///
/// The path of a result is the first one in the order of the directions; all paths to a result
/// have the same length. The results come in the order of these paths: shorter ones first, those
/// of the same length compared step by step by the numbers of the directions.
///
/// ```
/// use gridball_core::{Coverage, Position};
/// use gridball_core::paper_soccer::{DistinctResults, PaperSoccerPosition, PaperSoccerSetup};
///
/// let position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
/// let mut results = DistinctResults::new();
/// assert_eq!(results.find(&position, 1000), Coverage::Complete);
/// assert_eq!(results.len(), 8);
/// assert_eq!(results.find(&position, 3), Coverage::Limited);
/// assert_eq!(results.len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct DistinctResults {
    start: PointName,
    columns: usize,
    nodes: Vec<Node>,
    /// The number of the node at each place.
    numbers: Vec<u16>,
    /// All inner lines of each node, as sets.
    node_sets: Vec<u64>,
    lines: usize,
    states: Vec<State>,
    now: Level,
    next: Level,
    /// A hash table of the next level: the high half of a slot is the high half of a hash, the
    /// low half the number of a state in the level, from 1; 0 is an empty slot.
    table: Vec<u64>,
    found: Vec<Found>,
}

impl Default for DistinctResults {
    fn default() -> Self {
        Self::new()
    }
}

impl DistinctResults {
    /// Nothing found yet, no memory taken.
    pub const fn new() -> Self {
        Self {
            start: PointName { file: 0, rank: 0 },
            columns: 1,
            nodes: Vec::new(),
            numbers: Vec::new(),
            node_sets: Vec::new(),
            lines: 0,
            states: Vec::new(),
            now: Level { sets: Vec::new(), hashes: Vec::new() },
            next: Level { sets: Vec::new(), hashes: Vec::new() },
            table: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds the distinct results of `position`, at most `limit` of them, and forgets those found
    /// before. A finished game has none.
    ///
    /// [`Coverage::Complete`] means that there are no others. [`Coverage::Limited`] means that
    /// there is at least one more, or that so many states led to so few results that the search
    /// gave up: it looks at no more than 8 states for each result of the limit, and 4096. So
    /// time and memory are bounded by a multiple of `limit`.
    ///
    /// However small the limit is, unless it is 0: there is a result if the game goes on; among
    /// the results is a goal in favour of the mover if there is one, and otherwise one that does
    /// not lose at once if there is one. A search that was cut short also adds the nearest result
    /// for every goal point and unoccupied point that it did not come to, as far as the limit
    /// leaves room, results that lose at once giving way.
    pub fn find(&mut self, position: &PaperSoccerPosition, limit: usize) -> Coverage {
        self.found.clear();
        self.start = position.field().name(position.ball());
        self.columns = position.field().columns();
        if position.is_over() {
            self.states.clear();
            return Coverage::Complete;
        }
        self.number_nodes(position);
        let coverage = match self.lines.div_ceil(64) {
            0 | 1 => self.explore::<1>(position, limit),
            2 => self.explore::<2>(position, limit),
            3 | 4 => self.explore::<4>(position, limit),
            // The biggest field has 2430 lines.
            _ => self.explore::<38>(position, limit),
        };
        if coverage == Coverage::Limited && limit > 0 {
            self.add_nearest(position, limit);
        }
        coverage
    }

    /// How many results were found.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether no result was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// How many states of a walk the last search looked at: a measure of its work.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The results, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = DistinctResult> + DoubleEndedIterator {
        self.found.iter().map(|found| self.describe(found))
    }

    /// The result with this number, from 0.
    pub fn get(&self, index: usize) -> Option<DistinctResult> {
        self.found.get(index).map(|found| self.describe(found))
    }

    /// The path of the result with this number, from 0.
    pub fn action(&self, index: usize) -> Option<PaperSoccerAction> {
        let found = self.found.get(index)?;
        let mut directions = Vec::from([found.direction]);
        let mut state = found.state as usize;
        while state != 0 {
            directions.push(self.states[state].direction);
            state = self.states[state].parent as usize;
        }
        directions.reverse();
        Some(PaperSoccerAction { start: self.start, directions })
    }

    /// Calls `visit` with the path of each result, in order, until it breaks.
    ///
    /// # Errors
    ///
    /// Breaks when `visit` does.
    pub fn visit_actions(
        &self,
        mut visit: impl FnMut(&PaperSoccerAction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut path = PaperSoccerAction { start: self.start, directions: Vec::new() };
        // The states on the path to the state of the last result, the root first. Neighbours in
        // the order share most of them, so only the end of the path is written anew.
        let mut trail = Vec::from([0]);
        for found in &self.found {
            let depth = found.length as usize - 1;
            path.directions.resize(depth, Direction::North);
            trail.resize(depth + 1, u32::MAX);
            let mut state = found.state;
            for depth in (0..=depth).rev() {
                if trail[depth] == state {
                    break;
                }
                trail[depth] = state;
                // The root is in the trail from the beginning, so this one is deeper.
                let State { parent, direction, .. } = self.states[state as usize];
                path.directions[depth - 1] = direction;
                state = parent;
            }
            path.directions.push(found.direction);
            visit(&path)?;
        }
        ControlFlow::Continue(())
    }

    fn describe(&self, found: &Found) -> DistinctResult {
        let cell = found.cell as usize;
        DistinctResult {
            end: found.end,
            ball: Point::new((cell % self.columns) as i8, (cell / self.columns) as i8 - 1),
            length: found.length as usize,
        }
    }

    /// Finds the points where a move can go on, and numbers them and the lines between them.
    fn number_nodes(&mut self, position: &PaperSoccerPosition) {
        let exits = position.exits();
        let offsets = position.field().offsets();
        self.nodes.clear();
        self.lines = 0;
        self.numbers.clear();
        self.numbers.resize(position.field().cells(), NONE);
        self.add_node(position.ball_cell(), 0, Direction::North, 0);
        let mut index = 0;
        while index < self.nodes.len() {
            let cell = self.nodes[index].cell as usize;
            for direction in directions(exits[cell] & !self.nodes[index].inner) {
                let next = step_cell(&offsets, cell, direction);
                let target = if self.numbers[next] != NONE {
                    self.numbers[next] as usize
                } else if exits[next] == UNTOUCHED || exits[next] == 0 {
                    self.nodes[index].ending |= bit(direction);
                    continue;
                } else {
                    let distance = self.nodes[index].distance + 1;
                    self.add_node(next, index, direction, distance)
                };
                for (from, direction, to) in
                    [(index, direction, target), (target, direction.opposite(), index)]
                {
                    let node = &mut self.nodes[from];
                    node.inner |= bit(direction);
                    node.target[direction as usize] = to as u16;
                    node.line[direction as usize] = self.lines as u16;
                }
                self.lines += 1;
            }
            index += 1;
        }
    }

    fn add_node(&mut self, cell: usize, from: usize, arrival: Direction, distance: u16) -> usize {
        let number = self.nodes.len();
        self.numbers[cell] = number as u16;
        self.nodes.push(Node {
            cell: cell as u16,
            inner: 0,
            ending: 0,
            from: from as u16,
            arrival,
            distance,
            target: [0; 8],
            line: [0; 8],
        });
        number
    }

    /// After a search that was cut short: adds the nearest result for each goal point and
    /// unoccupied point that no result has reached, as far as there is room. Room is also made by
    /// giving up results that lose at once for ones that do not; and, if there are none of these,
    /// the last result for one that is better than all.
    ///
    /// A shortest path to such a point was not looked at, so it comes after all the paths found,
    /// in the order of the results. It is a shortest path to its last node and a step, and the
    /// nodes were numbered in the order of their shortest paths.
    fn add_nearest(&mut self, position: &PaperSoccerPosition, limit: usize) {
        let setup = position.field();
        let offsets = setup.offsets();
        let worth = |end| match end {
            PathEnd::Goal(side) if side != position.side_to_move() => 2,
            PathEnd::Quiet => 1,
            PathEnd::Goal(_) | PathEnd::DeadEnd => 0,
        };
        let mut best = None;
        for found in &self.found {
            best = best.max(Some(worth(found.end)));
            // Where a result was found, nothing has to be added. (The place of a dead end is
            // that of a node, and has its number already.)
            self.numbers[found.cell as usize] = 0;
        }
        // The places of the results that may be given up, the last one at the end.
        let mut losses: Vec<usize> =
            (0..self.found.len()).filter(|&place| worth(self.found[place].end) == 0).collect();
        // The states of the shortest paths to all nodes; the first is the root that is there.
        let first = self.states.len() as u32 - 1;
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            let parent = if node.from == 0 { 0 } else { first + node.from as u32 };
            self.states.push(State { parent, node: number as u16, direction: node.arrival });
        }
        for (number, node) in self.nodes.iter().enumerate() {
            for direction in directions(node.ending) {
                let cell = step_cell(&offsets, node.cell as usize, direction);
                if self.numbers[cell] != NONE {
                    continue;
                }
                self.numbers[cell] = 0;
                let end = setup.cell_goal(cell).map_or(PathEnd::Quiet, PathEnd::Goal);
                let is_best = Some(worth(end)) > best;
                if self.found.len() == limit {
                    if worth(end) > 0
                        && let Some(place) = losses.pop()
                    {
                        self.found.remove(place);
                    } else if is_best {
                        self.found.pop();
                    } else {
                        continue;
                    }
                }
                best = best.max(Some(worth(end)));
                let state = if number == 0 { 0 } else { first + number as u32 };
                let length = node.distance + 1;
                self.found.push(Found { state, cell: cell as u16, direction, end, length });
            }
        }
        if self.found.is_empty() {
            // Nothing but dead ends, far away: the first of all paths leads to one.
            let _ = position.visit_actions(|action| {
                let mut state = 0;
                let mut cell = position.ball_cell();
                for (length, &direction) in (1..).zip(&action.directions) {
                    cell = step_cell(&offsets, cell, direction);
                    let end = PathEnd::DeadEnd;
                    self.found.clear();
                    self.found.push(Found { state, cell: cell as u16, direction, end, length });
                    self.states.push(State { parent: state, node: 0, direction });
                    state = self.states.len() as u32 - 1;
                }
                ControlFlow::Break(())
            });
        }
    }

    /// The search, with sets of `WORDS` words.
    fn explore<const WORDS: usize>(
        &mut self,
        position: &PaperSoccerPosition,
        limit: usize,
    ) -> Coverage {
        let setup = position.field();
        let offsets = setup.offsets();
        let most_states =
            limit.saturating_mul(STATES_PER_RESULT).saturating_add(FREE_STATES).min(MOST_STATES);

        self.node_sets.clear();
        for node in &self.nodes {
            let mut set = [0; WORDS];
            for direction in directions(node.inner) {
                insert(&mut set, node.line[direction as usize]);
            }
            self.node_sets.extend(set);
        }
        let (node_sets, _) = self.node_sets.as_chunks::<WORDS>();

        self.states.clear();
        self.states.push(State { parent: 0, node: 0, direction: Direction::North });
        self.next.clear();
        self.next.push(&[0; WORDS], 0);
        let mut level: Range<usize> = 0..1;
        let mut length = 0;
        while !level.is_empty() {
            length += 1;
            core::mem::swap(&mut self.now, &mut self.next);
            self.next.clear();
            let mut table = Table::new(&mut self.table, level.len());
            let (sets, _) = self.now.sets.as_chunks::<WORDS>();
            for ((index, set), &hash) in level.clone().zip(sets).zip(&self.now.hashes) {
                let node = &self.nodes[self.states[index].node as usize];
                for direction in directions(node.inner | node.ending) {
                    let (cell, end) = if node.ending & bit(direction) != 0 {
                        let cell = step_cell(&offsets, node.cell as usize, direction);
                        (cell, setup.cell_goal(cell).map_or(PathEnd::Quiet, PathEnd::Goal))
                    } else {
                        let line = node.line[direction as usize];
                        if contains(set, line) {
                            continue;
                        }
                        let mut set = *set;
                        insert(&mut set, line);
                        let hash = hash ^ LINE_KEYS[line as usize];
                        if !table.insert(&mut self.next, &set, hash) {
                            continue;
                        }
                        if self.states.len() == most_states {
                            return Coverage::Limited;
                        }
                        let target = node.target[direction as usize];
                        self.states.push(State { parent: index as u32, node: target, direction });
                        let lines = &node_sets[target as usize];
                        let target = &self.nodes[target as usize];
                        let is_stuck = lines.iter().zip(&set).all(|(lines, set)| lines & !set == 0);
                        if target.ending != 0 || !is_stuck {
                            continue;
                        }
                        (target.cell as usize, PathEnd::DeadEnd)
                    };
                    if self.found.len() == limit {
                        return Coverage::Limited;
                    }
                    self.found.push(Found {
                        state: index as u32,
                        cell: cell as u16,
                        direction,
                        end,
                        length,
                    });
                }
            }
            level = level.end..self.states.len();
        }
        Coverage::Complete
    }
}

impl Level {
    fn clear(&mut self) {
        self.sets.clear();
        self.hashes.clear();
    }

    fn push(&mut self, set: &[u64], hash: u64) {
        self.sets.extend_from_slice(set);
        self.hashes.push(hash);
    }
}

/// Adds a line to a set.
const fn insert<const WORDS: usize>(set: &mut [u64; WORDS], line: u16) {
    set[line as usize / 64] |= 1 << (line % 64);
}

/// Whether a line is in a set.
const fn contains<const WORDS: usize>(set: &[u64; WORDS], line: u16) -> bool {
    set[line as usize / 64] >> (line % 64) & 1 == 1
}

/// The hash table of one level, in memory that outlives it.
struct Table<'a> {
    slots: &'a mut Vec<u64>,
}

impl<'a> Table<'a> {
    /// An empty table, big enough for about as many states as the last level had.
    fn new(slots: &'a mut Vec<u64>, last_level: usize) -> Self {
        slots.clear();
        slots.resize((last_level * 2).next_power_of_two().max(16), 0);
        Self { slots }
    }

    /// Adds a set to `level` if it is not there yet, and says whether it was not.
    fn insert<const WORDS: usize>(
        &mut self,
        level: &mut Level,
        set: &[u64; WORDS],
        hash: u64,
    ) -> bool {
        if level.hashes.len() * 2 >= self.slots.len() {
            self.grow(&level.hashes);
        }
        let (sets, _) = level.sets.as_chunks::<WORDS>();
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                break;
            }
            if slot >> 32 == hash >> 32 && sets[(slot as u32 - 1) as usize] == *set {
                return false;
            }
            place = (place + 1) & mask;
        }
        level.push(set, hash);
        self.slots[place] = hash >> 32 << 32 | level.hashes.len() as u64;
        true
    }

    /// Doubles the table.
    fn grow(&mut self, hashes: &[u64]) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (number, hash) in hashes.iter().enumerate() {
            let mut place = *hash as usize & (size - 1);
            while self.slots[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.slots[place] = hash >> 32 << 32 | (number as u64 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, string::String, vec};

    use super::*;
    use crate::{game::Player, paper_soccer::PaperSoccerSetup};

    /// The biggest field with a spiral over all its inner points drawn, the ball at its end: from
    /// nearly every point nearly every step leads to an occupied point.
    fn spiral() -> PaperSoccerPosition {
        let setup = PaperSoccerSetup::new(2, 24, 24, Side::Upper).unwrap();
        let mut position = PaperSoccerPosition::start(&setup);
        let mut direction = Direction::North;
        let mut play = |direction: Direction, steps: usize| {
            for _ in 0..steps {
                let text = String::from(direction.digit());
                let action = position.parse_action(&text).unwrap();
                position.play(&action).unwrap();
            }
        };
        for side in 1..23 {
            for _ in 0..2 {
                play(direction, side);
                direction = Direction::from_index(direction as usize + 2);
            }
        }
        play(direction, 22);
        position.validate().unwrap();
        position
    }

    fn all(results: &DistinctResults) -> Vec<PaperSoccerAction> {
        let mut actions = Vec::new();
        let _ = results.visit_actions(|action| {
            actions.push(action.clone());
            ControlFlow::Continue(())
        });
        actions
    }

    /// What holds of all results, complete or not.
    fn check(position: &PaperSoccerPosition, results: &DistinctResults) {
        let actions = all(results);
        let keys =
            actions.iter().map(|action| (action.directions.len(), action.directions.clone()));
        assert!(keys.is_sorted());
        let mut texts = HashSet::new();
        for (index, (action, result)) in actions.iter().zip(results.iter()).enumerate() {
            assert_eq!(results.action(index).as_ref(), Some(action));
            assert_eq!(results.get(index), Some(result));
            let mut after = position.clone();
            after.play(action).unwrap();
            assert_eq!((after.ball(), action.directions.len()), (result.ball, result.length));
            let end = match (after.outcome(), after.setup().goal_of(after.ball())) {
                (None, _) => PathEnd::Quiet,
                (Some(_), Some(side)) => PathEnd::Goal(side),
                (Some(_), None) => PathEnd::DeadEnd,
            };
            assert_eq!(end, result.end);
            assert!(texts.insert(after.position_text()));
        }
        assert_eq!(results.get(results.len()), None);
        assert_eq!(results.action(results.len()), None);
    }

    #[test]
    fn a_search_that_explodes_gives_up_and_still_knows_every_end() {
        let position = spiral();
        let mut results = DistinctResults::new();
        for limit in [1, 2, 5, 100, 3000] {
            assert_eq!(results.find(&position, limit), Coverage::Limited);
            assert!(!results.is_empty() && results.len() <= limit);
            let most_states = FREE_STATES + limit * STATES_PER_RESULT + position.field().cells();
            assert!(results.states() <= most_states);
            check(&position, &results);
            // Upper is to move: 528 moves were made.
            assert!(results.iter().any(|result| result.end == PathEnd::Goal(Side::Lower)));
            if limit >= 100 {
                // The free point of each mouth, and the goal point that can be reached from posts.
                let balls: HashSet<Point> = results.iter().map(|result| result.ball).collect();
                for name in ["m2", "m26", "m1", "m27"] {
                    let point = position.field().point(name.parse().unwrap());
                    assert!(balls.contains(&point), "{limit} {name}");
                }
            }
        }
    }

    #[test]
    fn a_search_that_finds_nothing_still_has_the_first_path() {
        // Play cannot reach this: all lines between the rows 4 and 5 are drawn, and every point
        // of rows 0 to 4 is touched, so the ball cannot get out except into the top goal. Those
        // lines are drawn as well, so that only dead ends are left.
        let setup = PaperSoccerSetup::new(2, 24, 24, Side::Upper).unwrap();
        let mut lines = vec![];
        for cell in 0..setup.cells() {
            let point = setup.cell_point(cell);
            for direction in Direction::ALL {
                let end = point.step(direction);
                let cut = point.y == 14 && end.y == 15;
                let touch = point.y < 15 && direction == Direction::East && point.x % 2 == 0;
                let goal = setup.goal_of(end).is_some();
                if setup.has_line(point, direction) && (cut || touch || goal) {
                    lines.push((point, direction));
                }
            }
        }
        let position =
            PaperSoccerPosition::assemble(setup, lines, Point::new(12, 7), Player::First).unwrap();
        let mut results = DistinctResults::new();
        assert!(!position.can_avoid_loss());
        assert_eq!(results.find(&position, 1), Coverage::Limited);
        assert_eq!(results.len(), 1);
        assert_eq!(results.get(0).unwrap().end, PathEnd::DeadEnd);
        check(&position, &results);
    }

    #[test]
    fn a_limit_cuts_off_the_end_and_says_so() {
        let mut position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
        let mut results = DistinctResults::new();
        let mut whole = DistinctResults::new();
        for text in ["d6-e7", "e7-f8", "f8-g9-f9", "f9-g10"] {
            assert_eq!(whole.find(&position, usize::MAX), Coverage::Complete);
            check(&position, &whole);
            for limit in 0..=whole.len() + 1 {
                let coverage = results.find(&position, limit);
                let complete = limit >= whole.len();
                assert_eq!(coverage == Coverage::Complete, complete, "{text} {limit}");
                assert_eq!(results.len(), limit.min(whole.len()));
                check(&position, &results);
                let results: Vec<_> = results.iter().collect();
                assert!(results.iter().all(|result| whole.iter().any(|other| other == *result)));
                // What gave way is a loss, or the last result of all that were found.
                let found = whole.iter().take(limit);
                let gone: Vec<_> = found.filter(|result| !results.contains(result)).collect();
                let no_loss = gone.iter().filter(|result| result.end != PathEnd::DeadEnd).count();
                assert!(no_loss <= 1, "{text} {limit}");
            }
            let action = position.parse_action(text).unwrap();
            position.play(&action).unwrap();
        }
        // In a corner, the game is over.
        assert_eq!(results.find(&position, 1), Coverage::Complete);
        assert!(results.is_empty() && all(&results).is_empty());
    }
}
