//! Where the points of a field are on the screen.

use gridball_core::Point;
use ratatui::layout::Rect;

/// Columns for coordinates at the left.
const LEFT_MARGIN: u16 = 3;
/// Rows for coordinates at the top.
const TOP_MARGIN: u16 = 1;
/// A character is so many dots of Braille wide and high.
pub(super) const DOTS: (i32, i32) = (2, 4);

/// The places of a field: which there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// The largest `x`; the smallest is 0.
    pub(crate) last_x: i8,
    /// The smallest and the largest `y`.
    pub(crate) rows: (i8, i8),
}

/// How big the field is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct View {
    /// Steps up or down from the size that fits best.
    pub(crate) zoom: i8,
    /// Whether the field is turned by half a turn.
    pub(crate) flipped: bool,
    /// Whether all of the field is wanted, even where it gets too small for signs.
    pub(crate) whole: bool,
    /// So many points to the right of and below what would be in the middle, as seen on the
    /// screen.
    pub(crate) pan: (i32, i32),
}

/// How much of a field cannot be seen, in points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct OutOfSight {
    pub(crate) above: usize,
    pub(crate) below: usize,
    pub(crate) left: usize,
    pub(crate) right: usize,
}

/// A field laid out on a part of the screen. Inside, places are measured in dots of Braille.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Geometry {
    /// Where the field is drawn, without its coordinates.
    pub(super) area: Rect,
    /// The distance of neighbouring points in dots.
    pub(super) pitch: (i32, i32),
    /// Where the top left point is in the area, in dots; negative when it is scrolled away.
    origin: (i32, i32),
    extent: Extent,
    flipped: bool,
    /// Whether there is space for coordinates.
    pub(super) labelled: bool,
    /// Columns and rows that are left free round the outermost points.
    margin: (i32, i32),
}

impl Geometry {
    /// Lays out a field in `area`: as big as fits, in one of the `pitches` (in characters, the
    /// big ones first); where not even the `usual` one fits, `focus` is in sight.
    pub(super) fn new(
        area: Rect,
        extent: Extent,
        pitches: &[(u16, u16)],
        usual: usize,
        view: View,
        focus: Point,
    ) -> Self {
        Self::with_margin(area, extent, pitches, usual, view, focus, (0, 0))
    }

    /// The same with so many columns and rows left free round the outermost points.
    pub(super) fn with_margin(
        area: Rect,
        extent: Extent,
        pitches: &[(u16, u16)],
        usual: usize,
        view: View,
        focus: Point,
        margin: (i32, i32),
    ) -> Self {
        let dots =
            |(columns, rows): (u16, u16)| (i32::from(columns) * DOTS.0, i32::from(rows) * DOTS.1);
        let pitches: Vec<(i32, i32)> = pitches.iter().map(|pitch| dots(*pitch)).collect();
        Self::with_dots(area, extent, &pitches, usual, view, focus, margin)
    }

