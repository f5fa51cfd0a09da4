//! The records of the game site kurnik: paper soccer on the field 8 × 10, in the manner of PGN.
//!
//! Differences from PGN and from our own format:
//! - the field is always `paper-soccer:2,8,10/lower`: White moves first, attacks the top, and is
//!   our First;
//! - **`1-0` means that Black won**, so it becomes `0-1`;
//! - each token of the movetext is a whole turn, one digit a step: 0 is towards the top, clockwise;
//! - a game may stop anywhere: before the first turn, between turns, or in the middle of a turn.
//!   An incomplete last turn is kept as an unfinished action, with a note.
//!
//! Any header may be missing. `White` and `Black` become `First` and `Second`, `WhiteElo` and
//! `BlackElo` become `FirstElo` and `SecondElo`; all others keep their names.

use std::io::{self, Read};

use gridball_core::{
    AnyIllegalAction, AnyPosition, AnySetup, Position,
    paper_soccer::{PaperSoccerIllegalAction, PaperSoccerSetup},
};

use crate::{
    finding::{Bounded, Expectation, Fault, Finding, Found, Location, Note},
    limits,
    reader::{
        Builder, Entry, ReadRecords, Refusal, Stop, advanced, decode, fault, note, skipped, stop,
    },
    record::RecordResult,
    source::Source,
    tags::{MAX_TAG_NAME, is_tag_name},
};

/// The beginning of the first header of every record.
const FIRST_HEADER: &[u8] = b"[Event ";

/// A whole header line, in bytes.
const LINE: usize = 1 << 12;

/// Reads records of kurnik from a stream, one at a time.
#[derive(Debug)]
pub struct KurnikReader<'a> {
    source: Source<'a>,
    begun: bool,
    bytes: Vec<u8>,
    start: AnyPosition,
}

/// A record in the making.
#[derive(Debug)]
struct Reading {
    builder: Builder,
    findings: Vec<Finding>,
    in_movetext: bool,
    /// The result in the headers, as it stands there, and its place.
    header_result: Option<(String, Location)>,
}

impl<'a> KurnikReader<'a> {
    /// A reader of `input`. It has a buffer of its own.
    pub fn new(input: impl Read + 'a) -> Self {
        Self::from_source(Source::new(input))
    }

    pub(crate) fn from_source(source: Source<'a>) -> Self {
        let setup = PaperSoccerSetup::KURNIK;
        Self {
            source,
            begun: false,
            bytes: Vec::new(),
            start: AnyPosition::start(&AnySetup::PaperSoccer(setup)),
        }
    }

    fn read_record(&mut self, reading: &mut Reading) -> Result<(), Stop> {
        if self.source.peek()? != Some(b'[') {
            let found = Found::byte(self.source.peek()?);
            let expected = Expectation::Record;
            return Err(stop(self.source.location(), Fault::Expected { expected, found }));
        }
        while self.source.peek()? == Some(b'[') {
            self.read_header(reading)?;
            self.skip_space()?;
        }
        reading.in_movetext = true;
        self.read_movetext(reading)
    }

    fn read_header(&mut self, reading: &mut Reading) -> Result<(), Stop> {
        let location = self.source.location();
        self.bytes.clear();
        if !self.source.take_while(&mut self.bytes, LINE, |byte| byte != b'\n')? {
            return Err(stop(location, Fault::TooLong { what: Bounded::Value, limit: LINE }));
        }
        let (line, latin1) = decode(&self.bytes);
        if latin1 {
            reading.findings.push(note(location, Note::Latin1));
        }
        let inside = line.trim_end().strip_prefix('[').unwrap_or_default();
        let name_length = inside.find(' ').unwrap_or(inside.len());
        let (name, quoted) = inside.split_at(name_length);
        if !is_tag_name(name) {
            let found = Found::Text(name.chars().take(MAX_TAG_NAME).collect());
            let expected = Expectation::TagName;
            return Err(stop(advanced(location, 1), Fault::Expected { expected, found }));
        }
        let value_location = advanced(location, 2 + name.len());
        let Some(value) = quoted.trim_start().strip_prefix('"') else {
            let found = quoted.trim_start().chars().next();
            let found = found.map_or(Found::LineEnd, Found::Character);
            let expected = Expectation::Value;
            return Err(stop(value_location, Fault::Expected { expected, found }));
        };
        let Some(value) = value.strip_suffix("\"]") else {
            return Err(stop(value_location, Fault::UnclosedValue));
        };
        let tag = match name {
            "White" => "First",
            "Black" => "Second",
            "WhiteElo" => "FirstElo",
            "BlackElo" => "SecondElo",
            "Result" => {
                reading.header_result = Some((value.to_owned(), advanced(value_location, 1)));
                return Ok(());
            }
            // These would be taken for our own.
            "Game" | "Position" | "First" | "Second" => {
                let (expected, found) = (Expectation::TagName, Found::Text(name.to_owned()));
                return Err(stop(advanced(location, 1), Fault::Expected { expected, found }));
            }
            name => name,
        };
        if reading.builder.record.tags.len() == limits::TAGS {
            return Err(stop(
                location,
                Fault::TooLong { what: Bounded::Tags, limit: limits::TAGS },
            ));
        }
        if reading.builder.record.tags.get(tag).is_some() {
            return Err(stop(location, Fault::DuplicateTag { name: name.to_owned() }));
        }
        reading.builder.record.tags.put(tag, value);
        Ok(())
    }

