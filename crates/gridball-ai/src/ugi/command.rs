//! What a line means.

use std::time::Duration;

use thiserror::Error;

use super::MAX_LINE;
use crate::{
    limits::{Limits, PlayerClock},
    spec::{Excerpt, SpecError},
};

/// The most actions that `legal` lists.
pub(super) const MAX_LISTED: u64 = 1_000_000;
/// The deepest `perft`. No count beyond it could be waited for, and it keeps the stack small.
pub(super) const MAX_PERFT_DEPTH: u32 = 64;

/// One command. Texts inside it are those of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    Ugi,
    IsReady,
    SetOption { name: &'a str, value: &'a str },
    NewGame,
    Position { start: Start<'a>, actions: Vec<&'a str> },
    Legal,
    LegalDistinct { limit: u64 },
    Perft { depth: u32 },
    Fen,
    Draw,
    Query(Query),
    Go(Limits),
    Stop,
    Quit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start<'a> {
    StartPosition,
    Text(&'a str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Query {
    GameOver,
    FirstToMove,
    Result,
}

/// Why a line was refused. Its text is what stands after `error `.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum CommandError {
    #[error("busy")]
    Busy,
    #[error("stopped")]
    Stopped,
    #[error("game is over")]
    GameOver,
    #[error("unknown command: {0}")]
    UnknownCommand(Excerpt),
    #[error("line longer than {MAX_LINE} bytes")]
    LineTooLong,
    #[error("not UTF-8 at byte {0}")]
    NotUtf8(usize),
    #[error("{command}: expected {expected}")]
    Missing { command: &'static str, expected: &'static str },
    #[error("{command}: expected {expected}, not {found}")]
    Unexpected { command: &'static str, expected: &'static str, found: Excerpt },
    #[error("{what}: must be a number from {min} to {max}, not {found}")]
    Number { what: &'static str, min: u64, max: u64, found: Excerpt },
    #[error("unknown option {0}")]
    UnknownOption(Excerpt),
    #[error("game {id}: {reason}")]
    Game { id: Excerpt, reason: gridball_core::SetupError },
    #[error("{0}")]
    Engine(#[from] SpecError),
    #[error("position: {0}")]
    Position(gridball_core::TextError),
    #[error("illegal action {number}: {text}: {reason}")]
    IllegalAction { number: usize, text: Excerpt, reason: String },
    #[error("more than {MAX_LISTED} legal actions")]
    TooManyActions,
    #[error("{0}")]
    Search(#[from] crate::engine::SearchError),
}

impl<'a> Command<'a> {
    /// Reads a line; `None` if it is blank.
    pub(super) fn parse(line: &'a [u8]) -> Result<Option<Self>, CommandError> {
        if line.len() > MAX_LINE {
            return Err(CommandError::LineTooLong);
        }
        let line = std::str::from_utf8(line)
            .map_err(|error| CommandError::NotUtf8(error.valid_up_to() + 1))?;
        let mut words = Words(line);
        let Some(name) = words.next() else { return Ok(None) };
        let command = match name {
            "ugi" => words.end("ugi", Self::Ugi),
            "isready" => words.end("isready", Self::IsReady),
            "setoption" => words.set_option(),
            "uginewgame" => words.end("uginewgame", Self::NewGame),
            "position" => words.position(),
            "legal" => words.legal(),
            "perft" => words.perft(),
            "fen" => words.end("fen", Self::Fen),
            "d" => words.end("d", Self::Draw),
            "query" => words.query(),
            "go" => words.go(),
            "stop" => words.end("stop", Self::Stop),
            "quit" => words.end("quit", Self::Quit),
            _ => Err(CommandError::UnknownCommand(Excerpt::new(line.trim_ascii()))),
        };
        command.map(Some)
    }
}

/// The words of a line that are left.
#[derive(Clone)]
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0.trim_ascii_start();
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        if word.is_empty() { None } else { Some(word) }
    }
}

