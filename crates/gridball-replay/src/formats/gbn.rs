//! The record format of this project: tags and movetext, in the manner of PGN.

use std::{
    fmt,
    io::{self, Read},
};

use gridball_core::{AnyPosition, Player, Position, Step};

use crate::{
    finding::{Bounded, Expectation, Fault, Finding, Found, Location, Note},
    limits,
    reader::{Builder, Entry, ReadRecords, Stop, advanced, decode, fault, note, parse_setup, stop},
    record::{
        DERIVED, MAX_TAG_NAME, NodeId, ROSTER, Record, RecordResult, Sign, is_tag_name, termination,
    },
    source::Source,
};

/// Lines of movetext are at most this wide, unless one word is wider.
const WIDTH: usize = 80;

/// Reads `.gbn` records from a stream, one at a time. The grammar stands in the
/// [documentation of the crate](crate#the-record-format-gbn).
#[derive(Debug)]
pub struct GbnReader<'a> {
    source: Source<'a>,
    begun: bool,
    /// The text that is being read.
    bytes: Vec<u8>,
}

/// A record in the making.
#[derive(Debug, Default)]
struct Reading {
    builder: Option<Builder>,
    findings: Vec<Finding>,
    /// The movetext has begun.
    in_movetext: bool,
    /// How many bytes of text the record holds.
    texts: usize,
    latin1: bool,
}

#[derive(Debug)]
struct Tag {
    name: String,
    location: Location,
    value: String,
    value_location: Location,
}

impl<'a> GbnReader<'a> {
    /// A reader of `input`. It has a buffer of its own.
    pub fn new(input: impl Read + 'a) -> Self {
        Self::from_source(Source::new(input))
    }

    pub(crate) const fn from_source(source: Source<'a>) -> Self {
        Self { source, begun: false, bytes: Vec::new() }
    }

    fn read_record(&mut self, reading: &mut Reading) -> Result<(), Stop> {
        let tags = self.read_tags(reading)?;
        let builder = start(&tags)?;
        let builder = reading.builder.insert(builder);
        for tag in &tags {
            if !DERIVED.contains(&tag.name.as_str()) {
                builder.record.tags.put(&tag.name, &tag.value);
            }
        }
        let stated = tags.iter().find(|tag| tag.name == "Result");
        let tag_result = match stated {
            None => None,
            Some(tag) => Some(RecordResult::from_text(&tag.value).ok_or_else(|| {
                stop(tag.value_location, Fault::Result { text: tag.value.clone() })
            })?),
        };
        reading.in_movetext = true;
        let end = self.read_movetext(reading)?;
        self.finish(reading, tag_result, end)
    }

    fn read_tags(&mut self, reading: &mut Reading) -> Result<Vec<Tag>, Stop> {
        let mut tags: Vec<Tag> = Vec::new();
        if self.source.peek()? != Some(b'[') {
            return Err(self.unexpected(Expectation::Record)?);
        }
        while self.source.peek()? == Some(b'[') {
            // A record without movetext: the next one begins here.
            if tags.iter().any(|tag| tag.name == "Game")
                && self.source.at_line_start()
                && self.source.peek_raw(GAME.len())? == GAME
            {
                break;
            }
            let tag = self.read_tag(reading)?;
            if let Some(first) = tags.iter().find(|other| other.name == tag.name) {
                let first = first.location;
                return Err(stop(tag.location, Fault::DuplicateTag { name: tag.name, first }));
            }
            if tags.len() == limits::TAGS {
                return Err(stop(
                    tag.location,
                    Fault::TooLong { what: Bounded::Tags, limit: limits::TAGS },
                ));
            }
            tags.push(tag);
            self.skip_space()?;
        }
        Ok(tags)
    }

