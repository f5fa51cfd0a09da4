//! Gridball and paper football.

use gridball_core::{
    AnyAction, AnyGame, Direction, Position, Step,
    gridball::{GridballAction, GridballPosition, GridballSetup, RulesKind},
};

use crate::messages::Messages;

pub(super) const EXAMPLES: &str = "034 or N-SE-S";

pub(super) const fn rules(setup: GridballSetup) -> &'static str {
    match setup.rules().kind {
        RulesKind::Gridball => GRIDBALL,
        RulesKind::PaperFootball => PAPER_FOOTBALL,
    }
}

const GRIDBALL: &str = "\
Gridball (M. Yutsis, 2004)

The field is squared paper, 20 x 26 cells (small) or 32 x 40 (classic), with a goal 4 cells wide
in the middle of the top and the bottom side. The ball starts in the middle. First attacks the
bottom goal, Second the top one.

A move is exactly three segments, each to one of the eight neighbouring points. A segment ends on
a point that no line has touched, and does not cross a diagonal. The ball may run along the edge;
it leaves the field only into a goal: straight between the posts, or slantwise without passing
outside of a post. A goal ends the move at once.

If the opponent has no whole move after yours, he is trapped, and you take a penalty: a straight
line of six segments in any direction, over whatever is drawn, that stays on the field or goes
into a goal. You take another one as long as he is trapped, six at most; then the turn passes, and
he takes penalties himself.

The ball in the bottom goal wins for First, in the top goal for Second, whoever moved it. After
300 turns the game is a draw.

Directions are digits, clockwise from north: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW.
Actions: 034 or N-SE-S is a move, p3 or `penalty SE` a penalty.
";

const PAPER_FOOTBALL: &str = "\
Paper football (three segments, rebounds from the posts)

The field is squared paper, 16 x 24 cells, with a goal 4 cells wide in the middle of the top and
the bottom side. The ball starts in the middle. First attacks the bottom goal, Second the top one.

A move is exactly three segments, each to one of the eight neighbouring points. A segment ends on
a point that no line has touched, and does not cross a diagonal. The ball may run along the edge;
it leaves the field only into a goal: straight between the posts, or slantwise without passing
outside of a post. A goal ends the move at once.

If the opponent has no whole move after yours, he is trapped, and you take a penalty: a line of
six segments in one direction, over whatever is drawn, that ends on a point the ball has not
visited or goes into a goal. A slanting penalty that hits a post rebounds from it. You take
another one as long as he is trapped.

The ball in the bottom goal wins for First, in the top goal for Second, whoever moved it. If
neither a move nor a penalty is left, the game is a draw.

Directions are digits, clockwise from north: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW.
Actions: 034 or N-SE-S is a move, p3 or `penalty SE` a penalty.
";

pub(super) fn situation(
    position: &GridballPosition,
    game: &AnyGame,
    messages: &dyn Messages,
) -> String {
    let mut text =
        penalty(position, game, messages).unwrap_or_else(|| messages.to_move(position.to_move()));
    if let Some(limit) = position.setup().rules().turn_limit {
        text.push(' ');
        text.push_str(&messages.turn(u32::from(position.turn()) + 1, limit.into()));
    }
    text
}

/// That a penalty is due, if one is.
pub(super) fn penalty(
    position: &GridballPosition,
    game: &AnyGame,
    messages: &dyn Messages,
) -> Option<String> {
    let player = position.to_move();
    let limit = position.setup().rules().penalty_limit;
    // Where a series is limited the position knows how many were taken; elsewhere the penalties
    // at the end of the game are counted.
    let taken = match limit {
        Some(_) => position.penalties_taken().into(),
        None => game.actions().rev().take_while(|action| is_penalty(action)).count(),
    };
    position.in_penalty_phase().then(|| messages.penalty(player.other(), player, taken + 1, limit))
}

const fn is_penalty(action: &AnyAction) -> bool {
    matches!(action, AnyAction::Gridball(GridballAction::Penalty(_)))
}

/// The direction of a step.
const fn direction(step: Step) -> Direction {
    Direction::from_index(step.0 as usize)
}

/// `3 SE`, `p3 SE`.
pub(super) fn step(step: Step, text: &str) -> String {
    format!("{text} {}", direction(step).compass())
}

/// `N-SE`.
pub(super) fn steps(steps: &[Step]) -> String {
    let words: Vec<&str> = steps.iter().map(|step| direction(*step).compass()).collect();
    words.join("-")
}
