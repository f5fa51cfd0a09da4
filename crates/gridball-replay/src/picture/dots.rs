//! Dots as a picture.

use gridball_core::{AnySetup, Player, Point, Position, dots::DotsPosition};

use super::{
    paper::{Paper, Places},
    scene::{CELL, Role, Shape},
    territory,
};
use crate::drawn::History;

/// Draws a game of Dots: live and dead dots, territories, the last move.
pub(super) fn draw<'a>(
    history: &History<'_, DotsPosition>,
    setup: &'a AnySetup,
    names: bool,
) -> Paper<'a> {
    let position = &history.last;
    let rules = position.setup();
    let size = (rules.width(), rules.height());
    let mut paper = Paper::new(setup, size, Places::Crossings, names);
    for player in Player::BOTH {
        let outline = territory::outline(&position.territory(player), &position.live(player));
        let rings: Vec<_> = outline.iter().map(|ring| paper.spots(ring).collect()).collect();
        if !rings.is_empty() {
            paper.scene.add(Role::Chain(player), Shape::Area(rings.clone()));
            paper.scene.add(Role::Territory(player), Shape::Area(rings));
        }
    }
    for (x, y) in (0..rules.height()).flat_map(|y| (0..rules.width()).map(move |x| (x, y))) {
        let point = Point::new(x as i8, y as i8);
        let Some(dot) = position.dot(point) else { continue };
        if dot.dead {
            paper.circle(Role::DeadPiece(dot.player), point, CELL * 0.25);
            let spot = paper.spot(point);
            paper.scene.cross(Role::DeadCross(dot.player), spot, CELL * 0.1, true);
        } else {
            paper.circle(Role::Piece(dot.player), point, CELL * 0.28);
        }
    }
    if let Some((_, action, player)) = history.last_action()
        && let Some(point) = position.point_of(*action)
    {
        paper.circle(Role::Highlight, point, CELL * 0.26);
        paper.circle(Role::LastPoint(player), point, CELL * 0.14);
    }
    paper
}
