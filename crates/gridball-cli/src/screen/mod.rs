//! The full-screen game: playing, watching and studying in a terminal.
//!
//! The screen is a value, [`App`]: events in, a picture out. It reads no clock, no file and no
//! terminal; all of that is behind [`Host`](host::Host). So tests press keys and look at pictures
//! without a terminal, and the loop round it is thin.
//!
//! | module | holds |
//! |---|---|
//! | `app` | which screen is shown, what lies on top of it, where events go |
//! | `start`, `game`, `study` | the three screens: what they know and what keys do there |
//! | `board/` | the field: geometry, lines of Braille dots, entering an action |
//! | `view/` | what the screens look like |
//! | `keys` | the one table of keys, for pressing and for help |
//! | `moves`, `adviser`, `field` | the list of moves; hints and analyses; a line of text |
//! | `look`, `write` | colours by role; text into a part of the screen |
//! | `settings` | what was chosen last, as a TOML file |
//! | `context`, `host` | what screens are given, and what they ask of the world |
//! | `world`, `thinker`, `terminal` | the world: files, engines on threads, the terminal |

mod adviser;
mod app;
mod board;
mod context;
mod field;
mod game;
mod host;
mod keys;
mod look;
mod moves;
mod settings;
mod start;
mod study;
mod terminal;
#[cfg(test)]
mod tests;
mod thinker;
mod view;
mod world;
mod write;

