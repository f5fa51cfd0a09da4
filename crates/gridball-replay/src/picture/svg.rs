//! Scenes as SVG.

use std::fmt::{self, Write as _};

use gridball_core::Player;

use super::{
    Picture,
    scene::{Anchor, CELL, Inset, Role, Scene, Shape, Spot},
    theme::{Fill, Stroke, Style, Theme},
};

/// The font of all pictures comes first; where it is missing, the others are as wide.
const FONTS: &str = "DejaVu Sans, Verdana, Geneva, sans-serif";

/// Writes `picture` as an SVG document.
///
/// # Errors
///
/// Only those of `out`.
pub(super) fn write(picture: &Picture, out: &mut dyn fmt::Write) -> fmt::Result {
    let scene = &picture.scene;
    let (width, height) = picture.pixels();
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" font-family=\"{FONTS}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n<title>",
        Number(scene.width),
        Number(scene.height),
    )?;
    write_escaped(out, &picture.title)?;
    out.write_str("</title>\n")?;
    if !picture.description.is_empty() {
        out.write_str("<desc>")?;
        write_escaped(out, &picture.description)?;
        out.write_str("</desc>\n")?;
    }
    write_hatches(scene, picture.theme, out)?;
    writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"{}\"/>", picture.theme.page())?;
    write_scene(scene, picture.theme, out)?;
    out.write_str("</svg>\n")
}

fn write_scene(scene: &Scene, theme: Theme, out: &mut dyn fmt::Write) -> fmt::Result {
    for (role, shapes) in scene.layers() {
        write_layer(role, shapes, &theme.style(role, scene.pens), out)?;
    }
    for Inset { scene, at, scale } in &scene.insets {
        let (x, y, scale) = (Number(at.x), Number(at.y), Precise(*scale));
        writeln!(out, "<g transform=\"translate({x} {y}) scale({scale})\">")?;
        write_scene(scene, theme, out)?;
        out.write_str("</g>\n")?;
    }
    Ok(())
}

/// Writes all shapes of a role in a group: once for what fills them and for the lowest stroke,
/// and again for each further stroke, so that double lines run into each other where they meet.
fn write_layer(
    role: Role,
    shapes: &[Shape],
    style: &Style,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let group = |out: &mut dyn fmt::Write, fill: Option<Fill>, stroke: Option<&Stroke>| {
        write!(out, "<g class=\"{}\" fill=\"", class(role))?;
        match fill {
            None => out.write_str("none")?,
            Some(Fill::Color(color)) => write!(out, "{color}")?,
            Some(Fill::Hatch(player)) => write!(out, "url(#{})", hatch(player))?,
        }
        out.write_char('"')?;
        if let Some(Stroke { color, width, dash }) = stroke {
            write!(out, " stroke=\"{color}\" stroke-width=\"{}\"", Number(*width))?;
            if let Some((dash, gap)) = dash {
                write!(out, " stroke-dasharray=\"{} {}\"", Precise(*dash), Precise(*gap))?;
            }
        }
        if style.opacity < 1.0 {
            // Of the whole group, so that what overlaps is not darker there.
            write!(out, " opacity=\"{}\"", Precise(style.opacity))?;
        }
        out.write_char('>')?;
        write_shapes(shapes, out)?;
        out.write_str("</g>\n")
    };
    group(out, style.fill, style.strokes.first())?;
    for stroke in style.strokes.iter().skip(1) {
        group(out, None, Some(stroke))?;
    }
    Ok(())
}

/// Writes shapes; lines and areas that follow each other as one path.
fn write_shapes(shapes: &[Shape], out: &mut dyn fmt::Write) -> fmt::Result {
    let mut path = String::new();
    let mut circles = String::new();
    let mut rule = "";
    for shape in shapes {
        match shape {
            Shape::Line(places) => write_path(places, false, &mut path)?,
            Shape::Area(rings) => {
                if rings.len() > 1 {
                    rule = " fill-rule=\"evenodd\"";
                }
                for ring in rings {
                    write_path(ring, true, &mut path)?;
                }
            }
            Shape::Circle { centre, radius } => {
                let (x, y, radius) = (Number(centre.x), Number(centre.y), Number(*radius));
                write!(circles, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
            }
            Shape::Text { .. } => {}
        }
    }
    if !path.is_empty() {
        write!(out, "<path{rule} d=\"{path}\"/>")?;
    }
    out.write_str(&circles)?;
    write_texts(shapes, out)
}

fn write_texts(shapes: &[Shape], out: &mut dyn fmt::Write) -> fmt::Result {
    for shape in shapes {
        let Shape::Text { at, size, anchor, text } = shape else { continue };
        write!(out, "<text x=\"{}\" y=\"{}\"", Number(at.x), Number(at.y))?;
        write!(out, " font-size=\"{}\"", Number(*size))?;
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => out.write_str(" text-anchor=\"middle\"")?,
            Anchor::End => out.write_str(" text-anchor=\"end\"")?,
        }
        out.write_char('>')?;
        write_escaped(out, text)?;
        out.write_str("</text>")?;
    }
    Ok(())
}

