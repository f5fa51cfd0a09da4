//! What a match has shown, for people and for programs.

use std::fmt;

use gridball_core::Player;
use gridball_replay::TimeControl;
use serde_json::{Value, json};

use crate::{
    elo::{Estimate, GameCounts, PairCounts},
    game::{Cost, VERSION},
    openings::Openings,
    settings::Settings,
    sprt::{Sprt, Verdict},
    system::machine,
    tally::{RunningTest, Tally},
};

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// It has not.
    Open,
    /// All games were played.
    Complete,
    /// The sequential test has decided.
    Decided,
    /// It was broken off.
    BrokenOff,
}

/// An engine and how it got on.
#[derive(Clone, PartialEq, Debug)]
pub struct EngineReport {
    /// As it is named on the command line.
    pub name: String,
    /// What another program calls itself.
    pub identity: Option<String>,
    /// Games it played.
    pub games: u64,
    /// Points it took: a win is one, a draw half a one.
    pub points: f64,
    /// Games it lost on time.
    pub time_forfeits: u64,
    /// Games it lost because it broke the rules.
    pub broken_rules: u64,
    /// Games it lost because it ended, did not begin, or said nothing more.
    pub crashes: u64,
    /// Nodes a second, by the actions of which the nodes are known; of this run alone.
    pub nodes_per_second: Option<f64>,
    /// The time of its slowest action in seconds; of this run alone.
    pub slowest: f64,
}

/// Two engines and their games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairingReport {
    /// The number of engine A.
    pub a: usize,
    /// The number of engine B.
    pub b: usize,
    /// Results, from the view of A.
    pub games: GameCounts,
    /// Results of the finished pairs, from the view of A.
    pub pairs: PairCounts,
}

/// What the sequential test says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TestReport {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// What follows.
    pub verdict: Verdict,
}

/// What a match has shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The game id.
    pub game: String,
    /// How many games were to be played.
    pub planned: u64,
    /// The number of the first one.
    pub from: u64,
    /// How many were played.
    pub games: u64,
    /// How many of these differ.
    pub unique: u64,
    /// How the match ended.
    pub end: End,
    /// The master seed.
    pub seed: u64,
    /// How much time or work the engines had; `None`: each its own limits.
    pub time_control: Option<TimeControl>,
    /// Where the games began, in words.
    pub openings: String,
    /// The engines.
    pub engines: Vec<EngineReport>,
    /// The pairings.
    pub pairings: Vec<PairingReport>,
    /// Results from the view of whoever moved first.
    pub first: GameCounts,
    /// The sequential test, if there is one.
    pub test: Option<TestReport>,
    /// The program and its version.
    pub version: String,
    /// The machine.
    pub machine: String,
}

impl Report {
    pub(crate) fn new(
        settings: &Settings,
        identities: &[Option<String>],
        tally: &Tally,
        costs: &[Cost],
        test: Option<&RunningTest>,
        end: End,
    ) -> Self {
        let schedule = settings.schedule();
        let pairings: Vec<PairingReport> = schedule
            .pairings()
            .iter()
            .zip(&tally.pairings)
            .map(|(&(a, b), counts)| PairingReport {
                a,
                b,
                games: counts.games,
                pairs: counts.pairs,
            })
            .collect();
        let engine = |number: usize| {
            let counts = |pairing: &PairingReport| match number {
                number if number == pairing.a => (pairing.games.games(), pairing.games.points()),
                number if number == pairing.b => {
                    let games = pairing.games.games();
                    (games, games as f64 - pairing.games.points())
                }
                _ => (0, 0.0),
            };
            let (cost, losses) = (costs[number], tally.losses[number]);
            let seconds = cost.time.as_secs_f64();
            EngineReport {
                name: settings.contestants[number].to_string(),
                identity: identities[number].clone(),
                games: pairings.iter().map(|pairing| counts(pairing).0).sum(),
                points: pairings.iter().map(|pairing| counts(pairing).1).sum(),
                time_forfeits: losses.time,
                broken_rules: losses.rules,
                crashes: losses.crashes,
                nodes_per_second: (seconds > 0.0).then(|| cost.nodes as f64 / seconds),
                slowest: cost.slowest.as_secs_f64(),
            }
        };
        Self {
            game: settings.setup.to_string(),
            planned: settings.games,
            from: settings.from,
            games: tally.len(),
            unique: tally.unique(),
            end,
            seed: settings.seed,
            time_control: settings.control(),
            openings: match &settings.openings {
                Openings::Start => "from the start".to_owned(),
                Openings::Listed(games) => format!("{} openings of a file", games.len()),
                Openings::Generated(count) => format!("{count} generated openings"),
            },
            engines: (0..settings.contestants.len()).map(engine).collect(),
            pairings,
            first: tally.first,
            test: test.map(|test| TestReport {
                test: *test.test(),
                ratio: test.log_likelihood_ratio(),
                verdict: test.verdict(),
            }),
            version: VERSION.to_owned(),
            machine: machine(),
        }
    }

