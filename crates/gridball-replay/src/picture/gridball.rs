//! Gridball and paper football as a picture.

use gridball_core::{AnySetup, Point, Position, gridball::GridballPosition};

use super::{
    paper::{Paper, Places},
    scene::{CELL, Role},
};
use crate::drawn::{
    History,
    lines::{self, Pen},
};

/// Draws a game of Gridball or paper football.
///
/// What was drawn before the history begins is known only as touched points and cells with a
/// diagonal; both are marked.
pub(super) fn draw<'a>(
    history: &History<'_, GridballPosition>,
    setup: &'a AnySetup,
    names: bool,
) -> Paper<'a> {
    let rules = history.start.setup();
    let size = (rules.width() + 1, rules.height() + 1);
    let mut paper = Paper::new(setup, size, Places::CrossingsAndGoals, names);
    let (right, bottom) = (rules.width() as i8, rules.height() as i8);
    let corners = [(0, 0), (right, 0), (right, bottom), (0, bottom), (0, 0)];
    paper.line(Role::Border, &corners.map(|(x, y)| Point::new(x, y)));
    for goal in lines::goals(rules) {
        paper.line(Role::Border, &goal);
    }
    for cell in lines::cells_with_diagonal(history) {
        paper.fill_cell(Role::Shaded, cell);
    }
    draw_lines(&mut paper, |visit| lines::of_gridball(history, visit));
    for (x, y) in history.last.touched().iter() {
        paper.circle(Role::Touched, Point::new(x as i8, y as i8), 2.5);
    }
    if let Some((before, action, player)) = history.last_action() {
        for point in &before.line(action).points()[1..] {
            paper.circle(Role::LastPoint(player), *point, 3.8);
        }
    }
    paper.circle(Role::Ball, history.last.ball(), CELL * 0.29);
    paper
}

/// Draws lines as their owners do, the last one with a marker pen under it.
pub(super) fn draw_lines(
    paper: &mut Paper<'_>,
    visit_lines: impl FnOnce(&mut dyn FnMut(&[Point], Pen, bool)),
) {
    visit_lines(&mut |points, pen, last| {
        let role = match pen {
            Pen::Player(player) => Role::Line(player),
            Pen::Penalty(player) => Role::Penalty(player),
            Pen::Unknown => Role::UnknownLine,
            Pen::Border => Role::Border,
        };
        paper.line(role, points);
        if last {
            paper.line(Role::Highlight, points);
        }
    });
}
