//! How commands end: exit status, and errors as one line.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use clap::{CommandFactory, error::ErrorKind};
use thiserror::Error;

use crate::Program;

/// How a command ended that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Everything is done.
    Done,
    /// The thing asked for is wrong, and the command has said so.
    Wrong,
    /// Somebody pressed Ctrl-C, and the command has said so.
    Interrupted,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::Wrong => 1,
            Status::Interrupted => 130,
        })
    }
}

/// The thing asked for is wrong: exit status 1. Every other error means bad usage, 2.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct Wrong(pub(crate) String);

/// Somebody pressed Ctrl-C: exit status 130.
#[derive(Debug, Error)]
#[error("interrupted")]
pub(crate) struct Interrupted;

/// The longest error that is shown, in characters. An error may quote what a user gave.
const LONGEST: usize = 1000;

/// Prints `error` in one line on standard error; nothing if the reader of our output has left.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
        return Status::Done.into();
    }
    let status = if error.is::<Wrong>() {
        1
    } else if error.is::<Interrupted>() {
        130
    } else {
        2
    };
    say(&format!("error: {error:#}"));
    ExitCode::from(status)
}

/// Prints what clap has to say: help and version as they are, errors in one line.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let mut out = io::stdout().lock();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Ok(()) => Status::Done.into(),
                Err(error) => report(&error.into()),
            }
        }
        _ => {
            // Up to the usage; it and the word about `--help` are kept short.
            let what = text.split("\nUsage:").next().unwrap_or_default();
            let what = what.split("\nFor more information").next().unwrap_or_default();
            let program = Program::command();
            let command = std::env::args_os()
                .find_map(|word| program.find_subcommand(word))
                .map_or_else(String::new, |command| format!(" {}", command.get_name()));
            let what = what.trim_end().replace("\n\n  tip:", "; tip:");
            say(&format!("{what}; see `gridball{command} --help`"));
            ExitCode::from(2)
        }
    }
}

/// Prints one line on standard error. If that is closed, there is nobody to tell.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(line, LONGEST));
}

/// `text` in one line without control characters, at most `longest` characters of it.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        for character in (!line.is_empty()).then_some(' ').into_iter().chain(word.chars()) {
            if length == longest {
                line.push('…');
                return line;
            }
            line.push(if character.is_control() { '\u{fffd}' } else { character });
            length += 1;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_of_bounded_length() {
        assert_eq!(one_line(" a\n\n b\tc\u{1b}[0m ", 100), "a b c\u{fffd}[0m");
        assert_eq!(one_line("äbc def", 5), "äbc d…");
        assert_eq!(one_line("abc", 3), "abc");
        assert_eq!(one_line(&"x".repeat(1_000_000), 10).chars().count(), 11);
    }
}
