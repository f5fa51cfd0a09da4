//! Coordinates at the left and at the top of a field; they stay in sight when it is scrolled.

use gridball_core::Point;
use ratatui::buffer::Buffer;

use super::geometry::{Extent, Geometry};
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
    // Where names would run into each other only some are written.
    let mut free_from = area.x;
    let mut columns: Vec<(u16, i8)> = (0..=extent.last_x)
        .filter_map(|x| {
            let (dots, _) = geometry.dots(Point::new(x, extent.rows.0));
            geometry.absolute(dots.div_euclid(super::geometry::DOTS.0), 0).map(|(at, _)| (at, x))
        })
        .collect();
    columns.sort_unstable();
    let narrow = geometry.pitch.0 < 6 && column_name(extent.last_x).len() > 1;
    for (at, x) in columns {
        let name = column_name(x);
        if at < free_from || (narrow && x % 2 != 0) {
            continue;
        }
        let last = at + name.len() as u16;
        if last <= area.right() {
            buffer.set_string(at, area.y - 1, &name, style);
            free_from = last + 1;
        }
    }
    let mut written = None;
    for y in extent.rows.0..=extent.rows.1 {
        let (_, dots) = geometry.dots(Point::new(0, y));
        let row = geometry.absolute(0, dots.div_euclid(super::geometry::DOTS.1));
        if let Some((_, row)) = row
            && written != Some(row)
        {
            let name = row_name(y);
            let at = area.x.saturating_sub(1 + name.len() as u16);
            buffer.set_string(at, row, &name, style);
            written = (!name.is_empty()).then_some(row);
        }
    }
}
