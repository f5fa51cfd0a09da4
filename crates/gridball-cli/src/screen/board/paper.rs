//! The fields of the football games on squared paper: Gridball, paper football, paper soccer.

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, AnySetup, BitGrid, Direction, Player, Point, Position,
    paper_soccer::Side,
};
use gridball_replay::drawn;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    Marks,
    geometry::{Extent, Geometry, View},
    labels,
    sheet::{Pen, Sheet, layer},
};
use crate::screen::look::{Look, Role};

/// The sizes of a cell in dots of Braille, big ones first. The last one shows more of a big field
/// but has no room for signs.
const PITCHES: [(i32, i32); 8] =
    [(20, 20), (16, 16), (12, 12), (10, 10), (8, 8), (6, 6), (4, 4), (2, 2)];
/// The smallest that is taken unasked.
const USUAL: usize = 6;
/// The same for ASCII, where diagonals need a row between the points.
const ASCII_PITCHES: [(i32, i32); 3] = [(12, 12), (8, 8), (4, 8)];
const ASCII_USUAL: usize = 2;

/// A line through neighbouring points.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Drawn {
    points: Vec<Point>,
    pen: drawn::Pen,
    last: bool,
}

/// What is on the paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Paper {
    setup: AnySetup,
    extent: Extent,
    /// The row of the lower goal line; that of the upper one is 0.
    height: i8,
    /// The walls that are drawn from the start: each goal with its owner, and what else there is.
    goals: [(Player, Vec<Point>); 2],
    border: Vec<Point>,
    lines: Vec<Drawn>,
    /// Cells with a diagonal that was drawn before the record begins.
    shaded: Vec<Point>,
    /// Points that were touched before the record begins.
    touched: BitGrid,
    ball: Point,
}

impl Paper {
    /// The paper of a game; `None` for a game that is not played with lines.
    pub(super) fn new(game: &AnyGame) -> Option<Self> {
        let setup = game.start().setup();
        let (size, goals, border, ball) = match (&setup, game.position()) {
            (AnySetup::Gridball(setup), AnyPosition::Gridball(position)) => {
                let [upper, lower] = drawn::goals(*setup).map(Vec::from);
                let goals = [(Player::First, upper), (Player::Second, lower)];
                ((setup.width(), setup.height()), goals, Vec::new(), position.ball())
            }
            (AnySetup::PaperSoccer(setup), AnyPosition::PaperSoccer(position)) => {
                let border = drawn::border(*setup);
                // From the end line round the back of a goal and to the end line again.
                let goals = [(Side::Upper, 1..5), (Side::Lower, 7..11)]
                    .map(|(side, walls)| (setup.player(side), border[walls].to_vec()));
                ((setup.width(), setup.height()), goals, border.to_vec(), position.ball())
            }
            _ => return None,
        };
        let (width, height) = (size.0 as i8, size.1 as i8);
        let (shaded, touched) = match game.start() {
            AnyPosition::Gridball(start) => {
                let cells = start.diagonals();
                let corners = cells.iter().map(|(x, y)| Point::new(x as i8, y as i8));
                (corners.collect(), start.touched())
            }
            _ => (Vec::new(), BitGrid::new(0, 0)),
        };
        let mut lines = Vec::new();
        drawn::visit_lines(game, |points, pen, last| {
            lines.push(Drawn { points: points.to_vec(), pen, last });
        });
        let extent = Extent { last_x: width, rows: (-1, height + 1) };
        Some(Self { setup, extent, height, goals, border, lines, shaded, touched, ball })
    }

    pub(super) const fn ball(&self) -> Point {
        self.ball
    }

    pub(super) const fn extent(&self) -> Extent {
        self.extent
    }

    pub(super) fn geometry(&self, area: Rect, look: Look, view: View, focus: Point) -> Geometry {
        let (pitches, usual) =
            if look.is_ascii() { (&ASCII_PITCHES[..], ASCII_USUAL) } else { (&PITCHES[..], USUAL) };
        Geometry::with_dots(area, self.extent, pitches, usual, view, focus, (0, 0))
    }

