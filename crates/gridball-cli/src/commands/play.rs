//! `gridball play`.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::Duration,
};

use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_ai::Level;
use gridball_replay::text::Charset;

use crate::{
    Context,
    arguments::{GameOrFile, Side, level, whole_number},
    failure::{Status, say},
    play::{Wish, line},
    screen,
};

/// Options of `play`.
#[derive(Args, Debug, Default)]
#[command(
    after_help = "ENGINE is NAME[?key=value&…] such as alphabeta?nodes=20000, level:1 to level:10, or
cmd:PROGRAM ARGS for another program that speaks UGI.

Every game is saved after each action, in the data folder (GRIDBALL_DATA, or the usual place of
the platform) or with --save. `gridball play` alone shows the start screen, or with --plain offers
to continue the last unfinished game; with a FILE its last game is continued.

Examples:
  gridball play paper-football --level 7
  gridball play --first human --second human --save game.gbn
  gridball play --first level:3 --second level:4"
)]
pub(crate) struct Arguments {
    /// A game id [default: gridball], or a file of records to continue
    #[arg(value_name = "GAME|FILE", value_parser = OsStringValueParser::new().map(GameOrFile::from))]
    game: Option<GameOrFile>,

    /// Who plays First: `human` or ENGINE [default: human]
    #[arg(long, value_name = "SIDE")]
    first: Option<Side>,

    /// Who plays Second: `human` or ENGINE [default: level:5]
    #[arg(long, value_name = "SIDE")]
    second: Option<Side>,

    /// The strength, 1 to 10, of every side that is not human and has no level of its own
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<Level>,

    /// How long engines think about an action, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = whole_number::<u64>(1..=86_400_000))]
    time: Option<u64>,

    /// Line by line, even on a terminal
    #[arg(long)]
    plain: bool,

    /// Read and keep the choices of the start screen in FILE, which may be empty, instead of the
    /// usual place
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Write the record to FILE after each action; what is in the file stays
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// What the random choices of engines depend on
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,

    /// Draw with ASCII alone
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let wish = Wish {
        game: arguments.game.clone(),
        sides: [arguments.first.clone(), arguments.second.clone()],
        level: arguments.level,
        time: arguments.time.map(Duration::from_millis),
        save: arguments.save.clone(),
        seed: arguments.seed,
        charset: if arguments.ascii { Charset::Ascii } else { Charset::Unicode },
    };
    let config = arguments.config.as_deref();
    if !arguments.plain && screen::is_possible() {
        return screen::play(&wish, config, context);
    }
    screen::check_settings(config)?;
    if arguments.plain {
        return line::play(&wish, context);
    }
    // A person who sees this wonders why; a program behind a pipe has no use for it.
    if io::stderr().is_terminal() {
        say(context.language.messages().no_full_screen());
    }
    line::play(&wish, context)
}