    /// The report as JSON. Elo that is infinite is `null`.
    pub fn to_json(&self) -> Value {
        let engines = self.engines.iter().map(|engine| {
            json!({
                "name": engine.name,
                "identity": engine.identity,
                "games": engine.games,
                "points": engine.points,
                "time_forfeits": engine.time_forfeits,
                "broken_rules": engine.broken_rules,
                "crashes": engine.crashes,
                "nodes_per_second": engine.nodes_per_second.map(f64::round),
                "slowest_seconds": engine.slowest,
            })
        });
        let pairings = self.pairings.iter().map(|pairing| {
            let estimate = |estimate: Option<Estimate>| {
                estimate.map(|estimate| {
                    // JSON has no infinity.
                    let number = |value: f64| value.is_finite().then_some(value);
                    json!({
                        "value": number(estimate.value),
                        "low": number(estimate.low),
                        "high": number(estimate.high),
                        "margin": number(estimate.margin()),
                    })
                })
            };
            json!({
                "a": self.engines[pairing.a].name,
                "b": self.engines[pairing.b].name,
                "games": pairing.games.games(),
                "wins": pairing.games.wins,
                "draws": pairing.games.draws,
                "losses": pairing.games.losses,
                "score": pairing.games.score(),
                "pairs": pairing.pairs.0,
                "pair_score": estimate(pairing.pairs.score()),
                "elo": estimate(pairing.pairs.elo()),
                "likelihood_of_superiority": pairing.pairs.likelihood_of_superiority(),
            })
        });
        let test = self.test.map(|test| {
            let (lower, upper) = test.test.bounds();
            json!({
                "test": test.test.to_string(),
                "log_likelihood_ratio": test.ratio,
                "lower": lower,
                "upper": upper,
                "verdict": match test.verdict {
                    Verdict::Open => "open",
                    Verdict::AcceptH0 => "H0",
                    Verdict::AcceptH1 => "H1",
                },
            })
        });
        json!({
            "game": self.game,
            "planned": self.planned,
            "from": self.from,
            "games": self.games,
            "unique_games": self.unique,
            "end": match self.end {
                End::Open => "open",
                End::Complete => "complete",
                End::Decided => "decided",
                End::BrokenOff => "broken off",
            },
            "seed": self.seed,
            "time_control": self.time_control.map(|control| control.to_string()),
            "openings": self.openings,
            "engines": engines.collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
            "first_player": {
                "wins": self.first.wins,
                "draws": self.first.draws,
                "losses": self.first.losses,
            },
            "sprt": test,
            "version": self.version,
            "machine": self.machine,
        })
    }

    /// The report in one line: what is worth knowing while the match goes on.
    pub fn short(&self) -> Short<'_> {
        Short(self)
    }
}

/// How engines are called in the report.
fn letter(number: usize) -> String {
    match u8::try_from(number) {
        Ok(number @ 0..26) => char::from(b'A' + number).to_string(),
        _ => format!("E{}", number + 1),
    }
}

/// A number as people read it: `inf` where it is infinite.
struct Elo(f64);

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_finite() {
            write!(f, "{:.1}", self.0)
        } else if self.0.is_nan() {
            f.write_str("?")
        } else {
            f.write_str(if self.0 > 0.0 { "inf" } else { "-inf" })
        }
    }
}

/// A part as a percentage.
struct Percent(f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} %", self.0 * 100.0)
    }
}

/// `Elo 43.7 ± 130.2 (-80.1 to 180.3), LOS 63.23 %`.
fn write_elo(pairs: &PairCounts, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (Some(elo), Some(superior)) = (pairs.elo(), pairs.likelihood_of_superiority()) else {
        return f.write_str("Elo unknown: no pair is finished");
    };
    let (value, margin) = (Elo(elo.value), Elo(elo.margin()));
    let (low, high) = (Elo(elo.low), Elo(elo.high));
    write!(f, "Elo {value} ± {margin} ({low} to {high}), LOS {}", Percent(superior))
}

/// `LLR 2.95 (-2.94 to 2.94)`.
fn write_ratio(test: &TestReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (lower, upper) = test.test.bounds();
    write!(f, "LLR {:.2} ({lower:.2} to {upper:.2})", test.ratio)
}

