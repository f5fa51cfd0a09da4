//! The program `gridball`: five pencil-and-paper games in a terminal, their engines and records.
//!
//! Everything here is thin: it reads words, calls the other crates and prints.
//!
//! | module | holds |
//! |---|---|
//! | `commands/` | one file for each command: its options, its help, what it prints |
//! | `arguments` | words that several commands take: games, positions, engines |
//! | `play/` | a game at the board: players, saving, and line mode in `play/line/` |
//! | `screen/` | the full-screen game: start screen, field, study |
//! | `wording/` | what is said about a game, one file a game |
//! | `messages/` | every other text of a game, one file a language |
//! | `records` | reading records from files |
//! | `output`, `failure`, `interrupt` | printing, errors and exit status, Ctrl-C |
//!
//! A new command is one file in `commands/` and one line in the list in `commands/mod.rs`.
//!
//! The tests run the program as a person does. `tests/cmd/` holds transcripts of commands with
//! everything they print; `TRYCMD=overwrite cargo test -p gridball-cli --test commands` writes
//! what comes out into them.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod failure;
mod interrupt;
mod messages;
mod output;
mod play;
mod progress;
mod records;
mod screen;
mod wording;

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::anyhow;
use clap::Parser;

use crate::{
    commands::Command,
    messages::Language,
    output::{ColorChoice, Output},
};

const EXIT_STATUS: &str = "\
Without a command the start screen is shown; where there is no terminal a game of Gridball is
played line by line.

Exit status: 0 done; 1 the thing asked for is wrong (an illegal record, a failed check);
2 bad usage (a wrong word on the command line, a file that cannot be read); 130 interrupted.

Example: gridball play gridball --level 3";

/// Five pencil-and-paper games: play them, study them, let engines play
#[derive(Parser, Debug)]
#[command(name = "gridball", version, after_help = EXIT_STATUS, max_term_width = 100)]
struct Program {
    /// When to use colours; `NO_COLOR` is honoured, `always` wins over it
    #[arg(
        long,
        global = true,
        value_enum,
        default_value = "auto",
        value_name = "auto|always|never",
        hide_possible_values = true,
        display_order = 100
    )]
    color: ColorChoice,

    /// The language of texts, English where one is missing [default: that of the locale]
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "en|ru|uk",
        hide_possible_values = true,
        display_order = 100
    )]
    lang: Option<Language>,

    /// Read and keep the choices of the start screen in FILE, which may be empty, instead of the
    /// usual place
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

/// What every command is given.
#[derive(Debug)]
struct Context {
    output: Output,
    language: Language,
    /// Whether the language was asked for on the command line.
    language_is_wished: bool,
}

fn main() -> ExitCode {
    let program = match Program::try_parse() {
        Ok(program) => program,
        Err(error) => return failure::report_usage(&error),
    };
    let mut context = Context {
        output: Output::new(program.color),
        language: program.lang.unwrap_or_else(Language::from_environment),
        language_is_wished: program.lang.is_some(),
    };
    let result = match program.command {
        Some(_) if program.config.is_some() => {
            Err(anyhow!("--config: stands alone, or behind `play`"))
        }
        Some(command) => command.run(&mut context),
        None if screen::is_possible() => screen::start(program.config.as_deref(), &context),
        None => screen::check_settings(program.config.as_deref())
            .and_then(|()| Command::default().run(&mut context)),
    };
    // What was printed before an error is printed all the same.
    let flushed = context.output.flush();
    match (result, flushed) {
        (Ok(status), Ok(())) => status.into(),
        (Ok(_), Err(error)) => failure::report(&error.into()),
        (Err(error), _) => failure::report(&error),
    }
}
