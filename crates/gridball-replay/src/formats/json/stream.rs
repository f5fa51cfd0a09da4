//! The records of a stream of JSON, one at a time.

use std::io::{self, Read};

use super::read::read_record;
use crate::{
    finding::{Bounded, Expectation, Fault, Found, Location},
    limits,
    reader::{Entry, ReadRecords, Stop, fault, skipped, stop},
    source::Source,
};

/// Reads a record from each line of a stream.
#[derive(Debug)]
pub struct NdjsonReader<'a> {
    source: Source<'a>,
    begun: bool,
    bytes: Vec<u8>,
}

impl<'a> NdjsonReader<'a> {
    /// A reader of `input`. It has a buffer of its own.
    pub fn new(input: impl Read + 'a) -> Self {
        Self::from_source(Source::new(input))
    }

    pub(crate) const fn from_source(source: Source<'a>) -> Self {
        Self { source, begun: false, bytes: Vec::new() }
    }
}

impl ReadRecords for NdjsonReader<'_> {
    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        if !std::mem::replace(&mut self.begun, true) {
            self.source.skip_byte_order_mark()?;
        }
        self.source.skip_while(is_space)?;
        if self.source.peek()?.is_none() {
            return Ok(None);
        }
        let location = self.source.location();
        self.bytes.clear();
        let line = self.source.take_while(&mut self.bytes, limits::JSON, |byte| byte != b'\n');
        match line.map_err(Stop::from) {
            Ok(true) => Ok(Some(read_record(self.bytes.trim_ascii_end(), location))),
            Ok(false) => {
                let too_long = Fault::TooLong { what: Bounded::Json, limit: limits::JSON };
                let mut findings = vec![fault(location, too_long)];
                skipped(self.source.skip_line().map(|_| ()), &mut findings)?;
                Ok(Some(Entry { location, record: None, findings, whole: false }))
            }
            Err(Stop::Io(error)) => Err(error),
            Err(Stop::Fault(finding)) => {
                // The line may be whole but for its end.
                let mut entry = read_record(self.bytes.trim_ascii_end(), location);
                if !entry.whole {
                    entry.findings.clear();
                }
                entry.findings.push(finding);
                Ok(Some(entry))
            }
        }
    }
}

/// Reads the records of an array, or records that stand one after the other.
#[derive(Debug)]
pub struct JsonReader<'a> {
    source: Source<'a>,
    state: State,
    bytes: Vec<u8>,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The array, or the first record of a sequence.
    Beginning,
    /// The first record of the array, or its end.
    First,
    /// A comma and the next record, or the end of the array.
    Next,
    /// A record of the array, behind a comma or a fault.
    Record,
    /// The next record of a sequence, or its end.
    Sequence,
    /// Nothing: the array is closed.
    Ended,
}

impl<'a> JsonReader<'a> {
    /// A reader of `input`. It has a buffer of its own.
    pub fn new(input: impl Read + 'a) -> Self {
        Self::from_source(Source::new(input))
    }

    pub(crate) const fn from_source(source: Source<'a>) -> Self {
        Self { source, state: State::Beginning, bytes: Vec::new() }
    }

    /// Goes to the beginning of the next record, and gives its place; `None` at the end.
    fn find_record(&mut self) -> Result<Option<Location>, Stop> {
        if self.state == State::Beginning {
            self.source.skip_byte_order_mark()?;
        }
        loop {
            self.source.skip_while(is_space)?;
            self.source.begin_piece();
            let next = self.source.peek()?;
            let location = self.source.location();
            self.state = match (self.state, next) {
                (State::Beginning | State::Sequence | State::Ended, None) => return Ok(None),
                (State::Beginning, Some(b'[')) => State::First,
                (State::First | State::Next, Some(b']')) => State::Ended,
                (State::Next, Some(b',')) => State::Record,
                (State::Beginning | State::Sequence, Some(b'{')) => {
                    self.state = State::Sequence;
                    return Ok(Some(location));
                }
                (State::First | State::Record, Some(b'{')) => {
                    self.state = State::Next;
                    return Ok(Some(location));
                }
                (state, next) => {
                    let expected = match state {
                        State::Beginning => Expectation::Json,
                        State::Next => Expectation::JsonEnd,
                        State::First | State::Record | State::Sequence => Expectation::JsonRecord,
                        State::Ended => Expectation::FileEnd,
                    };
                    let found = Found::byte(next);
                    return Err(stop(location, Fault::Expected { expected, found }));
                }
            };
            self.source.skip();
        }
    }

    /// Takes the object that begins here, up to where all its brackets are closed.
    fn take_object(&mut self, location: Location) -> Result<(), Stop> {
        self.bytes.clear();
        let mut depth = 0_u32;
        let mut string: Option<Location> = None;
        let mut escape = false;
        loop {
            let here = self.source.location();
            let Some(byte) = self.source.peek()? else {
                return Err(stop(location, Fault::UnclosedJson));
            };
            if byte == b'\n'
                && let Some(opened) = string
            {
                return Err(stop(opened, Fault::UnclosedValue));
            }
            if self.bytes.len() == limits::JSON {
                let too_long = Fault::TooLong { what: Bounded::Json, limit: limits::JSON };
                return Err(stop(location, too_long));
            }
            self.source.skip();
            self.bytes.push(byte);
            match byte {
                _ if escape => escape = false,
                b'\\' if string.is_some() => escape = true,
                b'"' => string = if string.is_some() { None } else { Some(here) },
                _ if string.is_some() => {}
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(());
                    }
                }
                _ => {}
            }
        }
    }

    /// Skips to the next line that begins with `{`: there a record may begin.
    fn skip_to_record(&mut self) -> io::Result<()> {
        let in_array = matches!(self.state, State::First | State::Next | State::Record);
        // Where there is none this is the end.
        self.state = State::Sequence;
        while !(self.source.at_line_start() && self.source.peek()? == Some(b'{')) {
            if !self.source.skip_line()? {
                return Ok(());
            }
        }
        if in_array {
            self.state = State::Record;
        }
        Ok(())
    }
}

impl ReadRecords for JsonReader<'_> {
    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let found = self.find_record();
        let mut location = self.source.location();
        let taken = match found {
            Ok(None) => return Ok(None),
            Ok(Some(begin)) => {
                location = begin;
                self.take_object(begin)
            }
            Err(stop) => Err(stop),
        };
        match taken {
            Ok(()) => Ok(Some(read_record(&self.bytes, location))),
            Err(Stop::Io(error)) => Err(error),
            Err(Stop::Fault(finding)) => {
                let mut findings = vec![finding];
                skipped(self.skip_to_record(), &mut findings)?;
                Ok(Some(Entry { location, record: None, findings, whole: false }))
            }
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\n' | b' ' | b'\t')
}
