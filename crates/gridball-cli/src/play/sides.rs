//! Who plays, and what a record says about it.

use std::{collections::hash_map::RandomState, hash::BuildHasher};

use gridball_ai::EngineSpec;
use gridball_core::Player;
use gridball_replay::{Record, tag};

use super::{Wish, storage, table::Table};
use crate::{arguments::Side, failure::one_line, messages::Messages};

/// Who plays Second when nobody says who.
pub(crate) const DEFAULT_ENGINE: &str = "level:5";
/// The tags of players, by their index.
pub(crate) const PLAYER_TAGS: [&str; 2] = [tag::FIRST, tag::SECOND];

/// Who plays: what was wished, else what the record says, else a person and an engine.
pub(crate) fn choose_sides(wish: &Wish, record: Option<&Record>) -> anyhow::Result<[Side; 2]> {
    let side = |player: Player| {
        let index = player.index();
        if let Some(side) = &wish.sides[index] {
            return Ok(side.clone());
        }
        let name = record.and_then(|record| record.tags.get(PLAYER_TAGS[index]));
        Ok(match name.map(str::parse) {
            // A level that is wished for counts more than that of the record.
            Some(Ok(Side::Engine(_))) if let Some(level) = wish.level => {
                Side::Engine(EngineSpec::level(level))
            }
            Some(Ok(Side::Engine(spec))) => Side::Engine(spec),
            // People have names, and no program is started because a file says so.
            Some(_) => Side::Human,
            None if player == Player::First => Side::Human,
            None => match wish.level {
                Some(level) => Side::Engine(EngineSpec::level(level)),
                None => DEFAULT_ENGINE.parse().map_err(anyhow::Error::msg)?,
            },
        })
    };
    let [first, second] = [side(Player::First), side(Player::Second)];
    let with_level = |side: anyhow::Result<Side>| match wish.level {
        Some(level) => side?.or_level(level),
        None => side,
    };
    Ok([with_level(first)?, with_level(second)?])
}

/// A side as people read it.
pub(crate) fn side_text(side: &Side, messages: &dyn Messages) -> String {
    match side {
        Side::Human => messages.a_person().to_owned(),
        other => one_line(&other.name(), 60),
    }
}

/// Who played a record that is continued.
pub(crate) fn recorded_sides(record: &Record) -> [Side; 2] {
    PLAYER_TAGS.map(|tag| match record.tags.get(tag).map(str::parse) {
        Some(Ok(Side::Engine(spec))) => Side::Engine(spec),
        // People have names, and no program is started because a file says so.
        _ => Side::Human,
    })
}

/// The other programs that played a record, by the index of their player.
pub(crate) fn recorded_programs(record: &Record) -> [Option<Side>; 2] {
    PLAYER_TAGS.map(|tag| match record.tags.get(tag).map(str::parse) {
        Some(Ok(side @ Side::Program { .. })) => Some(side),
        _ => None,
    })
}

/// Writes who plays into the record.
pub(crate) fn set_tags(table: &mut Table, sides: &[Side; 2], seed: u64) {
    for (tag, side) in PLAYER_TAGS.into_iter().zip(sides) {
        let named = table.record().tags.get(tag).is_some_and(|name| {
            // A word for a side is no name of a person.
            name.parse::<Side>().is_err()
        });
        if !(named && *side == Side::Human) {
            table.set_tag(tag, &side.name());
        }
    }
    if table.record().tags.get(tag::DATE).is_none() {
        table.set_tag(tag::DATE, &storage::today());
    }
    if sides.iter().any(|side| matches!(side, Side::Engine(_))) {
        table.set_tag(tag::SEED, &seed.to_string());
    }
    table.set_tag(tag::VERSION, concat!("gridball ", env!("CARGO_PKG_VERSION")));
}

/// The person, if exactly one side is human.
pub(crate) fn only_person(sides: &[Side; 2]) -> Option<Player> {
    match [&sides[0], &sides[1]] {
        [Side::Human, Side::Human] => None,
        [Side::Human, _] => Some(Player::First),
        [_, Side::Human] => Some(Player::Second),
        _ => None,
    }
}

/// A seed that is another one each time.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}
