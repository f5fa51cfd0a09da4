//! How the screen looks: colours by role, for terminals that have many, few or none.

use gridball_core::Player;
use gridball_replay::text::Charset;
use ratatui::{
    style::{Color, Modifier, Style},
    symbols::border,
};
use serde::{Deserialize, Serialize};

/// How many colours a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// None, or none that are wanted.
    Mono,
    /// The sixteen of old.
    Sixteen,
    /// The palette of 256.
    Palette,
    /// Any colour.
    True,
}

impl Depth {
    /// What the environment says about the terminal.
    pub(crate) fn from_environment() -> Self {
        let variable = |name| std::env::var(name).unwrap_or_default();
        Self::of(&variable("TERM"), &variable("COLORTERM"))
    }

    fn of(term: &str, color_term: &str) -> Self {
        if matches!(color_term, "truecolor" | "24bit") || term.ends_with("-direct") {
            Self::True
        } else if term.contains("256color") || cfg!(windows) {
            Self::Palette
        } else {
            Self::Sixteen
        }
    }
}

/// Whether the terminal shows no more than ASCII, as far as the environment tells: the locale is
/// not one of UTF-8, or it is the console of Linux, whose letters have no Braille.
pub(crate) fn shows_only_ascii() -> bool {
    let variable = |name| std::env::var(name).unwrap_or_default();
    // The first of these that is not empty decides.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
    let locale = locale.iter().find(|value| !value.is_empty());
    !cfg!(windows) && is_plain(&variable("TERM"), locale.map_or("", String::as_str))
}

fn is_plain(term: &str, locale: &str) -> bool {
    let encoding = locale.split('@').next().unwrap_or_default().split_once('.');
    let utf8 = encoding.is_some_and(|(_, encoding)| {
        encoding.eq_ignore_ascii_case("utf-8") || encoding.eq_ignore_ascii_case("utf8")
    });
    // macOS writes the encoding alone.
    let alone = locale.eq_ignore_ascii_case("utf-8");
    term == "linux" || !(utf8 || alone)
}

/// Which colours are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColorWish {
    /// As many as the terminal has.
    #[default]
    Auto,
    /// All.
    True,
    /// The palette of 256.
    #[serde(rename = "256")]
    Palette,
    /// Sixteen.
    #[serde(rename = "16")]
    Sixteen,
    /// None.
    None,
}

/// Bright signs on dark ground or the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ground {
    /// Dark ground.
    #[default]
    Dark,
    /// Light ground, like paper.
    Light,
}

/// What something on the screen is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Ordinary text.
    Text,
    /// Less important text.
    Quiet,
    /// Headings.
    Title,
    /// A key to press.
    Key,
    /// The chosen line of a list.
    Chosen,
    /// Something went wrong or is urgent.
    Warning,
    /// Points of the paper that nothing has touched.
    Paper,
    /// Coordinates.
    Label,
    /// The border of the field.
    Border,
    /// What a player drew or owns.
    Player(Player),
    /// The same, of the last action.
    Last(Player),
    /// What nobody knows who drew.
    Both,
    /// The ball.
    Ball,
    /// A place where the next step can lead.
    Target,
    /// The action that is being entered.
    Preview,
    /// The action that is being looked at before it is chosen.
    Candidate,
    /// What an engine would play.
    Hint,
    /// The cursor on the field.
    Cursor,
    /// Light and dark cells of a board.
    LightCell,
    /// See above.
    DarkCell,
}

/// The look of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) depth: Depth,
    pub(crate) ground: Ground,
    pub(crate) charset: Charset,
}

/// A colour as red, green and blue, and the nearest of the sixteen.
type Tint = (u32, Color);

impl Look {
    /// The sign for Unicode or for ASCII.
    pub(crate) const fn pick(self, unicode: char, ascii: char) -> char {
        match self.charset {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// The text for Unicode or for ASCII.
    pub(crate) const fn pick_text(
        self,
        unicode: &'static str,
        ascii: &'static str,
    ) -> &'static str {
        match self.charset {
            Charset::Unicode => unicode,
            Charset::Ascii => ascii,
        }
    }

    /// Whether there are only ASCII signs.
    pub(crate) fn is_ascii(self) -> bool {
        self.charset == Charset::Ascii
    }

    /// Whether there are no colours to tell the players apart.
    pub(crate) fn is_mono(self) -> bool {
        self.depth == Depth::Mono
    }

    /// The lines of frames.
    pub(crate) const fn frame(self) -> border::Set<'static> {
        match self.charset {
            Charset::Unicode => border::ROUNDED,
            Charset::Ascii => border::Set {
                top_left: "+",
                top_right: "+",
                bottom_left: "+",
                bottom_right: "+",
                vertical_left: "|",
                vertical_right: "|",
                horizontal_top: "-",
                horizontal_bottom: "-",
            },
        }
    }

