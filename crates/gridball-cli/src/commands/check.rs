//! `gridball check`.

use std::{io, path::Path};

use anyhow::anyhow;
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_replay::{Finding, FindingKind, Location, Records, Summary};
use serde_json::json;

use crate::{
    Context,
    arguments::FileWord,
    failure::{Status, one_line, say},
    output::Output,
    progress,
    records::{self, in_words},
};

/// Options of `check`.
#[derive(Args, Debug)]
#[command(after_help = "Each fault is a line FILE:LINE:COLUMN: what; notes are no faults.

Example: gridball check games.gbn")]
pub(crate) struct Arguments {
    /// Files of records; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_parser = OsStringValueParser::new().map(FileWord::from))]
    files: Vec<FileWord>,

    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let out = &mut context.output;
    let mut total = Summary::default();
    let mut unreadable = None;
    for file in &arguments.files {
        match check_file(file, arguments.json, out, &mut total) {
            Ok(()) => {}
            // The reader of our output has left.
            Err(error) if error.is::<io::Error>() => return Err(error),
            // The other files are checked all the same.
            Err(error) => {
                if let Some(earlier) = unreadable.replace(error) {
                    say(&format!("error: {earlier:#}"));
                }
            }
        }
    }
    if arguments.json {
        out.json(&json!({
            "games": total.games,
            "actions": total.actions,
            "faults": total.faults,
            "notes": total.notes,
        }))?;
    } else {
        out.line(&total.to_string())?;
    }
    match unreadable {
        Some(error) => Err(error),
        None if total.faults > 0 => Ok(Status::Wrong),
        None => Ok(Status::Done),
    }
}

/// Checks one file. An [`io::Error`] as the error means that nothing can be printed any more.
fn check_file(
    word: &FileWord,
    json: bool,
    out: &mut Output,
    total: &mut Summary,
) -> anyhow::Result<()> {
    let path = word.path();
    let cannot_read = |error: io::Error| anyhow!("{}: {}", path.display(), in_words(&error));
    let input = records::open(word)?;
    let bar = progress::bytes(input.length());
    for entry in Records::new(bar.wrap_read(input)).map_err(cannot_read)? {
        let entry = entry.map_err(cannot_read)?;
        total.add(&entry);
        for finding in &entry.findings {
            bar.suspend(|| print(path, finding, json, out))?;
        }
    }
    Ok(())
}

fn print(path: &Path, finding: &Finding, json: bool, out: &mut Output) -> io::Result<()> {
    if json {
        let (line, column) = match finding.location {
            Location::Text { line, column } => (Some(line), Some(column)),
            Location::Byte { .. } => (None, None),
        };
        let byte = match finding.location {
            Location::Byte { offset } => Some(offset),
            Location::Text { .. } => None,
        };
        let message = match &finding.kind {
            FindingKind::Fault(fault) => fault.to_string(),
            FindingKind::Note(note) => note.to_string(),
        };
        return out.json(&json!({
            "file": path.to_string_lossy(),
            "line": line,
            "column": column,
            "byte": byte,
            "fault": finding.is_fault(),
            "message": message,
        }));
    }
    // A record may hold anything, and a line is a finding.
    out.line(&one_line(&format!("{}:{finding}", path.display()), usize::MAX))
}
