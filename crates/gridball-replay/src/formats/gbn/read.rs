//! Reading.

use std::io::{self, Read};

use gridball_core::AnyPosition;

use crate::{
    finding::{Bounded, Expectation, Fault, Finding, Found, Location, Note},
    limits,
    reader::{
        Builder, Entry, ReadRecords, Stop, advanced, decode, fault, note, skipped, start_position,
        stop,
    },
    record::{NodeId, RecordResult, Sign, termination},
    source::Source,
    tags::{DERIVED, MAX_TAG_NAME, is_tag_name},
};

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
        let mut after_blank = false;
        if self.source.peek()? != Some(b'[') {
            return Err(self.unexpected(Expectation::Record)?);
        }
        while self.source.peek()? == Some(b'[') {
            // A record without movetext: the next one begins here.
            let begun =
                tags.iter().any(|tag| tag.name == "Game") || (after_blank && !tags.is_empty());
            if begun && self.source.at_line_start() && self.source.peek_raw(GAME.len())? == GAME {
                break;
            }
            let tag = self.read_tag(reading)?;
            if tags.iter().any(|other| other.name == tag.name) {
                return Err(stop(tag.location, Fault::DuplicateTag { name: tag.name }));
            }
            if tags.len() == limits::TAGS {
                return Err(stop(
                    tag.location,
                    Fault::TooLong { what: Bounded::Tags, limit: limits::TAGS },
                ));
            }
            tags.push(tag);
            let end = self.source.line();
            self.skip_space()?;
            after_blank = self.source.line() > end + 1;
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
                    Some(error) => error.into(),
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
                    if word.starts_with(['$', '!', '?']) || Sign::split(&word).is_some() {
                        read_signs(builder, &word, location)?;
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
                    let action = &word[..action_length(&word, builder.position())];
                    let node = builder.play(action, location)?;
                    if !before.is_empty() {
                        builder.record.annotation_mut(node).before = std::mem::take(&mut before);
                    }
                    if action.len() < word.len() {
                        let signs = &word[action.len()..];
                        read_signs(builder, signs, advanced(location, action.chars().count()))?;
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
            let next = self.source.peek_behind_record(is_space);
            let location = self.source.location();
            if next.is_some_and(|byte| byte != b'[' || !self.source.at_line_start()) {
                let found = self.found()?;
                let expected = Expectation::NextRecord;
                return Err(stop(location, Fault::Expected { expected, found }));
            }
        }
        Ok(())
    }

    fn skip_space(&mut self) -> io::Result<()> {
        self.source.skip_while(is_space)
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
                let mut findings = vec![fault(location, Fault::Utf16)];
                skipped(self.source.skip_while(|_| true), &mut findings)?;
                return Ok(Some(Entry { location, record: None, findings, whole: false }));
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
                let search = self.source.skip_record(reading.in_movetext, GAME);
                skipped(search, &mut reading.findings)?;
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

fn is_space(byte: u8) -> bool {
    byte == b'\n' || is_blank(byte)
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
    let position = find("Position").map(|tag| (tag.value.as_str(), tag.value_location));
    start_position((&game.value, game.value_location), position).map(Builder::new)
}

/// Reads the signs that stand in one word and belong to the last action.
fn read_signs(builder: &mut Builder, text: &str, location: Location) -> Result<(), Stop> {
    let Some(node) = builder.last() else {
        return Err(stop(location, Fault::SignOfNothing));
    };
    let signs = Sign::split(text).ok_or_else(|| {
        let found = Found::Text(text.to_owned());
        stop(location, Fault::Expected { expected: Expectation::Sign, found })
    })?;
    builder.record.annotation_mut(node).signs.extend(signs);
    Ok(())
}

/// The length of the action at the beginning of `word`, before the signs that stand right behind
/// it.
fn action_length(word: &str, position: &AnyPosition) -> usize {
    let marks = word.find(['!', '?', '$']).unwrap_or(word.len());
    if !matches!(position, AnyPosition::PaperSoccer(_)) {
        return marks;
    }
    // Here signs are words too: `d6-e7act`. A letter belongs to the path only at its beginning
    // or after a dash.
    let mut previous = b'-';
    let path = word.bytes().take_while(|&byte| {
        let belongs = match byte {
            b'0'..=b'9' | b'-' | b'~' => true,
            b'a'..=b'z' => previous == b'-',
            _ => false,
        };
        previous = byte;
        belongs
    });
    // A word that does not even begin like a path is left to the game to refuse.
    match path.count() {
        0 => marks,
        length => length.min(marks),
    }
}
