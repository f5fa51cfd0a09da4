//! `gridball match`.

use std::{
    collections::hash_map::RandomState,
    ffi::OsString,
    hash::BuildHasher,
    io::IsTerminal,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::bail;
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_match::{
    Contestant, End, Journal, MatchError, Openings, Report, Settings, Sprt, Tournament, run as play,
};
use gridball_replay::TimeControl;

use crate::{
    Context,
    arguments::{GameWord, engine},
    failure::{Status, say},
    interrupt, progress,
};

/// Options of `match`.
#[derive(Args, Debug)]
#[command(
    after_help = "ENGINE is NAME[?key=value&…] such as alphabeta?nodes=20000, level:1 to level:10, or
cmd:PROGRAM ARGS for another program that speaks UGI.

Games come in pairs: the same opening twice, with sides exchanged. Game I depends on the settings
and the seed alone: with --nodes a match gives the same games again, whatever --concurrency, and in
parts with --from, or broken off and taken up again with --resume and the same options. With more
than two engines everybody meets everybody, in turn.

A program that answers late or not at all, ends, or plays what is not legal loses that game and is
started again. The margin is there for a busy machine: engines are told the time without it.
Ctrl-C prints the report of the games that are finished.

Openings: N generated ones (four random turns, balanced in the eyes of level:8), or FILE, which
holds records, or lines of actions or position texts. Without this all games begin at the start.

Examples:
  gridball match --game gridball --first alphabeta --second two-ply --games 200 --st 0.1 \\
    --openings 100 --concurrency 2 --out games.gbn
  gridball match --game dots --first mcts --second 'cmd:./my-engine --ugi' --games 2000 \\
    --tc 60+0.5 --sprt elo0=0,elo1=10 --ratinginterval 10"
)]
pub(crate) struct Arguments {
    /// A game id; `gridball games` lists them
    #[arg(long, value_name = "GAME")]
    game: GameWord,

    /// Engine A, whose results are reported
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    first: Contestant,

    /// Engine B
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    second: Contestant,

    /// One more engine; may be given several times
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    engine: Vec<Contestant>,

    /// With more than two engines: A meets each of the others, and they do not meet
    #[arg(long)]
    gauntlet: bool,

    /// How many games, an even number
    #[arg(long, value_name = "N", value_parser = even)]
    games: u64,

    /// The number of the first game
    #[arg(long, value_name = "I", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    from: u64,

    /// Seconds for a game, and those added for each action
    #[arg(long, value_name = "S+INC", value_parser = time_for_game, group = "control")]
    tc: Option<TimeControl>,

    /// Seconds for an action [default: 0.1 if no engine has limits of its own]
    #[arg(long, value_name = "S", value_parser = time_for_action, group = "control")]
    st: Option<TimeControl>,

    /// Nodes for an action
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "control")]
    nodes: Option<u64>,

    /// So much later than allowed an answer is still in time, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    timemargin: u64,

    /// How many games run at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,

    /// Where games begin: a file of openings, or so many generated ones
    #[arg(long, value_name = "FILE|N", value_parser = OsStringValueParser::new().map(OpeningsWord::from))]
    openings: Option<OpeningsWord>,

    /// End when a sequential test has decided between two claims about Elo: parts of
    /// elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic; the other model is `normalized`
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,

    /// Print the results so far on standard error after every N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    ratinginterval: Option<u64>,

    /// What all random choices depend on [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Write the records to a new file, game by game
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Go on with the match in FILE, which was broken off
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A number of openings, or a file of them. `./5` is a file.
#[derive(Clone, Debug)]
enum OpeningsWord {
    Generated(u64),
    File(PathBuf),
}

impl From<OsString> for OpeningsWord {
    fn from(word: OsString) -> Self {
        match word.to_str().map(str::parse) {
            Some(Ok(count @ 1..)) => Self::Generated(count),
            _ => Self::File(word.into()),
        }
    }
}

