//! Engines named by a text.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{
    level::Level,
    options::{EngineOptions, OPTIONS, OptionKey},
    registry::{BEST, ENGINES, EngineInfo},
};

/// Which engine, and how it is set.
///
/// ```text
/// SPEC   = [ "builtin:" ] ( NAME | "level:" N ) [ "?" OPTION { "&" OPTION } ]
/// OPTION = KEY "=" NUMBER
/// ```
///
/// `NAME` is one of [`ENGINES`] or `best`, the strongest engine of whatever game is played. A
/// level takes the options `seed`, `hash` and `threads` only.
///
/// ```
/// use gridball_ai::EngineSpec;
/// let spec: EngineSpec = "builtin:alphabeta?nodes=20000&seed=7".parse()?;
/// assert_eq!(spec.to_string(), "alphabeta?seed=7&nodes=20000");
/// assert!("level:11".parse::<EngineSpec>().is_err());
/// # Ok::<(), gridball_ai::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// Which engine.
    pub engine: EngineChoice,
    /// The options that are set.
    pub options: EngineOptions,
}

/// Which engine a spec names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineChoice {
    /// The strongest one of the game.
    Best,
    /// This one.
    Named(&'static EngineInfo),
    /// What this level stands for.
    Level(Level),
}

impl EngineChoice {
    /// Whether an engine chosen like this takes the option.
    pub fn takes(&self, key: OptionKey) -> bool {
        match self {
            // The options that the game's engine does not have are without effect.
            Self::Best => true,
            Self::Named(engine) => engine.options.contains(&key),
            Self::Level(_) => {
                matches!(key, OptionKey::Seed | OptionKey::Hash | OptionKey::Threads)
            }
        }
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Best => f.write_str(BEST),
            Self::Named(engine) => f.write_str(engine.name),
            Self::Level(level) => write!(f, "level:{}", level.number()),
        }
    }
}

impl EngineSpec {
    /// The strongest engine of the game.
    pub fn best() -> Self {
        Self { engine: EngineChoice::Best, options: EngineOptions::default() }
    }

    /// A level.
    pub fn level(level: Level) -> Self {
        Self { engine: EngineChoice::Level(level), options: EngineOptions::default() }
    }

    /// Whether the spec itself limits how long the engine thinks: by a level, or by an option.
    pub fn has_limits(&self) -> bool {
        let limiting = [OptionKey::Nodes, OptionKey::Depth, OptionKey::MoveTime];
        matches!(self.engine, EngineChoice::Level(_))
            || limiting.into_iter().any(|key| self.options.get(key).is_some())
    }

    /// The same engine with this seed, unless one is set already.
    #[must_use]
    pub fn or_seed(mut self, seed: u64) -> Self {
        if self.options.get(OptionKey::Seed).is_none() {
            let allowed = self.options.set(OptionKey::Seed, seed);
            debug_assert!(allowed, "every number is a seed");
        }
        self
    }
}

impl Default for EngineSpec {
    fn default() -> Self {
        Self::best()
    }
}

/// Reads back as the same spec.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.engine.fmt(f)?;
        if !self.options.is_empty() {
            write!(f, "?{}", self.options)?;
        }
        Ok(())
    }
}

/// Why a text names no engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No engine has this name.
    #[error("unknown engine `{0}`, known are {known}, {BEST} and level:1 to level:10", known = names())]
    UnknownEngine(Excerpt),
    /// The level is no number from 1 to 10.
    #[error("level `{0}`: must be a number from 1 to 10")]
    BadLevel(Excerpt),
    /// There is no such option, or this engine does not take it.
    #[error("engine {engine} has no option `{key}`")]
    UnknownOption {
        /// The engine.
        engine: String,
        /// The option.
        key: Excerpt,
    },
    /// An option has no value.
    #[error("option `{0}`: expected {0}=NUMBER")]
    NoValue(Excerpt),
    /// The value is no number, or out of range.
    #[error("option {key}: `{value}` must be a number from {min} to {max}")]
    BadValue {
        /// The option.
        key: &'static str,
        /// What was given.
        value: Excerpt,
        /// The smallest value allowed.
        min: u64,
        /// The largest value allowed.
        max: u64,
    },
    /// An option is given twice.
    #[error("option {0} is given twice")]
    Repeated(&'static str),
}

fn names() -> String {
    ENGINES.iter().map(|engine| engine.name).collect::<Vec<_>>().join(", ")
}

/// A text from outside, cut and cleaned so that it can stand in a message: one line, no control
/// characters, at most [`Excerpt::MAX`] characters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Excerpt(String);

impl Excerpt {
    /// The most characters that are kept.
    pub const MAX: usize = 80;

