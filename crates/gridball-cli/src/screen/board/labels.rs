//! Coordinates at the left and at the top of a field; they stay in sight when it is scrolled.

use gridball_core::Point;
use ratatui::buffer::Buffer;

use super::geometry::{DOTS, Extent, Geometry};
use crate::screen::look::{Look, Role};

/// Writes the names of columns and rows.
pub(super) fn draw(
    geometry: &Geometry,
    extent: Extent,
    column_name: impl Fn(i8) -> String,
    row_name: impl Fn(i8) -> String,
    look: Look,
    buffer: &mut Buffer,
) {
    let style = look.style(Role::Label);
    let area = geometry.area;
    // The columns and rows in sight.
    let mut columns: Vec<(u16, i8)> = (0..=extent.last_x)
        .filter_map(|x| {
            let (dots, _) = geometry.dots(Point::new(x, extent.rows.0));
            geometry.absolute(dots.div_euclid(DOTS.0), 0).map(|(at, _)| (at, x))
        })
        .collect();
    let mut rows: Vec<(u16, i8)> = (extent.rows.0..=extent.rows.1)
        .filter_map(|y| {
            let (_, dots) = geometry.dots(Point::new(0, y));
            geometry.absolute(0, dots.div_euclid(DOTS.1)).map(|(_, at)| (at, y))
        })
        .collect();
    columns.sort_unstable();
    rows.sort_unstable();
    let (Some(first_column), Some(first_row)) = (columns.first(), rows.first()) else { return };
    // Right beside the field, which may be smaller than its area.
    let (margin_x, margin_y) = geometry.margin();
    let left = first_column.0.saturating_sub(margin_x).max(area.x);
    let top = first_row.0.saturating_sub(margin_y).max(area.y) - 1;
    // Where names would run into each other only some are written.
    let mut free_from = area.x;
    let narrow = geometry.pitch.0 < 6 && column_name(extent.last_x).len() > 1;
    for (at, x) in columns {
        let name = column_name(x);
        if at < free_from || (narrow && x % 2 != 0) {
            continue;
        }
        let last = at + name.len() as u16;
        if last <= area.right() {
            buffer.set_string(at, top, &name, style);
            free_from = last + 1;
        }
    }
    let mut written = None;
    for (row, y) in rows {
        let name = row_name(y);
        if written != Some(row) && !name.is_empty() {
            buffer.set_string(left.saturating_sub(1 + name.len() as u16), row, &name, style);
            written = Some(row);
        }
    }
}
