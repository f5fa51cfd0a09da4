//! The board of football-checkers: checkers, attacked cells, lines of sight.

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, AnySetup, Player, Point, Position,
    football_checkers::{Cell, CellSet, CheckersPosition, SIZE},
};
use gridball_replay::drawn;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{
    Marks,
    geometry::{DOTS, Extent, Geometry, View},
    labels,
};
use crate::screen::look::{Look, Role};

/// Columns and rows of a cell, big ones first.
const PITCHES: [(u16, u16); 6] = [(12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (3, 1)];

/// What is on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cells {
    position: CheckersPosition,
    last: Option<(Player, [Point; 2])>,
}

impl Cells {
    /// The board of a game of football-checkers.
    pub(super) fn new(game: &AnyGame) -> Option<Self> {
        let AnyPosition::FootballCheckers(position) = game.position() else { return None };
        let last = match game.actions().next_back() {
            Some(AnyAction::FootballCheckers(action)) => position
                .checker_at(action.to)
                .map(|player| (player, [action.from.point(), action.to.point()])),
            _ => None,
        };
        Some(Self { position: position.clone(), last })
    }

    pub(super) const fn extent() -> Extent {
        Extent { last_x: SIZE as i8 - 1, rows: (0, SIZE as i8 - 1) }
    }

    /// Where somebody looks first.
    pub(super) fn focus(&self) -> Point {
        self.last.map_or(Point::new(6, 11), |(_, [_, to])| to)
    }

    pub(super) fn geometry(area: Rect, view: View, focus: Point) -> Geometry {
        // Cells take space where points do not: the last column and row are whole cells.
        let usual = PITCHES.len() - 1;
        let fitting = PITCHES
            .iter()
            .position(|&(columns, rows)| {
                u16::from(SIZE) * columns + 3 <= area.width && u16::from(SIZE) * rows < area.height
            })
            .unwrap_or(usual);
        let chosen = (fitting as i64 - i64::from(view.zoom)).clamp(0, usual as i64) as usize;
        let pitch = [PITCHES[chosen]];
        let view = View { zoom: 0, ..view };
        let margin = (i32::from(pitch[0].0 / 2), i32::from(pitch[0].1 / 2));
        Geometry::with_margin(area, Self::extent(), &pitch, 0, view, focus, margin)
    }

    pub(super) fn draw(&self, geometry: &Geometry, marks: &Marks, look: Look, buffer: &mut Buffer) {
        let attacked = Player::BOTH.map(|attacker| self.position.attacked_cells(attacker));
        let sight = marks
            .path
            .first()
            .and_then(|point| Cell::at(*point))
            .map_or(CellSet::EMPTY, |from| self.position.sight(from));
        let size = usize::from(SIZE);
        for cell in (0..size * size).filter_map(Cell::from_index) {
            let point = cell.point();
            let dark = (point.x + point.y) % 2 == 0;
            let ground = look.style(if dark { Role::DarkCell } else { Role::LightCell });
            let attacker =
                Player::BOTH.into_iter().find(|player| attacked[player.index()].contains(cell));
            let target = marks.targets.iter().any(|target| target.point == point);
            let (sign, role) = match (self.position.checker_at(cell), attacker) {
                (Some(Player::Second), _) if look.is_mono() => {
                    (look.pick('○', 'O'), Role::Player(Player::Second))
                }
                (Some(player), _) => {
                    let ascii = if player == Player::First { 'X' } else { 'O' };
                    (look.pick('●', ascii), Role::Player(player))
                }
                (None, _) if target => (look.pick('◇', '*'), Role::Target),
                (None, Some(attacker)) => ('+', Role::Player(attacker)),
                (None, None) if sight.contains(cell) => (look.pick('∙', ':'), Role::Hint),
                // The ranks before the gates, on which one side may not land.
                (None, None) if point.y == 1 || point.y == SIZE as i8 - 2 => {
                    (look.pick('╌', '-'), Role::Paper)
                }
                (None, None) => {
                    (if look.is_ascii() || look.is_mono() { '.' } else { ' ' }, Role::Paper)
                }
            };
            let moved = self.last.is_some_and(|(_, [_, to])| to == point);
            let role = match role {
                Role::Player(player) if moved => Role::Last(player),
                other => other,
            };
            // Own checkers that can move are offered by their colour.
            let movable = target && self.position.checker_at(cell).is_some();
            let style = look.style(role).patch(if movable && look.is_mono() {
                look.style(Role::Target)
            } else {
                Style::new()
            });
            draw_cell(geometry, point, sign, style, ground, look, buffer);
            if let Some(sides) = self.sides(point, marks, look) {
                draw_sides(geometry, point, sides, ground, look, buffer);
            }
        }
        if geometry.labelled {
            let setup = AnySetup::FootballCheckers(self.position.setup());
            let name = |x| drawn::column_name(&setup, x);
            let rank = |y| drawn::row_name(&setup, y);
            labels::draw(geometry, Self::extent(), name, rank, look, buffer);
        }
    }

