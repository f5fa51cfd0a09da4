//! Reading one record, whose text is known.

use std::{borrow::Cow, cmp::Reverse};

use serde::Deserialize;

use super::{
    VERSION,
    place::{Place, Raw},
};
use crate::{
    finding::{Bounded, Expectation, Fault, Finding, Found, Location, Note},
    limits,
    reader::{Builder, Entry, Stop, decode, fault, note, start_position, stop},
    record::{NodeId, RecordResult, Sign, termination},
    tags::{DERIVED, MAX_TAG_NAME, is_tag_name},
};

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
    line: u32,
    at: u32,
    #[serde(borrow)]
    actions: Raw<'a>,
}

/// A variation that is to be read. There may be as many as actions, so this is small.
struct Variation<'a> {
    raw: Raw<'a>,
    line: u32,
    at: u32,
}

/// Reads the record in `bytes`, which begin at `location` and hold nothing else.
pub(super) fn read_record(bytes: &[u8], location: Location) -> Entry {
    let (text, latin1) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), false),
        Err(_) => (Cow::Owned(decode(bytes).0), true),
    };
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
            let RawVariation { mut line, mut at, .. } = place.parse(raw.get())?;
            if line as usize > variations.len() {
                let message = format!(
                    "line {line} is not before this variation: expected at most {}",
                    variations.len()
                );
                return Err(stop(place.of(raw), Fault::Json { message }));
            }
            // An alternative to the head of a variation is one to the action that this replaces.
            if at == 1 && line > 0 {
                let replaced = &variations[line as usize - 1];
                (line, at) = (replaced.line, replaced.at);
            }
            if variations.len() == limits::ACTIONS {
                return Err(too_long(place.of(raw), Bounded::Tree, limits::ACTIONS));
            }
            variations.push(Variation { raw, line, at });
            Ok(())
        })?;

        // Those of a line stand together, those farthest along it last, and of the same action the
        // first one last: a list from whose end they are taken.
        let mut order: Vec<u32> = (0..variations.len() as u32).collect();
        let variation = |index: u32| &variations[index as usize];
        order.sort_unstable_by_key(|&index| {
            (variation(index).line, variation(index).at, Reverse(index))
        });
        let of_line = |line: u32| {
            let begin = order.partition_point(|&index| variation(index).line < line);
            let end = order.partition_point(|&index| variation(index).line <= line);
            order[begin..end].iter().copied()
        };
        // What is still to be read, each with how many actions stand before its line.
        let mut open: Vec<(u32, u32)> = Vec::new();
        let open_line = |open: &mut Vec<(u32, u32)>, line: u32, before: u32, end: usize| {
            for index in of_line(line) {
                let &Variation { raw, at, .. } = variation(index);
                let length = end as u32 - before;
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
        open_line(&mut open, 0, 0, builder.depth())?;
        while let Some((index, before)) = open.pop() {
            builder.go_back_to(before as usize);
            let raw = variation(index).raw;
            let RawVariation { actions, .. } = place.parse(raw.get())?;
            self.read_line(actions, Line::Variation, builder)?;
            if builder.depth() == before as usize {
                return Err(stop(place.of(raw), Fault::EmptyVariation));
            }
            open_line(&mut open, index + 1, before, builder.depth())?;
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
