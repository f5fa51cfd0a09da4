//! What is known about a game beside its actions: names and values.

use std::{fmt, str::FromStr, time::Duration};

use gridball_core::Player;
use thiserror::Error;

/// The names of the tags that mean something to this crate and to the programs that write them.
///
/// Any other name is kept as it is. The values of these are never refused either: they may come
/// from elsewhere. What reads them with their types is [`Tags::seed`] and its like.
pub mod tag {
    /// What was played: a tournament, a match, a run.
    pub const EVENT: &str = "Event";
    /// Where.
    pub const SITE: &str = "Site";
    /// When, `YYYY.MM.DD`.
    pub const DATE: &str = "Date";
    /// Which round.
    pub const ROUND: &str = "Round";
    /// Who moved first.
    pub const FIRST: &str = "First";
    /// Who moved second.
    pub const SECOND: &str = "Second";
    /// How the game ended; see [`termination`](crate::termination).
    pub const TERMINATION: &str = "Termination";
    /// The seed of everything random: of a game, or the master seed of the run it belongs to. A
    /// decimal number below 2^64.
    pub const SEED: &str = "Seed";
    /// Which game of its run, from 1: with [`SEED`] and the settings it can be played again.
    pub const INDEX: &str = "Index";
    /// The engine that moved first, with its options, as it is named on the command line:
    /// `alphabeta?nodes=20000`.
    pub const FIRST_ENGINE: &str = "FirstEngine";
    /// The engine that moved second, likewise.
    pub const SECOND_ENGINE: &str = "SecondEngine";
    /// How much time or work each player had; see [`TimeControl`](crate::TimeControl).
    pub const TIME_CONTROL: &str = "TimeControl";
    /// The program and its version that played or wrote the game: `gridball 0.1.0`.
    pub const VERSION: &str = "Version";
}

/// Why a tag cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TagError {
    /// The name is no tag name.
    #[error("a tag name is a letter and then letters, digits or `_`, {limit} in all at most")]
    Name {
        /// The longest name allowed, in bytes.
        limit: usize,
    },
    /// The tag follows from the record and is written by itself.
    #[error("this tag follows from the record itself and cannot be set")]
    Derived,
}

/// The longest name of a tag, in bytes.
pub const MAX_TAG_NAME: usize = 64;

/// The tags in the order in which they are written, after `Game`: the known ones first.
pub(crate) const ROSTER: [&str; 8] = [
    tag::EVENT,
    tag::SITE,
    tag::DATE,
    tag::ROUND,
    tag::FIRST,
    tag::SECOND,
    "Result",
    tag::TERMINATION,
];

/// The tags that are not kept as text, because the record knows them better.
pub(crate) const DERIVED: [&str; 3] = ["Game", "Position", "Result"];

/// Whether `name` can be the name of a tag.
pub(crate) fn is_tag_name(name: &str) -> bool {
    name.len() <= MAX_TAG_NAME
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Names and values that describe a game.
///
/// The order is canonical: `Event`, `Site`, `Date`, `Round`, `First`, `Second`, `Termination`,
/// then all others as they were added. `Game`, `Position` and `Result` are not among them: the
/// record holds them typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    list: Vec<(String, String)>,
}

impl Tags {
    /// The value of the tag `name`.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.list.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets the tag `name`; an older value is replaced.
    ///
    /// # Errors
    ///
    /// When `name` is no tag name, or a tag that the record holds typed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if !is_tag_name(name) {
            return Err(TagError::Name { limit: MAX_TAG_NAME });
        }
        if DERIVED.contains(&name) {
            return Err(TagError::Derived);
        }
        self.put(name, value);
        Ok(())
    }

    /// [`set`](Self::set) for a name that is known to be good.
    pub(crate) fn put(&mut self, name: &str, value: &str) {
        debug_assert!(is_tag_name(name) && !DERIVED.contains(&name));
        if let Some((_, old)) = self.list.iter_mut().find(|(known, _)| known == name) {
            value.clone_into(old);
            return;
        }
        let rank =
            |name: &str| ROSTER.iter().position(|known| *known == name).unwrap_or(ROSTER.len());
        let new = rank(name);
        let place = self.list.partition_point(|(known, _)| rank(known) <= new);
        self.list.insert(place, (name.to_owned(), value.to_owned()));
    }

    /// The seed in the tag [`Seed`](tag::SEED); `None` if there is none, or it is no number.
    pub fn seed(&self) -> Option<u64> {
        plain_number(self.get(tag::SEED)?)
    }

    /// Sets the tag [`Seed`](tag::SEED).
    pub fn set_seed(&mut self, seed: u64) {
        self.put(tag::SEED, &seed.to_string());
    }

    /// Which game of its run this is, from 1, by the tag [`Index`](tag::INDEX); `None` if there
    /// is none, or it is no such number.
    pub fn index(&self) -> Option<u64> {
        plain_number(self.get(tag::INDEX)?).filter(|index| *index > 0)
    }

    /// Sets the tag [`Index`](tag::INDEX); games of a run are counted from 1.
    pub fn set_index(&mut self, index: u64) {
        self.put(tag::INDEX, &index.to_string());
    }

    /// The engine of `player` with its options, by the tag [`FirstEngine`](tag::FIRST_ENGINE) or
    /// [`SecondEngine`](tag::SECOND_ENGINE).
    pub fn engine(&self, player: Player) -> Option<&str> {
        self.get(engine_tag(player))
    }

    /// Sets the tag [`FirstEngine`](tag::FIRST_ENGINE) or [`SecondEngine`](tag::SECOND_ENGINE).
    pub fn set_engine(&mut self, player: Player, engine: &str) {
        self.put(engine_tag(player), engine);
    }

    /// How much time or work each player had, by the tag [`TimeControl`](tag::TIME_CONTROL);
    /// `None` if there is none, or it is written in another way.
    pub fn time_control(&self) -> Option<TimeControl> {
        self.get(tag::TIME_CONTROL)?.parse().ok()
    }

    /// Sets the tag [`TimeControl`](tag::TIME_CONTROL).
    pub fn set_time_control(&mut self, time_control: TimeControl) {
        self.put(tag::TIME_CONTROL, &time_control.to_string());
    }

    /// Removes the tag `name` and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.list.iter().position(|(known, _)| known == name)?;
        Some(self.list.remove(place).1)
    }

    /// Names and values, in canonical order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.list.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// How many tags there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

