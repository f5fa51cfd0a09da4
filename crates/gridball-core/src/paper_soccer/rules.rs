//! The field and what happens where.
//!
//! Marks as in the rules: `[S]` stated by the source (V. Morozkov, source 004), `[D]` deduced from it, `[C]` our
//! choice where the source is silent. What a move is, is in `movegen.rs`: it needs no choice.

use core::{fmt, str::FromStr};

use super::PointName;
use crate::{
    game::Player,
    grid::{Direction, Point},
    text::{Dimension, SetupError},
};

/// The name of the game in ids.
const NAME: &str = "paper-soccer";

/// The widest field, in cells. `[C]`
const MAX_WIDTH: u32 = 24;

/// The highest field, in cells, goals not counted. `[C]`
const MAX_HEIGHT: u32 = 24;

/// The most points that a field can have, places beside the goals included.
pub(super) const MAX_CELLS: usize = (MAX_WIDTH as usize + 1) * (MAX_HEIGHT as usize + 3);

/// One of the two sides of the field, and the player who defends that goal. `[S]`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Defends the top goal and plays towards the bottom (В).
    Upper,
    /// Defends the bottom goal and plays towards the top (Н).
    Lower,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Upper => "Upper",
            Self::Lower => "Lower",
        })
    }
}

/// The field (n1;n2;n3) and which side moves first in a game.
///
/// # Points
///
/// A [`Point`] counts columns from the left and rows from the top. The field itself has the rows
/// `0..=height`. The top goal row is `y = -1`, the bottom goal row is `y = height + 1`; on a goal
/// row only the points between and at the posts exist. Names ([`PointName`]) count files from `a`
/// and ranks from 1 at the bottom goal row, so the top goal row of (2;6;8) is rank 11. `[S]`
///
/// ```
/// use gridball_core::{Point, paper_soccer::PaperSoccerSetup};
///
/// let setup = PaperSoccerSetup::MOROZKOV;
/// assert_eq!(setup.to_string(), "paper-soccer:2,6,8");
/// assert_eq!(setup.centre(), Point::new(3, 4));
/// assert_eq!(setup.name(setup.centre()).to_string(), "d6");
/// assert_eq!("paper-soccer:8x10/lower".parse(), Ok(PaperSoccerSetup::KURNIK));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PaperSoccerSetup {
    goal_width: u8,
    width: u8,
    height: u8,
    first: Side,
}

impl PaperSoccerSetup {
    /// Morozkov's field (2;6;8), Upper first. `[S]`, who begins `[C]`
    pub const MOROZKOV: Self = Self { goal_width: 2, width: 6, height: 8, first: Side::Upper };

    /// The field played online, 8x10, that is (2;8;10), Upper first. `[S]`
    pub const ONLINE: Self = Self { goal_width: 2, width: 8, height: 10, first: Side::Upper };

    /// The field played online, Lower first, as the records of kurnik have it: White begins and
    /// attacks the top. `[S]`
    pub const KURNIK: Self = Self { first: Side::Lower, ..Self::ONLINE };

    /// A field of `goal_width` (n1), `width` (n2) and `height` (n3) cells; `first` moves first.
    ///
    /// # Errors
    ///
    /// [`SetupError::Dimension`] unless all are even, `width` and `height` are at most 24,
    /// `width` is at least 4, `height` at least 2, and `goal_width` from 2 to `width - 2`. `[C]`
    pub fn new(goal_width: u32, width: u32, height: u32, first: Side) -> Result<Self, SetupError> {
        SetupError::check(Dimension::Width, width, 4, MAX_WIDTH, true)?;
        SetupError::check(Dimension::Height, height, 2, MAX_HEIGHT, true)?;
        SetupError::check(Dimension::GoalWidth, goal_width, 2, width - 2, true)?;
        Ok(Self { goal_width: goal_width as u8, width: width as u8, height: height as u8, first })
    }

    /// n1: the cells between the posts.
    pub const fn goal_width(self) -> u8 {
        self.goal_width
    }

