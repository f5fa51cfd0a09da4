//! Searching.

use gridball_core::{AnyPosition, Position, Symmetry};
use rusqlite::params;
use serde_json::{Map, Value};

use super::{
    Database,
    error::DatabaseError,
    positions::{Located, view_number, view_of},
};
use crate::{record::RecordResult, stats::Results, views::Views};

/// The games that reached a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// How they ended, all of them: from the view of the position asked for, so `1-0` means that
    /// the player who is First in it won.
    pub results: Results,
    /// Some of them, in the order in which they were added.
    pub hits: Vec<Hit>,
}

/// A game that reached the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Its number in the database, from 1.
    pub game: u64,
    /// Its id, 32 hexadecimal digits; see [`GameId`](crate::GameId).
    pub id: String,
    /// Its tags, by name.
    pub tags: Vec<(String, String)>,
    /// Its result, as it stands in the record.
    pub result: RecordResult,
    /// How many actions it has.
    pub length: u64,
    /// After how many actions the position was there, for the first time.
    pub ply: u64,
    /// Whether the position was there in a mirror.
    pub mirrored: bool,
    /// Whether it was there with the players exchanged. Then the game's First is the Second of
    /// the position asked for.
    pub exchanged: bool,
    /// The whole record, in the format `gbn`.
    pub record: String,
}

impl Hit {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Database {
    /// The games that reached `position` or an image of it, and at most `limit` of them in
    /// detail. How the game went on or came there does not matter, nor do counters of turns.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is damaged.
    pub fn search(
        &mut self,
        position: &AnyPosition,
        limit: usize,
    ) -> Result<Search, DatabaseError> {
        let views = Views::new(position, |_, _| true);
        let Located { key, place, view, known } = self.known.locate(&self.connection, &views)?;
        let mut search = Search::default();
        if !known {
            return Ok(search);
        }
        let mut select = self.connection.prepare_cached(
            "SELECT result, count(*) FROM positions WHERE key = ?1 AND place = ?2 GROUP BY result",
        )?;
        let mut rows = select.query(params![key, place])?;
        while let Some(row) = rows.next()? {
            let stored = usize::try_from(row.get::<_, i64>(0)?).ok();
            let result = stored.and_then(|index| RecordResult::ALL.get(index));
            let result = *result.ok_or(DatabaseError::Damaged)?;
            let result = if view.exchange_players { result.exchanged() } else { result };
            search.results.add_games(result, row.get::<_, i64>(1)? as u64);
        }
        let mut select = self.connection.prepare_cached(
            "SELECT game.id, hex(content), tags, game.result, length, ply, view, record
             FROM positions AS position JOIN games AS game ON game.id = position.game
             WHERE key = ?1 AND place = ?2 ORDER BY position.game LIMIT ?3",
        )?;
        let goals = position.symmetries() == Symmetry::TWO_GOALS;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut rows = select.query(params![key, place, limit])?;
        while let Some(row) = rows.next()? {
            let result: String = row.get(3)?;
            let there = view_of(row.get(6)?);
            let differs = view_of(view_number(view) ^ view_number(there));
            // Between two goals the players cannot be exchanged without turning the field.
            let turned = differs.mirror_y && !(differs.exchange_players && goals);
            search.hits.push(Hit {
                game: row.get::<_, i64>(0)? as u64,
                id: row.get::<_, String>(1)?.to_ascii_lowercase(),
                tags: tags(&row.get::<_, String>(2)?)?,
                result: RecordResult::from_text(&result).ok_or(DatabaseError::Damaged)?,
                length: row.get::<_, i64>(4)? as u64,
                ply: row.get::<_, i64>(5)? as u64,
                mirrored: differs.mirror_x || differs.transpose || turned,
                exchanged: differs.exchange_players,
                record: row.get(7)?,
            });
        }
        Ok(search)
    }
}

/// The tags in their JSON form.
fn tags(json: &str) -> Result<Vec<(String, String)>, DatabaseError> {
    let tags: Map<String, Value> =
        serde_json::from_str(json).map_err(|_| DatabaseError::Damaged)?;
    let text = |value: Value| match value {
        Value::String(text) => Ok(text),
        _ => Err(DatabaseError::Damaged),
    };
    tags.into_iter().map(|(name, value)| Ok((name, text(value)?))).collect()
}
