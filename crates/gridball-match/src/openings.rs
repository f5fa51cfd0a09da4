//! Where games begin.
//!
//! Openings come from a file, or are generated: random turns, kept if a quick search finds the
//! position balanced.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use gridball_ai::{AnyEngine, Engine, EngineSpec, Level, Limits, Score, Unattended, derived_seed};
use gridball_core::{AnyGame, AnyPosition, AnySetup, Position};
use gridball_replay::{Finding, FindingKind, Format, Location, Records, formats::SNIFFED};
use thiserror::Error;

use crate::system::in_words;

/// How many random turns an opening has: two of each player.
const TURNS: u32 = 4;
/// A position is balanced when its score is within this: the better side takes 57 % at most.
const BALANCED: i32 = 50;
/// After so many attempts the most balanced one of them is taken.
const ATTEMPTS: u64 = 20;
/// The search that finds that out is one of level 8, with no more nodes than this.
const NODES: u64 = 5000;
/// The greatest file of openings that are lines of text, in bytes.
const LARGEST: u64 = 64 << 20;

/// The most openings that are taken from a file.
const MOST: usize = 100_000;

/// The openings of a match. Opening `n` is always the same, whatever was asked for before.
#[derive(Clone, Debug, Default)]
pub enum Openings {
    /// All games begin at the start.
    #[default]
    Start,
    /// These, one after the other and again from the first. At least one.
    Listed(Vec<AnyGame>),
    /// So many generated ones, and again from the first. At least one.
    Generated(u64),
}

/// Why there are no openings.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// There is no opening in it.
    #[error("{file}: there is no opening in this file")]
    Empty {
        /// The file.
        file: String,
    },
    /// One of the openings is none.
    #[error("{file}:{location}: {reason}")]
    Bad {
        /// The file.
        file: String,
        /// Where in it: a line and a column, or a byte.
        location: Location,
        /// What is wrong.
        reason: String,
    },
}

impl Openings {
    /// Reads the openings of a file, which holds either
    ///
    /// - records of games in any format, whose main lines are the openings, or
    /// - lines of text, each an opening: a position text, or actions from the start of the game,
    ///   or a position text, the word `moves` and actions. Empty lines and lines that begin with
    ///   `#` are skipped.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or one of the openings is none for the game of `setup`.
    pub fn read(path: &Path, setup: &AnySetup) -> Result<Self, OpeningsError> {
        let file = path.display().to_string();
        let unreadable = |error: io::Error| OpeningsError::Unreadable {
            file: file.clone(),
            reason: in_words(&error),
        };
        let mut input = File::open(path).map_err(unreadable)?;
        if input.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(unreadable(io::ErrorKind::IsADirectory.into()));
        }
        let mut beginning = Vec::new();
        input.by_ref().take(SNIFFED as u64).read_to_end(&mut beginning).map_err(unreadable)?;
        let is_lines = are_lines(&beginning);
        let input = io::Read::chain(io::Cursor::new(beginning), input);
        let openings = if is_lines {
            let mut text = Vec::new();
            input.take(LARGEST + 1).read_to_end(&mut text).map_err(unreadable)?;
            if text.len() as u64 > LARGEST {
                return Err(OpeningsError::Unreadable {
                    file,
                    reason: format!("is longer than {LARGEST} bytes"),
                });
            }
            from_lines(&String::from_utf8_lossy(&text), setup)
        } else {
            from_records(Records::new(input).map_err(unreadable)?, setup).map_err(unreadable)?
        };
        match openings {
            Ok(openings) if openings.is_empty() => Err(OpeningsError::Empty { file }),
            Ok(openings) => Ok(Self::Listed(openings)),
            Err((location, reason)) => Err(OpeningsError::Bad { file, location, reason }),
        }
    }

    /// Opening `number`, from 0, of a match with this master seed.
    pub fn opening(&self, setup: &AnySetup, master_seed: u64, number: u64) -> AnyGame {
        match self {
            Self::Start => AnyGame::new(setup),
            Self::Listed(games) => {
                let index = number.checked_rem(games.len() as u64).unwrap_or(0) as usize;
                games.get(index).cloned().unwrap_or_else(|| AnyGame::new(setup))
            }
            Self::Generated(count) => {
                generate(setup, derived_seed(master_seed, number % count.max(&1)))
            }
        }
    }
}

