//! What lies on top of a screen: help, menu, questions, texts.

use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
};

use super::{App, Flow, Screen};
use crate::{
    messages::Label,
    screen::{
        context::{Context, Question, Reply},
        field::{Field, Typed},
        host::Host,
        keys::{self, Command, Keyboard, MENU, binding},
        look::Role,
        start::{StartScreen, examples_of_setups},
        view,
    },
};

/// So far a page of text is scrolled.
const PAGE: usize = 10;

/// What is open on top of the screen.
#[derive(Debug)]
pub(super) enum Overlay {
    Help {
        scrolled: usize,
    },
    Menu {
        commands: Vec<Command>,
        chosen: usize,
    },
    /// A line to type; what was wrong with it when it was entered last.
    Prompt {
        question: Question,
        field: Field,
        error: Option<String>,
    },
    Choice {
        heading: String,
        lines: Vec<String>,
        chosen: usize,
    },
    Confirm {
        text: String,
        command: Command,
    },
    Text {
        heading: String,
        text: String,
        scrolled: usize,
    },
}

impl Overlay {
    /// A line to type, which holds something already.
    pub(super) fn prompt(question: Question, text: &str) -> Self {
        Self::Prompt { question, field: Field::new(text), error: None }
    }
}

impl App {
    /// A line of a list was chosen, or none.
    pub(super) fn choose(&mut self, index: Option<usize>, host: &mut dyn Host) -> Flow {
        self.overlay = None;
        self.with(host, |screen, context| match (screen, index) {
            (Screen::Start(start), Some(index)) => start.take_up(index),
            (Screen::Game(game), index) => game.choose_side(index, context),
            _ => Reply::Done,
        })
    }

    /// A typed line is entered: it stays open where it is not good.
    fn enter_line(&mut self, question: Question, field: Field, host: &mut dyn Host) -> Flow {
        let text = field.text();
        self.overlay = None;
        let mut context = Context { host, settings: &mut self.settings, wished: &mut self.wished };
        let reply = match &mut self.screen {
            Screen::Start(_) => StartScreen::answer(question, &text, &mut context),
            Screen::Game(game) => game.answer(question, &text, &mut context),
            Screen::Study(study) => study.answer(question, &text, &mut context),
        };
        match reply {
            Reply::Refuse(error) => {
                self.overlay = Some(Overlay::Prompt { question, field, error: Some(error) });
                Flow::Continue
            }
            reply => self.follow(reply, host),
        }
    }

    pub(super) fn open_menu(&mut self) {
        if matches!(self.screen, Screen::Start(_)) {
            return;
        }
        let mode = self.mode();
        let commands: Vec<Command> =
            MENU.iter().copied().filter(|command| binding(*command, mode).is_some()).collect();
        self.overlay = Some(Overlay::Menu { commands, chosen: 0 });
    }

