//! `gridball db`: its words. What they do is in `run.rs`, and only there with the feature `db`.

#[cfg(feature = "db")]
mod run;

use std::path::PathBuf;

use clap::{
    Args, Subcommand,
    builder::{OsStringValueParser, TypedValueParser},
};

#[cfg(feature = "db")]
pub(crate) use self::run::run;
use crate::arguments::{FileWord, GameWord, PositionArguments};

/// Options of `db`.
#[derive(Args, Debug)]
#[command(after_help = "\
Example: gridball db add games.db games.gbn
         gridball db search games.db gridball --moves \"034 666\"")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Add the games of files; those that are there already stay as they are
    Add(AddArguments),
    /// Find the games that reached a position, mirrored ones too
    Search(SearchArguments),
}

/// Options of `db add`.
#[derive(Args, Debug)]
#[command(after_help = "\
Records with a fault are told on standard error, left out and counted; the exit status is 1 then.
It can be stopped at any time: adding the same files again adds what is missing.

Example: gridball db add games.db games.gbn")]
struct AddArguments {
    /// The database, one file; made if it does not exist
    #[arg(value_name = "DB")]
    database: PathBuf,

    /// Files of records; `-` is standard input
    #[arg(value_name = "FILE", required = true, value_parser = OsStringValueParser::new().map(FileWord::from))]
    files: Vec<FileWord>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Options of `db search`.
#[derive(Args, Debug)]
#[command(after_help = "\
Prints a line a game: its number in the database, after how many actions the position was there,
the result, the players, and whether the position was there in a mirror or with the players
exchanged. The last line counts how all the games ended for the players of the position asked for:
where the players are exchanged the results are too. The exit status is 0, found or not.

Example: gridball db search games.db gridball --moves \"034 666\"")]
struct SearchArguments {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,

    /// A game id; `gridball games` lists them
    #[arg(value_name = "GAME")]
    game: GameWord,

    #[command(flatten)]
    position: PositionArguments,

    /// Show so many games at most; all are counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,

    /// Print the records of the games instead of a line each
    #[arg(long, conflicts_with = "json")]
    records: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[cfg(not(feature = "db"))]
pub(crate) fn run(_: &Arguments, _: &mut crate::Context) -> anyhow::Result<crate::failure::Status> {
    anyhow::bail!(
        "this program was built without `gridball db`: cargo install --path crates/gridball-cli --all-features"
    )
}
