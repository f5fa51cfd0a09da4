//! Finds better numbers for the engine `alphabeta` by letting it play against itself, and tests
//! numbers against each other: in Gridball, paper football and football-checkers.
//!
//! ```text
//! tune run    GAME ITERATIONS PAIRS NODES SEED
//! tune search GAME NUMBERS ITERATIONS NODES SEED
//! tune test   GAME NUMBERS_A NUMBERS_B PAIRS NODES SEED
//! ```
//!
//! `NUMBERS` are those that differ from the engine's own: `step=25,turn=-30`, or `-` for none.
//!
//! `search` is SPSA (simultaneous perturbation stochastic approximation): in each iteration all
//! numbers are moved at once, each up or down at random; a pair of games between both sides of
//! that change says which way is better, and the numbers follow a little. What it finds is the mean
//! of the second half of that way. `test` is a sequential test: it ends when A is shown to be
//! stronger by 10 Elo or not stronger at all. `run` searches from the engine's own numbers and tests
//! what it has found against them, with openings and seeds that the search has not seen. Nodes are
//! the limit, so the same command gives the same games and the same numbers on every machine.

#![allow(clippy::disallowed_macros, clippy::print_stdout, reason = "its results are printed")]

use std::{error::Error, io::Write, process::ExitCode};

use gridball_ai::{
    CheckersWeights, Engine, EngineOptions, GridballWeights, Limits, OptionKey, SearchWeights,
    Unattended, checkers_engine, derived_seed, gridball_engine,
};
use gridball_core::{AnyGame, AnyPosition, AnySetup, Outcome, Position};
use gridball_match::{Openings, PairCounts, Sprt, Verdict};

/// Openings that are different for every pair.
const OPENINGS: Openings = Openings::Generated(u64::MAX);
/// MiB of memory for remembered positions.
const HASH: u64 = 4;
/// How often it is said how far it is, in pairs.
const NEWS: u64 = 20;

#[derive(Clone, Copy, PartialEq, Eq)]
struct Numbers {
    gridball: GridballWeights,
    checkers: CheckersWeights,
    search: SearchWeights,
}

impl Numbers {
    /// The engine's own in a game.
    fn own(setup: &AnySetup) -> Self {
        let search = match setup {
            AnySetup::FootballCheckers(_) => SearchWeights::FOOTBALL_CHECKERS,
            _ => SearchWeights::default(),
        };
        Self { gridball: GridballWeights::default(), checkers: CheckersWeights::default(), search }
    }
}

/// A number, and how far `search` moves it up and down.
struct Number {
    name: &'static str,
    change: i32,
    place: fn(&mut Numbers) -> &mut i32,
}

const fn number(name: &'static str, change: i32, place: fn(&mut Numbers) -> &mut i32) -> Number {
    Number { name, change, place }
}

/// What decides in Gridball and paper football.
const GRIDBALL: [Number; 7] = [
    // The measure of all others.
    number("step", 0, |numbers| &mut numbers.gridball.step),
    number("turn", 20, |numbers| &mut numbers.gridball.turn),
    number("mobility", 6, |numbers| &mut numbers.gridball.mobility),
    number("reduce_from", 1, |numbers| &mut numbers.search.reduce_from),
    number("reduce_more_from", 4, |numbers| &mut numbers.search.reduce_more_from),
    number("promise_depth", 0, |numbers| &mut numbers.search.promise_depth),
    number("promise_margin", 20, |numbers| &mut numbers.search.promise_margin),
];

/// What decides in football-checkers.
const CHECKERS: [Number; 6] = [
    number("rank", 1, |numbers| &mut numbers.checkers.rank),
    number("seen", 4, |numbers| &mut numbers.checkers.seen),
    number("crossed", 4, |numbers| &mut numbers.checkers.crossed),
    number("turn", 4, |numbers| &mut numbers.checkers.turn),
    number("reduce_from", 1, |numbers| &mut numbers.search.reduce_from),
    number("reduce_more_from", 4, |numbers| &mut numbers.search.reduce_more_from),
];

