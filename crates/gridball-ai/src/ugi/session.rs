//! The conversation.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use gridball_core::{AnyGame, AnyPosition, AnySetup, Outcome, Player, Position};

use super::{
    command::{Command, CommandError, Query, Start},
    job::{Finished, Job, Work},
    settings::{Change, Settings},
    text::{DistinctActions, LegalActions, Listing},
};
use crate::{games::AnyEngine, limits::Limits, spec::Excerpt};

/// Draws a game for people, in one or more lines; `d` prints it.
pub type Picture = Box<dyn Fn(&AnyGame) -> String + Send>;

/// What the host has to do after a line.
#[derive(Debug)]
#[must_use]
pub enum Flow {
    /// Read on.
    Continue,
    /// Run this job, and tell the session when it is done. Read on meanwhile, if possible.
    Run(Box<Job>),
    /// End the process with status 0.
    Quit,
}

/// Up to so many actions are listed at once; for more a job is made.
const LISTED_AT_ONCE: u64 = 4096;
/// The time for a `go` without any limit.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// One conversation by the protocol.
pub struct Session {
    game: AnyGame,
    setup: AnySetup,
    settings: Settings,
    /// `None` while a search has it, or while there is none yet.
    engine: Option<Box<AnyEngine>>,
    busy: Option<Busy>,
    quitting: bool,
    picture: Picture,
}

/// What the session is waiting for.
#[derive(Debug)]
struct Busy {
    kind: BusyKind,
    stop: Arc<AtomicBool>,
    /// The answer of a search that is over but may not answer before `stop`.
    held: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BusyKind {
    /// A search that ends by itself.
    Search,
    /// A search that ends when it is told to.
    InfiniteSearch,
    Perft,
    Legal,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.setup)
            .field("actions", &self.game.len())
            .field("settings", &self.settings)
            .field("busy", &self.busy)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A new conversation, at the start of the default game.
    ///
    /// # Panics
    ///
    /// Never: the default game is a valid one.
    pub fn new(picture: Picture) -> Self {
        #[allow(clippy::expect_used, reason = "a constant that a test checks")]
        let setup = Settings::default_game().expect("the default game is a valid one");
        Self {
            game: AnyGame::new(&setup),
            setup,
            settings: Settings::new(),
            engine: None,
            busy: None,
            quitting: false,
            picture,
        }
    }

    /// The game that is set: its start and the actions played.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Whether a job is under way, or its answer is held back until `stop`.
    pub const fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// Whether this line has to wait until the list of legal actions that is being made is there.
    /// Only searches and perft may be answered with `error busy`; a listing is short, but not so
    /// short that clients never send the next command meanwhile.
    pub fn must_wait(&self, line: &[u8]) -> bool {
        let listing = self.busy.as_ref().is_some_and(|busy| busy.kind == BusyKind::Legal);
        listing
            && !self.quitting
            && !matches!(
                Command::parse(line),
                Ok(None | Some(Command::IsReady | Command::Stop | Command::Quit))
            )
    }

    /// Answers one line of input, given without its end. Any bytes will do.
    pub fn line(&mut self, line: &[u8], out: &mut dyn FnMut(&str)) -> Flow {
        if self.quitting {
            return if self.is_busy() { Flow::Continue } else { Flow::Quit };
        }
        let result = if self.is_busy() {
            self.busy_line(line, out)
        } else {
            Command::parse(line).and_then(|command| match command {
                Some(command) => self.command(command, out),
                None => Ok(Flow::Continue),
            })
        };
        result.unwrap_or_else(|error| {
            out(&format!("error {error}"));
            Flow::Continue
        })
    }

    /// Takes note of the end of input: the same as `quit`, but that a limited search may finish.
    pub fn end_of_input(&mut self, out: &mut dyn FnMut(&str)) -> Flow {
        self.quitting = true;
        match &self.busy {
            None => Flow::Quit,
            Some(Busy { kind: BusyKind::Search | BusyKind::Legal, .. }) => Flow::Continue,
            Some(_) => self.stop(out),
        }
    }

    /// Takes a finished job back and gives its answer.
    pub fn finished(&mut self, finished: Finished, out: &mut dyn FnMut(&str)) -> Flow {
        if finished.engine.is_some() {
            self.engine = finished.engine;
        }
        let Some(busy) = &mut self.busy else { return Flow::Continue };
        match finished.answer {
            Ok(answer)
                if busy.kind == BusyKind::InfiniteSearch && !busy.stop.load(Ordering::Relaxed) =>
            {
                busy.held = Some(answer);
                return Flow::Continue;
            }
            Ok(answer) => out(&answer),
            Err(error) => out(&format!("error {error}")),
        }
        self.idle()
    }

    /// Gives up a job that will never finish, for instance because its thread died. The session
    /// can be used on.
    pub fn failed(&mut self, out: &mut dyn FnMut(&str)) -> Flow {
        if self.busy.is_some() {
            out("error the job failed");
        }
        self.idle()
    }

    fn idle(&mut self) -> Flow {
        self.busy = None;
        if self.quitting { Flow::Quit } else { Flow::Continue }
    }

    /// Only three commands are accepted while a job is under way.
    fn busy_line(&mut self, line: &[u8], out: &mut dyn FnMut(&str)) -> Result<Flow, CommandError> {
        match Command::parse(line) {
            Ok(None) => Ok(Flow::Continue),
            Ok(Some(Command::IsReady)) => {
                out("readyok");
                Ok(Flow::Continue)
            }
            Ok(Some(Command::Stop)) => Ok(self.stop(out)),
            Ok(Some(Command::Quit)) => {
                self.quitting = true;
                Ok(self.stop(out))
            }
            Ok(Some(_)) | Err(_) => Err(CommandError::Busy),
        }
    }