    fn read_tag(&mut self, reading: &mut Reading) -> Result<Tag, Stop> {
        let location = self.source.location();
        self.source.skip();
        self.source.skip_while(is_blank)?;
        let name_location = self.source.location();
        self.bytes.clear();
        let whole = self.source.take_while(&mut self.bytes, MAX_TAG_NAME, |byte| {
            byte.is_ascii_alphanumeric() || byte == b'_'
        })?;
        if !whole {
            return Err(stop(
                name_location,
                Fault::TooLong { what: Bounded::TagName, limit: MAX_TAG_NAME },
            ));
        }
        let (name, _) = decode(&self.bytes);
        if name.is_empty() {
            return Err(self.unexpected(Expectation::TagName)?);
        }
        if !is_tag_name(&name) {
            return Err(stop(
                name_location,
                Fault::Expected { expected: Expectation::TagName, found: Found::Text(name) },
            ));
        }
        self.source.skip_while(is_blank)?;
        let quote = self.source.location();
        if self.source.peek()? != Some(b'"') {
            return Err(self.unexpected(Expectation::Value)?);
        }
        self.source.skip();
        let value_location = self.source.location();
        self.bytes.clear();
        loop {
            let here = self.source.location();
            match self.source.peek()? {
                None | Some(b'\n') => return Err(stop(quote, Fault::UnclosedValue)),
                Some(byte) => {
                    self.source.skip();
                    match byte {
                        b'"' => break,
                        b'\\' => self.read_escape(here)?,
                        byte => self.bytes.push(byte),
                    }
                }
            }
            if self.bytes.len() > limits::VALUE {
                return Err(stop(
                    quote,
                    Fault::TooLong { what: Bounded::Value, limit: limits::VALUE },
                ));
            }
        }
        let value = self.text(reading, value_location)?;
        self.source.skip_while(is_blank)?;
        if self.source.peek()? != Some(b']') {
            return Err(self.unexpected(Expectation::Character(']'))?);
        }
        self.source.skip();
        Ok(Tag { name, location, value, value_location })
    }

