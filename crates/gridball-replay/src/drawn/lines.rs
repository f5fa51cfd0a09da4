//! The lines of the football games: who drew them, from where to where.

use gridball_core::{
    Player, Point, Position,
    gridball::{GridballAction, GridballPosition, GridballSetup},
    paper_soccer::{PaperSoccerPosition, PaperSoccerSetup},
};

use super::History;

/// What drew a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pen {
    /// A player.
    Player(Player),
    /// A player, with a penalty.
    Penalty(Player),
    /// Nobody knows who: it was there before the history begins.
    Unknown,
    /// The border of the field.
    Border,
}

/// Calls `visit` with the points of every line of a game of Gridball or paper football, in the
/// order in which they were drawn, with what drew it, and whether it is the last action.
///
/// What was drawn before the history begins is known only as touched points and cells with a
/// diagonal, and is not among them.
pub(crate) fn of_gridball(
    history: &History<'_, GridballPosition>,
    mut visit: impl FnMut(&[Point], Pen, bool),
) {
    history.replay(|before, action, last| {
        let player = before.to_move();
        let pen = match action {
            GridballAction::Move(_) => Pen::Player(player),
            GridballAction::Penalty(_) => Pen::Penalty(player),
        };
        visit(before.line(action).points(), pen, last);
    });
}

/// The cells that had a diagonal before the history begins, by their top left corners.
pub(crate) fn cells_with_diagonal(
    history: &History<'_, GridballPosition>,
) -> impl Iterator<Item = Point> {
    let cells: Vec<_> = history.start.diagonals().iter().collect();
    cells.into_iter().map(|(x, y)| Point::new(x as i8, y as i8))
}

/// The goals, each from post to post round its back; the top one first.
pub const fn goals(setup: GridballSetup) -> [[Point; 4]; 2] {
    let (left, right) = (setup.left_post() as i8, setup.right_post() as i8);
    let bottom = setup.height() as i8;
    [
        [Point::new(left, 0), Point::new(left, -1), Point::new(right, -1), Point::new(right, 0)],
        [
            Point::new(left, bottom),
            Point::new(left, bottom + 1),
            Point::new(right, bottom + 1),
            Point::new(right, bottom),
        ],
    ]
}

/// Calls `visit` with the points of every line of a game of paper soccer, in the order in which
/// they were drawn, with what drew it, and whether it is the last action.
pub(crate) fn of_paper_soccer(
    history: &History<'_, PaperSoccerPosition>,
    mut visit: impl FnMut(&[Point], Pen, bool),
) {
    for (from, direction) in history.start.lines() {
        visit(&[from, from.step(direction)], Pen::Unknown, false);
    }
    let setup = history.start.setup();
    history.replay(|before, action, last| {
        let points: Vec<Point> = action.points().map(|name| setup.point(name)).collect();
        visit(&points, Pen::Player(before.to_move()), last);
    });
}

/// The border of a field of paper soccer, round it and back to where it began: the sides, the end
/// lines beside the mouths, and the walls of the goals.
pub fn border(setup: PaperSoccerSetup) -> [Point; 13] {
    let (width, height) = (setup.width() as i8, setup.height() as i8);
    let goal = setup.goal_width() as i8;
    let (left, right) = ((width - goal) / 2, i8::midpoint(width, goal));
    [
        Point::new(0, 0),
        Point::new(left, 0),
        Point::new(left, -1),
        Point::new(right, -1),
        Point::new(right, 0),
        Point::new(width, 0),
        Point::new(width, height),
        Point::new(right, height),
        Point::new(right, height + 1),
        Point::new(left, height + 1),
        Point::new(left, height),
        Point::new(0, height),
        Point::new(0, 0),
    ]
}
