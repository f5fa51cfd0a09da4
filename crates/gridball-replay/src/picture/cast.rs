//! Films for a terminal: asciicast v3, as asciinema plays it.

use std::{
    fmt::Write as _,
    io::{self, Write},
};

use super::{
    caption::{Words, one_line},
    scene::Pens,
    theme::Theme,
};
use crate::{
    record::{NodeId, Record},
    text::{self, TextOptions},
    walk::Walk,
};

/// How long a position is seen, and how long the last one, in seconds.
const DELAY: &str = "0.8";
const LAST_DELAY: &str = "3.0";
/// Fields that need more columns than this are drawn narrower, where that is possible.
const COLUMNS: usize = 100;

/// Writes the game up to the action of `last` as a film for a terminal, asciicast v3: the text
/// drawings of all its positions, with actions and comments below.
///
/// Of the theme only the colours matter. One frame is held at a time, and only lines that change
/// are written. `progress` is told how many positions are done.
///
/// # Errors
///
/// Those of `out`.
pub fn write_cast(
    record: &Record,
    last: NodeId,
    theme: Theme,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(usize),
) -> io::Result<()> {
    // Legends differ in length.
    let mut walk = Walk::new(record, last);
    let (mut columns, mut rows) = (0, 0);
    loop {
        let drawing = draw(&walk);
        columns = columns.max(drawing.width());
        rows = rows.max(drawing.lines().len());
        if !walk.step() {
            break;
        }
    }
    rows += 2;
    let title = json_string(&Words::of(&walk).title);
    writeln!(
        out,
        "{{\"version\": 3, \"term\": {{\"cols\": {columns}, \"rows\": {rows}, \
         \"type\": \"xterm-256color\", \"theme\": {}}}, \"title\": {title}}}",
        terminal_theme(theme),
    )?;

    let mut walk = Walk::new(record, last);
    let mut screen: Vec<String> = Vec::new();
    for done in 1.. {
        let mut output = String::new();
        if done == 1 {
            // No cursor, and nothing left from before.
            output.push_str("\x1b[?25l\x1b[2J");
        }
        let lines = lines(&walk, columns, rows);
        for (index, line) in lines.iter().enumerate() {
            if screen.get(index).is_none_or(|old| old != line) {
                let written = write!(output, "\x1b[{};1H{line}\x1b[K", index + 1);
                debug_assert!(written.is_ok(), "writing to a String cannot fail");
            }
        }
        screen = lines;
        let delay = if done == 1 { "0" } else { DELAY };
        writeln!(out, "[{delay}, \"o\", {}]", json_string(&output))?;
        progress(done);
        if !walk.step() {
            break;
        }
    }
    // The last position stays for a while, and the cursor comes back.
    writeln!(out, "[{LAST_DELAY}, \"o\", {}]", json_string("\x1b[?25h"))?;
    out.flush()
}

fn draw(walk: &Walk<'_>) -> text::Drawing {
    text::draw(walk.game(), &TextOptions { max_width: COLUMNS, ..TextOptions::default() })
}

/// What the terminal shows: the drawing, the action and what is said about it.
fn lines(walk: &Walk<'_>, columns: usize, rows: usize) -> Vec<String> {
    let mut lines: Vec<String> = draw(walk).ansi().lines().map(str::to_owned).collect();
    lines.resize(rows.saturating_sub(1), String::new());
    let words = Words::of(walk);
    let mut line = walk.action_text();
    for part in [walk.result().unwrap_or_default(), &one_line(&words.description)] {
        if !part.is_empty() {
            line.push_str(if line.is_empty() { "" } else { "  " });
            line.push_str(part);
        }
    }
    // Wide characters could need more columns than they are many.
    let margin = 3;
    let room = columns.saturating_sub(margin);
    let fits = |line: &str| line.chars().map(columns_of).sum::<usize>() <= room;
    if !fits(&line) {
        while !line.is_empty() && !fits(&format!("{line}…")) {
            line.pop();
        }
        line.push('…');
    }
    lines.push(format!("{}{line}", " ".repeat(margin)));
    lines
}

/// How many columns a character takes at most.
const fn columns_of(character: char) -> usize {
    // Before the Hangul letters there are no wide ones.
    if (character as u32) < 0x1100 { 1 } else { 2 }
}

/// The colours of a terminal: those of the numbers that [`text::Style::ansi`] uses are the theme's.
fn terminal_theme(theme: Theme) -> String {
    let [first, second] = theme.players(Pens::BlueAndRed);
    let (page, ink) = (theme.page(), theme.ink());
    let [unknown, ball] = theme.of_terminal();
    // Black, red, green, yellow, blue, magenta, cyan, white.
    let eight = [ink, second, ink, ball, first, unknown, ink, ink];
    let palette: Vec<String> = eight.iter().chain(&eight).map(ToString::to_string).collect();
    format!("{{\"fg\": \"{ink}\", \"bg\": \"{page}\", \"palette\": \"{}\"}}", palette.join(":"))
}

/// A text as JSON.
fn json_string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