fn even(word: &str) -> Result<u64, String> {
    match word.parse() {
        Ok(number) if number > 0 && number % 2 == 0 => Ok(number),
        _ => Err("must be an even number above 0: each opening is played twice".to_owned()),
    }
}

fn time_for_game(word: &str) -> Result<TimeControl, String> {
    match word.parse() {
        Ok(control @ TimeControl::Game { time, .. }) if !time.is_zero() => Ok(control),
        _ => Err("expected seconds and an increment, such as 60+0.5".to_owned()),
    }
}

fn time_for_action(word: &str) -> Result<TimeControl, String> {
    match format!("1/{word}").parse() {
        Ok(control @ TimeControl::Action { time }) if !time.is_zero() => Ok(control),
        _ => Err("expected seconds, such as 0.1".to_owned()),
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let settings = settings(arguments)?;
    settings.check()?;
    let journal = match (&arguments.resume, &arguments.out) {
        (Some(resume), Some(out)) if resume != out => {
            bail!("--out: the match goes on in the file of --resume, expected no other one")
        }
        (Some(file), _) => Journal::resume(file, &settings)?,
        (None, Some(file)) => Journal::create(file)?,
        (None, None) => Journal::none(),
    };
    interrupt::catch(|| {});
    let bar = progress::bar(settings.games, "{wide_bar} {pos}/{len} games, {elapsed}, {msg}");
    let interval = arguments.ratinginterval;
    let shown = std::io::stderr().is_terminal();
    let report = play(&settings, journal, &interrupt::requested, &mut |progress| {
        let games = progress.games();
        let told = interval.is_some_and(|interval| games.is_multiple_of(interval));
        if told || shown {
            let line = progress.report().short().to_string();
            if told {
                bar.suspend(|| say(&line));
            }
            bar.set_message(line);
        }
        bar.set_position(games);
    });
    drop(bar);
    let report = report.map_err(|error| match error {
        // The error of the system is in it already.
        MatchError::Thread(error) => anyhow::anyhow!("a game cannot be started: {error}"),
        other => other.into(),
    })?;
    print(&report, arguments.json, context)?;
    Ok(if report.end == End::BrokenOff { Status::Interrupted } else { Status::Done })
}

fn settings(arguments: &Arguments) -> anyhow::Result<Settings> {
    let setup = arguments.game.setup().clone();
    let mut contestants = vec![arguments.first.clone(), arguments.second.clone()];
    contestants.extend(arguments.engine.iter().cloned());
    let openings = match &arguments.openings {
        None => Openings::Start,
        Some(OpeningsWord::Generated(count)) => Openings::Generated(*count),
        Some(OpeningsWord::File(path)) => Openings::read(path, &setup)?,
    };
    let nodes = arguments.nodes.map(|nodes| TimeControl::Nodes { nodes });
    let tournament = if arguments.gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
    Ok(Settings {
        tournament,
        from: arguments.from,
        time_control: arguments.tc.or(arguments.st).or(nodes),
        margin: Duration::from_millis(arguments.timemargin),
        concurrency: arguments.concurrency.into(),
        openings,
        sprt: arguments.sprt,
        ..Settings::new(setup, contestants, arguments.games, seed(arguments)?)
    })
}

/// The seed that was asked for, that of the match that goes on, or a new one.
fn seed(arguments: &Arguments) -> anyhow::Result<u64> {
    let recorded = |file: &Path| Journal::recorded_seed(file);
    Ok(match (arguments.seed, &arguments.resume) {
        (Some(seed), _) => Some(seed),
        (None, Some(file)) => recorded(file)?,
        (None, None) => None,
    }
    .unwrap_or_else(|| RandomState::new().hash_one(0)))
}

fn print(report: &Report, json: bool, context: &mut Context) -> std::io::Result<()> {
    if json {
        context.output.json(&report.to_json())
    } else {
        context.output.line(&report.to_string())
    }
}
