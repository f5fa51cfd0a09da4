//! `gridball rules`.

use clap::Args;

use crate::{
    Context,
    arguments::GameWord,
    failure::Status,
    output::{self, wrap},
    wording,
};

/// Longer lines than this are hard to read; in columns.
const WIDEST: usize = 100;

/// Options of `rules`.
#[derive(Args, Debug)]
#[command(after_help = "Example: gridball rules gridball")]
pub(crate) struct Arguments {
    /// A game id; `gridball games` lists them
    #[arg(value_name = "GAME")]
    game: GameWord,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let rules = wording::rules(arguments.game.setup(), context.language.messages());
    let columns = if context.output.is_terminal() { output::width() } else { WIDEST };
    for line in wrap(rules, columns.min(WIDEST)) {
        context.output.line(&line)?;
    }
    Ok(Status::Done)
}
