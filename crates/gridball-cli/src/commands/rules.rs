//! `gridball rules`.

use clap::Args;

use crate::{Context, arguments::GameWord, failure::Status, wording};

/// Options of `rules`.
#[derive(Args, Debug)]
#[command(after_help = "Example: gridball rules gridball")]
pub(crate) struct Arguments {
    /// A game id; `gridball games` lists them
    #[arg(value_name = "GAME")]
    game: GameWord,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let rules = wording::rules(arguments.game.setup());
    context.output.line(rules.trim_end())?;
    Ok(Status::Done)
}
