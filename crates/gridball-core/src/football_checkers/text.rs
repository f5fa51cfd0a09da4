//! Actions and positions as text.
//!
//! # Actions
//!
//! ```text
//! ACTION = CELL "-" CELL             d6-g6
//! CELL   = FILE RANK                 FILE is one of a b c d e f g h k m n p, RANK 1 to 12
//! ```
//!
//! Read as well: `–` (the dash of the source) for `-`; `i`, `j`, `l` for `k` and `o` for `p`;
//! capital letters; and after the move, once each and in either order, a sign `+`, `×`, `x`, which
//! is ignored, and in parentheses the checker relative to which it is made, `d6-g6(m9)`, which
//! must be one of those that make the move possible. For people the sign is written, and the
//! checker where there is only one.
//!
//! # Positions
//!
//! ```text
//! POSITION = ID " v1 " ROWS " " SIDE " " ACTIONS { " " ROWS " " SIDE " " TIMES }
//! ```
//!
//! `ROWS` are the twelve ranks from rank 12 down to 1, separated by `/`: `r` a red checker, `b` a
//! black one, a number so many free cells. `SIDE`, `first` or `second`, is to move. `ACTIONS` have
//! been played, 0 to 400. Then come the earlier positions of the game, each once in a fixed order
//! with the number of times it came up, 1 or 2; a plain board has none. How a finished game ended
//! follows from all this.
//!
//! The start; the figure of the source; a position after one move:
//!
//! ```text
//! football-checkers:corners v1 1bbbbbbbbbb1/12/12/12/12/12/12/12/12/12/12/1rrrrrrrrrr1 first 0
//! football-checkers:corners/open v1 12/12/12/9r2/3b8/12/3r8/6b5/12/12/12/12 first 0
//! football-checkers:corners/open v1 12/12/12/9r2/3b8/12/6r5/6b5/12/12/12/12 second 1 12/12/12/9r2/3b8/12/3r8/6b5/12/12/12/12 first 1
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::{
    cells::{Cell, CellSet, SIZE},
    position::{CheckersAction, CheckersPosition, Placement},
    rules::{ACTION_LIMIT, CheckersSetup, OCCURRENCES_FOR_A_DRAW},
};
use crate::{
    game::{Player, Position},
    text::{Expected, Reader, TextError, TextErrorKind, write_rows},
};

/// No action text is longer, in bytes: `m10–m11(m12)×` takes 16.
const MAX_ACTION_TEXT: usize = 32;

/// Takes a cell: a letter and the digits behind it.
fn take_cell(reader: &mut Reader<'_>) -> Result<Cell, TextError> {
    let start = reader.clone();
    let text = reader.rest();
    reader.next_char();
    while reader.peek().is_some_and(|character| character.is_ascii_digit()) {
        reader.next_char();
    }
    let taken = text.len() - reader.rest().len();
    Cell::parse(&text[..taken]).ok_or_else(|| start.expected(Expected::Point))
}

/// Reads a text that is a cell.
pub(super) fn parse_cell(text: &str) -> Result<Cell, TextError> {
    let mut reader = Reader::new(text, MAX_ACTION_TEXT)?;
    let cell = take_cell(&mut reader)?;
    reader.end()?;
    Ok(cell)
}

pub(super) fn write_action(action: CheckersAction, out: &mut dyn fmt::Write) -> fmt::Result {
    write!(out, "{}-{}", action.from, action.to)
}

pub(super) fn write_action_for_people(
    position: &CheckersPosition,
    action: CheckersAction,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    write_action(action, out)?;
    // Where several would do, naming one says nothing.
    let partners = position.partners(action);
    if let (1, Some(partner)) = (partners.len(), partners.iter().next()) {
        write!(out, "({partner})")?;
    }
    out.write_str(position.sign(action))
}

pub(super) fn parse_action(
    position: &CheckersPosition,
    text: &str,
) -> Result<CheckersAction, TextError> {
    let mut reader = Reader::new(text.trim_end_matches(['!', '?']), MAX_ACTION_TEXT)?;
    let from = take_cell(&mut reader)?;
    if !reader.take('–') {
        reader.character('-')?;
    }
    let action = CheckersAction { from, to: take_cell(&mut reader)? };
    let (mut signed, mut named) = (false, false);
    loop {
        let start = reader.clone();
        match reader.next_char() {
            Some('+' | '×' | 'x') if !signed => signed = true,
            Some('(') if !named => {
                named = true;
                let start = reader.clone();
                let partner = take_cell(&mut reader)?;
                reader.character(')')?;
                // Of a move that is not possible at all, the rules say better what is wrong.
                let partners = position.partners(action);
                if !partners.is_empty() && !partners.contains(partner) {
                    return Err(start.expected(Expected::SecondChecker));
                }
            }
            Some(_) => return Err(start.error(TextErrorKind::Trailing)),
            None => return Ok(action),
        }
    }
}

fn write_placement(placement: &Placement, out: &mut dyn fmt::Write) -> fmt::Result {
    write_rows(out, SIZE.into(), SIZE.into(), |x, y| {
        let cell = Cell::new(x as u8, y as u8)?;
        if placement.of(Player::First).contains(cell) {
            Some('r')
        } else {
            placement.of(Player::Second).contains(cell).then_some('b')
        }
    })?;
    out.write_str(match placement.to_move {
        Player::First => " first ",
        Player::Second => " second ",
    })
}

/// Takes rows and the side to move, and the space behind it.
fn take_placement(reader: &mut Reader<'_>) -> Result<Placement, TextError> {
    let mut checkers = [CellSet::EMPTY; 2];
    reader.rows(SIZE.into(), SIZE.into(), |character, x, y| {
        let player = match character {
            'r' => Player::First,
            'b' => Player::Second,
            _ => return false,
        };
        let set = &mut checkers[player.index()];
        Cell::new(x as u8, y as u8).map(|cell| *set = set.with(cell)).is_some()
    })?;
    reader.space()?;
    let to_move = reader.player()?;
    reader.space()?;
    Ok(Placement { checkers, to_move })
}

pub(super) fn write_position(position: &CheckersPosition, out: &mut dyn fmt::Write) -> fmt::Result {
    write!(out, "{} v1 ", position.setup())?;
    write_placement(position.placement(), out)?;
    write!(out, "{}", position.actions_played())?;
    for equal in position.sorted_earlier().chunk_by(PartialEq::eq) {
        if let [earlier, ..] = equal {
            out.write_char(' ')?;
            write_placement(earlier, out)?;
            write!(out, "{}", equal.len())?;
        }
    }
    Ok(())
}

pub(super) fn parse_position(text: &str) -> Result<CheckersPosition, TextError> {
    let (mut reader, setup) = Reader::position::<CheckersSetup>(text)?;
    reader.space()?;
    let start = reader.clone();
    let now = take_placement(&mut reader)?;
    let actions = reader.number(0, ACTION_LIMIT.into())? as u16;
    let mut earlier = Vec::new();
    // The reader has a limit, and each round takes some of the text and adds at most two.
    while reader.take(' ') {
        let placement = take_placement(&mut reader)?;
        let times = reader.number(1, i64::from(OCCURRENCES_FOR_A_DRAW) - 1)?;
        earlier.extend((0..times).map(|_| placement));
    }
    reader.end()?;
    CheckersPosition::from_parts(setup, now, actions, earlier)
        .map_err(|error| start.error(TextErrorKind::Invalid(error)))
}
