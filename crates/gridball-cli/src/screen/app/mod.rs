//! The whole screen as a value: events in, a picture out, everything else through the host. What lies
//! on top of a screen is in `overlay`.

mod overlay;

use std::{path::Path, time::Duration};

use gridball_core::Direction;
use ratatui::{
    Frame,
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
        MouseEventKind,
    },
    layout::{Position as Place, Rect},
};

use self::overlay::Overlay;
use super::{
    context::{Context, Reply, Wished, look},
    game::{GameScreen, keep},
    host::{Host, Thought},
    keys::{self, Command, Keyboard, Mode},
    look::{Depth, Look},
    settings::Settings,
    start::{self, Entry, StartScreen},
    study::StudyScreen,
    view::{self, start::Places},
};
use crate::{
    failure::one_line,
    messages::{Label, Messages},
    wording,
};

/// So long a notice stays.
const NOTICE: Duration = Duration::from_secs(6);
/// Until a key is pressed.
const FOR_EVER: Duration = Duration::MAX;
/// The longest notice, in characters.
const LONGEST_NOTICE: usize = 600;

/// What the program has to do after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Continue,
    /// Stop the process until it is wanted again.
    Suspend,
    /// Draw everything anew.
    Redraw,
    Quit,
}

/// That the game is not saved, and why.
fn not_saved(reason: &str, messages: &dyn Messages) -> String {
    let text = format!("{} {}", messages.not_saved(), messages.failed(reason));
    one_line(&text, LONGEST_NOTICE)
}

#[derive(Debug)]
enum Screen {
    Start(Box<StartScreen>),
    Game(Box<GameScreen>),
    Study(Box<StudyScreen>),
}

/// Where things were drawn last, so that clicks find them.
#[derive(Debug, Default)]
struct Drawn {
    start: Places,
    menu: Vec<Rect>,
    /// How far the open text can be scrolled.
    most: usize,
}

/// The screen.
#[derive(Debug)]
pub(crate) struct App {
    settings: Settings,
    wished: Wished,
    depth: Depth,
    screen: Screen,
    overlay: Option<Overlay>,
    keyboard: Keyboard,
    /// What was said last, and until when it is shown.
    notice: Option<(String, Duration)>,
    drawn: Drawn,
    /// Why the game that was left at the end is lost, in words, if it is.
    loss: Option<String>,
}

impl App {
    /// The screen, beginning with what a reply can ask for: a game, a record, the start screen.
    ///
    /// # Errors
    ///
    /// When the game that was asked for cannot be begun.
    pub(crate) fn new(
        beginning: Reply,
        settings: Settings,
        wished: Wished,
        depth: Depth,
        host: &mut dyn Host,
    ) -> anyhow::Result<Self> {
        let (mut settings, mut wished) = (settings, wished);
        let mut context = Context { host, settings: &mut settings, wished: &mut wished };
        let mut note = None;
        let screen = match beginning {
            Reply::Begin(new) => Screen::Game(Box::new(GameScreen::begin(&new, &mut context)?)),
            Reply::Continue(record, source, sides) => {
                let source = source.as_ref().map(|(path, alone)| (path.as_path(), *alone));
                let game = GameScreen::take_up(&record, source, *sides, &mut context)?;
                Screen::Game(Box::new(game))
            }
            Reply::Study(opened) => {
                note = opened.note(context.messages());
                Screen::Study(Box::new(StudyScreen::new(*opened, &mut context)))
            }
            _ => {
                let start = StartScreen::new(&mut context);
                note = start.note(context.messages());
                Screen::Start(Box::new(start))
            }
        };
        let messages = context.messages();
        if matches!(screen, Screen::Game(_))
            && let Some(reason) = context.host.fault()
        {
            note = Some(not_saved(&reason, messages));
        }
        let overlay = match &screen {
            Screen::Game(game) => match game.ask_for_side(&context) {
                Some(Reply::Choose(heading, lines)) => {
                    Some(Overlay::Choice { heading, lines, chosen: 0 })
                }
                _ => None,
            },
            Screen::Start(_) | Screen::Study(_) => None,
        };
        Ok(Self {
            settings,
            wished,
            depth,
            screen,
            overlay,
            keyboard: Keyboard::default(),
            notice: note.map(|note| (note, FOR_EVER)),
            drawn: Drawn::default(),
            loss: None,
        })
    }

    pub(crate) fn look(&self) -> Look {
        look(&self.settings, self.wished, self.depth)
    }