    /// A key while something is open on top of the screen.
    pub(super) fn press_overlay(&mut self, key: KeyEvent, host: &mut dyn Host) -> Flow {
        let Some(overlay) = &mut self.overlay else { return Flow::Continue };
        let (most, messages) = (self.drawn.most, self.wished.language(&self.settings).messages());
        let letter = match key.code {
            KeyCode::Char(character) => Some(keys::latin(character).to_ascii_lowercase()),
            _ => None,
        };
        match overlay {
            Overlay::Prompt { question, field, .. } => match field.press(key) {
                Typed::More => {}
                Typed::Dropped => self.overlay = None,
                Typed::Done => {
                    let (question, field) = (*question, std::mem::take(field));
                    return self.enter_line(question, field, host);
                }
            },
            Overlay::Choice { lines, chosen, .. } => {
                let count = lines.len().max(1);
                match (key.code, letter) {
                    (KeyCode::Up | KeyCode::BackTab, _) | (_, Some('w' | '8')) => {
                        *chosen = (*chosen + count - 1) % count;
                    }
                    (KeyCode::Down | KeyCode::Tab, _) | (_, Some('x' | '2')) => {
                        *chosen = (*chosen + 1) % count;
                    }
                    (KeyCode::Enter, _) | (_, Some('s' | '5' | ' ')) => {
                        let index = Some(*chosen);
                        return self.choose(index, host);
                    }
                    (KeyCode::Esc, _) => return self.choose(None, host),
                    _ => {}
                }
            }
            Overlay::Confirm { command, .. } => {
                let command = *command;
                // Here a letter is the beginning of a word, not a key.
                let answer = match key.code {
                    KeyCode::Char(character) => character.to_string(),
                    _ => String::new(),
                };
                let yes = key.code == KeyCode::Enter || messages.means_yes(&answer);
                let no = key.code == KeyCode::Esc || messages.means_no(&answer);
                match (yes, no) {
                    (true, _) => {
                        self.overlay = None;
                        return self.with(host, |screen, context| match screen {
                            Screen::Start(_) => Reply::Done,
                            Screen::Game(game) => game.confirmed(command, context),
                            Screen::Study(study) => study.confirmed(command, context),
                        });
                    }
                    (false, true) => {
                        self.overlay = None;
                        if command == Command::OfferDraw {
                            let text = self.messages().label(Label::DrawRefused).to_owned();
                            self.say(&text, host.now());
                        }
                    }
                    (false, false) => {}
                }
            }
            Overlay::Help { scrolled } | Overlay::Text { scrolled, .. } => {
                match (key.code, letter) {
                    (KeyCode::Up, _) | (_, Some('w' | '8')) => {
                        *scrolled = scrolled.saturating_sub(1);
                    }
                    (KeyCode::Down, _) | (_, Some('x' | '2')) => {
                        *scrolled = (*scrolled + 1).min(most);
                    }
                    (KeyCode::PageUp, _) => *scrolled = scrolled.saturating_sub(PAGE),
                    (KeyCode::PageDown, _) | (_, Some(' ')) => {
                        *scrolled = (*scrolled + PAGE).min(most);
                    }
                    (KeyCode::Home, _) => *scrolled = 0,
                    (KeyCode::End, _) => *scrolled = most,
                    _ => self.overlay = None,
                }
            }
            Overlay::Menu { commands, chosen } => {
                let count = commands.len().max(1);
                match (key.code, letter) {
                    (KeyCode::Up, _) | (_, Some('w' | '8')) => {
                        *chosen = (*chosen + count - 1) % count;
                    }
                    (KeyCode::Down | KeyCode::Tab, _) | (_, Some('x' | '2')) => {
                        *chosen = (*chosen + 1) % count;
                    }
                    (KeyCode::Enter, _) | (_, Some('s' | '5' | ' ')) => {
                        let command = commands.get(*chosen).copied();
                        self.overlay = None;
                        if let Some(command) = command {
                            return self.command(command, host);
                        }
                    }
                    _ => {
                        // A key of the menu's own lines works here too.
                        let mode = self.mode();
                        self.overlay = None;
                        let now = host.now();
                        if key.code != KeyCode::Esc {
                            let commands = Keyboard::default().press(key, mode, now);
                            if let Some(command) = commands.first()
                                && MENU.contains(command)
                            {
                                return self.command(*command, host);
                            }
                        }
                    }
                }
            }
        }
        Flow::Continue
    }

    /// Draws what is open on top of the screen.
    pub(super) fn draw_overlay(&mut self, area: Rect, buffer: &mut Buffer) {
        let (look, messages, mode) = (self.look(), self.messages(), self.mode());
        let Some(overlay) = &mut self.overlay else { return };
        if area.is_empty() {
            return;
        }
        match overlay {
            Overlay::Help { scrolled } => {
                let scrolled = *scrolled;
                self.drawn.most =
                    view::overlays::help(mode, scrolled, messages, look, area, buffer);
            }
            Overlay::Menu { commands, chosen } => {
                self.drawn.menu =
                    view::overlays::menu(commands, *chosen, mode, messages, look, area, buffer);
            }
            Overlay::Prompt { question, field, error } => {
                let heading = messages.label(question.label());
                let examples = match question {
                    Question::Setup => examples_of_setups(&self.settings.game),
                    _ => String::new(),
                };
                let below = match error {
                    Some(error) => (error.as_str(), Role::Warning),
                    None => (examples.as_str(), Role::Quiet),
                };
                view::overlays::prompt(heading, field, below, look, area, buffer);
            }
            Overlay::Choice { heading, lines, chosen } => {
                self.drawn.menu =
                    view::overlays::choice(heading, lines, *chosen, look, area, buffer);
            }
            Overlay::Confirm { text, .. } => {
                view::overlays::confirm(text, messages, look, area, buffer);
            }
            Overlay::Text { heading, text, scrolled } => {
                self.drawn.most =
                    view::overlays::text(heading, text, *scrolled, look, area, buffer);
            }
        }
    }
}
