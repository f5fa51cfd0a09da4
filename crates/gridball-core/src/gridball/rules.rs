//! What Gridball and paper football share, and in which data they differ.
//!
//! The marks are those of the rules files: \[S\] stated by the source, \[D\] deduced from it,
//! \[C\] our choice where the source is silent.

use core::{fmt, str::FromStr};

use crate::{
    game::Player,
    grid::{Direction, Point},
    text::{Dimension, SetupError},
};

/// Segments of a regular move. \[S\]
pub(super) const MOVE_SEGMENTS: usize = 3;

/// Segments of a penalty. \[S\]
pub(super) const PENALTY_SEGMENTS: usize = 6;

/// The smallest field each way. From here on a penalty of six segments always fits in some
/// direction, so that no Gridball position is without an action. \[C\]
pub(super) const MIN_SIZE: u8 = 12;
/// The widest field. \[C\]
pub(super) const MAX_WIDTH: u8 = 56;
/// The highest field. \[C\]
pub(super) const MAX_HEIGHT: u8 = 62;
/// The narrowest goal. \[C\]
const MIN_GOAL: u8 = 2;
/// The usual goal. \[S\]
const DEFAULT_GOAL: u8 = 4;

/// Which of the two games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RulesKind {
    /// Gridball (M. Yutsis, 2004).
    Gridball,
    /// Three-segment paper football with post rebounds.
    PaperFootball,
}

/// The differences between the two games, as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Which of the two games this is.
    pub kind: RulesKind,
    /// The name in game ids.
    pub name: &'static str,
    /// The game is a draw when the turn counter reaches this number. Gridball: 300. \[S\]
    /// Paper football: no limit. \[C\]
    pub turn_limit: Option<u16>,
    /// Penalties in a row before the turn passes all the same. Gridball: 6. \[S\]
    /// Paper football: no limit. \[D\]
    pub penalty_limit: Option<u8>,
    /// Whether a penalty may end on a touched point. Gridball: yes. \[S\] Paper football: no. \[S\]
    pub penalty_ends_anywhere: bool,
    /// Whether a diagonal penalty rebounds from a goal post. Gridball: no. Paper football: yes. \[S\]
    pub penalty_rebounds: bool,
    /// Whether the goals must be on the short sides (width at most height). Paper football. \[S\]
    pub goals_on_short_sides: bool,
}

impl Rules {
    /// The rules of Gridball.
    pub const GRIDBALL: Self = Self {
        kind: RulesKind::Gridball,
        name: "gridball",
        turn_limit: Some(300),
        penalty_limit: Some(6),
        penalty_ends_anywhere: true,
        penalty_rebounds: false,
        goals_on_short_sides: false,
    };

    /// The rules of paper football.
    pub const PAPER_FOOTBALL: Self = Self {
        kind: RulesKind::PaperFootball,
        name: "paper-football",
        turn_limit: None,
        penalty_limit: None,
        penalty_ends_anywhere: false,
        penalty_rebounds: true,
        goals_on_short_sides: true,
    };
}

impl RulesKind {
    /// The rules of this game.
    pub const fn rules(self) -> &'static Rules {
        match self {
            Self::Gridball => &Rules::GRIDBALL,
            Self::PaperFootball => &Rules::PAPER_FOOTBALL,
        }
    }
}

/// The game and the size of its field, checked.
///
/// The text is the game id, `gridball:20x26/4` or `paper-football:16x24/4`. Read are also
/// `gridball` (the default), `gridball:small`, `gridball:classic`, `paper-football`, and ids
/// without a goal width (then it is 4).
///
/// ```
/// use gridball_core::gridball::{GridballSetup, RulesKind};
/// let setup: GridballSetup = "gridball:classic".parse()?;
/// assert_eq!(setup, GridballSetup::CLASSIC);
/// assert_eq!(setup.to_string(), "gridball:32x40/4");
/// assert!(GridballSetup::new(RulesKind::Gridball, 13, 26, 4).is_err());
/// # Ok::<(), gridball_core::SetupError>(())
/// ```
// Halves of the three even sizes in five bits each and the game in one more: a position is copied
// often, and everything besides the board fits in one word of it this way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridballSetup(u16);

impl GridballSetup {
    /// The small field of Gridball, 20 × 26, goals 4 wide. The default. \[S\]
    pub const SMALL: Self = Self::pack(RulesKind::Gridball, 20, 26, DEFAULT_GOAL);
    /// The classic field of Gridball, 32 × 40, goals 4 wide. \[S\]
    pub const CLASSIC: Self = Self::pack(RulesKind::Gridball, 32, 40, DEFAULT_GOAL);
    /// The field of paper football, 16 × 24, goals 4 wide. \[S\]
    pub const PAPER_FOOTBALL: Self = Self::pack(RulesKind::PaperFootball, 16, 24, DEFAULT_GOAL);