    fn messages(&self) -> &'static dyn Messages {
        self.wished.language(&self.settings).messages()
    }

    /// The game that is being played.
    #[cfg(test)]
    pub(crate) fn game(&self) -> Option<&GameScreen> {
        match &self.screen {
            Screen::Game(game) => Some(game),
            Screen::Start(_) | Screen::Study(_) => None,
        }
    }

    /// The record that is being studied.
    #[cfg(test)]
    pub(crate) fn study(&self) -> Option<&StudyScreen> {
        match &self.screen {
            Screen::Study(study) => Some(study),
            Screen::Start(_) | Screen::Game(_) => None,
        }
    }

    fn mode(&self) -> Mode {
        match &self.screen {
            Screen::Start(_) => Mode::Start,
            Screen::Game(game) => game.mode(),
            Screen::Study(_) => Mode::Study,
        }
    }

    /// Does something with the screen in its surroundings, and what it asks for then.
    fn with<'a>(
        &'a mut self,
        host: &'a mut dyn Host,
        act: impl FnOnce(&mut Screen, &mut Context<'_>) -> Reply,
    ) -> Flow {
        let mut context = Context { host, settings: &mut self.settings, wished: &mut self.wished };
        let reply = act(&mut self.screen, &mut context);
        self.follow(reply, host)
    }

    /// The file of settings is faulty; where it is kept once there is a new one.
    pub(crate) fn announce_fault(&mut self, fault: &str, kept: &Path) {
        let text = self.messages().faulty_settings(fault, kept);
        self.notice = Some((one_line(&text, LONGEST_NOTICE), FOR_EVER));
    }

    /// Does what a part of the screen asks for.
    fn follow(&mut self, reply: Reply, host: &mut dyn Host) -> Flow {
        let mut context = Context { host, settings: &mut self.settings, wished: &mut self.wished };
        let mut note = None;
        let screen = match reply {
            Reply::Done => return Flow::Continue,
            Reply::Say(text) => {
                let now = context.host.now();
                self.say(&text, now);
                return Flow::Continue;
            }
            Reply::Ask(question, text) => {
                self.overlay = Some(Overlay::prompt(question, &text));
                return Flow::Continue;
            }
            Reply::Refuse(text) => {
                // Without a line to correct it is a notice.
                let now = context.host.now();
                self.say(&text, now);
                return Flow::Continue;
            }
            Reply::Choose(heading, lines) => {
                self.overlay = Some(Overlay::Choice { heading, lines, chosen: 0 });
                return Flow::Continue;
            }
            Reply::Confirm(label, command) => {
                let text = context.label(label).to_owned();
                self.overlay = Some(Overlay::Confirm { text, command });
                return Flow::Continue;
            }
            Reply::Offer(text, command) => {
                self.overlay = Some(Overlay::Confirm { text, command });
                return Flow::Continue;
            }
            Reply::Show(heading, text) => {
                self.overlay = Some(Overlay::Text { heading, text, scrolled: 0 });
                return Flow::Continue;
            }
            Reply::Quit => {
                self.leave(host);
                return Flow::Quit;
            }
            Reply::Start => {
                let start = StartScreen::new(&mut context);
                note = start.note(context.messages());
                Ok(Screen::Start(Box::new(start)))
            }
            Reply::Begin(new) => {
                let kept = keep(&mut context);
                debug_assert!(matches!(kept, Reply::Done | Reply::Say(_)));
                GameScreen::begin(&new, &mut context).map(|game| Screen::Game(Box::new(game)))
            }
            Reply::Continue(record, source, sides) => {
                let source = source.as_ref().map(|(path, alone)| (path.as_path(), *alone));
                GameScreen::take_up(&record, source, *sides, &mut context)
                    .map(|game| Screen::Game(Box::new(game)))
            }
            Reply::Study(opened) => {
                note = opened.note(context.messages());
                Ok(Screen::Study(Box::new(StudyScreen::new(*opened, &mut context))))
            }
        };
        if matches!(screen, Ok(Screen::Game(_)))
            && let Some(reason) = context.host.fault()
        {
            note = Some(not_saved(&reason, context.messages()));
        }
        let now = context.host.now();
        self.overlay = None;
        if let Some(note) = note {
            self.notice = Some((one_line(&note, LONGEST_NOTICE), FOR_EVER));
        }
        match screen {
            Ok(screen) => {
                self.screen = screen;
                return self.with(host, |screen, context| match screen {
                    Screen::Game(game) => game.ask_for_side(context).unwrap_or(Reply::Done),
                    Screen::Start(_) | Screen::Study(_) => Reply::Done,
                });
            }
            Err(error) => {
                let text = self.messages().failed(&one_line(&format!("{error:#}"), 300));
                self.say(&text, now);
            }
        }
        Flow::Continue
    }

    fn say(&mut self, text: &str, now: Duration) {
        self.notice = Some((one_line(text, LONGEST_NOTICE), now + NOTICE));
    }

    /// The program ends: the game is left as it is.
    pub(crate) fn leave(&mut self, host: &mut dyn Host) {
        let mut context = Context { host, settings: &mut self.settings, wished: &mut self.wished };
        if let Screen::Game(game) = &mut self.screen {
            let loss = game.leave(&mut context);
            self.loss = loss.map(|reason| not_saved(&reason, context.messages()));
        }
    }

    /// That the game that was left is lost, and why.
    pub(crate) fn loss(&self) -> Option<&str> {
        self.loss.as_deref()
    }

    /// An engine has said something.
    pub(crate) fn hear(&mut self, thought: &Thought, host: &mut dyn Host) -> Flow {
        self.with(host, |screen, context| match screen {
            Screen::Start(_) => Reply::Done,
            Screen::Game(game) => game.hear(thought, context),
            Screen::Study(study) => study.hear(thought, context),
        })
    }

    /// A moment has passed.
    pub(crate) fn tick(&mut self, host: &mut dyn Host) -> Flow {
        let now = host.now();
        self.notice.take_if(|(_, until)| now >= *until);
        if let Some(command) = self.keyboard.tick(now) {
            self.command(command, host);
        }
        self.with(host, |screen, context| match screen {
            Screen::Start(_) => Reply::Done,
            Screen::Game(game) => game.tick(context),
            Screen::Study(study) => study.tick(context),
        })
    }

    /// How long nothing will happen if nobody does anything; `None`: for ever.
    pub(crate) fn patience(&self) -> Option<Duration> {
        let often = Duration::from_millis(40);
        let sometimes = Duration::from_millis(100);
        if self.keyboard.is_waiting() {
            return Some(often);
        }
        match &self.screen {
            Screen::Study(study) if study.is_playing_by_itself() => Some(often),
            Screen::Game(game) if game.is_lively() => Some(sometimes),
            _ => self
                .notice
                .as_ref()
                .filter(|(_, until)| *until != FOR_EVER)
                .map(|_| Duration::from_millis(500)),
        }
    }

    /// Something happened at the keyboard or with the mouse.
    pub(crate) fn handle(&mut self, event: &Event, host: &mut dyn Host) -> Flow {
        match event {
            // Where releases are reported they are no second press.
            Event::Key(key) if key.kind == KeyEventKind::Release => Flow::Continue,
            Event::Key(key) => self.press(*key, host),
            Event::Mouse(mouse) => self.mouse(*mouse, host),
            Event::Paste(text) => {
                if let Some(Overlay::Prompt { field, .. }) = &mut self.overlay {
                    field.paste(text);
                }
                Flow::Continue
            }
            Event::Resize(..) | Event::FocusGained | Event::FocusLost => Flow::Continue,
        }
    }

    fn press(&mut self, key: KeyEvent, host: &mut dyn Host) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL)
            && let KeyCode::Char(character) = key.code
        {
            match keys::latin(character).to_ascii_lowercase() {
                'c' | 'q' => {
                    self.leave(host);
                    return Flow::Quit;
                }
                'z' => return Flow::Suspend,
                'l' => return Flow::Redraw,
                _ => {}
            }
        }
        if self.overlay.is_some() {
            return self.press_overlay(key, host);
        }
        let (now, mode) = (host.now(), self.mode());
        let commands = self.keyboard.press(key, mode, now);
        let mut flow = Flow::Continue;
        for command in commands {
            flow = self.command(command, host);
            if flow != Flow::Continue {
                break;
            }
        }
        flow
    }

    /// Does what a command says.
    fn command(&mut self, command: Command, host: &mut dyn Host) -> Flow {
        self.notice = None;
        match command {
            Command::Help => {
                self.overlay = Some(Overlay::Help { scrolled: 0 });
                return Flow::Continue;
            }
            Command::Quit => {
                self.leave(host);
                return Flow::Quit;
            }
            Command::Escape => return self.escape(host),
            Command::Menu => {
                self.open_menu();
                return Flow::Continue;
            }
            Command::Look => {
                self.settings.look = match self.settings.look {
                    super::look::Ground::Dark => super::look::Ground::Light,
                    super::look::Ground::Light => super::look::Ground::Dark,
                };
                return self.with(host, |_, context| keep(context));
            }
            Command::Rules => {
                let setup = match &self.screen {
                    Screen::Start(_) => self.settings.game.clone(),
                    Screen::Game(game) => game.table.record().setup(),
                    Screen::Study(study) => study.record().setup(),
                };
                self.overlay = Some(Overlay::Text {
                    heading: wording::name(&setup, self.messages()).to_owned(),
                    text: wording::rules(&setup, self.messages()).to_owned(),
                    scrolled: 0,
                });
                return Flow::Continue;
            }
            _ => {}
        }
        self.with(host, |screen, context| match screen {
            Screen::Start(start) => match start::movement(command) {
                Some(movement) => start.command(movement, context),
                None => Reply::Done,
            },
            Screen::Game(game) => game.command(command, context),
            Screen::Study(study) => study.command(command, context),
        })
    }

    fn escape(&mut self, host: &mut dyn Host) -> Flow {
        let dropped = match &mut self.screen {
            Screen::Start(_) => {
                let text = self.messages().label(Label::HowToQuit).to_owned();
                self.say(&text, host.now());
                true
            }
            Screen::Game(game) => game.escape(),
            Screen::Study(study) => study.escape(),
        };
        if !dropped {
            self.open_menu();
        }
        Flow::Continue
    }

    fn mouse(&mut self, mouse: MouseEvent, host: &mut dyn Host) -> Flow {
        let place = Place { x: mouse.column, y: mouse.row };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {}
            MouseEventKind::Down(MouseButton::Right)
                if matches!(self.overlay, Some(Overlay::Choice { .. })) =>
            {
                return self.choose(None, host);
            }
            MouseEventKind::Down(MouseButton::Right) if self.overlay.is_some() => {
                self.overlay = None;
                return Flow::Continue;
            }
            MouseEventKind::Down(MouseButton::Right) => {
                return self.command(Command::StepBack, host);
            }
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let up = mouse.kind == MouseEventKind::ScrollUp;
                if self.overlay.is_some() {
                    let code = if up { KeyCode::Up } else { KeyCode::Down };
                    if !matches!(
                        self.overlay,
                        Some(Overlay::Prompt { .. } | Overlay::Confirm { .. })
                    ) {
                        return self.press_overlay(code.into(), host);
                    }
                    return Flow::Continue;
                }
                let command = match (&self.screen, up) {
                    (_, _) if mouse.modifiers.contains(KeyModifiers::CONTROL) => {
                        Command::Pan(if up { Direction::North } else { Direction::South })
                    }
                    (Screen::Study(_), true) => Command::Earlier,
                    (Screen::Study(_), false) => Command::Later,
                    (_, true) => Command::PageUp,
                    (_, false) => Command::PageDown,
                };
                return self.command(command, host);
            }
            _ => return Flow::Continue,
        }
        match &mut self.overlay {
            Some(Overlay::Menu { commands, .. }) => {
                let hit = self.drawn.menu.iter().position(|line| line.contains(place));
                let command = hit.and_then(|index| commands.get(index).copied());
                self.overlay = None;
                return match command {
                    Some(command) => self.command(command, host),
                    None => Flow::Continue,
                };
            }
            Some(Overlay::Choice { .. }) => {
                let hit = self.drawn.menu.iter().position(|line| line.contains(place));
                return self.choose(hit, host);
            }
            Some(Overlay::Help { .. } | Overlay::Text { .. }) => {
                self.overlay = None;
                return Flow::Continue;
            }
            Some(Overlay::Prompt { .. } | Overlay::Confirm { .. }) => return Flow::Continue,
            None => {}
        }
        let hit: Option<Entry> =
            self.drawn.start.iter().find(|(line, _)| line.contains(place)).map(|(_, entry)| *entry);
        self.notice = None;
        self.with(host, |screen, context| match screen {
            Screen::Start(start) => hit.map_or(Reply::Done, |entry| start.click(entry, context)),
            Screen::Game(game) => game.click(mouse.column, mouse.row, context),
            Screen::Study(study) => study.click(mouse.column, mouse.row, context),
        })
    }

    /// Draws the screen.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, host: &mut dyn Host) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        let look = self.look();
        buffer.set_style(area, look.ground_style());
        let notice = self.notice.as_ref().map(|(text, _)| text.as_str());
        let context = Context { host, settings: &mut self.settings, wished: &mut self.wished };
        self.drawn.start.clear();
        match &mut self.screen {
            Screen::Start(start) => {
                self.drawn.start = view::start::draw(start, notice, &context, look, area, buffer);
            }
            Screen::Game(game) => view::game::draw(game, notice, &context, look, area, buffer),
            Screen::Study(study) => {
                view::study::draw(study, notice, &context, look, area, buffer);
            }
        }
        self.draw_overlay(area, buffer);
    }
}