    /// The same with pitches in dots.
    pub(super) fn with_dots(
        area: Rect,
        extent: Extent,
        pitches: &[(i32, i32)],
        usual: usize,
        view: View,
        focus: Point,
        margin: (i32, i32),
    ) -> Self {
        let labelled = area.width >= 14 && area.height >= 8;
        let inner = if labelled {
            Rect {
                x: area.x + LEFT_MARGIN,
                y: area.y + TOP_MARGIN,
                width: area.width - LEFT_MARGIN,
                height: area.height - TOP_MARGIN,
            }
        } else {
            area
        };
        let cells = (i32::from(extent.last_x), i32::from(extent.rows.1 - extent.rows.0));
        let size = |pitch: (i32, i32)| {
            (
                cells.0 * pitch.0 / DOTS.0 + 1 + 2 * margin.0,
                cells.1 * pitch.1 / DOTS.1 + 1 + 2 * margin.1,
            )
        };
        let fits = |pitch: &(i32, i32)| {
            let (columns, rows) = size(*pitch);
            columns <= i32::from(inner.width) && rows <= i32::from(inner.height)
        };
        let usual = if view.whole { pitches.len() - 1 } else { usual };
        let best = pitches[..=usual].iter().position(fits).unwrap_or(usual);
        let chosen = (best as i64 - i64::from(view.zoom)).clamp(0, pitches.len() as i64 - 1);
        let pitch = pitches[chosen as usize];
        let (columns, rows) = size(pitch);
        let mut geometry = Self {
            area: inner,
            pitch,
            origin: (0, 1),
            extent,
            flipped: view.flipped,
            labelled,
            margin,
        };
        let (focus_x, focus_y) = geometry.dots(focus);
        let focus_x = focus_x + view.pan.0 * pitch.0;
        let focus_y = focus_y + view.pan.1 * pitch.1;
        let place = |content: i32, room: u16, focus: i32| {
            let room = i32::from(room);
            if content <= room {
                (room - content) / 2
            } else {
                (room / 2 - focus).clamp(room - content, 0)
            }
        };
        let column = margin.0 + place(columns, inner.width, margin.0 + focus_x / DOTS.0);
        let row = margin.1 + place(rows, inner.height, margin.1 + focus_y / DOTS.1);
        geometry.origin = (column * DOTS.0, row * DOTS.1 + 1);
        geometry
    }

    /// Where a point is in the area, in dots; also of points that are not in sight.
    pub(super) fn dots(&self, point: Point) -> (i32, i32) {
        let Extent { last_x, rows: (top, bottom) } = self.extent;
        let (x, y) = if self.flipped {
            (i32::from(last_x) - i32::from(point.x), i32::from(bottom) - i32::from(point.y))
        } else {
            (i32::from(point.x), i32::from(point.y) - i32::from(top))
        };
        (self.origin.0 + x * self.pitch.0, self.origin.1 + y * self.pitch.1)
    }

    /// The column and row of a point on the screen, if it is in sight.
    pub(crate) fn cell(&self, point: Point) -> Option<(u16, u16)> {
        let (x, y) = self.dots(point);
        self.absolute(x.div_euclid(DOTS.0), y.div_euclid(DOTS.1))
    }

    /// A column and row of the area as ones of the screen, if they are in sight.
    pub(super) fn absolute(&self, column: i32, row: i32) -> Option<(u16, u16)> {
        let inside = (0..i32::from(self.area.width)).contains(&column)
            && (0..i32::from(self.area.height)).contains(&row);
        inside.then(|| (self.area.x + column as u16, self.area.y + row as u16))
    }

    /// The point nearest to a place on the screen, if that is on the field.
    pub(crate) fn point_at(&self, column: u16, row: u16) -> Option<Point> {
        if !self.area.contains(ratatui::layout::Position { x: column, y: row }) {
            return None;
        }
        let nearest = |dots: i32, pitch: i32| (dots + pitch / 2).div_euclid(pitch);
        let x = (i32::from(column - self.area.x)) * DOTS.0 + DOTS.0 / 2 - self.origin.0;
        let y = (i32::from(row - self.area.y)) * DOTS.1 + DOTS.1 / 2 - self.origin.1;
        // The middle of the character stands for it, so a point at its left edge is the nearest.
        let (x, y) = (nearest(x - 1, self.pitch.0), nearest(y - 1, self.pitch.1));
        let Extent { last_x, rows: (top, bottom) } = self.extent;
        let (x, y) = if self.flipped {
            (i32::from(last_x) - x, i32::from(bottom) - y)
        } else {
            (x, y + i32::from(top))
        };
        let inside = (0..=i32::from(last_x)).contains(&x)
            && (i32::from(top)..=i32::from(bottom)).contains(&y);
        inside.then(|| Point::new(x as i8, y as i8))
    }

