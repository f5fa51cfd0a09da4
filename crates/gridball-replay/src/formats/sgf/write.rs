//! Writing.

use gridball_core::{
    AnyAction, AnyPosition, AnySetup, Player, Point, Position,
    dots::{DotsFormat, DotsPosition},
};
use thiserror::Error;

use super::{
    NAME, OTHER_TAG, RAW, RESULT_TAG, TAGS,
    values::{Head, coordinate_letter, escaped, letter, result_of, result_text, unescaped},
};
use crate::{
    finding::Location,
    record::{CLOCK, NodeId, Record, Sign, termination},
};

/// Why a record cannot be written as SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SgfWriteError {
    /// Only Dots can be written.
    #[error("only Dots can be written as SGF")]
    OtherGame,
    /// The field has more nodes each way than SGF has letters.
    #[error("SGF has letters for 52 nodes each way only")]
    FieldTooLarge,
    /// The start has a history that SGF cannot state.
    #[error("the game starts in the middle of another one, which SGF cannot state")]
    Start,
}

/// The SGF of `record`, one game tree and a line end.
///
/// # Errors
///
/// When SGF cannot hold the record.
pub fn record_text(record: &Record) -> Result<String, SgfWriteError> {
    let AnyPosition::Dots(start) = record.start() else { return Err(SgfWriteError::OtherGame) };
    let setup = start.setup();
    let (width, height) = (setup.width(), setup.height());
    if width > 52 || height > 52 {
        return Err(SgfWriteError::FieldTooLarge);
    }
    let mut out = SgfText { text: String::from("(;FF[4]GM[40]CA[UTF-8]") };
    // A colon between the sizes is no text, so it is not escaped.
    out.raw(
        "SZ",
        &if width == height { format!("[{width}]") } else { format!("[{width}:{height}]") },
    );
    out.start(start, record)?;
    out.result(record);
    out.tags(record);
    out.annotation(record, NodeId::ROOT, None);
    out.tree(record, start);
    out.text.push_str(")\n");
    Ok(out.text)
}

/// SGF that is being written.
struct SgfText {
    text: String,
}

impl SgfText {
    /// A property, its values in their brackets already.
    fn raw(&mut self, name: &str, values: &str) {
        self.text.push_str(name);
        self.text.push_str(values);
    }

    /// A property with one value.
    fn property(&mut self, name: &str, value: &str) {
        self.text.push_str(name);
        self.value(value);
    }

    fn value(&mut self, value: &str) {
        self.text.push('[');
        self.text.push_str(&escaped(value));
        self.text.push(']');
    }

    /// The set-up; an error if a reader would not make the same start of it.
    fn start(&mut self, start: &DotsPosition, record: &Record) -> Result<(), SgfWriteError> {
        let setup = start.setup();
        let mut head = Head {
            size: Some((setup.width(), setup.height())),
            to_move: Some(start.to_move()),
            ..Head::default()
        };
        if setup.format() != DotsFormat::Free {
            let id = AnySetup::Dots(setup);
            self.property("GRIDBALLID", &id.to_string());
            head.id = Some(id);
        }
        for (name, player) in [("AB", Player::First), ("AW", Player::Second)] {
            let mut named = false;
            for y in 0..setup.height() as i8 {
                for x in 0..setup.width() as i8 {
                    let point = Point::new(x, y);
                    if start.dot(point).is_none_or(|dot| dot.player != player) {
                        continue;
                    }
                    if !std::mem::replace(&mut named, true) {
                        self.text.push_str(name);
                    }
                    self.text.push_str(&point_value(point));
                    head.dots.push((player, point, START));
                }
            }
        }
        if start.to_move() == Player::Second {
            self.raw("PL", "[W]");
        }
        match head.start(None, START) {
            Ok(again) if again == *record.start() => Ok(()),
            _ => Err(SgfWriteError::Start),
        }
    }

    fn result(&mut self, record: &Record) {
        let end = record.position_after(record.last());
        let kept = record.tags.get(RESULT_TAG).and_then(|raw| {
            let text = unescaped(raw.strip_prefix('[')?.strip_suffix(']')?);
            let (result, _) = result_of(&text)?;
            (result == record.result).then_some(text)
        });
        if let Some(text) = kept.or_else(|| result_text(record, &end)) {
            self.property("RE", &text);
        }
    }

    fn tags(&mut self, record: &Record) {
        let mut ours = Vec::new();
        for (name, value) in record.tags.iter() {
            let property = TAGS.iter().find(|(_, tag)| *tag == name).map(|(property, _)| *property);
            let kept = name.strip_prefix(OTHER_TAG);
            match (property, kept) {
                (Some(property), _) => self.property(property, value),
                (None, _) if name == RESULT_TAG => {}
                (None, Some(property)) if is_property(property, value) => self.raw(property, value),
                // This is what the end of `RE` says.
                _ if name == "Termination" && said_by_result(value) => {}
                _ => ours.push(format!("{name}={value}")),
            }
        }
        if !ours.is_empty() {
            self.text.push_str("GRIDBALLTAG");
            for tag in &ours {
                self.value(tag);
            }
        }
    }

