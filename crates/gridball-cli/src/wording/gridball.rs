//! Gridball and paper football.

use gridball_core::{
    AnyAction, AnyGame, Direction, Position, Step,
    gridball::{GridballAction, GridballPosition},
};

use crate::messages::Messages;

pub(super) const EXAMPLES: &[&str] = &["034", "N-SE-S"];

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