    /// How many rows of points are out of sight above and below, and how many columns at the left
    /// and at the right.
    pub(crate) fn out_of_sight(&self) -> OutOfSight {
        let count = |number: i32, origin: i32, pitch: i32, dots: i32, room: u16| {
            let place = |index: i32| (origin + index * pitch).div_euclid(dots);
            let before = (0..number).filter(|index| place(*index) < 0).count();
            let after = (0..number).filter(|index| place(*index) >= i32::from(room)).count();
            (before, after)
        };
        let columns = i32::from(self.extent.last_x) + 1;
        let rows = i32::from(self.extent.rows.1 - self.extent.rows.0) + 1;
        let (left, right) = count(columns, self.origin.0, self.pitch.0, DOTS.0, self.area.width);
        let (above, below) = count(rows, self.origin.1, self.pitch.1, DOTS.1, self.area.height);
        OutOfSight { above, below, left, right }
    }

    /// Whether signs of neighbouring points do not hide each other.
    pub(super) const fn has_room_for_signs(&self) -> bool {
        self.pitch.0 >= 2 * DOTS.0 && self.pitch.1 >= DOTS.1
    }

    /// How many columns the whole field takes, with its coordinates.
    pub(super) const fn columns(&self) -> i32 {
        let field = self.extent.last_x as i32 * self.pitch.0 / DOTS.0 + 1 + 2 * self.margin.0;
        field + if self.labelled { LEFT_MARGIN as i32 } else { 0 }
    }

    /// Columns and rows that are left free round the outermost points.
    pub(super) const fn margin(&self) -> (u16, u16) {
        (self.margin.0 as u16, self.margin.1 as u16)
    }

    pub(crate) const fn is_flipped(&self) -> bool {
        self.flipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent { last_x: 20, rows: (-1, 27) };
    const PITCHES: [(u16, u16); 3] = [(6, 3), (4, 2), (2, 1)];

    #[test]
    fn places_on_the_screen_lead_back_to_their_points() {
        for (width, height) in [(200, 100), (80, 24), (45, 32), (9, 5)] {
            for flipped in [false, true] {
                for focus in [Point::new(10, 13), Point::new(0, -1), Point::new(20, 27)] {
                    let area = Rect::new(2, 3, width, height);
                    let view = View { flipped, ..View::default() };
                    let geometry = Geometry::new(area, EXTENT, &PITCHES, 2, view, focus);
                    assert!(geometry.cell(focus).is_some(), "{width} {height} {focus}");
                    for y in -1..=27 {
                        for x in 0..=20 {
                            let point = Point::new(x, y);
                            if let Some((column, row)) = geometry.cell(point) {
                                assert_eq!(geometry.point_at(column, row), Some(point));
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_out_of_sight_is_counted() {
        let area = Rect::new(0, 0, 45, 21);
        let lay_out = |pan, focus| {
            let view = View { pan, ..View::default() };
            Geometry::new(area, EXTENT, &PITCHES, 2, view, focus).out_of_sight()
        };
        // 29 rows, of which 20 have room below the coordinates.
        let middle = Point::new(10, 13);
        let seen = lay_out((0, 0), middle);
        assert_eq!((seen.above + seen.below, seen.left, seen.right), (9, 0, 0));
        assert_eq!(lay_out((0, -99), middle).above, 0);
        assert_eq!(lay_out((0, 99), middle).below, 0);
        assert_eq!(lay_out((0, 0), Point::new(10, 27)).below, 0);
        let moved = lay_out((0, 2), middle);
        assert_eq!((moved.above, moved.below), (seen.above + 2, seen.below - 2));
    }

    #[test]
    fn the_biggest_pitch_that_fits_is_taken() {
        let geometry = |width, height, zoom| {
            let view = View { zoom, ..View::default() };
            let focus = Point::new(10, 13);
            let area = Rect::new(0, 0, width, height);
            Geometry::new(area, EXTENT, &PITCHES, 2, view, focus).pitch
        };
        assert_eq!(geometry(200, 100, 0), (12, 12));
        assert_eq!(geometry(100, 60, 0), (8, 8));
        assert_eq!(geometry(100, 59, -9), (4, 4));
        assert_eq!(geometry(1, 1, 0), (4, 4));
        assert_eq!(geometry(1, 1, 9), (12, 12));
    }
}
