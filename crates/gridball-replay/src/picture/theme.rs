//! How each kind of shape looks.

use std::{fmt, str::FromStr};

use gridball_core::Player;
use thiserror::Error;

use super::{
    marks::MarkColor,
    scene::{Pens, Role},
};

/// A set of colours and strokes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Ink on squared paper.
    #[default]
    Paper,
    /// Bright lines on dark ground.
    Dark,
    /// Black and white: the players are told apart by their strokes alone.
    Print,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Paper, Self::Dark, Self::Print];

    /// The name, as in `--theme`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Dark => "dark",
            Self::Print => "print",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no theme with this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown theme `{name}`: expected one of paper, dark, print")]
pub struct UnknownTheme {
    /// The name.
    pub name: String,
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        Self::ALL
            .into_iter()
            .find(|theme| theme.name() == name)
            .ok_or_else(|| UnknownTheme { name: name.to_owned() })
    }
}

/// A colour as `0xRRGGBB`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Color(pub(super) u32);

/// `#rrggbb`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// What fills a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Fill {
    Color(Color),
    /// Thin black lines; the players' lean to different sides.
    Hatch(Player),
}

/// A line drawn along the edge of a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stroke {
    pub(super) color: Color,
    pub(super) width: f32,
    /// Lengths of a dash and of the gap after it. Dashes have round ends.
    pub(super) dash: Option<(f32, f32)>,
}

/// How a shape looks.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Style {
    pub(super) fill: Option<Fill>,
    /// From the bottom to the top.
    pub(super) strokes: Vec<Stroke>,
    pub(super) opacity: f32,
}

impl Style {
    const fn filled(color: Color) -> Self {
        Self { fill: Some(Fill::Color(color)), strokes: Vec::new(), opacity: 1.0 }
    }

    fn stroked(color: Color, width: f32) -> Self {
        Self { fill: None, strokes: vec![Stroke { color, width, dash: None }], opacity: 1.0 }
    }

    /// Two parallel lines: one of the page inside of a wider one.
    fn double(color: Color, width: f32, page: Color, inside: f32) -> Self {
        Self::stroked(color, width).and(page, inside)
    }

    /// One more stroke on top.
    fn and(mut self, color: Color, width: f32) -> Self {
        self.strokes.push(Stroke { color, width, dash: None });
        self
    }

    fn dashed(mut self, dash: f32, gap: f32) -> Self {
        for stroke in &mut self.strokes {
            stroke.dash = Some((dash, gap));
        }
        self
    }

    const fn fainter(mut self, opacity: f32) -> Self {
        self.opacity = opacity;
        self
    }
}

/// The colours of a theme.
struct Palette {
    page: Color,
    grid: Color,
    /// Goals, edges, words.
    ink: Color,
    label: Color,
    shade: Color,
    blue_and_red: [Color; 2],
    red_and_black: [Color; 2],
    unknown: Color,
    highlight: Color,
    ball: Color,
    /// Red, green, blue, yellow.
    marks: [Color; 4],
}

const PAPER: Palette = Palette {
    page: Color(0x00FD_FCF6),
    grid: Color(0x00C3_D7EA),
    ink: Color(0x0033_3B4A),
    label: Color(0x0076_8091),
    shade: Color(0x00DD_D8E6),
    blue_and_red: [Color(0x001D_4FB8), Color(0x00CE_2B2B)],
    red_and_black: [Color(0x00CE_2B2B), Color(0x0026_2A33)],
    unknown: Color(0x0085_6C9B),
    highlight: Color(0x00FF_E680),
    ball: Color(0x00F5_9A23),
    marks: [Color(0x00E0_3131), Color(0x002F_9E44), Color(0x001C_7ED6), Color(0x00F0_A500)],
};

const DARK: Palette = Palette {
    page: Color(0x0015_1920),
    grid: Color(0x002B_3442),
    ink: Color(0x00C9_D1DE),
    label: Color(0x0086_90A2),
    shade: Color(0x0034_2E42),
    blue_and_red: [Color(0x006C_AAFF), Color(0x00FF_7B72)],
    red_and_black: [Color(0x00FF_6B61), Color(0x00C9_D1DE)],
    unknown: Color(0x00B3_9DDB),
    highlight: Color(0x0074_6122),
    ball: Color(0x00FF_D166),
    marks: [Color(0x00FF_6B6B), Color(0x0051_CF66), Color(0x004D_ABF7), Color(0x00FF_D43B)],
};

const BLACK: Color = Color(0);
const WHITE: Color = Color(0x00FF_FFFF);

/// Lines and pieces of this theme are not coloured; see [`printed`].
const PRINT: Palette = Palette {
    page: WHITE,
    grid: Color(0x00C4_C4C4),
    ink: BLACK,
    label: Color(0x0050_5050),
    shade: Color(0x00DC_DCDC),
    blue_and_red: [BLACK; 2],
    red_and_black: [BLACK; 2],
    unknown: Color(0x0070_7070),
    highlight: Color(0x00D6_D6D6),
    ball: BLACK,
    marks: [BLACK; 4],
};

/// The width of a player's line, in units of a scene.
const LINE: f32 = 3.4;
/// Penalties are rows of beads, so that the lines they cross or cover are seen.
const BEAD: f32 = 6.6;
const BEADS: (f32, f32) = (0.01, 8.4);
/// The marker pen.
const HIGHLIGHT: f32 = 12.0;

