//! The recursion.

use gridball_core::{
    Position,
    paper_soccer::{DistinctResults, PaperSoccerAction, PaperSoccerPosition},
};

use super::super::table::{Entry, Kind, Table};
use crate::{
    meter::Meter,
    paper_soccer::{
        children::{Child, PROBABLY_LOST, RESULTS, visit_children},
        judge::{GIVES_GOAL, Judge},
    },
    score::Value,
};

/// The greatest depth, in actions.
pub(super) const MAX_DEPTH: u32 = 60;

pub(super) const INFINITE: i32 = Value::INFINITE.raw();

/// The memory of a search: everything that is allocated, once.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) results: DistinctResults,
    /// The children at each level.
    lists: Vec<Vec<Child>>,
    /// The best line from each level on: numbers of results.
    lines: Vec<Vec<u16>>,
}

impl Memory {
    pub(super) fn new() -> Self {
        let levels = MAX_DEPTH as usize + 2;
        Self {
            table: Table::default(),
            results: DistinctResults::new(),
            lists: vec![Vec::new(); levels],
            lines: vec![Vec::new(); levels],
        }
    }
}

/// A window: only what lies inside has to be known exactly. All values are raw [`Value`]s, and
/// proven results count their distance from the root while they are searched.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A running search.
pub(super) struct Search<'a, 'c> {
    pub(super) memory: &'a mut Memory,
    pub(super) judge: &'a mut Judge,
    pub(super) meter: Meter<'c, PaperSoccerAction>,
}

impl Search<'_, '_> {
    /// The line found from `level` on.
    pub(super) fn line(&self, level: usize) -> &[u16] {
        &self.memory.lines[level]
    }

    fn set_line(&mut self, level: usize, number: u16) {
        let (before, after) = self.memory.lines.split_at_mut(level + 1);
        if let (Some(line), Some(rest)) = (before.last_mut(), after.first()) {
            line.clear();
            line.push(number);
            line.extend_from_slice(rest);
        }
    }

    /// The value of a child for whoever acted, with `depth` actions left, that one included. The
    /// child is `level` actions away from the root.
    pub(super) fn child(&mut self, child: &Child, depth: i32, window: Window, level: usize) -> i32 {
        if child.is_decided() || depth <= 1 || level > MAX_DEPTH as usize {
            self.memory.lines[level].clear();
            return child.value_at(level - 1);
        }
        -self.node(&child.position, depth - 1, window.flipped(), level)
    }

    /// The value for the player to move of a position in which there is no goal, nor is every
    /// action lost at once. `depth` actions are left, at least one.
    fn node(
        &mut self,
        position: &PaperSoccerPosition,
        depth: i32,
        mut window: Window,
        level: usize,
    ) -> i32 {
        self.memory.lines[level].clear();
        if self.meter.stopped() {
            return 0;
        }
        let key = position.key();
        let known = self.memory.table.get(key);
        if let Some(entry) = known
            && window.beta - window.alpha == 1
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
        let Memory { results, .. } = self.memory;
        let complete = visit_children(
            position,
            RESULTS,
            results,
            self.judge,
            &mut self.meter,
            |number, action, value| {
                if value != GIVES_GOAL {
                    let mut after = position.clone();
                    after.advance(action);
                    list.push(Child { position: after, number, value, order: value });
                }
            },
        );
        let mut best = if complete {
            Value::from_raw(GIVES_GOAL).actions_earlier(level as i32).raw()
        } else {
            PROBABLY_LOST
        };
        let mut best_number = u16::MAX;
        if let Some(entry) = known {
            for child in &mut list {
                if child.number == entry.code {
                    child.order = INFINITE;
                }
            }
        }
        if depth == 1 {
            // Only the best one counts.
            let first = (0..list.len()).max_by_key(|&i| (list[i].value, std::cmp::Reverse(i)));
            if let Some(first) = first {
                list.swap(0, first);
                list.truncate(1);
            }
        } else {
            // Stable, so equals stay in the order of the results.
            list.sort_by_key(|child| std::cmp::Reverse(child.order));
        }
        let first_alpha = window.alpha;
        for (index, child) in list.iter().enumerate() {
            let value = self.scouted(child, depth, window, level + 1, index);
            if self.meter.stopped() {
                break;
            }
            if index == 0 || value > best {
                best = value;
                best_number = child.number;
                if value > window.alpha {
                    window.alpha = value;
                    self.set_line(level, child.number);
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        // Even if all of them lose, one that was not looked at may not.
        if !complete && Value::from_raw(best).is_proven() && best < 0 {
            best = PROBABLY_LOST;
        }
        self.memory.lists[level] = list;
        if self.meter.stopped() {
            return 0;
        }
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
            code: best_number,
        };
        self.memory.table.put(key, entry);
        best
    }

    /// The value of the child with this index: the later ones are first searched less deep, and
    /// with a window that only shows whether they are better.
    fn scouted(
        &mut self,
        child: &Child,
        depth: i32,
        window: Window,
        level: usize,
        index: usize,
    ) -> i32 {
        if index == 0 {
            return self.child(child, depth, window, level);
        }
        let zero = Window { alpha: window.alpha, beta: window.alpha + 1 };
        if depth >= 3 && index >= 4 {
            let value = self.child(child, depth - 1 - i32::from(index >= 24), zero, level);
            if value <= window.alpha || self.meter.stopped() {
                return value;
            }
        }
        let value = self.child(child, depth, zero, level);
        if value > window.alpha && value < window.beta && !self.meter.stopped() {
            self.child(child, depth, window, level)
        } else {
            value
        }
    }
}
