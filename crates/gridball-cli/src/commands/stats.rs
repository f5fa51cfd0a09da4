//! `gridball stats`.

use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_replay::stats::{ReportOptions, Statistics, StatisticsOptions};

use crate::{Context, arguments::FileWord, failure::Status, output, records};

/// Options of `stats`.
#[derive(Args, Debug)]
#[command(after_help = "\
Games are put together by their game id. Records with a fault are told on standard error, left out
and counted; the exit status is 1 then. A mirrored opening counts as the same one, a mirrored game
as a duplicate. The JSON is described in the documentation of gridball_replay::stats.

Example: gridball stats games.gbn --depth 3")]
pub(crate) struct Arguments {
    /// Files of records; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_parser = OsStringValueParser::new().map(FileWord::from))]
    files: Vec<FileWord>,

    /// How many actions deep the tree of openings is
    #[arg(long, value_name = "N", default_value_t = 2)]
    depth: usize,

    /// Show the N most frequent continuations of each opening
    #[arg(long, value_name = "N", default_value_t = 5)]
    lines: usize,

    /// Count mirrored openings apart, as they were played
    #[arg(long)]
    as_played: bool,

    /// Draw with ASCII alone
    #[arg(long, conflicts_with = "json")]
    ascii: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let options = StatisticsOptions { depth: arguments.depth, as_played: arguments.as_played };
    let mut statistics = Statistics::new(options);
    let read = records::each_entry(&arguments.files, |entry| {
        statistics.add(entry);
        Ok(())
    });
    let out = &mut context.output;
    if arguments.json {
        out.json(&statistics.to_json(arguments.lines))?;
    } else {
        let options = ReportOptions {
            width: output::width(),
            ascii: arguments.ascii,
            lines: arguments.lines,
        };
        std::io::Write::write_all(out, statistics.report(&options).as_bytes())?;
    }
    read?;
    Ok(if statistics.faulty > 0 { Status::Wrong } else { Status::Done })
}
