//! The options of the protocol.

use gridball_core::AnySetup;

use super::command::{CommandError, number};
use crate::{
    level::Level,
    options::{OptionInfo, OptionKey},
    registry::{BEST, ENGINES},
    spec::{EngineChoice, EngineSpec, Excerpt},
};

/// The game a session starts with.
const DEFAULT_GAME: &str = "gridball:20x26/4";
/// The most lines that can be asked for.
const MAX_MULTI_PV: u32 = 500;

/// What the options are set to.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    engine: EngineSpec,
    level: Option<Level>,
    /// Seed, hash and threads, where set.
    common: crate::options::EngineOptions,
    pub(super) multi_pv: u32,
}

/// What setting an option leads to.
pub(super) enum Change {
    /// The position is the start of this game.
    Game(AnySetup),
    /// Engines have to be made anew.
    Engine,
}

impl Settings {
    pub(super) fn new() -> Self {
        Self {
            engine: EngineSpec::best(),
            level: None,
            common: crate::options::EngineOptions::default(),
            multi_pv: 1,
        }
    }

    /// The lines that describe the options.
    pub(super) fn describe(out: &mut dyn FnMut(&str)) {
        out(&format!("option name Game type string default {DEFAULT_GAME}"));
        let names: Vec<&str> = ENGINES.iter().map(|engine| engine.name).collect();
        let names = names.join(" var ");
        out(&format!("option name Engine type combo default {BEST} var {BEST} var {names}"));
        for (name, key) in NUMBERS {
            let OptionInfo { default, min, max, .. } = key.info();
            let default = default.unwrap_or_default();
            out(&format!("option name {name} type spin default {default} min {min} max {max}"));
        }
        out("option name Level type spin default 0 min 0 max 10");
        out(&format!("option name MultiPV type spin default 1 min 1 max {MAX_MULTI_PV}"));
    }

    pub(super) fn default_game() -> Result<AnySetup, gridball_core::SetupError> {
        DEFAULT_GAME.parse()
    }

    /// Sets an option. Names are read in either case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, CommandError> {
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        if is("Game") {
            return value
                .parse()
                .map(Change::Game)
                .map_err(|reason| CommandError::Game { id: Excerpt::new(value), reason });
        }
        if is("Engine") {
            self.engine = value.parse()?;
        } else if is("Level") {
            let level = number(value, 0, 10).ok_or_else(|| out_of_range("Level", 0, 10, value))?;
            // 0 takes the level away again.
            self.level = Level::new(level as u8);
        } else if is("MultiPV") {
            let max = u64::from(MAX_MULTI_PV);
            let lines =
                number(value, 1, max).ok_or_else(|| out_of_range("MultiPV", 1, max, value))?;
            self.multi_pv = lines as u32;
        } else if let Some((known, key)) = NUMBERS.iter().find(|(known, _)| is(known)) {
            let OptionInfo { min, max, .. } = *key.info();
            let set = number(value, min, max).is_some_and(|value| self.common.set(*key, value));
            if !set {
                return Err(out_of_range(known, min, max, value));
            }
        } else {
            return Err(CommandError::UnknownOption(Excerpt::new(name)));
        }
        Ok(Change::Engine)
    }

    /// The engine that is set. A level stands before an engine's name.
    pub(super) fn spec(&self) -> EngineSpec {
        let mut spec = self.level.map_or(self.engine, EngineSpec::level);
        spec.options = spec.options.or(&self.common);
        spec
    }

    /// Whether the strength is that of a level.
    pub(super) fn has_level(&self) -> bool {
        matches!(self.spec().engine, EngineChoice::Level(_))
    }
}

/// Options of the protocol that are options of engines under another name.
const NUMBERS: [(&str, OptionKey); 3] =
    [("Threads", OptionKey::Threads), ("Hash", OptionKey::Hash), ("Seed", OptionKey::Seed)];

fn out_of_range(what: &'static str, min: u64, max: u64, found: &str) -> CommandError {
    CommandError::Number { what, min, max, found: Excerpt::new(found) }
}
