//! What the texts of all games have in common: their errors, and a small reader.
//!
//! # Game ids
//!
//! ```text
//! ID       = NAME [ ":" SETUP ]          gridball:20x26/4   dots   paper-soccer:2,8,10/lower
//! ```
//!
//! # Position texts
//!
//! A position is one line of fields separated by single spaces. It starts with the game id and
//! the version of the format, and never holds the word `moves`:
//!
//! ```text
//! POSITION = ID " v1" { " " FIELD }
//! ```
//!
//! The fields of each game are described in its own `text.rs`.

use alloc::string::String;
use core::{fmt, str::FromStr};

/// The longest position text that is read, in bytes. The largest field takes far less.
pub const MAX_POSITION_TEXT: usize = 1 << 20;

/// Why a game id or a set-up was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// The word before the colon names no game.
    UnknownGame,
    /// The part after the colon is no set-up of this game.
    Malformed,
    /// A size is out of its range, or odd where it must be even.
    Dimension {
        /// Which size.
        dimension: Dimension,
        /// The value that was asked for; `u32::MAX` stands for all larger ones too.
        value: u32,
        /// The smallest value allowed.
        min: u32,
        /// The largest value allowed.
        max: u32,
        /// Whether only even values are allowed.
        even: bool,
    },
}

impl SetupError {
    /// Checks one size.
    ///
    /// # Errors
    ///
    /// [`SetupError::Dimension`] when `value` is outside `min..=max`, or odd though `even`.
    pub const fn check(
        dimension: Dimension,
        value: u32,
        min: u32,
        max: u32,
        even: bool,
    ) -> Result<(), Self> {
        if value < min || value > max || (even && value % 2 == 1) {
            Err(Self::Dimension { dimension, value, min, max, even })
        } else {
            Ok(())
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UnknownGame => f.write_str("unknown game"),
            Self::Malformed => f.write_str("this game has no such set-up"),
            Self::Dimension { dimension, value, min, max, even } => {
                let even = if even { "even and " } else { "" };
                let or_more = if value == u32::MAX { " or more" } else { "" };
                write!(f, "{dimension} {value}{or_more}: must be {even}from {min} to {max}")
            }
        }
    }
}

impl core::error::Error for SetupError {}

/// An action text without the signs at its end, which say what somebody thought of the action or
/// what it did: they are read over in every game.
pub(crate) fn without_signs(text: &str) -> &str {
    text.trim_end_matches(['!', '?', '+', '×', '†', '#'])
}

/// A size of a field or of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Dimension {
    /// Columns of the field.
    Width,
    /// Rows of the field.
    Height,
    /// Cells between the posts.
    GoalWidth,
    /// Moves after which a match stops (Dots).
    MoveLimit,
    /// Moves in a block of extra time (Dots).
    ExtraTime,
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Width => "width",
            Self::Height => "height",
            Self::GoalWidth => "goal width",
            Self::MoveLimit => "move limit",
            Self::ExtraTime => "extra time",
        })
    }
}

/// Why a text was refused, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The place of the fault: 1 is the first character of the text.
    pub column: usize,
    /// What is wrong there.
    pub kind: TextErrorKind,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.kind)
    }
}

impl core::error::Error for TextError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            TextErrorKind::Setup(error) => Some(error),
            TextErrorKind::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// The text is longer than anything that could be meant.
    TooLong {
        /// The longest text that is read, in bytes.
        limit: usize,
    },
    /// The game id at the start is wrong.
    Setup(SetupError),
    /// The text belongs to another game.
    OtherGame,
    /// Something else was expected here (the end of the text counts as something else).
    Expected(Expected),
    /// A number is out of its range.
    OutOfRange {
        /// The smallest number allowed.
        min: i64,
        /// The largest number allowed.
        max: i64,
    },
    /// A row or a list of rows holds more or fewer places than the field has.
    WrongCount {
        /// How many there must be.
        expected: usize,
    },
    /// There is more text after the end.
    Trailing,
    /// The fields contradict each other or the rules.
    Invalid(InvalidPosition),
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooLong { limit } => write!(f, "the text is longer than {limit} bytes"),
            Self::Setup(error) => error.fmt(f),
            Self::OtherGame => f.write_str("this text belongs to another game"),
            Self::Expected(expected) => write!(f, "expected {expected}"),
            Self::OutOfRange { min, max } => write!(f, "must be from {min} to {max}"),
            Self::WrongCount { expected } => write!(f, "expected {expected} places here"),
            Self::Trailing => f.write_str("the text should end here"),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

