//! The field of a game, drawn as on squared paper.
//!
//! | file | holds |
//! |---|---|
//! | `geometry` | where a point is on the screen, scrolling, zoom, turning the field |
//! | `sheet` | lines of Braille dots or ASCII characters |
//! | `paper`, `nodes`, `cells` | the fields of the football games, of Dots, of football-checkers |
//! | `labels` | coordinates |
//! | `entry` | an action that is built step by step on the field |

mod cells;
mod entry;
mod geometry;
mod labels;
mod nodes;
mod paper;
mod sheet;

use gridball_core::{AnyAction, AnyGame, AnyPosition, Direction, Point};
use ratatui::{buffer::Buffer, layout::Rect};

use self::{cells::Cells, nodes::Nodes, paper::Paper};
pub(crate) use self::{
    entry::{Entered, Entry, is_penalty_due},
    geometry::{Geometry, OutOfSight, View},
};
use super::look::{Look, Role};

/// A key moves the view by so many points.
const PAN: i32 = 3;

/// A place where the next step can lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// The place.
    pub(crate) point: Point,
    /// The first point on the way, where that is another one.
    pub(crate) near: Option<Point>,
    /// The key that leads there.
    pub(crate) sign: char,
}

/// What is shown on the field besides the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks {
    /// The points of the action that is being entered, with the one where it begins.
    pub(crate) path: Vec<Point>,
    /// The points of an action that is looked at before it is chosen.
    pub(crate) candidate: Vec<Point>,
    /// The points of an action that an engine would play.
    pub(crate) hint: Vec<Point>,
    /// Where the next step can lead.
    pub(crate) targets: Vec<Target>,
    /// The cursor.
    pub(crate) cursor: Option<Point>,
    /// The cursor has not been moved since the turn began.
    pub(crate) is_cursor_waiting: bool,
}

/// What is on the field.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Picture {
    Paper(Box<Paper>),
    Nodes(Nodes),
    Cells(Cells),
}

impl Picture {
    fn new(game: &AnyGame) -> Option<Self> {
        match game.position() {
            AnyPosition::Gridball(_) | AnyPosition::PaperSoccer(_) => {
                Paper::new(game).map(|paper| Self::Paper(Box::new(paper)))
            }
            AnyPosition::Dots(_) => Nodes::new(game).map(Self::Nodes),
            AnyPosition::FootballCheckers(_) => Cells::new(game).map(Self::Cells),
        }
    }
}

/// The field of a game as it is shown. It has to be told whenever the game has changed.
#[derive(Debug)]
pub(crate) struct Board {
    picture: Option<Picture>,
    pub(crate) view: View,
    /// How it was drawn last: what a click means.
    geometry: Option<Geometry>,
}

impl Board {
    pub(crate) fn new(game: &AnyGame) -> Self {
        Self { picture: Picture::new(game), view: View::default(), geometry: None }
    }

    /// The game has changed.
    pub(crate) fn refresh(&mut self, game: &AnyGame) {
        self.view.pan = (0, 0);
        self.picture = Picture::new(game);
    }

    /// Where somebody looks first: the ball, the last dot.
    pub(crate) fn focus(&self) -> Point {
        match &self.picture {
            Some(Picture::Paper(paper)) => paper.ball(),
            Some(Picture::Nodes(nodes)) => nodes.focus(),
            Some(Picture::Cells(cells)) => cells.focus(),
            None => Point::new(0, 0),
        }
    }

    /// Looks at another part of a field that does not fit, until something is played.
    pub(crate) fn pan(&mut self, direction: Direction) {
        let seen = self.out_of_sight();
        let (x, y) = direction.delta();
        let pan = &mut self.view.pan;
        for (pan, delta, before, after) in [
            (&mut pan.0, i32::from(x), seen.left, seen.right),
            (&mut pan.1, i32::from(y), seen.above, seen.below),
        ] {
            // No further than there is something to see.
            let more = if delta < 0 { before } else { after };
            *pan += delta * PAN.min(more as i32);
        }
    }

    /// How much of the field could not be seen when it was drawn last.
    pub(crate) fn out_of_sight(&self) -> OutOfSight {
        self.geometry.map_or_else(OutOfSight::default, |geometry| geometry.out_of_sight())
    }

    /// Whether there is a place with these coordinates.
    pub(crate) fn contains(&self, point: Point) -> bool {
        let extent = match &self.picture {
            Some(Picture::Paper(paper)) => paper.extent(),
            Some(Picture::Nodes(nodes)) => nodes.extent(),
            Some(Picture::Cells(_)) => Cells::extent(),
            None => return false,
        };
        (0..=extent.last_x).contains(&point.x) && (extent.rows.0..=extent.rows.1).contains(&point.y)
    }

