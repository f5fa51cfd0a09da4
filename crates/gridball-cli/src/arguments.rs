//! Words that several commands take.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
};

use anyhow::{anyhow, bail};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_ai::{EngineChoice, EngineOptions, EngineSpec, Level, OptionKey, SpecError};
use gridball_core::{AnyGame, AnyPosition, AnySetup, Position, SetupError, TextErrorKind, games};
use gridball_match::{Contestant, ContestantError};
use gridball_replay::{NodeId, Record, RecordResult};

use crate::{
    failure::one_line,
    records::{self, Which},
};

/// The longest piece of what a user gave that is quoted in a message, in characters.
const QUOTED: usize = 60;

/// What a user gave, fit to stand in a message.
pub(crate) fn quoted(text: &str) -> String {
    one_line(text, QUOTED)
}

/// A reader of whole numbers of an option, which says what would be one.
pub(crate) fn whole_number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |word| {
        let number = word.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number: u64| number.try_into().ok()).ok_or_else(|| {
            let (first, last) = (range.start(), range.end());
            if *last == u64::MAX {
                format!("expected a whole number from {first} on")
            } else {
                format!("expected a whole number from {first} to {last}")
            }
        })
    }
}

/// A game id on the command line.
#[derive(Clone, Debug)]
pub(crate) struct GameWord {
    word: String,
    setup: AnySetup,
}

impl GameWord {
    /// The game that is played when none is named.
    pub(crate) const DEFAULT: &str = "gridball";

    /// The set-up that the id names.
    pub(crate) const fn setup(&self) -> &AnySetup {
        &self.setup
    }

    /// Whether a position with this set-up is one of the game that the word names: a bare name
    /// stands for every set-up of its game.
    fn covers(&self, other: &AnySetup) -> bool {
        self.setup == *other || gridball_ai::game_name(other) == self.word
    }
}

impl FromStr for GameWord {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word.parse() {
            Ok(setup) => Ok(Self { word: word.to_owned(), setup }),
            Err(error) => Err(no_game(error)),
        }
    }
}

/// Why a word is no game, and what would be one.
fn no_game(error: SetupError) -> String {
    match error {
        SetupError::UnknownGame => {
            let known: Vec<&str> = games().iter().map(|game| game.id).collect();
            format!("unknown game, expected {}", known.join(", "))
        }
        SetupError::Malformed => format!("{error}, `gridball games` lists them"),
        _ => error.to_string(),
    }
}

/// A word that may name a game or a file. One that parses as a game id is one; `./gridball` is a
/// file.
#[derive(Clone, Debug)]
pub(crate) enum GameOrFile {
    Game(GameWord),
    File(FileWord),
}

/// A file on the command line.
#[derive(Clone, Debug)]
pub(crate) struct FileWord {
    path: PathBuf,
    /// Why the word is no game, in case there is no such file either.
    no_game: Option<String>,
}

impl FileWord {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What to add to the message that there is no such file.
    pub(crate) fn no_game(&self) -> Option<&str> {
        self.no_game.as_deref()
    }
}

impl From<OsString> for FileWord {
    fn from(word: OsString) -> Self {
        Self { path: word.into(), no_game: None }
    }
}

impl From<OsString> for GameOrFile {
    fn from(word: OsString) -> Self {
        match word.to_str().map(|text| (text, text.parse())) {
            Some((text, Ok(setup))) => Self::Game(GameWord { word: text.to_owned(), setup }),
            // A path is meant as one, unless it begins like a set-up of a game.
            Some((_, Err(SetupError::UnknownGame))) if is_path(&word) => Self::File(word.into()),
            Some((_, Err(error))) => {
                Self::File(FileWord { path: word.into(), no_game: Some(no_game(error)) })
            }
            None => Self::File(word.into()),
        }
    }
}

/// Whether a word can only be a path.
fn is_path(word: &OsStr) -> bool {
    word.to_string_lossy().contains(['/', '\\'])
}

/// Which position of a game.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PositionArguments {
    /// The position to begin with, as one line of text, instead of the start
    #[arg(long, value_name = "TEXT")]
    pub(crate) fen: Option<String>,

    /// Actions to play from there, separated by spaces
    #[arg(long, value_name = "ACTIONS")]
    pub(crate) moves: Option<String>,
}