    /// Reads what follows a backslash at `location`.
    fn read_escape(&mut self, location: Location) -> Result<(), Stop> {
        let unknown = || stop(location, Fault::UnknownEscape);
        let byte = match self.source.peek()? {
            Some(byte @ (b'\\' | b'"' | b'{' | b'}')) => byte,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                self.source.skip();
                return self.read_code_point().map_err(|error| match error {
                    Some(error) => Stop::Io(error),
                    None => unknown(),
                });
            }
            _ => return Err(unknown()),
        };
        self.source.skip();
        self.bytes.push(byte);
        Ok(())
    }

    /// Reads `{HEX}` after `\u`; an error without an I/O error when it is something else.
    fn read_code_point(&mut self) -> Result<(), Option<io::Error>> {
        if self.source.take()? != Some(b'{') {
            return Err(None);
        }
        let mut number = 0;
        let mut digits = 0;
        loop {
            match self.source.peek()?.map(char::from) {
                Some('}') if digits > 0 => break,
                Some(digit) if digit.is_ascii_hexdigit() && digits < 6 => {
                    number = number * 16 + digit.to_digit(16).unwrap_or(0);
                    digits += 1;
                    self.source.skip();
                }
                _ => return Err(None),
            }
        }
        self.source.skip();
        let character = char::from_u32(number).ok_or(None)?;
        self.bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }

    /// The bytes just read, as text that the record will hold.
    fn text(&self, reading: &mut Reading, location: Location) -> Result<String, Stop> {
        reading.texts += self.bytes.len();
        if reading.texts > limits::TEXTS {
            return Err(stop(
                location,
                Fault::TooLong { what: Bounded::Texts, limit: limits::TEXTS },
            ));
        }
        let (text, latin1) = decode(&self.bytes);
        if latin1 && !reading.latin1 {
            reading.latin1 = true;
            reading.findings.push(note(location, Note::Latin1));
        }
        Ok(text)
    }

    /// Reads up to and with the result, or up to the next record. Gives the result and its place.
    fn read_movetext(&mut self, reading: &mut Reading) -> Result<MovetextEnd, Stop> {
        // Comments at the beginning of a variation, before there is an action to hold them.
        let mut before: Vec<String> = Vec::new();
        let mut unfinished = false;
        loop {
            self.skip_space()?;
            let location = self.source.location();
            let Some(byte) = self.source.peek()? else {
                return Ok(MovetextEnd { location, result: None });
            };
            // Comments are read first: they do not need the builder.
            if byte == b'{' {
                let comment = self.read_comment(reading, location)?;
                let Some(builder) = &mut reading.builder else { continue };
                match builder.last() {
                    None if builder.open().is_some() => before.push(comment),
                    last => builder
                        .record
                        .annotation_mut(last.unwrap_or(NodeId::ROOT))
                        .comments
                        .push(comment),
                }
                continue;
            }
            let Some(builder) = &mut reading.builder else {
                return Ok(MovetextEnd { location, result: None });
            };
            match byte {
                b'[' if self.source.at_line_start() => {
                    return Ok(MovetextEnd { location, result: None });
                }
                b'(' => {
                    if unfinished {
                        return Err(stop(location, Fault::AfterUnfinished));
                    }
                    if !before.is_empty() {
                        return Err(stop(location, Fault::VariationOfNothing));
                    }
                    self.source.skip();
                    builder.begin_variation(location)?;
                }
                b')' => {
                    self.source.skip();
                    builder.end_variation(location)?;
                }
                b'}' => {
                    return Err(stop(location, Fault::Unopened { closing: '}', opening: '{' }));
                }
                byte if is_word(byte) => {
                    self.read_word(location)?;
                    let (mut word, latin1) = decode(&self.bytes);
                    if latin1 && !reading.latin1 {
                        reading.latin1 = true;
                        reading.findings.push(note(location, Note::Latin1));
                    }
                    let mut location = location;
                    let number = number_length(&word);
                    if number > 0 {
                        word.drain(..number);
                        location = advanced(location, number);
                        if word.is_empty() {
                            continue;
                        }
                    }
                    if let Some(result) = RecordResult::from_text(&word) {
                        if let Some(opened) = builder.open() {
                            return Err(stop(opened, Fault::UnclosedVariation));
                        }
                        return Ok(MovetextEnd { location, result: Some(result) });
                    }
                    if unfinished {
                        return Err(stop(location, Fault::AfterUnfinished));
                    }
                    if word.starts_with(['$', '!', '?']) || Sign::from_text(&word).is_some() {
                        read_sign(builder, &word, location)?;
                        continue;
                    }
                    if let Some(beginning) = word.strip_suffix('~') {
                        if builder.open().is_some() {
                            return Err(stop(location, Fault::AfterUnfinished));
                        }
                        let said = builder.record.tags.get("Termination");
                        if said != Some(termination::UNFINISHED_TURN) {
                            reading.findings.push(fault(location, Fault::UnfinishedTag));
                        }
                        builder.unfinished(beginning, location)?;
                        let text = beginning.to_owned();
                        reading.findings.push(note(location, Note::UnfinishedTurn { text }));
                        unfinished = true;
                        continue;
                    }
                    let action = word.trim_end_matches(['!', '?']);
                    let node = builder.play(action, location)?;
                    if !before.is_empty() {
                        builder.record.annotation_mut(node).before = std::mem::take(&mut before);
                    }
                    if action.len() < word.len() {
                        let sign = &word[action.len()..];
                        read_sign(builder, sign, advanced(location, action.chars().count()))?;
                    }
                }
                _ => return Err(self.unexpected(Expectation::Movetext)?),
            }
        }
    }

    fn read_comment(&mut self, reading: &mut Reading, location: Location) -> Result<String, Stop> {
        self.source.skip();
        self.bytes.clear();
        loop {
            let here = self.source.location();
            let Some(byte) = self.source.peek()? else {
                return Err(stop(location, Fault::UnclosedComment));
            };
            // A `[` at the beginning of a line always begins a tag, so that a comment without
            // its end spoils one record only.
            if byte == b'[' && self.source.at_line_start() {
                return Err(stop(location, Fault::UnclosedComment));
            }
            self.source.skip();
            match byte {
                b'}' => break,
                b'\\' => self.read_escape(here)?,
                byte => self.bytes.push(byte),
            }
            if self.bytes.len() > limits::COMMENT {
                return Err(stop(
                    location,
                    Fault::TooLong { what: Bounded::Comment, limit: limits::COMMENT },
                ));
            }
        }
        self.text(reading, location)
    }

    /// Reads a word of the movetext.
    fn read_word(&mut self, location: Location) -> Result<(), Stop> {
        self.bytes.clear();
        let mut whole = self.source.take_while(&mut self.bytes, limits::ACTION, is_word)?;
        // The one sign that holds parentheses.
        if whole
            && matches!(self.bytes.as_slice(), b"ChV" | [0xD0, 0xA7, 0xD0, 0x92])
            && self.source.peek()? == Some(b'(')
        {
            whole = self.source.take_while(&mut self.bytes, 8, |byte| {
                byte == b'(' || byte > b' ' && byte != b')'
            })?;
            if whole && self.source.peek()? == Some(b')') {
                self.bytes.push(b')');
                self.source.skip();
            }
        }
        if !whole {
            return Err(stop(
                location,
                Fault::TooLong { what: Bounded::Action, limit: limits::ACTION },
            ));
        }
        Ok(())
    }

    /// After the movetext: compares what the record says about its end.
    fn finish(
        &mut self,
        reading: &mut Reading,
        tag_result: Option<RecordResult>,
        end: MovetextEnd,
    ) -> Result<(), Stop> {
        let Some(builder) = &mut reading.builder else { return Ok(()) };
        let MovetextEnd { location, result } = end;
        if let Some(opened) = builder.open() {
            return Err(stop(opened, Fault::UnclosedVariation));
        }
        let stated = result.or(tag_result).unwrap_or_default();
        builder.record.result = stated;
        match (tag_result, result) {
            (Some(tag), Some(end)) if tag != end => {
                reading.findings.push(fault(location, Fault::ResultsDiffer { tag, end }));
            }
            (Some(RecordResult::Unknown) | None, None) => {
                reading.findings.push(note(location, Note::NoResult));
            }
            (Some(tag), None) => {
                reading.findings.push(fault(location, Fault::NoResult { tag }));
            }
            _ => {}
        }
        if let Some(wrong) = builder.wrong_result() {
            reading.findings.push(fault(location, wrong));
        }
        let said = builder.record.tags.get("Termination") == Some(termination::UNFINISHED_TURN);
        if said && builder.record.unfinished().is_empty() {
            reading.findings.push(fault(location, Fault::UnfinishedTag));
        }
        if result.is_some() {
            self.skip_space()?;
            let next = self.source.peek()?;
            let location = self.source.location();
            if next.is_some_and(|byte| byte != b'[' || !self.source.at_line_start()) {
                let found = self.found()?;
                let expected = Expectation::NextRecord;
                return Err(stop(location, Fault::Expected { expected, found }));
            }
        }
        Ok(())
    }

    /// Skips to where the next record can begin. Every tag stands at the beginning of a line, and
    /// nothing else that begins a line begins with `[`.
    fn skip_record(&mut self, mut in_movetext: bool) -> io::Result<()> {
        loop {
            if self.source.at_line_start() {
                let next = self.source.peek_raw(GAME.len())?;
                match next.first() {
                    Some(b'[') if in_movetext || next == GAME => return Ok(()),
                    Some(b'[' | b'\n' | b'\r' | b' ' | b'\t') => {}
                    _ => in_movetext = true,
                }
            }
            if !self.source.skip_line()? {
                return Ok(());
            }
        }
    }

    fn skip_space(&mut self) -> io::Result<()> {
        self.source.skip_while(|byte| byte == b'\n' || is_blank(byte))
    }

    /// What stands here, for a message.
    fn found(&mut self) -> io::Result<Found> {
        let next = self.source.peek_raw(4)?;
        if let Some(&byte) = next.first()
            && byte >= 0x80
        {
            // The first character, if it is one.
            let valid = next.utf8_chunks().next().map_or("", |chunk| chunk.valid());
            return Ok(valid.chars().next().map_or(Found::Byte(byte), Found::Character));
        }
        Ok(Found::byte(self.source.peek()?))
    }

    fn unexpected(&mut self, expected: Expectation) -> io::Result<Stop> {
        let location = self.source.location();
        let found = self.found()?;
        Ok(stop(location, Fault::Expected { expected, found }))
    }
}

