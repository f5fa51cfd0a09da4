//! Action and position texts, and the signs of a record.
//!
//! # Actions
//!
//! ```text
//! ACTION = PATH { { " " } SIGN }          f8-g7-f6      35      f8-g7-f6!!      35 ?? ku2
//! PATH   = POINT "-" POINT { "-" POINT }  analytic notation, the ball's point first (canonical)
//!        | DIGIT { DIGIT }                digit notation: 0 = north, clockwise, from the ball
//! POINT  = FILE RANK                      files from a, ranks from 1 at the bottom goal row
//! SIGN   = "!!" | "!" | "?" | "??" | "act" | "pas" | "ку2" | "ku2" | "mpk" | "БП" | "BP"
//!        | "ЧВ(В)" | "ChV(V)" | "ЧВ(Н)" | "ChV(N)" | "Х" | "X"
//! ```
//!
//! # Positions (constructions)
//!
//! ```text
//! POSITION = ID " v1 " LINES " " BALL " " PLAYER
//! LINES    = ROW { "/" ROW }    the rows of points from the top goal row to the bottom one
//! ROW      = { LETTER | NUMBER }
//! BALL     = POINT
//! PLAYER   = "first" | "second" who is to move (in a finished game, who would be)
//! ```
//!
//! Every row has a place for each file, goal rows too. A letter says which drawn lines start at
//! the point: of the lines to the east (1), south-east (2), south (4) and south-west (8), the
//! numbers of the drawn ones are added up, and `a` is 1, `b` 2, … `o` 15. A number stands for so
//! many points at which none of them starts. The border is not written: it is always drawn.
//! Which side First is, stands in the id, so `(В;Н)` for the default field is `paper-soccer:2,6,8
//! … first` and `(Н;В)` is `paper-soccer:2,6,8/lower … first`.
//!
//! The start; after `d6-e7`; after `e7-d6 d6-c5` on the field of kurnik:
//!
//! ```text
//! paper-soccer:2,6,8 v1 7/7/7/7/7/7/7/7/7/7/7 d6 first
//! paper-soccer:2,6,8 v1 7/7/7/7/4h2/7/7/7/7/7/7 e7 second
//! paper-soccer:2,8,10/lower v1 9/9/9/9/9/9/4h4/3h5/9/9/9/9/9 c5 first
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::{
    PaperSoccerAction, PaperSoccerPosition, PaperSoccerSetup, PointName, action::MAX_ACTION_TEXT,
    position::NAMING,
};
use crate::{
    game::{Player, Position},
    grid::{Direction, Point},
    text::{self, Expected, InvalidPosition, Reader, TextError, TextErrorKind},
};

/// A sign beside a move in a record (source 004). It says nothing about the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// `!!`, a very strong move.
    VeryStrong,
    /// `!`, a strong move.
    Strong,
    /// `??`, a very weak move.
    VeryWeak,
    /// `?`, a weak move.
    Weak,
    /// `act`, an active move.
    Active,
    /// `pas`, a passive move.
    Passive,
    /// `ку2`, the defence ku-ku (provocation).
    KuKu,
    /// `mpk`, the method of dense constructions.
    Dense,
    /// `БП`, a hopeless situation.
    Hopeless,
    /// `ЧВ(В)`, an even exit in favour of Upper.
    EvenExitUpper,
    /// `ЧВ(Н)`, an even exit in favour of Lower.
    EvenExitLower,
    /// `Х`, the end of the game.
    End,
}

impl Sign {
    /// All signs. Those that begin like another one come before it.
    pub const ALL: [Self; 12] = [
        Self::VeryStrong,
        Self::Strong,
        Self::VeryWeak,
        Self::Weak,
        Self::Active,
        Self::Passive,
        Self::KuKu,
        Self::Dense,
        Self::Hopeless,
        Self::EvenExitUpper,
        Self::EvenExitLower,
        Self::End,
    ];