const fn engine_tag(player: Player) -> &'static str {
    match player {
        Player::First => tag::FIRST_ENGINE,
        Player::Second => tag::SECOND_ENGINE,
    }
}

/// A number of digits alone.
fn plain_number(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// How much time or work each player has.
///
/// The texts are those of PGN, with one more for work: `300+2`, `300`, `1/5`, `nodes 20000`.
///
/// ```
/// use gridball_replay::TimeControl;
/// use std::time::Duration;
///
/// let control: TimeControl = "60+0.5".parse()?;
/// let increment = Duration::from_millis(500);
/// assert_eq!(control, TimeControl::Game { time: Duration::from_mins(1), increment });
/// assert_eq!(control.to_string(), "60+0.5");
/// # Ok::<(), gridball_replay::TimeControlError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// `TIME+INCREMENT` in seconds, or `TIME` alone: for the whole game, and what is added for
    /// every action.
    Game {
        /// For the whole game.
        time: Duration,
        /// Added for every action.
        increment: Duration,
    },
    /// `1/TIME`: seconds for each action.
    Action {
        /// For each action.
        time: Duration,
    },
    /// `nodes N`: so much work for each action, however long it takes.
    Nodes {
        /// For each action.
        nodes: u64,
    },
}

/// The text is no time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a time control: SECONDS+INCREMENT, SECONDS, 1/SECONDS or `nodes N`")]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let control = if let Some(nodes) = text.strip_prefix("nodes ") {
            plain_number(nodes).map(|nodes| Self::Nodes { nodes })
        } else if let Some(time) = text.strip_prefix("1/") {
            seconds(time).map(|time| Self::Action { time })
        } else {
            let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
            seconds(time)
                .zip(seconds(increment))
                .map(|(time, increment)| Self::Game { time, increment })
        };
        control.ok_or(TimeControlError)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { time, increment } => {
                f.write_str(&seconds_text(*time))?;
                if !increment.is_zero() {
                    write!(f, "+{}", seconds_text(*increment))?;
                }
                Ok(())
            }
            Self::Action { time } => write!(f, "1/{}", seconds_text(*time)),
            Self::Nodes { nodes } => write!(f, "nodes {nodes}"),
        }
    }
}

/// Reads seconds, such as `300` or `0.25`; at most nine digits after the point.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.len() > 9 {
        return None;
    }
    let nanoseconds = plain_number(fraction)? * 10_u64.pow(9 - fraction.len() as u32);
    Some(Duration::new(plain_number(whole)?, nanoseconds as u32))
}

/// Seconds as they are written: no digit more than needed.
pub(crate) fn seconds_text(time: Duration) -> String {
    let text = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use super::*;

    #[test]
    fn time_controls_come_back_from_their_texts() {
        for text in ["300", "60+0.5", "0.000000001+1", "1/0.1", "1/5", "nodes 0", "nodes 20000"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("300+0".parse::<TimeControl>().unwrap().to_string(), "300");
        assert_eq!("1.50".parse::<TimeControl>().unwrap().to_string(), "1.5");
        for text in ["", "+", "-1", "1+", "+1", "1.", ".5", "40/300", "nodes", "nodes -1", "1e3"] {
            assert_eq!(text.parse::<TimeControl>(), Err(TimeControlError), "{text}");
        }
        let long = format!("{}.1", u64::MAX);
        assert_eq!(long.parse::<TimeControl>().unwrap().to_string(), long);
        assert_eq!(format!("{long}0000000000").parse::<TimeControl>(), Err(TimeControlError));
    }

    #[test]
    fn numbers_are_read_only_where_they_are_plain() {
        let mut tags = Tags::default();
        tags.set_seed(u64::MAX);
        tags.set_index(3);
        tags.set_engine(Player::Second, "alphabeta?nodes=20000");
        assert_eq!((tags.seed(), tags.index()), (Some(u64::MAX), Some(3)));
        assert_eq!(tags.engine(Player::First), None);
        assert_eq!(tags.engine(Player::Second), Some("alphabeta?nodes=20000"));
        for (name, value) in [("Seed", "+1"), ("Seed", ""), ("Index", "0"), ("Index", "one")] {
            tags.set(name, value).unwrap();
            assert_eq!(if name == "Seed" { tags.seed() } else { tags.index() }, None, "{value}");
        }
    }
}