    /// n2: the cells from side to side.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// n3: the cells from end line to end line.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Which side [`Player::First`] is.
    pub const fn first(self) -> Side {
        self.first
    }

    /// Which side this player is.
    pub const fn side(self, player: Player) -> Side {
        match player {
            Player::First => self.first,
            Player::Second => self.first.other(),
        }
    }

    /// Which player this side is.
    pub fn player(self, side: Side) -> Player {
        if side == self.first { Player::First } else { Player::Second }
    }

    /// Where the first move starts. `[S]`
    pub const fn centre(self) -> Point {
        Point::new((self.width / 2) as i8, (self.height / 2) as i8)
    }

    /// The column of the left post.
    const fn left_post(self) -> i8 {
        ((self.width - self.goal_width) / 2) as i8
    }

    /// The column of the right post.
    const fn right_post(self) -> i8 {
        self.left_post() + self.goal_width as i8
    }

    /// Whether this column is between the posts or at one.
    const fn within_posts(self, x: i8) -> bool {
        x >= self.left_post() && x <= self.right_post()
    }

    /// Whose goal this point lies in; `None` for every point of the field itself, posts and the
    /// mouth included, and for points off the paper. `[S]`
    pub const fn goal_of(self, point: Point) -> Option<Side> {
        if !self.within_posts(point.x) {
            None
        } else if point.y == -1 {
            Some(Side::Upper)
        } else if point.y == self.height as i8 + 1 {
            Some(Side::Lower)
        } else {
            None
        }
    }

    /// Whether this point belongs to the field itself, its border included.
    pub const fn is_on_field(self, point: Point) -> bool {
        point.x >= 0 && point.x <= self.width as i8 && point.y >= 0 && point.y <= self.height as i8
    }

    /// Whether this point exists: on the field or in a goal.
    pub const fn has_point(self, point: Point) -> bool {
        self.is_on_field(point) || self.goal_of(point).is_some()
    }

    /// Whether this point of the field lies on its border: a side, or an end line outside the
    /// mouth, the posts included. The inner points of the mouth are not on the border. `[C]`
    pub const fn is_on_border(self, point: Point) -> bool {
        let on_side = point.x == 0 || point.x == self.width as i8;
        let on_end_line = point.y == 0 || point.y == self.height as i8;
        let inside_mouth = point.x > self.left_post() && point.x < self.right_post();
        self.is_on_field(point) && (on_side || (on_end_line && !inside_mouth))
    }

    /// Whether this point counts as occupied before the first move: the centre and the border.
    /// `[S]`
    pub fn is_occupied_at_start(self, point: Point) -> bool {
        point == self.centre() || self.is_on_border(point)
    }

    /// Whether the step from `point` in `direction` is a line that may be walked once. The border
    /// and the walls of the goals are drawn already and may not. `[S]`
    pub const fn has_line(self, point: Point, direction: Direction) -> bool {
        let end = point.step(direction);
        if !self.has_point(point) || !self.has_point(end) {
            return false;
        }
        let both_within_posts = self.within_posts(point.x) && self.within_posts(end.x);
        match (self.is_on_field(point), self.is_on_field(end)) {
            (true, true) => {
                let along_side = point.x == end.x && (point.x == 0 || point.x == self.width as i8);
                let along_end_line =
                    point.y == end.y && (point.y == 0 || point.y == self.height as i8);
                // The mouth itself is open. [C]
                !along_side && (!along_end_line || both_within_posts)
            }
            // The back wall of a goal. [S]
            (false, false) => false,
            // Into a goal: both ends within the posts, and not along a side wall. [D]
            _ => {
                let side_wall = point.x == end.x
                    && (point.x == self.left_post() || point.x == self.right_post());
                both_within_posts && !side_wall
            }
        }
    }

