//! `gridball convert`.

use std::{
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::bail;
use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_replay::{
    CompressedWriter, Compression, Conversion, ConversionError, Entry, FindingKind, Format,
    RecordWriter, Records, WriteError, convert, save_atomically,
};

use crate::{
    Context,
    arguments::FileWord,
    failure::{Interrupted, Status, Wrong, say},
    interrupt, progress,
    records::{self, Input, STANDARD, in_words},
};

/// Options of `convert`.
#[derive(Args, Debug)]
#[command(
    after_help = "Formats: gbn, json, ndjson, sgf; kurnik and sav are read only, parquet (a table with a row for
each action, where it is built in) is written only. What IN holds is found out from its
beginning, what OUT is to hold from the end of its name; .gz and .zst behind it compress.

A record that cannot be read to its end, or that the format of OUT cannot hold, is reported and left
out as a whole; the others are converted, and the exit status is 1. OUT takes its name when it is
whole: after any other error, and when nothing could be converted, it is as it was before.

Examples:
  gridball convert games.sgf games.gbn
  gridball convert games.txt.gz - --to ndjson"
)]
pub(crate) struct Arguments {
    /// The file to read; `-` is standard input
    #[arg(value_name = "IN", value_parser = OsStringValueParser::new().map(FileWord::from))]
    input: FileWord,

    /// The file to write; `-` is standard output
    #[arg(value_name = "OUT", value_parser = OsStringValueParser::new().map(PathBuf::from))]
    output: PathBuf,

    /// The format of IN [default: what its beginning looks like]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    from: Option<Format>,

    /// The format of OUT [default: what its name says]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: Option<Format>,
}

/// Reads the name of a format.
fn format(word: &str) -> Result<Format, String> {
    match word.parse::<Format>() {
        Err(_) if word == "parquet" => Err(records::WITHOUT_PARQUET.to_owned()),
        other => other.map_err(|error| error.to_string()),
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let target = records::target(&arguments.output, arguments.to)?;
    interrupt::catch(|| {});
    let input = Interruptible(records::open(&arguments.input)?);
    let (from, to) = (arguments.input.path(), arguments.output.as_path());
    let mut converted = None;
    let convert = |out: &mut (dyn Write + Send)| {
        match converted.insert(convert_to(input, arguments, target, out)) {
            Err(ConversionError::Output(error)) => {
                Err(std::mem::replace(error, io::ErrorKind::Other.into()))
            }
            // An error here leaves a file that is there as it was. It is not exchanged for an
            // empty one either.
            Err(ConversionError::Input(_)) | Ok(Conversion { written: 0, .. }) => {
                Err(io::ErrorKind::Other.into())
            }
            Ok(_) if interrupt::requested() => Err(io::ErrorKind::Interrupted.into()),
            Ok(_) => Ok(()),
        }
    };
    let saved = if to.as_os_str() == STANDARD {
        convert(&mut context.output)
    } else {
        save_atomically(to, convert)
    };
    if interrupt::requested() {
        bail!(Interrupted);
    }
    if let Some(Err(ConversionError::Input(error))) = &converted {
        bail!("{}: {}", from.display(), in_words(error));
    }
    match saved {
        _ if matches!(converted, Some(Ok(Conversion { written: 0, .. }))) => {}
        // Whether the reader of standard output has left is decided where errors are reported.
        Err(error) if to.as_os_str() == STANDARD => return Err(error.into()),
        Err(error) => bail!("{}: {}", to.display(), in_words(&error)),
        Ok(()) => {}
    }
    // Where nothing was converted something went wrong, and was said.
    let Conversion { written, left_out, faults } = converted.transpose()?.unwrap_or_default();
    if left_out > 0 {
        let games = written + left_out;
        bail!(Wrong(format!("{}: {left_out} of {games} games left out", from.display())));
    }
    if written == 0 {
        bail!(Wrong(format!("{}: there is no record in this file", from.display())));
    }
    Ok(if faults > 0 { Status::Wrong } else { Status::Done })
}

fn convert_to(
    input: Interruptible,
    arguments: &Arguments,
    (format, compression): (Format, Option<Compression>),
    out: &mut (dyn Write + Send),
) -> Result<Conversion, ConversionError> {
    let bar = progress::bytes(input.0.length());
    let input = bar.wrap_read(input);
    let records = match arguments.from {
        Some(format) => Records::with_format(format, input),
        None => Records::new(input).map_err(ConversionError::Input)?,
    };
    let mut out = CompressedWriter::new(compression, out).map_err(ConversionError::Output)?;
    let writer = RecordWriter::new(format, &mut out)
        .map_err(|error| ConversionError::Output(io::Error::other(error)))?;
    let path = arguments.input.path();
    let converted = convert(records, writer, |entry, refusal| {
        bar.suspend(|| report(path, entry, refusal));
    })?;
    out.finish().map_err(ConversionError::Output)?;
    Ok(converted)
}

/// Says what is wrong with a record, and what was taken in another way than it stands there.
fn report(path: &Path, entry: &Entry, refusal: Option<&WriteError>) {
    for finding in &entry.findings {
        let told = match &finding.kind {
            FindingKind::Fault(_) => true,
            FindingKind::Note(note) => note.is_change(),
        };
        if told {
            say(&format!("{}:{finding}", path.display()));
        }
    }
    if let Some(refusal) = refusal {
        say(&format!("{}:{}: {refusal}", path.display(), entry.location));
    }
}

/// Reads until Ctrl-C comes.
struct Interruptible(Input);

impl Read for Interruptible {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if interrupt::requested() {
            return Err(io::Error::other("interrupted"));
        }
        self.0.read(buffer)
    }
}
