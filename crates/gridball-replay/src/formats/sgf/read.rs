//! Reading.

use std::{
    fmt::Write as _,
    io::{self, Read},
};

use encoding_rs::Encoding;
use gridball_core::{
    AnyPosition, BitGrid, Outcome, Player, Point, Position, SetupError,
    dots::{DotsAction, DotsFormat, DotsPosition, DotsSetup},
};

use super::{
    NAME, OTHER_TAG, OWN, RAW, RESULT_TAG, TAGS,
    values::{Head, coordinate, escaped, letter, result_of, result_text, unescaped},
};
use crate::{
    finding::{Bounded, Expectation, Fault, Finding, Found, Location, Note},
    limits,
    reader::{
        Builder, Entry, Mark, ReadRecords, Stop, advanced, decode, fault, note, parse_setup,
        skipped, stop, wrong_result,
    },
    record::{CLOCK, NodeId, RecordResult, Sign},
    source::Source,
    tags::{DERIVED, is_tag_name},
};

/// The rules of zagram in the property `RU`: the flag, the value under which its rule is ours,
/// what another value means, and whether that makes another game of it.
const RULES: [(&str, &str, &str, bool); 10] = [
    ("Punish", "0", "surrounding own dots is punished", false),
    ("Holes", "1", "no holes between enclosures", false),
    ("AddTurn", "0", "another turn after a capture", false),
    ("MustSurr", "1", "enclosures are made only on demand", true),
    ("MinArea", "1", "enclosures need not be the smallest ones", false),
    ("Pass", "0", "a turn may be passed", false),
    ("Stop", "0", "a player may stop, and the other goes on alone", false),
    ("LastSafe", "0", "the last dot cannot be captured", false),
    ("ScoreTerr", "0", "territory counts, not captured dots", true),
    ("InstantWin", "0", "a number of captured dots wins at once", false),
];

/// Reads SGF from a stream, one game at a time.
#[derive(Debug)]
pub struct SgfReader<'a> {
    source: Source<'a>,
    begun: bool,
}

/// A value of a property, as it stands between its brackets.
#[derive(Debug)]
struct Value {
    bytes: Vec<u8>,
    location: Location,
}

/// A property of a node.
#[derive(Debug)]
struct Property {
    name: String,
    values: Vec<Value>,
    location: Location,
}

/// A record in the making.
#[derive(Debug, Default)]
struct Reading {
    builder: Option<Builder>,
    findings: Vec<Finding>,
    /// Open game trees: where each branches off, and what is open in it.
    trees: Vec<Tree>,
    charset: Option<&'static Encoding>,
    charset_noted: bool,
    /// The set-up of the nodes before the first move.
    head: Head,
    texts: usize,
    nodes: usize,
}

/// An open game tree.
#[derive(Debug, Default)]
struct Tree {
    location: Option<Location>,
    /// Where its nodes end and its subtrees branch off, once the first one is open.
    fork: Option<Mark>,
    /// Dots after the end of the game, as raw properties.
    after_end: String,
    after_end_count: usize,
    after_end_location: Option<Location>,
}

impl<'a> SgfReader<'a> {
    /// A reader of `input`. It has a buffer of its own.
    pub fn new(input: impl Read + 'a) -> Self {
        Self::from_source(Source::new(input))
    }

    pub(crate) const fn from_source(source: Source<'a>) -> Self {
        Self { source, begun: false }
    }

    fn skip_space(&mut self) -> io::Result<()> {
        self.source.skip_while(|byte| byte <= b' ')
    }

    fn expected(&mut self, expected: Expectation) -> io::Result<Stop> {
        let found = Found::byte(self.source.peek()?);
        Ok(stop(self.source.location(), Fault::Expected { expected, found }))
    }