fn write_path(places: &[Spot], closed: bool, path: &mut String) -> fmt::Result {
    for (index, place) in places.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        write!(path, "{command}{} {}", Number(place.x), Number(place.y))?;
    }
    if closed {
        path.push('Z');
    }
    Ok(())
}

/// The name of a role, for those who want to give a picture a style of their own.
fn class(role: Role) -> String {
    let (name, player) = match role {
        Role::Shaded => ("shaded", None),
        Role::Forbidden => ("forbidden", None),
        Role::Attacked(player) => ("attacked", Some(player)),
        Role::Grid => ("grid", None),
        Role::Territory(player) => ("territory", Some(player)),
        Role::Chain(player) => ("chain", Some(player)),
        Role::Border => ("border", None),
        Role::Highlight => ("highlight", None),
        Role::Penalty(player) => ("penalty", Some(player)),
        Role::UnknownLine => ("line", None),
        Role::Line(player) => ("line", Some(player)),
        Role::Touched => ("touched", None),
        Role::LastPoint(player) => ("last", Some(player)),
        Role::Trace(player) => ("trace", Some(player)),
        Role::Piece(player) => ("piece", Some(player)),
        Role::DeadPiece(player) => ("dead", Some(player)),
        Role::DeadCross(player) => ("cross", Some(player)),
        Role::AttackSign(player) => ("attack", Some(player)),
        Role::Ball => ("ball", None),
        Role::MarkRing(_) => ("ring", None),
        Role::MarkArrow(_) => ("arrow", None),
        Role::MarkHead(_) => ("head", None),
        Role::Label => ("label", None),
        Role::Caption => ("caption", None),
        Role::ToMove => ("to-move", None),
    };
    match player {
        None => name.to_owned(),
        Some(Player::First) => format!("{name} first"),
        Some(Player::Second) => format!("{name} second"),
    }
}

const fn hatch(player: Player) -> &'static str {
    match player {
        Player::First => "hatch-first",
        Player::Second => "hatch-second",
    }
}

/// Writes the patterns that the scene needs.
fn write_hatches(scene: &Scene, theme: Theme, out: &mut dyn fmt::Write) -> fmt::Result {
    fn needs(scene: &Scene, theme: Theme, player: Player) -> bool {
        let hatched = |role| theme.style(role, scene.pens).fill == Some(Fill::Hatch(player));
        scene.layers().any(|(role, _)| hatched(role))
            || scene.insets.iter().any(|inset| needs(&inset.scene, theme, player))
    }
    for player in Player::BOTH {
        if !needs(scene, theme, player) {
            continue;
        }
        // Lines that lean to the right, and lines that lean to the left.
        let size = CELL / 4.0;
        let path = match player {
            Player::First => {
                format!("M-1 1L1 -1M0 {size}L{size} 0M{0} {1}L{1} {0}", size - 1.0, size + 1.0)
            }
            Player::Second => {
                format!("M-1 {0}L1 {1}M0 0L{size} {size}M{0} -1L{1} 1", size - 1.0, size + 1.0)
            }
        };
        writeln!(
            out,
            "<pattern id=\"{}\" width=\"{size}\" height=\"{size}\" \
             patternUnits=\"userSpaceOnUse\"><path d=\"{path}\" stroke=\"{}\" \
             stroke-width=\"0.8\"/></pattern>",
            hatch(player),
            theme.ink(),
        )?;
    }
    Ok(())
}

/// A length or a coordinate: a tenth of a unit is finer than anybody sees.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i32;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        if rest == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
    }
}

/// A factor, with four digits behind the point.
struct Precise(f32);

impl fmt::Display for Precise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.4}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Writes a text as XML takes it: what no document may hold, such as control characters, becomes
/// the replacement character.
fn write_escaped(out: &mut dyn fmt::Write, text: &str) -> fmt::Result {
    for character in text.chars() {
        match character {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\t' | '\n' => out.write_char(character)?,
            // A plain one would be read as a line feed.
            '\r' => out.write_str("&#13;")?,
            '\u{fffe}' | '\u{ffff}' => out.write_char('\u{fffd}')?,
            other if other.is_control() => out.write_char('\u{fffd}')?,
            other => out.write_char(other)?,
        }
    }
    Ok(())
}
