//! The records of the program `PointsXT`: Dots on 39 × 32 nodes, binary. Read only.
//!
//! | bytes | hold |
//! |---|---|
//! | 0 | 0x79 |
//! | 1–2 | the number of dots − 1, little endian |
//! | 11–19, 20–28 | the names of the players, cp1251, padded with spaces or zeros |
//! | 58 … | 13 bytes a dot: x and y from the top left, from 0; one byte unknown; the colour, 0xFFFF for the first player, 0 for the second; the time, days since 1899-12-30 as a 64-bit float |
//!
//! All dots are moves, those of a starting cross too, so the games are `dots:39x32/plain`. The
//! times are not kept, but the day of the first one becomes the tag `Date`. There is no result
//! in the file: it is that of the last position.

use std::io::{self, Read};

use gridball_core::{
    AnyPosition, AnySetup, Player, Point, Position,
    dots::{DotsFormat, DotsPosition, DotsSetup},
};

use crate::{
    finding::{Fault, Finding, Location, Note},
    reader::{Builder, Entry, ReadRecords, Stop, fault, note, stop},
    record::RecordResult,
    source::Source,
};

/// The first byte of every file.
pub(crate) const MAGIC: u8 = 0x79;
/// Where the dots begin.
pub(crate) const HEAD: usize = 58;
/// The bytes of one dot.
const DOT: usize = 13;
/// Where the names stand, and their length.
const NAMES: [usize; 2] = [11, 20];
const NAME: usize = 9;

/// Reads the record of a `.sav` file.
#[derive(Debug)]
pub struct SavReader<'a> {
    source: Option<Source<'a>>,
}

impl<'a> SavReader<'a> {
    /// A reader of `input`. It has a buffer of its own.
    pub fn new(input: impl Read + 'a) -> Self {
        Self::from_source(Source::new(input))
    }

    pub(crate) const fn from_source(source: Source<'a>) -> Self {
        Self { source: Some(source) }
    }
}

impl ReadRecords for SavReader<'_> {
    fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let Some(mut source) = self.source.take() else { return Ok(None) };
        let mut bytes = Vec::new();
        source.take_raw(&mut bytes, HEAD)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let mut findings = Vec::new();
        let mut builder = None;
        let whole = match read(&mut source, bytes, &mut builder, &mut findings) {
            Ok(()) => true,
            Err(Stop::Io(error)) => return Err(error),
            Err(Stop::Fault(finding)) => {
                findings.push(finding);
                false
            }
        };
        let record = builder.map(|builder| builder.record);
        Ok(Some(Entry { location: at(0), record, findings, whole }))
    }
}

const fn at(offset: usize) -> Location {
    Location::Byte { offset: offset as u64 }
}

/// Reads a file whose head is in `bytes`.
fn read(
    source: &mut Source<'_>,
    mut bytes: Vec<u8>,
    builder: &mut Option<Builder>,
    findings: &mut Vec<Finding>,
) -> Result<(), Stop> {
    if bytes.len() < HEAD {
        let found = bytes.len();
        return Err(stop(at(found), Fault::Short { expected: HEAD, found }));
    }
    if bytes[0] != MAGIC {
        let found = crate::finding::Found::Byte(bytes[0]);
        let expected = crate::finding::Expectation::Byte(MAGIC);
        return Err(stop(at(0), Fault::Expected { expected, found }));
    }
    let count = usize::from(u16::from_le_bytes([bytes[1], bytes[2]])) + 1;
    let expected = HEAD + count * DOT;
    source.take_raw(&mut bytes, count * DOT)?;
    let dots = &bytes[HEAD..];

    // Whoever placed the first dot moved first.
    let first = dots.get(..DOT).map_or(Ok(Player::First), |dot| colour(dot, HEAD))?;
    let builder = builder.insert(Builder::of_main_line(start(first)));
    for (start, tag) in NAMES.into_iter().zip(["First", "Second"]) {
        let name = &bytes[start..start + NAME];
        let end = name.iter().position(|byte| *byte == 0).unwrap_or(NAME);
        let (name, _) = encoding_rs::WINDOWS_1251.decode_without_bom_handling(&name[..end]);
        if !name.trim().is_empty() {
            builder.record.tags.put(tag, name.trim());
        }
    }
    if let Some(date) = dots.get(..DOT).and_then(date) {
        builder.record.tags.put("Date", &date);
    }

    for (index, dot) in dots.chunks_exact(DOT).enumerate() {
        let offset = HEAD + index * DOT;
        let player = colour(dot, offset)?;
        let position = builder.position();
        if let Some(outcome) = position.outcome() {
            let (count, reason) = (count - index, position.end_reason());
            findings.push(note(at(offset), Note::AfterEnd { count, outcome, reason }));
            break;
        }
        let turn = position.to_move();
        if player != turn {
            return Err(stop(at(offset + 3), Fault::OutOfTurn { turn }));
        }
        let point = Point::new(dot[0] as i8, dot[1] as i8);
        let text = match position {
            AnyPosition::Dots(position) => position.action_at(point),
            _ => None,
        };
        // A place off the field gets a text that says so.
        let text = text.map_or_else(
            || format!("{}-{}", u32::from(dot[0]) + 1, i64::from(HEIGHT) - i64::from(dot[1])),
            |action| action.to_string(),
        );
        builder.play(&text, at(offset))?;
    }
    builder.record.result = RecordResult::of(builder.position().outcome());
    if bytes.len() < expected {
        return Err(stop(at(bytes.len()), Fault::Short { expected, found: bytes.len() }));
    }
    if !source.peek_raw(1)?.is_empty() {
        findings.push(fault(at(expected), Fault::Long));
    }
    Ok(())
}

/// The size of the field of `PointsXT`.
const WIDTH: u8 = 39;
const HEIGHT: u8 = 32;

fn start(first: Player) -> AnyPosition {
    let setup = DotsSetup::new(WIDTH, HEIGHT, false, DotsFormat::Free);
    let setup = setup.unwrap_or(DotsSetup::DEFAULT.without_cross());
    match first {
        Player::First => AnyPosition::start(&AnySetup::Dots(setup)),
        // No dots, so there is nothing to be wrong with them.
        Player::Second => DotsPosition::with_dots(&setup, [], first)
            .map_or_else(|_| AnyPosition::start(&AnySetup::Dots(setup)), AnyPosition::Dots),
    }
}

/// Whose dot this is; it stands at `offset`.
fn colour(dot: &[u8], offset: usize) -> Result<Player, Stop> {
    match u16::from_le_bytes([dot[3], dot[4]]) {
        0xFFFF => Ok(Player::First),
        0 => Ok(Player::Second),
        found => Err(stop(at(offset + 3), Fault::Colour { found })),
    }
}

/// The day on which a dot was placed, `YYYY.MM.DD`; `None` if that is no sensible day.
fn date(dot: &[u8]) -> Option<String> {
    let time = f64::from_le_bytes(dot.get(5..DOT)?.try_into().ok()?);
    // From 1980 to 2100.
    if !(29_221.0..73_051.0).contains(&time) {
        return None;
    }
    // Civil date from days, after Howard Hinnant; the count starts on 0000-03-01.
    let days = time as i64 + 693_899;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Some(format!("{year}.{month:02}.{day:02}"))
}
