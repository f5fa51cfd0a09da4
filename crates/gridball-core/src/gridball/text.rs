//! Texts of actions, steps and positions.
//!
//! # Actions
//!
//! ```text
//! ACTION   = MOVE | PENALTY
//! MOVE     = DIGIT { DIGIT }               one to three; canonical          034
//!          | WORD { ( "-" | " " ) WORD }   read as well                     N-SE-S
//! PENALTY  = "p" DIGIT                     canonical                        p3
//!          | "penalty " ( WORD | DIGIT )   read as well                     penalty SE
//! DIGIT    = "0" … "7"                     0 = north, clockwise
//! WORD     = "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW"      in either case
//! ```
//!
//! # Positions
//!
//! ```text
//! POSITION = ID " v1 " POINTS " " CELLS " " BALL " " PLAYER " " PHASE " " TURN
//! POINTS   = height + 1 rows from the top, joined by "/", of width + 1 places from the left:
//!            "x" is a touched point, a number that many untouched ones
//! CELLS    = height rows of width places: "d" is a cell with a diagonal, a number that many without
//! BALL     = X "," Y                       Y is -1 in the top goal, height + 1 in the bottom one
//! PLAYER   = "first" | "second"            who is to move (in a finished game, who would be)
//! PHASE    = "regular" | "penalty:" N | "over"      N penalties taken in this series, 0 to 5
//! TURN     = how often the turn has passed, 0 to 300; 0 in paper football
//! ```
//!
//! Three positions of a field of 12 × 12 cells: the start, one after the move `034`, and one in
//! which First scored with `444`, `444`, `4`:
//!
//! ```
//! use gridball_core::{Position, gridball::GridballPosition};
//! for text in [
//!     "gridball:12x12/4 v1 13/13/13/13/13/13/6x6/13/13/13/13/13/13 12/12/12/12/12/12/12/12/12/12/12/12 6,6 first regular 0",
//!     "gridball:12x12/4 v1 13/13/13/13/13/6x6/6xx5/7x5/13/13/13/13/13 12/12/12/12/12/6d5/12/12/12/12/12/12 7,7 second regular 1",
//!     "gridball:12x12/4 v1 13/13/13/13/13/13/6x6/6x6/6x6/6x6/6x6/6x6/6x6 12/12/12/12/12/12/12/12/12/12/12/12 6,13 first over 2",
//! ] {
//!     assert_eq!(GridballPosition::parse_position(text)?.position_text(), text);
//! }
//! # Ok::<(), gridball_core::TextError>(())
//! ```

use core::fmt;

use super::{
    action::{GridballAction, Move},
    position::{GridballPosition, Stage, State},
    rules::{GridballSetup, MOVE_SEGMENTS},
};
use crate::{
    game::{Position, Step},
    grid::{Direction, Point},
    text::{self, Expected, Reader, TextError, TextErrorKind, write_rows},
};

/// Eight directions of a segment, then eight of a penalty.
pub(super) const STEP_SPACE: usize = 16;

/// The longest spelling of an action, `penalty` with a compass word and room for a sign, and the
/// longest row of compass words stay below this.
const MAX_ACTION_TEXT: usize = 32;

pub(super) const fn segment_step(direction: Direction) -> Step {
    Step(direction as u16)
}

pub(super) const fn penalty_step(direction: Direction) -> Step {
    Step(direction as u16 + 8)
}

/// The action that these steps spell, legal or not.
pub(super) fn action_of_steps(steps: &[Step]) -> Option<GridballAction> {
    if let [Step(number @ 8..16)] = *steps {
        return Some(GridballAction::Penalty(Direction::from_index(number as usize)));
    }
    if steps.is_empty() || steps.len() > MOVE_SEGMENTS || steps.iter().any(|step| step.0 >= 8) {
        return None;
    }
    let mut segments = [Direction::North; MOVE_SEGMENTS];
    for (segment, step) in segments.iter_mut().zip(steps) {
        *segment = Direction::from_index(step.0 as usize);
    }
    Move::new(&segments[..steps.len()]).map(GridballAction::Move)
}

pub(super) fn write_step(step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
    match action_of_steps(&[step]) {
        Some(action) => write!(out, "{action}"),
        None => out.write_char('?'),
    }
}

/// Reads one step. While a penalty is due, a bare direction means a penalty in it.
pub(super) fn parse_step(text: &str, in_penalty_phase: bool) -> Result<Step, TextError> {
    match parse_action(text)? {
        GridballAction::Penalty(direction) => Ok(penalty_step(direction)),
        GridballAction::Move(regular) => match (regular.len(), regular.segment(0)) {
            (1, Some(direction)) if in_penalty_phase => Ok(penalty_step(direction)),
            (1, Some(direction)) => Ok(segment_step(direction)),
            _ => Err(TextError { column: 2, kind: TextErrorKind::Trailing }),
        },
    }
}

pub(super) fn write_action_for_people(
    action: GridballAction,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    match action {
        GridballAction::Move(regular) => {
            for (index, segment) in regular.segments().enumerate() {
                if index > 0 {
                    out.write_char('-')?;
                }
                write!(out, "{segment}")?;
            }
            Ok(())
        }
        GridballAction::Penalty(direction) => write!(out, "penalty {direction}"),
    }
}

/// Takes a compass word, as long a one as there is.
fn take_compass(reader: &mut Reader<'_>) -> Option<Direction> {
    let rest = reader.rest();
    let length = [2, 1].into_iter().find(|&length| {
        rest.get(..length).is_some_and(|word| Direction::from_compass(word).is_some())
    })?;
    for _ in 0..length {
        reader.next_char();
    }
    Direction::from_compass(&rest[..length])
}

