//! What a typed line means.

/// The longest line that can mean something, in bytes. The longest path of paper soccer is below.
pub(super) const LONGEST_LINE: usize = 1 << 14;

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command<'a> {
    /// Nothing but white space.
    Empty,
    NextSteps,
    Back,
    Undo,
    Hint,
    Show,
    Moves,
    PositionText,
    Save(Option<&'a str>),
    Load(&'a str),
    Resign,
    New,
    Help,
    Quit,
    /// Something else: probably an action or a step.
    Other(&'a str),
}

/// Why a line means nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum LineError {
    TooLong,
    /// The byte from which on it is no text, from 1.
    NotUtf8(usize),
    /// The command takes nothing after it.
    TakesNothing(&'static str),
    /// The command needs a file after it.
    FileExpected(&'static str),
}

/// The commands that are a word alone.
const WORDS: [(&str, Command<'static>); 13] = [
    ("?", Command::NextSteps),
    ("back", Command::Back),
    ("undo", Command::Undo),
    ("hint", Command::Hint),
    ("show", Command::Show),
    ("moves", Command::Moves),
    ("fen", Command::PositionText),
    ("resign", Command::Resign),
    ("new", Command::New),
    ("help", Command::Help),
    ("quit", Command::Quit),
    ("exit", Command::Quit),
    ("save", Command::Save(None)),
];

impl<'a> Command<'a> {
    /// Reads a line, given without its end.
    pub(super) fn read(line: &'a [u8]) -> Result<Self, LineError> {
        if line.len() > LONGEST_LINE {
            return Err(LineError::TooLong);
        }
        let text = std::str::from_utf8(line)
            .map_err(|error| LineError::NotUtf8(error.valid_up_to() + 1))?
            .trim();
        let (word, rest) = match text.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim_start()),
            None => (text, ""),
        };
        let is = |known: &str| word.eq_ignore_ascii_case(known);
        if text.is_empty() {
            Ok(Self::Empty)
        } else if is("save") && !rest.is_empty() {
            Ok(Self::Save(Some(rest)))
        } else if is("load") {
            if rest.is_empty() {
                Err(LineError::FileExpected("load"))
            } else {
                Ok(Self::Load(rest))
            }
        } else if let Some((word, command)) = WORDS.iter().find(|(known, _)| is(known)) {
            if rest.is_empty() { Ok(command.clone()) } else { Err(LineError::TakesNothing(word)) }
        } else {
            Ok(Self::Other(text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_else_actions() {
        for (line, command) in [
            ("", Command::Empty),
            ("  \t", Command::Empty),
            ("?", Command::NextSteps),
            ("Quit", Command::Quit),
            ("exit ", Command::Quit),
            (" save", Command::Save(None)),
            ("save my game.gbn ", Command::Save(Some("my game.gbn"))),
            ("LOAD\tx", Command::Load("x")),
            ("N-SE-S", Command::Other("N-SE-S")),
            ("penalty SE", Command::Other("penalty SE")),
            ("undone", Command::Other("undone")),
            ("é", Command::Other("é")),
        ] {
            assert_eq!(Command::read(line.as_bytes()), Ok(command), "{line}");
        }
    }

    #[test]
    fn bad_lines_say_what_is_wrong() {
        for (line, error) in [
            (&b"N-\xff"[..], LineError::NotUtf8(3)),
            (&b"undo 3"[..], LineError::TakesNothing("undo")),
            (&b"load"[..], LineError::FileExpected("load")),
            (&vec![b'x'; LONGEST_LINE + 1], LineError::TooLong),
        ] {
            assert_eq!(Command::read(line), Err(error));
        }
    }
}