impl ReadRecords for GbnReader<'_> {
    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        if !self.begun {
            self.begun = true;
            self.source.skip_byte_order_mark()?;
            if matches!(self.source.peek_raw(2)?, b"\xFF\xFE" | b"\xFE\xFF") {
                let location = self.source.location();
                self.source.skip_while(|_| true)?;
                return Ok(Some(Entry {
                    location,
                    record: None,
                    findings: vec![fault(location, Fault::Utf16)],
                    whole: false,
                }));
            }
        }
        self.skip_space()?;
        if self.source.peek()?.is_none() {
            return Ok(None);
        }
        let location = self.source.location();
        let mut reading = Reading::default();
        let whole = match self.read_record(&mut reading) {
            Ok(()) => true,
            Err(Stop::Io(error)) => return Err(error),
            Err(Stop::Fault(finding)) => {
                reading.findings.push(finding);
                self.skip_record(reading.in_movetext)?;
                false
            }
        };
        Ok(Some(Entry {
            location,
            record: reading.builder.map(|builder| builder.record),
            findings: reading.findings,
            whole,
        }))
    }
}

/// What every record of this format holds, and nothing else at the beginning of a line.
const GAME: &[u8] = b"[Game ";

#[derive(Clone, Copy, Debug)]
struct MovetextEnd {
    location: Location,
    result: Option<RecordResult>,
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether `byte` can be part of an action, a sign, a number or a result.
fn is_word(byte: u8) -> bool {
    byte > b' ' && byte != 0x7F && !b"{}()[]\"".contains(&byte)
}

/// The length of `12.` or `12...` at the beginning of `word`; 0 if there is none.
fn number_length(word: &str) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
    if digits > 0 && dots > 0 { digits + dots } else { 0 }
}

