//! The recursion.

use gridball_core::{Outcome, Player};

use super::{
    game::{Candidate, SearchEvaluator, SearchGame},
    ordering::{NO_CODE, Ordering},
    table::{Entry, Kind, Table},
};
use crate::{meter::Meter, score::Value};

/// The most actions in one line of play.
pub(super) const MAX_LEVEL: usize = 128;
/// The greatest depth, in turns.
pub(super) const MAX_DEPTH: u32 = 100;

const INFINITE: i32 = Value::INFINITE.raw();
const WIN: i32 = Value::WIN.raw();

/// Orders of candidates that the search knows something special about.
const TABLE_ORDER: i32 = 1 << 30;
const KILLER_ORDER: i32 = 1 << 28;

/// The memory of a search: everything that is allocated, once.
#[derive(Debug)]
pub(super) struct Memory<G: SearchGame> {
    pub(super) table: Table,
    pub(super) ordering: Ordering,
    /// The candidates at each level.
    lists: Vec<Vec<Candidate<G::Compact>>>,
    /// The best line from each level on.
    lines: Vec<Vec<G::Compact>>,
}

impl<G: SearchGame> Memory<G> {
    pub(super) fn new() -> Self {
        Self {
            table: Table::default(),
            ordering: Ordering::new(G::CODES, MAX_LEVEL + 1),
            lists: vec![Vec::new(); MAX_LEVEL + 1],
            lines: (0..MAX_LEVEL + 2).map(|_| Vec::with_capacity(MAX_LEVEL)).collect(),
        }
    }
}

/// How far the search of `alphabeta` goes where, in Gridball, paper football and football-checkers:
/// numbers that are found by trying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchWeights {
    /// From this candidate on the first look is one turn less deep.
    pub reduce_from: i32,
    /// From this candidate on it is two turns less deep, and from four times as many on three, if
    /// four turns or more are left.
    pub reduce_more_from: i32,
    /// With this many turns left at most, only actions that promise something are looked at.
    pub promise_depth: i32,
    /// How much more than at first sight they can be worth for each turn after theirs.
    pub promise_margin: i32,
}

impl SearchWeights {
    /// Those of football-checkers; no action promises anything there, so only reductions count.
    pub const FOOTBALL_CHECKERS: Self =
        Self { reduce_from: 4, reduce_more_from: 24, promise_depth: 2, promise_margin: 50 };
}

/// Those of Gridball and paper football.
impl Default for SearchWeights {
    fn default() -> Self {
        Self { reduce_from: 4, reduce_more_from: 21, promise_depth: 2, promise_margin: 27 }
    }
}

/// A running search.
pub(super) struct Search<'a, 'c, G: SearchGame, E> {
    pub(super) memory: &'a mut Memory<G>,
    pub(super) evaluator: &'a mut E,
    pub(super) meter: Meter<'c, G::Action>,
    pub(super) weights: SearchWeights,
}

/// What is known about a position before its candidates are searched.
struct Known {
    /// By which the search remembers it, if it does.
    key: Option<u64>,
    /// What the candidates that were left out are worth at most.
    floor: i32,
}

/// A window: only what lies inside has to be known exactly. All values are raw [`Value`]s, and
/// proven results count their distance from the root while they are searched.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    const fn is_zero(self) -> bool {
        self.beta - self.alpha == 1
    }
}

impl<G: SearchGame, E: SearchEvaluator<G>> Search<'_, '_, G, E> {
    /// The line found from `level` on.
    pub(super) fn line(&self, level: usize) -> &[G::Compact] {
        &self.memory.lines[level]
    }

    fn clear_line(&mut self, level: usize) {
        self.memory.lines[level].clear();
    }

    /// The line from `level` on is `action` and what was found after it.
    fn set_line(&mut self, level: usize, action: &G::Compact) {
        let (before, after) = self.memory.lines.split_at_mut(level + 1);
        if let (Some(line), Some(rest)) = (before.last_mut(), after.first()) {
            line.clear();
            line.push(action.clone());
            line.extend_from_slice(rest);
        }
    }

