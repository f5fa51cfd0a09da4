//! `gridball games`.

use clap::Args;
use gridball_core::games;
use serde_json::json;

use crate::{Context, failure::Status};

/// Options of `games`.
#[derive(Args, Debug)]
#[command(after_help = "Example: gridball games")]
pub(crate) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let out = &mut context.output;
    if arguments.json {
        let list: Vec<_> = games()
            .iter()
            .map(|game| {
                json!({
                    "id": game.id,
                    "name": game.name,
                    "default": game.setups.first(),
                    "setups": game.setups,
                    "custom": game.custom,
                })
            })
            .collect();
        out.json(&list.into())?;
        return Ok(Status::Done);
    }
    let widest = games().iter().map(|game| game.name.len()).max().unwrap_or(0);
    for game in games() {
        let (default, others) = game.setups.split_first().unwrap_or((&game.id, &[]));
        let mut line = format!("{:widest$}  {default} (default)", game.name);
        for setup in others {
            line.push_str(", ");
            line.push_str(setup);
        }
        line.push_str("; ");
        line.push_str(game.custom);
        out.line(&line)?;
    }
    Ok(Status::Done)
}