impl Theme {
    const fn palette(self) -> &'static Palette {
        match self {
            Self::Paper => &PAPER,
            Self::Dark => &DARK,
            Self::Print => &PRINT,
        }
    }

    /// The colour of the page.
    pub(super) const fn page(self) -> Color {
        self.palette().page
    }

    /// The colour of words.
    pub(super) const fn ink(self) -> Color {
        self.palette().ink
    }

    /// The colours of what has no owner and of the ball, for terminals.
    pub(super) const fn of_terminal(self) -> [Color; 2] {
        [self.palette().unknown, self.palette().ball]
    }

    /// The colours of the players of most games.
    pub(super) const fn players(self, pens: Pens) -> [Color; 2] {
        match pens {
            Pens::BlueAndRed => self.palette().blue_and_red,
            Pens::RedAndBlack => self.palette().red_and_black,
        }
    }

    /// How shapes of this role look.
    pub(super) fn style(self, role: Role, pens: Pens) -> Style {
        if self == Self::Print
            && let Some(style) = printed(role)
        {
            return style;
        }
        let palette = self.palette();
        let players = self.players(pens);
        let of = |player: Player| players[player.index()];
        let mark = |color: MarkColor| palette.marks[color as usize];
        match role {
            Role::Shaded => Style::filled(palette.shade),
            Role::Forbidden => Style::filled(palette.grid).fainter(0.3),
            Role::Attacked(player) => Style::filled(of(player)).fainter(0.16),
            Role::Grid => Style::stroked(palette.grid, 1.0),
            Role::Territory(player) => Style::filled(of(player)).fainter(0.26),
            Role::Chain(player) => Style::stroked(of(player), 2.4),
            Role::Border => Style::stroked(palette.ink, 2.6),
            Role::Highlight => Style::stroked(palette.highlight, HIGHLIGHT),
            Role::Penalty(player) => {
                Style::stroked(of(player), BEAD).dashed(BEADS.0, BEADS.1).fainter(0.6)
            }
            Role::UnknownLine => Style::stroked(palette.unknown, LINE),
            Role::Line(player) => Style::stroked(of(player), LINE),
            Role::LastPoint(player) => {
                Style { fill: Some(Fill::Color(palette.page)), ..Style::stroked(of(player), 2.2) }
            }
            Role::Trace(player) => Style::stroked(of(player), 2.0).dashed(0.01, 4.5),
            Role::Piece(player) => Style::filled(of(player)),
            Role::DeadPiece(player) => Style::filled(of(player)).fainter(0.55),
            Role::DeadCross(_) => Style::stroked(palette.page, 1.8),
            Role::AttackSign(player) => Style::stroked(of(player), 2.6),
            Role::Ball => Style {
                fill: Some(Fill::Color(palette.ball)),
                ..Style::stroked(if self == Self::Dark { palette.page } else { palette.ink }, 2.0)
            },
            Role::MarkRing(color) => Style::stroked(mark(color), 3.2).fainter(0.9),
            Role::MarkArrow(color) => Style::stroked(mark(color), 5.0).fainter(0.8),
            Role::MarkHead(color) => Style::filled(mark(color)).fainter(0.8),
            Role::Label => Style::filled(palette.label),
            Role::Touched | Role::Caption | Role::ToMove => Style::filled(palette.ink),
        }
    }
}

/// How the shapes look in print that are coloured elsewhere.
fn printed(role: Role) -> Option<Style> {
    let page_inside = |style: Style| Style { fill: Some(Fill::Color(WHITE)), ..style };
    Some(match role {
        Role::Line(Player::First) => Style::stroked(BLACK, LINE),
        Role::Line(Player::Second) => Style::double(BLACK, 5.4, WHITE, 2.4),
        Role::Penalty(Player::First) => Style::stroked(BLACK, BEAD).dashed(BEADS.0, BEADS.1),
        Role::Penalty(Player::Second) => {
            Style::double(BLACK, BEAD, WHITE, BEAD - 2.8).dashed(BEADS.0, BEADS.1)
        }
        Role::Territory(player) | Role::Attacked(player) => {
            Style { fill: Some(Fill::Hatch(player)), ..Style::filled(WHITE) }
        }
        Role::LastPoint(_) => page_inside(Style::stroked(BLACK, 1.8)),
        Role::Piece(Player::First) | Role::DeadPiece(Player::First) => Style::filled(BLACK),
        Role::Piece(Player::Second) => page_inside(Style::stroked(BLACK, 2.2)),
        Role::DeadPiece(Player::Second) => page_inside(Style::stroked(BLACK, 1.4)),
        Role::DeadCross(Player::First) => Style::stroked(WHITE, 1.8),
        Role::Chain(_) | Role::DeadCross(Player::Second) => Style::stroked(BLACK, 1.6),
        Role::Trace(_) => Style::stroked(BLACK, 1.6).dashed(0.01, 4.5),
        Role::AttackSign(_) => Style::double(WHITE, 6.0, BLACK, 2.6),
        Role::Ball => Style { fill: Some(Fill::Color(BLACK)), ..Style::stroked(WHITE, 2.0) },
        // Marks are told apart by their strokes too.
        Role::MarkRing(color) => match color {
            MarkColor::Green => Style::stroked(BLACK, 2.4),
            MarkColor::Red => Style::double(BLACK, 5.0, WHITE, 2.0),
            MarkColor::Yellow => Style::stroked(BLACK, 2.4).dashed(4.0, 5.0),
            MarkColor::Blue => Style::stroked(BLACK, 3.0).dashed(0.01, 5.0),
        },
        Role::MarkArrow(color) => match color {
            MarkColor::Green => Style::stroked(BLACK, 4.0),
            MarkColor::Red => Style::double(BLACK, 6.0, WHITE, 2.8),
            MarkColor::Yellow => Style::stroked(BLACK, 4.0).dashed(5.0, 8.0),
            MarkColor::Blue => Style::stroked(BLACK, 4.4).dashed(0.01, 7.0),
        },
        _ => return None,
    })
}
