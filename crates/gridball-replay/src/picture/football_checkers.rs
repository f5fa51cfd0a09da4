//! Football-checkers as a picture.

use gridball_core::{
    AnySetup, Player, Point,
    football_checkers::{Cell, CheckersPosition, SIZE},
};

use super::{
    paper::{Paper, Places},
    scene::{CELL, Role},
};
use crate::drawn::History;

/// Draws a game of football-checkers: checkers, attacked goal cells, the last move.
pub(super) fn draw<'a>(
    history: &History<'_, CheckersPosition>,
    setup: &'a AnySetup,
    names: bool,
) -> Paper<'a> {
    let position = &history.last;
    let mut paper = Paper::new(setup, (SIZE, SIZE), Places::Cells, names);
    draw_gates(&mut paper);
    // The ranks before the gates, on which one side may not land.
    for y in [1, SIZE as i8 - 2] {
        for x in 0..SIZE as i8 {
            paper.fill_cell(Role::Forbidden, Point::new(x, y));
        }
    }
    for attacker in Player::BOTH {
        for cell in position.attacked_cells(attacker).iter() {
            paper.fill_cell(Role::Attacked(attacker), cell.point());
            let spot = paper.spot(cell.point());
            paper.scene.cross(Role::AttackSign(attacker), spot, CELL * 0.24, false);
        }
    }
    for cell in (0..usize::from(SIZE) * usize::from(SIZE)).filter_map(Cell::from_index) {
        if let Some(player) = position.checker_at(cell) {
            paper.circle(Role::Piece(player), cell.point(), CELL * 0.36);
        }
    }
    if let Some((_, action, player)) = history.last_action() {
        let (from, to) = (action.from.point(), action.to.point());
        paper.line(Role::Highlight, &[from, to]);
        paper.circle(Role::Trace(player), from, CELL * 0.36);
        paper.circle(Role::LastPoint(player), to, CELL * 0.16);
    }
    paper
}

/// Draws the edge of the board and, outside of it, the gates: the home ranks are open there.
fn draw_gates(paper: &mut Paper<'_>) {
    let half = CELL / 2.0;
    let last = SIZE as i8 - 1;
    let corner = paper.spot(Point::new(0, 0)).moved(-half, -half);
    let far = paper.spot(Point::new(last, last)).moved(half, half);
    paper.scene.line(Role::Border, [corner, corner.moved(far.x - corner.x, 0.0), far]);
    paper.scene.line(Role::Border, [corner, corner.moved(0.0, far.y - corner.y), far]);
    for y in [corner.y + CELL, far.y - CELL] {
        let left = corner.moved(0.0, y - corner.y);
        paper.scene.line(Role::Border, [left, left.moved(far.x - corner.x, 0.0)]);
    }
}
