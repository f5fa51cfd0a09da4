//! `gridball show`.

use anyhow::bail;
use clap::Args;
use gridball_core::{AnyGame, AnyPosition, Outcome, Player, Position};
use gridball_replay::text::{Charset, TextOptions, draw};
use serde_json::{Value, json};

use crate::{Context, arguments::SourceArguments, failure::Status, output};

/// Options of `show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gridball show gridball --moves \"034 666\"
  gridball show game.gbn --upto 20")]
#[allow(clippy::struct_excessive_bools, reason = "they are switches on a command line")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: SourceArguments,

    /// Draw with box-drawing characters, the default
    #[arg(long, conflicts_with = "ascii")]
    unicode: bool,

    /// Draw with ASCII alone
    #[arg(long)]
    ascii: bool,

    /// Mark odd and even points (paper soccer)
    #[arg(long)]
    parity: bool,

    /// Print the position and the actions as JSON instead
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let (record, last) = arguments.source.record()?;
    let game = record.game_after(last);
    if arguments.parity && !matches!(game.position(), AnyPosition::PaperSoccer(_)) {
        bail!("--parity: is for paper soccer, and this is {}", game.position().setup());
    }
    if arguments.json {
        context.output.json(&as_json(&game))?;
        return Ok(Status::Done);
    }
    let options = TextOptions {
        charset: if arguments.ascii { Charset::Ascii } else { Charset::Unicode },
        max_width: output::width(),
        words: context.language.messages().legend(),
        parity: arguments.parity,
        ..TextOptions::default()
    };
    context.output.drawing(&draw(&game, &options))?;
    Ok(Status::Done)
}

/// The position and how it came about.
fn as_json(game: &AnyGame) -> Value {
    let position = game.position();
    let mut actions = Vec::new();
    game.replay(|before, action, _| actions.push(before.action_text(action)));
    let player = |player| match player {
        Player::First => "first",
        Player::Second => "second",
    };
    json!({
        "game": position.setup().to_string(),
        "start": game.start().position_text(),
        "actions": actions,
        "position": position.position_text(),
        "to_move": player(position.to_move()),
        "result": position.outcome().map(|outcome| match outcome {
            Outcome::Win(winner) => player(winner),
            Outcome::Draw => "draw",
        }),
        "reason": position.end_reason().map(|reason| reason.to_string()),
    })
}
