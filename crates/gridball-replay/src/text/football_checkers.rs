//! Football-checkers as text.

use gridball_core::{
    AnySetup, Player, Position,
    football_checkers::{Cell, CheckersPosition, SIZE},
};

use super::{Drawing, Ink, Style, TextOptions, nodes::Nodes};
use crate::drawn::History;

/// Columns from one cell to the next.
const PITCH: usize = 3;

/// Draws a game of football-checkers: checkers, attacked goal cells, the last move.
pub(super) fn draw(history: &History<'_, CheckersPosition>, options: &TextOptions) -> Drawing {
    let position = &history.last;
    let size = usize::from(SIZE);
    let mut nodes = Nodes::new(size, size, PITCH, 1, options);
    let attacked = Player::BOTH.map(|attacker| position.attacked_cells(attacker));
    let last = history.last_action();
    let (free, forbidden) = (nodes.pick('·', '.'), nodes.pick('╌', '-'));

    for cell in (0..size * size).filter_map(Cell::from_index) {
        let (x, y) = (usize::from(cell.x()), usize::from(cell.y()));
        let attacker =
            Player::BOTH.into_iter().find(|player| attacked[player.index()].contains(cell));
        let (sign, ink) = match (position.checker_at(cell), attacker) {
            (Some(player), _) => (nodes.piece(player), Ink::of(player)),
            (None, Some(attacker)) => ('+', Ink::of(attacker)),
            // The ranks before the gates, on which one side may not land.
            (None, None) if y == 1 || y == size - 2 => (forbidden, Ink::Paper),
            (None, None) => (free, Ink::Paper),
        };
        let moved = last.is_some_and(|(_, action, _)| action.to == cell);
        nodes.put(x, y, sign, Style { ink, last: moved });
    }
    if let Some((_, action, player)) = last {
        for cell in [action.from, action.to] {
            nodes.bracket(usize::from(cell.x()), usize::from(cell.y()), Ink::of(player));
        }
    }
    nodes.coordinates(&AnySetup::FootballCheckers(position.setup()));

    let mut legend = Vec::new();
    if options.legend {
        let words = options.words;
        for player in Player::BOTH {
            let name = words.players[player.index()];
            legend.push((nodes.piece(player).to_string(), Ink::of(player), format!(" {name}")));
        }
        let mut explain = |sign: &str, text: &str| {
            legend.push((sign.to_owned(), Ink::Label, format!(" {text}")));
        };
        if attacked.iter().any(|cells| !cells.is_empty()) {
            explain("+", words.attacked);
        }
        if last.is_some() {
            explain("( )", words.last_move);
        }
    }
    nodes.finish(&legend)
}