    /// The value for `mover` of the position that an action of theirs has led to, which is
    /// `level` actions away from the root. `depth` turns are left, the mover's one included.
    #[inline]
    pub(super) fn after(
        &mut self,
        position: &mut G,
        mover: Player,
        depth: i32,
        window: Window,
        level: usize,
    ) -> i32 {
        match position.outcome() {
            Some(outcome) => {
                self.clear_line(level);
                match outcome {
                    Outcome::Draw => 0,
                    Outcome::Win(winner) if winner == mover => WIN - level as i32,
                    Outcome::Win(_) => level as i32 - WIN,
                }
            }
            None if position.to_move() == mover => self.node(position, depth, window, level),
            None => -self.node(position, depth - 1, window.flipped(), level),
        }
    }

    /// The value of an unfinished position for the player to move, with `depth` turns left.
    fn node(&mut self, position: &mut G, depth: i32, window: Window, level: usize) -> i32 {
        if depth <= 0 && position.is_quiet() || level >= MAX_LEVEL {
            return self.leaf(position, window, level);
        }
        let depth = depth.max(1);
        self.clear_line(level);
        if let Some(action) = position.winning_action() {
            self.clear_line(level + 1);
            self.set_line(level, &action);
            return WIN - (level as i32 + 1);
        }
        if self.meter.stopped() {
            return 0;
        }

        let key = (depth > 1 || G::REMEMBERS_LAST_TURN).then(|| position.search_key());
        let known = key.and_then(|key| self.memory.table.get(key));
        if let Some(entry) = known
            && window.is_zero()
            && (i32::from(entry.depth) >= depth || entry.value.is_proven())
        {
            let value = entry.value.actions_earlier(level as i32).raw();
            let decides = match entry.kind {
                Kind::Exact => true,
                Kind::Upper => value <= window.alpha,
                Kind::Lower => value >= window.beta,
            };
            if decides {
                return value;
            }
        }

        let mut list = std::mem::take(&mut self.memory.lists[level]);
        list.clear();
        let mut floor = -INFINITE;
        if depth <= self.weights.promise_depth {
            let margin = self.weights.promise_margin * (depth - 1);
            let least = self.evaluator.least_order(window.alpha - margin);
            if position.push_last_candidates(least, &mut list) {
                // Those left out are worth no more than this.
                floor = window.alpha;
            }
        } else {
            position.push_candidates(&mut list);
        }
        let code = known.map(|entry| usize::from(entry.code));
        self.order(&mut list, position.to_move(), code, level);
        let value =
            self.candidates(position, depth, window, level, &mut list, Known { key, floor });
        self.memory.lists[level] = list;
        value
    }

    /// The value of a position that is not searched further.
    fn leaf(&mut self, position: &G, window: Window, level: usize) -> i32 {
        self.clear_line(level);
        if position.winning_action().is_some() {
            return WIN - (level as i32 + 1);
        }
        Value::estimate(self.evaluator.evaluate_within(position, window.alpha, window.beta)).raw()
    }

    /// Adds to the orders of the candidates what the search knows.
    fn order(
        &self,
        list: &mut [Candidate<G::Compact>],
        player: Player,
        known: Option<usize>,
        level: usize,
    ) {
        let history = self.memory.ordering.history(player);
        let killers = self.memory.ordering.killers(level);
        let known = known.map_or(NO_CODE, |code| code as u32);
        let (mut best, mut best_order) = (0, i32::MIN);
        for (index, candidate) in list.iter_mut().enumerate() {
            let code = G::code(&candidate.action);
            let order = if code as u32 == known {
                TABLE_ORDER
            } else if killers[0] == code as u32 {
                KILLER_ORDER + 1
            } else if killers[1] == code as u32 {
                KILLER_ORDER
            } else {
                candidate.order * G::ORDER_WEIGHT + history[code]
            };
            candidate.order = order;
            if order > best_order {
                (best, best_order) = (index, order);
            }
        }
        if best > 0 {
            list.swap(0, best);
        }
    }

