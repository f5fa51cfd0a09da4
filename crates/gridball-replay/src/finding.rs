//! What a reader finds wrong with a record, or worth a note, and where.

use std::{
    fmt::{self, Write as _},
    ops::ControlFlow,
};

use gridball_core::{
    AnyIllegalAction, AnyPosition, EndReason, GameInfo, Outcome, Player, Position, SetupError,
    TextError, dots::DotsStartError,
};
use thiserror::Error;

use crate::{compression::CompressionError, formats::Format, record::RecordResult};

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    /// In a text.
    Text {
        /// The line, from 1.
        line: u64,
        /// The character within the line, from 1.
        column: u64,
    },
    /// In a binary file.
    Byte {
        /// The byte, from 0.
        offset: u64,
    },
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "{line}:{column}"),
            Self::Byte { offset } => write!(f, "byte {offset}"),
        }
    }
}

/// Something found in a record. Its text is `LINE:COLUMN: what`, always one line; put the file's name and a colon
/// before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Where.
    pub location: Location,
    /// What.
    pub kind: FindingKind,
}

impl Finding {
    /// Whether the record is wrong here; else this is only a note.
    pub const fn is_fault(&self) -> bool {
        matches!(self.kind, FindingKind::Fault(_))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = OneLine(f);
        match &self.kind {
            FindingKind::Fault(fault) => write!(line, "{}: {fault}", self.location),
            FindingKind::Note(note) => write!(line, "{}: note: {note}", self.location),
        }
    }
}

/// Writes texts that may quote anything at all so that they stay on their line.
struct OneLine<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for OneLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for piece in text.split_inclusive(char::is_control) {
            let mut characters = piece.chars();
            match characters.next_back() {
                Some(last) if last.is_control() => {
                    self.0.write_str(characters.as_str())?;
                    write!(self.0, "{}", last.escape_default())?;
                }
                _ => self.0.write_str(piece)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Finding {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            FindingKind::Fault(fault) => Some(fault.as_ref()),
            FindingKind::Note(_) => None,
        }
    }
}

/// Whether the record is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FindingKind {
    /// It is.
    Fault(Box<Fault>),
    /// It is not, but this is worth knowing.
    Note(Note),
}