    /// Reads a game tree, with all its subtrees.
    fn read_game(&mut self, reading: &mut Reading) -> Result<(), Stop> {
        if self.source.peek()? != Some(b'(') {
            return Err(self.expected(Expectation::Character('('))?);
        }
        loop {
            self.skip_space()?;
            let location = self.source.location();
            match self.source.peek()? {
                Some(b'(') => {
                    self.source.skip();
                    reading.open_tree(location)?;
                    self.skip_space()?;
                    if self.source.peek()? != Some(b';') {
                        return Err(self.expected(Expectation::Character(';'))?);
                    }
                }
                Some(b';') => {
                    if reading.trees.last().is_some_and(|tree| tree.fork.is_some()) {
                        return Err(self.expected(Expectation::Character(')'))?);
                    }
                    self.source.skip();
                    let properties = self.read_node(reading, location)?;
                    reading.add_node(&properties)?;
                }
                Some(b')') => {
                    self.source.skip();
                    reading.close_tree()?;
                    if reading.trees.is_empty() {
                        return reading.finish();
                    }
                }
                None => {
                    let opened = reading.trees.first().and_then(|tree| tree.location);
                    return Err(stop(opened.unwrap_or(location), Fault::UnclosedTree));
                }
                _ => return Err(self.expected(Expectation::SgfNode)?),
            }
        }
    }

    fn read_node(
        &mut self,
        reading: &mut Reading,
        location: Location,
    ) -> Result<Vec<Property>, Stop> {
        reading.nodes += 1;
        if reading.nodes > limits::ACTIONS {
            let limit = limits::ACTIONS;
            return Err(stop(location, Fault::TooLong { what: Bounded::Tree, limit }));
        }
        let mut properties = Vec::new();
        loop {
            self.skip_space()?;
            let location = self.source.location();
            if !self.source.peek()?.is_some_and(|byte| byte.is_ascii_alphabetic()) {
                return Ok(properties);
            }
            let mut bytes = Vec::new();
            if !self.source.take_while(&mut bytes, NAME, |byte| byte.is_ascii_alphanumeric())? {
                let fault = Fault::TooLong { what: Bounded::TagName, limit: NAME };
                return Err(stop(location, fault));
            }
            let (name, _) = decode(&bytes);
            let mut values = Vec::new();
            loop {
                self.skip_space()?;
                if self.source.peek()? != Some(b'[') {
                    break;
                }
                let value = self.read_value(reading)?;
                if name == "CA" && reading.charset.is_none() {
                    reading.set_charset(&value);
                }
                values.push(value);
            }
            if values.is_empty() {
                return Err(self.expected(Expectation::Character('['))?);
            }
            properties.push(Property { name, values, location });
        }
    }

    fn read_value(&mut self, reading: &mut Reading) -> Result<Value, Stop> {
        let opened = self.source.location();
        self.source.skip();
        let location = self.source.location();
        // In these a byte that looks like `]` can be the second half of a character.
        let two_bytes = reading
            .charset
            .is_some_and(|charset| charset != encoding_rs::UTF_8 && !charset.is_single_byte());
        let mut bytes = Vec::new();
        loop {
            let Some(byte) = self.source.take()? else {
                return Err(stop(opened, Fault::UnclosedSgfValue));
            };
            if byte == b']' {
                break;
            }
            bytes.push(byte);
            if byte == b'\\' || (two_bytes && byte >= 0x80) {
                let Some(next) = self.source.take()? else {
                    return Err(stop(opened, Fault::UnclosedSgfValue));
                };
                bytes.push(next);
            }
            if bytes.len() > limits::VALUE {
                let fault = Fault::TooLong { what: Bounded::Value, limit: limits::VALUE };
                return Err(stop(opened, fault));
            }
        }
        // What a small value costs besides its text counts too.
        reading.texts += bytes.len() + size_of::<Value>();
        if reading.texts > limits::TEXTS {
            let fault = Fault::TooLong { what: Bounded::Texts, limit: limits::TEXTS };
            return Err(stop(opened, fault));
        }
        Ok(Value { bytes, location })
    }