    /// Searches the candidates of a position.
    fn candidates(
        &mut self,
        position: &mut G,
        depth: i32,
        mut window: Window,
        level: usize,
        list: &mut [Candidate<G::Compact>],
        Known { key, floor }: Known,
    ) -> i32 {
        let mover = position.to_move();
        let first_alpha = window.alpha;
        let mut best = floor;
        let mut best_code = 0;
        for index in 0..list.len() {
            bring_best_forward(list, index, depth);
            let action = list[index].action.clone();
            let undo = position.play_compact(&action);
            self.meter.count_node();
            let value = self.scouted(position, mover, depth, window, level + 1, index);
            position.undo(undo);
            if self.meter.stopped() {
                return 0;
            }
            if value <= best {
                continue;
            }
            best = value;
            best_code = G::code(&action);
            if value > window.alpha {
                window.alpha = value;
                self.set_line(level, &action);
                if value >= window.beta {
                    let ordering = &mut self.memory.ordering;
                    for earlier in &list[..index] {
                        ordering.punish(mover, G::code(&earlier.action), depth);
                    }
                    ordering.reward(mover, level, best_code, depth);
                    break;
                }
            }
        }
        let Some(key) = key else { return best };
        let kind = if best >= window.beta {
            Kind::Lower
        } else if best > first_alpha {
            Kind::Exact
        } else {
            Kind::Upper
        };
        let entry = Entry {
            value: Value::from_raw(best).actions_earlier(-(level as i32)),
            depth: depth as u8,
            kind,
            code: best_code as u16,
        };
        self.memory.table.put(key, entry);
        best
    }

    /// The value of the position after the candidate with this index: the later ones are first
    /// searched less deep, and with a window that only shows whether they are better.
    fn scouted(
        &mut self,
        position: &mut G,
        mover: Player,
        depth: i32,
        window: Window,
        level: usize,
        index: usize,
    ) -> i32 {
        if index == 0 {
            return self.after(position, mover, depth, window, level);
        }
        let zero = Window { alpha: window.alpha, beta: window.alpha + 1 };
        let same_turn = position.to_move() == mover;
        let reduction =
            if same_turn || depth < 2 { 0 } else { self.weights.reduction(depth, index) };
        if reduction > 0 {
            let value = self.after(position, mover, depth - reduction, zero, level);
            if value <= window.alpha || self.meter.stopped() {
                return value;
            }
        }
        let value = self.after(position, mover, depth, zero, level);
        if value > window.alpha && value < window.beta {
            self.after(position, mover, depth, window, level)
        } else {
            value
        }
    }
}

impl SearchWeights {
    /// How many turns less the candidate with this index is searched at first.
    fn reduction(&self, depth: i32, index: usize) -> i32 {
        let (deep, index) = (depth >= 4, index as i32);
        let reduction = i32::from(index >= self.reduce_from)
            + i32::from(index >= self.reduce_more_from && deep)
            + i32::from(index >= 4 * self.reduce_more_from && deep);
        reduction.min(depth - 1)
    }
}

/// Makes the candidate at `index` the best of those from there on.
fn bring_best_forward<M>(list: &mut [Candidate<M>], index: usize, depth: i32) {
    /// So many are picked one by one; most cuts come among them.
    const PICKED: usize = 4;
    if index == 0 {
        // It is there already.
    } else if index < PICKED {
        // The first of the best.
        let mut best = index;
        for later in index + 1..list.len() {
            if list[later].order > list[best].order {
                best = later;
            }
        }
        list.swap(index, best);
    } else if index == PICKED && depth > 1 {
        list[index..].sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.order));
    }
}
