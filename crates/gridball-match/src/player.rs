//! A contestant at the board.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::Stdio,
    time::{Duration, Instant},
};

use gridball_ai::{AnyEngine, Control, Engine, Limits, SearchError, SearchInfo, Unattended};
use gridball_core::{AnyAction, AnyGame, Position};
use gridball_replay::termination;
use thiserror::Error;

use crate::{
    clock::Allowance,
    contestant::Contestant,
    ugi_client::{UgiClient, UgiError},
};

/// Why a player loses a game otherwise than by the rules of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Failure {
    #[error("answered after {took:.1?}, {allowed:.1?} were allowed")]
    Late { took: Duration, allowed: Duration },
    #[error("has not answered within {waited:.1?}")]
    NoAnswerInTime { waited: Duration },
    #[error("{0}")]
    BrokeRules(String),
    #[error("{0}")]
    BrokeDown(String),
}

impl Failure {
    /// How it stands in the tag `Termination`.
    pub(crate) const fn termination(&self) -> &'static str {
        match self {
            Self::Late { .. } | Self::NoAnswerInTime { .. } => termination::TIME,
            Self::BrokeRules(_) => termination::FORFEIT,
            Self::BrokeDown(_) => termination::CRASH,
        }
    }
}

/// Why there is no action.
#[derive(Debug)]
pub(crate) enum NoAction {
    /// The player loses.
    Failed(Failure),
    /// The match is broken off.
    Interrupted,
}

/// An action and what it cost.
#[derive(Debug)]
pub(crate) struct Thought {
    pub(crate) action: AnyAction,
    pub(crate) time: Duration,
    pub(crate) nodes: Option<u64>,
}

/// A contestant who plays one game after the other.
#[derive(Debug)]
pub(crate) struct Seat<'a> {
    contestant: &'a Contestant,
    playing: Option<Playing>,
}

#[derive(Debug)]
enum Playing {
    Builtin(Box<AnyEngine>),
    Program(Box<UgiClient>),
}

impl<'a> Seat<'a> {
    pub(crate) const fn new(contestant: &'a Contestant) -> Self {
        Self { contestant, playing: None }
    }

    /// Whether the contestant has limits of its own.
    pub(crate) fn is_limited(&self) -> bool {
        matches!(self.contestant, Contestant::Builtin(spec) if spec.has_limits())
    }

    /// What another program calls itself.
    pub(crate) fn identity(&self) -> Option<&str> {
        match &self.playing {
            Some(Playing::Program(client)) => client.identity(),
            _ => None,
        }
    }

    /// Begins a game from `opening`. A program is started if it does not run yet; nobody is
    /// hurried.
    pub(crate) fn begin(
        &mut self,
        opening: &AnyGame,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), NoAction> {
        match self.contestant {
            Contestant::Builtin(spec) => {
                let mut engine = AnyEngine::new(spec.or_seed(seed));
                // The first search takes its memory, which is no thinking. What it finds does not
                // matter, and no later search depends on it.
                let _ = catch_unwind(AssertUnwindSafe(|| {
                    engine.search(opening.position(), &Limits::nodes(0), &mut Unattended)
                }));
                self.playing = Some(Playing::Builtin(Box::new(engine)));
                Ok(())
            }
            Contestant::Program(program) => {
                let client = match self.playing.take() {
                    Some(Playing::Program(client)) => Ok(client),
                    _ => UgiClient::start(program.words(), Stdio::null()).map(Box::new),
                };
                let begun = client.and_then(|mut client| {
                    if client.has_option("Seed") {
                        client.set_option("Seed", &seed)?;
                    }
                    client.new_game(&opening.position().setup())?;
                    client.wait_until_ready(stop)?;
                    Ok(client)
                });
                // After an error the client is gone, and so is the program.
                self.playing = Some(Playing::Program(begun.map_err(|error| failed(&error))?));
                Ok(())
            }
        }
    }

    /// The action of the player to move in a game that goes on. After a failure the player has to
    /// begin anew.
    pub(crate) fn think(
        &mut self,
        game: &AnyGame,
        allowance: &Allowance,
        stop: &dyn Fn() -> bool,
    ) -> Result<Thought, NoAction> {
        let thought = match &mut self.playing {
            Some(Playing::Builtin(engine)) => search(engine, game, allowance, stop),
            Some(Playing::Program(client)) => {
                let answer = client.answer(game, &allowance.limits, allowance.patience, stop);
                answer
                    .map(|answer| Thought {
                        action: answer.action,
                        time: answer.time,
                        nodes: answer.nodes,
                    })
                    .map_err(|error| match (error, allowance.time) {
                        (UgiError::Silent { waited, .. }, Some(_)) => {
                            NoAction::Failed(Failure::NoAnswerInTime { waited })
                        }
                        (error, _) => failed(&error),
                    })
            }
            None => Err(NoAction::Failed(Failure::BrokeDown("has not begun the game".to_owned()))),
        };
        let checked = thought.and_then(|thought| match allowance.time {
            Some(allowed) if thought.time > allowed => {
                Err(NoAction::Failed(Failure::Late { took: thought.time, allowed }))
            }
            _ => Ok(thought),
        });
        if matches!(checked, Err(NoAction::Failed(_))) {
            // Ended here, and started again for the next game.
            self.playing = None;
        }
        checked
    }
}

/// What an error of a program means for its game.
fn failed(error: &UgiError) -> NoAction {
    NoAction::Failed(match error {
        UgiError::Interrupted => return NoAction::Interrupted,
        UgiError::Refused(_) | UgiError::NoOption(_) | UgiError::BadAction { .. } => {
            Failure::BrokeRules(error.to_string())
        }
        UgiError::Start { .. } | UgiError::Ended(_) | UgiError::Silent { .. } => {
            Failure::BrokeDown(error.to_string())
        }
    })
}

/// Lets an engine of ours think. One that panics has a bug and loses its game; the match goes on.
fn search(
    engine: &mut AnyEngine,
    game: &AnyGame,
    allowance: &Allowance,
    stop: &dyn Fn() -> bool,
) -> Result<Thought, NoAction> {
    let mut host = Host { start: Instant::now(), stop };
    let searched = catch_unwind(AssertUnwindSafe(|| {
        engine.search(game.position(), &allowance.limits, &mut host)
    }));
    let time = host.start.elapsed();
    if stop() {
        return Err(NoAction::Interrupted);
    }
    let result = searched
        .map_err(|_| Failure::BrokeDown("the engine has panicked".to_owned()))
        .and_then(|result| {
            result.map_err(|error: SearchError| Failure::BrokeDown(error.to_string()))
        })
        .map_err(NoAction::Failed)?;
    if let Err(reason) = game.position().check_action(&result.best) {
        let text = game.position().action_text(&result.best);
        let broken = format!("the engine plays `{text}`: {reason}");
        return Err(NoAction::Failed(Failure::BrokeRules(broken)));
    }
    Ok(Thought { action: result.best, time, nodes: Some(result.nodes) })
}

/// The host of a search.
struct Host<'a> {
    start: Instant,
    stop: &'a dyn Fn() -> bool,
}

impl Control<AnyAction> for Host<'_> {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn stop_requested(&self) -> bool {
        (self.stop)()
    }

    fn info(&mut self, _: &SearchInfo<AnyAction>) {}
}
