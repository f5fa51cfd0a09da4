//! `gridball analyze`.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{anyhow, bail};
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_ai::{
    AnyEngine, EngineSpec, JudgedAction, Judgement, Limits, SearchError, SearchResult, line_text,
};
use gridball_core::{AnyAction, AnyGame, AnyPosition, Player, Position};
use gridball_match::annotate;
use gridball_replay::{
    CompressedWriter, Compression, Entry, Format, Record, RecordWriter, Records, WriteError,
    save_atomically,
};
use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::{
    Context,
    arguments::{FileWord, GameOrFile, PositionArguments},
    failure::{Interrupted, Status, Wrong, say},
    interrupt,
    play::players::{CommandLine, search_position},
    progress,
    records::{self, in_words},
};

/// The time for a position.
const FOR_A_POSITION: u64 = 1000;
/// The time for each action of a record.
const FOR_AN_ACTION: u64 = 200;

/// Options of `analyze`.
#[derive(Args, Debug)]
#[command(
    after_help = "Of a position the best actions are printed, each with its worth for the player to move and what
would follow: `cp 0` is even, `cp 100` expects 64 % of the point, `cp 400` 91 %; `win 3` and `loss 3`
are proven and count the actions that are left.

Of records every action is judged by what it gives away of the point that the best action expects:
0.10 or more `?!`, 0.20 or more `?`, 0.30 or more `??`; `!` is the best action where the second best
one gives away 0.20 or more. The records are written with these signs, with comments [%eval SCORE]
seen from First, and with what would have been better.

Examples:
  gridball analyze gridball --moves \"034 666\" --multi 5
  gridball analyze games.gbn -o judged.gbn --time 500"
)]
pub(crate) struct Arguments {
    /// A game id, or a file of records
    #[arg(value_name = "GAME|FILE", value_parser = OsStringValueParser::new().map(GameOrFile::from))]
    source: GameOrFile,

    #[command(flatten)]
    position: PositionArguments,

    /// Which game of the file [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,

    /// How long to think about a position, in milliseconds [default: 1000; in records 200]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,

    /// How many nodes to look at instead: the same answer every time
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// How many of the best actions to show
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=500))]
    multi: u32,

    /// Write the records to FILE
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn limits(&self, default_time: u64) -> Limits {
        let limits = match self.nodes {
            Some(nodes) => Limits::nodes(nodes),
            None => Limits::move_time(Duration::from_millis(self.time.unwrap_or(default_time))),
        };
        Limits { multi_pv: self.multi, ..limits }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match &arguments.source {
        GameOrFile::Game(_) if arguments.game.is_some() => {
            bail!("--game: names a game of a file, and there is no file")
        }
        GameOrFile::Game(game) => {
            let game = arguments.position.game(game)?;
            interrupt::catch(|| {});
            analyze_position(&game, arguments, context)
        }
        GameOrFile::File(_)
            if arguments.position.fen.is_some() || arguments.position.moves.is_some() =>
        {
            bail!("--fen and --moves stand with a game id, a record has its own actions")
        }
        GameOrFile::File(file) => {
            interrupt::catch(|| {});
            judge_records(file, arguments, context)
        }
    }
}

// A position.

fn analyze_position(
    game: &AnyGame,
    arguments: &Arguments,
    context: &mut Context,
) -> anyhow::Result<Status> {
    let position = game.position();
    if let Some(outcome) = position.outcome() {
        bail!(Wrong(format!("the game is over: {outcome}")));
    }
    let target = arguments
        .output
        .as_deref()
        .map(|path| target(path).map(|target| (path, target)))
        .transpose()?;
    let mut engine = AnyEngine::new(EngineSpec::best());
    let limits = arguments.limits(FOR_A_POSITION);
    let result = search_position(&mut engine, position, &limits, &mut CommandLine)?;
    let out = &mut context.output;
    let lines = lines(position, &result);
    if arguments.json {
        out.json(&position_as_json(position, &result))?;
    } else {
        for line in &lines {
            out.line(line)?;
        }
        out.flush()?;
        let seconds = result.elapsed.as_secs_f64();
        say(&format!("depth {}, {} nodes, {seconds:.3} s", result.depth, result.nodes));
    }
    if let Some((path, target)) = target {
        let mut record = Record::from_game(game);
        let last = record.last();
        record.annotation_mut(last).comments.extend(lines);
        let saved = save_atomically(path, |out| write_all([record], target, out));
        saved.map_err(|error| anyhow!("{}: {}", path.display(), in_words(&error)))?;
    }
    Ok(if interrupt::requested() { Status::Interrupted } else { Status::Done })
}

