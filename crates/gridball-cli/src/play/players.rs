//! The sides of a game: people, engines of this program, other programs.

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{anyhow, bail};
use gridball_ai::{
    AnyEngine, Control, Engine, EngineSpec, Limits, PlayerClock, SearchError, SearchInfo,
    SearchResult, TimeBudget,
};
use gridball_core::{AnyAction, AnyGame, AnyPosition, AnySetup, Position};
use gridball_match::{UgiClient, UgiError};

use crate::{
    arguments::Side,
    failure::{Interrupted, Wrong},
    interrupt,
};

/// The time for an action when nothing else limits the thinking.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// So long a hint may take; it is mostly there sooner, and then always the same.
const HINT_TIME: Duration = Duration::from_secs(2);
/// So much longer than its time another program may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// So long another program may take that plays by a level, without a time.
const LEVEL_PATIENCE: Duration = Duration::from_mins(2);

/// Who plays a side, ready to play.
#[derive(Debug)]
pub(crate) enum Player {
    Human,
    Engine { engine: Box<AnyEngine>, limits: Limits },
    Program { client: Box<UgiClient>, time: Option<Duration>, patience: Duration },
}

impl Player {
    /// Makes a side ready to play this game; `time` is for each action of an engine.
    pub(crate) fn new(
        side: &Side,
        setup: &AnySetup,
        time: Option<Duration>,
    ) -> anyhow::Result<Self> {
        match side {
            Side::Human => Ok(Self::Human),
            Side::Engine(spec) => {
                spec.check_game(setup)?;
                Ok(Self::Engine {
                    engine: Box::new(AnyEngine::new(*spec)),
                    limits: limits(*spec, time),
                })
            }
            Side::Program { command, level } => {
                let words = shlex::split(command).unwrap_or_default();
                let cannot = |error: UgiError| anyhow!("{side}: {error}");
                let mut client = UgiClient::start(&words, Stdio::inherit()).map_err(cannot)?;
                if let Some(level) = level {
                    client.set_level(*level).map_err(cannot)?;
                }
                let (time, patience) = match (time, level) {
                    (None, Some(_)) => (None, LEVEL_PATIENCE),
                    (time, _) => (time.or(Some(DEFAULT_TIME)), PATIENCE),
                };
                Ok(Self::Program { client: Box::new(client), time, patience })
            }
        }
    }

    pub(crate) const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// The action of an engine in a game that goes on; `None` for a human, who has to be asked.
    /// `clocks` are those of the game, if it is played with clocks.
    pub(crate) fn think(
        &mut self,
        game: &AnyGame,
        clocks: [Option<PlayerClock>; 2],
        listener: &mut dyn Listener,
    ) -> anyhow::Result<Option<AnyAction>> {
        match self {
            Self::Human => Ok(None),
            Self::Engine { engine, limits } => {
                let limits = Limits { clock: clocks, ..limits.clone() };
                let result = search(engine, game, &limits, listener)?;
                if listener.wants_to_stop() {
                    bail!(Interrupted);
                }
                Ok(Some(result.best))
            }
            Self::Program { client, time, patience } => {
                let limits = Limits { clock: clocks, ..Limits::default() };
                let budget = TimeBudget::new(&limits, game.position().to_move()).enough;
                let time = match (*time, budget) {
                    (Some(time), Some(budget)) => Some(time.min(budget)),
                    (time, budget) => time.or(budget),
                };
                let stop = || listener.wants_to_stop();
                match client.best_action(game, time, *patience, &stop) {
                    Ok(action) => Ok(Some(action)),
                    // Whatever it says after Ctrl-C is not what ends the game.
                    Err(_) if listener.wants_to_stop() => bail!(Interrupted),
                    Err(error) => bail!(Wrong(error.to_string())),
                }
            }
        }
    }
}

/// Who waits for an engine.
pub(crate) trait Listener {
    /// Whether the search should end now. Once `true`, always `true`.
    fn wants_to_stop(&self) -> bool;

    /// Called with what the search has found so far.
    fn hear(&mut self, info: &SearchInfo<AnyAction>) {
        let _ = info;
    }
}

/// Who waits at the command line: Ctrl-C ends the search.
pub(crate) struct CommandLine;

impl Listener for CommandLine {
    fn wants_to_stop(&self) -> bool {
        interrupt::requested()
    }
}

/// What limits an engine: the time that is given; what its own options and level say; a second
/// if there is nothing else.
fn limits(spec: EngineSpec, time: Option<Duration>) -> Limits {
    match time {
        Some(time) => Limits::move_time(time),
        None if spec.has_limits() => Limits::default(),
        None => Limits::move_time(DEFAULT_TIME),
    }
}

/// The best action and its worth, in the eyes of the engine that gives hints, after at most
/// `time` or a little.
pub(crate) fn hint(
    game: &AnyGame,
    time: Option<Duration>,
    listener: &mut dyn Listener,
) -> anyhow::Result<SearchResult<AnyAction>> {
    // The second best action tells whether the best one is the only good one.
    let limits = Limits { multi_pv: 2, ..Limits::move_time(time.unwrap_or(HINT_TIME)) };
    let result = search(&mut AnyEngine::new(hint_engine()), game, &limits, listener)?;
    if listener.wants_to_stop() {
        bail!(Interrupted);
    }
    Ok(result)
}

/// The strongest level that plays the same on every machine.
fn hint_engine() -> EngineSpec {
    gridball_ai::Level::new(9).map_or_else(EngineSpec::best, EngineSpec::level)
}

/// Searches until the limits or the listener end it; the answer is the best so far.
pub(crate) fn search(
    engine: &mut AnyEngine,
    game: &AnyGame,
    limits: &Limits,
    listener: &mut dyn Listener,
) -> anyhow::Result<SearchResult<AnyAction>> {
    Ok(search_position(engine, game.position(), limits, listener)?)
}

/// The same for a bare position.
pub(crate) fn search_position(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    limits: &Limits,
    listener: &mut dyn Listener,
) -> Result<SearchResult<AnyAction>, SearchError> {
    engine.search(position, limits, &mut Thinking { start: Instant::now(), listener })
}

/// The host of a search that a listener can end.
struct Thinking<'a> {
    start: Instant,
    listener: &'a mut dyn Listener,
}

impl Control<AnyAction> for Thinking<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn stop_requested(&self) -> bool {
        self.listener.wants_to_stop()
    }

    fn info(&mut self, info: &SearchInfo<AnyAction>) {
        self.listener.hear(info);
    }
}