    /// What was written about the action of `node`, which `player` played.
    fn annotation(&mut self, record: &Record, node: NodeId, player: Option<Player>) {
        let annotation = record.annotation(node);
        let comments = || annotation.before.iter().chain(&annotation.comments);
        let meaning = |comment: &str| match player {
            Some(player) => Comment::of(comment, player),
            None => Comment::Text,
        };
        let is_text = |comment: &&String| matches!(meaning(comment), Comment::Text);
        let texts: Vec<_> = comments().filter(is_text).map(String::as_str).collect();
        let mut text_written = false;
        for comment in comments() {
            match meaning(comment) {
                Comment::Property(raw) => self.text.push_str(&raw),
                Comment::Text if !std::mem::replace(&mut text_written, true) => {
                    self.property("C", &texts.join("\n\n"));
                }
                Comment::Text => {}
            }
        }
        match annotation.signs.as_slice() {
            [] => {}
            [Sign::STRONG] => self.raw("TE", "[1]"),
            [Sign::VERY_STRONG] => self.raw("TE", "[2]"),
            [Sign::WEAK] => self.raw("BM", "[1]"),
            [Sign::VERY_WEAK] => self.raw("BM", "[2]"),
            [Sign::INTERESTING] => self.raw("IT", "[]"),
            [Sign::DOUBTFUL] => self.raw("DO", "[]"),
            signs => {
                self.text.push_str("GRIDBALLSIGN");
                for sign in signs {
                    self.value(&sign.to_string());
                }
            }
        }
    }

    /// The tree after the root. It may be deep, so what is open is kept on a list.
    fn tree(&mut self, record: &Record, start: &DotsPosition) {
        enum Task {
            Line(NodeId, Player),
            Close,
        }
        let mut open: Vec<Task> = Vec::new();
        let mut next = Some((NodeId::ROOT, start.to_move()));
        loop {
            // Along a line, up to where it branches or ends.
            while let Some((node, player)) = next.take() {
                let children: Vec<_> = record.children(node).collect();
                if let [only] = children[..] {
                    self.dot(record, only, start, player);
                    next = Some((only, player.other()));
                } else {
                    for child in children.into_iter().rev() {
                        open.extend([Task::Close, Task::Line(child, player)]);
                    }
                }
            }
            match open.pop() {
                Some(Task::Line(node, player)) => {
                    self.text.push('(');
                    self.dot(record, node, start, player);
                    next = Some((node, player.other()));
                }
                Some(Task::Close) => self.text.push(')'),
                None => return,
            }
        }
    }

    fn dot(&mut self, record: &Record, node: NodeId, start: &DotsPosition, player: Player) {
        let Some(AnyAction::Dots(action)) = record.action(node) else { return };
        let Some(point) = start.point_of(*action) else { return };
        self.text.push(';');
        self.text.push(letter(player));
        self.text.push_str(&point_value(point));
        self.annotation(record, node, Some(player));
    }
}

/// A place for findings that nobody sees.
const START: Location = Location::Text { line: 1, column: 1 };

/// `[ab]`.
fn point_value(point: Point) -> String {
    let letters = [point.x, point.y].map(|number| coordinate_letter(number).unwrap_or('?'));
    format!("[{}{}]", letters[0], letters[1])
}

/// What a comment is in SGF.
enum Comment {
    /// Text.
    Text,
    /// A property that was kept as a comment.
    Property(String),
}

impl Comment {
    /// What `comment` on a dot of `player` is.
    fn of(comment: &str, player: Player) -> Self {
        let inside = |(begin, end): (&str, &str)| {
            comment.strip_prefix(begin).and_then(|rest| rest.strip_suffix(end))
        };
        if let Some(clock) = inside(CLOCK) {
            return Self::Property(format!("{}L[{}]", letter(player), escaped(clock)));
        }
        if let Some(raw) = inside(RAW) {
            let name = raw.bytes().take_while(u8::is_ascii_alphanumeric).count();
            let (name, values) = raw.split_at(name);
            // Some would mean something else when they are read again.
            let plain = !["C", "AB", "AW", "AE", "PL", "BL", "WL", "TE", "BM", "DO", "IT"]
                .contains(&name)
                && name != "GRIDBALLSIGN";
            if plain && is_properties(name, values) {
                return Self::Property(raw.to_owned());
            }
        }
        Self::Text
    }
}

/// Whether this is one property and its values, so that nothing else can hide in it.
fn is_property(name: &str, values: &str) -> bool {
    let good_name = !name.is_empty()
        && name.len() <= NAME
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    good_name && rest_after_values(values) == Some("")
}

/// Whether this is a property, and perhaps more dots.
fn is_properties(name: &str, values: &str) -> bool {
    let (mut name, mut values) = (name, values);
    loop {
        let Some(rest) = rest_after_values(values) else { return false };
        if !is_property(name, &values[..values.len() - rest.len()]) {
            return false;
        }
        if rest.is_empty() {
            return true;
        }
        // After the end of a game dots of both players may follow.
        (name, values) = match (rest.strip_prefix('B'), rest.strip_prefix('W')) {
            (Some(values), _) => ("B", values),
            (_, Some(values)) => ("W", values),
            _ => return false,
        };
    }
}

/// What follows the values in brackets, of which there must be at least one.
fn rest_after_values(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(inside) = rest.strip_prefix('[') {
        let mut escape = false;
        let end = inside.find(|character| {
            let closes = character == ']' && !escape;
            escape = character == '\\' && !escape;
            closes
        })?;
        rest = &inside[end + 1..];
    }
    (rest.len() < text.len()).then_some(rest)
}

/// Whether the end of `RE` says this already.
fn said_by_result(termination: &str) -> bool {
    [termination::RESIGNATION, termination::TIME, termination::FORFEIT].contains(&termination)
}
