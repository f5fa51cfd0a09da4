//! Standard output, and whether it has colours.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use clap::ValueEnum;
use gridball_replay::text::Drawing;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal that has them, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always, whatever the environment says.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    fn on_stdout(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                io::stdout().is_terminal()
                    && !anstyle_query::no_color()
                    && anstyle_query::term_supports_ansi_color()
            }
        }
    }
}

/// Standard output. Nothing is seen before [`flush`](Write::flush), which `main` calls at the
/// end.
#[derive(Debug)]
pub(crate) struct Output {
    stdout: BufWriter<Stdout>,
    color: bool,
}

impl Output {
    /// Standard output, with colours as `choice` says.
    pub(crate) fn new(choice: ColorChoice) -> Self {
        let color = choice.on_stdout();
        #[cfg(windows)]
        if color {
            // Where that fails the terminal is too old for colours, and shows the codes.
            let _ = anstyle_query::windows::enable_ansi_colors();
        }
        Self { stdout: BufWriter::new(io::stdout()), color }
    }

    /// Whether a person sees this right now.
    pub(crate) fn is_terminal(&self) -> bool {
        self.stdout.get_ref().is_terminal()
    }

    /// Whether colours are wanted and possible.
    pub(crate) const fn has_color(&self) -> bool {
        self.color
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self, "{line}")
    }

    /// Prints a picture.
    pub(crate) fn drawing(&mut self, drawing: &Drawing) -> io::Result<()> {
        let text = if self.color { drawing.ansi() } else { drawing.to_string() };
        self.write_all(text.as_bytes())
    }

    /// Prints a JSON value in one line.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> io::Result<()> {
        writeln!(self, "{value}")
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// How many columns a picture may take: those of the terminal, or 80.
pub(crate) fn width() -> usize {
    console::Term::stdout().size_checked().map_or(80, |(_, columns)| columns.into())
}

/// How many columns a text takes.
pub(crate) fn text_width(text: &str) -> usize {
    text.width()
}

/// A text in lines of at most so many columns, broken at spaces where that is possible.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        // Space at the beginning means something, as in lists.
        let indent = paragraph.len() - paragraph.trim_start().len();
        line.push_str(&" ".repeat(indent.min(columns / 2)));
        for word in paragraph.split_whitespace() {
            let gap = usize::from(!line.trim().is_empty());
            if gap == 1 && line.width() + gap + word.width() > columns {
                lines.push(std::mem::take(&mut line));
            } else if gap == 1 {
                line.push(' ');
            }
            for character in word.chars() {
                if line.width() + character.width().unwrap_or(0) > columns && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(character);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_wrapped_by_columns() {
        assert_eq!(wrap("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrap("abcdefgh i", 3), ["abc", "def", "gh", "i"]);
        assert_eq!(wrap("  x y\n\nz", 9), ["  x y", "", "z"]);
        assert_eq!(wrap("ab", 0), ["a", "b"]);
    }
}
