//! Paper soccer as text.

use gridball_core::{Direction, Point, Position, paper_soccer::PaperSoccerPosition};

use super::{
    Drawing, History, Ink, TextOptions,
    paper::{Dot, Explained, Paper, Pen, Stroke},
};

/// Draws a game of paper soccer.
pub(super) fn draw(history: &History<'_, PaperSoccerPosition>, options: &TextOptions) -> Drawing {
    let setup = history.start.setup();
    let (width, height) = (setup.width() as i8, setup.height() as i8);
    let mut paper = Paper::new(setup.width(), setup.height(), options);
    draw_border(&mut paper, width, height, setup.goal_width() as i8);
    for (from, direction) in history.start.lines() {
        paper.stroke(from, direction, Stroke { pen: Pen::Unknown, last: false });
    }
    history.replay(|before, action, last| {
        let stroke = Stroke { pen: Pen::Player(before.to_move()), last };
        let mut point = setup.point(action.start);
        for &direction in &action.directions {
            paper.stroke(point, direction, stroke);
            point = point.step(direction);
        }
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
        let mut point = setup.point(action.start);
        for &direction in &action.directions {
            point = point.step(direction);
            if !(options.parity && setup.is_odd_point(point)) {
                paper.dot(point, Dot::Last, Ink::of(player));
            }
        }
    }
    paper.dot(history.last.ball(), Dot::Ball, Ink::Ball);

    let file = |x| setup.name(Point::new(x, 0)).to_string().chars().take(1).collect();
    let rank = |y| setup.name(Point::new(0, y)).rank.to_string();
    paper.coordinates(file, rank, true);
    let mut explained = vec![Explained::Player, Explained::Ball];
    explained.extend(history.last_action().map(|_| Explained::Last));
    explained.extend(options.parity.then_some(Explained::Odd));
    paper.finish(&explained, options.legend)
}

/// The border: the sides, the end lines beside the mouths, and the walls of the goals.
fn draw_border(paper: &mut Paper, width: i8, height: i8, goal: i8) {
    let border = Stroke { pen: Pen::Border, last: false };
    for y in 0..height {
        for x in [0, width] {
            paper.stroke(Point::new(x, y), Direction::South, border);
        }
    }
    let (left, right) = ((width - goal) / 2, i8::midpoint(width, goal));
    for (line, back, out) in [(0, -1, Direction::North), (height, height + 1, Direction::South)] {
        for x in 0..width {
            let y = if (left..right).contains(&x) { back } else { line };
            paper.stroke(Point::new(x, y), Direction::East, border);
        }
        for post in [left, right] {
            paper.stroke(Point::new(post, line), out, border);
        }
    }
}
