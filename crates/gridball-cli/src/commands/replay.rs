//! `gridball replay`.

use std::io;

use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use gridball_core::{AnyPosition, Position};
use gridball_replay::{
    NodeId, Record, Walk,
    formats::gbn::variation_text,
    text::{TextOptions, draw},
};

use crate::{
    Context,
    arguments::{FileWord, whole_number},
    failure::{Status, one_line},
    messages::Messages,
    output::{self, Output},
    records::{self, Which},
    screen, wording,
};

/// Options of `replay`.
#[derive(Args, Debug)]
#[command(
    after_help = "On a terminal the record is stepped through, studied and commented on the screen. With --plain, or
where there is no terminal, all is printed: the tags and every position with its action, signs,
comments and the alternatives to it.

Example: gridball replay games.gbn --game 3"
)]
pub(crate) struct Arguments {
    /// A file of records; `-` is standard input
    #[arg(value_name = "FILE", value_parser = OsStringValueParser::new().map(FileWord::from))]
    file: FileWord,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole_number::<u64>(1..=u64::MAX))]
    game: u64,

    /// Line by line, even on a terminal
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    if !arguments.plain && !records::is_standard_input(&arguments.file) && screen::is_possible() {
        return screen::replay(&arguments.file, arguments.game, context);
    }
    let record = records::read(&arguments.file, Which::Number(arguments.game))?;
    let mut reader =
        Reader { out: &mut context.output, messages: context.language.messages(), record: &record };
    reader.read_out()?;
    Ok(Status::Done)
}

/// Reads a record out, line by line.
struct Reader<'a> {
    out: &'a mut Output,
    messages: &'static dyn Messages,
    record: &'a Record,
}

impl Reader<'_> {
    fn read_out(&mut self) -> io::Result<()> {
        self.tag("Game", &self.record.setup().to_string())?;
        for (name, value) in self.record.tags.iter() {
            self.tag(name, value)?;
        }
        let mut walk = Walk::new(self.record, self.record.last());
        self.out.line("")?;
        self.drawing(&walk)?;
        self.comments(&self.record.annotation(NodeId::ROOT).comments)?;
        loop {
            let before = walk.game().position().clone();
            if !walk.step() {
                break;
            }
            self.out.line("")?;
            self.action(&before, &walk)?;
            self.drawing(&walk)?;
            let annotation = self.record.annotation(walk.node());
            self.comments(&annotation.before)?;
            self.comments(&annotation.comments)?;
            self.alternatives(&walk)?;
        }
        self.end(&walk)
    }

    fn tag(&mut self, name: &str, value: &str) -> io::Result<()> {
        self.out.line(&format!("{name}: {}", clean(value)))
    }

    fn drawing(&mut self, walk: &Walk<'_>) -> io::Result<()> {
        let words = self.messages.legend();
        let options = TextOptions { max_width: output::width(), words, ..TextOptions::default() };
        self.out.drawing(&draw(walk.game(), &options))
    }

    /// The last action, as it stands in a record and as people read it, and what it did.
    fn action(&mut self, before: &AnyPosition, walk: &Walk<'_>) -> io::Result<()> {
        let mut line = walk.action_text();
        if let Some(action) = self.record.action(walk.node()) {
            let canonical = before.action_text(action);
            let text = wording::action(before, action);
            // Behind the canonical text, where there is more to say.
            line.push_str(text.strip_prefix(&canonical).unwrap_or_default());
            if let Some(effect) = wording::effect(before, action, self.messages) {
                line = format!("{line}  {effect}");
            }
        }
        self.out.line(&line)
    }

    fn comments(&mut self, comments: &[String]) -> io::Result<()> {
        comments.iter().try_for_each(|comment| self.out.line(&format!("{{{}}}", clean(comment))))
    }

    /// What was thought of instead of the last action, each line with its signs, comments and
    /// variations of its own.
    fn alternatives(&mut self, walk: &Walk<'_>) -> io::Result<()> {
        let Some(parent) = self.record.parent(walk.node()) else { return Ok(()) };
        for node in self.record.children(parent).filter(|node| *node != walk.node()) {
            let text = format!("({})", variation_text(self.record, node));
            text.lines().try_for_each(|line| self.out.line(line))?;
        }
        Ok(())
    }

    /// An action that was begun, and the result.
    fn end(&mut self, walk: &Walk<'_>) -> io::Result<()> {
        self.out.line("")?;
        let steps = self.record.unfinished();
        if !steps.is_empty() {
            let position = walk.game().position();
            let mut turns = walk.turns();
            turns.count(position.to_move());
            self.out.line(&format!("{turns} {}~", wording::steps(position, steps)))?;
        }
        let line = wording::result(walk.game(), self.messages)
            .unwrap_or_else(|| self.record.result.to_string());
        self.out.line(&line)
    }
}

/// What somebody wrote, in one line without control characters.
fn clean(text: &str) -> String {
    one_line(text, usize::MAX)
}