/// The numbers that decide in a game.
fn numbers_of(setup: &AnySetup) -> Result<&'static [Number], Box<dyn Error>> {
    match setup {
        AnySetup::Gridball(_) => Ok(&GRIDBALL),
        AnySetup::FootballCheckers(_) => Ok(&CHECKERS),
        _ => Err(format!("{setup}: `alphabeta` has no such numbers there").into()),
    }
}

fn parse(setup: &AnySetup, text: &str) -> Result<Numbers, Box<dyn Error>> {
    let mut numbers = Numbers::own(setup);
    for setting in text.split(',').filter(|&setting| setting != "-") {
        let (name, value) = setting.split_once('=').ok_or("expected NAME=VALUE")?;
        let known = numbers_of(setup)?.iter().find(|number| number.name == name);
        let known = known.ok_or_else(|| format!("no number is called {name}"))?;
        *(known.place)(&mut numbers) = value.parse()?;
    }
    Ok(numbers)
}

fn show(known: &[Number], numbers: &Numbers) -> String {
    let mut numbers = *numbers;
    let settings: Vec<String> = known
        .iter()
        .map(|number| format!("{}={}", number.name, (number.place)(&mut numbers)))
        .collect();
    settings.join(",")
}

fn say(line: &str) -> Result<(), Box<dyn Error>> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")?;
    // Whoever watches a file wants to see how far it is.
    Ok(output.flush()?)
}

/// Two games from one opening with sides exchanged: the half points of the first player, 0 to 4.
fn play_pair(
    players: [&Numbers; 2],
    opening: &AnyGame,
    nodes: u64,
    seed: u64,
) -> Result<usize, Box<dyn Error>> {
    let mut options = EngineOptions::default();
    let set = options.set(OptionKey::Seed, seed) && options.set(OptionKey::Hash, HASH);
    debug_assert!(set);
    match opening.position() {
        AnyPosition::Gridball(start) => play_both(start, nodes, || {
            players.map(|numbers| gridball_engine(numbers.gridball, numbers.search, &options))
        }),
        AnyPosition::FootballCheckers(start) => play_both(start, nodes, || {
            players.map(|numbers| checkers_engine(numbers.checkers, numbers.search, &options))
        }),
        _ => Err("there are no numbers for this game".into()),
    }
}

