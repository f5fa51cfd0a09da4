//! Rings and arrows that comments draw into pictures.

use gridball_core::{AnySetup, Point};

use crate::drawn::coordinates;

/// So many rings and arrows of one picture are drawn at most; a comment that has more is text.
pub const MAX_MARKS: usize = 500;

/// The colour of a mark. The theme decides how it looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum MarkColor {
    Red,
    Green,
    Blue,
    Yellow,
}

impl MarkColor {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Red, Self::Green, Self::Blue, Self::Yellow];

    const fn letter(self) -> char {
        match self {
            Self::Red => 'R',
            Self::Green => 'G',
            Self::Blue => 'B',
            Self::Yellow => 'Y',
        }
    }
}

/// Rings round points, and arrows between them, as comments of records draw them into pictures.
///
/// In the manner of PGN, with the names of points as they stand at the edges of the picture:
///
/// ```text
/// RINGS  = "[%csl" { SPACE COLOR POINT } "]"                {a trap! [%csl R10,13 G12,15]}
/// ARROWS = "[%cal" { SPACE COLOR POINT ">" POINT } "]"      {[%cal Bd6>e7] and on to the goal}
/// COLOR  = "R" red | "G" green | "B" blue | "Y" yellow
/// POINT  = "10,13" in Gridball and paper football (column, row; row -1 is the top goal)
///        | "d6" in paper soccer and football-checkers | "20-16" in Dots
/// ```
///
/// There is at least one item. What stands in square brackets and is none of these, or names a
/// point that does not exist, is text like any other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Points with a ring, in the order in which they are named.
    pub rings: Vec<(MarkColor, Point)>,
    /// Arrows, from a point to another.
    pub arrows: Vec<(MarkColor, Point, Point)>,
}

impl Marks {
    /// Takes the marks out of a comment on a game of `setup`, and gives the text that is left,
    /// without the white space round each mark.
    ///
    /// ```
    /// use gridball_core::Point;
    /// use gridball_replay::picture::{MarkColor, Marks};
    ///
    /// let mut marks = Marks::default();
    /// let setup = "gridball".parse()?;
    /// let text = marks.take_from("a trap! [%csl R10,13] [%clk 0:05]", &setup);
    /// assert_eq!(text, "a trap! [%clk 0:05]");
    /// assert_eq!(marks.rings, [(MarkColor::Red, Point::new(10, 13))]);
    /// # Ok::<(), gridball_core::SetupError>(())
    /// ```
    pub fn take_from(&mut self, comment: &str, setup: &AnySetup) -> String {
        let mut text = String::new();
        let mut rest = comment;
        while let Some(start) = rest.find("[%") {
            let inside = &rest[start + 2..];
            // A bracket inside of another is none of ours; so each is looked through once.
            let Some(end) = inside.find(['[', ']']) else { break };
            if inside[end..].starts_with(']') && self.read(&inside[..end], setup).is_some() {
                text.push_str(&rest[..start]);
                text.truncate(text.trim_end().len());
                rest = inside[end + 1..].trim_start();
                if !text.is_empty() && !rest.is_empty() {
                    text.push(' ');
                }
            } else {
                text.push_str(&rest[..start + 2]);
                rest = inside;
            }
        }
        text.push_str(rest);
        text.trim().to_owned()
    }

    /// Reads what stands between `[%` and `]`; nothing is added unless all of it can be read.
    fn read(&mut self, command: &str, setup: &AnySetup) -> Option<()> {
        let mut words = command.split_whitespace();
        let mut new = Self::default();
        let arrows = match words.next()? {
            "csl" => false,
            "cal" => true,
            _ => return None,
        };
        for word in words {
            let color =
                MarkColor::ALL.into_iter().find(|color| word.starts_with(color.letter()))?;
            let names = &word[1..];
            if arrows {
                let (from, to) = names.split_once('>')?;
                let point = |name| coordinates::parse_point(setup, name);
                new.arrows.push((color, point(from)?, point(to)?));
            } else {
                new.rings.push((color, coordinates::parse_point(setup, names)?));
            }
            if self.len() + new.len() > MAX_MARKS {
                return None;
            }
        }
        if new.is_empty() {
            return None;
        }
        self.rings.append(&mut new.rings);
        self.arrows.append(&mut new.arrows);
        Some(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rings.len() + self.arrows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
