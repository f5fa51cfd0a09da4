//! A line of text that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest text, in characters.
const LONGEST: usize = 4096;

/// What came of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// Still typing.
    More,
    /// Enter.
    Done,
    /// Escape.
    Dropped,
}

/// A line of text with a cursor in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Field {
    characters: Vec<char>,
    cursor: usize,
}

impl Field {
    /// A field that holds a text already, with the cursor at its end.
    pub(crate) fn new(text: &str) -> Self {
        let mut field = Self::default();
        field.paste(text);
        field
    }

    pub(crate) fn text(&self) -> String {
        self.characters.iter().collect()
    }

    /// What is before and what is after the cursor.
    pub(crate) fn halves(&self) -> (String, String) {
        let (before, after) = self.characters.split_at(self.cursor);
        (before.iter().collect(), after.iter().collect())
    }

    /// Inserts a text; what is no character of one line becomes a space.
    pub(crate) fn paste(&mut self, text: &str) {
        for character in text.chars() {
            self.insert(if character.is_control() { ' ' } else { character });
        }
    }

    fn insert(&mut self, character: char) {
        if self.characters.len() < LONGEST {
            self.characters.insert(self.cursor, character);
            self.cursor += 1;
        }
    }

    /// Does what a key says.
    pub(crate) fn press(&mut self, key: KeyEvent) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Typed::Done,
            KeyCode::Esc => return Typed::Dropped,
            KeyCode::Char('u') if control => {
                self.characters.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.characters.len(),
            KeyCode::Char('w') if control => {
                while self.cursor > 0 && self.characters[self.cursor - 1] == ' ' {
                    self.delete_before();
                }
                while self.cursor > 0 && self.characters[self.cursor - 1] != ' ' {
                    self.delete_before();
                }
            }
            KeyCode::Char(character) if !control && !character.is_control() => {
                self.insert(character);
            }
            KeyCode::Backspace => self.delete_before(),
            KeyCode::Delete if self.cursor < self.characters.len() => {
                self.characters.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.characters.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.characters.len(),
            _ => {}
        }
        Typed::More
    }

    fn delete_before(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.characters.remove(self.cursor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_edited() {
        let mut field = Field::new("ab\ncd");
        for code in [KeyCode::Left, KeyCode::Backspace, KeyCode::Char('é'), KeyCode::Home] {
            assert_eq!(field.press(KeyEvent::new(code, KeyModifiers::NONE)), Typed::More);
        }
        assert_eq!(field.text(), "ab éd");
        field.press(KeyEvent::new(KeyCode::Delete, KeyModifiers::NONE));
        field.press(KeyEvent::new(KeyCode::End, KeyModifiers::NONE));
        field.press(KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(field.halves(), ("b ".to_owned(), String::new()));
        assert_eq!(field.press(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)), Typed::Done);
        assert_eq!(field.press(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)), Typed::Dropped);
        field.paste(&"x".repeat(10_000));
        assert_eq!(field.text().len(), LONGEST);
    }
}