    /// Skips the rest of a faulty game: up to where all its trees are closed.
    fn skip_game(&mut self, mut open: usize) -> io::Result<()> {
        let mut in_value = false;
        while let Some(byte) = self.source.take()? {
            match byte {
                b'\\' if in_value => {
                    self.source.take()?;
                }
                b']' => in_value = false,
                _ if in_value => {}
                b'[' => in_value = true,
                b'(' => open += 1,
                b')' => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        break;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl ReadRecords for SgfReader<'_> {
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
        let mut reading = Reading::default();
        let whole = match self.read_game(&mut reading) {
            Ok(()) => true,
            Err(Stop::Io(error)) => return Err(error),
            Err(Stop::Fault(finding)) => {
                reading.findings.push(finding);
                // The start may be known though no dot was read.
                if reading.builder.is_none() {
                    let _ = reading.begin(None);
                }
                skipped(self.skip_game(reading.trees.len()), &mut reading.findings)?;
                false
            }
        };
        let record = reading.builder.map(|builder| builder.record);
        Ok(Some(Entry { location, record, findings: reading.findings, whole }))
    }
}

impl Reading {
    fn set_charset(&mut self, value: &Value) {
        let (label, _) = decode(&value.bytes);
        match Encoding::for_label(label.trim().as_bytes()) {
            Some(charset) => self.charset = Some(charset),
            None => self.note_charset(value.location, &label),
        }
    }

    fn note_charset(&mut self, location: Location, label: &str) {
        if !self.charset_noted {
            self.charset_noted = true;
            let label = label.chars().take(NAME).collect();
            self.findings.push(note(location, Note::Charset { label }));
        }
    }

    /// The text of a value, its escapes left in it.
    fn raw(&mut self, value: &Value) -> String {
        if let Some(charset) = self.charset {
            let (text, wrong) = charset.decode_without_bom_handling(&value.bytes);
            if !wrong {
                return text.into_owned();
            }
            self.note_charset(value.location, charset.name());
        }
        let (text, latin1) = decode(&value.bytes);
        if latin1 && !self.charset_noted {
            self.charset_noted = true;
            self.findings.push(note(value.location, Note::Latin1));
        }
        text
    }

    /// The text of a value.
    fn text(&mut self, value: &Value) -> String {
        unescaped(&self.raw(value))
    }

    /// All values in their brackets, as they can be written again.
    fn raw_values(&mut self, property: &Property) -> String {
        let mut text = String::new();
        for value in &property.values {
            text.push('[');
            text.push_str(&self.raw(value));
            text.push(']');
        }
        text
    }

    fn open_tree(&mut self, location: Location) -> Result<(), Stop> {
        if !self.trees.is_empty() {
            self.end_branch();
            let builder = self.begin(None)?;
            let mark = builder.mark();
            if let Some(tree) = self.trees.last_mut() {
                let fork = *tree.fork.get_or_insert(mark);
                // Back from the subtree before this one.
                builder_of(&mut self.builder, |builder| builder.go_back(fork));
            }
        }
        self.trees.push(Tree { location: Some(location), ..Tree::default() });
        Ok(())
    }

    fn close_tree(&mut self) -> Result<(), Stop> {
        self.begin(None)?;
        self.end_branch();
        self.trees.pop();
        Ok(())
    }

    /// Says what came after the end of the game on the branch that ends here.
    fn end_branch(&mut self) {
        let (Some(tree), Some(builder)) = (self.trees.last_mut(), &mut self.builder) else {
            return;
        };
        let count = std::mem::take(&mut tree.after_end_count);
        let (Some(location), Some(outcome)) =
            (tree.after_end_location.take(), builder.position().outcome())
        else {
            return;
        };
        let raw = std::mem::take(&mut tree.after_end);
        let comment = format!("{}{raw}{}", RAW.0, RAW.1);
        builder.record.annotation_mut(builder.at()).comments.push(comment);
        let reason = builder.position().end_reason();
        self.findings.push(note(location, Note::AfterEnd { count, outcome, reason }));
    }

    /// The builder, made from the head if there is none yet. `mover` is who places the first dot,
    /// if that is known.
    fn begin(&mut self, mover: Option<Player>) -> Result<&mut Builder, Stop> {
        let builder = if let Some(builder) = self.builder.take() {
            builder
        } else {
            let head = std::mem::take(&mut self.head);
            let mut builder = Builder::new(head.start(mover, self.place())?);
            for (name, value) in &head.tags {
                builder.record.tags.put(name, value);
            }
            if let Some(termination) = head.termination {
                builder.record.tags.put("Termination", termination);
            }
            builder.record.result = head.stated;
            if !head.comments.is_empty() {
                builder.record.annotation_mut(NodeId::ROOT).comments = head.comments;
            }
            self.head.result = head.result;
            self.head.resigned = head.resigned;
            builder
        };
        Ok(self.builder.insert(builder))
    }

    /// Where the game begins.
    fn place(&self) -> Location {
        let place = self.trees.first().and_then(|tree| tree.location);
        place.unwrap_or(Location::Text { line: 1, column: 1 })
    }

    fn add_node(&mut self, properties: &[Property]) -> Result<(), Stop> {
        let is_root = self.nodes == 1;
        if is_root {
            let number = find(properties, "GM").map(|value| decode(&value.bytes).0);
            match number.as_deref().map(str::trim) {
                Some("40") => {}
                Some(number) => {
                    let number = number.to_owned();
                    return Err(stop(self.place(), Fault::OtherSgfGame { number }));
                }
                None => return Err(stop(self.place(), Fault::MissingTag { name: "GM[40]" })),
            }
            // The size first: other properties depend on it, wherever they stand.
            for property in properties {
                match property.name.as_str() {
                    "SZ" => self.read_size(&property.values[0])?,
                    "GRIDBALLID" => {
                        let id = self.text(&property.values[0]);
                        self.head.id = Some(parse_setup(&id, property.values[0].location)?);
                    }
                    _ => {}
                }
            }
            if self.head.size.is_none() {
                return Err(stop(self.place(), Fault::MissingTag { name: "SZ" }));
            }
        }
        // First what describes the game and its start, then the dots, then what is said of them,
        // in whatever order they stand.
        for property in properties {
            match property.name.as_str() {
                "AB" | "AW" | "AE" | "PL" => self.set_up(property)?,
                "B" | "W" | "C" => {}
                _ if !is_root => {}
                name if OWN.contains(&name) || name == "GRIDBALLID" => {}
                "RE" => {
                    let text = self.text(&property.values[0]);
                    self.read_result(text, property.values[0].location);
                }
                "RU" => {
                    self.read_rules(property)?;
                    self.keep_as_tag(property);
                }
                _ => self.keep_as_tag(property),
            }
        }
        for property in properties {
            match property.name.as_str() {
                "B" => self.add_dots(Player::First, property)?,
                "W" => self.add_dots(Player::Second, property)?,
                _ => {}
            }
        }
        for property in properties {
            match property.name.as_str() {
                "C" => {
                    let text = self.text(&property.values[0]);
                    self.comments().push(text);
                }
                "B" | "W" | "AB" | "AW" | "AE" | "PL" => {}
                _ if is_root => {}
                "BL" | "WL" => {
                    let text = self.text(&property.values[0]);
                    self.comments().push(format!("{}{text}{}", CLOCK.0, CLOCK.1));
                }
                "TE" | "BM" | "DO" | "IT" | "GRIDBALLSIGN" => self.add_signs(property),
                name => {
                    let raw = self.raw_values(property);
                    self.comments().push(format!("{}{name}{raw}{}", RAW.0, RAW.1));
                }
            }
        }
        Ok(())
    }

    /// The comments of the last node.
    fn comments(&mut self) -> &mut Vec<String> {
        match &mut self.builder {
            Some(builder) => &mut builder.record.annotation_mut(builder.at()).comments,
            None => &mut self.head.comments,
        }
    }

    /// Keeps a property of the root as a tag.
    fn keep_as_tag(&mut self, property: &Property) {
        let name = property.name.as_str();
        if name == "GRIDBALLTAG" {
            for value in &property.values {
                let text = self.text(value);
                if let Some((name, value)) = text.split_once('=')
                    && is_tag_name(name)
                    && !DERIVED.contains(&name)
                {
                    self.head.tags.push((name.to_owned(), value.to_owned()));
                }
            }
            return;
        }
        match TAGS.iter().find(|(known, _)| *known == name) {
            Some((_, tag)) if property.values.len() == 1 => {
                let value = self.text(&property.values[0]);
                self.head.tags.push(((*tag).to_owned(), value));
            }
            _ => {
                let raw = self.raw_values(property);
                self.head.tags.push((format!("{OTHER_TAG}{name}"), raw));
            }
        }
    }

    fn read_size(&mut self, value: &Value) -> Result<(), Stop> {
        let text = self.text(value);
        let (width, height) = text.split_once(':').unwrap_or((&text, &text));
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let size = number(width).zip(number(height));
        let checked = size
            .ok_or(SetupError::Malformed)
            .and_then(|(width, height)| DotsSetup::new(width, height, false, DotsFormat::Free));
        match checked {
            Ok(setup) => {
                self.head.size = Some((setup.width(), setup.height()));
                Ok(())
            }
            Err(error) => Err(stop(value.location, Fault::Size { text: text.clone(), error })),
        }
    }

    fn set_up(&mut self, property: &Property) -> Result<(), Stop> {
        if self.builder.is_some() {
            let property_name = property.name.clone();
            return Err(stop(property.location, Fault::LateSetUp { property: property_name }));
        }
        let player = match property.name.as_str() {
            "PL" => {
                let text = self.text(&property.values[0]);
                self.head.to_move = match text.trim() {
                    "B" | "b" | "1" | "black" | "Black" => Some(Player::First),
                    "W" | "w" | "2" | "white" | "White" => Some(Player::Second),
                    _ => {
                        let (expected, found) = (Expectation::Colour, Found::Text(text));
                        let fault = Fault::Expected { expected, found };
                        return Err(stop(property.values[0].location, fault));
                    }
                };
                return Ok(());
            }
            "AB" => Some(Player::First),
            "AW" => Some(Player::Second),
            _ => None,
        };
        for value in &property.values {
            let text = self.text(value);
            // `aa:cc` is a rectangle.
            let (from, to) = text.split_once(':').unwrap_or((&text, &text));
            let (Some(from), Some(to)) = (self.point(from), self.point(to)) else {
                return Err(stop(value.location, Fault::Coordinates { text: text.clone() }));
            };
            for y in from.y..=to.y {
                for x in from.x..=to.x {
                    let point = Point::new(x, y);
                    match player {
                        Some(player) => self.head.dots.push((player, point, value.location)),
                        None => self.head.dots.retain(|(_, dot, _)| *dot != point),
                    }
                }
            }
            if self.head.dots.len() > limits::ACTIONS {
                let limit = limits::ACTIONS;
                return Err(stop(value.location, Fault::TooLong { what: Bounded::Tree, limit }));
            }
        }
        Ok(())
    }

    /// The point with these coordinates, if the field has it.
    fn point(&self, text: &str) -> Option<Point> {
        let (width, height) = self.size()?;
        let mut letters = text.trim().chars();
        let (x, y) = (coordinate(letters.next()?)?, coordinate(letters.next()?)?);
        let inside = x < width && y < height && letters.next().is_none();
        inside.then(|| Point::new(x as i8, y as i8))
    }

    fn size(&self) -> Option<(u8, u8)> {
        match self.builder.as_ref().map(Builder::position) {
            Some(AnyPosition::Dots(position)) => {
                let setup = position.setup();
                Some((setup.width(), setup.height()))
            }
            _ => self.head.size,
        }
    }

    fn add_dots(&mut self, player: Player, property: &Property) -> Result<(), Stop> {
        for value in &property.values {
            let location = value.location;
            let text = self.text(value);
            // Zagram writes a resignation as a move.
            if text.trim() == "resign" {
                self.begin(Some(player))?;
                self.head.resigned = Some(player);
                let letter = letter(player);
                self.comments().push(format!("{}{letter}[resign]{}", RAW.0, RAW.1));
                continue;
            }
            let (dot, capture) = match text.split_once('.') {
                Some((dot, capture)) => (dot, Some(capture)),
                None => (text.as_str(), None),
            };
            if dot.trim().is_empty() {
                return Err(stop(location, Fault::Pass));
            }
            let Some(point) = self.point(dot) else {
                return Err(stop(location, Fault::Coordinates { text: text.clone() }));
            };
            let builder = self.begin(Some(player))?;
            let AnyPosition::Dots(position) = builder.position() else {
                return Err(stop(location, Fault::OtherSgfGame { number: String::new() }));
            };
            if position.outcome().is_some() {
                if let Some(tree) = self.trees.last_mut() {
                    let letter = letter(player);
                    let written = write!(tree.after_end, "{letter}[{}]", escaped(&text));
                    debug_assert!(written.is_ok(), "writing to a String cannot fail");
                    tree.after_end_count += 1;
                    tree.after_end_location.get_or_insert(location);
                }
                continue;
            }
            let turn = position.to_move();
            if player != turn {
                return Err(stop(location, Fault::OutOfTurn { turn }));
            }
            let Some(action) = position.action_at(point) else {
                return Err(stop(location, Fault::Coordinates { text: text.clone() }));
            };
            let differs = capture.and_then(|chains| wrong_capture(position, action, chains));
            builder.play(&action.to_string(), location)?;
            if let Some(captured) = differs {
                self.findings.push(note(location, Note::Capture { captured }));
            }
        }
        Ok(())
    }

    fn add_signs(&mut self, property: &Property) {
        let mut signs = Vec::new();
        for value in &property.values {
            let text = self.text(value);
            let twice = text.trim() == "2";
            signs.extend(match property.name.as_str() {
                "TE" if twice => Some(Sign::VERY_STRONG),
                "TE" => Some(Sign::STRONG),
                "BM" if twice => Some(Sign::VERY_WEAK),
                "BM" => Some(Sign::WEAK),
                "DO" => Some(Sign::DOUBTFUL),
                "IT" => Some(Sign::INTERESTING),
                _ => Sign::from_text(&text),
            });
        }
        if let Some(builder) = &mut self.builder
            && builder.at() != NodeId::ROOT
        {
            builder.record.annotation_mut(builder.at()).signs.extend(signs);
        }
    }

    fn read_result(&mut self, text: String, location: Location) {
        if let Some((result, termination)) = result_of(&text) {
            self.head.stated = result;
            self.head.termination = termination;
        } else {
            let text = text.clone();
            self.findings.push(fault(location, Fault::SgfResult { text }));
        }
        self.head.result = Some((text, location));
    }

    fn read_rules(&mut self, property: &Property) -> Result<(), Stop> {
        let text = self.text(&property.values[0]);
        let mut location = property.values[0].location;
        for flag in text.split(',') {
            let here = location;
            location = advanced(location, flag.chars().count() + 1);
            let Some((name, value)) = flag.trim().split_once('=') else { continue };
            let Some((_, ours, meaning, other_game)) =
                RULES.iter().find(|(known, ..)| *known == name)
            else {
                continue;
            };
            if value == *ours {
                continue;
            }
            let flag = flag.trim().to_owned();
            if *other_game {
                return Err(stop(here, Fault::OtherRules { flag, meaning }));
            }
            self.findings.push(note(here, Note::OtherRule { flag, meaning }));
        }
        Ok(())
    }

    /// After the last `)`.
    fn finish(&mut self) -> Result<(), Stop> {
        let raw = self.head.result.take();
        let resigned = self.head.resigned;
        let builder = self.begin(None)?;
        let record = &mut builder.record;
        let end = record.position_after(record.last());
        let Some((text, place)) = raw else {
            // A file without a result states none that could be wrong.
            let outcome = end.outcome().or(resigned.map(|player| Outcome::Win(player.other())));
            record.result = RecordResult::of(outcome);
            return Ok(());
        };
        // What we would write by ourselves is not kept twice.
        if result_text(record, &end).as_deref() != Some(text.as_str()) {
            record.tags.put(RESULT_TAG, &format!("[{}]", escaped(&text)));
        }
        if let Some(wrong) = wrong_result(record.result, &end) {
            self.findings.push(fault(place, wrong));
        }
        Ok(())
    }
}

fn builder_of(builder: &mut Option<Builder>, change: impl FnOnce(&mut Builder)) {
    if let Some(builder) = builder {
        change(builder);
    }
}

fn find<'p>(properties: &'p [Property], name: &str) -> Option<&'p Value> {
    properties.iter().find(|property| property.name == name)?.values.first()
}