/// What is wrong with a record, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The format can only be written.
    #[error(
        "records cannot be read from {format}: expected one of {}",
        Format::names(Format::can_read)
    )]
    WriteOnly {
        /// The format.
        format: Format,
    },
    /// Something else has to stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What.
        expected: Expectation,
        /// What stands here.
        found: Found,
    },
    /// The comment that begins here has no end before the end of the file or the next tag.
    #[error("the comment that begins here is not closed: expected `}}`")]
    UnclosedComment,
    /// The value that begins here has no end on its line.
    #[error("the value that begins here is not closed on its line: expected `\"`")]
    UnclosedValue,
    /// The variation that begins here has no end.
    #[error("the variation that begins here is not closed: expected `)`")]
    UnclosedVariation,
    /// The game tree of SGF that begins here has no end.
    #[error("the game that begins here is not closed: expected `)`")]
    UnclosedTree,
    /// The record of JSON that begins here has no end.
    #[error("the record that begins here is not closed: expected `}}`")]
    UnclosedJson,
    /// The value of SGF that begins here has no end.
    #[error("the value that begins here is not closed: expected `]`")]
    UnclosedSgfValue,
    /// The value of `RE` is no result.
    #[error("`{text}` is no result: expected B+…, W+…, 0, Draw, Void or ?")]
    SgfResult {
        /// What stands there.
        text: String,
    },
    /// A closing sign without the opening one.
    #[error("`{closing}` without `{opening}` before it")]
    Unopened {
        /// What stands here.
        closing: char,
        /// What should stand before it.
        opening: char,
    },
    /// A variation with nothing in it, or before any action.
    #[error("expected an action in the variation")]
    EmptyVariation,
    /// A variation that is an alternative to nothing.
    #[error("a variation stands after the action that it replaces: there is none before it")]
    VariationOfNothing,
    /// A backslash before something that needs none.
    #[error("unknown escape: after `\\` expected `\\`, `\"`, `}}`, `n`, `r`, `t` or `u{{…}}`")]
    UnknownEscape,
    /// More than a reader is willing to hold.
    #[error("{what} longer than {limit} {unit}", unit = what.unit())]
    TooLong {
        /// What.
        what: Bounded,
        /// The most that is read.
        limit: usize,
    },
    /// The same tag for the second time.
    #[error("the tag {name} stands for the second time")]
    DuplicateTag {
        /// Its name.
        name: String,
    },
    /// A tag that must be there is missing.
    #[error("the tag {name} is missing")]
    MissingTag {
        /// Its name.
        name: &'static str,
    },
    /// The game id is wrong.
    #[error("{error}: `{id}`{}", Ids(*.error))]
    Game {
        /// The text of the tag.
        id: String,
        /// What is wrong with it.
        error: SetupError,
    },
    /// The position text is wrong.
    #[error("this is no position: {error}")]
    Position {
        /// What is wrong with it; its column counts within the value.
        error: TextError,
    },
    /// The position belongs to another game than the tag `Game` says.
    #[error("the tag Game says {game}, the position is one of {position}")]
    PositionOfOtherGame {
        /// The id in the tag `Game`.
        game: String,
        /// The id in the position.
        position: String,
    },
    /// The value is no result.
    #[error("`{text}` is no result: expected 1-0, 0-1, 1/2-1/2 or *")]
    Result {
        /// What stands there.
        text: String,
    },
    /// The tag and the end of the movetext state different results.
    #[error("the result here is {end}, the tag Result says {tag}")]
    ResultsDiffer {
        /// In the tag.
        tag: RecordResult,
        /// At the end of the movetext.
        end: RecordResult,
    },
    /// The stated result contradicts the last position.
    #[error("the result is {stated}, but the last position says {actual} ({outcome}{})", By(*.reason))]
    WrongResult {
        /// In the record.
        stated: RecordResult,
        /// What follows from the actions.
        actual: RecordResult,
        /// How the game ended.
        outcome: Outcome,
        /// By which rule.
        reason: Option<EndReason>,
    },
    /// The result of a record of kurnik contradicts the last position.
    #[error("the result is {stated}, and in kurnik 1-0 means that Black won, but the last position says: {outcome}{} (White is First, Black is Second)", By(*.reason))]
    WrongKurnikResult {
        /// As it stands in the record.
        stated: RecordResult,
        /// How the game ended.
        outcome: Outcome,
        /// By which rule.
        reason: Option<EndReason>,
    },
    /// The movetext ends without a result although the tag states one: something may be missing.
    #[error("the actions end without a result: expected {tag}, as in the tag Result")]
    NoResult {
        /// In the tag.
        tag: RecordResult,
    },
    /// The text is no action of the game.
    #[error("`{text}` is no action of this game: {error}; {hint}")]
    NoAction {
        /// The text.
        text: String,
        /// What is wrong with it; its column counts within the text.
        error: TextError,
        /// What would be legal.
        hint: LegalHint,
    },
    /// The action is not legal here.
    #[error("action {number}, `{text}`, is illegal: {reason}; {hint}")]
    IllegalAction {
        /// Which action of its line, from 1.
        number: usize,
        /// The text.
        text: String,
        /// Why.
        reason: AnyIllegalAction,
        /// What would be legal.
        hint: LegalHint,
    },
    /// An action after the end of the game.
    #[error("`{text}` stands after the end of the game ({outcome}{})", By(*.reason))]
    AfterEnd {
        /// The text.
        text: String,
        /// How the game ended.
        outcome: Outcome,
        /// By which rule.
        reason: Option<EndReason>,
    },
    /// The unfinished action is none: its steps are impossible, or it is whole.
    #[error("`{text}` is no beginning of a legal action; {hint}")]
    Unfinished {
        /// The text.
        text: String,
        /// What would be legal.
        hint: LegalHint,
    },
    /// There is something after the unfinished action, or it stands in a variation.
    #[error("expected the result: nothing can follow an unfinished action")]
    AfterUnfinished,
    /// An unfinished action without the tag that says so, or the other way round.
    #[error(
        "the tag Termination has to say `unfinished turn` exactly when the last action ends in `~`"
    )]
    UnfinishedTag,
    /// A sign before the first action.
    #[error("a sign stands after the action that it judges: there is none before it")]
    SignOfNothing,
    /// The dot of a player whose turn it is not.
    #[error("it is the turn of {turn}: a dot of {} is out of turn", .turn.other())]
    OutOfTurn {
        /// Whose turn it is.
        turn: Player,
    },
    /// A pass, which this game does not know.
    #[error("a pass: in this game every turn places a dot")]
    Pass,
    /// Dots added or removed after the first move.
    #[error("{property} after the first move: dots can be set up only before it")]
    LateSetUp {
        /// The property.
        property: String,
    },
    /// The set-up dots make no position.
    #[error("the set-up: {0}")]
    SetUp(#[from] DotsStartError),
    /// A place in SGF coordinates that the field does not have.
    #[error("`{text}` is no node of the field: expected two letters, a to z, then A to Z")]
    Coordinates {
        /// The text.
        text: String,
    },
    /// The SGF game is another one than Dots.
    #[error("GM[{number}] is another game: Dots is GM[40]")]
    OtherSgfGame {
        /// The number in `GM`.
        number: String,
    },
    /// The size of the field is wrong.
    #[error("the size `{text}`: {error}")]
    Size {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: SetupError,
    },
    /// A rule under which this is another game.
    #[error("{flag} is the rule of another game: {meaning}")]
    OtherRules {
        /// The flag as in the file.
        flag: String,
        /// What it means.
        meaning: &'static str,
    },
    /// The file ends before what its beginning announces.
    #[error("the file ends early: expected {expected} bytes, there are {found}")]
    Short {
        /// How many bytes there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// There is more in the file than its beginning announces.
    #[error("there are bytes after the last dot that the file announces")]
    Long,
    /// Two bytes that should be a colour.
    #[error(
        "the colour 0x{found:04X}: expected 0xFFFF for the first player or 0x0000 for the second"
    )]
    Colour {
        /// What stands there.
        found: u16,
    },
    /// The file is compressed and damaged here. Nothing after this is read.
    #[error(transparent)]
    Compression(#[from] CompressionError),
    /// A line without an end: nothing after this is read.
    #[error("the line is longer than {limit} bytes: the rest of the file is not read")]
    LongLine {
        /// The most that is read.
        limit: usize,
    },
    /// The JSON is none, or not of the form of a record.
    #[error("no record of JSON: {message}")]
    Json {
        /// What is wrong.
        message: String,
    },
    /// A record in a later form of JSON than this crate knows.
    #[error("the form of this record has version {version}: expected {expected}")]
    JsonVersion {
        /// What stands there.
        version: u64,
        /// What this crate reads.
        expected: u64,
    },
    /// The text is written in two bytes a character.
    #[error("the text is UTF-16: expected UTF-8")]
    Utf16,
}