    /// Whether this point is odd, that is red in Morozkov's drawings: an odd number of lines may
    /// be walked from it before the first move; the centre counts as odd, being the start. `[D]`
    ///
    /// The last step of every finished game ends on an odd point. `[S]` A path that passes a
    /// point takes two of its lines, so only an odd point can have its last line used by arriving.
    ///
    /// `false` for places off the paper.
    pub fn is_odd_point(self, point: Point) -> bool {
        let lines = Direction::ALL.iter().filter(|&&direction| self.has_line(point, direction));
        point == self.centre() || lines.count() % 2 == 1
    }

    /// The name of a point. Points far off the paper get a name without meaning.
    pub const fn name(self, point: Point) -> PointName {
        PointName {
            file: point.x as u8,
            rank: (self.height as i8).wrapping_add(2).wrapping_sub(point.y) as u8,
        }
    }

    /// The point of a name; it need not exist on this field.
    pub const fn point(self, name: PointName) -> Point {
        Point::new(
            name.file as i8,
            (self.height as i8).wrapping_add(2).wrapping_sub(name.rank as i8),
        )
    }

    /// Places in a row of points.
    pub(super) const fn columns(self) -> usize {
        self.width as usize + 1
    }

    /// Rows of points, goal rows included.
    pub(super) const fn rows(self) -> usize {
        self.height as usize + 3
    }

    /// Places on the paper: rows times columns, at most [`MAX_CELLS`].
    pub(super) const fn cells(self) -> usize {
        self.columns() * self.rows()
    }

    /// The place of a point that exists: row by row from the top goal row, from the left.
    pub(super) const fn cell(self, point: Point) -> usize {
        (point.y + 1) as usize * self.columns() + point.x as usize
    }

    /// The point at a place.
    pub(super) const fn cell_point(self, cell: usize) -> Point {
        Point::new((cell % self.columns()) as i8, (cell / self.columns()) as i8 - 1)
    }

    /// Whose goal row this place is in.
    pub(super) const fn cell_goal(self, cell: usize) -> Option<Side> {
        if cell < self.columns() {
            Some(Side::Upper)
        } else if cell >= self.cells() - self.columns() {
            Some(Side::Lower)
        } else {
            None
        }
    }

    /// What each direction adds to the number of a place.
    pub(super) const fn offsets(self) -> [isize; 8] {
        let row = self.columns() as isize;
        [-row, 1 - row, 1, row + 1, row, row - 1, -1, -row - 1]
    }
}

impl Default for PaperSoccerSetup {
    fn default() -> Self {
        Self::MOROZKOV
    }
}

/// The id of the set-up: `paper-soccer:n1,n2,n3`, with `/lower` when Lower moves first.
impl fmt::Display for PaperSoccerSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NAME}:{},{},{}", self.goal_width, self.width, self.height)?;
        if self.first == Side::Lower { f.write_str("/lower") } else { Ok(()) }
    }
}

/// Reads `paper-soccer`, `paper-soccer:n1,n2,n3` and `paper-soccer:8x10`, the last two also with
/// `/lower` behind them.
impl FromStr for PaperSoccerSetup {
    type Err = SetupError;

    fn from_str(id: &str) -> Result<Self, SetupError> {
        let (name, setup) = match id.split_once(':') {
            Some((name, setup)) => (name, Some(setup)),
            None => (id, None),
        };
        if name != NAME {
            return Err(SetupError::UnknownGame);
        }
        let Some(setup) = setup else {
            return Ok(Self::default());
        };
        let (size, first) = match setup.strip_suffix("/lower") {
            Some(size) => (size, Side::Lower),
            None => (setup, Side::Upper),
        };
        if size == "8x10" {
            return Ok(Self { first, ..Self::ONLINE });
        }
        let mut numbers = size.split(',').map(number);
        match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
            (Some(goal_width), Some(width), Some(height), None) => {
                Self::new(goal_width?, width?, height?, first)
            }
            _ => Err(SetupError::Malformed),
        }
    }
}

/// Reads a number of plain digits without leading zeros.
fn number(text: &str) -> Result<u32, SetupError> {
    if text.starts_with('0') && text != "0" || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SetupError::Malformed);
    }
    text.parse().map_err(|_| SetupError::Malformed)
}

