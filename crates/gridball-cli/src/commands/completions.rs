//! `gridball completions`.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Context, Program, failure::Status};

/// Options of `completions`.
#[derive(Args, Debug)]
#[command(
    after_help = "Example: gridball completions bash > ~/.local/share/bash-completion/completions/gridball"
)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    // The generator panics when it cannot write, so it gets something that can always be written.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Program::command(), "gridball", &mut script);
    context.output.write_all(&script)?;
    Ok(Status::Done)
}
