//! What a match is.

use std::time::Duration;

use gridball_ai::SearchError;
use gridball_core::AnySetup;
use gridball_replay::TimeControl;
use thiserror::Error;

use crate::{
    clock::DEFAULT_TIME,
    contestant::Contestant,
    openings::Openings,
    schedule::{Schedule, Tournament},
    sprt::Sprt,
};

/// So many games can run at once.
pub const MOST_AT_ONCE: usize = 1024;

/// So many games a match can have, and so high can the number of its first one be.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// What is played, by whom and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub setup: AnySetup,
    /// The engines, two at least. Of two, the first one is A.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub tournament: Tournament,
    /// How many games, 1 to [`MOST_GAMES`].
    pub games: u64,
    /// The number of the first game, 1 to [`MOST_GAMES`]. A part of a match has the same games as the whole.
    pub from: u64,
    /// How much time or work the engines have; see [`Settings::control`].
    pub time_control: Option<TimeControl>,
    /// So much later than allowed an action is still in time.
    pub margin: Duration,
    /// How many games run at once, 1 to [`MOST_AT_ONCE`].
    pub concurrency: usize,
    /// Where the games begin.
    pub openings: Openings,
    /// When the match ends early; for two engines only.
    pub sprt: Option<Sprt>,
    /// The master seed. Every game is seeded from it and its number alone.
    pub seed: u64,
}

/// Why there can be no such match.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// Nobody to play against.
    #[error("a match needs two engines or more")]
    TooFewEngines,
    /// A match without games, or with too many.
    #[error("a match has 1 to {MOST_GAMES} games, and begins with one of 1 to {MOST_GAMES}")]
    Games,
    /// None at once, or too many.
    #[error("1 to {MOST_AT_ONCE} games can run at once")]
    Concurrency,
    /// A test of more than two engines.
    #[error("a sequential test compares two engines, there are {0}")]
    TestOfMany(usize),
    /// An engine does not play the game.
    #[error(transparent)]
    OtherGame(#[from] SearchError),
}

impl Settings {
    /// A match of two engines with all else as usual: one after the other, from the start.
    pub const fn new(setup: AnySetup, contestants: Vec<Contestant>, games: u64, seed: u64) -> Self {
        Self {
            setup,
            contestants,
            tournament: Tournament::RoundRobin,
            games,
            from: 1,
            time_control: None,
            margin: Duration::ZERO,
            concurrency: 1,
            openings: Openings::Start,
            sprt: None,
            seed,
        }
    }

    /// The time control that counts: the one that was set. If none was, and no engine has limits
    /// of its own, 0.1 s for an action; if some have, those have no other limit, and the others
    /// have 0.1 s.
    pub fn control(&self) -> Option<TimeControl> {
        let limited = self
            .contestants
            .iter()
            .any(|contestant| matches!(contestant, Contestant::Builtin(spec) if spec.has_limits()));
        let default = TimeControl::Action { time: DEFAULT_TIME };
        self.time_control.or_else(|| (!limited).then_some(default))
    }

    /// The plan.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.contestants.len(), self.tournament)
    }

    /// The number of the last game.
    pub const fn last(&self) -> u64 {
        self.from.saturating_add(self.games.saturating_sub(1))
    }

    /// Whether there can be such a match.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn check(&self) -> Result<(), SettingsError> {
        if self.contestants.len() < 2 {
            return Err(SettingsError::TooFewEngines);
        }
        let allowed = 1..=MOST_GAMES;
        if !allowed.contains(&self.games) || !allowed.contains(&self.from) {
            return Err(SettingsError::Games);
        }
        if !(1..=MOST_AT_ONCE).contains(&self.concurrency) {
            return Err(SettingsError::Concurrency);
        }
        if self.sprt.is_some() && self.contestants.len() > 2 {
            return Err(SettingsError::TestOfMany(self.contestants.len()));
        }
        for contestant in &self.contestants {
            if let Contestant::Builtin(spec) = contestant {
                spec.check_game(&self.setup)?;
            }
        }
        Ok(())
    }
}