    pub(super) fn draw(&self, geometry: &Geometry, marks: &Marks, look: Look, buffer: &mut Buffer) {
        let mut sheet = Sheet::new(geometry, look);
        self.draw_field(&mut sheet);
        for line in &self.lines {
            let (player, dashed) = match line.pen {
                drawn::Pen::Player(player) => (Some(player), false),
                drawn::Pen::Penalty(player) => (Some(player), true),
                drawn::Pen::Unknown | drawn::Pen::Border => (None, false),
            };
            let role = match player {
                Some(player) if line.last => Role::Last(player),
                Some(player) => Role::Player(player),
                None => Role::Both,
            };
            let layer = if line.last { layer::LAST } else { layer::LINES };
            sheet.path(&line.points, Pen { role, player, dashed }, layer);
            // Where no colour tells the players apart, Second's lines have beads.
            if look.is_mono() && player == Some(Player::Second) {
                for point in &line.points[1..] {
                    sheet.sign(*point, look.pick('◦', 'o'), layer, look.style(role));
                }
            }
        }
        for (path, role, layer) in [
            (&marks.hint, Role::Hint, layer::HINT),
            (&marks.candidate, Role::Candidate, layer::CANDIDATE),
            (&marks.path, Role::Preview, layer::PREVIEW),
        ] {
            let pen = Pen { role, player: None, dashed: false };
            sheet.path(path, pen, layer);
        }
        self.draw_signs(&mut sheet, marks);
        sheet.finish(buffer);
        if geometry.labelled {
            self.draw_labels(geometry, look, buffer);
        }
    }

    /// The paper itself, the edge of the field and the goals.
    fn draw_field(&self, sheet: &mut Sheet<'_>) {
        let look = sheet.look;
        let paper = look.style(Role::Paper);
        let both = look.style(Role::Both);
        for y in 0..=self.height {
            for x in 0..=self.extent.last_x {
                let touched = self.touched.contains(x as usize, y as usize);
                let style = if touched { both } else { paper };
                if look.is_ascii() {
                    let sign = if touched { '+' } else { '.' };
                    sheet.sign(Point::new(x, y), sign, layer::PAPER, style);
                } else {
                    let (x, y) = sheet.geometry.dots(Point::new(x, y));
                    sheet.dot(x, y, layer::PAPER, style);
                }
            }
        }
        // A cross in the cell: which of the diagonals is drawn nobody knows.
        for &corner in &self.shaded {
            let pen = Pen { role: Role::Both, player: None, dashed: true };
            let opposite = corner.step(Direction::SouthEast);
            sheet.line(corner, opposite, pen, layer::EDGE);
            sheet.line(
                corner.step(Direction::East),
                corner.step(Direction::South),
                pen,
                layer::EDGE,
            );
        }
        let border = Pen { role: Role::Border, player: None, dashed: false };
        sheet.path(&self.border, border, layer::EDGE);
        if self.border.is_empty() && !look.is_ascii() {
            self.draw_faint_edge(sheet);
        }
        for (owner, walls) in &self.goals {
            let role = if look.is_mono() { Role::Border } else { Role::Player(*owner) };
            sheet.path(walls, Pen { role, player: None, dashed: false }, layer::EDGE);
        }
        if look.is_ascii() {
            let corners = self.goals.iter().flat_map(|(_, walls)| walls);
            for corner in corners {
                sheet.sign(*corner, '#', layer::EDGE, look.style(Role::Border));
            }
        }
    }