#[cfg(test)]
mod tests {
    use std::{string::ToString, vec::Vec};

    use super::*;

    /// Every point of the paper and one ring round it.
    fn places(setup: PaperSoccerSetup) -> impl Iterator<Item = Point> {
        (-2..=setup.height as i8 + 2)
            .flat_map(move |y| (-1..=setup.width as i8 + 1).map(move |x| Point::new(x, y)))
    }

    fn names(setup: PaperSoccerSetup, wanted: impl Fn(Point) -> bool) -> Vec<std::string::String> {
        let mut names: Vec<_> = places(setup)
            .filter(|&point| wanted(point))
            .map(|point| setup.name(point).to_string())
            .collect();
        names.sort();
        names
    }

    fn setups() -> [PaperSoccerSetup; 5] {
        let new = |n1, n2, n3| PaperSoccerSetup::new(n1, n2, n3, Side::Upper).unwrap();
        [
            PaperSoccerSetup::MOROZKOV,
            PaperSoccerSetup::ONLINE,
            new(2, 4, 2),
            new(4, 6, 2),
            new(22, 24, 24),
        ]
    }

    #[test]
    fn goals_are_the_points_between_and_at_the_posts() {
        let setup = PaperSoccerSetup::MOROZKOV;
        assert_eq!(names(setup, |p| setup.goal_of(p) == Some(Side::Upper)), ["c11", "d11", "e11"]);
        assert_eq!(names(setup, |p| setup.goal_of(p) == Some(Side::Lower)), ["c1", "d1", "e1"]);
        // A post is a point of the field, not of the goal.
        for post in ["c2", "e2", "c10", "e10"] {
            let point = setup.point(post.parse().unwrap());
            assert!(setup.is_on_border(point) && setup.goal_of(point).is_none(), "{post}");
        }
    }

    #[test]
    fn lines_into_a_goal_are_straight_and_diagonal_but_no_walls() {
        let setup = PaperSoccerSetup::MOROZKOV;
        let mut lines = Vec::new();
        for point in places(setup) {
            for direction in Direction::ALL {
                if setup.has_line(point, direction)
                    && setup.goal_of(point.step(direction)) == Some(Side::Upper)
                {
                    let mut line = setup.name(point).to_string();
                    line.push('-');
                    line.push_str(&setup.name(point.step(direction)).to_string());
                    lines.push(line);
                }
            }
        }
        lines.sort();
        assert_eq!(lines, ["c10-d11", "d10-c11", "d10-d11", "d10-e11", "e10-d11"]);
    }

    #[test]
    fn the_mouth_is_open_and_the_end_line_beside_it_is_not() {
        let setup = PaperSoccerSetup::MOROZKOV;
        let line =
            |from: &str, direction| setup.has_line(setup.point(from.parse().unwrap()), direction);
        for (left_post, mouth) in [("c10", "d10"), ("c2", "d2")] {
            assert!(line(left_post, Direction::East));
            assert!(line(mouth, Direction::East));
            assert!(!line(left_post, Direction::West));
        }
        assert!(!line("e10", Direction::East));
        assert!(!setup.is_occupied_at_start(setup.point("d10".parse().unwrap())));
    }

    #[test]
    fn lines_have_two_ends_and_mirror_images() {
        for setup in setups() {
            let (max_x, max_y) = (setup.width as i8, setup.height as i8);
            for point in places(setup) {
                for direction in Direction::ALL {
                    let line = setup.has_line(point, direction);
                    assert_eq!(line, setup.has_line(point.step(direction), direction.opposite()));
                    let left_right = Point::new(max_x - point.x, point.y);
                    assert_eq!(line, setup.has_line(left_right, direction.mirrored_x()));
                    let top_bottom = Point::new(point.x, max_y - point.y);
                    assert_eq!(line, setup.has_line(top_bottom, direction.mirrored_y()));
                }
                if setup.has_point(point) {
                    assert_eq!(setup.cell_point(setup.cell(point)), point);
                    assert!(setup.cell(point) < setup.cells() && setup.cells() <= MAX_CELLS);
                    assert_eq!(setup.cell_goal(setup.cell(point)), setup.goal_of(point));
                    assert_eq!(setup.point(setup.name(point)), point);
                }
            }
        }
    }

