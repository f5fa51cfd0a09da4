//! Football-checkers: how many cells of the gates are attacked.

use gridball_core::{Player, football_checkers::CheckersPosition};

use super::SimpleEvaluation;

impl SimpleEvaluation for CheckersPosition {
    const UNIT: i32 = 50;

    /// The goal cells that the player attacks minus those that the opponent attacks.
    fn balance(&self, player: Player) -> i32 {
        let attacked = |attacker| self.attacked_cells(attacker).len() as i32;
        attacked(player) - attacked(player.other())
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::Position;

    use super::*;

    #[test]
    fn attacked_cells_are_counted_for_both() {
        // Red attacks a12 along the file, Black nothing.
        let text = "football-checkers:corners v1 12/12/12/12/12/r11/r11/12/12/12/bb10/12 second 0";
        let position = CheckersPosition::parse_position(text);
        // Black may not stand on rank 2, so this board is refused.
        assert!(position.is_err());
        let text = "football-checkers:corners v1 12/12/12/12/12/r11/r11/12/11b/7b4/12/12 second 0";
        let position = CheckersPosition::parse_position(text).unwrap();
        assert_eq!(position.balance(Player::First), 1);
        assert_eq!(position.balance(Player::Second), -1);
    }
}
