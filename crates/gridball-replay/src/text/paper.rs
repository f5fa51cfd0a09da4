//! Squared paper for the football games: lines between crossings, goals, coordinates.

use gridball_core::{AnySetup, Direction, Player, Point};

use super::{Canvas, Charset, Drawing, Ink, LegendWords, Span, Style, TextOptions};
use crate::drawn::{coordinates, lines::Pen};

/// One drawn line between two neighbouring points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stroke {
    /// What drew it.
    pub(super) pen: Pen,
    /// Whether it is part of the last action.
    pub(super) last: bool,
}

impl Stroke {
    const fn style(self) -> Style {
        let ink = match self.pen {
            Pen::Player(player) | Pen::Penalty(player) => Ink::of(player),
            Pen::Unknown => Ink::Both,
            Pen::Border => Ink::Border,
        };
        Style { ink, last: self.last }
    }

    const fn is_penalty(self) -> bool {
        matches!(self.pen, Pen::Penalty(_))
    }

    /// Whether diagonals are drawn double.
    const fn is_double(self) -> bool {
        matches!(self.pen, Pen::Player(Player::Second) | Pen::Penalty(Player::Second))
    }
}

/// What a point looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dot {
    /// Nothing has touched it.
    Free,
    /// A line has touched it.
    Touched,
    /// The last action passed it.
    Last,
    /// The ball lies here.
    Ball,
    /// An odd point, when they are to be told apart.
    Odd,
}

/// What a legend can explain, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Explained {
    /// The lines of both players.
    Player,
    /// Penalties.
    Penalty,
    /// The ball.
    Ball,
    /// The points of the last action.
    Last,
    /// Odd points.
    Odd,
    /// Cells with a diagonal of which no more is known.
    Shaded,
}

impl Explained {
    const ALL: [Self; 6] =
        [Self::Player, Self::Penalty, Self::Ball, Self::Last, Self::Odd, Self::Shaded];
}

/// The field of a football game on paper.
///
/// A point takes one character, and there is a line of text between two rows of points. All
/// coordinates are points as in [`Point`]; the row -1 and the row below the field are the goals.
#[derive(Debug)]
pub(super) struct Paper {
    width: i8,
    height: i8,
    charset: Charset,
    /// Columns from one point to the next, as many of [`PITCHES`] as there is space for.
    pitch: usize,
    /// Lines by the cell or edge they lie in: for every point those to the east, south-east,
    /// south, and the rising one from the point below to the point at the right.
    strokes: Vec<[Option<Stroke>; 4]>,
    canvas: Canvas,
}

const EAST: usize = 0;
const FALLING: usize = 1;
const SOUTH: usize = 2;
const RISING: usize = 3;

/// The distances of points that are tried, in columns. Even insides of cells let both diagonals
/// be seen; the last one is for big fields on narrow screens.
const PITCHES: [usize; 3] = [5, 3, 2];
/// Columns for the coordinates at either side.
const MARGIN: usize = 3;
/// The row of text of the points with y = -1.
const TOP: usize = 1;

impl Paper {
    /// A field of `width` × `height` cells.
    pub(super) fn new(width: u8, height: u8, options: &TextOptions) -> Self {
        let columns = |pitch: usize| usize::from(width) * pitch + 1 + 2 * MARGIN;
        let fits = |pitch: &usize| columns(*pitch) <= options.max_width;
        let pitch = PITCHES.into_iter().find(fits).unwrap_or(2);
        let points = (usize::from(width) + 1) * (usize::from(height) + 3);
        let rows = TOP + 2 * (usize::from(height) + 3);
        Self {
            width: width as i8,
            height: height as i8,
            charset: options.charset,
            pitch,
            strokes: vec![[None; 4]; points],
            canvas: Canvas::new(columns(pitch), rows),
        }
    }

