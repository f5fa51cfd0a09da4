//! Fields whose places hold pieces: Dots and football-checkers.

use gridball_core::{AnySetup, Player};

use super::{Canvas, Charset, Drawing, Ink, Span, Style, TextOptions};
use crate::drawn::coordinates;

/// Columns for the coordinates at one side.
const MARGIN: usize = 3;

/// A field of places in rows, one line of text a row. Columns and rows count from the top left.
#[derive(Debug)]
pub(super) struct Nodes {
    width: usize,
    height: usize,
    charset: Charset,
    /// Columns from one place to the next.
    pitch: usize,
    /// Lines of coordinates at the top, and as many at the bottom.
    top: usize,
    canvas: Canvas,
}

impl Nodes {
    /// A field of `width` × `height` places under column names of at most `name_length`
    /// characters, written downwards. The places are `pitch` columns apart; where that does not
    /// fit, the coordinates at the right are left out, and then the space between the places.
    pub(super) fn new(
        width: usize,
        height: usize,
        pitch: usize,
        name_length: usize,
        options: &TextOptions,
    ) -> Self {
        let columns = |pitch: usize, sides: usize| sides * MARGIN + (width - 1) * pitch + 1;
        let choices = [(pitch, 2), (pitch, 1), (1, 2), (1, 1)];
        let fits = |&(pitch, sides): &(usize, usize)| columns(pitch, sides) <= options.max_width;
        let (pitch, sides) = choices.into_iter().find(fits).unwrap_or((1, 1));
        let canvas = Canvas::new(columns(pitch, sides), height + 2 * name_length);
        Self { width, height, charset: options.charset, pitch, top: name_length, canvas }
    }

    /// Whether there is space between the places of a row.
    pub(super) const fn has_gaps(&self) -> bool {
        self.pitch > 1
    }

    /// The sign for Unicode or for ASCII.
    pub(super) const fn pick(&self, unicode: char, ascii: char) -> char {
        match self.charset {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// A live piece.
    pub(super) const fn piece(&self, player: Player) -> char {
        match player {
            Player::First => self.pick('●', 'X'),
            Player::Second => self.pick('○', 'O'),
        }
    }

    /// Draws a place.
    pub(super) fn put(&mut self, x: usize, y: usize, character: char, style: Style) {
        self.canvas.put(MARGIN + x * self.pitch, self.top + y, character, style);
    }

    /// Fills the space between a place and the next one in its row.
    pub(super) fn fill_after(&mut self, x: usize, y: usize, character: char, style: Style) {
        for offset in 1..self.pitch {
            self.canvas.put(MARGIN + x * self.pitch + offset, self.top + y, character, style);
        }
    }

    /// Puts a place in brackets, if there is space.
    pub(super) fn bracket(&mut self, x: usize, y: usize, ink: Ink) {
        if !self.has_gaps() {
            return;
        }
        let column = MARGIN + x * self.pitch;
        let style = Style { ink, last: true };
        self.canvas.put(column - 1, self.top + y, '(', style);
        self.canvas.put(column + 1, self.top + y, ')', style);
    }

    /// Writes the coordinates on all sides where there is space.
    pub(super) fn coordinates(&mut self, setup: &AnySetup) {
        let style = Style::new(Ink::Label);
        for x in 0..self.width {
            let name = coordinates::column(setup, x as i8);
            let padding = self.top.saturating_sub(name.chars().count());
            for (index, character) in name.chars().enumerate() {
                for row in [padding + index, self.top + self.height + padding + index] {
                    self.canvas.put(MARGIN + x * self.pitch, row, character, style);
                }
            }
        }
        for y in 0..self.height {
            let name = coordinates::row(setup, y as i8);
            let column = (MARGIN - 1).saturating_sub(name.len());
            self.canvas.text(column, self.top + y, &name, style);
            let column = MARGIN + (self.width - 1) * self.pitch + 2;
            self.canvas.text(column, self.top + y, &name, style);
        }
    }

    /// The picture, with a last line of pairs of a sign and what it means.
    pub(super) fn finish(self, legend: &[(String, Ink, String)]) -> Drawing {
        let mut drawing = self.canvas.into_drawing();
        if !legend.is_empty() {
            let mut spans = Vec::new();
            for (index, (sign, ink, text)) in legend.iter().enumerate() {
                let space = if index == 0 { MARGIN } else { 2 };
                for (text, ink) in [
                    (" ".repeat(space), Ink::Plain),
                    (sign.clone(), *ink),
                    (text.clone(), Ink::Label),
                ] {
                    spans.push(Span { text, style: Style::new(ink) });
                }
            }
            drawing.lines.push(spans);
        }
        drawing
    }
}
