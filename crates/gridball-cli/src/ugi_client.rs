//! Another program as an engine: a small client of the protocol UGI over pipes.

use std::{
    io::Write,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use gridball_ai::{Level, ugi::MAX_LINE};
use gridball_core::{AnyAction, AnyGame, AnyPosition, AnySetup, Position};
use thiserror::Error;

use crate::{
    arguments::quoted,
    lines::{self, Incoming},
};

/// So long an engine may take to begin.
const BEGINNING: Duration = Duration::from_secs(10);
/// So long an engine may take to leave before it is ended.
const LEAVING: Duration = Duration::from_millis(500);
/// How often it is looked whether the wait should end early.
const TICK: Duration = Duration::from_millis(50);
/// Lines that wait to be read.
const WAITING_LINES: usize = 4;

/// Why there is no answer.
#[derive(Debug, Error)]
pub(crate) enum UgiError {
    /// The program cannot be started.
    #[error("cannot start `{program}`: {reason}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        reason: String,
    },
    /// The program has ended.
    #[error("the engine has ended{}", .0.map_or_else(String::new, |status| format!(" ({status})")))]
    Ended(Option<ExitStatus>),
    /// The program is silent.
    #[error("the engine has not answered `{command}` within {seconds} s")]
    Silent {
        /// What was asked.
        command: &'static str,
        /// How long it had.
        seconds: u64,
    },
    /// The program answers with an error.
    #[error("the engine says `{0}`")]
    Refused(String),
    /// The program has no such option.
    #[error("the engine has no option {0}")]
    NoOption(&'static str),
    /// The program plays what cannot be played.
    #[error("the engine plays `{text}`: {reason}")]
    BadAction {
        /// The action.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The wait was broken off.
    #[error("interrupted")]
    Interrupted,
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct UgiClient {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Incoming>,
    /// The names of its options.
    options: Vec<String>,
    /// The game that it was told.
    game: Option<AnySetup>,
}

impl UgiClient {
    /// Starts a program with its arguments and waits until it has introduced itself.
    pub(crate) fn start(words: &[String]) -> Result<Self, UgiError> {
        let (program, arguments) = words.split_first().map_or(("", words), |(p, a)| (p, a));
        let failed = |error: std::io::Error| UgiError::Start {
            program: quoted(program),
            reason: crate::records::in_words(&error),
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            // Both were asked for above.
            return Err(UgiError::Ended(None));
        };
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let mut client = Self { child, stdin, lines, options: Vec::new(), game: None };
        lines::read_in_thread("engine", stdout, move |line| sender.send(line).is_ok())
            .map_err(failed)?;
        client.send("ugi")?;
        let deadline = Instant::now() + BEGINNING;
        loop {
            let line = client.receive("ugi", BEGINNING, deadline, &|| false)?;
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("ugiok"), ..) => break,
                (Some("option"), Some("name"), Some(name)) => client.options.push(name.to_owned()),
                _ => {}
            }
        }
        Ok(client)
    }

    /// Sets an option.
    pub(crate) fn set_option(
        &mut self,
        name: &'static str,
        value: &dyn std::fmt::Display,
    ) -> Result<(), UgiError> {
        if !self.options.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(UgiError::NoOption(name));
        }
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Sets its strength.
    pub(crate) fn set_level(&mut self, level: Level) -> Result<(), UgiError> {
        self.set_option("Level", &level.number())
    }

    /// The engine's action in the last position of `game`, after at most `time`, if that is
    /// given, and some patience. `interrupted` is asked now and then.
    pub(crate) fn best_action(
        &mut self,
        game: &AnyGame,
        time: Option<Duration>,
        patience: Duration,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<AnyAction, UgiError> {
        let setup = game.start().setup();
        if self.game.as_ref() != Some(&setup) {
            self.set_option("Game", &setup)?;
            self.send("uginewgame")?;
            self.game = Some(setup);
        }
        self.send(&position_command(game))?;
        match time {
            Some(time) => self.send(&format!("go movetime {}", time.as_millis()))?,
            None => self.send("go")?,
        }
        let allowed = time.unwrap_or_default() + patience;
        let deadline = Instant::now() + allowed;
        loop {
            let line = self.receive("go", allowed, deadline, interrupted)?;
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (Some("bestmove"), Some(text)) => return legal_action(game.position(), text),
                (Some("error"), _) => return Err(UgiError::Refused(quoted(&line))),
                _ => {}
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), UgiError> {
        match writeln!(self.stdin, "{line}").and_then(|()| self.stdin.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.ended()),
        }
    }

    /// The next line, as text.
    fn receive(
        &mut self,
        command: &'static str,
        allowed: Duration,
        deadline: Instant,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<String, UgiError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(TICK)) {
                // What is too long or no text is nothing that we wait for.
                Ok(Incoming::Line(line)) if line.len() > MAX_LINE => {}
                Ok(Incoming::Line(line)) => return Ok(String::from_utf8_lossy(&line).into_owned()),
                Ok(Incoming::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if interrupted() => {
                    return Err(UgiError::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(UgiError::Silent { command, seconds: allowed.as_secs() });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The error that the program has ended, with its status.
    fn ended(&mut self) -> UgiError {
        UgiError::Ended(self.wait(LEAVING))
    }

    /// Waits until the program has ended, but not for ever.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for UgiClient {
    /// Asks the program to leave, and ends it if it does not.
    fn drop(&mut self) {
        // It may have left already; then there is nobody to ask and nothing to end.
        let asked = self.send("quit").is_ok();
        if !asked || self.wait(LEAVING).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// `position …` with all actions of a game.
fn position_command(game: &AnyGame) -> String {
    let start = game.start();
    let mut command = if *start == AnyPosition::start(&start.setup()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.position_text())
    };
    if !game.is_empty() {
        command.push_str(" moves");
        game.replay(|before, action, _| {
            command.push(' ');
            command.push_str(&before.action_text(action));
        });
    }
    command
}

fn legal_action(position: &AnyPosition, text: &str) -> Result<AnyAction, UgiError> {
    let bad = |reason: String| UgiError::BadAction { text: quoted(text), reason };
    let action = position.parse_action(text).map_err(|error| bad(error.to_string()))?;
    position.check_action(&action).map_err(|error| bad(error.to_string()))?;
    Ok(action)
}