/// What a reader was looking for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Expectation {
    /// The beginning of a record.
    Record,
    /// A name of a tag.
    TagName,
    /// A quoted value.
    Value,
    /// This character.
    Character(char),
    /// An action, a comment, a variation or a result.
    Movetext,
    /// A sign.
    Sign,
    /// The beginning of the next record, or the end of the file.
    NextRecord,
    /// A node, a subtree or the end of a tree of SGF.
    SgfNode,
    /// A colour of SGF.
    Colour,
    /// An array of records of JSON, or one record.
    Json,
    /// A record of JSON.
    JsonRecord,
    /// What stands behind a record of JSON in an array.
    JsonEnd,
    /// The end of the file.
    FileEnd,
    /// This byte.
    Byte(u8),
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Record => "a record: `[`, the beginning of its first tag",
            Self::TagName => "the name of a tag",
            Self::Value => "`\"`, the beginning of a value",
            Self::Character(character) => return write!(f, "`{character}`"),
            Self::Movetext => "an action, `{`, `(` or a result",
            Self::Sign => "a sign: `!`, `?`, `!!`, `??`, `!?`, `?!`, or $0 to $255",
            Self::Colour => "B or W",
            Self::Json => "`[` or `{`, the beginning of JSON",
            Self::JsonRecord => "`{`, the beginning of a record",
            Self::JsonEnd => "`,` or `]` behind a record",
            Self::FileEnd => "the end of the file",
            Self::SgfNode => "`;`, `(`, `)` or a property",
            Self::Byte(byte) => return write!(f, "the byte 0x{byte:02X}"),
            Self::NextRecord => "nothing after the result but the next record",
        })
    }
}

/// What stood there instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// This character.
    Character(char),
    /// These characters.
    Text(String),
    /// A byte that is no text.
    Byte(u8),
    /// The end of the line.
    LineEnd,
    /// The end of the file.
    FileEnd,
}

impl Found {
    /// What `next` is, the next byte of a text.
    pub(crate) const fn byte(next: Option<u8>) -> Self {
        match next {
            None => Self::FileEnd,
            Some(b'\n') => Self::LineEnd,
            Some(byte @ b' '..=b'~') => Self::Character(byte as char),
            Some(byte) => Self::Byte(byte),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => write!(f, "`{character}`"),
            Self::Text(text) => write!(f, "`{text}`"),
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02X}"),
            Self::LineEnd => f.write_str("the end of the line"),
            Self::FileEnd => f.write_str("the end of the file"),
        }
    }
}

/// What a reader holds only up to a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Bounded {
    /// The name of a tag.
    TagName,
    /// The value of a tag or property.
    Value,
    /// A comment.
    Comment,
    /// The text of an action.
    Action,
    /// All texts of a record together.
    Texts,
    /// The list of tags.
    Tags,
    /// The tree of actions.
    Tree,
    /// The JSON of a record.
    Json,
}

