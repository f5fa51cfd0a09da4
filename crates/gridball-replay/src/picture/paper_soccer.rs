//! Paper soccer as a picture.

use gridball_core::{AnySetup, Point, Position, paper_soccer::PaperSoccerPosition};

use super::{
    gridball::draw_lines,
    paper::{Paper, Places},
    scene::{CELL, Role},
};
use crate::drawn::{History, lines};

/// Draws a game of paper soccer.
pub(super) fn draw<'a>(
    history: &History<'_, PaperSoccerPosition>,
    setup: &'a AnySetup,
    names: bool,
) -> Paper<'a> {
    let rules = history.start.setup();
    let size = (rules.width() + 1, rules.height() + 1);
    let mut paper = Paper::new(setup, size, Places::CrossingsAndGoals, names);
    paper.line(Role::Border, &lines::border(rules));
    draw_lines(&mut paper, |visit| lines::of_paper_soccer(history, visit));
    for y in 0..=rules.height() as i8 {
        for x in 0..=rules.width() as i8 {
            let point = Point::new(x, y);
            if history.last.is_occupied(point) {
                paper.circle(Role::Touched, point, 2.5);
            }
        }
    }
    if let Some((_, action, player)) = history.last_action() {
        for name in action.points().skip(1) {
            paper.circle(Role::LastPoint(player), rules.point(name), 3.8);
        }
    }
    paper.circle(Role::Ball, history.last.ball(), CELL * 0.29);
    paper
}
