//! What the screen needs of the world: time, engines, files, the clipboard.
//!
//! The screen itself touches nothing of that, so that tests give it a world of their own.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use gridball_ai::{PlayerClock, SearchInfo, SearchResult};
use gridball_core::{AnyAction, AnyGame, AnySetup};
use gridball_replay::Record;

use super::settings::Settings;
use crate::{arguments::Side, messages::Messages, play::storage::Unfinished};

/// A piece of thinking that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct JobId(pub(crate) u64);

/// What is to be thought about.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// The engine of the player to move shall play; the clocks of the game, if it has some.
    Play { clocks: [Option<PlayerClock>; 2] },
    /// A hint.
    Hint,
    /// So many best lines, until it is stopped.
    Analyse { lines: u32 },
    /// What a position is worth, quickly.
    Judge,
    /// What every action of the main line of a record is worth.
    JudgeActions(Box<Record>),
}

/// What comes of a job.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Found so far.
    Info(SearchInfo<AnyAction>),
    /// The engine plays this.
    Plays(AnyAction),
    /// The answer to a hint, an analysis or a judgement.
    Found(SearchResult<AnyAction>),
    /// The record with a judgement of every action.
    Judged(Box<Record>),
    /// It did not work, and why.
    Failed(String),
    /// It was stopped.
    Stopped,
}

impl News {
    /// Whether nothing more comes of the job.
    pub(crate) const fn is_last(&self) -> bool {
        !matches!(self, Self::Info(_))
    }
}

/// A thought and the job that it came from.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) job: JobId,
    pub(crate) news: News,
}

/// A record of a file.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) record: Record,
    /// The file it comes from, and its number there, from 1.
    pub(crate) source: Option<(PathBuf, u64)>,
    /// What is wrong with it, though it is whole: file, line, column and fault.
    pub(crate) warnings: Vec<String>,
    /// The same of the records that were passed over to come to it.
    pub(crate) left_out: Vec<String>,
}

impl Opened {
    /// What has to be said about it.
    pub(crate) fn note(&self, messages: &dyn Messages) -> Option<String> {
        let left_out = self.left_out.join("; ");
        let left_out = (!left_out.is_empty()).then(|| messages.left_out(&left_out));
        let all: Vec<String> = left_out.into_iter().chain(self.warnings.iter().cloned()).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }
}

impl From<Record> for Opened {
    fn from(record: Record) -> Self {
        Self { record, source: None, warnings: Vec::new(), left_out: Vec::new() }
    }
}

/// The world.
pub(crate) trait Host {
    /// The time since some moment in the past.
    fn now(&self) -> Duration;

    /// The seed of engines that was asked for on the command line.
    fn wished_seed(&self) -> Option<u64>;

    /// Makes the sides ready to play this game; whoever sat there before leaves.
    ///
    /// # Errors
    ///
    /// When an engine does not play the game, or another program does not start.
    fn seat(&mut self, sides: &[Side; 2], setup: &AnySetup, seed: u64) -> anyhow::Result<()>;

    /// Begins to think about the last position of `game`. Thoughts come as events.
    fn think(&mut self, game: &AnyGame, work: Work) -> JobId;

    /// Nobody waits for this job any more.
    fn forget(&mut self, job: JobId);

    /// Saves the game that is being played; says where, if it has a place.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn save(&mut self, record: &Record) -> anyhow::Result<Option<PathBuf>>;

    /// Why the game that is being played is not saved, as long as that is so.
    fn fault(&self) -> Option<String>;

    /// Saves a record in another place; says whether it stands there behind others.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn save_to(&mut self, path: &Path, record: &Record) -> anyhow::Result<bool>;

    /// Keeps a record that was changed while it was studied, in a place of its own: beside the
    /// file that it comes from, if there is one. Says where.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn keep_study(
        &mut self,
        record: &Record,
        source: Option<&Path>,
    ) -> anyhow::Result<Option<PathBuf>>;

    /// Another record is studied from now on.
    fn begin_study(&mut self);

    /// The game that is being played is over and left.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn finish(&mut self, record: &Record) -> anyhow::Result<()>;

    /// From now on another game is played.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn begin_another(&mut self) -> anyhow::Result<()>;

    /// The game that is played now was taken up from this file.
    fn goes_on_in(&mut self, path: &Path, alone: bool);

    /// The unfinished games.
    fn unfinished(&mut self) -> Unfinished;

    /// The record with this number, from 1, of a file. Where that one is faulty, the next good
    /// one, or the one before if `backwards`.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, or with its records if none is good.
    fn read(&mut self, path: &Path, number: u64, backwards: bool) -> anyhow::Result<Opened>;

    /// Remembers what was chosen.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    fn keep(&mut self, settings: &Settings) -> anyhow::Result<()>;

    /// Asks the terminal to put a text on the clipboard. Whether it does nobody knows.
    fn copy(&mut self, text: &str);
}
