//! Texts of Dots.
//!
//! # Actions
//!
//! ```text
//! ACTION = X "-" Y { SIGN }                20-16   39-1   2-3×2+1
//! SIGN   = "×" | "x" | "+" | "†" | "!" | "?" | "#" | DIGIT, not at once after Y
//! ```
//!
//! `X` counts columns from the left, `Y` rows from the **bottom**, both from 1. Signs are
//! annotations: they are ignored when read, and only written for people. `×2` says that the dot
//! captures two dots, `+1` that it frees one, `†` that it is captured at once.
//!
//! # Positions
//!
//! ```text
//! POSITION = ID " v1 " ROWS " " PLAYER " " MOVES
//! ROWS     = ROW { "/" ROW }               the top row first
//! ROW      = { NUMBER | NODE }
//! NODE     = "X" | "O"                     a live dot of First, of Second
//!          | "x" | "o"                     a dead one, in territory of the other
//!          | "+" | "-"                     empty territory of First, of Second
//! PLAYER   = "first" | "second"            whose turn it is
//! MOVES    = NUMBER                        dots placed since the set-up
//! ```
//!
//! A number stands for that many nodes without dot and territory. A node with a live dot is never
//! called territory: nothing depends on it.
//!
//! ```text
//! dots:5x5/plain v1 5/5/5/5/5 first 0
//! dots:5x5/plain v1 2X2/1XoX1/2X2/5/4O second 6
//! dots:7x5/plain/express v1 2XX3/1Xo+X2/2XX3/3OXO1/4O2 first 9
//! ```

use core::fmt;

use super::{
    action::DotsAction,
    board::{Board, DotsNode, Place},
    position::DotsPosition,
    rules::DotsSetup,
};
use crate::{
    game::{Player, Position as _},
    text::{Expected, Reader, TextError, TextErrorKind, write_rows},
};

pub(super) fn parse_action(setup: &DotsSetup, text: &str) -> Result<DotsAction, TextError> {
    let mut reader = Reader::new(text, MAX_ACTION_TEXT)?;
    if !reader.peek().is_some_and(|character| character.is_ascii_digit()) {
        return Err(reader.expected(Expected::Action));
    }
    let x = reader.number(1, i64::from(setup.width()))? as u8;
    reader.character('-')?;
    let y = reader.number(1, i64::from(setup.height()))? as u8;
    while reader.peek().is_some_and(|character| "×x+†!?#".contains(character)) {
        reader.next_char();
        while reader.peek().is_some_and(|character| character.is_ascii_digit()) {
            reader.next_char();
        }
    }
    reader.end()?;
    Ok(DotsAction { x, y })
}

/// The longest action text that is read, in bytes: with room for signs.
const MAX_ACTION_TEXT: usize = 64;

pub(super) fn write_action_for_people(
    position: &DotsPosition,
    action: DotsAction,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    write!(out, "{action}")?;
    let Some(capture) = position.capture(action) else { return Ok(()) };
    if capture.by != position.to_move() {
        return out.write_str("†");
    }
    write!(out, "×{}", capture.captured.count())?;
    match capture.freed.count() {
        0 => Ok(()),
        freed => write!(out, "+{freed}"),
    }
}

pub(super) fn write_position(position: &DotsPosition, out: &mut dyn fmt::Write) -> fmt::Result {
    let setup = position.setup();
    write!(out, "{setup} v1 ")?;
    write_rows(out, usize::from(setup.width()), usize::from(setup.height()), |x, y| {
        position.place(DotsNode::new(x, y)).map(|place| match place {
            Place::Live(Player::First) => 'X',
            Place::Live(Player::Second) => 'O',
            Place::Dead(Player::First) => 'x',
            Place::Dead(Player::Second) => 'o',
            Place::Territory(Player::First) => '+',
            Place::Territory(Player::Second) => '-',
        })
    })?;
    let to_move = match position.to_move() {
        Player::First => "first",
        Player::Second => "second",
    };
    write!(out, " {to_move} {}", position.moves())
}

pub(super) fn parse_position(text: &str) -> Result<DotsPosition, TextError> {
    let (mut reader, setup) = Reader::position::<DotsSetup>(text)?;
    reader.space()?;
    let rows = reader.clone();
    let mut board = Board::new(setup.width(), setup.height());
    reader.rows(usize::from(setup.width()), usize::from(setup.height()), |character, x, y| {
        let place = match character {
            'X' => Place::Live(Player::First),
            'O' => Place::Live(Player::Second),
            'x' => Place::Dead(Player::First),
            'o' => Place::Dead(Player::Second),
            '+' => Place::Territory(Player::First),
            '-' => Place::Territory(Player::Second),
            _ => return false,
        };
        board.place(DotsNode::new(x, y), place);
        true
    })?;
    reader.space()?;
    let to_move = reader.player()?;
    reader.space()?;
    let moves = reader.number(0, i64::from(u16::MAX))? as u32;
    reader.end()?;
    board.settle();
    let position = DotsPosition::assemble(setup, to_move, moves, board);
    position.validate().map_err(|error| rows.error(TextErrorKind::Invalid(error)))?;
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_are_read_and_written_back() {
        let examples = include_str!("text.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("//! "))
            .filter(|line| line.starts_with("dots:"));
        assert_eq!(examples.clone().count(), 3);
        for text in examples {
            let position = DotsPosition::parse_position(text).expect(text);
            assert_eq!(position.position_text(), text);
            let action = position.parse_action("2-3×2+1").expect("a node of the field");
            assert_eq!(position.action_text(&action), "2-3");
        }
    }
}
