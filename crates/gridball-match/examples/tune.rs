//! Finds better numbers for the engine `alphabeta` in Gridball and paper football by letting it
//! play against itself, and tests numbers against each other.
//!
//! ```text
//! tune search GAME NUMBERS ITERATIONS NODES SEED
//! tune test   GAME NUMBERS_A NUMBERS_B PAIRS NODES SEED
//! ```
//!
//! `NUMBERS` are those that differ from the engine's own: `step=25,turn=-30`, or `-` for none.
//!
//! `search` is SPSA (simultaneous perturbation stochastic approximation): in each iteration all
//! numbers are moved at once, each up or down at random; a pair of games between both sides of
//! that change says which way is better, and the numbers follow a little. `test` is a sequential
//! test: it ends when A is shown to be stronger by 10 Elo or not stronger at all. Nodes are
//! the limit, so the same command gives the same games and the same numbers on every machine.

#![allow(clippy::disallowed_macros, clippy::print_stdout, reason = "its results are printed")]

use std::{error::Error, process::ExitCode};

use gridball_ai::{
    Engine, EngineOptions, GridballWeights, Limits, OptionKey, SearchWeights, Unattended,
    derived_seed, gridball_engine,
};
use gridball_core::{AnyGame, AnyPosition, AnySetup, Outcome, Position};
use gridball_match::{Openings, PairCounts, Sprt, Verdict};

/// Openings that are different for every pair.
const OPENINGS: Openings = Openings::Generated(u64::MAX);
/// MiB of memory for remembered positions.
const HASH: u64 = 4;

#[derive(Clone, Copy, Default)]
struct Numbers {
    weights: GridballWeights,
    search: SearchWeights,
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

const NUMBERS: [Number; 7] = [
    number("step", 0, |numbers| &mut numbers.weights.step),
    number("turn", 20, |numbers| &mut numbers.weights.turn),
    number("mobility", 6, |numbers| &mut numbers.weights.mobility),
    number("reduce_from", 1, |numbers| &mut numbers.search.reduce_from),
    number("reduce_more_from", 4, |numbers| &mut numbers.search.reduce_more_from),
    number("promise_depth", 0, |numbers| &mut numbers.search.promise_depth),
    number("promise_margin", 20, |numbers| &mut numbers.search.promise_margin),
];

fn parse(text: &str) -> Result<Numbers, Box<dyn Error>> {
    let mut numbers = Numbers::default();
    for setting in text.split(',').filter(|&setting| setting != "-") {
        let (name, value) = setting.split_once('=').ok_or("expected NAME=VALUE")?;
        let known = NUMBERS.iter().find(|number| number.name == name);
        *(known.ok_or_else(|| format!("no number is called {name}"))?.place)(&mut numbers) =
            value.parse()?;
    }
    Ok(numbers)
}

fn show(numbers: &Numbers) -> String {
    let mut numbers = *numbers;
    let settings =
        NUMBERS.map(|number| format!("{}={}", number.name, (number.place)(&mut numbers)));
    settings.join(",")
}

/// Two games from one opening with sides exchanged: the half points of the first player, 0 to 4.
fn play_pair(
    players: [&Numbers; 2],
    opening: &AnyGame,
    nodes: u64,
    seed: u64,
) -> Result<usize, Box<dyn Error>> {
    let mut points = 0;
    for side in 0..2 {
        let AnyPosition::Gridball(mut position) = opening.position().clone() else {
            return Err("only Gridball and paper football have these numbers".into());
        };
        let mut options = EngineOptions::default();
        let set = options.set(OptionKey::Seed, seed) && options.set(OptionKey::Hash, HASH);
        debug_assert!(set);
        let mut engines =
            players.map(|numbers| gridball_engine(numbers.weights, numbers.search, &options));
        while position.outcome().is_none() {
            let engine = &mut engines[position.to_move().index() ^ side];
            let found = engine.search(&position, &Limits::nodes(nodes), &mut Unattended)?;
            position.play(&found.best)?;
        }
        points += match position.outcome().and_then(Outcome::winner) {
            Some(winner) if winner.index() == side => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    Ok(points)
}

fn search(
    setup: &AnySetup,
    start: Numbers,
    iterations: u64,
    nodes: u64,
    seed: u64,
) -> Result<(), Box<dyn Error>> {
    let mut values = NUMBERS.map(|number| f64::from(*(number.place)(&mut { start })));
    let at = |values: &[f64; NUMBERS.len()], signs: u64, side: f64| {
        let mut numbers = start;
        for (index, (number, value)) in NUMBERS.iter().zip(values).enumerate() {
            let sign = if signs >> index & 1 == 1 { side } else { -side };
            let moved = value + sign * f64::from(number.change);
            *(number.place)(&mut numbers) = moved.round().max(-1000.0) as i32;
        }
        numbers
    };
    for iteration in 0..iterations {
        let pair_seed = derived_seed(seed, iteration);
        let signs = derived_seed(pair_seed, 1);
        let opening = OPENINGS.opening(setup, seed, iteration);
        let (up, down) = (at(&values, signs, 1.0), at(&values, signs, -1.0));
        let result = play_pair([&up, &down], &opening, nodes, pair_seed)? as f64 / 2.0 - 1.0;
        // The steps get smaller, slowly.
        let gain = 0.3 / (1.0 + iteration as f64 / 100.0).powf(0.6);
        for (index, (number, value)) in NUMBERS.iter().zip(&mut values).enumerate() {
            let sign = if signs >> index & 1 == 1 { 1.0 } else { -1.0 };
            *value += gain * result * sign * f64::from(number.change);
        }
        if (iteration + 1) % 20 == 0 || iteration + 1 == iterations {
            println!("{} {}", iteration + 1, show(&at(&values, 0, 0.0)));
        }
    }
    Ok(())
}

fn test(
    setup: &AnySetup,
    [a, b]: [Numbers; 2],
    most_pairs: u64,
    nodes: u64,
    seed: u64,
) -> Result<(), Box<dyn Error>> {
    let test = Sprt::default();
    let mut pairs = PairCounts::default();
    for pair in 0..most_pairs {
        let opening = OPENINGS.opening(setup, seed, pair);
        pairs.add(play_pair([&a, &b], &opening, nodes, derived_seed(seed, pair))?);
        let verdict = test.verdict(&pairs);
        let last = verdict != Verdict::Open || pair + 1 == most_pairs;
        if (pair + 1) % 20 == 0 || last {
            let ratio = test.log_likelihood_ratio(&pairs);
            println!("{} pairs, by points 0 to 2: {:?}, LLR {ratio:.2}", pair + 1, pairs.0);
        }
        if last {
            println!("{verdict:?}");
            break;
        }
    }
    Ok(())
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["search", game, numbers, iterations, nodes, seed] => search(
            &game.parse()?,
            parse(numbers)?,
            iterations.parse()?,
            nodes.parse()?,
            seed.parse()?,
        ),
        ["test", game, a, b, pairs, nodes, seed] => test(
            &game.parse()?,
            [parse(a)?, parse(b)?],
            pairs.parse()?,
            nodes.parse()?,
            seed.parse()?,
        ),
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