/// The start of the game that these tags describe.
fn start(tags: &[Tag]) -> Result<Builder, Stop> {
    let find = |name| tags.iter().find(|tag| tag.name == name);
    let Some(game) = find("Game") else {
        let location =
            tags.first().map_or(Location::Text { line: 1, column: 1 }, |tag| tag.location);
        return Err(stop(location, Fault::MissingTag { name: "Game" }));
    };
    let setup = parse_setup(&game.value, game.value_location)?;
    let Some(position) = find("Position") else {
        return Ok(Builder::new(AnyPosition::start(&setup)));
    };
    let start = AnyPosition::parse_position(&position.value).map_err(|error| {
        let location = advanced(position.value_location, error.column.saturating_sub(1));
        stop(location, Fault::Position { error })
    })?;
    if start.setup() != setup {
        return Err(stop(
            position.value_location,
            Fault::PositionOfOtherGame {
                game: setup.to_string(),
                position: start.setup().to_string(),
            },
        ));
    }
    Ok(Builder::new(start))
}

fn read_sign(builder: &mut Builder, text: &str, location: Location) -> Result<(), Stop> {
    let Some(sign) = Sign::from_text(text) else {
        let found = Found::Text(text.to_owned());
        return Err(stop(location, Fault::Expected { expected: Expectation::Sign, found }));
    };
    let Some(node) = builder.last() else {
        return Err(stop(location, Fault::SignOfNothing));
    };
    builder.record.annotation_mut(node).signs.push(sign);
    Ok(())
}