    /// The sign for Unicode or for ASCII.
    pub(super) const fn pick(&self, unicode: char, ascii: char) -> char {
        match self.charset {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    fn column(&self, x: i8) -> usize {
        MARGIN + x.max(0) as usize * self.pitch
    }

    fn row(y: i8) -> usize {
        TOP + 2 * (y + 1).max(0) as usize
    }

    fn index(&self, point: Point) -> Option<usize> {
        let inside =
            (0..=self.width).contains(&point.x) && (-1..=self.height + 1).contains(&point.y);
        inside.then(|| (point.y + 1) as usize * (self.width as usize + 1) + point.x as usize)
    }

    /// Draws a line along `points`, from each straight to the next.
    pub(super) fn line(&mut self, points: &[Point], stroke: Stroke) {
        for pair in points.windows(2) {
            let (mut from, to) = (pair[0], pair[1]);
            let delta = ((to.x - from.x).signum(), (to.y - from.y).signum());
            let direction = Direction::ALL.into_iter().find(|direction| direction.delta() == delta);
            while let Some(direction) = direction.filter(|_| from != to) {
                self.stroke(from, direction, stroke);
                from = from.step(direction);
            }
        }
    }

    /// Draws the line from `from` in `direction`. A line drawn twice shows the last action, else
    /// the move rather than the penalty, else the later one.
    fn stroke(&mut self, from: Point, direction: Direction, stroke: Stroke) {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let (corner, kind) = match direction {
            East => (from, EAST),
            West => (from.step(West), EAST),
            SouthEast => (from, FALLING),
            NorthWest => (from.step(NorthWest), FALLING),
            South => (from, SOUTH),
            North => (from.step(North), SOUTH),
            SouthWest => (from.step(West), RISING),
            NorthEast => (from.step(North), RISING),
        };
        let Some(index) = self.index(corner) else { return };
        let place = &mut self.strokes[index][kind];
        if let Some(old) = *place
            && stroke.is_penalty()
            && !old.is_penalty()
            && !stroke.last
        {
            return;
        }
        *place = Some(stroke);
    }

    /// Draws `point`.
    pub(super) fn dot(&mut self, point: Point, dot: Dot, ink: Ink) {
        let character = self.dot_sign(dot);
        let style = Style { ink, last: dot == Dot::Last };
        self.canvas.put(self.column(point.x), Self::row(point.y), character, style);
    }

    /// Shades the cell whose top left corner is `corner`.
    pub(super) fn shade(&mut self, corner: Point) {
        let character = self.pick('░', '%');
        let (left, right) = self.middle(self.column(corner.x) + 1);
        let row = Self::row(corner.y) + 1;
        for column in left..=right {
            self.canvas.put(column, row, character, Style::new(Ink::Both));
        }
    }

    /// Draws both goals, whose posts are at `left` and `right`.
    pub(super) fn goals(&mut self, left: u8, right: u8) {
        let style = Style::new(Ink::Border);
        let (left, right) = (self.column(left as i8), self.column(right as i8));
        let below = self.height + 1;
        for (back, post, corners) in [
            (Self::row(-1), Self::row(-1) + 1, ['┏', '┓']),
            (Self::row(below), Self::row(below) - 1, ['┗', '┛']),
        ] {
            for column in left..=right {
                self.canvas.put(column, back, self.pick('━', '#'), style);
            }
            for (column, corner) in [left, right].into_iter().zip(corners) {
                self.canvas.put(column, back, self.pick(corner, '#'), style);
                self.canvas.put(column, post, self.pick('┃', '#'), style);
            }
        }
    }

    /// Writes the coordinates.
    pub(super) fn coordinates(&mut self, setup: &AnySetup, rows_of_goals: bool) {
        let style = Style::new(Ink::Label);
        let bottom = Self::row(self.height + 1) + 1;
        let numbers = coordinates::column(setup, self.width).len() > 1;
        for x in 0..=self.width {
            let name = coordinates::column(setup, x);
            // Numbers do not fit above neighbouring points that are two columns apart.
            if self.pitch < 3 && numbers && x % 2 == 1 {
                continue;
            }
            let column = self.column(x) + 1 - name.len().min(2);
            for row in [0, bottom] {
                self.canvas.text(column, row, &name, style);
            }
        }
        let (first, last) = if rows_of_goals { (-1, self.height + 1) } else { (0, self.height) };
        for y in first..=last {
            let name = coordinates::row(setup, y);
            self.canvas.text(2_usize.saturating_sub(name.len()), Self::row(y), &name, style);
            self.canvas.text(self.column(self.width) + 2, Self::row(y), &name, style);
        }
    }

    /// Draws the lines and gives the picture, with a legend of what is `explained` if that is
    /// wanted.
    pub(super) fn finish(mut self, explained: &[Explained], options: &TextOptions) -> Drawing {
        for y in -1..=self.height + 1 {
            for x in 0..=self.width {
                let point = Point::new(x, y);
                let Some(index) = self.index(point) else { continue };
                let strokes = self.strokes[index];
                let (column, row) = (self.column(x), Self::row(y));
                if let Some(stroke) = strokes[EAST] {
                    let character = self.horizontal(stroke);
                    for offset in 1..self.pitch {
                        self.canvas.put(column + offset, row, character, stroke.style());
                    }
                }
                if let Some(stroke) = strokes[SOUTH] {
                    let character = self.vertical(stroke);
                    self.canvas.put(column, row + 1, character, stroke.style());
                }
                self.diagonals(column + 1, row + 1, strokes[FALLING], strokes[RISING]);
            }
        }
        let line = options.legend.then(|| self.legend(explained, options.words));
        let mut drawing = self.canvas.into_drawing();
        drawing.lines.extend(line);
        drawing
    }

    /// A line that explains the signs.
    fn legend(&self, explained: &[Explained], words: &LegendWords) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut add = |sign: &str, ink: Ink, text: &str| {
            let before = if spans.is_empty() { "   " } else { "  " };
            for (text, ink) in [(before, Ink::Plain), (sign, ink), (text, Ink::Label)] {
                spans.push(Span { text: text.to_owned(), style: Style::new(ink) });
            }
        };
        for kind in Explained::ALL {
            if !explained.contains(&kind) {
                continue;
            }
            match kind {
                Explained::Player => {
                    for player in Player::BOTH {
                        let stroke = Stroke { pen: Pen::Player(player), last: false };
                        let sign = self.samples(stroke);
                        let name = words.players[player.index()];
                        add(&sign, Ink::of(player), &format!(" {name}"));
                    }
                }
                Explained::Penalty => {
                    for player in Player::BOTH {
                        let stroke = Stroke { pen: Pen::Penalty(player), last: false };
                        add(&self.samples(stroke), Ink::of(player), "");
                    }
                    add("", Ink::Plain, words.penalties);
                }
                Explained::Ball => {
                    add(&self.sign(Dot::Ball), Ink::Ball, &format!(" {}", words.ball));
                }
                Explained::Last => {
                    add(&self.sign(Dot::Last), Ink::Plain, &format!(" {}", words.last_action));
                }
                Explained::Odd => {
                    add(&self.sign(Dot::Odd), Ink::Plain, &format!(" {}", words.odd));
                }
                Explained::Shaded => {
                    let sign = self.pick('░', '%').to_string();
                    add(&sign, Ink::Both, &format!(" {}", words.diagonal));
                }
            }
        }
        spans
    }

    /// A line of each kind.
    fn samples(&self, stroke: Stroke) -> String {
        [self.horizontal(stroke), self.vertical(stroke), self.diagonal(stroke, true)]
            .into_iter()
            .chain(stroke.is_double().then(|| self.diagonal(stroke, true)))
            .collect()
    }

    fn sign(&self, dot: Dot) -> String {
        self.dot_sign(dot).to_string()
    }

    const fn dot_sign(&self, dot: Dot) -> char {
        match dot {
            Dot::Free => self.pick('·', '.'),
            Dot::Touched => self.pick('•', '+'),
            Dot::Last => self.pick('○', 'o'),
            Dot::Ball => self.pick('●', '@'),
            Dot::Odd => self.pick('■', 'X'),
        }
    }

    const fn horizontal(&self, stroke: Stroke) -> char {
        match stroke.pen {
            Pen::Player(Player::First) | Pen::Unknown => self.pick('─', '-'),
            Pen::Player(Player::Second) => self.pick('═', '='),
            Pen::Penalty(Player::First) => self.pick('┄', '~'),
            Pen::Penalty(Player::Second) => self.pick('┅', '"'),
            Pen::Border => self.pick('━', '#'),
        }
    }

    const fn vertical(&self, stroke: Stroke) -> char {
        match stroke.pen {
            Pen::Player(Player::First) | Pen::Unknown => self.pick('│', '|'),
            Pen::Player(Player::Second) => self.pick('║', 'H'),
            Pen::Penalty(Player::First) => self.pick('┆', ':'),
            Pen::Penalty(Player::Second) => self.pick('┇', ';'),
            Pen::Border => self.pick('┃', '#'),
        }
    }

    const fn diagonal(&self, stroke: Stroke, falling: bool) -> char {
        match (stroke.is_penalty(), falling) {
            (false, true) => self.pick('╲', '\\'),
            (false, false) => self.pick('╱', '/'),
            (true, true) => self.pick('⋱', '`'),
            (true, false) => self.pick('⋰', ','),
        }
    }

    /// The two columns next to the middle of the cell whose inside begins at `column`; one and the
    /// same if the cell is too narrow.
    const fn middle(&self, column: usize) -> (usize, usize) {
        let inside = self.pitch - 1;
        (column + (inside - 1) / 2, column + inside / 2)
    }

    /// Draws the diagonals of the cell whose inside begins at `column`.
    ///
    /// Lines of the second player are double where there is space: `╲╲`.
    fn diagonals(
        &mut self,
        column: usize,
        row: usize,
        falling: Option<Stroke>,
        rising: Option<Stroke>,
    ) {
        let (left, right) = self.middle(column);
        let put = |paper: &mut Self, column, stroke: Stroke, falls| {
            let character = paper.diagonal(stroke, falls);
            paper.canvas.put(column, row, character, stroke.style());
        };
        match (falling, rising) {
            (None, None) => {}
            (Some(stroke), None) | (None, Some(stroke)) => {
                let falls = falling.is_some();
                put(self, if falls { left } else { right }, stroke, falls);
                if stroke.is_double() {
                    put(self, if falls { right } else { left }, stroke, falls);
                }
            }
            (Some(falling), Some(rising)) if left < right => {
                put(self, left, falling, true);
                put(self, right, rising, false);
                if self.pitch >= 5 {
                    if falling.is_double() {
                        put(self, left - 1, falling, true);
                    }
                    if rising.is_double() {
                        put(self, right + 1, rising, false);
                    }
                }
            }
            (Some(falling), Some(rising)) => {
                let mut style = falling.style();
                if style.ink != rising.style().ink {
                    style.ink = Ink::Both;
                }
                style.last |= rising.last;
                self.canvas.put(left, row, self.pick('╳', 'X'), style);
            }
        }
    }
}
