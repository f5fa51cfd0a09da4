//! Measures how soon an engine answers `stop`: in every game, with every engine, in positions of
//! random games, at any moment.
//!
//! ```text
//! stop PROGRAM POSITIONS SEED [WORD]
//! ```
//!
//! `PROGRAM` speaks UGI and has the engines of gridball-ai: `target/release/gridball engine`, quoted
//! as in a shell. Each engine gets so many `POSITIONS` of each game, with random options, and after
//! a random part of a second it is told to stop. Only cases that hold `WORD` are measured, as
//! `paper-soccer` or `mcts`. Each row says how long the slowest answer took; an answer that took
//! longer than 50 ms is asked for three more times in the same position, and printed. On a machine
//! that is busy with other things slow answers say little.

#![allow(clippy::disallowed_macros, clippy::print_stdout, reason = "its results are printed")]

use std::{
    error::Error,
    io::Write,
    process::{Child, ChildStdin, Command, ExitCode, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use gridball_ai::{AnyEngine, ENGINES, Engine, Limits, Unattended, derived_seed, game_name};
use gridball_core::{AnyGame, AnySetup, Position};
use gridball_match::lines::{self, Incoming};

/// The usual fields, and the largest ones.
const GAMES: [&str; 15] = [
    "gridball:20x26/4",
    "gridball:32x40/4",
    "gridball:56x62/2",
    "gridball:56x62/54",
    "paper-football:16x24/4",
    "paper-football:56x62/4",
    "football-checkers:corners",
    "football-checkers:split/open",
    "paper-soccer:2,6,8",
    "paper-soccer:2,8,10",
    "paper-soccer:2,24,24",
    "paper-soccer:22,24,24",
    "dots:20x20",
    "dots:39x32",
    "dots:62x62/cross",
];
/// An answer should not take longer.
const ALLOWED: Duration = Duration::from_millis(50);
/// The longest wait before `stop`, in milliseconds.
const LONGEST_WAIT: u64 = 300;
/// So often an action that would end a random game is chosen anew: long games have the positions
/// that are hard.
const ATTEMPTS: u64 = 20;
/// An answer that has not come by then never will.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running program.
struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, Incoming)>,
}

impl Program {
    fn start(words: &[String]) -> Result<Self, Box<dyn Error>> {
        let (program, arguments) = words.split_first().ok_or("expected a program")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".into());
        };
        let (sender, lines) = mpsc::channel();
        lines::read_in_thread("output", output, move |line| {
            sender.send((Instant::now(), line)).is_ok()
        })?;
        Ok(Self { child, input, lines })
    }

    fn send(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    /// When a line came that begins with this word.
    fn wait_for(&self, word: &str) -> Result<Instant, Box<dyn Error>> {
        loop {
            match self.lines.recv_timeout(PATIENCE)? {
                (_, Incoming::End) => return Err("the program has ended".into()),
                (came, Incoming::Line(line)) => {
                    let line = String::from_utf8_lossy(&line);
                    match line.split(' ').next() {
                        Some(first) if first == word => return Ok(came),
                        Some("error") => return Err(line.into()),
                        _ => {}
                    }
                }
            }
        }
    }

    /// How long the answer to `stop` takes, so long after `go infinite`.
    fn stop(&mut self, wait: Duration) -> Result<Duration, Box<dyn Error>> {
        self.send("isready")?;
        self.wait_for("readyok")?;
        self.send("go infinite")?;
        thread::sleep(wait);
        let told = Instant::now();
        self.send("stop")?;
        Ok(self.wait_for("bestmove")?.saturating_duration_since(told))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A random game that goes on as long as chance allows, up to a random one of its actions.
fn random_game(setup: &AnySetup, seed: u64) -> Result<AnyGame, Box<dyn Error>> {
    let mut game = AnyGame::new(setup);
    'actions: for number in 0.. {
        for attempt in 0..ATTEMPTS {
            let seed = derived_seed(derived_seed(seed, number), attempt);
            let mut engine = AnyEngine::new(format!("random?seed={seed}").parse()?);
            let action = engine.search(game.position(), &Limits::default(), &mut Unattended)?.best;
            let mut next = game.position().clone();
            next.play(&action)?;
            if next.outcome().is_none() {
                game.play(&action)?;
                continue 'actions;
            }
        }
        break;
    }
    let length = derived_seed(seed, u64::MAX) % (game.len() as u64 + 1);
    let mut beginning = AnyGame::new(setup);
    for action in game.actions().take(length as usize) {
        beginning.play(action)?;
    }
    Ok(beginning)
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

fn measure(
    program: &mut Program,
    game: &str,
    engine: &str,
    positions: u64,
    seed: u64,
) -> Result<(), Box<dyn Error>> {
    let setup: AnySetup = game.parse()?;
    let mut slowest = Duration::ZERO;
    let mut late = 0;
    for number in 0..positions {
        let seed = derived_seed(seed, number);
        let position = random_game(&setup, seed)?;
        let chance = |number, below: u64| derived_seed(seed, number) % below;
        let (lines, hash) =
            ([1, 1, 5, 500][chance(1, 4) as usize], [16, 16, 512][chance(2, 3) as usize]);
        let text = position.position().position_text();
        for command in [
            format!("position fen {text}"),
            format!("setoption name Engine value {engine}"),
            format!("setoption name MultiPV value {lines}"),
            format!("setoption name Hash value {hash}"),
        ] {
            program.send(&command)?;
        }
        let wait = Duration::from_millis(1 + chance(3, LONGEST_WAIT));
        let took = program.stop(wait)?;
        slowest = slowest.max(took);
        if took > ALLOWED {
            late += 1;
            let again = [(); 3].map(|()| program.stop(wait).map(millis));
            let again = again.into_iter().collect::<Result<Vec<_>, _>>()?.join(", ");
            println!(
                "{} after {}, again {again}: {engine}, MultiPV {lines}, Hash {hash}, {text}",
                millis(took),
                millis(wait),
            );
        }
    }
    let slowest = millis(slowest);
    println!("| `{game}` | `{engine}` | {positions} | {slowest} | {late} |");
    Ok(())
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [program, positions, seed, word @ ..] = arguments else {
        return Err("expected PROGRAM POSITIONS SEED [WORD]".into());
    };
    let words = shlex::split(program).ok_or("a quote is not closed")?;
    let mut program = Program::start(&words)?;
    let (positions, seed) = (positions.parse()?, seed.parse()?);
    println!("| game | engine | positions | slowest answer | longer than 50 ms |");
    println!("|---|---|--:|--:|--:|");
    for game in GAMES {
        let setup = game.parse()?;
        for engine in ENGINES.iter().filter(|engine| engine.plays(game_name(&setup))) {
            if word.iter().all(|word| format!("{game} {}", engine.name).contains(word)) {
                measure(&mut program, game, engine.name, positions, seed)?;
            }
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stop: {error}");
            ExitCode::FAILURE
        }
    }
}