/// Whether a file with this beginning holds lines of text rather than records.
fn are_lines(beginning: &[u8]) -> bool {
    let text = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning).trim_ascii_start();
    // Records begin with a bracket, compressed files with a byte that is no text.
    Format::sniff(beginning) == Format::Gbn
        && text.first().is_none_or(|first| first.is_ascii_graphic() && *first != b'[')
}

type Found = Result<Vec<AnyGame>, (Location, String)>;

fn from_records(records: Records<'_>, setup: &AnySetup) -> io::Result<Found> {
    let mut games = Vec::new();
    for entry in records {
        let entry = entry?;
        let location = entry.location;
        let game = match entry.into_whole() {
            Ok(record) => record.game(),
            Err(fault) => return Ok(Err((fault.location, message(&fault)))),
        };
        if let Err(reason) = check(&game, setup) {
            return Ok(Err((location, reason)));
        }
        if games.len() == MOST {
            return Ok(Err((location, too_many())));
        }
        games.push(game);
    }
    Ok(Ok(games))
}

fn too_many() -> String {
    format!("this is one opening more than the {MOST} that are taken from a file")
}

/// What a finding says, without its place.
pub(crate) fn message(finding: &Finding) -> String {
    match &finding.kind {
        FindingKind::Fault(fault) => fault.to_string(),
        FindingKind::Note(note) => note.to_string(),
    }
}

fn from_lines(text: &str, setup: &AnySetup) -> Found {
    let mut games = Vec::new();
    for (line, number) in text.trim_start_matches('\u{FEFF}').lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let location = Location::Text { line: number, column: 1 };
        let game = from_line(line, setup).and_then(|game| check(&game, setup).map(|()| game));
        games.push(game.map_err(|reason| (location, reason))?);
        if games.len() > MOST {
            return Err((location, too_many()));
        }
    }
    Ok(games)
}

fn from_line(line: &str, setup: &AnySetup) -> Result<AnyGame, String> {
    // Every position text begins with a game id, which holds a letter and is followed by a version.
    let is_position = line.split_once(' ').is_some_and(|(id, _)| id.parse::<AnySetup>().is_ok());
    let (mut game, actions) = if is_position {
        let (position, actions) = line.split_once(" moves ").unwrap_or((line, ""));
        let position = AnyPosition::parse_position(position.trim_end_matches(" moves"))
            .map_err(|error| error.to_string())?;
        (AnyGame::from_position(position), actions)
    } else {
        (AnyGame::new(setup), line)
    };
    for (text, number) in actions.split_whitespace().zip(1..) {
        let illegal = |reason: &dyn std::fmt::Display| {
            format!("action {number}, `{}`: {reason}", gridball_ai::Excerpt::new(text))
        };
        let action = game.position().parse_action(text).map_err(|error| illegal(&error))?;
        game.play(&action).map_err(|error| illegal(&error))?;
    }
    Ok(game)
}

/// Whether a game of this set-up can go on from here.
fn check(game: &AnyGame, setup: &AnySetup) -> Result<(), String> {
    let found = game.position().setup();
    if found != *setup {
        return Err(format!("the opening is one of {found}, expected one of {setup}"));
    }
    match game.position().outcome() {
        Some(_) => Err("the game is over after this opening".to_owned()),
        None => Ok(()),
    }
}

/// A random opening that a quick search finds balanced.
fn generate(setup: &AnySetup, seed: u64) -> AnyGame {
    let judge = Level::new(8).map_or_else(EngineSpec::best, EngineSpec::level);
    let mut judge = AnyEngine::new(judge);
    // The most balanced one so far. An opening without actions is better than none.
    let mut best: Option<(i32, AnyGame)> = None;
    for attempt in 0..ATTEMPTS {
        let Some(game) = random_turns(setup, derived_seed(seed, attempt)) else { continue };
        let judged = judge.search(game.position(), &Limits::nodes(NODES), &mut Unattended);
        let imbalance = match judged.map(|result| result.score) {
            Ok(Score::Estimate(estimate)) => estimate.saturating_abs(),
            // Decided already: the last choice. On small fields there may be nothing else.
            Ok(Score::Win(_) | Score::Loss(_)) => i32::MAX,
            Err(_) => continue,
        };
        if best.as_ref().is_none_or(|(least, _)| imbalance < *least) {
            best = Some((imbalance, game));
        }
        if imbalance <= BALANCED {
            break;
        }
    }
    best.map_or_else(|| AnyGame::new(setup), |(_, game)| game)
}