impl PositionArguments {
    /// The game so described.
    pub(crate) fn game(&self, game: &GameWord) -> anyhow::Result<AnyGame> {
        let start = match &self.fen {
            None => AnyPosition::start(game.setup()),
            Some(text) => {
                let position = AnyPosition::parse_position(text).map_err(|error| {
                    // The id at the start is a game or not, like any other.
                    match error.kind {
                        TextErrorKind::Setup(reason) => {
                            let id = text.split(' ').next().unwrap_or_default();
                            anyhow!("--fen: `{}`: {}", quoted(id), no_game(reason))
                        }
                        _ => anyhow!("--fen: {error}"),
                    }
                })?;
                if !game.covers(&position.setup()) {
                    let (found, wanted) = (position.setup(), game.setup());
                    bail!("--fen: the position is one of {found}, expected one of {wanted}");
                }
                position
            }
        };
        let mut game = AnyGame::from_position(start);
        self.play(&mut game)?;
        Ok(game)
    }

    /// Plays the actions on after the last one of a record.
    fn play_on(&self, mut record: Record) -> anyhow::Result<Record> {
        if self.moves.is_none() {
            return Ok(record);
        }
        let mut game = record.game();
        let known = game.len();
        self.play(&mut game)?;
        let mut last = record.last();
        for action in game.actions().skip(known) {
            // Just played, so it is legal there.
            last = record.append(last, action)?;
        }
        record.result = RecordResult::of(game.position().outcome());
        Ok(record)
    }

    /// Plays the actions on.
    fn play(&self, game: &mut AnyGame) -> anyhow::Result<()> {
        let texts = self.moves.iter().flat_map(|moves| moves.split_whitespace());
        for (text, number) in texts.zip(1..) {
            let illegal = |reason: &dyn fmt::Display| {
                anyhow!("--moves: illegal action {number}: {}: {reason}", quoted(text))
            };
            let action = game.position().parse_action(text).map_err(|error| illegal(&error))?;
            game.play(&action).map_err(|error| illegal(&error))?;
        }
        Ok(())
    }
}

/// A game id with a position of it, or a game out of a file of records.
#[derive(Args, Clone, Debug)]
pub(crate) struct SourceArguments {
    /// A game id, or a file of records
    #[arg(value_name = "GAME|FILE", value_parser = OsStringValueParser::new().map(GameOrFile::from))]
    source: GameOrFile,

    #[command(flatten)]
    position: PositionArguments,

    /// Which game of the file
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number::<u64>(1..=u64::MAX))]
    game: Option<u64>,

    /// Only the first N actions
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number::<usize>(0..=u64::MAX))]
    upto: Option<usize>,
}

impl SourceArguments {
    /// The record so described, and how far to go in it.
    pub(crate) fn record(&self) -> anyhow::Result<(Record, NodeId)> {
        let record = match &self.source {
            GameOrFile::Game(game) => {
                if self.game.is_some() {
                    bail!("--game: names a game of a file, and there is no file");
                }
                Record::from_game(&self.position.game(game)?)
            }
            GameOrFile::File(file) => {
                if self.position.fen.is_some() {
                    bail!("--fen: stands with a game id, a record has its own start");
                }
                let record = records::read(file, Which::Number(self.game.unwrap_or(1)))?;
                self.position.play_on(record)?
            }
        };
        let last = match self.upto {
            None => record.last(),
            Some(0) => NodeId::ROOT,
            Some(upto) => record.main_line().nth(upto - 1).ok_or_else(|| {
                anyhow!("--upto: {upto} is more than the {} actions of the game", record.len())
            })?,
        };
        Ok((record, last))
    }
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// A person at the keyboard.
    Human,
    /// An engine of this program.
    Engine(EngineSpec),
    /// Another program that speaks UGI: program and arguments, as they would be typed, and the
    /// level it is to play at.
    Program {
        /// The command, words separated by spaces, quoted as in a shell.
        command: String,
        /// Its strength.
        level: Option<Level>,
    },
}

impl Side {
    /// The side at this level, unless it is human or has a level of its own. The level stands
    /// for an engine, and takes the place of one that was named.
    pub(crate) fn or_level(self, level: Level) -> anyhow::Result<Self> {
        match self {
            Self::Human
            | Self::Engine(EngineSpec { engine: EngineChoice::Level(_), .. })
            | Self::Program { level: Some(_), .. } => Ok(self),
            Self::Program { command, level: None } => {
                Ok(Self::Program { command, level: Some(level) })
            }
            Self::Engine(spec) => {
                let engine = EngineChoice::Level(level);
                for info in gridball_ai::OPTIONS {
                    if spec.options.get(info.key).is_some() && !engine.takes(info.key) {
                        bail!("--level: a level has no option `{}`, as {spec} has", info.name);
                    }
                }
                Ok(Self::Engine(EngineSpec { engine, ..spec }))
            }
        }
    }

