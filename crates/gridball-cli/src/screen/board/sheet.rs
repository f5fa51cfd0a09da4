//! A part of the screen to draw on with lines of Braille dots, or of ASCII characters.

use gridball_core::{Player, Point};
use ratatui::{buffer::Buffer, style::Style};

use super::geometry::{DOTS, Geometry};
use crate::screen::look::{Look, Role};

/// How a line looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pen {
    pub(super) role: Role,
    /// Who drew it; tells the players apart where there are no colours.
    pub(super) player: Option<Player>,
    /// Drawn with gaps: a penalty.
    pub(super) dashed: bool,
}

/// What is drawn over what: the higher ones are on top.
pub(super) mod layer {
    /// The paper.
    pub(in super::super) const PAPER: u8 = 0;
    /// The edge of the field.
    pub(in super::super) const EDGE: u8 = 1;
    /// Lines.
    pub(in super::super) const LINES: u8 = 2;
    /// Lines of the last action.
    pub(in super::super) const LAST: u8 = 3;
    /// What an engine would play.
    pub(in super::super) const HINT: u8 = 4;
    /// What is looked at.
    pub(in super::super) const CANDIDATE: u8 = 5;
    /// What is being entered.
    pub(in super::super) const PREVIEW: u8 = 6;
    /// Signs.
    pub(in super::super) const SIGNS: u8 = 7;
}

#[derive(Clone, Copy, Default)]
struct Cell {
    /// Dots of Braille, as bits of the character's number.
    dots: u8,
    /// A sign that hides the dots.
    sign: Option<char>,
    layer: u8,
    style: Option<Style>,
}

/// The field being drawn.
pub(super) struct Sheet<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) look: Look,
    width: usize,
    cells: Vec<Cell>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(geometry: &'a Geometry, look: Look) -> Self {
        let width = usize::from(geometry.area.width);
        let cells = vec![Cell::default(); width * usize::from(geometry.area.height)];
        Self { geometry, look, width, cells }
    }

    fn cell(&mut self, column: i32, row: i32) -> Option<&mut Cell> {
        if !(0..self.width as i32).contains(&column) || row < 0 {
            return None;
        }
        self.cells.get_mut(row as usize * self.width + column as usize)
    }

    /// Puts a sign at a column and row of the area.
    pub(super) fn put(&mut self, column: i32, row: i32, sign: char, layer: u8, style: Style) {
        if let Some(cell) = self.cell(column, row)
            && layer >= cell.layer
        {
            *cell = Cell { dots: 0, sign: Some(sign), layer, style: Some(style) };
        }
    }

    /// Puts a sign at a point.
    pub(super) fn sign(&mut self, point: Point, sign: char, layer: u8, style: Style) {
        let (x, y) = self.geometry.dots(point);
        self.put(x.div_euclid(DOTS.0), y.div_euclid(DOTS.1), sign, layer, style);
    }

    /// Sets one dot of Braille.
    pub(super) fn dot(&mut self, x: i32, y: i32, layer: u8, style: Style) {
        const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        let (column, row) = (x.div_euclid(DOTS.0), y.div_euclid(DOTS.1));
        let bit = BITS[x.rem_euclid(DOTS.0) as usize][y.rem_euclid(DOTS.1) as usize];
        if let Some(cell) = self.cell(column, row)
            && cell.sign.is_none()
        {
            cell.dots |= bit;
            if cell.style.is_none() || layer >= cell.layer {
                cell.layer = layer;
                cell.style = Some(style);
            }
        }
    }

    /// Draws lines from each point to the next.
    pub(super) fn path(&mut self, points: &[Point], pen: Pen, layer: u8) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], pen, layer);
        }
    }

    /// Draws a straight line between two points that are on a row, a column or a diagonal.
    pub(super) fn line(&mut self, from: Point, to: Point, pen: Pen, layer: u8) {
        let style = self.look.style(pen.role);
        let (start, end) = (self.geometry.dots(from), self.geometry.dots(to));
        if self.look.is_ascii() {
            self.ascii_line(start, end, pen, layer, style);
            return;
        }
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let length = dx.abs().max(dy.abs());
        for step in 0..=length {
            // Two dots and a gap of two.
            if !pen.dashed || step % 4 < 2 {
                let length = length.max(1);
                self.dot(start.0 + dx * step / length, start.1 + dy * step / length, layer, style);
            }
        }
    }

    /// A line of ASCII characters: along rows and columns between the points, and in the cells.
    fn ascii_line(
        &mut self,
        start: (i32, i32),
        end: (i32, i32),
        pen: Pen,
        layer: u8,
        style: Style,
    ) {
        let cell = |(x, y): (i32, i32)| (x.div_euclid(DOTS.0), y.div_euclid(DOTS.1));
        let (start, end) = (cell(start), cell(end));
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let second = pen.player == Some(Player::Second);
        // The same signs as in drawings of line mode.
        let sign = match (pen.role == Role::Border, pen.dashed, second) {
            (true, ..) => ['#'; 4],
            (false, false, false) => ['-', '|', '\\', '/'],
            (false, false, true) => ['=', 'H', '\\', '/'],
            (false, true, false) => ['~', ':', '`', ','],
            (false, true, true) => ['"', ';', '`', ','],
        };
        let kind = match (dx, dy) {
            (_, 0) => 0,
            (0, _) => 1,
            _ if (dx > 0) == (dy > 0) => 2,
            _ => 3,
        };
        // Between the ends; on a diagonal one sign for every row.
        let length = if kind == 0 { dx.abs() } else { dy.abs() };
        for step in 1..length {
            let (column, row) = (start.0 + dx * step / length, start.1 + dy * step / length);
            let mut sign = sign[kind];
            if let Some(cell) = self.cell(column, row)
                && cell.layer <= layer
                && cell.sign.is_some_and(|old| matches!(old, '\\' | '/' | '`' | ',' | 'X'))
                && cell.sign != Some(sign)
                && kind >= 2
            {
                sign = 'X';
            }
            self.put(column, row, sign, layer, style);
        }
    }

    /// Brings everything to the screen.
    pub(super) fn finish(self, buffer: &mut Buffer) {
        let area = self.geometry.area;
        for (index, cell) in self.cells.iter().enumerate() {
            let Some(style) = cell.style else { continue };
            let character = match cell.sign {
                Some(sign) => sign,
                None => char::from_u32(0x2800 + u32::from(cell.dots)).unwrap_or(' '),
            };
            let x = area.x + (index % self.width) as u16;
            let y = area.y + (index / self.width) as u16;
            if let Some(place) = buffer.cell_mut((x, y)) {
                place.set_char(character).set_style(style);
            }
        }
    }
}
