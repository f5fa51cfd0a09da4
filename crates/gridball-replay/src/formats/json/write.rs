//! Writing.

use std::io::{self, Write};

use gridball_core::Position;
use serde::{Serialize, Serializer};
use thiserror::Error;

use super::VERSION;
use crate::{
    limits,
    reader::unfinished_text,
    record::{NodeId, Record},
    tags::Tags,
    writer::{WriteError, WriteRecords},
};

/// Why a record cannot be written as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum JsonWriteError {
    /// It would be longer than what is read.
    #[error("the record is longer than {limit} bytes of JSON")]
    TooLong {
        /// The most that is read and written.
        limit: usize,
    },
}

#[derive(Serialize)]
struct JsonRecord<'a> {
    version: u64,
    game: String,
    #[serde(skip_serializing_if = "TagFields::is_empty")]
    tags: TagFields<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    result: &'static str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    comments: &'a [String],
    actions: Line<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Variation<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unfinished: Option<String>,
}

#[derive(Serialize)]
struct Variation<'a> {
    line: usize,
    at: usize,
    actions: Line<'a>,
}

/// A record and the texts of all actions in it, by their nodes.
#[derive(Clone, Copy)]
struct Texts<'a> {
    record: &'a Record,
    texts: &'a [String],
}

/// The actions from `head` on, taking the first child each time.
struct Line<'a> {
    texts: Texts<'a>,
    head: Option<NodeId>,
}

impl Line<'_> {
    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.head
            .into_iter()
            .flat_map(|head| std::iter::once(head).chain(self.texts.record.line(head)))
    }
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Texts { record, texts } = self.texts;
        serializer.collect_seq(self.nodes().map(|node| {
            let annotation = record.annotation(node);
            let action = texts[node.index()].as_str();
            if annotation.is_empty() {
                return Action::Plain(action);
            }
            Action::Annotated {
                action,
                before: &annotation.before,
                signs: annotation.signs.iter().map(ToString::to_string).collect(),
                comments: &annotation.comments,
            }
        }))
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Action<'a> {
    Plain(&'a str),
    Annotated {
        action: &'a str,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        before: &'a [String],
        #[serde(skip_serializing_if = "Vec::is_empty")]
        signs: Vec<String>,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        comments: &'a [String],
    },
}

/// Names and values as one object, in their order.
struct TagFields<'a>(&'a Tags);

impl TagFields<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for TagFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter())
    }
}

/// The texts of all actions, by the index of their node; that of the root is empty.
fn action_texts(record: &Record) -> Vec<String> {
    let mut texts = vec![String::new(); record.node_count()];
    let mut position = record.start().clone();
    let mut undos = Vec::new();
    let mut at = NodeId::ROOT;
    let mut next = record.first_child(at);
    loop {
        // Down along a line, then back up to where there is another one.
        while let Some(node) = next {
            if let Some(action) = record.action(node) {
                texts[node.index()] = position.action_text(action);
                undos.push(position.play_unchecked(action));
            }
            at = node;
            next = record.first_child(node);
        }
        let (Some(undo), Some(parent)) = (undos.pop(), record.parent(at)) else { return texts };
        position.undo(undo);
        next = record.next_sibling(at);
        at = parent;
    }
}

/// The variations of `record`, each after the line it branches off.
fn variations<'a>(texts: Texts<'a>) -> Vec<Variation<'a>> {
    let record = texts.record;
    let line = |head| Line { texts, head };
    let mut found: Vec<Variation<'a>> = Vec::new();
    let mut heads = vec![record.first_child(NodeId::ROOT)];
    let mut number = 0;
    while let Some(&head) = heads.get(number) {
        for (index, node) in line(head).nodes().enumerate() {
            let parent = record.parent(node).unwrap_or(NodeId::ROOT);
            // The alternatives to the head of a variation are those to the action it replaces.
            if record.first_child(parent) != Some(node) {
                continue;
            }
            for other in record.children(parent).skip(1) {
                found.push(Variation { line: number, at: index + 1, actions: line(Some(other)) });
                heads.push(Some(other));
            }
        }
        number += 1;
    }
    found
}

/// Bytes up to a bound.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > limits::JSON {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The JSON of `record`, on one line and without its end.
///
/// # Errors
///
/// When it would be too long.
pub fn record_text(record: &Record) -> Result<String, JsonWriteError> {
    let texts = action_texts(record);
    let texts = Texts { record, texts: &texts };
    let steps = record.unfinished();
    let json = JsonRecord {
        version: VERSION,
        game: record.setup().to_string(),
        tags: TagFields(&record.tags),
        position: record.has_own_start().then(|| record.start().position_text()),
        result: record.result.text(),
        comments: &record.annotation(NodeId::ROOT).comments,
        actions: Line { texts, head: record.first_child(NodeId::ROOT) },
        variations: variations(texts),
        unfinished: (!steps.is_empty())
            .then(|| unfinished_text(&record.position_after(record.last()), steps)),
    };
    let too_long = JsonWriteError::TooLong { limit: limits::JSON };
    let mut bytes = Bounded(Vec::new());
    // Nothing else can fail: all names are texts.
    serde_json::to_writer(&mut bytes, &json).map_err(|_| too_long)?;
    // serde_json writes UTF-8.
    String::from_utf8(bytes.0).map_err(|_| too_long)
}

/// Writes a record a line.
pub(crate) struct NdjsonWriter<W>(pub(crate) W);

impl<W: Write> WriteRecords for NdjsonWriter<W> {
    fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let mut text = record_text(record)?;
        text.push('\n');
        Ok(self.0.write_all(text.as_bytes())?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), WriteError> {
        Ok(self.0.flush()?)
    }
}

/// Writes an array of records, each on a line.
pub(crate) struct JsonWriter<W> {
    out: W,
    empty: bool,
}

impl<W> JsonWriter<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self { out, empty: true }
    }
}

impl<W: Write> WriteRecords for JsonWriter<W> {
    fn write(&mut self, record: &Record) -> Result<(), WriteError> {
        let text = record_text(record)?;
        let before = if std::mem::replace(&mut self.empty, false) { "[\n" } else { ",\n" };
        self.out.write_all(before.as_bytes())?;
        Ok(self.out.write_all(text.as_bytes())?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), WriteError> {
        let end = if self.empty { "[]\n" } else { "\n]\n" };
        self.out.write_all(end.as_bytes())?;
        Ok(self.out.flush()?)
    }
}
