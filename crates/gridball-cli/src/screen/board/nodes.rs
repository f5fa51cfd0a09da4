//! The field of Dots: dots on nodes, captured dots, territories and the chains round them.

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, AnySetup, Direction, Player, Point, Position,
    dots::DotsPosition,
};
use gridball_replay::drawn;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    Marks,
    geometry::{DOTS, Extent, Geometry, View},
    labels,
    sheet::{Pen, Sheet, layer},
};
use crate::screen::look::{Look, Role};

/// Columns and rows from one node to the next, big ones first.
const PITCHES: [(u16, u16); 5] = [(8, 4), (6, 3), (4, 2), (2, 1), (1, 1)];
/// The smallest that is taken unasked.
const USUAL: usize = 3;

/// What is on the field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Nodes {
    position: DotsPosition,
    last: Option<(Player, Point)>,
}

impl Nodes {
    /// The field of a game of Dots.
    pub(super) fn new(game: &AnyGame) -> Option<Self> {
        let AnyPosition::Dots(position) = game.position() else { return None };
        let last = match game.actions().next_back() {
            Some(AnyAction::Dots(action)) => position.point_of(*action),
            _ => None,
        };
        let last = last.and_then(|point| Some((position.dot(point)?.player, point)));
        Some(Self { position: position.clone(), last })
    }

    pub(super) fn extent(&self) -> Extent {
        let setup = self.position.setup();
        Extent { last_x: setup.width() as i8 - 1, rows: (0, setup.height() as i8 - 1) }
    }

    /// Where somebody looks first.
    pub(super) fn focus(&self) -> Point {
        let extent = self.extent();
        let middle = Point::new(extent.last_x / 2, extent.rows.1 / 2);
        self.last.map_or(middle, |(_, point)| point)
    }

    pub(super) fn geometry(&self, area: Rect, view: View, focus: Point) -> Geometry {
        Geometry::new(area, self.extent(), &PITCHES, USUAL, view, focus)
    }

    pub(super) fn draw(&self, geometry: &Geometry, marks: &Marks, look: Look, buffer: &mut Buffer) {
        let mut sheet = Sheet::new(geometry, look);
        let extent = self.extent();
        let all =
            (0..=extent.rows.1).flat_map(|y| (0..=extent.last_x).map(move |x| Point::new(x, y)));
        for point in all {
            self.draw_territory(&mut sheet, point);
            self.draw_chain(&mut sheet, point);
            self.draw_node(&mut sheet, point);
        }
        let place = |point: Point| {
            let (x, y) = geometry.dots(point);
            (x.div_euclid(DOTS.0), y.div_euclid(DOTS.1))
        };
        let mut bracket = |point: Point, signs: [char; 2], role: Role, layer| {
            let (column, row) = place(point);
            if geometry.pitch.0 >= 2 * DOTS.0 {
                for (offset, sign) in [(-1, signs[0]), (1, signs[1])] {
                    sheet.put(column + offset, row, sign, layer, look.style(role));
                }
            }
        };
        if let Some((player, point)) = self.last {
            bracket(point, ['(', ')'], Role::Last(player), layer::LAST);
        }
        for point in &marks.hint {
            bracket(*point, ['<', '>'], Role::Hint, layer::HINT);
        }
        if let Some(cursor) = marks.cursor {
            bracket(cursor, ['[', ']'], Role::Cursor, layer::SIGNS);
            let sign = self.sign(cursor, look).0;
            sheet.sign(cursor, sign, layer::SIGNS, look.style(Role::Cursor));
        }
        sheet.finish(buffer);
        if geometry.labelled {
            let setup = AnySetup::Dots(self.position.setup());
            let column = |x| drawn::column_name(&setup, x);
            let row = |y| drawn::row_name(&setup, y);
            labels::draw(geometry, extent, column, row, look, buffer);
        }
    }