/// A report in one line.
#[derive(Clone, Copy, Debug)]
pub struct Short<'a>(&'a Report);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        write!(f, "game {} of {}: ", report.games, report.planned)?;
        if let [pairing] = report.pairings[..] {
            let GameCounts { wins, draws, losses } = pairing.games;
            write!(f, "+{wins} ={draws} -{losses}, ")?;
            write_elo(&pairing.pairs, f)?;
        } else {
            for (number, engine) in report.engines.iter().enumerate() {
                let comma = if number == 0 { "" } else { ", " };
                write!(f, "{comma}{} {} of {}", letter(number), engine.points, engine.games)?;
            }
        }
        if let Some(test) = &report.test {
            f.write_str(", ")?;
            write_ratio(test, f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let control = self.time_control.map_or_else(
            || "own limits".to_owned(),
            |control| match control {
                TimeControl::Action { time } => format!("{} s an action", time.as_secs_f64()),
                TimeControl::Game { .. } => format!("{control} s"),
                TimeControl::Nodes { nodes } => format!("{nodes} nodes an action"),
            },
        );
        writeln!(f, "{}, {control}, {}, seed {}", self.game, self.openings, self.seed)?;
        for (number, engine) in self.engines.iter().enumerate() {
            write!(f, "{}: {}", letter(number), engine.name)?;
            if let Some(identity) = &engine.identity {
                write!(f, " ({identity})")?;
            }
            writeln!(f)?;
        }
        write!(f, "Games: {} of {}", self.games, self.planned)?;
        if self.from > 1 {
            write!(f, " from number {}", self.from)?;
        }
        writeln!(
            f,
            ", {} unique{}",
            self.unique,
            match self.end {
                End::Open | End::Complete => "",
                End::Decided => "; the test has decided",
                End::BrokenOff => "; broken off",
            }
        )?;
        if self.engines.len() > 2 {
            self.write_standings(f)?;
        }
        for pairing in &self.pairings {
            write_pairing(pairing, f)?;
        }
        if let Some(test) = &self.test {
            write_ratio(test, f)?;
            let verdict = match test.verdict {
                Verdict::Open => "open",
                Verdict::AcceptH0 => "H0 is accepted",
                Verdict::AcceptH1 => "H1 is accepted",
            };
            writeln!(f, " for {}: {verdict}", test.test)?;
        }
        let GameCounts { wins, draws, losses } = self.first;
        let (first, second) = (Player::First, Player::Second);
        writeln!(f, "{first} won {wins}, {second} won {losses}, {draws} drawn")?;
        self.write_by_engine(f, "Time forfeits", |engine| engine.time_forfeits.to_string())?;
        self.write_by_engine(f, "Broken rules", |engine| engine.broken_rules.to_string())?;
        self.write_by_engine(f, "Crashes", |engine| engine.crashes.to_string())?;
        self.write_by_engine(f, "Nodes/s", |engine| {
            engine
                .nodes_per_second
                .map_or_else(|| "unknown".to_owned(), |speed| format!("{speed:.0}"))
        })?;
        self.write_by_engine(f, "Slowest action", |engine| {
            format!("{:.1} ms", engine.slowest * 1000.0)
        })?;
        write!(f, "{} on {}", self.version, self.machine)
    }
}

impl Report {
    /// A line with a value of every engine.
    fn write_by_engine(
        &self,
        f: &mut fmt::Formatter<'_>,
        what: &str,
        value: impl Fn(&EngineReport) -> String,
    ) -> fmt::Result {
        let values: Vec<String> = self
            .engines
            .iter()
            .enumerate()
            .map(|(number, engine)| format!("{} {}", letter(number), value(engine)))
            .collect();
        writeln!(f, "{what}: {}", values.join(", "))
    }

    /// The engines by their points.
    fn write_standings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |engine: &EngineReport| engine.points / (engine.games.max(1)) as f64;
        let mut order: Vec<(usize, &EngineReport)> = self.engines.iter().enumerate().collect();
        order.sort_by(|(_, one), (_, other)| share(other).total_cmp(&share(one)));
        for (place, (number, engine)) in (1..).zip(order) {
            writeln!(
                f,
                "{place}. {}: {} points of {} games, {}",
                letter(number),
                engine.points,
                engine.games,
                Percent(share(engine))
            )?;
        }
        Ok(())
    }
}

/// The two lines about two engines.
fn write_pairing(pairing: &PairingReport, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let PairingReport { a, b, games, pairs } = pairing;
    let GameCounts { wins, draws, losses } = games;
    write!(f, "{} against {}: ", letter(*a), letter(*b))?;
    let Some(score) = games.score() else { return writeln!(f, "no game is finished") };
    write!(f, "{wins} won, {draws} drawn, {losses} lost, {} of the points", Percent(score))?;
    if let Some(score) = pairs.score() {
        write!(f, " ({} to {})", Percent(score.low), Percent(score.high))?;
    }
    let [none, half, one, three_halves, two] = pairs.0;
    writeln!(f)?;
    write!(f, "  pairs by points 0 to 2: {none}, {half}, {one}, {three_halves}, {two}; ")?;
    write_elo(pairs, f)?;
    writeln!(f)
}
