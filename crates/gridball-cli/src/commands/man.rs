//! `gridball man`.

use std::{fs, path::PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use gridball_replay::save_atomically;

use crate::{Context, Program, failure::Status, records::in_words};

/// Options of `man`.
#[derive(Args, Debug)]
#[command(after_help = "Example: gridball man ~/.local/share/man/man1")]
pub(crate) struct Arguments {
    /// Where the pages go; made if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let directory = &arguments.directory;
    let cannot_write = |error| anyhow!("{}: {}", directory.display(), in_words(&error));
    if directory.exists() && !directory.is_dir() {
        bail!("{}: is no directory, expected one to put the pages into", directory.display());
    }
    fs::create_dir_all(directory).map_err(cannot_write)?;
    let mut program = Program::command();
    program.build();
    let mut pages = vec![program.clone()];
    // `help` is no command of ours, and has no page.
    pages.extend(program.get_subcommands().filter(|command| command.get_name() != "help").cloned());
    for command in pages {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
        let path = directory.join(format!("{name}.1"));
        save_atomically(&path, |out| Man::new(command).render(out)).map_err(cannot_write)?;
        context.output.line(&path.display().to_string())?;
    }
    Ok(Status::Done)
}