    fn color(self, (rgb, sixteen): Tint) -> Color {
        let [_, red, green, blue] = rgb.to_be_bytes();
        match self.depth {
            Depth::Mono => Color::Reset,
            Depth::Sixteen => sixteen,
            Depth::Palette => Color::Indexed(palette_index(red, green, blue)),
            Depth::True => Color::Rgb(red, green, blue),
        }
    }

    /// The ground of the whole screen.
    pub(crate) fn ground_style(self) -> Style {
        match (self.depth, self.ground) {
            // Few colours: the terminal knows its own ground best.
            (Depth::Mono | Depth::Sixteen, Ground::Dark) | (Depth::Mono, Ground::Light) => {
                Style::reset()
            }
            (_, Ground::Dark) => Style::reset()
                .bg(self.color((0x0015_181e, Color::Reset)))
                .fg(self.color((0x00d6_d9de, Color::Reset))),
            (_, Ground::Light) => Style::reset()
                .bg(self.color((0x00fb_f8ef, Color::White)))
                .fg(self.color((0x0028_2c34, Color::Black))),
        }
    }

    /// How something looks, on top of the ground.
    pub(crate) fn style(self, role: Role) -> Style {
        if self.is_mono() {
            return mono(role);
        }
        let dark = self.ground == Ground::Dark;
        // Dark ground, then light ground.
        let tints: [Tint; 2] = match role {
            Role::Text => [(0x00d6_d9de, Color::Reset), (0x0028_2c34, Color::Black)],
            Role::Quiet => [(0x0082_8a97, Color::DarkGray), (0x0082_7d70, Color::DarkGray)],
            Role::Title => [(0x00f2_f3f5, Color::White), (0x0010_1216, Color::Black)],
            Role::Key | Role::Target => [(0x008f_d694, Color::Green), (0x0018_7a2f, Color::Green)],
            Role::Chosen | Role::Cursor => {
                [(0x0015_181e, Color::Black), (0x00fb_f8ef, Color::White)]
            }
            Role::Warning => [(0x00ff_b454, Color::Yellow), (0x00b3_5900, Color::Red)],
            Role::Paper => [(0x0048_505c, Color::DarkGray), (0x00bd_c9d6, Color::Gray)],
            Role::Label => [(0x0066_6e7a, Color::DarkGray), (0x009a_9486, Color::DarkGray)],
            Role::Border => [(0x00b4_bac4, Color::Gray), (0x0055_5a64, Color::DarkGray)],
            Role::Player(Player::First) => [(0x004f_8fe6, Color::Blue), (0x001d_4fb4, Color::Blue)],
            Role::Player(Player::Second) => [(0x00e0_5f5f, Color::Red), (0x00b3_2626, Color::Red)],
            Role::Last(Player::First) => {
                [(0x0097_c8ff, Color::LightBlue), (0x0000_6fff, Color::LightBlue)]
            }
            Role::Last(Player::Second) => {
                [(0x00ff_a3a3, Color::LightRed), (0x00ff_2020, Color::LightRed)]
            }
            Role::Both => [(0x00b0_82d8, Color::Magenta), (0x007b_3fa8, Color::Magenta)],
            Role::Ball => [(0x00ff_d75f, Color::LightYellow), (0x0000_0000, Color::Black)],
            Role::Preview => [(0x00ff_ffff, Color::White), (0x0000_0000, Color::Black)],
            Role::Candidate => [(0x00ff_b454, Color::Yellow), (0x00c2_6a00, Color::Yellow)],
            Role::Hint => [(0x005f_d7c8, Color::Cyan), (0x0000_8577, Color::Cyan)],
            Role::LightCell => [(0x0030_3642, Color::Reset), (0x00f3_e9d2, Color::Reset)],
            Role::DarkCell => [(0x001e_222b, Color::Reset), (0x00dc_ccab, Color::Reset)],
        };
        let color = self.color(if dark { tints[0] } else { tints[1] });
        let style = Style::new();
        match role {
            Role::Chosen | Role::Cursor => {
                let ground: Tint =
                    if dark { (0x008f_d694, Color::Green) } else { (0x0018_7a2f, Color::Green) };
                style.fg(color).bg(self.color(ground)).add_modifier(Modifier::BOLD)
            }
            Role::LightCell | Role::DarkCell => style.bg(color),
            Role::Title
            | Role::Key
            | Role::Target
            | Role::Last(_)
            | Role::Ball
            | Role::Preview
            | Role::Candidate
            | Role::Hint => style.fg(color).add_modifier(Modifier::BOLD),
            _ => style.fg(color),
        }
    }
}

