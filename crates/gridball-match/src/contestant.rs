//! Who can play in a match: engines by name, and other programs.

use std::{fmt, str::FromStr};

use gridball_ai::{EngineSpec, SpecError};
use thiserror::Error;

/// An engine of this program, or another program that speaks UGI.
///
/// ```text
/// CONTESTANT = SPEC                      see EngineSpec
///            | "cmd:" PROGRAM ARGUMENTS  words as in a shell
/// ```
///
/// ```
/// use gridball_match::Contestant;
/// let engine: Contestant = "alphabeta?nodes=2000".parse()?;
/// assert_eq!(engine.to_string(), "alphabeta?nodes=2000");
/// let program: Contestant = "cmd:./engine --fast 'two words'".parse()?;
/// assert_eq!(program.to_string(), "cmd:./engine --fast 'two words'");
/// assert!("cmd:".parse::<Contestant>().is_err());
/// # Ok::<(), gridball_match::ContestantError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// An engine of gridball-ai.
    Builtin(EngineSpec),
    /// Another program.
    Program(ProgramWords),
}

/// The command line of another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramWords {
    command: String,
    words: Vec<String>,
}

impl ProgramWords {
    /// The words as they were given, quoted as in a shell.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The program and its arguments, at least one word.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

/// Why a text names no contestant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ContestantError {
    /// It names no engine.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There is nothing behind `cmd:`.
    #[error("expected a program after cmd:")]
    NoProgram,
    /// The command cannot be cut into words.
    #[error("a quote is not closed")]
    OpenQuote,
}

impl Contestant {
    /// The prefix of other programs.
    pub const PROGRAM: &str = "cmd:";
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        let Some(command) = text.strip_prefix(Self::PROGRAM) else {
            return Ok(Self::Builtin(text.parse()?));
        };
        let words = shlex::split(command).ok_or(ContestantError::OpenQuote)?;
        if words.is_empty() {
            return Err(ContestantError::NoProgram);
        }
        Ok(Self::Program(ProgramWords { command: command.to_owned(), words }))
    }
}

/// Reads back as the same contestant.
impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Builtin(spec) => spec.fmt(f),
            Self::Program(program) => write!(f, "{}{}", Self::PROGRAM, program.command),
        }
    }
}
