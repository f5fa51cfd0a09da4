//! Reading one record, whose text is known.

use std::borrow::Cow;

use serde::{
    Deserialize,
    de::{Deserializer as _, Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use super::VERSION;
use crate::{
    finding::{Bounded, Expectation, Fault, Finding, Found, Location, Note},
    limits,
    reader::{Builder, Entry, Stop, advanced, decode, fault, note, start_position, stop},
    record::{NodeId, RecordResult, Sign, termination},
    tags::{DERIVED, MAX_TAG_NAME, is_tag_name},
};

/// A piece of JSON that is not yet read. It lies within the text of the record, so that its place
/// in the file is known.
type Raw<'a> = &'a RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a record, an object")]
struct RawRecord<'a> {
    version: u64,
    #[serde(borrow)]
    game: Raw<'a>,
    #[serde(borrow, default)]
    tags: Option<Raw<'a>>,
    #[serde(borrow, default)]
    position: Option<Raw<'a>>,
    #[serde(borrow)]
    result: Raw<'a>,
    #[serde(borrow, default)]
    comments: Option<Raw<'a>>,
    #[serde(borrow)]
    actions: Raw<'a>,
    #[serde(borrow, default)]
    variations: Option<Raw<'a>>,
    #[serde(borrow, default)]
    unfinished: Option<Raw<'a>>,
}

/// What a record in a later form has in common with ours.
#[derive(Deserialize)]
struct RawVersion {
    version: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an action, a string or an object")]
struct RawAction<'a> {
    #[serde(borrow)]
    action: Raw<'a>,
    #[serde(borrow, default)]
    before: Option<Raw<'a>>,
    #[serde(borrow, default)]
    signs: Option<Raw<'a>>,
    #[serde(borrow, default)]
    comments: Option<Raw<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a variation, an object")]
struct RawVariation<'a> {
    line: usize,
    at: usize,
    #[serde(borrow)]
    actions: Raw<'a>,
}

/// A string, copied only where it holds escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A variation that is to be read, and where its text stands.
struct Variation<'a> {
    raw: Raw<'a>,
    line: usize,
    at: usize,
    actions: Raw<'a>,
}

/// Reads the record in `bytes`, which begin at `location` and hold nothing else.
pub(super) fn read_record(bytes: &[u8], location: Location) -> Entry {
    let (text, latin1) = decode(bytes);
    let mut reading = Reading { builder: None, findings: Vec::new(), texts: 0 };
    if latin1 {
        reading.findings.push(note(location, Note::Latin1));
    }
    let place = Place { text: &text, start: location };
    let whole = match reading.read(place) {
        Ok(()) => true,
        Err(Stop::Fault(finding)) => {
            reading.findings.push(finding);
            false
        }
        // Nothing but a text is read, so this is never seen.
        Err(Stop::Io(error)) => {
            reading.findings.push(fault(location, Fault::Json { message: error.to_string() }));
            false
        }
    };
    let record = reading.builder.map(|builder| builder.record);
    Entry { location, record, findings: reading.findings, whole }
}

/// The text of a record and where it stands in the file.
#[derive(Clone, Copy)]
struct Place<'a> {
    text: &'a str,
    start: Location,
}

impl<'a> Place<'a> {
    /// Where the byte `offset` of the text stands.
    fn at(self, offset: usize) -> Location {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let Location::Text { line, column } = self.start else { return self.start };
        match before.rsplit_once('\n') {
            None => advanced(self.start, before.chars().count()),
            Some((lines, last)) => {
                let ends = lines.bytes().filter(|byte| *byte == b'\n').count() as u64 + 1;
                let first = Location::Text { line: line + ends, column: 1 };
                debug_assert!(column > 0);
                advanced(first, last.chars().count())
            }
        }
    }