fn take_digit(reader: &mut Reader<'_>) -> Option<Direction> {
    let direction = Direction::from_digit(reader.peek()?)?;
    reader.next_char();
    Some(direction)
}

pub(super) fn parse_action(text: &str) -> Result<GridballAction, TextError> {
    let text = text::without_signs(text);
    let mut reader = Reader::new(text, MAX_ACTION_TEXT)?;
    let is_penalty_word = |word: &str| word.eq_ignore_ascii_case("penalty");
    if text.get(.."penalty".len()).is_some_and(is_penalty_word) {
        for _ in 0.."penalty".len() {
            reader.next_char();
        }
        reader.space()?;
        let direction = take_compass(&mut reader).or_else(|| take_digit(&mut reader));
        let direction = direction.ok_or_else(|| reader.expected(Expected::Direction))?;
        reader.end()?;
        return Ok(GridballAction::Penalty(direction));
    }
    if reader.take('p') {
        let direction =
            take_digit(&mut reader).ok_or_else(|| reader.expected(Expected::Penalty))?;
        reader.end()?;
        return Ok(GridballAction::Penalty(direction));
    }
    let in_words = !matches!(reader.peek(), Some('0'..='9'));
    let mut segments = [Direction::North; MOVE_SEGMENTS];
    let mut length = 0;
    while length == 0 || !reader.rest().is_empty() {
        if length == MOVE_SEGMENTS {
            return Err(reader.error(TextErrorKind::Trailing));
        }
        if length > 0 && in_words && !reader.take('-') && !reader.take(' ') {
            return Err(reader.expected(Expected::Character('-')));
        }
        let direction = if in_words { take_compass(&mut reader) } else { take_digit(&mut reader) };
        segments[length] = direction.ok_or_else(|| reader.expected(Expected::Direction))?;
        length += 1;
    }
    // One to three segments are always a move.
    Move::new(&segments[..length])
        .map(GridballAction::Move)
        .ok_or_else(|| reader.expected(Expected::Action))
}

pub(super) fn write_position(position: &GridballPosition, out: &mut dyn fmt::Write) -> fmt::Result {
    let State { setup, ball, turn, to_move, stage } = *position.state();
    let (width, height) = (setup.width() as usize, setup.height() as usize);
    let (touched, diagonals) = (position.touched(), position.diagonals());
    write!(out, "{setup} v1 ")?;
    write_rows(out, width + 1, height + 1, |x, y| touched.contains(x, y).then_some('x'))?;
    out.write_char(' ')?;
    write_rows(out, width, height, |x, y| diagonals.contains(x, y).then_some('d'))?;
    let player = match to_move {
        crate::Player::First => "first",
        crate::Player::Second => "second",
    };
    write!(out, " {ball} {player} ")?;
    match stage.taken() {
        Some(taken) => write!(out, "penalty:{taken}")?,
        None if stage == Stage::OVER => out.write_str("over")?,
        None => out.write_str("regular")?,
    }
    write!(out, " {turn}")
}

pub(super) fn parse_position(text: &str) -> Result<GridballPosition, TextError> {
    let (mut reader, setup) = Reader::position::<GridballSetup>(text)?;
    let (width, height) = (setup.width() as usize, setup.height() as usize);
    let mut touched = crate::BitGrid::new(setup.width() + 1, setup.height() + 1);
    let mut diagonals = crate::BitGrid::new(setup.width(), setup.height());
    reader.space()?;
    reader.rows(width + 1, height + 1, |character, x, y| {
        touched.insert(x, y);
        character == 'x'
    })?;
    reader.space()?;
    reader.rows(width, height, |character, x, y| {
        diagonals.insert(x, y);
        character == 'd'
    })?;
    reader.space()?;
    let ball_place = reader.clone();
    let x = reader.number(0, width as i64)? as i8;
    reader.character(',')?;
    let y = reader.number(-1, height as i64 + 1)? as i8;
    reader.space()?;
    let to_move = reader.player()?;
    reader.space()?;
    let phase_place = reader.clone();
    let stage = if reader.rest().starts_with("penalty:") {
        while !reader.take(':') {
            reader.next_char();
        }
        let most = setup.rules().penalty_limit.map_or(0, |limit| limit - 1);
        Stage::penalty(reader.number(0, most.into())? as u8)
    } else {
        match reader.word() {
            "regular" => Stage::REGULAR,
            "over" => Stage::OVER,
            _ => return Err(phase_place.expected(Expected::Status)),
        }
    };
    reader.space()?;
    let turn_place = reader.clone();
    let turn = reader.number(0, setup.rules().turn_limit.unwrap_or(0).into())? as u16;
    reader.end()?;
    let state = State { setup, ball: Point::new(x, y), turn, to_move, stage };
    let position = GridballPosition::from_parts(state, touched.iter(), diagonals.iter());
    position.validate().map_err(|invalid| {
        use crate::InvalidPosition::{
            BallOffField, BallOnFreePoint, CounterOutOfRange, WrongOutcome, WrongPhase,
        };
        let place = match invalid {
            BallOffField | BallOnFreePoint => ball_place,
            WrongPhase | WrongOutcome => phase_place,
            CounterOutOfRange => turn_place,
            _ => return TextError { column: 1, kind: TextErrorKind::Invalid(invalid) },
        };
        place.error(TextErrorKind::Invalid(invalid))
    })?;
    Ok(position)
}