/// Writes `record` in its canonical form, with a blank line at the end.
///
/// # Errors
///
/// Only those of `out`.
pub fn write_record(record: &Record, out: &mut dyn fmt::Write) -> fmt::Result {
    let result = record.result.text();
    write_tag(out, "Game", &record.setup().to_string())?;
    let mut result_written = false;
    for (name, value) in record.tags.iter() {
        // `Result` stands in its place among the known tags.
        let known = ROSTER.iter().position(|known| *known == name).unwrap_or(ROSTER.len());
        if !result_written && known > RESULT_RANK {
            write_tag(out, "Result", result)?;
            result_written = true;
        }
        write_tag(out, name, value)?;
    }
    if !result_written {
        write_tag(out, "Result", result)?;
    }
    if record.has_own_start() {
        write_tag(out, "Position", &record.start().position_text())?;
    }
    out.write_char('\n')?;
    let mut movetext = Movetext { out, word: String::new(), opening: String::new(), column: 0 };
    write_movetext(record, &mut movetext)?;
    movetext.word(result)?;
    movetext.flush()?;
    movetext.out.write_str("\n\n")
}

const RESULT_RANK: usize = 6;
const _: () = assert!(matches!(ROSTER[RESULT_RANK].as_bytes(), b"Result"));

/// The canonical text of `record`.
pub fn record_text(record: &Record) -> String {
    let mut text = String::new();
    let written = write_record(record, &mut text);
    debug_assert!(written.is_ok(), "writing to a String cannot fail");
    text
}

fn write_tag(out: &mut dyn fmt::Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    write_escaped(out, value, '"')?;
    out.write_str("\"]\n")
}

/// Writes `text` so that it ends at the first bare `closing` after it.
fn write_escaped(out: &mut dyn fmt::Write, text: &str, closing: char) -> fmt::Result {
    for character in text.chars() {
        match character {
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            '\\' => out.write_str("\\\\")?,
            character if character == closing => write!(out, "\\{character}")?,
            // Whatever a terminal or an editor could take for something else than text.
            character if character.is_control() || character == '\u{FEFF}' => {
                write!(out, "\\u{{{:x}}}", u32::from(character))?;
            }
            character => out.write_char(character)?,
        }
    }
    Ok(())
}

/// Words separated by single spaces, broken into lines.
struct Movetext<'a> {
    out: &'a mut dyn fmt::Write,
    /// The last word, held back because a `)` may still join it.
    word: String,
    /// The next word begins with these.
    opening: String,
    column: usize,
}

impl Movetext<'_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        self.flush()?;
        self.word.push_str(&self.opening);
        self.word.push_str(word);
        self.opening.clear();
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let width = self.word.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.out.write_char('\n')?;
            self.column = 0;
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.out.write_str(&self.word)?;
        self.column += width;
        self.word.clear();
        Ok(())
    }

    fn comments(&mut self, comments: &[String]) -> fmt::Result {
        for comment in comments {
            let mut word = String::from("{");
            write_escaped(&mut word, comment, '}')?;
            word.push('}');
            self.word(&word)?;
        }
        Ok(())
    }
}

/// A place in the tree, with what the numbers of the turns need.
#[derive(Clone)]
struct Place {
    position: AnyPosition,
    /// The number of the turn of the last action; 0 at the start.
    turn: usize,
    /// Who played it.
    last: Option<Player>,
}

impl Place {
    /// The number in front of the next action and a space, if one belongs there: before each turn
    /// of First, before one of Second when it is `needed`, and at the beginning of a line of
    /// actions. Counts the turns.
    fn number(&mut self, needed: bool, begins_line: bool) -> Option<String> {
        let player = self.position.to_move();
        let new_turn = self.last != Some(player);
        if self.turn == 0 || (new_turn && player == Player::First) {
            self.turn += 1;
        }
        self.last = Some(player);
        match player {
            Player::First if new_turn || begins_line => Some(format!("{}. ", self.turn)),
            Player::Second if (new_turn && needed) || begins_line => {
                Some(format!("{}... ", self.turn))
            }
            _ => None,
        }
    }
}