    /// Where `piece`, which lies within the text, begins in it.
    fn offset(self, piece: &str) -> usize {
        (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    fn of(self, raw: Raw<'_>) -> Location {
        self.at(self.offset(raw.get()))
    }

    /// Where the string `raw` begins, behind its quote.
    fn inside(self, raw: Raw<'_>) -> Location {
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

    fn parse<T: Deserialize<'a>>(self, piece: &'a str) -> Result<T, Stop> {
        serde_json::from_str(piece).map_err(|error| self.error(piece, &error))
    }

    fn string(self, raw: Raw<'a>) -> Result<Cow<'a, str>, Stop> {
        self.parse::<Text<'a>>(raw.get()).map(|text| text.0)
    }

    /// Hands each element of an array to `take`, without holding more than one.
    fn each(
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
    fn each_field(
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

/// A record in the making.
struct Reading {
    builder: Option<Builder>,
    findings: Vec<Finding>,
    /// How many bytes of text the record holds.
    texts: usize,
}

impl Reading {
    fn read(&mut self, place: Place<'_>) -> Result<(), Stop> {
        let raw: RawRecord<'_> = place.parse(place.text).map_err(|error| {
            // What is wrong with a record in a later form is its form.
            match serde_json::from_str(place.text) {
                Ok(RawVersion { version }) if version != VERSION => {
                    stop(place.start, Fault::JsonVersion { version, expected: VERSION })
                }
                _ => error,
            }
        })?;
        if raw.version != VERSION {
            let fault = Fault::JsonVersion { version: raw.version, expected: VERSION };
            return Err(stop(place.start, fault));
        }
        let game = place.string(raw.game)?;
        let position = match raw.position {
            None => None,
            Some(position) => Some((place.string(position)?, place.inside(position))),
        };
        let position = position.as_ref().map(|(text, location)| (&**text, *location));
        let start = start_position((&game, place.inside(raw.game)), position)?;
        let mut builder = Builder::new(start);

        if let Some(tags) = raw.tags {
            self.read_tags(place, tags, &mut builder)?;
        }
        let result = place.string(raw.result)?;
        builder.record.result = RecordResult::from_text(&result).ok_or_else(|| {
            stop(place.inside(raw.result), Fault::Result { text: result.clone().into_owned() })
        })?;
        if let Some(comments) = raw.comments {
            let comments = self.read_comments(place, comments)?;
            builder.record.annotation_mut(NodeId::ROOT).comments = comments;
        }

        let builder = self.builder.insert(builder);
        let mut actions = Actions { place, texts: &mut self.texts };
        actions.read_line(raw.actions, Line::Main, builder)?;
        let said = builder.record.tags.get("Termination") == Some(termination::UNFINISHED_TURN);
        if said != raw.unfinished.is_some() {
            let location = place.of(raw.unfinished.unwrap_or(raw.result));
            self.findings.push(fault(location, Fault::UnfinishedTag));
        }
        if let Some(unfinished) = raw.unfinished {
            let text = place.string(unfinished)?;
            let location = place.inside(unfinished);
            if text.len() > limits::ACTION {
                return Err(too_long(location, Bounded::Action, limits::ACTION));
            }
            builder.unfinished(&text, location)?;
            let text = text.into_owned();
            self.findings.push(note(location, Note::UnfinishedTurn { text }));
        }
        if let Some(wrong) = builder.wrong_result() {
            self.findings.push(fault(place.inside(raw.result), wrong));
        }
        if let Some(variations) = raw.variations {
            actions.read_variations(variations, builder)?;
        }
        Ok(())
    }

    fn read_tags<'a>(
        &mut self,
        place: Place<'a>,
        tags: Raw<'a>,
        builder: &mut Builder,
    ) -> Result<(), Stop> {
        let texts = &mut self.texts;
        place.each_field(tags, |name, raw| {
            if name.len() > MAX_TAG_NAME {
                return Err(too_long(place.of(raw), Bounded::TagName, MAX_TAG_NAME));
            }
            if !is_tag_name(&name) || DERIVED.contains(&&*name) {
                let (expected, found) = (Expectation::TagName, Found::Text(name.into_owned()));
                return Err(stop(place.of(raw), Fault::Expected { expected, found }));
            }
            let tags = &mut builder.record.tags;
            if tags.get(&name).is_some() {
                return Err(stop(place.of(raw), Fault::DuplicateTag { name: name.into_owned() }));
            }
            if tags.len() == limits::TAGS {
                return Err(too_long(place.of(raw), Bounded::Tags, limits::TAGS));
            }
            tags.put(&name, &text(place, raw, Bounded::Value, limits::VALUE, texts)?);
            Ok(())
        })
    }

    fn read_comments<'a>(&mut self, place: Place<'a>, array: Raw<'a>) -> Result<Vec<String>, Stop> {
        Actions { place, texts: &mut self.texts }.read_comments(array)
    }
}

/// Which line is read: only in a variation can a comment stand before the first action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Main,
    Variation,
}

/// Reads actions, and counts the texts in them.
struct Actions<'a, 'texts> {
    place: Place<'a>,
    texts: &'texts mut usize,
}

impl<'a> Actions<'a, '_> {
    /// Reads actions and plays them one after the other.
    fn read_line(&mut self, array: Raw<'a>, line: Line, builder: &mut Builder) -> Result<(), Stop> {
        let place = self.place;
        let begin = builder.depth();
        place.each(array, |element| {
            if element.get().starts_with('"') {
                return self.play(element, builder).map(|_| ());
            }
            let raw: RawAction<'a> = place.parse(element.get())?;
            let node = self.play(raw.action, builder)?;
            let mut signs = Vec::new();
            if let Some(array) = raw.signs {
                place.each(array, |element| {
                    let text = place.string(element)?;
                    signs.push(Sign::from_text(&text).ok_or_else(|| {
                        let found = Found::Text(text.into_owned());
                        let expected = Expectation::Sign;
                        stop(place.inside(element), Fault::Expected { expected, found })
                    })?);
                    // They cost memory like any text.
                    *self.texts += size_of::<Sign>();
                    self.check_texts(element)
                })?;
            }
            let before = raw.before.map_or(Ok(Vec::new()), |array| self.read_comments(array))?;
            let comments =
                raw.comments.map_or(Ok(Vec::new()), |array| self.read_comments(array))?;
            let begins_variation = line == Line::Variation && builder.depth() == begin + 1;
            let (before, earlier) =
                if begins_variation { (before, Vec::new()) } else { (Vec::new(), before) };
            if !earlier.is_empty() {
                let parent = builder.record.parent(node).unwrap_or(NodeId::ROOT);
                builder.record.annotation_mut(parent).comments.extend(earlier);
            }
            if !(signs.is_empty() && before.is_empty() && comments.is_empty()) {
                let annotation = builder.record.annotation_mut(node);
                (annotation.signs, annotation.before) = (signs, before);
                annotation.comments = comments;
            }
            Ok(())
        })
    }