impl Bounded {
    const fn unit(self) -> &'static str {
        match self {
            Self::TagName
            | Self::Value
            | Self::Comment
            | Self::Action
            | Self::Texts
            | Self::Json => "bytes",
            Self::Tags => "tags",
            Self::Tree => "actions",
        }
    }
}

impl fmt::Display for Bounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TagName => "the name of a tag is",
            Self::Value => "the value is",
            Self::Comment => "the comment is",
            Self::Action => "the text of the action is",
            Self::Texts => "the tags and comments of the record are together",
            Self::Tags => "the list of tags is",
            Self::Tree | Self::Json => "the record is",
        })
    }
}

/// What is legal in a position where something else was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalHint {
    /// How many actions there are, at most [`LegalHint::COUNTED`].
    pub count: usize,
    /// A few of them, those that look most like what was tried.
    pub examples: Vec<String>,
}

impl LegalHint {
    /// So many actions are looked at.
    pub const COUNTED: usize = 2000;
    /// So many are shown.
    const SHOWN: usize = 3;

    /// What is legal in `position`, where `tried` is not.
    pub fn new(position: &AnyPosition, tried: &str) -> Self {
        let mut count = 0;
        // Longest common beginning first, then as they come.
        let mut best: Vec<(usize, String)> = Vec::new();
        let mut text = String::new();
        let _ = position.visit_actions(|action| {
            text.clear();
            let written = position.write_action(action, &mut text);
            debug_assert!(written.is_ok(), "writing to a String cannot fail");
            let common = text.chars().zip(tried.chars()).take_while(|(a, b)| a == b).count();
            let place = best.partition_point(|(other, _)| *other >= common);
            if place < Self::SHOWN {
                best.insert(place, (common, text.clone()));
                best.truncate(Self::SHOWN);
            }
            count += 1;
            if count < Self::COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Self { count, examples: best.into_iter().map(|(_, text)| text).collect() }
    }
}

impl fmt::Display for LegalHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            0 => return f.write_str("nothing is legal here"),
            1 => f.write_str("the only legal action here is")?,
            Self::COUNTED => write!(f, "{} or more are legal here, such as", self.count)?,
            count => write!(f, "{count} are legal here, such as")?,
        }
        for (index, example) in self.examples.iter().enumerate() {
            write!(f, "{}{example}", if index == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

/// `: RULE`, if the rule is known.
struct By(Option<EndReason>);

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

/// The ids of all games, as a hint where the id names none of them.
struct Ids(SetupError);

impl fmt::Display for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 != SetupError::UnknownGame {
            return Ok(());
        }
        let setup = |game: &GameInfo| game.setups.first().copied().unwrap_or(game.id);
        let mut ids: Vec<_> = gridball_core::games().iter().map(setup).collect();
        ids.sort_unstable();
        write!(f, "; expected an id such as {}", ids.join(", "))
    }
}

impl Note {
    /// Whether the record that was read says something else than the file: something in it was
    /// taken in another way, or left out.
    pub const fn is_change(&self) -> bool {
        match self {
            Self::UnfinishedTurn { .. } | Self::NoResult => false,
            Self::AfterEnd { .. }
            | Self::OtherRule { .. }
            | Self::Capture { .. }
            | Self::Charset { .. }
            | Self::Latin1 => true,
        }
    }
}

/// What is worth knowing about a record that is not wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Note {
    /// The record breaks off in the middle of a turn.
    #[error("the record breaks off in the middle of a turn: `{text}` counts as no action")]
    UnfinishedTurn {
        /// The beginning of the action.
        text: String,
    },
    /// The record ends without a result, and states none: a game in progress.
    #[error("the actions end without a result, taken as *")]
    NoResult,
    /// Actions after the end of the game, which count as none.
    #[error("after the end of the game ({outcome}{}) {count} more are on record, which count as none", By(*.reason))]
    AfterEnd {
        /// How many.
        count: usize,
        /// How the game ended.
        outcome: Outcome,
        /// By which rule.
        reason: Option<EndReason>,
    },
    /// A rule that differs from ours.
    #[error("{flag}: {meaning}; here it is not so")]
    OtherRule {
        /// The flag as in the file.
        flag: String,
        /// What it means.
        meaning: &'static str,
    },
    /// A capture on record is not the one that follows from the rules.
    #[error(
        "the capture on record differs from that by the rules, which is kept: {captured} captured here"
    )]
    Capture {
        /// How many dots are captured by the rules.
        captured: u32,
    },
    /// The character set is unknown, or does not fit the text.
    #[error("the text is not in the character set `{label}`")]
    Charset {
        /// Its name.
        label: String,
    },
    /// A text is not UTF-8.
    #[error("this is not UTF-8, read as Latin-1")]
    Latin1,
}