    /// The sign as the source has it, partly in Cyrillic letters.
    pub const fn source_text(self) -> &'static str {
        match self {
            Self::KuKu => "ку2",
            Self::Hopeless => "БП",
            Self::EvenExitUpper => "ЧВ(В)",
            Self::EvenExitLower => "ЧВ(Н)",
            Self::End => "Х",
            other => other.latin_text(),
        }
    }

    /// The sign in Latin letters.
    pub const fn latin_text(self) -> &'static str {
        match self {
            Self::VeryStrong => "!!",
            Self::Strong => "!",
            Self::VeryWeak => "??",
            Self::Weak => "?",
            Self::Active => "act",
            Self::Passive => "pas",
            Self::KuKu => "ku2",
            Self::Dense => "mpk",
            Self::Hopeless => "BP",
            Self::EvenExitUpper => "ChV(V)",
            Self::EvenExitLower => "ChV(N)",
            Self::End => "X",
        }
    }

    /// Takes a sign in either spelling off the front of what `reader` reads.
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let rest = reader.rest();
        let (sign, text) = Self::ALL.into_iter().find_map(|sign| {
            let texts = [sign.source_text(), sign.latin_text()];
            texts.into_iter().find(|text| rest.starts_with(text)).map(|text| (sign, text))
        })?;
        for _ in text.chars() {
            reader.next_char();
        }
        Some(sign)
    }
}

/// The sign as the source has it.
impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source_text())
    }
}

/// Splits an action text into its path and the signs behind it, for records that keep the signs.
/// The path is not looked at further.
///
/// ```
/// use gridball_core::paper_soccer::{Sign, split_signs};
///
/// let (path, signs) = split_signs("f8-g7-f6!! ку2")?;
/// assert_eq!(path, "f8-g7-f6");
/// assert_eq!(signs, [Sign::VeryStrong, Sign::KuKu]);
/// # Ok::<(), gridball_core::TextError>(())
/// ```
///
/// # Errors
///
/// [`TextErrorKind::TooLong`], or [`TextErrorKind::Trailing`] where neither the path goes on nor
/// a sign begins.
pub fn split_signs(text: &str) -> Result<(&str, Vec<Sign>), TextError> {
    let mut reader = Reader::new(text, MAX_ACTION_TEXT)?;
    // A letter belongs to the path only at its beginning or after a dash.
    let mut letter_may_come = true;
    while let Some(next @ ('0'..='9' | '-' | 'a'..='z')) = reader.peek() {
        if next.is_ascii_lowercase() && !letter_may_come {
            break;
        }
        letter_may_come = next == '-';
        reader.next_char();
    }
    let path = &text[..text.len() - reader.rest().len()];
    let mut signs = Vec::new();
    read_signs(&mut reader, |sign| signs.push(sign))?;
    Ok((path, signs))
}

/// Reads signs up to the end, which must come.
fn read_signs(reader: &mut Reader<'_>, mut each: impl FnMut(Sign)) -> Result<(), TextError> {
    loop {
        while reader.take(' ') {}
        match Sign::read(reader) {
            Some(sign) => each(sign),
            None => return reader.end(),
        }
    }
}

/// Reads a path in either notation, and signs behind it.
pub(super) fn parse_action(
    position: &PaperSoccerPosition,
    text: &str,
) -> Result<PaperSoccerAction, TextError> {
    let setup = position.field();
    let text = text::without_signs(text);
    let mut reader = Reader::new(text, MAX_ACTION_TEXT)?;
    let mut directions = Vec::new();
    let start = match reader.peek() {
        Some('0'..='9') => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            directions.reserve_exact(digits);
            for digit in text[..digits].chars() {
                let direction = Direction::from_digit(digit);
                directions.push(direction.ok_or_else(|| reader.expected(Expected::Direction))?);
                reader.next_char();
            }
            setup.name(position.ball())
        }
        Some('a'..='z') => {
            let start = read_point(&mut reader, setup)?;
            let mut point = start;
            reader.character('-')?;
            loop {
                let before = reader.clone();
                let next = read_point(&mut reader, setup)?;
                let direction = point.direction_to(next);
                directions.push(direction.ok_or_else(|| before.expected(Expected::Neighbour))?);
                point = next;
                if !reader.take('-') {
                    break;
                }
            }
            start
        }
        _ => return Err(reader.expected(Expected::Action)),
    };
    read_signs(&mut reader, |_| ())?;
    Ok(PaperSoccerAction { start, directions })
}