    /// The side with this seed, unless it has one.
    pub(crate) fn or_seed(self, seed: u64) -> Self {
        match self {
            Self::Engine(spec) if spec.engine.takes(OptionKey::Seed) => {
                Self::Engine(spec.or_seed(seed))
            }
            other => other,
        }
    }

    /// The side as it is called in lists and records: without a seed.
    pub(crate) fn name(&self) -> String {
        let Self::Engine(spec) = self else { return self.to_string() };
        let mut options = EngineOptions::default();
        for info in gridball_ai::OPTIONS {
            if let Some(value) = spec.options.get(info.key)
                && info.key != OptionKey::Seed
            {
                let allowed = options.set(info.key, value);
                debug_assert!(allowed, "the value was allowed before");
            }
        }
        EngineSpec { options, ..*spec }.to_string()
    }
}

impl FromStr for Side {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word == "human" {
            return Ok(Self::Human);
        }
        match contestant(word) {
            Ok(Contestant::Builtin(spec)) => Ok(Self::Engine(spec)),
            Ok(Contestant::Program(program)) => {
                Ok(Self::Program { command: program.command().to_owned(), level: None })
            }
            Err(ContestantError::Spec(error @ SpecError::UnknownEngine(_))) => {
                Err(format!("{error}, human and cmd:PROGRAM"))
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Reads who plays where nobody can be asked.
pub(crate) fn engine(word: &str) -> Result<Contestant, String> {
    contestant(word).map_err(|error| match error {
        ContestantError::Spec(error @ SpecError::UnknownEngine(_)) => {
            format!("{error} and cmd:PROGRAM")
        }
        error => error.to_string(),
    })
}

fn contestant(word: &str) -> Result<Contestant, ContestantError> {
    word.parse()
}

/// Reads back as the same side, but for the level of another program.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Engine(spec) => spec.fmt(f),
            Self::Program { command, .. } => write!(f, "{}{command}", Contestant::PROGRAM),
        }
    }
}

/// Reads a level, 1 to 10.
pub(crate) fn level(word: &str) -> Result<Level, String> {
    word.parse().ok().and_then(Level::new).ok_or_else(|| "must be a number from 1 to 10".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(word: &str) -> Side {
        word.parse().unwrap()
    }

    #[test]
    fn a_level_goes_to_sides_that_are_not_human_and_have_none() {
        let three = Level::new(3).unwrap();
        for (word, with_level) in [
            ("human", "human"),
            ("level:7", "level:7"),
            ("greedy", "level:3"),
            ("best?seed=4&hash=2", "level:3?seed=4&hash=2"),
        ] {
            assert_eq!(side(word).or_level(three).unwrap(), side(with_level), "{word}");
        }
        let program = side("cmd:./engine 'a b'").or_level(three).unwrap();
        assert_eq!(
            program,
            Side::Program { command: "./engine 'a b'".to_owned(), level: Some(three) }
        );
        assert!(side("greedy?nodes=5").or_level(three).is_err());
    }

    #[test]
    fn sides_read_back_as_they_are_written() {
        for word in ["human", "level:3", "two-ply?seed=3", "cmd:./engine 'a b' c"] {
            assert_eq!(side(word).to_string(), word);
        }
        assert_eq!(side("builtin:best").or_seed(5).to_string(), "best?seed=5");
        assert_eq!(side("two-ply?seed=3&nodes=5").name(), "two-ply?nodes=5");
        assert!("cmd:".parse::<Side>().is_err() && "cmd:a 'b".parse::<Side>().is_err());
        assert!("Human".parse::<Side>().is_err());
    }

    #[test]
    fn a_bare_name_stands_for_all_set_ups() {
        let bare: GameWord = "gridball".parse().unwrap();
        let small: GameWord = "gridball:small".parse().unwrap();
        let other: AnySetup = "gridball:12x12/2".parse().unwrap();
        let football: AnySetup = "paper-football".parse().unwrap();
        assert!(bare.covers(&other) && !small.covers(&other));
        assert!(small.covers(bare.setup()) && !bare.covers(&football));
    }
}
