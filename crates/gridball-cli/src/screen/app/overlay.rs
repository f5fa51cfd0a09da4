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
        context::{Question, Reply},
        field::{Field, Typed},
        host::Host,
        keys::{self, Command, Keyboard, MENU, binding},
        start::StartScreen,
        view,
    },
};

/// So far a page of text is scrolled.
const PAGE: usize = 10;

/// What is open on top of the screen.
#[derive(Debug)]
pub(super) enum Overlay {
    Help { scrolled: usize },
    Menu { commands: Vec<Command>, chosen: usize },
    Prompt { question: Question, field: Field },
    Confirm { text: String, command: Command },
    Text { heading: String, text: String, scrolled: usize },
}

impl App {
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
            Overlay::Prompt { question, field } => {
                let question = *question;
                match field.press(key) {
                    Typed::More => {}
                    Typed::Dropped => self.overlay = None,
                    Typed::Done => {
                        let text = field.text();
                        self.overlay = None;
                        return self.with(host, |screen, context| match screen {
                            Screen::Start(_) => StartScreen::answer(question, &text, context),
                            Screen::Game(game) => game.answer(question, &text, context),
                            Screen::Study(study) => study.answer(question, &text, context),
                        });
                    }
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
            Overlay::Prompt { question, field } => {
                let heading = messages.label(question.label());
                view::overlays::prompt(heading, field, look, area, buffer);
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
