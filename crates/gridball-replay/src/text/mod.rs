//! Drawings of games and positions as text, for terminals and for everything that is text.
//!
//! A [`Drawing`] is lines of [`Span`]s: pieces of text with a meaning. Print it as it is
//! ([`Display`](fmt::Display): no escape codes), with [`Drawing::ansi`], or give each
//! [`Style`] colours of your own.
//!
//! ```
//! use gridball_core::{AnyGame, AnySetup, Position};
//! use gridball_replay::text::{TextOptions, draw};
//!
//! let setup: AnySetup = "gridball:20x26/4".parse()?;
//! let mut game = AnyGame::new(&setup);
//! let action = game.position().parse_action("034")?;
//! game.play(&action)?;
//! println!("{}", draw(&game, &TextOptions::default()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dots;
mod football_checkers;
mod gridball;
mod nodes;
mod paper;
mod paper_soccer;

use std::fmt;

use gridball_core::{AnyGame, AnyPosition, Player};

use crate::drawn::AnyHistory;

/// Which characters a drawing may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Charset {
    /// Box-drawing characters and dots.
    #[default]
    Unicode,
    /// ASCII alone.
    Ascii,
}

/// The words of a legend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LegendWords {
    /// The players, by [`Player::index`].
    pub players: [&'static str; 2],
    /// Penalties.
    pub penalties: &'static str,
    /// The ball.
    pub ball: &'static str,
    /// The points of the last action.
    pub last_action: &'static str,
    /// The place of the last dot or checker.
    pub last_move: &'static str,
    /// Odd points (paper soccer).
    pub odd: &'static str,
    /// A cell with a diagonal of which no more is known.
    pub diagonal: &'static str,
    /// Captured dots.
    pub captured: &'static str,
    /// Territory (Dots).
    pub territory: &'static str,
    /// Attacked cells (football-checkers).
    pub attacked: &'static str,
}

impl LegendWords {
    /// The words in English.
    pub const ENGLISH: Self = Self {
        players: ["First", "Second"],
        penalties: "penalties",
        ball: "ball",
        last_action: "last action",
        last_move: "last move",
        odd: "odd",
        diagonal: "a diagonal",
        captured: "captured",
        territory: "territory",
        attacked: "attacked",
    };
}

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextOptions {
    /// Which characters.
    pub charset: Charset,
    /// A wide field is drawn narrower if it does not fit in so many columns. The biggest fields
    /// do not fit even so.
    pub max_width: usize,
    /// A last line that explains the signs.
    pub legend: bool,
    /// The words of that line.
    pub words: &'static LegendWords,
    /// Paper soccer: mark odd and even points.
    pub parity: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self {
            charset: Charset::Unicode,
            max_width: 80,
            legend: true,
            words: &LegendWords::ENGLISH,
            parity: false,
        }
    }
}

/// What a piece of a drawing is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ink {
    /// Empty space.
    #[default]
    Plain,
    /// The paper: points that nothing has touched.
    Paper,
    /// Coordinates and explanations.
    Label,
    /// Goals and the border of the field.
    Border,
    /// What the first player drew or owns.
    First,
    /// What the second player drew or owns.
    Second,
    /// What was drawn before the history begins, or by both.
    Both,
    /// The ball.
    Ball,
}

impl Ink {
    /// The ink of `player`.
    pub const fn of(player: Player) -> Self {
        match player {
            Player::First => Self::First,
            Player::Second => Self::Second,
        }
    }
}

/// How a piece of a drawing is to look.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// What it is.
    pub ink: Ink,
    /// Whether it belongs to the last action.
    pub last: bool,
}

impl Style {
    pub(crate) const fn new(ink: Ink) -> Self {
        Self { ink, last: false }
    }

    /// The parameters of the escape code (SGR) that [`Drawing::ansi`] uses; empty for plain text.
    pub const fn ansi(self) -> &'static str {
        match (self.ink, self.last) {
            (Ink::Plain, _) => "",
            (Ink::Paper | Ink::Label, _) => "2",
            (Ink::Border, _) => "1",
            (Ink::First, false) => "34",
            (Ink::First, true) => "1;94",
            (Ink::Second, false) => "31",
            (Ink::Second, true) => "1;91",
            (Ink::Both, false) => "35",
            (Ink::Both, true) => "1;95",
            (Ink::Ball, _) => "1;33",
        }
    }
}

/// A piece of one line.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The text, without line ends.
    pub text: String,
    /// How it is to look.
    pub style: Style,
}

/// A picture made of text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    lines: Vec<Vec<Span>>,
}

impl Drawing {
    /// The lines from top to bottom. No line ends in spaces.
    pub fn lines(&self) -> &[Vec<Span>] {
        &self.lines
    }

    /// The width of the widest line, in columns.
    pub fn width(&self) -> usize {
        let width =
            |line: &Vec<Span>| line.iter().map(|span| span.text.chars().count()).sum::<usize>();
        self.lines.iter().map(width).max().unwrap_or(0)
    }

    /// The drawing with ANSI colours, each line ended.
    pub fn ansi(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            for Span { text, style } in line {
                let code = style.ansi();
                if code.is_empty() {
                    out.push_str(text);
                } else {
                    out.push_str("\x1b[");
                    out.push_str(code);
                    out.push('m');
                    out.push_str(text);
                    out.push_str("\x1b[0m");
                }
            }
            out.push('\n');
        }
        out
    }
}

/// The drawing without colours, each line ended.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            for span in line {
                f.write_str(&span.text)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Draws `game` as it stands: who drew what, and the last action.
pub fn draw(game: &AnyGame, options: &TextOptions) -> Drawing {
    draw_history(&AnyHistory::of(game), options)
}

/// Draws a position without history: what decides the game from here on, but not who drew it.
pub fn draw_position(position: &AnyPosition, options: &TextOptions) -> Drawing {
    draw_history(&AnyHistory::new(position, std::iter::empty()), options)
}

/// Draws what came of a history.
fn draw_history(history: &AnyHistory<'_>, options: &TextOptions) -> Drawing {
    match history {
        AnyHistory::Gridball(history) => gridball::draw(history, options),
        AnyHistory::PaperSoccer(history) => paper_soccer::draw(history, options),
        AnyHistory::Dots(history) => dots::draw(history, options),
        AnyHistory::FootballCheckers(history) => football_checkers::draw(history, options),
    }
}

/// A rectangle of characters to draw on. What falls outside is not drawn.
#[derive(Clone, Debug)]
struct Canvas {
    width: usize,
    cells: Vec<(char, Style)>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, cells: vec![(' ', Style::default()); width * height] }
    }

    fn put(&mut self, column: usize, row: usize, character: char, style: Style) {
        if column < self.width
            && let Some(cell) = self.cells.get_mut(row * self.width + column)
        {
            *cell = (character, style);
        }
    }

    fn text(&mut self, column: usize, row: usize, text: &str, style: Style) {
        for (index, character) in text.chars().enumerate() {
            self.put(column + index, row, character, style);
        }
    }

    /// Runs of one style become spans; spaces at the ends of lines are dropped.
    fn into_drawing(self) -> Drawing {
        let lines = self.cells.chunks(self.width.max(1)).map(|line| {
            let end = line.iter().rposition(|(character, _)| *character != ' ');
            let line = &line[..end.map_or(0, |end| end + 1)];
            line.chunk_by(|(_, one), (_, other)| one == other)
                .map(|run| Span {
                    text: run.iter().map(|(character, _)| character).collect(),
                    style: run[0].1,
                })
                .collect()
        });
        Drawing { lines: lines.collect() }
    }
}