impl<'a> Words<'a> {
    /// `command`, if nothing is left.
    fn end(
        mut self,
        name: &'static str,
        command: Command<'a>,
    ) -> Result<Command<'a>, CommandError> {
        match self.next() {
            None => Ok(command),
            Some(word) => Err(CommandError::Unexpected {
                command: name,
                expected: "nothing more",
                found: Excerpt::new(word),
            }),
        }
    }

    /// The next word.
    fn word(
        &mut self,
        command: &'static str,
        expected: &'static str,
    ) -> Result<&'a str, CommandError> {
        self.next().ok_or(CommandError::Missing { command, expected })
    }

    /// The next word as a number from `min` to `max`.
    fn number(&mut self, what: &'static str, min: u64, max: u64) -> Result<u64, CommandError> {
        let word = self.word(what, "a number")?;
        number(word, min, max).ok_or_else(|| CommandError::Number {
            what,
            min,
            max,
            found: Excerpt::new(word),
        })
    }

    fn set_option(mut self) -> Result<Command<'a>, CommandError> {
        const NAME: &str = "setoption";
        const EXPECTED: &str = "name NAME value VALUE";
        let missing = CommandError::Missing { command: NAME, expected: EXPECTED };
        match self.next() {
            Some("name") => {}
            None => return Err(missing),
            Some(word) => {
                return Err(CommandError::Unexpected {
                    command: NAME,
                    expected: EXPECTED,
                    found: Excerpt::new(word),
                });
            }
        }
        let name = self.next().ok_or_else(|| missing.clone())?;
        if self.next() != Some("value") {
            return Err(missing);
        }
        let value = self.0.trim_ascii();
        if value.is_empty() {
            return Err(missing);
        }
        Ok(Command::SetOption { name, value })
    }

    fn position(mut self) -> Result<Command<'a>, CommandError> {
        const NAME: &str = "position";
        const EXPECTED: &str = "startpos or fen TEXT";
        let start = match self.word(NAME, EXPECTED)? {
            "startpos" => match self.next() {
                None | Some("moves") => Start::StartPosition,
                Some(word) => {
                    return Err(CommandError::Unexpected {
                        command: NAME,
                        expected: "moves",
                        found: Excerpt::new(word),
                    });
                }
            },
            "fen" => {
                // A position text never holds the word `moves`.
                let whole = self.0;
                let mut text = whole;
                while let Some(word) = self.next() {
                    if word == "moves" {
                        text = &whole[..whole.len() - self.0.len() - word.len()];
                        break;
                    }
                }
                let text = text.trim_ascii();
                if text.is_empty() {
                    return Err(CommandError::Missing { command: NAME, expected: EXPECTED });
                }
                Start::Text(text)
            }
            word => {
                return Err(CommandError::Unexpected {
                    command: NAME,
                    expected: EXPECTED,
                    found: Excerpt::new(word),
                });
            }
        };
        Ok(Command::Position { start, actions: self.collect() })
    }

    fn legal(mut self) -> Result<Command<'a>, CommandError> {
        match self.next() {
            None => Ok(Command::Legal),
            Some("distinct") => {
                let limit = if self.0.trim_ascii().is_empty() {
                    MAX_LISTED
                } else {
                    self.number("legal distinct", 1, MAX_LISTED)?
                };
                self.end("legal distinct", Command::LegalDistinct { limit })
            }
            Some(word) => Err(CommandError::Unexpected {
                command: "legal",
                expected: "distinct or nothing",
                found: Excerpt::new(word),
            }),
        }
    }

    fn perft(mut self) -> Result<Command<'a>, CommandError> {
        let depth = self.number("perft", 0, u64::from(MAX_PERFT_DEPTH))? as u32;
        self.end("perft", Command::Perft { depth })
    }

    fn query(mut self) -> Result<Command<'a>, CommandError> {
        const EXPECTED: &str = "gameover, p1turn or result";
        let query = match self.word("query", EXPECTED)? {
            "gameover" => Query::GameOver,
            "p1turn" => Query::FirstToMove,
            "result" => Query::Result,
            word => {
                return Err(CommandError::Unexpected {
                    command: "query",
                    expected: EXPECTED,
                    found: Excerpt::new(word),
                });
            }
        };
        self.end("query", Command::Query(query))
    }

    fn go(mut self) -> Result<Command<'a>, CommandError> {
        let mut limits = Limits::default();
        let mut remaining = [None, None];
        let mut increments = [Duration::ZERO; 2];
        while let Some(word) = self.next() {
            match word {
                "infinite" => limits.infinite = true,
                "movetime" => limits.move_time = Some(self.millis("go movetime")?),
                "nodes" => limits.nodes = Some(self.number("go nodes", 1, u64::MAX)?),
                "depth" => limits.depth = Some(self.number("go depth", 1, 1_000_000)? as u32),
                "p1time" => remaining[0] = Some(self.millis("go p1time")?),
                "p2time" => remaining[1] = Some(self.millis("go p2time")?),
                "p1inc" => increments[0] = self.millis("go p1inc")?,
                "p2inc" => increments[1] = self.millis("go p2inc")?,
                word => {
                    return Err(CommandError::Unexpected {
                        command: "go",
                        expected: "movetime, nodes, depth, infinite, p1time, p2time, p1inc or p2inc",
                        found: Excerpt::new(word),
                    });
                }
            }
        }
        for player in 0..2 {
            limits.clock[player] = remaining[player]
                .map(|remaining| PlayerClock { remaining, increment: increments[player] });
        }
        Ok(Command::Go(limits))
    }

    /// Milliseconds, up to about three years. A clock that is overdrawn counts as empty.
    fn millis(&mut self, what: &'static str) -> Result<Duration, CommandError> {
        const MAX: u64 = 100_000_000_000;
        let rest = self.clone();
        if let Some(digits) = self.next().and_then(|word| word.strip_prefix('-'))
            && number(digits, 0, MAX).is_some()
        {
            return Ok(Duration::ZERO);
        }
        *self = rest;
        self.number(what, 0, MAX).map(Duration::from_millis)
    }
}

/// A plain decimal number, without a sign, from `min` to `max`.
pub(super) fn number(text: &str, min: u64, max: u64) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|value| digits && (min..=max).contains(value))
}