    /// The edge of a field that has no line round it: a dot between any two points.
    fn draw_faint_edge(&self, sheet: &mut Sheet<'_>) {
        let style = sheet.look.style(Role::Paper);
        let (width, height) = (self.extent.last_x, self.height);
        // The mouths are open: between the posts.
        let [(_, walls), _] = &self.goals;
        let mouth = walls[0].x..walls[3].x;
        let half = (sheet.geometry.pitch.0 / 2, sheet.geometry.pitch.1 / 2);
        for y in 0..height {
            for x in [0, width] {
                let (x, y) = sheet.geometry.dots(Point::new(x, y));
                let down = if sheet.geometry.is_flipped() { -half.1 } else { half.1 };
                sheet.dot(x, y + down, layer::PAPER, style);
            }
        }
        for x in (0..width).filter(|x| !mouth.contains(x)) {
            for y in [0, height] {
                let (x, y) = sheet.geometry.dots(Point::new(x, y));
                let right = if sheet.geometry.is_flipped() { -half.0 } else { half.0 };
                sheet.dot(x + right, y, layer::PAPER, style);
            }
        }
    }

    /// The ball, the points of the last action, and the keys that lead on.
    fn draw_signs(&self, sheet: &mut Sheet<'_>, marks: &Marks) {
        let look = sheet.look;
        let roomy = sheet.geometry.pitch.0 >= 8 || look.is_ascii();
        if roomy {
            for line in self.lines.iter().filter(|line| line.last) {
                if let drawn::Pen::Player(player) | drawn::Pen::Penalty(player) = line.pen {
                    let style = look.style(Role::Last(player));
                    for point in &line.points[1..] {
                        sheet.sign(*point, look.pick('○', 'o'), layer::LAST, style);
                    }
                }
            }
        }
        let end = marks.path.last().copied().unwrap_or(self.ball);
        for (path, role, layer) in [
            (&marks.hint, Role::Hint, layer::HINT),
            (&marks.candidate, Role::Candidate, layer::CANDIDATE),
            (&marks.path, Role::Preview, layer::PREVIEW),
        ] {
            for point in path.iter().skip(1).filter(|_| roomy) {
                sheet.sign(*point, look.pick('•', '*'), layer, look.style(role));
            }
            if let Some(last) = path.last()
                && path.len() > 1
            {
                sheet.sign(*last, look.pick('◆', '*'), layer, look.style(role));
            }
        }
        if sheet.geometry.has_room_for_signs() {
            for target in &marks.targets {
                let style = look.style(Role::Target);
                // A long penalty is shown by its first point, where its key is.
                let point = target.near.unwrap_or(target.point);
                sheet.sign(point, target.sign, layer::SIGNS, style);
            }
        }
        let ball = look.pick('●', '@');
        if end != self.ball {
            sheet.sign(self.ball, look.pick('○', 'O'), layer::SIGNS, look.style(Role::Ball));
        }
        sheet.sign(end, ball, layer::SIGNS, look.style(Role::Ball));
    }

    fn draw_labels(&self, geometry: &Geometry, look: Look, buffer: &mut Buffer) {
        let (setup, height) = (&self.setup, self.height);
        let row = |y: i8| {
            let has_name = matches!(setup, AnySetup::PaperSoccer(_)) || (0..=height).contains(&y);
            if has_name { drawn::row_name(setup, y) } else { String::new() }
        };
        let column = |x| drawn::column_name(setup, x);
        labels::draw(geometry, self.extent, column, row, look, buffer);
    }
}

/// The points that an action passes, with the one where it begins.
pub(super) fn path(before: &AnyPosition, action: &AnyAction) -> Vec<Point> {
    match (before, action) {
        (AnyPosition::Gridball(before), AnyAction::Gridball(action)) => {
            before.line(action).points().to_vec()
        }
        (AnyPosition::PaperSoccer(before), AnyAction::PaperSoccer(action)) => {
            let mut point = before.setup().point(action.start);
            let mut points = vec![point];
            for &direction in &action.directions {
                point = point.step(direction);
                points.push(point);
            }
            points
        }
        (AnyPosition::Dots(before), AnyAction::Dots(action)) => {
            before.point_of(*action).into_iter().collect()
        }
        (AnyPosition::FootballCheckers(_), AnyAction::FootballCheckers(action)) => {
            vec![action.from.point(), action.to.point()]
        }
        _ => Vec::new(),
    }
}