    fn read_movetext(&mut self, reading: &mut Reading) -> Result<(), Stop> {
        // An incomplete turn, which only the result can follow.
        let mut incomplete: Option<(String, Location, Refusal)> = None;
        loop {
            self.skip_space()?;
            let location = self.source.location();
            let next = self.source.peek()?;
            if next.is_none() || (next == Some(b'[') && self.source.at_line_start()) {
                let (expected, found) = (Expectation::Movetext, Found::byte(next));
                return Err(stop(location, Fault::Expected { expected, found }));
            }
            self.bytes.clear();
            if !self.source.take_while(&mut self.bytes, limits::ACTION, |byte| byte > b' ')? {
                let fault = Fault::TooLong { what: Bounded::Action, limit: limits::ACTION };
                return Err(stop(location, fault));
            }
            // Turns and results are ASCII; anything else is refused as it is.
            let word = String::from_utf8_lossy(&self.bytes);
            let result = RecordResult::from_text(&word);
            if let Some((text, place, refusal)) = incomplete {
                let Some(result) = result else {
                    return Err(reading.builder.refused(refusal, &text, place));
                };
                reading.builder.unfinished(&text, place)?;
                reading.findings.push(note(place, Note::UnfinishedTurn { text }));
                return self.finish(reading, result, location);
            }
            if let Some(result) = result {
                return self.finish(reading, result, location);
            }
            if is_number(&word) {
                continue;
            }
            if let Err(refusal) = reading.builder.try_play(&word) {
                if !must_go_on(&refusal) {
                    let place = advanced(location, legal_steps(&refusal));
                    return Err(reading.builder.refused(refusal, &word, place));
                }
                incomplete = Some((word.into_owned(), location, refusal));
            }
        }
    }

    /// After the result at the end of the movetext, which stands at `location`.
    fn finish(
        &mut self,
        reading: &mut Reading,
        result: RecordResult,
        location: Location,
    ) -> Result<(), Stop> {
        reading.builder.record.result = result.exchanged();
        if let Some((header, place)) = reading.header_result.take() {
            match RecordResult::from_text(&header) {
                None => return Err(stop(place, Fault::Result { text: header })),
                Some(tag) if tag != result => {
                    let differ = Fault::ResultsDiffer { tag, end: result };
                    reading.findings.push(fault(location, differ));
                }
                Some(_) => {}
            }
        }
        if let Some(wrong) = reading.builder.wrong_result() {
            let wrong = match wrong {
                Fault::WrongResult { outcome, reason, .. } => {
                    Fault::WrongKurnikResult { stated: result, outcome, reason }
                }
                other => other,
            };
            reading.findings.push(fault(location, wrong));
        }
        let next = self.source.peek_behind_record(is_space);
        if next.is_some_and(|byte| byte != b'[' || !self.source.at_line_start()) {
            let (expected, found) = (Expectation::NextRecord, Found::byte(next));
            return Err(stop(self.source.location(), Fault::Expected { expected, found }));
        }
        Ok(())
    }

    fn skip_space(&mut self) -> io::Result<()> {
        self.source.skip_while(is_space)
    }
}

impl ReadRecords for KurnikReader<'_> {
    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        if !self.begun {
            self.begun = true;
            self.source.skip_byte_order_mark()?;
        }
        self.skip_space()?;
        if self.source.peek()?.is_none() {
            return Ok(None);
        }
        let location = self.source.location();
        let mut reading = Reading {
            builder: Builder::of_main_line(self.start.clone()),
            findings: Vec::new(),
            in_movetext: false,
            header_result: None,
        };
        let whole = match self.read_record(&mut reading) {
            Ok(()) => true,
            Err(Stop::Io(error)) => return Err(error),
            Err(Stop::Fault(finding)) => {
                reading.findings.push(finding);
                let search = self.source.skip_record(reading.in_movetext, FIRST_HEADER);
                skipped(search, &mut reading.findings)?;
                false
            }
        };
        let Reading { builder, findings, .. } = reading;
        Ok(Some(Entry { location, record: Some(builder.record), findings, whole }))
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\n' | b' ' | b'\t')
}

/// Whether `word` is `12.`, the number of a turn.
fn is_number(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether the turn is refused only because it is incomplete.
const fn must_go_on(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::Illegal(AnyIllegalAction::PaperSoccer(PaperSoccerIllegalAction::MustGoOn { .. }))
    )
}

/// How many digits of the turn stand before the one that is refused.
const fn legal_steps(refusal: &Refusal) -> usize {
    use PaperSoccerIllegalAction::{AlreadyDrawn, EndsEarlier, NoLine};
    match refusal {
        Refusal::Illegal(AnyIllegalAction::PaperSoccer(reason)) => match reason {
            NoLine { step, .. } | AlreadyDrawn { step, .. } => step.saturating_sub(1),
            EndsEarlier { step, .. } => *step,
            _ => 0,
        },
        _ => 0,
    }
}