fn play_both<P: Position>(
    start: &P,
    nodes: u64,
    make: impl Fn() -> [Box<dyn Engine<P>>; 2],
) -> Result<usize, Box<dyn Error>> {
    let mut points = 0;
    for side in 0..2 {
        let mut position = start.clone();
        let mut engines = make();
        while position.outcome().is_none() {
            let engine = &mut engines[position.to_move().index() ^ side];
            let found = engine.search(&position, &Limits::nodes(nodes), &mut Unattended)?;
            position.play(&found.best).map_err(|_| "an engine plays what is not legal")?;
        }
        points += match position.outcome().and_then(Outcome::winner) {
            Some(winner) if winner.index() == side => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    Ok(points)
}

/// Better numbers than `start`, as far as they can be found.
fn search(
    setup: &AnySetup,
    start: Numbers,
    iterations: u64,
    nodes: u64,
    seed: u64,
) -> Result<Numbers, Box<dyn Error>> {
    let known = numbers_of(setup)?;
    let mut values: Vec<f64> =
        known.iter().map(|number| f64::from(*(number.place)(&mut { start }))).collect();
    let at = |values: &[f64], signs: u64, side: f64| {
        let mut numbers = start;
        for (index, (number, value)) in known.iter().zip(values).enumerate() {
            let sign = if signs >> index & 1 == 1 { side } else { -side };
            let moved = value + sign * f64::from(number.change);
            *(number.place)(&mut numbers) = moved.round().clamp(-1000.0, 1000.0) as i32;
        }
        numbers
    };
    let mut sums = vec![0.0; values.len()];
    let first_counted = iterations / 2;
    for iteration in 0..iterations {
        let pair_seed = derived_seed(seed, iteration);
        let signs = derived_seed(pair_seed, 1);
        let opening = OPENINGS.opening(setup, seed, iteration);
        let (up, down) = (at(&values, signs, 1.0), at(&values, signs, -1.0));
        let result = play_pair([&up, &down], &opening, nodes, pair_seed)? as f64 / 2.0 - 1.0;
        // The steps get smaller, slowly. A single pair says little, so they are small from the first.
        let gain = 0.1 / (1.0 + iteration as f64 / 300.0).powf(0.6);
        for (index, (number, value)) in known.iter().zip(&mut values).enumerate() {
            let sign = if signs >> index & 1 == 1 { 1.0 } else { -1.0 };
            *value += gain * result * sign * f64::from(number.change);
        }
        if iteration >= first_counted {
            for (sum, value) in sums.iter_mut().zip(&values) {
                *sum += value;
            }
        }
        if (iteration + 1) % NEWS == 0 {
            say(&format!("{} {}", iteration + 1, show(known, &at(&values, 0, 0.0))))?;
        }
    }
    if iterations == 0 {
        return Ok(start);
    }
    for sum in &mut sums {
        *sum /= (iterations - first_counted) as f64;
    }
    let found = at(&sums, 0, 0.0);
    say(&format!("found {}", show(known, &found)))?;
    Ok(found)
}

/// Plays A against B until it is clear whether A is stronger.
fn test(
    setup: &AnySetup,
    [a, b]: [Numbers; 2],
    most_pairs: u64,
    nodes: u64,
    seed: u64,
) -> Result<(), Box<dyn Error>> {
    let known = numbers_of(setup)?;
    say(&format!("A {}\nB {}", show(known, &a), show(known, &b)))?;
    let test = Sprt::default();
    let mut pairs = PairCounts::default();
    for pair in 0..most_pairs {
        let opening = OPENINGS.opening(setup, seed, pair);
        pairs.add(play_pair([&a, &b], &opening, nodes, derived_seed(seed, pair))?);
        let verdict = test.verdict(&pairs);
        let last = verdict != Verdict::Open || pair + 1 == most_pairs;
        if (pair + 1) % NEWS == 0 || last {
            let ratio = test.log_likelihood_ratio(&pairs);
            say(&format!("{} pairs, by points 0 to 2: {:?}, LLR {ratio:.2}", pair + 1, pairs.0))?;
        }
        if last {
            if let (Some(score), Some(elo)) = (pairs.score(), pairs.elo()) {
                say(&format!(
                    "{verdict:?}: A takes {:.2} % of the points, Elo {:+.0} ({:+.0} to {:+.0})",
                    100.0 * score.value,
                    elo.value,
                    elo.low,
                    elo.high
                ))?;
            }
            break;
        }
    }
    Ok(())
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["run", game, iterations, pairs, nodes, seed] => {
            let (setup, nodes, seed) = (game.parse()?, nodes.parse()?, seed.parse()?);
            let own = Numbers::own(&setup);
            let found = search(&setup, own, iterations.parse()?, nodes, seed)?;
            if found == own {
                say("nothing better was found")
            } else {
                // What the search has seen says nothing about what it has found.
                test(&setup, [found, own], pairs.parse()?, nodes, derived_seed(seed, u64::MAX))
            }
        }
        ["search", game, numbers, iterations, nodes, seed] => {
            let setup = game.parse()?;
            let start = parse(&setup, numbers)?;
            search(&setup, start, iterations.parse()?, nodes.parse()?, seed.parse()?)?;
            Ok(())
        }
        ["test", game, a, b, pairs, nodes, seed] => {
            let setup = game.parse()?;
            let players = [parse(&setup, a)?, parse(&setup, b)?];
            test(&setup, players, pairs.parse()?, nodes.parse()?, seed.parse()?)
        }
        _ => Err("see the beginning of tune.rs for the arguments".into()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tune: {error}");
            ExitCode::FAILURE
        }
    }
}
