//! Gridball and paper football as text.

use gridball_core::{AnySetup, Point, Position, gridball::GridballPosition};

use super::{
    Drawing, Ink, TextOptions,
    paper::{Dot, Explained, Paper, Stroke},
};
use crate::drawn::{
    History,
    lines::{self, Pen},
};

/// Draws a game of Gridball or paper football.
///
/// What was drawn before the history begins is known only as touched points and cells with a
/// diagonal; both are marked.
pub(super) fn draw(history: &History<'_, GridballPosition>, options: &TextOptions) -> Drawing {
    let setup = history.start.setup();
    let mut paper = Paper::new(setup.width(), setup.height(), options);
    paper.goals(setup.left_post(), setup.right_post());

    let mut explained = vec![Explained::Ball];
    for cell in lines::cells_with_diagonal(history) {
        paper.shade(cell);
        explained.push(Explained::Shaded);
    }
    lines::of_gridball(history, |points, pen, last| {
        if matches!(pen, Pen::Penalty(_)) {
            explained.push(Explained::Penalty);
        }
        paper.line(points, Stroke { pen, last });
    });

    for y in 0..=setup.height() as i8 {
        for x in 0..=setup.width() as i8 {
            let point = Point::new(x, y);
            let touched = history.last.is_touched(point);
            paper.dot(point, if touched { Dot::Touched } else { Dot::Free }, Ink::Paper);
        }
    }
    if let Some((before, action, player)) = history.last_action() {
        explained.extend([Explained::Player, Explained::Last]);
        for point in &before.line(action).points()[1..] {
            paper.dot(*point, Dot::Last, Ink::of(player));
        }
    }
    paper.dot(history.last.ball(), Dot::Ball, Ink::Ball);

    paper.coordinates(&AnySetup::Gridball(setup), false);
    paper.finish(&explained, options)
}
