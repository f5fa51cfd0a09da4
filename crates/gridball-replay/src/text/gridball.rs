//! Gridball and paper football as text.

use gridball_core::{
    Direction, Point, Position,
    gridball::{GridballAction, GridballPosition},
};

use super::{
    Drawing, History, Ink, TextOptions,
    paper::{Dot, Explained, Paper, Pen, Stroke},
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
    for y in 0..setup.height() {
        for x in 0..setup.width() {
            if history.start.has_diagonal(x, y) {
                paper.shade(Point::new(x as i8, y as i8));
                explained.push(Explained::Shaded);
            }
        }
    }
    history.replay(|before, action, last| {
        let pen = match action {
            GridballAction::Move(_) => Pen::Player(before.to_move()),
            GridballAction::Penalty(_) => {
                explained.push(Explained::Penalty);
                Pen::Penalty(before.to_move())
            }
        };
        let stroke = Stroke { pen, last };
        for pair in before.line(action).points().windows(2) {
            if let Some(direction) = direction_between(pair[0], pair[1]) {
                paper.stroke(pair[0], direction, stroke);
            }
        }
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

    paper.coordinates(|x| x.to_string(), |y| y.to_string(), false);
    paper.finish(&explained, options.legend)
}

fn direction_between(from: Point, to: Point) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| from.step(*direction) == to)
}
