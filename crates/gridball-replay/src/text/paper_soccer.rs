//! Paper soccer as text.

use gridball_core::{AnySetup, Point, Position, paper_soccer::PaperSoccerPosition};

use super::{
    Drawing, Ink, TextOptions,
    paper::{Dot, Explained, Paper, Stroke},
};
use crate::drawn::{
    History,
    lines::{self, Pen},
};

/// Draws a game of paper soccer.
pub(super) fn draw(history: &History<'_, PaperSoccerPosition>, options: &TextOptions) -> Drawing {
    let setup = history.start.setup();
    let (width, height) = (setup.width() as i8, setup.height() as i8);
    let mut paper = Paper::new(setup.width(), setup.height(), options);
    paper.line(&lines::border(setup), Stroke { pen: Pen::Border, last: false });
    lines::of_paper_soccer(history, |points, pen, last| {
        paper.line(points, Stroke { pen, last });
    });

    for y in -1..=height + 1 {
        for x in 0..=width {
            let point = Point::new(x, y);
            if !setup.has_point(point) {
                continue;
            }
            let dot = if options.parity && setup.is_odd_point(point) {
                Dot::Odd
            } else if history.last.is_occupied(point) {
                Dot::Touched
            } else {
                Dot::Free
            };
            paper.dot(point, dot, Ink::Paper);
        }
    }
    if let Some((_, action, player)) = history.last_action() {
        for point in action.points().skip(1).map(|name| setup.point(name)) {
            if !(options.parity && setup.is_odd_point(point)) {
                paper.dot(point, Dot::Last, Ink::of(player));
            }
        }
    }
    paper.dot(history.last.ball(), Dot::Ball, Ink::Ball);

    paper.coordinates(&AnySetup::PaperSoccer(setup), true);
    let mut explained = vec![Explained::Player, Explained::Ball];
    explained.extend(history.last_action().map(|_| Explained::Last));
    explained.extend(options.parity.then_some(Explained::Odd));
    paper.finish(&explained, options)
}