    /// Lays the field out in an area, so that what is being entered is in sight.
    fn lay_out(&self, area: Rect, marks: &Marks, look: Look) -> Option<Geometry> {
        let entered = marks.cursor.or(marks.path.last().copied());
        let focus = entered.unwrap_or_else(|| self.focus());
        Some(match self.picture.as_ref()? {
            Picture::Paper(paper) => paper.geometry(area, look, self.view, focus),
            Picture::Nodes(nodes) => {
                let at = |focus| nodes.geometry(area, self.view, focus);
                let (geometry, last) = (at(focus), nodes.focus());
                if geometry.cell(last).is_some() || self.view.pan != (0, 0) {
                    return Some(geometry);
                }
                // The last dot shall be in sight too; else the view waits there until the cursor
                // is moved.
                let middle =
                    Point::new(i8::midpoint(focus.x, last.x), i8::midpoint(focus.y, last.y));
                let between = at(middle);
                if between.cell(focus).is_some() && between.cell(last).is_some() {
                    between
                } else if marks.is_cursor_waiting {
                    at(last)
                } else {
                    geometry
                }
            }
            Picture::Cells(_) => Cells::geometry(area, self.view, focus),
        })
    }

    /// How many columns the field takes in such an area, at most all of them.
    pub(crate) fn columns(&self, area: Rect, look: Look) -> u16 {
        let columns = self.lay_out(area, &Marks::default(), look).map_or(0, |it| it.columns() + 2);
        u16::try_from(columns).unwrap_or(u16::MAX).min(area.width)
    }

    /// Draws the field; where it does not fit, the part round what is being entered.
    pub(crate) fn draw(&mut self, area: Rect, marks: &Marks, look: Look, buffer: &mut Buffer) {
        self.geometry = if area.is_empty() { None } else { self.lay_out(area, marks, look) };
        let Some(geometry) = &self.geometry else { return };
        match &self.picture {
            Some(Picture::Paper(paper)) => paper.draw(geometry, marks, look, buffer),
            Some(Picture::Nodes(nodes)) => nodes.draw(geometry, marks, look, buffer),
            Some(Picture::Cells(cells)) => cells.draw(geometry, marks, look, buffer),
            None => {}
        }
        draw_edges(geometry, area, look, buffer);
    }

    /// The point at a place on the screen.
    pub(crate) fn point_at(&self, column: u16, row: u16) -> Option<Point> {
        self.geometry?.point_at(column, row)
    }
}

/// Marks at the edges behind which there is more of the field, with how many rows or columns.
fn draw_edges(geometry: &Geometry, area: Rect, look: Look, buffer: &mut Buffer) {
    let seen = geometry.out_of_sight();
    let style = look.style(Role::Key);
    let (top, bottom) = (area.y, area.bottom().saturating_sub(1));
    let mut mark = |count: usize, unicode, ascii, place: (u16, u16), at_right: bool| {
        if count > 0 {
            // As wide as a coordinate, which it may stand for.
            let text = format!("{:<3}", format!("{}{count}", look.pick(unicode, ascii)));
            let text = if at_right { text.trim_end() } else { &text };
            let x = if at_right {
                place.0.saturating_sub(text.chars().count() as u16)
            } else {
                place.0
            };
            let room = usize::from(area.right().saturating_sub(x));
            let (mut end, y) = buffer.set_stringn(x, place.1, text, room, style);
            // The end of the name of a row would be a part of the number.
            while y == bottom
                && let Some(cell) = buffer.cell_mut((end, y))
                && cell.symbol().bytes().all(|byte| byte.is_ascii_digit())
                && end < area.right()
            {
                cell.set_char(' ');
                end += 1;
            }
            // Half a coordinate behind it would be another one.
            while let Some(cell) = buffer.cell_mut((end, y))
                && cell.symbol() != " "
                && end < area.right()
                && y == top
            {
                cell.set_char(' ');
                end += 1;
            }
        }
    };
    mark(seen.above, '▲', '^', (area.x, top), false);
    mark(seen.below, '▼', 'v', (area.x, bottom), false);
    mark(seen.left, '◀', '<', (area.x + 3, top), false);
    mark(seen.right, '▶', '>', (area.right(), top), true);
}

/// The points that an action passes or touches.
pub(crate) fn points_of(before: &AnyPosition, action: &AnyAction) -> Vec<Point> {
    paper::path(before, action)
}