    /// Asks the job to end; gives the answer if it was only held back.
    fn stop(&mut self, out: &mut dyn FnMut(&str)) -> Flow {
        let Some(busy) = &mut self.busy else { return Flow::Continue };
        busy.stop.store(true, Ordering::Relaxed);
        match busy.held.take() {
            Some(answer) => {
                out(&answer);
                self.idle()
            }
            None => Flow::Continue,
        }
    }

    fn command(
        &mut self,
        command: Command<'_>,
        out: &mut dyn FnMut(&str),
    ) -> Result<Flow, CommandError> {
        match command {
            Command::Ugi => {
                out(&format!("id name gridball {}", env!("CARGO_PKG_VERSION")));
                out(&format!("id author {}", env!("CARGO_PKG_AUTHORS")));
                Settings::describe(out);
                out("ugiok");
            }
            Command::IsReady => out("readyok"),
            Command::SetOption { name, value } => match self.settings.set(name, value)? {
                Change::Game(setup) => {
                    self.game = AnyGame::new(&setup);
                    self.setup = setup;
                }
                Change::Engine => self.engine = None,
            },
            // Searches do not depend on earlier ones, so only memory is given back.
            Command::NewGame => self.engine = None,
            Command::Position { start, actions } => self.set_position(start, &actions)?,
            Command::Legal => return self.legal(out),
            Command::LegalDistinct { limit } => return self.legal_distinct(limit, out),
            Command::Perft { depth } => {
                return Ok(self.run(BusyKind::Perft, Work::Perft { depth }));
            }
            Command::Fen => out(&format!("fen {}", self.position().position_text())),
            Command::Draw => (self.picture)(&self.game).lines().for_each(out),
            Command::Query(query) => out(self.query(query)),
            Command::Go(limits) => return self.go(limits),
            // Nothing is running, so there is nothing to stop; the answer may just have been
            // given when the client asked for it.
            Command::Stop => {}
            Command::Quit => return Ok(Flow::Quit),
        }
        Ok(Flow::Continue)
    }

    const fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    fn set_position(&mut self, start: Start<'_>, actions: &[&str]) -> Result<(), CommandError> {
        let start = match start {
            Start::StartPosition => AnyPosition::start(&self.setup),
            Start::Text(text) => {
                AnyPosition::parse_position(text).map_err(CommandError::Position)?
            }
        };
        let mut game = AnyGame::from_position(start);
        for (text, number) in actions.iter().zip(1..) {
            let illegal =
                |reason| CommandError::IllegalAction { number, text: Excerpt::new(text), reason };
            let action =
                game.position().parse_action(text).map_err(|error| illegal(error.to_string()))?;
            game.play(&action).map_err(|error| illegal(error.to_string()))?;
        }
        self.setup = game.position().setup();
        self.game = game;
        Ok(())
    }

    fn query(&self, query: Query) -> &'static str {
        let (yes, no) = ("response true", "response false");
        let position = self.position();
        match query {
            Query::GameOver if position.outcome().is_some() => yes,
            Query::FirstToMove if position.to_move() == Player::First => yes,
            Query::GameOver | Query::FirstToMove => no,
            Query::Result => match position.outcome() {
                None => "response none",
                Some(Outcome::Win(Player::First)) => "response p1win",
                Some(Outcome::Win(Player::Second)) => "response p2win",
                Some(Outcome::Draw) => "response draw",
            },
        }
    }

    fn legal(&mut self, out: &mut dyn FnMut(&str)) -> Result<Flow, CommandError> {
        let position = self.position();
        match position.visit(LegalActions { limit: LISTED_AT_ONCE, stop: &mut || false }) {
            Listing::TooMany => Ok(self.run(BusyKind::Legal, Work::Legal)),
            listing => {
                out(&listing.into_answer()?);
                Ok(Flow::Continue)
            }
        }
    }

    fn legal_distinct(
        &mut self,
        limit: u64,
        out: &mut dyn FnMut(&str),
    ) -> Result<Flow, CommandError> {
        let position = self.position();
        let at_once = limit.min(LISTED_AT_ONCE);
        let listing = position.visit(DistinctActions { limit: at_once, stop: &mut || false });
        if at_once < limit && matches!(listing, Listing::Cut(_)) {
            return Ok(self.run(BusyKind::Legal, Work::LegalDistinct { limit }));
        }
        out(&listing.into_answer()?);
        Ok(Flow::Continue)
    }

    fn go(&mut self, mut limits: Limits) -> Result<Flow, CommandError> {
        if self.position().outcome().is_some() {
            return Err(CommandError::GameOver);
        }
        let spec = self.settings.spec();
        spec.check_game(&self.setup)?;
        limits.multi_pv = self.settings.multi_pv;
        let by_level = self.settings.has_level();
        if !limits.infinite && !by_level && !limits.is_limited(self.position().to_move()) {
            limits.move_time = Some(DEFAULT_MOVE_TIME);
        }
        // A level has limits of its own.
        let kind =
            if limits.infinite && !by_level { BusyKind::InfiniteSearch } else { BusyKind::Search };
        let engine = self.engine.take().unwrap_or_else(|| Box::new(AnyEngine::new(spec)));
        Ok(self.run(kind, Work::Search { engine, limits }))
    }

    fn run(&mut self, kind: BusyKind, work: Work) -> Flow {
        let stop = Arc::new(AtomicBool::new(false));
        self.busy = Some(Busy { kind, stop: Arc::clone(&stop), held: None });
        Flow::Run(Box::new(Job { position: self.position().clone(), work, stop }))
    }
}
