//! The words of a picture: who plays with which pen, and what was played last.

use gridball_core::{AnyPosition, AnySetup, Player, Position, games, paper_soccer::Side};

use super::{
    marks::Marks,
    raster::text_width,
    scene::{Anchor, CELL, Role, Scene, Shape, Spot},
};
use crate::{record::NodeId, walk::Walk};

/// The height of a line of words, and the size of their letters.
const LINE: f32 = 23.0;
pub(super) const LETTERS: f32 = 14.0;
/// Space for the sign of who is to move, and for a sample of a pen.
const SIGN: f32 = 12.0;
const SAMPLE: f32 = 34.0;
/// Space for what stands behind a name: an arrow, or a score. As widths of texts are measured, in
/// the size of the letters.
const NOTE: f32 = 2.4;
/// Space between the last action and the result.
const GAP: f32 = 1.2;
/// No word of a picture is longer, in characters.
const LONGEST: usize = 200;

/// What is written below a field.
#[derive(Clone, Debug)]
pub(super) struct Caption {
    /// Who plays, First first.
    names: [String; 2],
    /// What comes behind the names: where they play to, or what they have.
    notes: [String; 2],
    /// Whether the players put pieces; otherwise they draw lines.
    pieces: bool,
    /// Who is to move, unless the game is over.
    to_move: Option<Player>,
    /// The last action.
    action: String,
    /// The result that the record states.
    result: &'static str,
}

/// What a picture of one position says and marks, besides the position itself.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) caption: Caption,
    /// For programs that read a picture out.
    pub(super) title: String,
    /// What the comments say.
    pub(super) description: String,
    /// What the comments draw.
    pub(super) marks: Marks,
}

impl Words {
    /// The words for where `walk` stands.
    pub(super) fn of(walk: &Walk<'_>) -> Self {
        let record = walk.record();
        let setup = record.setup();
        let position = walk.game().position();
        let (action, result) = (walk.action_text(), walk.result().unwrap_or_default());
        let names = Player::BOTH.map(|player| {
            let tag = record.tags.get(&player.to_string()).map(one_line);
            tag.filter(|name| !name.is_empty()).unwrap_or_else(|| player.to_string())
        });
        let mut title = game_title(&setup);
        if let Some(event) = record.tags.get("Event") {
            title = format!("{title}, {}", one_line(event));
        }
        title = format!("{title}: {} – {}", names[0], names[1]);
        for part in [action.as_str(), result] {
            if !part.is_empty() {
                title = format!("{title}, {part}");
            }
        }
        let mut marks = Marks::default();
        let comments = record.annotation(walk.node()).comments.iter();
        let texts = comments.map(|comment| marks.take_from(comment, &setup));
        let description = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
        let caption = Caption {
            names,
            notes: Player::BOTH.map(|player| note(position, player)),
            pieces: matches!(position, AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_)),
            to_move: position.outcome().is_none().then(|| position.to_move()),
            action,
            result,
        };
        Self { caption, title, description, marks }
    }

    /// Whether the walk is at a place of which nothing is told.
    pub(super) fn is_start(walk: &Walk<'_>) -> bool {
        walk.node() == NodeId::ROOT
    }
}

/// `Gridball 20x26/4`.
fn game_title(setup: &AnySetup) -> String {
    let id = setup.to_string();
    let (game, rest) = id.split_once(':').unwrap_or((&id, ""));
    let name = games().iter().find(|known| known.id == game).map_or(game, |known| known.name);
    format!("{name} {rest}").trim_end().to_owned()
}

/// Where a player plays to, or his score.
fn note(position: &AnyPosition, player: Player) -> String {
    let down = match position {
        AnyPosition::Gridball(_) => player == Player::First,
        AnyPosition::PaperSoccer(position) => position.setup().side(player) == Side::Upper,
        AnyPosition::FootballCheckers(_) => player == Player::Second,
        AnyPosition::Dots(position) => return position.score(player).to_string(),
    };
    (if down { "↓" } else { "↑" }).to_owned()
}

/// A text as one line without control characters, of bounded length.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        for character in (!line.is_empty()).then_some(' ').into_iter().chain(word.chars()) {
            line.push(if character.is_control() { '\u{fffd}' } else { character });
        }
    }
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => line[..end].chars().chain(['…']).collect(),
        None => line,
    }
}