    /// The sign of a node and its meaning.
    fn sign(&self, point: Point, look: Look) -> (char, Role) {
        match (self.position.dot(point), self.position.owner(point)) {
            (Some(dot), _) => {
                let sign = match (dot.player, dot.dead) {
                    (Player::First, false) => look.pick('●', 'X'),
                    (Player::First, true) => look.pick('•', 'x'),
                    (Player::Second, false) if look.is_mono() => look.pick('○', 'O'),
                    (Player::Second, false) => look.pick('●', 'O'),
                    (Player::Second, true) if look.is_mono() => look.pick('◦', 'o'),
                    (Player::Second, true) => look.pick('•', 'o'),
                };
                let is_last = self.last.is_some_and(|(_, last)| last == point);
                let role = if is_last { Role::Last(dot.player) } else { Role::Player(dot.player) };
                (sign, role)
            }
            (None, Some(owner)) => (Self::shade(owner, look), Role::Player(owner)),
            (None, None) => (look.pick('·', '.'), Role::Paper),
        }
    }

    const fn shade(owner: Player, look: Look) -> char {
        match owner {
            Player::First => look.pick('░', '+'),
            Player::Second => look.pick('▒', '-'),
        }
    }

    fn draw_node(&self, sheet: &mut Sheet<'_>, point: Point) {
        let (sign, role) = self.sign(point, sheet.look);
        let style = sheet.look.style(role);
        sheet.sign(point, sign, layer::LAST, style);
    }

    /// The paper to the right of and below a node, where it belongs to a territory.
    fn draw_territory(&self, sheet: &mut Sheet<'_>, point: Point) {
        let Some(owner) = self.position.owner(point) else { return };
        let belongs = |direction| self.position.owner(point.step(direction)) == Some(owner);
        let sign = Self::shade(owner, sheet.look);
        let style = sheet.look.style(Role::Player(owner));
        let (x, y) = sheet.geometry.dots(point);
        let (column, row) = (x.div_euclid(DOTS.0), y.div_euclid(DOTS.1));
        let turned = if sheet.geometry.is_flipped() { -1 } else { 1 };
        let (columns, rows) = (sheet.geometry.pitch.0 / DOTS.0, sheet.geometry.pitch.1 / DOTS.1);
        let whole =
            belongs(Direction::East) && belongs(Direction::South) && belongs(Direction::SouthEast);
        for down in 0..rows {
            for right in 0..columns {
                let inside = match (right, down) {
                    (0, 0) => false,
                    (_, 0) => belongs(Direction::East),
                    (0, _) => belongs(Direction::South),
                    _ => whole,
                };
                if inside {
                    let at = (column + turned * right, row + turned * down);
                    sheet.put(at.0, at.1, sign, layer::PAPER, style);
                }
            }
        }
    }

    /// Lines between a dot and its neighbours where both stand round the same territory.
    fn draw_chain(&self, sheet: &mut Sheet<'_>, point: Point) {
        let live =
            |point: Point| self.position.dot(point).filter(|dot| !dot.dead).map(|dot| dot.player);
        if sheet.look.is_ascii() || sheet.geometry.pitch.0 < 2 * DOTS.0 {
            return;
        }
        let Some(player) = live(point) else { return };
        let owned =
            |point: Point| self.position.owner(point) == Some(player) && live(point).is_none();
        for direction in
            [Direction::East, Direction::SouthEast, Direction::South, Direction::SouthWest]
        {
            let next = point.step(direction);
            if live(next) != Some(player) {
                continue;
            }
            // A place next to both of them inside of the territory.
            let encloses = Direction::ALL.into_iter().map(|side| point.step(side)).any(|place| {
                owned(place) && (place.x - next.x).abs() <= 1 && (place.y - next.y).abs() <= 1
            });
            if encloses {
                let pen = Pen { role: Role::Player(player), player: Some(player), dashed: false };
                sheet.line(point, next, pen, layer::LINES);
            }
        }
    }
}
