//! The two ends of a conversation, and how it is printed.

use std::{
    io::{self, IsTerminal, Write},
    time::Duration,
};

use super::input::{Event, Input};
use crate::{failure::one_line, messages::Messages, output::Output};

/// Lists are broken into lines of so many columns.
const WIDTH: usize = 78;
/// So long a script may take to say something else after the end of a game.
const AFTERTHOUGHT: Duration = Duration::from_millis(300);
/// So much of a line that was not typed on a terminal is shown, in characters.
const ECHOED: usize = 200;

/// Who we talk to.
pub(super) struct Talk<'a> {
    input: Input,
    pub(super) out: &'a mut Output,
    pub(super) messages: &'static dyn Messages,
    /// Whether a person sits there now.
    pub(super) interactive: bool,
}

impl<'a> Talk<'a> {
    pub(super) fn new(out: &'a mut Output, messages: &'static dyn Messages) -> Self {
        let interactive = io::stdin().is_terminal() && out.is_terminal();
        Self { input: Input::new(), out, messages, interactive }
    }

    /// Prints a line.
    pub(super) fn say(&mut self, line: &str) -> io::Result<()> {
        self.out.line(line)
    }

    /// Prints words separated by spaces, as many on a line as there is room for.
    pub(super) fn say_words<S: AsRef<str>>(&mut self, words: &[S]) -> io::Result<()> {
        let mut line = String::new();
        for word in words {
            let word = word.as_ref();
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.out.line(&line)?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.out.line(&line)
    }

    /// Prints a prompt and waits for the answer. What is not typed on a terminal is shown behind
    /// the prompt, so that what is printed reads like a conversation.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Event> {
        self.ask_within(prompt, None)
    }

    /// Takes what else was written for us, without asking for it. Whoever waits for us to end
    /// need not end the input for it.
    pub(super) fn hear(&mut self) -> io::Result<Event> {
        self.ask_within("", Some(AFTERTHOUGHT))
    }

    fn ask_within(&mut self, prompt: &str, patience: Option<Duration>) -> io::Result<Event> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let event = self.input.next(patience)?;
        match &event {
            Event::Line(line) if self.input.needs_echo() => {
                // Of a long line the beginning is enough.
                let shown = &line[..line.len().min(ECHOED * 4)];
                self.out.line(&one_line(&String::from_utf8_lossy(shown), ECHOED))?;
            }
            Event::Line(_) => {}
            Event::End if prompt.is_empty() => {}
            Event::End | Event::Interrupt => self.out.line("")?,
        }
        Ok(event)
    }
}
