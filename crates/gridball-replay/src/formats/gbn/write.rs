//! Writing.

use std::fmt;

use gridball_core::{AnyPosition, Player, Position};

use crate::{
    reader::unfinished_text,
    record::{NodeId, Record},
    tags::ROSTER,
    turns::TurnCounter,
    walk::Walk,
};

/// Lines of movetext are at most this wide, unless one word is wider.
const WIDTH: usize = 80;

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
    let mut movetext = Movetext::new(out);
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

impl<'a> Movetext<'a> {
    const fn new(out: &'a mut dyn fmt::Write) -> Self {
        Self { out, word: String::new(), opening: String::new(), column: 0 }
    }

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
    turns: TurnCounter,
}

impl Place {
    /// The number in front of the next action and a space, if one belongs there: before each turn
    /// of First, before one of Second when it is `needed`, and at the beginning of a line of
    /// actions. Counts the turns.
    fn number(&mut self, needed: bool, begins_line: bool) -> Option<String> {
        let player = self.position.to_move();
        let begins = self.turns.count(player);
        let wanted = begins_line || (begins && (player == Player::First || needed));
        wanted.then(|| format!("{} ", self.turns))
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

impl Line {
    /// A line that begins with `next` at `place`.
    const fn new(next: Option<NodeId>, place: Place) -> Self {
        Self { next, place, variations: Vec::new(), fork: None, number_needed: false, is_new: true }
    }
}

/// The text of a variation of `record` as it stands between its parentheses: `node`, which is not
/// the first answer to what is before it, and all that follows.
pub fn variation_text(record: &Record, node: NodeId) -> String {
    let before = Walk::to_the_end(record, record.parent(node).unwrap_or(NodeId::ROOT));
    let place = Place { position: before.game().position().clone(), turns: before.turns() };
    let mut text = String::new();
    let mut movetext = Movetext::new(&mut text);
    let written = write_line(record, Line::new(Some(node), place), &mut movetext)
        .and_then(|_| movetext.flush());
    debug_assert!(written.is_ok(), "writing to a String cannot fail");
    text
}

/// Writes all the actions of a record.
fn write_movetext(record: &Record, out: &mut Movetext<'_>) -> fmt::Result {
    out.comments(&record.annotation(NodeId::ROOT).comments)?;
    let start = Place { position: record.start().clone(), turns: TurnCounter::default() };
    let main = Line::new(record.first_child(NodeId::ROOT), start);
    let mut end = write_line(record, main, out)?;
    let steps = record.unfinished();
    if !steps.is_empty() {
        if let Some(number) = end.place.number(end.number_needed, end.is_new) {
            out.opening.push_str(&number);
        }
        out.word(&(unfinished_text(&end.place.position, steps) + "~"))?;
    }
    Ok(())
}

/// Writes a line and the variations that leave it, and gives back its end. Variations nest as deep
/// as anybody likes, so they are kept on a list here and not on the stack of the program.
fn write_line(record: &Record, line: Line, out: &mut Movetext<'_>) -> Result<Line, fmt::Error> {
    let mut outer = Vec::new();
    let mut line = line;
    loop {
        if let (Some(variation), Some(fork)) = (line.variations.pop(), &line.fork) {
            line.number_needed = true;
            out.opening.push('(');
            let inner = Line::new(Some(variation), fork.clone());
            outer.push(std::mem::replace(&mut line, inner));
            continue;
        }
        let Some(node) = line.next else {
            let Some(left) = outer.pop() else { return Ok(line) };
            out.word.push(')');
            line = left;
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
}
