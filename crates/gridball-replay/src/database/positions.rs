//! Where a position stands in the index.

use std::collections::HashMap;

use gridball_core::{AnyPosition, Position, Symmetry};
use rusqlite::{Connection, OptionalExtension, params};

use super::error::DatabaseError;
use crate::views::{View, Views};

/// So many keys are remembered with their positions.
const REMEMBERED: usize = 4096;

/// The place of a position in the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Located {
    /// The smallest key of all views.
    pub(super) key: i64,
    /// The number among the positions with this key.
    pub(super) place: i64,
    /// The view in which the position is that of this place.
    pub(super) view: Symmetry,
    /// Whether the position was there already.
    pub(super) known: bool,
}

/// Positions that came up more than once, which are likely to come up again.
#[derive(Debug)]
pub(super) struct Known {
    /// By key, the position of each place.
    positions: HashMap<u64, Vec<AnyPosition>>,
    /// What identifies a position. Another function only in tests, which need collisions.
    key: fn(&AnyPosition) -> u64,
}

impl Default for Known {
    fn default() -> Self {
        Self { positions: HashMap::new(), key: AnyPosition::key }
    }
}

impl Known {
    /// The same with another key.
    #[cfg(test)]
    pub(super) fn with_key(key: fn(&AnyPosition) -> u64) -> Self {
        Self { key, ..Self::default() }
    }

    /// Forgets everything: the database may have changed.
    pub(super) fn forget(&mut self) {
        self.positions.clear();
    }

    /// Where the position that is seen in `views` stands in the index, or would stand if it is
    /// not there yet.
    pub(super) fn locate(
        &mut self,
        connection: &Connection,
        views: &Views,
    ) -> Result<Located, DatabaseError> {
        let (key, candidates) = self.smallest(views);
        if !self.positions.contains_key(&key) {
            let there = Self::load(connection, key)?;
            if there.is_empty() {
                // A position that is new is likely to stay the only one, so it is not remembered.
                let view = candidates.first().map_or(Symmetry::IDENTITY, |view| view.symmetry);
                return Ok(Located { key: key as i64, place: 0, view, known: false });
            }
            if self.positions.len() >= REMEMBERED {
                self.positions.clear();
            }
            self.positions.insert(key, there);
        }
        let there = self.positions.entry(key).or_default();
        for (position, place) in there.iter().zip(0_i64..) {
            for view in &candidates {
                if view.position.same_but_for_clocks(position) {
                    return Ok(Located {
                        key: key as i64,
                        place,
                        view: view.symmetry,
                        known: true,
                    });
                }
            }
        }
        // Another position with the same key. It will have to be found among those of its key,
        // so it is loaded anew the next time.
        let place = there.len() as i64;
        self.positions.remove(&key);
        let view = candidates.first().map_or(Symmetry::IDENTITY, |view| view.symmetry);
        Ok(Located { key: key as i64, place, view, known: false })
    }

    /// The smallest key of all views, and the views that have it, in their order.
    fn smallest<'a>(&self, views: &'a Views) -> (u64, Vec<&'a View>) {
        let mut smallest = u64::MAX;
        let mut candidates = Vec::with_capacity(1);
        for view in views.iter() {
            let key = (self.key)(&view.position);
            if key < smallest {
                candidates.clear();
                smallest = key;
            }
            if key == smallest {
                candidates.push(view);
            }
        }
        (smallest, candidates)
    }

    /// The positions with this key, each out of the first game that reached it.
    fn load(connection: &Connection, key: u64) -> Result<Vec<AnyPosition>, DatabaseError> {
        let mut select = connection.prepare_cached(
            "SELECT game, ply, view FROM positions
             WHERE key = ?1 AND place = ?2 ORDER BY game LIMIT 1",
        )?;
        let mut positions = Vec::new();
        for place in 0_i64.. {
            let found = select
                .query_row(params![key as i64, place], |row| {
                    Ok((row.get(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
                })
                .optional()?;
            let Some((game, ply, number)) = found else { break };
            let record = super::record(connection, game)?;
            let mut position = record.start().clone();
            for action in record.actions().take(ply as usize) {
                position.play_unchecked(action);
            }
            let view = view_of(number);
            if !position.symmetries().contains(&view) {
                return Err(DatabaseError::Damaged);
            }
            positions.push(position.transformed(view));
        }
        Ok(positions)
    }
}

/// The number of a view in the index.
pub(super) fn view_number(view: Symmetry) -> i64 {
    let bits = [view.mirror_x, view.mirror_y, view.transpose, view.exchange_players];
    bits.into_iter().enumerate().map(|(index, bit)| i64::from(bit) << index).sum()
}

/// The view with this number.
pub(super) const fn view_of(number: i64) -> Symmetry {
    Symmetry {
        mirror_x: number & 1 != 0,
        mirror_y: number & 2 != 0,
        transpose: number & 4 != 0,
        exchange_players: number & 8 != 0,
    }
}