    /// The signs at both sides of a cell, and what they mean.
    fn sides(&self, point: Point, marks: &Marks, look: Look) -> Option<([char; 2], Role)> {
        if marks.cursor == Some(point) {
            return Some((['[', ']'], Role::Cursor));
        }
        if marks.path.contains(&point) {
            return Some(([look.pick('▸', '>'), look.pick('◂', '<')], Role::Preview));
        }
        if marks.hint.contains(&point) {
            return Some((['<', '>'], Role::Hint));
        }
        let (player, places) = self.last?;
        places.contains(&point).then_some((['(', ')'], Role::Last(player)))
    }
}

/// Draws one cell with what stands on it.
#[allow(clippy::too_many_arguments, reason = "a cell has so many properties")]
fn draw_cell(
    geometry: &Geometry,
    point: Point,
    sign: char,
    style: Style,
    ground: Style,
    look: Look,
    buffer: &mut Buffer,
) {
    let (columns, rows) = (geometry.pitch.0 / DOTS.0, geometry.pitch.1 / DOTS.1);
    let (x, y) = geometry.dots(point);
    let (left, top) = (x.div_euclid(DOTS.0), y.div_euclid(DOTS.1));
    let big = rows >= 3 && sign == look.pick('●', '\0') && !look.is_mono();
    let middle = (columns / 2, (rows - 1) / 2);
    for row in 0..rows {
        for column in 0..columns {
            let Some(at) =
                geometry.absolute(left + column - columns / 2, top + row - (rows - 1) / 2)
            else {
                continue;
            };
            let Some(place) = buffer.cell_mut(at) else { continue };
            let mut shown = if (column, row) == middle { sign } else { ' ' };
            if big {
                // A disc of half blocks, four columns wide and two rows high.
                let (right, down) = (column - (columns / 2 - 2), row - (rows - 1) / 2);
                shown = match (right, down) {
                    (0 | 3, 0) => '▄',
                    (1 | 2, 0 | 1) => '█',
                    (0 | 3, 1) => '▀',
                    _ => ' ',
                };
            }
            place.set_char(shown).set_style(ground.patch(style));
        }
    }
}

/// Draws the signs at both sides of a cell.
fn draw_sides(
    geometry: &Geometry,
    point: Point,
    (signs, role): ([char; 2], Role),
    ground: Style,
    look: Look,
    buffer: &mut Buffer,
) {
    let columns = geometry.pitch.0 / DOTS.0;
    let (x, y) = geometry.dots(point);
    let (left, top) = (x.div_euclid(DOTS.0) - columns / 2, y.div_euclid(DOTS.1));
    for (offset, sign) in [(0, signs[0]), (columns - 1, signs[1])] {
        if let Some(at) = geometry.absolute(left + offset, top)
            && let Some(place) = buffer.cell_mut(at)
        {
            place.set_char(sign).set_style(ground.patch(look.style(role)));
        }
    }
    if role == Role::Cursor
        && let Some(at) = geometry.cell(point)
        && let Some(place) = buffer.cell_mut(at)
    {
        place.set_style(look.style(role));
    }
}
