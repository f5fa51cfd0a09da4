//! Writing text into a part of the screen.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use unicode_width::UnicodeWidthChar;

use super::look::{Look, Role};
pub(crate) use crate::output::{text_width as width, wrap};

/// The beginning of a text that fits into so many columns; `…` (or `~`) where something is cut.
pub(crate) fn fit(text: &str, columns: usize, look: Look) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut fitting = String::new();
    let mut used = 0;
    for character in text.chars() {
        let wide = character.width().unwrap_or(0);
        if used + wide + 1 > columns {
            break;
        }
        used += wide;
        fitting.push(character);
    }
    if columns > 0 {
        fitting.push(look.pick('…', '~'));
    }
    fitting
}

/// A text in so many columns, shortened in its middle: the beginning says what it is about, and
/// the end says most.
pub(crate) fn fit_middle(text: &str, columns: usize, look: Look) -> String {
    let too_wide = width(text).saturating_sub(columns);
    if too_wide == 0 {
        return text.to_owned();
    }
    let beginning = fit(text, columns / 2, look);
    let room = columns.saturating_sub(width(&beginning));
    let mut end: Vec<char> = Vec::new();
    let mut used = 0;
    for character in text.chars().rev() {
        used += character.width().unwrap_or(0);
        if used > room {
            break;
        }
        end.push(character);
    }
    beginning.chars().chain(end.into_iter().rev()).collect()
}

/// Writes from the top of a part of the screen downwards, as long as there is space.
pub(crate) struct Writer<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) look: Look,
    area: Rect,
    row: u16,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer, look: Look, area: Rect) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, look, area, row: 0 }
    }

    /// How many rows are left.
    pub(crate) const fn rows_left(&self) -> u16 {
        self.area.height.saturating_sub(self.row)
    }

    pub(crate) const fn columns(&self) -> usize {
        self.area.width as usize
    }

    /// What is left of the part.
    pub(crate) const fn rest(&self) -> Rect {
        Rect {
            x: self.area.x,
            y: self.area.y + self.row,
            width: self.area.width,
            height: self.rows_left(),
        }
    }

    /// Leaves rows free.
    pub(crate) fn skip(&mut self, rows: u16) {
        self.row = (self.row + rows).min(self.area.height);
    }

    /// Writes a line made of pieces.
    pub(crate) fn spans(&mut self, spans: &[(&str, Role)]) {
        let styled: Vec<(&str, Style)> =
            spans.iter().map(|(text, role)| (*text, self.look.style(*role))).collect();
        self.styled(&styled);
    }

    /// The same with ready styles.
    pub(crate) fn styled(&mut self, spans: &[(&str, Style)]) {
        if self.rows_left() == 0 {
            return;
        }
        let (mut x, y) = (self.area.x, self.area.y + self.row);
        for (text, style) in spans {
            let left = usize::from(self.area.right().saturating_sub(x));
            if left == 0 {
                break;
            }
            let mut text = fit(text, left, self.look);
            if self.look.is_ascii() {
                // The only sign of the messages that is neither ASCII nor a letter.
                text = text.replace('…', ".");
            }
            self.buffer.set_string(x, y, &text, *style);
            x += width(&text) as u16;
        }
        self.row += 1;
    }

    /// Writes a line of one kind.
    pub(crate) fn line(&mut self, text: &str, role: Role) {
        self.spans(&[(text, role)]);
    }

    /// Writes a text in as many lines as it takes, at most so many.
    pub(crate) fn paragraph(&mut self, text: &str, role: Role, most: usize) {
        let lines = wrap(text, self.columns());
        for (index, line) in lines.iter().take(most).enumerate() {
            if index + 1 == most && lines.len() > most {
                let cut = format!("{line}{}", self.look.pick('…', '~'));
                self.line(&cut, role);
            } else {
                self.line(line, role);
            }
        }
    }

    /// Fills the next row with a style, without going on.
    pub(crate) fn paint(&mut self, style: Style) {
        if self.rows_left() > 0 {
            let row = Rect { height: 1, ..self.rest() };
            self.buffer.set_style(row, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use gridball_replay::text::Charset;

    use super::*;
    use crate::screen::look::{Depth, Ground};

    #[test]
    fn texts_are_cut_by_columns() {
        let look = Look { depth: Depth::Mono, ground: Ground::Dark, charset: Charset::Unicode };
        assert_eq!(fit("abcdef", 6, look), "abcdef");
        assert_eq!(fit("abcdef", 4, look), "abc…");
        assert_eq!(fit("abc", 0, look), "");
        assert_eq!(fit_middle("abcdefghij", 10, look), "abcdefghij");
        assert_eq!(fit_middle("abcdefghij", 7, look), "ab…ghij");
        assert_eq!(fit_middle("abcdefghij", 1, look), "j");
    }
}