    /// An excerpt of `text`.
    pub fn new(text: &str) -> Self {
        let mut characters = text.chars();
        let mut excerpt: String = characters
            .by_ref()
            .take(Self::MAX)
            .map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c })
            .collect();
        if characters.next().is_some() {
            excerpt.push('…');
        }
        Self(excerpt)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.strip_prefix("builtin:").unwrap_or(text);
        let (name, options) = match text.split_once('?') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        let engine = if name == BEST {
            EngineChoice::Best
        } else if let Some(number) = name.strip_prefix("level:") {
            // `parse` alone would take a sign and leading zeros too.
            let digits =
                number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
            let level = number.parse().ok().filter(|_| digits).and_then(Level::new);
            EngineChoice::Level(level.ok_or_else(|| SpecError::BadLevel(Excerpt::new(number)))?)
        } else {
            let engine = EngineInfo::find(name);
            EngineChoice::Named(engine.ok_or_else(|| SpecError::UnknownEngine(Excerpt::new(name)))?)
        };
        let mut spec = Self { engine, options: EngineOptions::default() };
        for option in options.into_iter().flat_map(|options| options.split('&')) {
            spec.set(option)?;
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// Sets one option from its text `key=value`.
    fn set(&mut self, option: &str) -> Result<(), SpecError> {
        let (key, value) =
            option.split_once('=').ok_or_else(|| SpecError::NoValue(Excerpt::new(option)))?;
        let info = OPTIONS
            .iter()
            .find(|info| info.name == key && self.engine.takes(info.key))
            .ok_or_else(|| SpecError::UnknownOption {
                engine: self.engine.to_string(),
                key: Excerpt::new(key),
            })?;
        if self.options.get(info.key).is_some() {
            return Err(SpecError::Repeated(info.name));
        }
        let number = Some(value)
            .filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|value| value.parse().ok());
        if number.is_some_and(|number| self.options.set(info.key, number)) {
            Ok(())
        } else {
            Err(SpecError::BadValue {
                key: info.name,
                value: Excerpt::new(value),
                min: info.min,
                max: info.max,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<EngineSpec>().unwrap_err().to_string()
    }

    #[test]
    fn specs_read_back_as_they_are_written() {
        for (text, written) in [
            ("random", "random"),
            ("builtin:two-ply?seed=3", "two-ply?seed=3"),
            ("best", "best"),
            ("best?hash=64&seed=1", "best?seed=1&hash=64"),
            ("level:1", "level:1"),
            ("builtin:level:10?seed=18446744073709551615", "level:10?seed=18446744073709551615"),
            (
                "alphabeta?nodes=20000&depth=4&movetime=5&noise=3&blunder=100&threads=1&hash=1",
                "alphabeta?hash=1&threads=1&nodes=20000&depth=4&movetime=5&noise=3&blunder=100",
            ),
        ] {
            let spec: EngineSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), written);
            assert_eq!(written.parse(), Ok(spec));
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        assert_eq!(
            error("gredy"),
            "unknown engine `gredy`, known are random, greedy, two-ply, alphabeta, mcts, best-first, best and level:1 to level:10"
        );
        assert_eq!(error("level:0"), "level `0`: must be a number from 1 to 10");
        assert_eq!(error("level:+1"), "level `+1`: must be a number from 1 to 10");
        assert_eq!(error("level:"), "level ``: must be a number from 1 to 10");
        assert_eq!(error("level:5?nodes=4"), "engine level:5 has no option `nodes`");
        assert_eq!(error("random?hash=4"), "engine random has no option `hash`");
        assert_eq!(error("alphabeta?"), "option ``: expected =NUMBER");
        assert_eq!(error("alphabeta?nodes"), "option `nodes`: expected nodes=NUMBER");
        assert_eq!(
            error("alphabeta?blunder=101"),
            "option blunder: `101` must be a number from 0 to 100"
        );
        assert_eq!(error("alphabeta?hash=-1"), "option hash: `-1` must be a number from 1 to 1024");
        assert_eq!(
            error("alphabeta?seed=18446744073709551616"),
            "option seed: `18446744073709551616` must be a number from 0 to 18446744073709551615"
        );
        assert_eq!(error("alphabeta?seed=1&seed=1"), "option seed is given twice");
        assert!(error("").starts_with("unknown engine ``"));
        assert!(error("builtin:builtin:random").starts_with("unknown engine `builtin:random`"));
    }

    #[test]
    fn long_and_dirty_texts_are_cut_and_cleaned() {
        let message = error(&"\0é\n".repeat(100_000));
        assert!(message.len() < 600 && !message.contains(char::is_control), "{message}");
    }

    #[test]
    fn a_seed_in_the_text_wins() {
        let spec: EngineSpec = "random?seed=3".parse().unwrap();
        assert_eq!(spec.or_seed(9), spec);
        assert_eq!(EngineSpec::best().or_seed(9).to_string(), "best?seed=9");
    }
}