/// A line of the tree that is being written.
struct Line {
    /// The action to write next.
    next: Option<NodeId>,
    place: Place,
    /// Alternatives to the action just written that are still to be written, the last one first.
    variations: Vec<NodeId>,
    /// Where they begin; `None` if there are none.
    fork: Option<Place>,
    /// The next turn needs its number: a comment or a variation stands before it.
    number_needed: bool,
    /// Nothing was written on this line yet.
    is_new: bool,
}

/// Writes the tree. Variations nest as deep as anybody likes, so they are kept on a list here and
/// not on the stack of the program.
fn write_movetext(record: &Record, out: &mut Movetext<'_>) -> fmt::Result {
    out.comments(&record.annotation(NodeId::ROOT).comments)?;
    let start = Place { position: record.start().clone(), turn: 0, last: None };
    let mut lines = vec![Line {
        next: record.first_child(NodeId::ROOT),
        place: start,
        variations: Vec::new(),
        fork: None,
        number_needed: false,
        is_new: true,
    }];
    while let Some(line) = lines.last_mut() {
        if let (Some(variation), Some(fork)) = (line.variations.pop(), &line.fork) {
            line.number_needed = true;
            out.opening.push('(');
            let inner = Line {
                next: Some(variation),
                place: fork.clone(),
                variations: Vec::new(),
                fork: None,
                number_needed: false,
                is_new: true,
            };
            lines.push(inner);
            continue;
        }
        let Some(node) = line.next else {
            if lines.len() == 1 {
                break;
            }
            out.word.push(')');
            lines.pop();
            continue;
        };
        let annotation = record.annotation(node);
        out.comments(&annotation.before)?;
        let needed = line.number_needed || !annotation.before.is_empty();
        let main = record.parent(node).and_then(|parent| record.first_child(parent));
        if main == Some(node)
            && let Some(parent) = record.parent(node)
        {
            line.variations = record.children(parent).skip(1).collect();
            line.variations.reverse();
            line.fork = (!line.variations.is_empty()).then(|| line.place.clone());
        }
        if let Some(number) = line.place.number(needed, line.is_new) {
            out.opening.push_str(&number);
        }
        if let Some(action) = record.action(node) {
            let mut word = line.place.position.action_text(action);
            let mut signs = annotation.signs.as_slice();
            if let Some((first, rest)) = signs.split_first()
                && let Some(mark) = first.mark()
            {
                word.push_str(mark);
                signs = rest;
            }
            out.word(&word)?;
            for sign in signs {
                out.word(&sign.to_string())?;
            }
            line.place.position.play_unchecked(action);
        }
        out.comments(&annotation.comments)?;
        line.number_needed = !annotation.comments.is_empty();
        line.is_new = false;
        line.next = record.first_child(node);
    }
    let Some(line) = lines.last_mut() else { return Ok(()) };
    let steps = record.unfinished();
    if !steps.is_empty() {
        if let Some(number) = line.place.number(line.number_needed, line.is_new) {
            out.opening.push_str(&number);
        }
        out.word(&unfinished_text(&line.place.position, steps))?;
    }
    Ok(())
}

/// An unfinished action of `position`, as it stands in a record.
fn unfinished_text(position: &AnyPosition, steps: &[Step]) -> String {
    let mut text = String::new();
    for (index, step) in steps.iter().enumerate() {
        if index > 0 {
            text.push('-');
        }
        let written = position.write_step(&steps[..index], *step, &mut text);
        debug_assert!(written.is_ok(), "writing to a String cannot fail");
    }
    text.push('~');
    text
}