/// A game of random turns; `None` if it ends within them.
fn random_turns(setup: &AnySetup, seed: u64) -> Option<AnyGame> {
    let spec: EngineSpec = "random".parse().ok()?;
    let mut random = AnyEngine::new(spec.or_seed(seed));
    let mut game = AnyGame::new(setup);
    let mut turns = 0;
    while turns < TURNS {
        let player = game.position().to_move();
        let result = random.search(game.position(), &Limits::default(), &mut Unattended).ok()?;
        game.play(&result.best).ok()?;
        // All that one player does before the other acts is a turn.
        turns += u32::from(game.position().to_move() != player);
    }
    game.position().outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use std::fs;

    use super::*;

    const SMALL: &str = "gridball:12x12/4";

    fn read(content: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings");
        fs::write(&path, content).unwrap();
        let setup = SMALL.parse().unwrap();
        match Openings::read(&path, &setup) {
            Ok(Openings::Listed(games)) => {
                Ok(games.iter().map(|game| game.position().position_text()).collect())
            }
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error.to_string().replace(&path.display().to_string(), "openings")),
        }
    }

    #[test]
    fn lines_and_records_say_the_same() {
        let mut game = AnyGame::new(&SMALL.parse().unwrap());
        for text in ["444", "134"] {
            game.play(&game.position().parse_action(text).unwrap()).unwrap();
        }
        let text = game.position().position_text();
        let start = game.start().position_text();
        let expected = vec![text.clone()];
        for content in [
            "# a comment\n\n  444 134  \n".to_owned(),
            text,
            format!("\u{FEFF}{start} moves 444 134\r\n"),
            format!("[Game \"{SMALL}\"]\n[Result \"*\"]\n\n1. 444 134 *\n"),
            format!(
                "{{\"version\":1,\"game\":\"{SMALL}\",\"result\":\"*\",\"actions\":[\"444\",\"134\"]}}\n"
            ),
        ] {
            assert_eq!(read(&content), Ok(expected.clone()), "{content}");
        }
        assert_eq!(read("444\n444 134\n").unwrap().len(), 2);
        assert_eq!(read(&format!("{start} moves\n")).unwrap(), [start]);
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = |content: &str| read(content).unwrap_err();
        assert_eq!(error("\n# nothing\n"), "openings: there is no opening in this file");
        assert_eq!(
            error("444\n444 13x\n"),
            "openings:2:1: action 2, `13x`: column 3: expected a direction (0 to 7, or N, NE, … NW)"
        );
        assert_eq!(error("444 444 4\n"), "openings:1:1: the game is over after this opening");
        let other = AnyPosition::start(&"gridball".parse().unwrap()).position_text();
        assert_eq!(
            error(&other),
            "openings:1:1: the opening is one of gridball:20x26/4, expected one of gridball:12x12/4"
        );
        let record = format!("[Game \"{SMALL}\"]\n[Result \"*\"]\n\n1. 444 000 444 *\n");
        assert!(error(&record).starts_with("openings:4:"), "{}", error(&record));
        let many = "444\n".repeat(MOST + 1);
        let expected = "openings:100001:1: this is one opening more than the 100000 that are taken from a file";
        assert_eq!(error(&many), expected);
        let path = Path::new("no such file");
        let setup = SMALL.parse().unwrap();
        assert_eq!(
            Openings::read(path, &setup).unwrap_err().to_string(),
            "no such file: No such file or directory"
        );
    }

    #[test]
    fn generated_openings_are_balanced_different_and_the_same_again() {
        for id in ["gridball:12x12/4", "paper-soccer:2,4,4", "football-checkers", "dots:8x8"] {
            let setup: AnySetup = id.parse().unwrap();
            let openings = Openings::Generated(3);
            let texts: Vec<String> = (0..4)
                .map(|number| {
                    let game = openings.opening(&setup, 5, number);
                    assert!(game.position().outcome().is_none() && !game.is_empty(), "{id}");
                    game.position().position_text()
                })
                .collect();
            assert_eq!(texts[0], texts[3], "{id}");
            assert_ne!(texts[0], texts[1], "{id}");
            assert_eq!(texts[1], openings.opening(&setup, 5, 1).position().position_text(), "{id}");
            assert_ne!(texts[1], openings.opening(&setup, 6, 1).position().position_text(), "{id}");
        }
    }
}