/// The best actions: number, worth, what would follow.
fn lines(position: &AnyPosition, result: &SearchResult<AnyAction>) -> Vec<String> {
    (1..)
        .zip(&result.lines)
        .map(|(rank, line)| {
            let score = line.score.to_string();
            format!("{rank:>2}. {score:<8} {}", line_text(position, &line.actions))
        })
        .collect()
}

fn position_as_json(position: &AnyPosition, result: &SearchResult<AnyAction>) -> Value {
    let lines = result.lines.iter().map(|line| {
        json!({
            "score": line.score.to_string(),
            "expected_points": line.score.expected_points(),
            "actions": texts(position, &line.actions),
        })
    });
    json!({
        "game": position.setup().to_string(),
        "position": position.position_text(),
        "to_move": player_word(position.to_move()),
        "depth": result.depth,
        "nodes": result.nodes,
        "milliseconds": result.elapsed.as_secs_f64() * 1000.0,
        "lines": lines.collect::<Vec<_>>(),
    })
}

fn texts(position: &AnyPosition, actions: &[AnyAction]) -> Vec<String> {
    line_text(position, actions).split_whitespace().map(str::to_owned).collect()
}

const fn player_word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

// Records.

/// A record with its judged actions.
struct Judged {
    /// Its number in the file, from 1.
    number: u64,
    record: Record,
    actions: Vec<JudgedAction>,
}