    const fn pack(kind: RulesKind, width: u8, height: u8, goal: u8) -> Self {
        let halves = (width as u16 / 2) | (height as u16 / 2) << 5 | (goal as u16 / 2) << 10;
        Self(halves | (kind as u16) << 15)
    }

    /// A set-up with these sizes, in cells.
    ///
    /// # Errors
    ///
    /// [`SetupError::Dimension`] unless all are even, `width` is 12..=56, `height` 12..=62 (in
    /// paper football at least `width`), and `goal_width` 2..=`width` − 2.
    pub const fn new(
        kind: RulesKind,
        width: u32,
        height: u32,
        goal_width: u32,
    ) -> Result<Self, SetupError> {
        let (min, max_width) = (MIN_SIZE as u32, MAX_WIDTH as u32);
        if let Err(error) = SetupError::check(Dimension::Width, width, min, max_width, true) {
            return Err(error);
        }
        let min = if kind.rules().goals_on_short_sides { width } else { min };
        if let Err(error) =
            SetupError::check(Dimension::Height, height, min, MAX_HEIGHT as u32, true)
        {
            return Err(error);
        }
        if let Err(error) =
            SetupError::check(Dimension::GoalWidth, goal_width, MIN_GOAL as u32, width - 2, true)
        {
            return Err(error);
        }
        // The checks above keep all three below 64.
        Ok(Self::pack(kind, width as u8, height as u8, goal_width as u8))
    }

    /// Which of the two games.
    pub const fn kind(self) -> RulesKind {
        if self.0 >> 15 == 0 { RulesKind::Gridball } else { RulesKind::PaperFootball }
    }

    /// The rules of the game.
    pub const fn rules(self) -> &'static Rules {
        self.kind().rules()
    }

    /// Width of the field in cells; points have x = 0..=width.
    pub const fn width(self) -> u8 {
        (self.0 & 31) as u8 * 2
    }

    /// Height of the field in cells; points have y = 0..=height.
    pub const fn height(self) -> u8 {
        (self.0 >> 5 & 31) as u8 * 2
    }

    /// Width of the goals in cells.
    pub const fn goal_width(self) -> u8 {
        (self.0 >> 10 & 31) as u8 * 2
    }

    /// x of the left posts.
    pub const fn left_post(self) -> u8 {
        self.width() / 2 - self.goal_width() / 2
    }

    /// x of the right posts.
    pub const fn right_post(self) -> u8 {
        self.width() / 2 + self.goal_width() / 2
    }

    /// Where the ball starts: the middle of the field.
    pub const fn start_ball(self) -> Point {
        Point::new(self.width() as i8 / 2, self.height() as i8 / 2)
    }

    /// Whether `point` is on the field, its edge included.
    pub const fn is_on_field(self, point: Point) -> bool {
        0 <= point.x
            && point.x <= self.width() as i8
            && 0 <= point.y
            && point.y <= self.height() as i8
    }

    /// Whether a segment from `from` in `direction` crosses a goal line in the mouth: vertically
    /// strictly between the posts, diagonally with both ends within them. \[S/D\]
    pub const fn is_goal(self, from: Point, direction: Direction) -> bool {
        let (dx, dy) = direction.delta();
        let leaves = (from.y == 0 && dy < 0) || (from.y == self.height() as i8 && dy > 0);
        let (left, right) = (self.left_post() as i8, self.right_post() as i8);
        let (low, high) = if dx == 0 { (left + 1, right - 1) } else { (left, right) };
        let end = from.x + dx;
        leaves && low <= from.x && from.x <= high && low <= end && end <= high
    }

    /// Whose win it is when the ball lies at `point`: First attacks the bottom goal, Second the
    /// top one, whoever moved. \[S\]
    pub const fn winner(self, point: Point) -> Option<Player> {
        if point.y > self.height() as i8 {
            Some(Player::First)
        } else if point.y < 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// Whether `point` is on a goal line between the posts, themselves included.
    pub(super) const fn is_between_posts(self, point: Point) -> bool {
        (point.y == 0 || point.y == self.height() as i8)
            && self.left_post() as i8 <= point.x
            && point.x <= self.right_post() as i8
    }

    /// Whether `point` is a goal post.
    pub(super) const fn is_post(self, point: Point) -> bool {
        (point.y == 0 || point.y == self.height() as i8)
            && (point.x == self.left_post() as i8 || point.x == self.right_post() as i8)
    }

    /// 16 bits that tell set-ups apart.
    pub(super) const fn code(self) -> u16 {
        self.0
    }
}

