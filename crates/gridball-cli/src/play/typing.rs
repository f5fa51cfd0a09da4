//! An action as a person types it: whole, or step by step over several lines.

use gridball_core::{
    AnyAction, AnyIllegalAction, AnyPosition, Expected, Position, Step, TextError, TextErrorKind,
};

use super::refusal::Refusal;
use crate::{arguments::quoted, messages::Messages, wording};

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// A whole legal action.
    Action(AnyAction),
    /// The beginning of one.
    Beginning(Vec<Step>),
}

/// Why it is nothing that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TypingError {
    /// It is no action and no step of this game.
    NotUnderstood(TextError),
    /// It is an action, but not a legal one.
    Illegal(AnyIllegalAction),
    /// This step is not possible after those, and why.
    Impossible { step: String, after: Vec<Step>, why: Refusal },
    /// This text comes after a whole action.
    Trailing(String),
}

impl TypingError {
    /// What is wrong with `text`, as a sentence.
    pub(crate) fn complaint(&self, text: &str, messages: &dyn Messages) -> String {
        match self {
            Self::NotUnderstood(error) => {
                messages.not_an_action(&quoted(text), &messages.text_error(*error))
            }
            Self::Illegal(reason) => messages.not_legal(&quoted(text), &messages.illegal(reason)),
            Self::Impossible { step, why, .. } => {
                messages.not_legal(&quoted(step), &messages.refusal(why))
            }
            Self::Trailing(step) => messages.more_than_a_move(&quoted(step)),
        }
    }
}

/// The longest text of one step, in characters; `penalty SE` and `39-32` are well below.
const LONGEST_STEP: usize = 24;

/// Reads what was typed after the steps `before`.
pub(crate) fn read(
    position: &AnyPosition,
    before: &[Step],
    text: &str,
) -> Result<Typed, TypingError> {
    if !before.is_empty() {
        return read_steps(position, before, after_the_last(position, before, text));
    }
    let whole = position.parse_action(text);
    if let Ok(action) = &whole
        && position.is_legal(action)
    {
        return Ok(Typed::Action(action.clone()));
    }
    let steps = read_steps(position, before, wording::after_the_start(position, text));
    match (steps, whole) {
        (Ok(typed), _) => Ok(typed),
        // What the rules say about a whole action says more than which step of it is impossible.
        (Err(steps), Ok(action)) => {
            Err(position.check_action(&action).map_or_else(TypingError::Illegal, |()| steps))
        }
        (Err(TypingError::NotUnderstood(step)), Err(whole)) => {
            // Whoever names a point means a step.
            let is_point = step.kind == TextErrorKind::Expected(Expected::Neighbour);
            Err(TypingError::NotUnderstood(if is_point { step } else { whole }))
        }
        (Err(steps), Err(_)) => Err(steps),
    }
}

/// What was typed, without the last step before it: whoever is at `d7` may type `d7-e8`.
fn after_the_last<'a>(position: &AnyPosition, before: &[Step], text: &'a str) -> &'a str {
    let Some((last, earlier)) = before.split_last() else { return text };
    let mut name = String::new();
    let is_written = position.write_step(earlier, *last, &mut name).is_ok();
    // Only points have names: a direction may well be taken twice.
    if !is_written || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return text;
    }
    text.strip_prefix(&*name).filter(|rest| rest.starts_with('-')).unwrap_or(text)
}

/// Whether a character only stands between steps.
fn separates(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '–' | ',')
}

/// Reads steps one after the other.
fn read_steps(position: &AnyPosition, before: &[Step], text: &str) -> Result<Typed, TypingError> {
    let mut steps = before.to_vec();
    let mut rest = text.trim_matches(separates);
    while !rest.is_empty() {
        let (step, length) = first_step(position, &steps, rest)?;
        let possible = position.steps(&steps);
        if !possible.contains(&step) {
            let text = rest[..length].to_owned();
            return Err(if possible.is_empty() {
                TypingError::Trailing(text)
            } else {
                let why = Refusal::of_step(position, &steps, step);
                TypingError::Impossible { step: text, after: steps, why }
            });
        }
        steps.push(step);
        rest = rest[length..].trim_start_matches(separates);
    }
    match position.finish(&steps) {
        Some(action) if position.steps(&steps).is_empty() => Ok(Typed::Action(action)),
        _ => Ok(Typed::Beginning(steps)),
    }
}