/// The beginning of a text, with an ellipsis if that is not all: as much as fits into `room`, in
/// the unit of [`text_width`].
fn shortened(text: &str, room: f32) -> String {
    if text_width(text) <= room {
        return text.to_owned();
    }
    let mut beginning = String::new();
    let mut width = text_width("…");
    for character in text.chars() {
        width += text_width(character.encode_utf8(&mut [0; 4]));
        if width > room {
            break;
        }
        beginning.push(character);
    }
    beginning.push('…');
    beginning
}

impl Caption {
    /// Makes the page higher and writes the caption there, in letters that are `enlarged`.
    pub(super) fn write(&self, scene: &mut Scene, enlarged: f32) {
        let (line, letters) = (LINE * enlarged, LETTERS * enlarged);
        let margin = CELL * 0.6;
        let width = scene.width - 2.0 * margin;
        let sign = (SIGN + SAMPLE) * enlarged;
        // Side by side if that leaves enough space; the same for every position of a game.
        let half = (width / 2.0 - sign) / letters;
        let side_by_side = self.names.iter().all(|name| text_width(name) + NOTE <= half);
        let mut middle = scene.height + line * 0.35;
        for player in Player::BOTH {
            let index = player.index();
            let second = player == Player::Second;
            let left = if side_by_side && second { margin + width / 2.0 } else { margin };
            if second && !side_by_side {
                middle += line;
            }
            if self.to_move == Some(player) {
                let (tip, size) = (Spot::new(left + 8.0 * enlarged, middle), 5.0 * enlarged);
                let back = tip.moved(-size * 1.4, 0.0);
                let corners = vec![tip, back.moved(0.0, size), back.moved(0.0, -size)];
                scene.add(Role::ToMove, Shape::Area(vec![corners]));
            }
            let sample = Spot::new(left + SIGN * enlarged, middle);
            if self.pieces {
                scene.circle(Role::Piece(player), sample.moved(11.0 * enlarged, 0.0), CELL * 0.3);
            } else {
                let end = sample.moved(22.0 * enlarged, 0.0);
                scene.line(Role::Line(player), [sample.moved(2.0, 0.0), end]);
            }
            let space = if side_by_side { width / 2.0 } else { width } - sign;
            let name = shortened(&self.names[index], space / letters - NOTE);
            let text = format!("{name} {}", self.notes[index]);
            let at = Spot::new(left + sign, middle);
            scene.text(Role::Caption, at, letters, Anchor::Start, &text);
        }
        middle += line;
        // The result keeps its place, however long the action is.
        let room = width / letters - text_width(self.result) - GAP;
        let (left, right) = (Spot::new(margin, middle), Spot::new(margin + width, middle));
        let action = shortened(&self.action, room);
        scene.text(Role::Caption, left, letters, Anchor::Start, &action);
        scene.text(Role::Caption, right, letters, Anchor::End, self.result);
        scene.height = middle + line * 0.75;
    }

    /// The last action and the result, as much of them as fits below `scene`.
    pub(super) fn status(&self, scene: &Scene, letters: f32) -> String {
        let room = scene.width / letters;
        if self.result.is_empty() {
            return shortened(&self.action, room);
        }
        let room = room - text_width(self.result) - GAP;
        format!("{}, {}", shortened(&self.action, room), self.result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_text_fits_however_wide_its_letters_are() {
        for letter in ["i", "W", "щ", "Щ", "囲"] {
            let name = letter.repeat(LONGEST);
            for room in [2.0, 10.0, 31.5] {
                let short = shortened(&name, room);
                assert!(short.ends_with('…') && text_width(&short) <= room, "{short}");
                // One more would not have fitted.
                assert!(text_width(&short) + text_width(letter) > room, "{short}");
            }
        }
        assert_eq!(shortened("First", 2.4), "First");
        assert_eq!(shortened("First", 0.0), "…");
    }

    #[test]
    fn words_are_of_bounded_length() {
        assert_eq!(one_line(" a \n b\u{1b} "), "a b\u{fffd}");
        assert_eq!(one_line(&"a".repeat(LONGEST)).chars().count(), LONGEST);
        assert_eq!(one_line(&"a".repeat(LONGEST + 1)).chars().count(), LONGEST + 1);
    }
}
