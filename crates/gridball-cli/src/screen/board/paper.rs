//! The fields of the football games on squared paper: Gridball, paper football, paper soccer.

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, BitGrid, Direction, Player, Point, Position,
    gridball::GridballAction,
};
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

/// A line between two neighbouring points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stroke {
    from: Point,
    to: Point,
    player: Option<Player>,
    penalty: bool,
    last: bool,
}

/// What is on the paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Paper {
    extent: Extent,
    /// The row of the lower goal line; that of the upper one is 0.
    height: i8,
    posts: (i8, i8),
    /// Whether the edge is a line that counts as drawn.
    walled: bool,
    strokes: Vec<Stroke>,
    /// Cells with a diagonal that was drawn before the record begins.
    shaded: Vec<Point>,
    /// Points that were touched before the record begins.
    touched: BitGrid,
    ball: Point,
    /// Whose goal is the upper one.
    upper: Player,
    /// Whether points have names like `d6` rather than numbers.
    named: bool,
}

impl Paper {
    /// The paper of a game; `None` for a game that is not played with lines.
    pub(super) fn new(game: &AnyGame) -> Option<Self> {
        let mut paper = match (game.start(), game.position()) {
            (AnyPosition::Gridball(start), AnyPosition::Gridball(end)) => {
                let setup = start.setup();
                let (width, height) = (setup.width() as i8, setup.height() as i8);
                let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                Self {
                    extent: Extent { last_x: width, rows: (-1, height + 1) },
                    height,
                    posts: (setup.left_post() as i8, setup.right_post() as i8),
                    walled: false,
                    strokes: Vec::new(),
                    shaded: cells
                        .filter(|&(x, y)| start.has_diagonal(x as u8, y as u8))
                        .map(|(x, y)| Point::new(x, y))
                        .collect(),
                    touched: start.touched(),
                    ball: end.ball(),
                    upper: Player::First,
                    named: false,
                }
            }
            (AnyPosition::PaperSoccer(start), AnyPosition::PaperSoccer(end)) => {
                let setup = start.setup();
                let (width, height) = (setup.width() as i8, setup.height() as i8);
                let goal = setup.goal_width() as i8;
                Self {
                    extent: Extent { last_x: width, rows: (-1, height + 1) },
                    height,
                    posts: ((width - goal) / 2, i8::midpoint(width, goal)),
                    walled: true,
                    strokes: start
                        .lines()
                        .map(|(from, direction)| Stroke {
                            from,
                            to: from.step(direction),
                            player: None,
                            penalty: false,
                            last: false,
                        })
                        .collect(),
                    shaded: Vec::new(),
                    touched: BitGrid::new(0, 0),
                    ball: end.ball(),
                    upper: setup.player(gridball_core::paper_soccer::Side::Upper),
                    named: true,
                }
            }
            _ => return None,
        };
        let mut actions_left = game.len();
        game.replay(|before, action, _| {
            actions_left -= 1;
            let penalty = matches!(action, AnyAction::Gridball(GridballAction::Penalty(_)));
            for pair in path(before, action).windows(2) {
                paper.strokes.push(Stroke {
                    from: pair[0],
                    to: pair[1],
                    player: Some(before.to_move()),
                    penalty,
                    last: actions_left == 0,
                });
            }
        });
        Some(paper)
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
        for stroke in &self.strokes {
            let role = match (stroke.player, stroke.last) {
                (Some(player), false) => Role::Player(player),
                (Some(player), true) => Role::Last(player),
                (None, _) => Role::Both,
            };
            let pen = Pen { role, player: stroke.player, dashed: stroke.penalty };
            let layer = if stroke.last { layer::LAST } else { layer::LINES };
            sheet.line(stroke.from, stroke.to, pen, layer);
            // Where no colour tells the players apart, Second's lines have beads.
            if look.is_mono() && stroke.player == Some(Player::Second) {
                sheet.sign(stroke.to, look.pick('◦', 'o'), layer, look.style(role));
            }
        }
        for (path, role, layer) in [
            (&marks.hint, Role::Hint, layer::HINT),
            (&marks.candidate, Role::Candidate, layer::CANDIDATE),
            (&marks.path, Role::Preview, layer::PREVIEW),
        ] {
            let pen = Pen { role, player: None, dashed: false };
            for pair in path.windows(2) {
                sheet.line(pair[0], pair[1], pen, layer);
            }
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
        let (left, right) = self.posts;
        let border = Pen { role: Role::Border, player: None, dashed: false };
        if self.walled {
            for y in 0..self.height {
                for x in [0, self.extent.last_x] {
                    sheet.line(Point::new(x, y), Point::new(x, y + 1), border, layer::EDGE);
                }
            }
            for y in [0, self.height] {
                for x in (0..self.extent.last_x).filter(|x| !(left..right).contains(x)) {
                    sheet.line(Point::new(x, y), Point::new(x + 1, y), border, layer::EDGE);
                }
            }
        } else if !look.is_ascii() {
            self.draw_faint_edge(sheet);
        }
        for (line, back, owner) in
            [(0, -1, self.upper), (self.height, self.height + 1, self.upper.other())]
        {
            let role = if look.is_mono() { Role::Border } else { Role::Player(owner) };
            let pen = Pen { role, player: None, dashed: false };
            for post in [left, right] {
                sheet.line(Point::new(post, line), Point::new(post, back), pen, layer::EDGE);
            }
            for x in left..right {
                sheet.line(Point::new(x, back), Point::new(x + 1, back), pen, layer::EDGE);
            }
            for post in [left, right] {
                for y in [line, back] {
                    if look.is_ascii() {
                        sheet.sign(Point::new(post, y), '#', layer::EDGE, look.style(role));
                    }
                }
            }
        }
    }

    /// The edge of a field that has no line round it: a dot between any two points.
    fn draw_faint_edge(&self, sheet: &mut Sheet<'_>) {
        let style = sheet.look.style(Role::Paper);
        let (width, height) = (self.extent.last_x, self.height);
        let half = (sheet.geometry.pitch.0 / 2, sheet.geometry.pitch.1 / 2);
        for y in 0..height {
            for x in [0, width] {
                let (x, y) = sheet.geometry.dots(Point::new(x, y));
                let down = if sheet.geometry.is_flipped() { -half.1 } else { half.1 };
                sheet.dot(x, y + down, layer::PAPER, style);
            }
        }
        for x in (0..width).filter(|x| !(self.posts.0..self.posts.1).contains(x)) {
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
            for stroke in self.strokes.iter().filter(|stroke| stroke.last) {
                if let Some(player) = stroke.player {
                    let style = look.style(Role::Last(player));
                    sheet.sign(stroke.to, look.pick('○', 'o'), layer::LAST, style);
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
        const FILES: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
        let height = self.height;
        let named = self.named;
        let column = |x: i8| {
            if named {
                FILES.get(x as usize).map_or(String::new(), |file| char::from(*file).to_string())
            } else {
                x.to_string()
            }
        };
        let row = |y: i8| {
            if named {
                // Ranks count from the lower goal row, 1, upwards.
                (height + 2 - y).to_string()
            } else if (0..=height).contains(&y) {
                y.to_string()
            } else {
                String::new()
            }
        };
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
