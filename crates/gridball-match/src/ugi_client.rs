//! Another program as an engine: a client of the protocol UGI over pipes.
//!
//! Three threads share a program: ours, which asks and waits; one that writes, so that a program
//! that does not read cannot hold us up; one that reads, which notes when each line came, so that
//! the time an engine takes is not that of our own waiting.

use std::{
    fmt,
    io::{self, Write},
    process::{ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

use gridball_ai::{Excerpt, Level, Limits, ugi::MAX_LINE};
use gridball_core::{AnyAction, AnyGame, AnyPosition, AnySetup, Position};
use thiserror::Error;

use crate::{
    lines::{self, Incoming},
    process::Process,
    system::in_words,
};

/// So long an engine may take to begin, and to say that it is ready.
const BEGINNING: Duration = Duration::from_secs(10);
/// So long an engine may take to leave before it is ended.
const LEAVING: Duration = Duration::from_millis(500);
/// How often it is looked whether the wait should end early.
const TICK: Duration = Duration::from_millis(20);
/// Lines that wait to be read.
const WAITING_LINES: usize = 4;
/// So many names of options are kept; no engine has as many.
const MOST_OPTIONS: usize = 1000;

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum UgiError {
    /// The program cannot be started.
    #[error("cannot start `{program}`: {reason}")]
    Start {
        /// The program.
        program: Excerpt,
        /// Why.
        reason: String,
    },
    /// The program has ended, or says nothing more for another reason.
    #[error("the engine has ended{}", .0.map_or_else(String::new, |status| format!(" ({status})")))]
    Ended(Option<ExitStatus>),
    /// The program is silent.
    #[error("the engine has not answered `{command}` within {} s", .waited.as_secs_f64())]
    Silent {
        /// What was asked.
        command: &'static str,
        /// How long it had.
        waited: Duration,
    },
    /// The program answers with an error.
    #[error("the engine says `{0}`")]
    Refused(Excerpt),
    /// The program has no such option.
    #[error("the engine has no option {0}")]
    NoOption(&'static str),
    /// The program plays what cannot be played.
    #[error("the engine plays `{text}`: {reason}")]
    BadAction {
        /// The action.
        text: Excerpt,
        /// What is wrong with it.
        reason: String,
    },
    /// The wait was broken off.
    #[error("interrupted")]
    Interrupted,
}

/// What an engine plays, and how it came to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UgiAnswer {
    /// A legal action.
    pub action: AnyAction,
    /// How long the engine thought, from the command to the answer.
    pub time: Duration,
    /// The nodes it has spoken of last, if it has.
    pub nodes: Option<u64>,
}

/// A line to be written, and where to tell when that began.
type Outgoing = (String, Option<Sender<Instant>>);

/// A running engine. When this is dropped the engine is asked to leave, and ended if it does not.
#[derive(Debug)]
pub struct UgiClient {
    /// `None` once the engine was told to leave.
    writer: Option<Sender<Outgoing>>,
    lines: Receiver<(Instant, Incoming)>,
    process: Process,
    identity: Option<String>,
    /// The names of its options.
    options: Vec<String>,
    /// The game that it was told.
    game: Option<AnySetup>,
}

impl UgiClient {
    /// Starts a program with its arguments and waits until it has introduced itself. `stderr` is
    /// where its complaints go.
    ///
    /// # Errors
    ///
    /// When it cannot be started, or does not introduce itself within ten seconds.
    pub fn start(words: &[String], stderr: Stdio) -> Result<Self, UgiError> {
        let (program, arguments) = words.split_first().map_or(("", words), |(p, a)| (p, a));
        let failed = |error: io::Error| UgiError::Start {
            program: Excerpt::new(program),
            reason: in_words(&error),
        };
        let (process, mut stdin, stdout) =
            Process::start(program, arguments, stderr).map_err(failed)?;
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        lines::read_in_thread("engine output", stdout, move |line| {
            sender.send((Instant::now(), line)).is_ok()
        })
        .map_err(failed)?;
        let (writer, outgoing) = mpsc::channel::<Outgoing>();
        let write = move || {
            for (line, begun) in outgoing {
                if let Some(begun) = begun {
                    // Nobody waits for it where the game has ended meanwhile.
                    let _ = begun.send(Instant::now());
                }
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    // It has ended, which its output tells too.
                    return;
                }
            }
        };
        thread::Builder::new().name("engine input".to_owned()).spawn(write).map_err(failed)?;
        let mut client = Self {
            writer: Some(writer),
            lines,
            process,
            identity: None,
            options: Vec::new(),
            game: None,
        };
        client.introduce()?;
        Ok(client)
    }

    /// Asks who it is and what can be set.
    fn introduce(&mut self) -> Result<(), UgiError> {
        self.send("ugi".to_owned());
        let mut wait = Wait::new("ugi", BEGINNING, &|| false);
        loop {
            let (_, line) = self.receive(&mut wait)?;
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some("ugiok"), ..) => return Ok(()),
                (Some("id"), Some("name"), Some(_)) => {
                    let name = line.trim_ascii_start().trim_start_matches("id").trim_ascii_start();
                    let name = name.trim_start_matches("name").trim_ascii();
                    self.identity = Some(Excerpt::new(name).to_string());
                }
                (Some("option"), Some("name"), Some(name)) if self.options.len() < MOST_OPTIONS => {
                    self.options.push(Excerpt::new(name).to_string());
                }
                _ => {}
            }
        }
    }

    /// What it calls itself, with its version as a rule.
    pub fn identity(&self) -> Option<&str> {
        self.identity.as_deref()
    }

    /// Whether it has an option of this name, in either case.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// When it has none of this name.
    pub fn set_option(
        &mut self,
        name: &'static str,
        value: &dyn fmt::Display,
    ) -> Result<(), UgiError> {
        if !self.has_option(name) {
            return Err(UgiError::NoOption(name));
        }
        self.send(format!("setoption name {name} value {value}"));
        Ok(())
    }

    /// Sets its strength.
    ///
    /// # Errors
    ///
    /// When it has no levels.
    pub fn set_level(&mut self, level: Level) -> Result<(), UgiError> {
        self.set_option("Level", &level.number())
    }

    /// Begins a new game of this set-up.
    ///
    /// # Errors
    ///
    /// When it does not let itself be told the game.
    pub fn new_game(&mut self, setup: &AnySetup) -> Result<(), UgiError> {
        if self.game.as_ref() != Some(setup) {
            self.set_option("Game", setup)?;
            self.game = Some(setup.clone());
        }
        self.send("uginewgame".to_owned());
        Ok(())
    }

    /// Waits until it has done all that it was told. What it complained about before is an error.
    ///
    /// # Errors
    ///
    /// When it complains, has ended or does not answer within ten seconds.
    pub fn wait_until_ready(&mut self, interrupted: &dyn Fn() -> bool) -> Result<(), UgiError> {
        self.send("isready".to_owned());
        let mut wait = Wait::new("isready", BEGINNING, interrupted);
        loop {
            let (_, line) = self.receive(&mut wait)?;
            match line.split_ascii_whitespace().next() {
                Some("readyok") => return Ok(()),
                Some("error") => return Err(UgiError::Refused(Excerpt::new(&line))),
                _ => {}
            }
        }
    }

    /// The engine's action in the last position of `game`, after at most `time`, if that is
    /// given, and some patience. `interrupted` is asked now and then.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from a legal action.
    pub fn best_action(
        &mut self,
        game: &AnyGame,
        time: Option<Duration>,
        patience: Duration,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<AnyAction, UgiError> {
        let setup = game.start().setup();
        if self.game.as_ref() != Some(&setup) {
            self.new_game(&setup)?;
        }
        let limits = Limits { move_time: time, ..Limits::default() };
        let allowed = time.unwrap_or_default() + patience;
        Ok(self.answer(game, &limits, allowed, interrupted)?.action)
    }

    /// The engine's action in the last position of `game` under these limits. It is waited for
    /// as long as `allowed`; `interrupted` is asked now and then.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from a legal action.
    pub fn answer(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        allowed: Duration,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<UgiAnswer, UgiError> {
        self.send(position_command(game));
        let (sender, begun) = mpsc::channel();
        let asked = Instant::now();
        self.send_noting(go_command(limits), Some(sender));
        let mut wait = Wait::new("go", allowed, interrupted);
        let mut nodes = None;
        loop {
            let (came, line) = self.receive(&mut wait)?;
            let mut words = line.split_ascii_whitespace();
            match (words.next(), words.next()) {
                (Some("bestmove"), Some(text)) => {
                    // What it says before it was asked costs no time.
                    let begun = begun.try_recv().unwrap_or(asked);
                    let time = came.saturating_duration_since(begun);
                    return Ok(UgiAnswer {
                        action: legal_action(game.position(), text)?,
                        time,
                        nodes,
                    });
                }
                (Some("error"), _) => return Err(UgiError::Refused(Excerpt::new(&line))),
                (Some("info"), _) => nodes = nodes_of(&line).or(nodes),
                _ => {}
            }
        }
    }

    /// Sends a line. Where that fails the program has ended, which the next answer tells.
    fn send(&self, line: String) {
        self.send_noting(line, None);
    }

    fn send_noting(&self, line: String, begun: Option<Sender<Instant>>) {
        if let Some(writer) = &self.writer {
            let _ = writer.send((line, begun));
        }
    }

    /// The next line as text, and when it came.
    fn receive(&mut self, wait: &mut Wait<'_>) -> Result<(Instant, String), UgiError> {
        loop {
            let left = wait.left()?;
            match self.lines.recv_timeout(left.min(TICK)) {
                // What is too long or no text is nothing that we wait for.
                Ok((_, Incoming::Line(line))) if line.len() > MAX_LINE => {}
                Ok((came, Incoming::Line(line))) => {
                    return Ok((came, String::from_utf8_lossy(&line).into_owned()));
                }
                Ok((_, Incoming::End)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(UgiError::Ended(self.process.wait(LEAVING)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for UgiClient {
    /// Asks the program to leave; it is ended if it does not.
    fn drop(&mut self) {
        self.send("quit".to_owned());
        // Its input ends too, once that is written.
        self.writer = None;
        self.process.wait(LEAVING);
    }
}

/// A wait for an answer.
struct Wait<'a> {
    command: &'static str,
    allowed: Duration,
    deadline: Instant,
    interrupted: &'a dyn Fn() -> bool,
    /// Whether the end of the time was seen once already: what has come by then still counts.
    over: bool,
}

impl<'a> Wait<'a> {
    fn new(command: &'static str, allowed: Duration, interrupted: &'a dyn Fn() -> bool) -> Self {
        Self { command, allowed, deadline: Instant::now() + allowed, interrupted, over: false }
    }

    /// How long the wait may go on; an error when it is over, however many lines still come.
    fn left(&mut self) -> Result<Duration, UgiError> {
        if (self.interrupted)() {
            return Err(UgiError::Interrupted);
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() && std::mem::replace(&mut self.over, true) {
            return Err(UgiError::Silent { command: self.command, waited: self.allowed });
        }
        Ok(left)
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

/// `go …` with these limits. Times are whole milliseconds, and at least one.
fn go_command(limits: &Limits) -> String {
    let mut command = "go".to_owned();
    let mut add = |name: &str, value: u64| {
        command.push(' ');
        command.push_str(name);
        command.push(' ');
        command.push_str(&value.to_string());
    };
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    if let Some(time) = limits.move_time {
        add("movetime", millis(time).max(1));
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes);
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    if let [Some(first), Some(second)] = limits.clock {
        add("p1time", millis(first.remaining).max(1));
        add("p2time", millis(second.remaining).max(1));
        add("p1inc", millis(first.increment));
        add("p2inc", millis(second.increment));
    }
    command
}

/// The number behind the word `nodes` of an `info` line, before the line of play.
fn nodes_of(info: &str) -> Option<u64> {
    let mut words = info.split_ascii_whitespace().take_while(|word| *word != "pv");
    words.find(|word| *word == "nodes")?;
    words.next()?.parse().ok()
}

fn legal_action(position: &AnyPosition, text: &str) -> Result<AnyAction, UgiError> {
    let bad = |reason: String| UgiError::BadAction { text: Excerpt::new(text), reason };
    let action = position.parse_action(text).map_err(|error| bad(error.to_string()))?;
    position.check_action(&action).map_err(|error| bad(error.to_string()))?;
    Ok(action)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use gridball_ai::PlayerClock;

    use super::*;

    #[test]
    fn commands_say_the_limits_and_the_whole_game() {
        assert_eq!(go_command(&Limits::nodes(20)), "go nodes 20");
        assert_eq!(go_command(&Limits::move_time(Duration::from_micros(3))), "go movetime 1");
        let clock = |remaining| {
            let remaining = Duration::from_millis(remaining);
            Some(PlayerClock { remaining, increment: Duration::from_millis(5) })
        };
        let limits = Limits { clock: [clock(900), clock(1000)], ..Limits::default() };
        assert_eq!(go_command(&limits), "go p1time 900 p2time 1000 p1inc 5 p2inc 5");

        let mut game = AnyGame::new(&"gridball".parse().unwrap());
        assert_eq!(position_command(&game), "position startpos");
        game.play(&game.position().parse_action("034").unwrap()).unwrap();
        assert_eq!(position_command(&game), "position startpos moves 034");
        let other = AnyGame::from_position(game.position().clone());
        assert!(position_command(&other).starts_with("position fen gridball:20x26/4 v1 "));
    }

    #[test]
    fn nodes_are_read_where_they_are_told() {
        assert_eq!(nodes_of("info depth 3 score cp 5 nodes 1234 nps 1 pv 034"), Some(1234));
        assert_eq!(nodes_of("info depth 3 pv nodes 12"), None);
        assert_eq!(nodes_of("info nodes"), None);
    }
}
