//! Solves positions and prints a table:
//! `cargo run --release -p gridball-ai --example solve -- paper-soccer:2,4,2 paper-soccer:2,4,4`.
//!
//! Each argument is a game id, for the position in which a game begins, or a position text; of
//! paper soccer, Gridball or paper football. Before them may stand `--memory MEBIBYTES` (the size
//! of the table, 1024), `--nodes N` and `--seconds N` (bounds for each position, none and 600).
//!
//! `--ends GAMES` before a game id solves the ends of so many random games (seeds 0, 1, ...)
//! instead, and counts: the last position, the last but one, ..., the last but seven.
#![allow(clippy::disallowed_methods, reason = "a program may look at the clock")]
#![allow(clippy::disallowed_macros, reason = "a program may print")]
#![allow(clippy::disallowed_types, reason = "a program may look at the clock")]

use std::{error::Error, ops::ControlFlow, time::Instant};

use gridball_ai::{
    AnyEngine, Engine, Limits, Unattended,
    solver::{SmallWorld, Solution, Solver, Truth},
};
use gridball_core::{AnyGame, AnyPosition, AnySetup, Position};

/// So many positions of a random game are looked at, from its end on backwards.
const ENDS: usize = 8;

/// So many winning actions are listed.
const LISTED: usize = 4;

/// What bounds the work.
struct Bounds {
    mebibytes: u64,
    nodes: u64,
    seconds: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut bounds = Bounds { mebibytes: 1024, nodes: u64::MAX, seconds: 600 };
    let mut games = 0;
    println!("| position | result | actions that win | nodes | seconds | positions in the table |");
    println!("|---|---|---|---:|---:|---:|");
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u64, Box<dyn Error>> {
            Ok(arguments.next().ok_or("a number is missing")?.parse()?)
        };
        match argument.as_str() {
            "--memory" => bounds.mebibytes = number()?,
            "--nodes" => bounds.nodes = number()?,
            "--seconds" => bounds.seconds = number()?,
            "--ends" => games = number()?,
            text if games > 0 => ends(text, games, &bounds)?,
            text => match read(text)? {
                AnyPosition::PaperSoccer(position) => solve(text, &position, &bounds),
                AnyPosition::Gridball(position) => solve(text, &position, &bounds),
                _ => return Err(format!("the solver does not know the game of {text}").into()),
            },
        }
    }
    Ok(())
}

fn read(text: &str) -> Result<AnyPosition, Box<dyn Error>> {
    if text.contains(' ') {
        return Ok(AnyPosition::parse_position(text)?);
    }
    Ok(AnyPosition::start(&text.parse::<AnySetup>()?))
}

fn solve<P: SmallWorld>(text: &str, position: &P, bounds: &Bounds) {
    let start = Instant::now();
    let mut solver = Solver::new(bounds.mebibytes);
    let mut too_long = || start.elapsed().as_secs() >= bounds.seconds;
    let solution = solver.solve(position, bounds.nodes, &mut too_long);
    let seconds = start.elapsed().as_secs_f64();
    let result = match solution {
        Solution { truth: Some(truth), .. } => truth.to_string(),
        Solution { undecided, .. } => format!("unsolved, longer than {undecided}"),
    };
    let Solution { nodes, positions, .. } = solution;
    let winning = match solution.truth {
        Some(Truth::Win(_)) => winning_actions(&mut solver, position, bounds.nodes, &mut too_long),
        _ => String::new(),
    };
    println!("| `{text}` | {result} | {winning} | {nodes} | {seconds:.2} | {positions} |");
}

/// Solves the ends of random games.
fn ends(id: &str, games: u64, bounds: &Bounds) -> Result<(), Box<dyn Error>> {
    let mut lines = Vec::new();
    for seed in 0..games {
        let mut random = AnyEngine::new(format!("random?seed={seed}").parse()?);
        let mut game = AnyGame::new(&id.parse()?);
        let mut line = Vec::new();
        while game.position().outcome().is_none() {
            line.push(game.position().clone());
            let limits = Limits::default();
            game.play(&random.search(game.position(), &limits, &mut Unattended)?.best)?;
        }
        line.reverse();
        lines.push(line);
    }
    let mut soccer = Solver::new(bounds.mebibytes);
    let mut gridball = Solver::new(bounds.mebibytes);
    for depth in 0..ENDS {
        let start = Instant::now();
        let (mut nodes, mut positions, mut all) = (0, 0, 0);
        let (mut wins, mut losses, mut draws) = (0, 0, 0);
        for position in lines.iter().filter_map(|line| line.get(depth)) {
            let begin = Instant::now();
            let mut too_long = || begin.elapsed().as_secs() >= bounds.seconds;
            let solution = match position {
                AnyPosition::PaperSoccer(position) => {
                    soccer.solve(position, bounds.nodes, &mut too_long)
                }
                AnyPosition::Gridball(position) => {
                    gridball.solve(position, bounds.nodes, &mut too_long)
                }
                _ => return Err(format!("the solver does not know the game of {id}").into()),
            };
            all += 1;
            nodes += solution.nodes;
            positions = solution.positions;
            match solution.truth {
                Some(Truth::Win(_)) => wins += 1,
                Some(Truth::Loss(_)) => losses += 1,
                Some(Truth::Draw) => draws += 1,
                None => {}
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        let solved = wins + losses + draws;
        println!(
            "| `{id}`, {} before the end of {all} random games | {solved} solved: {wins} won, \
             {losses} lost, {draws} drawn | | {nodes} | {seconds:.2} | {positions} |",
            depth + 1
        );
    }
    Ok(())
}

/// The actions after which the win is still there, as far as the bounds let see.
fn winning_actions<P: SmallWorld>(
    solver: &mut Solver<P>,
    position: &P,
    nodes: u64,
    stop: &mut dyn FnMut() -> bool,
) -> String {
    let mover = position.to_move();
    let mut winning = Vec::new();
    let mut children = position.clone();
    let _ = position.visit_search_actions(4096, |action| {
        let undo = children.play_unchecked(action);
        let wins = match children.outcome() {
            Some(outcome) => outcome.winner() == Some(mover),
            None => match solver.solve(&children, nodes, stop).truth {
                Some(Truth::Win(_)) => children.to_move() == mover,
                Some(Truth::Loss(_)) => children.to_move() != mover,
                _ => false,
            },
        };
        children.undo(undo);
        if wins {
            winning.push(format!("`{}`", position.action_text(action)));
        }
        ControlFlow::Continue(())
    });
    let more = winning.len().saturating_sub(LISTED);
    winning.truncate(LISTED);
    if more > 0 {
        winning.push(format!("and {more} more"));
    }
    winning.join(" ")
}