/// The step at the beginning of `text` and its length: the longest text that is one, so that
/// `NE` is not `N` and then `E`. Digits alone may stand side by side, but the number of a point is
/// never cut: `d13` is not `d1` and then `3`.
fn first_step(
    position: &AnyPosition,
    before: &[Step],
    text: &str,
) -> Result<(Step, usize), TypingError> {
    let ends: Vec<usize> = text
        .char_indices()
        .take(LONGEST_STEP)
        .map(|(index, character)| index + character.len_utf8())
        .collect();
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let cuts_a_number = |end: usize| {
        let (step, rest) = text.as_bytes().split_at(end);
        end > 1 && step.last().is_some_and(is_digit) && rest.first().is_some_and(is_digit)
    };
    let steps = ends
        .iter()
        .rev()
        .filter(|&&end| !cuts_a_number(end))
        .map(|&end| (position.parse_step(before, &text[..end]), end));
    let mut error = None;
    for (step, end) in steps {
        match step {
            Ok(step) => return Ok((step, end)),
            // A point that is none of the neighbours says more than half a point.
            Err(reason) => match &error {
                Some(TextError { kind: TextErrorKind::Expected(Expected::Neighbour), .. }) => {}
                _ => error = Some(reason),
            },
        }
    }
    // The text is not empty, so something was tried.
    let nothing = TextError { column: 1, kind: TextErrorKind::Expected(Expected::Action) };
    Err(TypingError::NotUnderstood(error.unwrap_or(nothing)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> AnyPosition {
        AnyPosition::start(&"gridball".parse().unwrap())
    }

    fn action(text: &str) -> Typed {
        Typed::Action(start().parse_action(text).unwrap())
    }

    #[test]
    fn an_action_may_be_typed_in_many_ways() {
        for text in ["034", "N-SE-S", "n se s", "0 3 4", "0-3-4", " N,SE,S ", "NSES", "0SE4"] {
            assert_eq!(read(&start(), &[], text), Ok(action("034")), "{text}");
        }
    }

    #[test]
    fn numbers_of_points_are_not_cut() {
        let position = |id: &str| AnyPosition::start(&id.parse().unwrap());
        for (id, text) in [
            ("football-checkers", "d13"),
            ("football-checkers", "d1-d100"),
            ("paper-soccer", "d70"),
            ("dots", "20-180"),
            ("gridball", "p00"),
        ] {
            let error = read(&position(id), &[], text).unwrap_err();
            assert!(matches!(error, TypingError::NotUnderstood(_)), "{id} {text}: {error:?}");
        }
        assert!(matches!(read(&position("paper-soccer"), &[], "d7"), Ok(Typed::Action(_))));
        assert!(matches!(read(&position("football-checkers"), &[], "d1d2"), Ok(Typed::Action(_))));
    }

    #[test]
    fn the_beginning_of_an_action_can_be_completed() {
        let Ok(Typed::Beginning(steps)) = read(&start(), &[], "n") else { panic!("no beginning") };
        assert_eq!(steps, [Step(0)]);
        let Ok(Typed::Beginning(steps)) = read(&start(), &steps, "SE") else {
            panic!("no beginning")
        };
        assert_eq!(read(&start(), &steps, "4"), Ok(action("034")));
        assert_eq!(read(&start(), &[Step(0)], "34"), Ok(action("034")));
    }

    #[test]
    fn the_error_says_most() {
        let error = |before: &[Step], text| read(&start(), before, text).unwrap_err();
        // Back to where it came from.
        assert!(matches!(error(&[], "040"), TypingError::Illegal(_)));
        let TypingError::Impossible { step, after, why } = error(&[Step(0)], "S") else {
            panic!("not impossible")
        };
        assert_eq!((step.as_str(), after), ("S", vec![Step(0)]));
        assert!(matches!(why, Refusal::Illegal(_)), "{why:?}");
        assert_eq!(error(&[Step(0)], "345"), TypingError::Trailing("5".to_owned()));
        assert!(matches!(error(&[], "0345"), TypingError::Trailing(_)));
        assert!(matches!(error(&[], "hello"), TypingError::NotUnderstood(_)));
        assert!(matches!(error(&[], "p3"), TypingError::Illegal(_)));
    }

    #[test]
    fn any_text_is_read_without_a_panic() {
        for text in ["", "-", "–", "9", "é", "NÉ", "p", "penalty", "0\u{0}3", &"0".repeat(100_000)]
        {
            let _ = read(&start(), &[], text);
            let _ = read(&start(), &[Step(0)], text);
        }
    }
}
