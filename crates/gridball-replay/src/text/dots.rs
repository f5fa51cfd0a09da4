//! Dots as text.

use gridball_core::{AnySetup, Player, Point, Position, dots::DotsPosition};

use super::{Drawing, Ink, Style, TextOptions, nodes::Nodes};
use crate::drawn::History;

/// Draws a game of Dots: live and dead dots, territories, the last move.
pub(super) fn draw(history: &History<'_, DotsPosition>, options: &TextOptions) -> Drawing {
    let position = &history.last;
    let setup = position.setup();
    let (width, height) = (usize::from(setup.width()), usize::from(setup.height()));
    let last = history
        .last_action()
        .and_then(|(_, action, player)| Some((player, position.point_of(*action)?)));

    let digits = if width > 9 { 2 } else { 1 };
    let mut nodes = Nodes::new(width, height, 2, digits, options);
    let shade = |player| match player {
        Player::First => nodes.pick('░', '+'),
        Player::Second => nodes.pick('▒', '-'),
    };
    let shades = Player::BOTH.map(shade);
    let dead = [nodes.pick('•', 'x'), nodes.pick('◦', 'o')];
    let free = nodes.pick('·', '.');

    for y in 0..height {
        for x in 0..width {
            let point = Point::new(x as i8, y as i8);
            let owner = position.owner(point);
            let is_last = last.is_some_and(|(_, place)| place == point);
            match (position.dot(point), owner) {
                (Some(dot), _) => {
                    let sign =
                        if dot.dead { dead[dot.player.index()] } else { nodes.piece(dot.player) };
                    nodes.put(x, y, sign, Style { ink: Ink::of(dot.player), last: is_last });
                }
                (None, Some(owner)) => {
                    nodes.put(x, y, shades[owner.index()], Style::new(Ink::of(owner)));
                }
                (None, None) => nodes.put(x, y, free, Style::new(Ink::Paper)),
            }
            // The paper between two nodes of one territory belongs to it too.
            if let Some(owner) = owner
                && position.owner(Point::new(point.x + 1, point.y)) == Some(owner)
            {
                nodes.fill_after(x, y, shades[owner.index()], Style::new(Ink::of(owner)));
            }
        }
    }
    if let Some((player, point)) = last {
        nodes.bracket(point.x as usize, point.y as usize, Ink::of(player));
    }
    nodes.coordinates(&AnySetup::Dots(setup));

    let mut legend = Vec::new();
    if options.legend {
        let words = options.words;
        for player in Player::BOTH {
            let text = format!(" {} {}", words.players[player.index()], position.score(player));
            legend.push((nodes.piece(player).to_string(), Ink::of(player), text));
        }
        let mut explain = |signs: [char; 2], text: &str| {
            legend.push((signs[0].to_string(), Ink::First, String::new()));
            legend.push((signs[1].to_string(), Ink::Second, format!(" {text}")));
        };
        explain(dead, words.captured);
        explain(shades, words.territory);
        if last.is_some() && nodes.has_gaps() {
            legend.push(("( )".to_owned(), Ink::Label, format!(" {}", words.last_move)));
        }
    }
    nodes.finish(&legend)
}
