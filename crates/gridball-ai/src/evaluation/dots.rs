//! Dots: the difference of the scores.

use gridball_core::{Player, dots::DotsPosition};

use super::SimpleEvaluation;

impl SimpleEvaluation for DotsPosition {
    const UNIT: i32 = 100;

    /// Captured dots minus lost dots.
    fn balance(&self, player: Player) -> i32 {
        // A field has less than 4000 nodes.
        self.score(player) as i32 - self.score(player.other()) as i32
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::Position;

    use super::*;

    #[test]
    fn a_captured_dot_counts_for_its_captor() {
        let setup = "dots:7x7/plain".parse().expect("a known id");
        let mut position = DotsPosition::start(&setup);
        for text in ["2-3", "3-3", "4-3", "7-7", "3-2", "7-6", "3-4"] {
            assert_eq!(position.balance(Player::First), 0);
            let action = position.parse_action(text).expect("a node");
            position.play(&action).expect("a free node");
        }
        assert_eq!(position.balance(Player::First), 1);
        assert_eq!(position.balance(Player::Second), -1);
    }
}