impl fmt::Debug for GridballSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GridballSetup({self})")
    }
}

impl fmt::Display for GridballSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.rules().name;
        write!(f, "{name}:{}x{}/{}", self.width(), self.height(), self.goal_width())
    }
}

impl FromStr for GridballSetup {
    type Err = SetupError;

    fn from_str(id: &str) -> Result<Self, SetupError> {
        let (name, sizes) = match id.split_once(':') {
            Some((name, sizes)) => (name, Some(sizes)),
            None => (id, None),
        };
        let (kind, default) = match name {
            "gridball" => (RulesKind::Gridball, Self::SMALL),
            "paper-football" => (RulesKind::PaperFootball, Self::PAPER_FOOTBALL),
            _ => return Err(SetupError::UnknownGame),
        };
        let Some(sizes) = sizes else { return Ok(default) };
        match (kind, sizes) {
            (RulesKind::Gridball, "small") => return Ok(Self::SMALL),
            (RulesKind::Gridball, "classic") => return Ok(Self::CLASSIC),
            _ => {}
        }
        let (field, goal) = match sizes.split_once('/') {
            Some((field, goal)) => (field, Some(goal)),
            None => (sizes, None),
        };
        let (width, height) = field.split_once('x').ok_or(SetupError::Malformed)?;
        let goal = goal.map_or(Ok(u32::from(DEFAULT_GOAL)), number)?;
        Self::new(kind, number(width)?, number(height)?, goal)
    }
}

/// A decimal number without sign or leading zeros.
fn number(text: &str) -> Result<u32, SetupError> {
    let plain = !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.len() == 1 || !text.starts_with('0'));
    if !plain {
        return Err(SetupError::Malformed);
    }
    // A number too large for u32 is out of every range as well.
    Ok(text.parse().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
    use std::string::ToString;

    #[test]
    fn ids_round_trip_and_bad_ones_are_refused() {
        for id in ["gridball:20x26/4", "gridball:56x62/54", "paper-football:12x14/4"] {
            assert_eq!(id.parse::<GridballSetup>().unwrap().to_string(), id);
        }
        assert_eq!("gridball".parse(), Ok(GridballSetup::SMALL));
        assert_eq!("gridball:32x40".parse(), Ok(GridballSetup::CLASSIC));
        assert_eq!("paper-football".parse(), Ok(GridballSetup::PAPER_FOOTBALL));
        assert_eq!("chess".parse::<GridballSetup>(), Err(SetupError::UnknownGame));
        for id in [
            "gridball:",
            "gridball:20",
            "gridball:20x",
            "gridball:020x26/4",
            "gridball:+20x26/4",
            "gridball:20x26/",
            "gridball:20x26/4/4",
            "paper-football:small",
        ] {
            assert_eq!(id.parse::<GridballSetup>(), Err(SetupError::Malformed), "{id}");
        }
        for id in [
            "gridball:10x26/4",
            "gridball:58x26/4",
            "gridball:20x64/4",
            "gridball:20x27/4",
            "gridball:20x26/20",
            "gridball:20x26/0",
            "gridball:20x26/3",
            "paper-football:26x24/4",
            "gridball:99999999999999999999x26/4",
        ] {
            assert!(
                matches!(id.parse::<GridballSetup>(), Err(SetupError::Dimension { .. })),
                "{id}"
            );
        }
    }

    #[test]
    fn goals_are_crossed_between_the_posts_only() {
        let setup = GridballSetup::SMALL;
        let goals = |y: i8, directions: [Direction; 3]| {
            let mut found = std::vec::Vec::new();
            for x in 0..=20 {
                for direction in directions {
                    if setup.is_goal(Point::new(x, y), direction) {
                        found.push((x, direction.digit()));
                    }
                }
            }
            found
        };
        let top = [
            (8, '1'),
            (9, '7'),
            (9, '0'),
            (9, '1'),
            (10, '7'),
            (10, '0'),
            (10, '1'),
            (11, '7'),
            (11, '0'),
            (11, '1'),
            (12, '7'),
        ];
        assert_eq!(goals(0, [NorthWest, North, NorthEast]), top);
        assert_eq!(goals(26, [SouthWest, South, SouthEast]).len(), top.len());
        assert_eq!(goals(1, [NorthWest, North, NorthEast]), []);
    }
}