/// A look without any colour: weight, underlining and reversal.
const fn mono(role: Role) -> Style {
    let style = Style::new();
    match role {
        Role::Text | Role::Border | Role::Both | Role::Player(Player::Second) | Role::LightCell => {
            style
        }
        Role::Quiet | Role::Paper | Role::Label => style.add_modifier(Modifier::DIM),
        Role::DarkCell => style,
        Role::Title | Role::Key | Role::Ball | Role::Player(Player::First) | Role::Warning => {
            style.add_modifier(Modifier::BOLD)
        }
        Role::Last(Player::First) | Role::Preview | Role::Candidate | Role::Hint => {
            style.add_modifier(Modifier::BOLD).add_modifier(Modifier::UNDERLINED)
        }
        Role::Last(Player::Second) | Role::Target => style.add_modifier(Modifier::UNDERLINED),
        Role::Chosen | Role::Cursor => style.add_modifier(Modifier::REVERSED),
    }
}

/// The nearest colour of the cube of the 256-colour palette, or of its greys.
fn palette_index(red: u8, green: u8, blue: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |a: [u8; 3]| {
        let part = |one: u8, other: u8| i32::from(one.abs_diff(other)).pow(2);
        part(a[0], red) + part(a[1], green) + part(a[2], blue)
    };
    let nearest = |value: u8| {
        (0..6_u8).min_by_key(|&index| LEVELS[usize::from(index)].abs_diff(value)).unwrap_or(0)
    };
    let cube = [nearest(red), nearest(green), nearest(blue)];
    let cube_index = 16 + 36 * cube[0] + 6 * cube[1] + cube[2];
    let grey = (0..24_u8).min_by_key(|&step| distance([8 + 10 * step; 3])).unwrap_or(0);
    let cube_distance = distance(cube.map(|index| LEVELS[usize::from(index)]));
    if distance([8 + 10 * grey; 3]) < cube_distance { 232 + grey } else { cube_index }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_say_how_many_colours_they_have() {
        for (term, color_term, depth) in [
            ("xterm-256color", "truecolor", Depth::True),
            ("xterm-256color", "", Depth::Palette),
            ("screen", "", Depth::Sixteen),
            ("xterm-direct", "", Depth::True),
        ] {
            if !cfg!(windows) {
                assert_eq!(Depth::of(term, color_term), depth, "{term} {color_term}");
            }
        }
    }

    #[test]
    fn signs_beyond_ascii_need_a_terminal_that_has_them() {
        for (term, locale, plain) in [
            ("xterm-256color", "en_US.UTF-8", false),
            ("xterm-256color", "uk_UA.utf8@euro", false),
            ("xterm-256color", "C.UTF-8", false),
            ("xterm", "UTF-8", false),
            ("xterm", "C", true),
            ("xterm", "", true),
            ("xterm", "ru_RU.KOI8-R", true),
            ("linux", "en_US.UTF-8", true),
        ] {
            assert_eq!(is_plain(term, locale), plain, "{term} {locale}");
        }
    }

    #[test]
    fn the_palette_has_the_nearest_colour() {
        assert_eq!(palette_index(0, 0, 0), 16);
        assert_eq!(palette_index(255, 255, 255), 231);
        assert_eq!(palette_index(255, 0, 0), 196);
        assert_eq!(palette_index(8, 8, 8), 232);
    }
}