/// What a reader was looking for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Expected {
    /// An action of the game.
    Action,
    /// A digit 0 to 7 or a compass word.
    Direction,
    /// `p` and a digit, or `penalty` and a compass word.
    Penalty,
    /// A point or cell in the notation of the game.
    Point,
    /// A checker relative to which the move is possible (football-checkers).
    SecondChecker,
    /// A point next to the one before it.
    Neighbour,
    /// The version of the position format.
    Version,
    /// `first` or `second`.
    Player,
    /// A number.
    Number,
    /// Rows of the field.
    Rows,
    /// A phase of a turn, or how the game ended.
    Status,
    /// A list of lines.
    Lines,
    /// A space between two fields.
    Space,
    /// This character.
    Character(char),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Action => "an action",
            Self::Direction => "a direction (0 to 7, or N, NE, … NW)",
            Self::Penalty => "a penalty (p0 to p7, or penalty N, … penalty NW)",
            Self::Point => "a point",
            Self::SecondChecker => "a checker relative to which the move is possible",
            Self::Neighbour => "a point next to the one before it",
            Self::Version => "the version v1",
            Self::Player => "first or second",
            Self::Number => "a number",
            Self::Rows => "rows of the field",
            Self::Status => "the state of the game",
            Self::Lines => "drawn lines",
            Self::Space => "a space",
            Self::Character(character) => return write!(f, "`{character}`"),
        })
    }
}

/// Why a position cannot arise or contradicts itself.
///
/// One list for all games; each `validate` documents which of them it checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// The ball is neither on the field nor in a goal.
    BallOffField,
    /// The ball stands on a point that no line has touched.
    BallOnFreePoint,
    /// A place outside the field is marked.
    MarkOffField,
    /// A drawn line has an end that is not marked as touched, or the like.
    LooseLine,
    /// The phase contradicts the board: a penalty though a move exists, or the other way round.
    WrongPhase,
    /// A counter is out of its range.
    CounterOutOfRange,
    /// The game is called finished though it is not, or the other way round.
    WrongOutcome,
    /// A player has too few or too many pieces.
    PieceCount,
    /// A piece stands where it may never stand.
    PieceOnForbiddenPlace,
    /// A territory or a captured dot contradicts the dots round it.
    WrongTerritory,
    /// An earlier position of the game cannot have led to this one.
    WrongHistory,
    /// An internal index disagrees with the board. Never from a text.
    Corrupt,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BallOffField => "the ball is neither on the field nor in a goal",
            Self::BallOnFreePoint => "the ball stands on a point that no line touches",
            Self::MarkOffField => "a place outside the field is marked",
            Self::LooseLine => "a drawn line does not fit the points it joins",
            Self::WrongPhase => "the phase contradicts the board",
            Self::CounterOutOfRange => "a counter is out of its range",
            Self::WrongOutcome => "the stated outcome contradicts the board",
            Self::PieceCount => "a player has too few or too many pieces",
            Self::PieceOnForbiddenPlace => "a piece stands where it may not stand",
            Self::WrongTerritory => "a territory contradicts the dots round it",
            Self::WrongHistory => "an earlier position cannot have led to this one",
            Self::Corrupt => "an internal index disagrees with the board",
        })
    }
}

impl core::error::Error for InvalidPosition {}