fn judge_records(
    file: &FileWord,
    arguments: &Arguments,
    context: &mut Context,
) -> anyhow::Result<Status> {
    let out = &mut context.output;
    let mut judging = Judging::new(file, arguments)?;
    if let Some(path) = &arguments.output {
        let target = target(path)?;
        let mut failure = None;
        let mut told = Vec::new();
        let saved = save_atomically(path, |file| {
            let records = std::iter::from_fn(|| {
                let judged = judging.next()?;
                let told_of = |judged: &Judged| {
                    if arguments.json {
                        record_as_json(judged).to_string()
                    } else {
                        summary(judged)
                    }
                };
                told.extend(judged.as_ref().ok().map(told_of));
                judged.map_err(|error| failure = Some(error)).ok().map(|judged| judged.record)
            });
            write_all(records, target, file)?;
            // A file that is there is not exchanged for a part of the records, or for none.
            let whole = failure.is_none() && judging.judged > 0;
            if whole { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if judging.judged > 0 {
            saved.map_err(|error| anyhow!("{}: {}", path.display(), in_words(&error)))?;
        }
        for line in told {
            out.line(&line)?;
        }
    } else {
        for judged in &mut judging {
            let judged = judged?;
            if arguments.json {
                out.json(&record_as_json(&judged))?;
            } else {
                write_all([judged.record], (Format::Gbn, None), out)?;
            }
            out.flush()?;
        }
    }
    judging.finish()?;
    Ok(Status::Done)
}

/// Judges one record of a file after the other.
struct Judging {
    name: String,
    records: Records<'static>,
    engine: AnyEngine,
    limits: Limits,
    bar: ProgressBar,
    /// The one record that is wanted, if not all are.
    wanted: Option<u64>,
    /// How many records were seen, judged, and left out because of faults.
    seen: u64,
    judged: u64,
    left_out: u64,
}

impl Judging {
    fn new(file: &FileWord, arguments: &Arguments) -> anyhow::Result<Self> {
        let name = file.path().display().to_string();
        let input = records::open(file)?;
        let bar = progress::bytes(input.length());
        let records = Records::new(bar.wrap_read(input))
            .map_err(|error| anyhow!("{name}: {}", in_words(&error)))?;
        Ok(Self {
            name,
            records,
            engine: AnyEngine::new(EngineSpec::best()),
            limits: arguments.limits(FOR_AN_ACTION),
            bar,
            wanted: arguments.game,
            seen: 0,
            judged: 0,
            left_out: 0,
        })
    }

    /// Judges what is in an entry; `None` if it could not be read, which is said.
    fn judge(&mut self, entry: Entry) -> anyhow::Result<Option<Judged>> {
        let mut record = match entry.into_whole() {
            Ok(record) => record,
            Err(fault) => {
                self.bar.suspend(|| say(&format!("{}:{fault}", self.name)));
                self.left_out += 1;
                return Ok(None);
            }
        };
        let actions = annotate(&mut record, &self.limits, &mut |position, limits| {
            let result = search_position(&mut self.engine, position, limits, &mut CommandLine);
            if interrupt::requested() {
                return Err(anyhow!(Interrupted));
            }
            result.map_err(|error: SearchError| anyhow!(error))
        })?;
        self.judged += 1;
        Ok(Some(Judged { number: self.seen, record, actions }))
    }

    /// What there is to say when all is done.
    fn finish(self) -> anyhow::Result<()> {
        let Self { name, wanted, seen, judged, left_out, .. } = self;
        match wanted {
            _ if seen == 0 => bail!(Wrong(format!("{name}: there is no record in this file"))),
            Some(number) if number > seen => {
                bail!("{name}: there is no game {number}, the file ends after game {seen}")
            }
            _ if left_out > 0 => {
                let games = judged + left_out;
                bail!(Wrong(format!("{name}: {left_out} of {games} games left out")))
            }
            _ => Ok(()),
        }
    }
}

impl Iterator for Judging {
    type Item = anyhow::Result<Judged>;

    fn next(&mut self) -> Option<anyhow::Result<Judged>> {
        while self.wanted.is_none_or(|wanted| self.seen < wanted) {
            let entry = match self.records.next()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(anyhow!("{}: {}", self.name, in_words(&error)))),
            };
            self.seen += 1;
            if self.wanted.is_none_or(|wanted| wanted == self.seen)
                && let Some(judged) = self.judge(entry).transpose()
            {
                return Some(judged);
            }
        }
        None
    }
}

/// How to write the file at `path`: as its name says, and as gbn if that says nothing.
fn target(path: &Path) -> anyhow::Result<(Format, Option<Compression>)> {
    let plain = path.extension().is_none_or(|extension| extension == "txt");
    records::target(path, plain.then_some(Format::Gbn))
}

fn write_all(
    records: impl IntoIterator<Item = Record>,
    (format, compression): (Format, Option<Compression>),
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let as_io = |error: WriteError| match error {
        WriteError::Io(error) => error,
        other => io::Error::other(other),
    };
    let mut out = CompressedWriter::new(compression, out)?;
    let mut writer = RecordWriter::new(format, &mut out).map_err(as_io)?;
    for record in records {
        writer.write(&record).map_err(as_io)?;
    }
    writer.finish().map_err(as_io)?;
    out.finish()?;
    Ok(())
}

/// How many signs of each kind each player has earned.
fn summary(judged: &Judged) -> String {
    let mut counts: BTreeMap<(usize, Judgement), u64> = BTreeMap::new();
    let mut position = judged.record.start().clone();
    for action in &judged.actions {
        *counts.entry((position.to_move().index(), action.judgement)).or_default() += 1;
        position.play_unchecked(&action.action);
    }
    let of = |player: Player| {
        let signs = [Judgement::OnlyGood, Judgement::Doubtful, Judgement::Weak, Judgement::Blunder]
            .map(|judgement| {
                let count = counts.get(&(player.index(), judgement)).copied().unwrap_or_default();
                format!("{count} {}", judgement.sign())
            });
        format!("{player} {}", signs.join(" "))
    };
    let Judged { number, actions, .. } = judged;
    let (first, second) = (of(Player::First), of(Player::Second));
    format!("game {number}: {} actions, {first}, {second}", actions.len())
}

fn record_as_json(judged: &Judged) -> Value {
    let mut position = judged.record.start().clone();
    let mut actions = Vec::new();
    for action in &judged.actions {
        actions.push(json!({
            "action": position.action_text(&action.action),
            "player": player_word(position.to_move()),
            "score": action.score.to_string(),
            "sign": action.judgement.sign(),
            "given_away": action.given_away,
            "best": texts(&position, &action.best.actions),
            "best_score": action.best.score.to_string(),
        }));
        position.play_unchecked(&action.action);
    }
    json!({
        "game": judged.record.setup().to_string(),
        "result": judged.record.result.text(),
        "actions": actions,
    })
}