/// How many dots `action` captures, if that differs from the capture on record: chains of points,
/// each closed, with a `.` between them.
fn wrong_capture(position: &DotsPosition, action: DotsAction, chains: &str) -> Option<u32> {
    let setup = position.setup();
    let (width, height) = (setup.width(), setup.height());
    let ours = position.capture(action);
    let captured = ours.as_ref().map_or(0, |capture| capture.captured.count());
    let by = ours.as_ref().map_or(position.to_move(), |capture| capture.by);

    let mut inside = BitGrid::new(width, height);
    for chain in chains.split('.') {
        let mut walls = BitGrid::new(width, height);
        let mut letters = chain.trim().chars();
        while let (Some(x), Some(y)) = (letters.next(), letters.next()) {
            let (Some(x), Some(y)) = (coordinate(x), coordinate(y)) else { return Some(captured) };
            if x >= width || y >= height {
                return Some(captured);
            }
            walls.insert(usize::from(x), usize::from(y));
        }
        mark_inside(&walls, &mut inside, usize::from(width), usize::from(height));
    }
    // The dots of the other side inside the chains that lived before, and the new one.
    let mut theirs = position.live(by.other());
    if by != position.to_move()
        && let Some(point) = position.point_of(action)
    {
        theirs.insert(point.x as usize, point.y as usize);
    }
    let ours = ours.map_or_else(|| BitGrid::new(width, height), |capture| capture.captured);
    let same = (0..usize::from(height)).all(|y| theirs.row(y) & inside.row(y) == ours.row(y));
    (!same).then_some(captured)
}

/// Marks the nodes that a flood in four directions from outside cannot reach past `walls`.
fn mark_inside(walls: &BitGrid, inside: &mut BitGrid, width: usize, height: usize) {
    let mut outside = BitGrid::new(width as u8, height as u8);
    let mut open = Vec::new();
    for x in 0..width {
        open.extend([(x, 0), (x, height - 1)]);
    }
    for y in 0..height {
        open.extend([(0, y), (width - 1, y)]);
    }
    while let Some((x, y)) = open.pop() {
        if walls.contains(x, y) || outside.contains(x, y) {
            continue;
        }
        outside.insert(x, y);
        open.extend((x > 0).then(|| (x - 1, y)));
        open.extend((y > 0).then(|| (x, y - 1)));
        open.extend((x + 1 < width).then_some((x + 1, y)));
        open.extend((y + 1 < height).then_some((x, y + 1)));
    }
    for y in 0..height {
        for x in 0..width {
            if !walls.contains(x, y) && !outside.contains(x, y) {
                inside.insert(x, y);
            }
        }
    }
}
