//! What is said about a game, one file a game: why it is whose turn, how steps are called.
//!
//! A new game is one file, and an arm in each function here.

mod dots;
mod football_checkers;
mod gridball;
mod paper_soccer;

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, AnySetup, EndReason, Outcome, Position, Step, games,
};

use serde::{Deserialize, Serialize};

use crate::messages::{Ending, Messages};

/// The rules of a game, short. Every paragraph is one line.
pub(crate) fn rules(setup: &AnySetup, messages: &dyn Messages) -> &'static str {
    messages.rules(gridball_ai::game_name(setup))
}

/// The name of a game for people.
pub(crate) fn name(setup: &AnySetup, messages: &dyn Messages) -> &'static str {
    let id = gridball_ai::game_name(setup);
    let own = messages.game(id);
    own.unwrap_or_else(|| english_name(id))
}

/// The name of a game in English, by its name in ids.
fn english_name(id: &'static str) -> &'static str {
    games().iter().find(|game| game.id == id).map_or(id, |game| game.name)
}

/// Examples of actions as they may be typed.
pub(crate) fn examples(setup: &AnySetup, messages: &dyn Messages) -> String {
    messages.one_of(match setup {
        AnySetup::Gridball(_) => gridball::EXAMPLES,
        AnySetup::Dots(setup) => dots::examples(setup),
        AnySetup::FootballCheckers(_) => football_checkers::EXAMPLES,
        AnySetup::PaperSoccer(_) => paper_soccer::EXAMPLES,
    })
}

/// Where a game stands, in words: whose turn it is and why, counters, scores. Only of a game that
/// goes on.
pub(crate) fn situation(game: &AnyGame, messages: &dyn Messages) -> String {
    match game.position() {
        AnyPosition::Gridball(position) => gridball::situation(position, game, messages),
        AnyPosition::Dots(position) => dots::situation(position, messages),
        AnyPosition::FootballCheckers(position) => football_checkers::situation(position, messages),
        AnyPosition::PaperSoccer(position) => paper_soccer::situation(position, messages),
    }
}

/// What has to be said about a position even where nobody is asked to move; nothing in most of
/// them.
pub(crate) fn news(game: &AnyGame, messages: &dyn Messages) -> Option<String> {
    match game.position() {
        AnyPosition::Gridball(position) => gridball::penalty(position, game, messages),
        AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_) | AnyPosition::PaperSoccer(_) => {
            None
        }
    }
}

/// What a legal action does besides what everybody sees, if it does anything.
pub(crate) fn effect(
    before: &AnyPosition,
    action: &AnyAction,
    messages: &dyn Messages,
) -> Option<String> {
    match (before, action) {
        (AnyPosition::Dots(before), AnyAction::Dots(action)) => {
            dots::effect(before, *action, messages)
        }
        _ => None,
    }
}

/// How a game ended by its rules, in words; `None` if it goes on.
pub(crate) fn result(game: &AnyGame, messages: &dyn Messages) -> Option<String> {
    let position = game.position();
    let outcome = position.outcome()?;
    let reason = position.end_reason()?;
    let mut last_player = None;
    game.replay(|before, _, _| last_player = Some(before.to_move()));
    let own_goal = match outcome {
        Outcome::Win(winner) => reason == EndReason::Goal && last_player == Some(winner.other()),
        Outcome::Draw => false,
    };
    Some(messages.result(outcome, Ending::Rule { reason, own_goal }))
}

/// An action as people read it; with the canonical text before it if it does not begin with that.
pub(crate) fn action(position: &AnyPosition, action: &AnyAction) -> String {
    let text = position.action_text(action);
    let mut for_people = String::new();
    // Writing to a String cannot fail.
    let _ = position.write_action_for_people(action, &mut for_people);
    if for_people.starts_with(&text) { for_people } else { format!("{text} ({for_people})") }
}

/// An action in the notation that was chosen.
pub(crate) fn action_in(position: &AnyPosition, action: &AnyAction, notation: Notation) -> String {
    match notation {
        Notation::Canonical => position.action_text(action),
        Notation::Compass => {
            let mut text = String::new();
            // Writing to a String cannot fail.
            let _ = position.write_action_for_people(action, &mut text);
            text
        }
    }
}

/// The steps of an unfinished action in the notation that was chosen.
pub(crate) fn steps_in(position: &AnyPosition, steps: &[Step], notation: Notation) -> String {
    match (position, notation) {
        (AnyPosition::Gridball(_), Notation::Canonical) => steps
            .iter()
            .enumerate()
            .map(|(i, step)| step_text(position, &steps[..i], *step))
            .collect(),
        _ => self::steps(position, steps),
    }
}

/// Paper soccer: why the ball goes on after these steps; `None` if it does not.
pub(crate) fn bounce(
    position: &AnyPosition,
    steps: &[Step],
    messages: &dyn Messages,
) -> Option<String> {
    match position {
        AnyPosition::PaperSoccer(soccer) if !steps.is_empty() => {
            paper_soccer::bounce(soccer, steps, messages)
        }
        _ => None,
    }
}

/// How actions are written on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Notation {
    /// As in records: `034`, `d6-e7`.
    #[default]
    Canonical,
    /// With words of the compass where there are directions: `N-SE-S`.
    Compass,
}

/// A step as it may be typed.
fn step_text(position: &AnyPosition, prefix: &[Step], step: Step) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = position.write_step(prefix, step, &mut text);
    text
}

/// A step as it may be typed, and what it means where that is not the same.
pub(crate) fn step(position: &AnyPosition, prefix: &[Step], step: Step) -> String {
    let text = step_text(position, prefix, step);
    match position {
        AnyPosition::Gridball(_) => gridball::step(step, &text),
        AnyPosition::PaperSoccer(_) => paper_soccer::step(step, &text),
        AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_) => text,
    }
}

/// The steps of an unfinished action.
pub(crate) fn steps(position: &AnyPosition, steps: &[Step]) -> String {
    if let AnyPosition::Gridball(_) = position {
        return gridball::steps(steps);
    }
    let texts = steps.iter().enumerate().map(|(i, step)| step_text(position, &steps[..i], *step));
    texts.collect::<Vec<_>>().join("-")
}

/// What follows in `text` when it begins by naming the place where the ball is, which is no step.
pub(crate) fn after_the_start<'a>(position: &AnyPosition, text: &'a str) -> &'a str {
    match position {
        AnyPosition::PaperSoccer(position) => paper_soccer::after_the_ball(position, text),
        AnyPosition::Gridball(_) | AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_) => text,
    }
}
