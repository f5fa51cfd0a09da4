//! The text of a record, its pieces, and where each of them stands in the file.

use std::borrow::Cow;

use serde::{
    Deserialize,
    de::{Deserializer as _, Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::{
    finding::{Fault, Location},
    reader::{Stop, advanced, stop},
};

/// A piece of JSON that is not yet read. It lies within the text of the record, so that its place
/// in the file is known.
pub(super) type Raw<'a> = &'a RawValue;

/// A string, copied only where it holds escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// The text of a record and where it stands in the file.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) start: Location,
}

impl<'a> Place<'a> {
    /// Where the byte `offset` of the text stands.
    fn at(self, offset: usize) -> Location {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let Location::Text { line, .. } = self.start else { return self.start };
        match before.rsplit_once('\n') {
            None => advanced(self.start, before.chars().count()),
            Some((lines, last)) => {
                let ends = lines.bytes().filter(|byte| *byte == b'\n').count() as u64 + 1;
                let first = Location::Text { line: line + ends, column: 1 };
                advanced(first, last.chars().count())
            }
        }
    }

    /// Where `piece`, which lies within the text, begins in it.
    fn offset(self, piece: &str) -> usize {
        (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    pub(super) fn of(self, raw: Raw<'_>) -> Location {
        self.at(self.offset(raw.get()))
    }

    /// Where the string `raw` begins, behind its quote.
    pub(super) fn inside(self, raw: Raw<'_>) -> Location {
        advanced(self.of(raw), 1)
    }

    /// What serde has found wrong with `piece`.
    fn error(self, piece: &str, error: &serde_json::Error) -> Stop {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default().to_owned();
        // Lines and columns, in bytes and from 1, are those within the piece.
        let before = piece.split_inclusive('\n').take(error.line().saturating_sub(1));
        let line: usize = before.map(str::len).sum();
        let offset = (line + error.column().saturating_sub(1)).min(piece.len());
        stop(self.at(self.offset(piece) + offset), Fault::Json { message })
    }

    pub(super) fn parse<T: Deserialize<'a>>(self, piece: &'a str) -> Result<T, Stop> {
        serde_json::from_str(piece).map_err(|error| self.error(piece, &error))
    }

    pub(super) fn string(self, raw: Raw<'a>) -> Result<Cow<'a, str>, Stop> {
        self.parse::<Text<'a>>(raw.get()).map(|text| text.0)
    }

    /// Hands each element of an array to `take`, without holding more than one.
    pub(super) fn each(
        self,
        array: Raw<'a>,
        take: impl FnMut(Raw<'a>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut elements = Elements { take, stop: None };
        let read = serde_json::Deserializer::from_str(array.get()).deserialize_seq(&mut elements);
        match elements.stop {
            Some(stop) => Err(stop),
            None => read.map_err(|error| self.error(array.get(), &error)),
        }
    }

    /// Hands each field of an object to `take`, without holding more than one.
    pub(super) fn each_field(
        self,
        object: Raw<'a>,
        take: impl FnMut(Cow<'a, str>, Raw<'a>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut fields = Fields { take, stop: None };
        let read = serde_json::Deserializer::from_str(object.get()).deserialize_map(&mut fields);
        match fields.stop {
            Some(stop) => Err(stop),
            None => read.map_err(|error| self.error(object.get(), &error)),
        }
    }
}

/// Takes the elements of an array one by one.
struct Elements<F> {
    take: F,
    stop: Option<Stop>,
}

impl<'de, F: FnMut(Raw<'de>) -> Result<(), Stop>> Visitor<'de> for &mut Elements<F> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        while let Some(element) = elements.next_element()? {
            if let Err(stop) = (self.take)(element) {
                self.stop = Some(stop);
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}

/// Takes the fields of an object one by one.
struct Fields<F> {
    take: F,
    stop: Option<Stop>,
}

impl<'de, F: FnMut(Cow<'de, str>, Raw<'de>) -> Result<(), Stop>> Visitor<'de> for &mut Fields<F> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some((Text(name), value)) = fields.next_entry::<Text<'de>, Raw<'de>>()? {
            if let Err(stop) = (self.take)(name, value) {
                self.stop = Some(stop);
                return Err(A::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