use std::{
    io::{self, IsTerminal},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use gridball_replay::text::Charset;
use ratatui::crossterm::event;

use self::{
    app::{App, Flow},
    context::{NewGame, Reply, Wished},
    host::Host as _,
    look::Depth,
    settings::{Found, Settings, SettingsFile},
    terminal::FullScreen,
    world::World,
};
use crate::{
    Context,
    arguments::{FileWord, GameOrFile},
    failure::{Status, say},
    interrupt,
    play::{
        Wish,
        clock::ClockSetting,
        sides::{PLAYER_TAGS, choose_sides, recorded_programs},
        storage::Storage,
    },
    records,
};

/// How long the loop waits when nothing is expected to happen.
const IDLE: Duration = Duration::from_millis(250);
/// How often it looks for the thoughts of engines.
const THINKING: Duration = Duration::from_millis(30);
/// Pictures follow each other no faster, while events pour in.
const FASTEST: Duration = Duration::from_millis(15);

/// Whether a whole screen can be shown: both ends are a terminal, and not the dumbest one.
pub(crate) fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Checks the file of settings that was named, where nothing else is done with it.
///
/// # Errors
///
/// What is wrong with the file.
pub(crate) fn check_settings(config: Option<&Path>) -> anyhow::Result<()> {
    match config {
        Some(_) => SettingsFile::new(config).read().map(drop),
        None => Ok(()),
    }
}

/// Shows the start screen, with the settings of this file instead of the usual one.
///
/// # Errors
///
/// Those of the terminal.
pub(crate) fn start(config: Option<&Path>, context: &Context) -> anyhow::Result<Status> {
    let mut file = SettingsFile::new(config);
    let found = file.read()?;
    let world = World::new(Storage::new(None)?, file, None, None);
    run(Reply::Start, found, wished(Charset::Unicode, context), world)
}

/// Plays what was wished; without a wish for anything the start screen decides.
///
/// # Errors
///
/// What is wrong with the wish, and those of the terminal.
pub(crate) fn play(
    wish: &Wish,
    config: Option<&Path>,
    context: &Context,
) -> anyhow::Result<Status> {
    let mut file = SettingsFile::new(config);
    let mut found = file.read()?;
    let settings = &mut found.settings;
    let storage = Storage::new(wish.save.clone())?;
    let open = wish.game.is_none()
        && wish.sides.iter().all(Option::is_none)
        && wish.level.is_none()
        && wish.save.is_none();
    let beginning = match &wish.game {
        Some(GameOrFile::File(word)) => {
            let mut last = records::read_last(word)?;
            let sides = choose_sides(wish, Some(&last.record))?;
            let programs = recorded_programs(&last.record);
            for (index, side) in wish.sides.iter().enumerate() {
                // Whoever was named need not be asked for.
                if let (Some(side), Some(_)) = (side, &programs[index]) {
                    let _ = last.record.tags.set(PLAYER_TAGS[index], &side.name());
                }
            }
            let source = (word.path().to_owned(), last.alone);
            Reply::Continue(Box::new(last.record), Some(source), Box::new(sides))
        }
        None if open => Reply::Start,
        game => {
            if let Some(GameOrFile::Game(game)) = game {
                settings.game = game.setup().clone();
            } else {
                settings.game = Settings::default().game;
            }
            let sides = choose_sides(wish, None)?;
            let setup = settings.game.clone();
            let clock = ClockSetting::NONE;
            Reply::Begin(Box::new(NewGame { setup, sides, clock }))
        }
    };
    let world = World::new(storage, file, wish.time, wish.seed);
    run(beginning, found, wished(wish.charset, context), world)
}

/// Replays and studies a record of a file: the one with this number, from 1.
///
/// # Errors
///
/// What is wrong with the file or the record, and those of the terminal.
pub(crate) fn replay(file: &FileWord, number: u64, context: &Context) -> anyhow::Result<Status> {
    let mut config = SettingsFile::new(None);
    let found = config.read()?;
    let mut world = World::new(Storage::new(None)?, config, None, None);
    let opened = world.read(file.path(), number, false)?;
    run(Reply::Study(Box::new(opened)), found, wished(Charset::Unicode, context), world)
}

/// What the command line says about language and look.
fn wished(charset: Charset, context: &Context) -> Wished {
    Wished {
        locale: context.language,
        language: if context.language_is_wished { Some(context.language) } else { None },
        no_colors: !context.output.has_color(),
        ascii: matches!(charset, Charset::Ascii),
        plain_terminal: look::shows_only_ascii(),
    }
}

/// Runs the screen until somebody leaves.
fn run(beginning: Reply, found: Found, wished: Wished, mut world: World) -> anyhow::Result<Status> {
    static WANTED: AtomicBool = AtomicBool::new(true);
    let depth = Depth::from_environment();
    let mut app = App::new(beginning, found.settings, wished, depth, &mut world)?;
    if let Some((fault, kept)) = found.fault {
        app.announce_fault(&fault, &kept);
    }
    interrupt::catch(|| WANTED.store(false, Ordering::SeqCst));
    terminal::wishes_to_stop();
    let mut screen = FullScreen::take()?;
    let mut drawn: Option<Instant> = None;
    let mut changed = true;
    let ended = loop {
        if !WANTED.load(Ordering::SeqCst) {
            app.leave(&mut world);
            break Ok(Status::Interrupted);
        }
        if changed && drawn.is_none_or(|at| at.elapsed() >= FASTEST) {
            if let Err(error) = screen.terminal.draw(|frame| app.draw(frame, &mut world)) {
                // The terminal is gone; the game is saved.
                app.leave(&mut world);
                break Err(error);
            }
            drawn = Some(Instant::now());
            changed = false;
        }
        let mut wait = app.patience().unwrap_or(IDLE).min(IDLE);
        if world.is_thinking() {
            wait = wait.min(THINKING);
        }
        if changed {
            wait = wait.min(FASTEST);
        }
        let mut flow = Flow::Continue;
        match event::poll(wait).and_then(|ready| ready.then(event::read).transpose()) {
            Ok(Some(event)) => {
                flow = app.handle(&event, &mut world);
                changed = true;
            }
            Ok(None) => changed |= app.patience().is_some(),
            Err(error) => {
                app.leave(&mut world);
                break Err(error);
            }
        }
        while flow == Flow::Continue
            && let Some(thought) = world.next_thought()
        {
            flow = app.hear(&thought, &mut world);
            changed = true;
        }
        if flow == Flow::Continue {
            flow = app.tick(&mut world);
        }
        if flow == Flow::Continue && terminal::wishes_to_stop() {
            flow = Flow::Suspend;
        }
        match flow {
            Flow::Continue => {}
            Flow::Suspend => {
                if let Err(error) = screen.suspend() {
                    app.leave(&mut world);
                    break Err(error);
                }
                changed = true;
            }
            Flow::Redraw => {
                if let Err(error) = screen.forget() {
                    app.leave(&mut world);
                    break Err(error);
                }
                changed = true;
            }
            Flow::Quit => break Ok(Status::Done),
        }
    };
    drop(screen);
    let status = ended?;
    Ok(match (app.loss(), status) {
        (Some(loss), status) => {
            say(loss);
            if status == Status::Done { Status::Wrong } else { status }
        }
        (None, status) => status,
    })
}