/// A cursor over one text. Every method that fails says at which column.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> Reader<'a> {
    /// A cursor at the start of `text`.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::TooLong`] when `text` is longer than `limit` bytes.
    pub fn new(text: &'a str, limit: usize) -> Result<Self, TextError> {
        if text.len() > limit {
            // The first character that does not fit.
            let column = text[..text.floor_char_boundary(limit)].chars().count() + 1;
            return Err(TextError { column, kind: TextErrorKind::TooLong { limit } });
        }
        Ok(Self { text, offset: 0 })
    }

    /// A cursor over a position text, after its game id and version.
    ///
    /// # Errors
    ///
    /// When the text is too long, does not start with a game id that `S` reads, or has another
    /// version.
    pub fn position<S>(text: &'a str) -> Result<(Self, S), TextError>
    where
        S: FromStr<Err = SetupError>,
    {
        let mut reader = Self::new(text, MAX_POSITION_TEXT)?;
        let id = reader.word();
        let setup = S::from_str(id).map_err(|error| TextError {
            column: 1,
            kind: match error {
                // Only the games themselves know which ids exist, so a known name of another
                // game is told apart here.
                SetupError::UnknownGame if crate::AnySetup::from_str(id).is_ok() => {
                    TextErrorKind::OtherGame
                }
                other => TextErrorKind::Setup(other),
            },
        })?;
        reader.space()?;
        let start = reader.column();
        if reader.word() != "v1" {
            return Err(TextError {
                column: start,
                kind: TextErrorKind::Expected(Expected::Version),
            });
        }
        Ok((reader, setup))
    }

    /// The column of the next character, from 1.
    pub fn column(&self) -> usize {
        self.text[..self.offset].chars().count() + 1
    }

    /// An error of this kind at the next character.
    pub fn error(&self, kind: TextErrorKind) -> TextError {
        TextError { column: self.column(), kind }
    }

    /// The error that `expected` is missing at the next character.
    pub fn expected(&self, expected: Expected) -> TextError {
        self.error(TextErrorKind::Expected(expected))
    }

    /// What is left.
    pub fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// The next character, without taking it.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character if it is `wanted`.
    pub fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.offset += wanted.len_utf8();
        }
        found
    }

    /// Takes the next character, whatever it is.
    pub fn next_char(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    /// Takes the characters up to the next space or the end.
    pub fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let word = &rest[..rest.find(' ').unwrap_or(rest.len())];
        self.offset += word.len();
        word
    }

    /// Takes this character.
    ///
    /// # Errors
    ///
    /// When another one stands there.
    pub fn character(&mut self, wanted: char) -> Result<(), TextError> {
        if self.take(wanted) { Ok(()) } else { Err(self.expected(Expected::Character(wanted))) }
    }

    /// Takes the single space between two fields.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn space(&mut self) -> Result<(), TextError> {
        if self.take(' ') { Ok(()) } else { Err(self.expected(Expected::Space)) }
    }

    /// Takes a decimal number, with a sign if `min` is negative, within `min..=max`.
    ///
    /// # Errors
    ///
    /// When there is no number, it has leading zeros, or it is out of range.
    pub fn number(&mut self, min: i64, max: i64) -> Result<i64, TextError> {
        let start = self.clone();
        let negative = min < 0 && self.take('-');
        let digits = self.rest();
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &digits[..length];
        if length == 0 || (length > 1 && digits.starts_with('0')) {
            return Err(start.expected(Expected::Number));
        }
        // A number too long for i64 is out of every range used here.
        let value = digits.parse::<i64>().unwrap_or(i64::MAX);
        let value = if negative { -value } else { value };
        if value < min || value > max {
            return Err(start.error(TextErrorKind::OutOfRange { min, max }));
        }
        self.offset += length;
        Ok(value)
    }

    /// Takes `first` or `second`.
    ///
    /// # Errors
    ///
    /// When another word stands there.
    pub fn player(&mut self) -> Result<crate::Player, TextError> {
        let start = self.clone();
        match self.word() {
            "first" => Ok(crate::Player::First),
            "second" => Ok(crate::Player::Second),
            _ => Err(start.expected(Expected::Player)),
        }
    }

    /// Takes `rows` rows of `width` places separated by `/`: a number stands for that many empty
    /// places, any other character is handed to `place` with its x and y, which says whether it
    /// knows it.
    ///
    /// # Errors
    ///
    /// When a row has another length, there are more or fewer rows, or a character is unknown.
    pub fn rows(
        &mut self,
        width: usize,
        rows: usize,
        mut place: impl FnMut(char, usize, usize) -> bool,
    ) -> Result<(), TextError> {
        for y in 0..rows {
            if y > 0 {
                self.character('/')?;
            }
            let mut x = 0;
            while x < width {
                match self.peek() {
                    Some('0'..='9') => x += self.number(1, (width - x) as i64)? as usize,
                    None | Some('/' | ' ') => {
                        return Err(self.error(TextErrorKind::WrongCount { expected: width }));
                    }
                    Some(character) => {
                        if !place(character, x, y) {
                            return Err(self.expected(Expected::Rows));
                        }
                        self.next_char();
                        x += 1;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes sure that nothing is left.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Trailing`] at the first character that is left.
    pub fn end(&self) -> Result<(), TextError> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.error(TextErrorKind::Trailing)) }
    }
}

/// Writes rows the way [`Reader::rows`] reads them; `place` gives the character of a place, or
/// `None` for an empty one.
///
/// # Errors
///
/// Only those of `out`.
pub fn write_rows(
    out: &mut dyn fmt::Write,
    width: usize,
    rows: usize,
    mut place: impl FnMut(usize, usize) -> Option<char>,
) -> fmt::Result {
    for y in 0..rows {
        if y > 0 {
            out.write_char('/')?;
        }
        let mut empty = 0;
        for x in 0..width {
            if let Some(character) = place(x, y) {
                if empty > 0 {
                    write!(out, "{empty}")?;
                    empty = 0;
                }
                out.write_char(character)?;
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            write!(out, "{empty}")?;
        }
    }
    Ok(())
}

/// Collects what a writer writes. Writing to a `String` cannot fail.
pub(crate) fn collect(write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> String {
    let mut text = String::new();
    let written = write(&mut text);
    debug_assert!(written.is_ok(), "writing to a String cannot fail");
    text
}
