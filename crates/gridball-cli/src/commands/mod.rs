//! The commands, one file each: its options as a struct `Arguments`, its help, and `run`.

mod analyze;
mod check;
mod completions;
mod convert;
mod db;
mod engine;
mod games;
mod legal;
mod man;
mod r#match;
mod perft;
mod play;
mod render;
mod replay;
mod rules;
mod show;
mod stats;

use clap::Subcommand;

use crate::{Context, failure::Status};

/// The list of commands, in the order in which the help shows them.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game against an engine or another person, or watch two engines
    Play(Box<play::Arguments>),
    /// List the games, their set-ups and defaults
    Games(games::Arguments),
    /// Show the rules of a game, short
    Rules(rules::Arguments),
    /// Draw a position or a recorded game in text
    Show(show::Arguments),
    /// Step through a record
    Replay(replay::Arguments),
    /// Make a picture of a position, or a film of a game
    Render(render::Arguments),
    /// List the legal actions of a position, one a line
    Legal(legal::Arguments),
    /// Count the action sequences of a length
    Perft(perft::Arguments),
    /// Find the best actions of a position, or judge every action of recorded games
    Analyze(analyze::Arguments),
    /// Let engines play against each other, and report which is the stronger one
    Match(Box<r#match::Arguments>),
    /// Replay every record of files and report what is wrong
    Check(check::Arguments),
    /// Convert files of records from one format to another
    Convert(convert::Arguments),
    /// Show results, lengths and openings of a collection of games
    Stats(stats::Arguments),
    /// Keep an index of big collections, and find the games that reached a position
    Db(db::Arguments),
    /// Speak the engine protocol UGI on standard input and output
    Engine(engine::Arguments),
    /// Print a completion script for a shell
    Completions(completions::Arguments),
    /// Write manual pages into a directory
    Man(man::Arguments),
}

impl Default for Command {
    fn default() -> Self {
        Self::Play(Box::default())
    }
}

impl Command {
    /// Does what was asked for.
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<Status> {
        match self {
            Self::Play(arguments) => play::run(&arguments, context),
            Self::Games(arguments) => games::run(&arguments, context),
            Self::Rules(arguments) => rules::run(&arguments, context),
            Self::Show(arguments) => show::run(&arguments, context),
            Self::Replay(arguments) => replay::run(&arguments, context),
            Self::Render(arguments) => render::run(&arguments, context),
            Self::Legal(arguments) => legal::run(&arguments, context),
            Self::Perft(arguments) => perft::run(&arguments, context),
            Self::Analyze(arguments) => analyze::run(&arguments, context),
            Self::Match(arguments) => r#match::run(&arguments, context),
            Self::Check(arguments) => check::run(&arguments, context),
            Self::Convert(arguments) => convert::run(&arguments, context),
            Self::Stats(arguments) => stats::run(&arguments, context),
            Self::Db(arguments) => db::run(&arguments, context),
            Self::Engine(arguments) => engine::run(&arguments, context),
            Self::Completions(arguments) => completions::run(&arguments, context),
            Self::Man(arguments) => man::run(&arguments, context),
        }
    }
}