/// Takes the name of a point that this field has.
fn read_point(reader: &mut Reader<'_>, setup: PaperSoccerSetup) -> Result<PointName, TextError> {
    let before = reader.clone();
    let name = PointName::read(reader, setup.rows())?;
    if setup.has_point(setup.point(name)) {
        Ok(name)
    } else {
        Err(before.expected(Expected::Point))
    }
}

/// Reads a step from `point`: the name of a neighbour, or a digit.
pub(super) fn parse_step(point: PointName, text: &str) -> Result<Direction, TextError> {
    let mut digits = text.chars();
    if let (Some(digit @ '0'..='9'), None) = (digits.next(), digits.next()) {
        let kind = TextErrorKind::Expected(Expected::Direction);
        return Direction::from_digit(digit).ok_or(TextError { column: 1, kind });
    }
    let name: PointName = text.parse()?;
    let kind = TextErrorKind::Expected(Expected::Neighbour);
    point.direction_to(name).ok_or(TextError { column: 1, kind })
}

/// Writes the position; the grammar is at the top of this file.
pub(super) fn write_position(
    position: &PaperSoccerPosition,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let setup = position.field();
    write!(out, "{setup} v1 ")?;
    text::write_rows(out, setup.columns(), setup.rows(), |x, y| {
        let point = Point::new(x as i8, y as i8 - 1);
        let drawn = (0..4).filter(|&bit| position.is_drawn(point, NAMING[bit]));
        match drawn.map(|bit| 1 << bit).sum::<u8>() {
            0 => None,
            lines => Some((b'a' + lines - 1) as char),
        }
    })?;
    let player = match position.to_move() {
        Player::First => "first",
        Player::Second => "second",
    };
    write!(out, " {} {player}", setup.name(position.ball()))
}

/// Reads a position; the grammar is at the top of this file.
pub(super) fn parse_position(text: &str) -> Result<PaperSoccerPosition, TextError> {
    let (mut reader, setup) = Reader::position::<PaperSoccerSetup>(text)?;
    reader.space()?;
    let lines_column = reader.column();
    let mut lines = Vec::new();
    let mut leads_off = false;
    reader
        .rows(setup.columns(), setup.rows(), |letter, x, y| {
            if !letter.is_ascii_lowercase() || letter > 'o' {
                return false;
            }
            let point = Point::new(x as i8, y as i8 - 1);
            let drawn = letter as u8 - b'a' + 1;
            lines
                .extend((0..4).filter(|bit| drawn >> bit & 1 == 1).map(|bit| (point, NAMING[bit])));
            leads_off = lines.iter().rev().take(4).any(|&(from, to)| !setup.has_line(from, to));
            !leads_off
        })
        .map_err(|error| TextError {
            kind: if leads_off {
                TextErrorKind::Invalid(InvalidPosition::MarkOffField)
            } else {
                error.kind
            },
            ..error
        })?;
    reader.space()?;
    let ball_column = reader.column();
    let ball = setup.point(read_point(&mut reader, setup)?);
    reader.space()?;
    let to_move = reader.player()?;
    reader.end()?;
    PaperSoccerPosition::from_lines(setup, lines, ball, to_move).map_err(|error| TextError {
        column: match error {
            InvalidPosition::LooseLine => lines_column,
            _ => ball_column,
        },
        kind: TextErrorKind::Invalid(error),
    })
}
