//! The list of moves: a row for every pair of turns.

use std::ops::Range;

use gridball_core::{AnyAction, AnyPosition, Player, Position};

use crate::wording::{self, Notation};

/// A turn: all that one player did before the other acted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) text: String,
    /// Which actions of the game these are.
    pub(crate) actions: Range<usize>,
}

/// A turn of First and the answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Row {
    pub(crate) turns: [Option<Turn>; 2],
}

/// The moves of a game or of a line through a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moves {
    pub(crate) rows: Vec<Row>,
    last: Option<Player>,
    count: usize,
}

impl Moves {
    /// The moves that were played from `start`, each with what is written behind it.
    pub(crate) fn new<'a>(
        start: &AnyPosition,
        actions: impl Iterator<Item = (&'a AnyAction, String)>,
        notation: Notation,
    ) -> Self {
        let mut moves = Self::default();
        let mut position = start.clone();
        for (action, remark) in actions {
            let text = format!("{}{remark}", wording::action_in(&position, action, notation));
            moves.add(position.to_move(), &text);
            position.play_unchecked(action);
        }
        moves
    }

    fn add(&mut self, player: Player, text: &str) {
        let index = player.index();
        let goes_on = self.last == Some(player);
        if self.rows.is_empty() || (player == Player::First && !goes_on) {
            self.rows.push(Row::default());
        }
        if let Some(row) = self.rows.last_mut() {
            let turn = row.turns[index].get_or_insert_with(|| Turn {
                text: String::new(),
                actions: self.count..self.count,
            });
            if !turn.text.is_empty() {
                turn.text.push(' ');
            }
            turn.text.push_str(text);
            turn.actions.end = self.count + 1;
        }
        self.last = Some(player);
        self.count += 1;
    }

    /// The row that holds the action with this number, from 0.
    pub(crate) fn row_of(&self, action: usize) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| row.turns.iter().flatten().any(|turn| turn.actions.contains(&action)))
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::AnySetup;

    use super::*;

    #[test]
    fn turns_stand_side_by_side() {
        let setup: AnySetup = "gridball".parse().unwrap();
        let start = AnyPosition::start(&setup);
        let mut position = start.clone();
        let mut actions = Vec::new();
        for text in ["034", "666", "547"] {
            let action = position.parse_action(text).unwrap();
            position.play(&action).unwrap();
            actions.push(action);
        }
        let with_remarks = actions.iter().zip(["!", "", ""].map(str::to_owned));
        let moves = Moves::new(&start, with_remarks, Notation::Canonical);
        assert_eq!(moves.rows.len(), 2);
        assert_eq!(moves.rows[0].turns[0].as_ref().unwrap().text, "034!");
        assert_eq!(moves.rows[1].turns[1], None);
        let compass = Moves::new(
            &start,
            actions.iter().map(|action| (action, String::new())),
            Notation::Compass,
        );
        assert_eq!(compass.rows[0].turns[0].as_ref().unwrap().text, "N-SE-S");
        assert_eq!((moves.row_of(1), moves.row_of(2), moves.row_of(3)), (Some(0), Some(1), None));
    }
}