    #[test]
    fn all_points_with_eight_lines_and_only_they_are_free_at_the_start() {
        for setup in setups() {
            for point in places(setup).filter(|&point| setup.is_on_field(point)) {
                let open = Direction::ALL.into_iter().filter(|&d| setup.has_line(point, d)).count();
                let free = !setup.is_occupied_at_start(point);
                assert_eq!(free || point == setup.centre(), open == 8, "{setup} {point}");
            }
        }
    }

    #[test]
    fn odd_points_are_the_border_the_goals_and_the_centre() {
        let setup = PaperSoccerSetup::MOROZKOV;
        for point in places(setup) {
            let odd = setup.is_on_border(point)
                || setup.goal_of(point).is_some()
                || point == setup.centre();
            assert_eq!(setup.is_odd_point(point), odd, "{point}");
        }
    }

    #[test]
    fn ids_are_read_and_written() {
        for (id, canonical) in [
            ("paper-soccer", "paper-soccer:2,6,8"),
            ("paper-soccer:2,6,8", "paper-soccer:2,6,8"),
            ("paper-soccer:8x10", "paper-soccer:2,8,10"),
            ("paper-soccer:8x10/lower", "paper-soccer:2,8,10/lower"),
            ("paper-soccer:22,24,24/lower", "paper-soccer:22,24,24/lower"),
        ] {
            let setup: PaperSoccerSetup = id.parse().unwrap();
            assert_eq!(setup.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(setup));
        }
        let parse = |id: &str| id.parse::<PaperSoccerSetup>();
        assert_eq!(parse("soccer"), Err(SetupError::UnknownGame));
        assert_eq!(parse(""), Err(SetupError::UnknownGame));
        for id in [
            "",
            "2,6",
            "2,6,8,",
            "2,6,8,2",
            "02,6,8",
            "+2,6,8",
            "2, 6,8",
            "2,6,8/upper",
            "10x8",
            "2,6,8/lower/lower",
            "99999999999,6,8",
            ",,",
        ] {
            let mut text = "paper-soccer:".to_string();
            text.push_str(id);
            assert_eq!(parse(&text), Err(SetupError::Malformed), "{id}");
        }
        let dimension = |dimension, value, min, max| {
            Err(SetupError::Dimension { dimension, value, min, max, even: true })
        };
        assert_eq!(parse("paper-soccer:6,6,8"), dimension(Dimension::GoalWidth, 6, 2, 4));
        assert_eq!(parse("paper-soccer:3,6,8"), dimension(Dimension::GoalWidth, 3, 2, 4));
        assert_eq!(parse("paper-soccer:0,6,8"), dimension(Dimension::GoalWidth, 0, 2, 4));
        assert_eq!(parse("paper-soccer:2,2,8"), dimension(Dimension::Width, 2, 4, 24));
        assert_eq!(parse("paper-soccer:2,26,8"), dimension(Dimension::Width, 26, 4, 24));
        assert_eq!(parse("paper-soccer:2,6,9"), dimension(Dimension::Height, 9, 2, 24));
        assert_eq!(parse("paper-soccer:2,6,26"), dimension(Dimension::Height, 26, 2, 24));
        assert_eq!(parse("paper-soccer:2,6,0"), dimension(Dimension::Height, 0, 2, 24));
    }

    #[test]
    fn sides_and_players_go_together() {
        let upper = PaperSoccerSetup::MOROZKOV;
        let lower = PaperSoccerSetup::KURNIK;
        assert_eq!(upper.side(Player::First), Side::Upper);
        assert_eq!(lower.side(Player::First), Side::Lower);
        for setup in [upper, lower] {
            for player in Player::BOTH {
                assert_eq!(setup.player(setup.side(player)), player);
            }
        }
    }
}