    fn play(&self, raw: Raw<'a>, builder: &mut Builder) -> Result<NodeId, Stop> {
        let text = self.place.string(raw)?;
        if text.len() > limits::ACTION {
            return Err(too_long(self.place.inside(raw), Bounded::Action, limits::ACTION));
        }
        builder
            .try_play(&text)
            .map_err(|refusal| builder.refused(refusal, &text, self.place.inside(raw)))
    }

    fn read_comments(&mut self, array: Raw<'a>) -> Result<Vec<String>, Stop> {
        let mut comments = Vec::new();
        let place = self.place;
        place.each(array, |element| {
            let comment = text(place, element, Bounded::Comment, limits::COMMENT, self.texts)?;
            // What an empty comment costs counts too.
            *self.texts += size_of::<String>();
            comments.push(comment.into_owned());
            Ok(())
        })?;
        Ok(comments)
    }

    fn check_texts(&self, raw: Raw<'a>) -> Result<(), Stop> {
        if *self.texts > limits::TEXTS {
            return Err(too_long(self.place.of(raw), Bounded::Texts, limits::TEXTS));
        }
        Ok(())
    }

    /// Reads the variations, when the main line is played to its end.
    ///
    /// They are played in an order in which the way to each of them only leads back: so the work
    /// grows with their number and not with its square.
    fn read_variations(&mut self, array: Raw<'a>, builder: &mut Builder) -> Result<(), Stop> {
        let place = self.place;
        let mut variations: Vec<Variation<'a>> = Vec::new();
        place.each(array, |raw| {
            let RawVariation { mut line, mut at, actions } = place.parse(raw.get())?;
            if line > variations.len() {
                let message = format!(
                    "line {line} is not before this variation: expected at most {}",
                    variations.len()
                );
                return Err(stop(place.of(raw), Fault::Json { message }));
            }
            // An alternative to the head of a variation is one to the action that this replaces.
            if at == 1 && line > 0 {
                (line, at) = (variations[line - 1].line, variations[line - 1].at);
            }
            if variations.len() == limits::ACTIONS {
                return Err(too_long(place.of(raw), Bounded::Tree, limits::ACTIONS));
            }
            variations.push(Variation { raw, line, at, actions });
            Ok(())
        })?;

        // Those of a line stand together, those farthest along it last, and of the same action the
        // first one last: a list from whose end they are taken.
        let mut order: Vec<usize> = (0..variations.len()).collect();
        order.sort_by_key(|&index| {
            let variation = &variations[index];
            (variation.line, variation.at, std::cmp::Reverse(index))
        });
        let of_line = |line: usize| {
            let begin = order.partition_point(|&index| variations[index].line < line);
            let end = order.partition_point(|&index| variations[index].line <= line);
            order[begin..end].iter().copied()
        };
        // What is still to be read, each with how many actions stand before its line.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let check = |open: &mut Vec<(usize, usize)>, line: usize, before: usize, end: usize| {
            for index in of_line(line) {
                let Variation { raw, at, .. } = variations[index];
                let length = end - before;
                if !(1..=length).contains(&at) {
                    let message = format!(
                        "at {at} is no action of line {line}: expected a number from 1 to {length}"
                    );
                    return Err(stop(place.of(raw), Fault::Json { message }));
                }
                open.push((index, before + at - 1));
            }
            Ok(())
        };
        check(&mut open, 0, 0, builder.depth())?;
        while let Some((index, before)) = open.pop() {
            builder.go_back_to(before);
            let Variation { raw, actions, .. } = variations[index];
            self.read_line(actions, Line::Variation, builder)?;
            if builder.depth() == before {
                return Err(stop(place.of(raw), Fault::EmptyVariation));
            }
            check(&mut open, index + 1, before, builder.depth())?;
        }
        Ok(())
    }
}

/// Reads a text that the record will hold.
fn text<'a>(
    place: Place<'a>,
    raw: Raw<'a>,
    what: Bounded,
    limit: usize,
    texts: &mut usize,
) -> Result<Cow<'a, str>, Stop> {
    let text = place.string(raw)?;
    if text.len() > limit {
        return Err(too_long(place.of(raw), what, limit));
    }
    *texts += text.len();
    if *texts > limits::TEXTS {
        return Err(too_long(place.of(raw), Bounded::Texts, limits::TEXTS));
    }
    Ok(text)
}

fn too_long(location: Location, what: Bounded, limit: usize) -> Stop {
    stop(location, Fault::TooLong { what, limit })
}
