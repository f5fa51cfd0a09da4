//! Gridball and paper football: how many steps the ball is away from the goals.

use gridball_core::{
    Player, Point, Position,
    gridball::{GridballPosition, GridballSetup},
};

use super::SimpleEvaluation;

impl SimpleEvaluation for GridballPosition {
    const UNIT: i32 = 25;

    /// The steps to the own gate minus the steps to the own target.
    fn balance(&self, player: Player) -> i32 {
        let setup = self.setup();
        let own = steps_to_target(setup, self.ball(), player);
        let other = steps_to_target(setup, self.ball(), player.other());
        other - own
    }
}

/// How many steps the ball needs, on an empty field, to cross the line of the goal that `player`
/// attacks. At least 1 while the ball is on the field.
pub(crate) fn steps_to_target(setup: GridballSetup, ball: Point, player: Player) -> i32 {
    let (x, y) = (i32::from(ball.x), i32::from(ball.y));
    let (left, right) = (i32::from(setup.left_post()), i32::from(setup.right_post()));
    let rows = match player {
        Player::First => i32::from(setup.height()) - y,
        Player::Second => y,
    };
    // From any point of the goal line between the posts, themselves included, one step scores.
    let columns = (left - x).max(x - right).max(0);
    rows.max(columns) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> GridballSetup {
        "gridball:20x26/4".parse().unwrap()
    }

    #[test]
    fn steps_are_those_of_a_king_walking_into_the_goal() {
        let steps = |x, y, player| steps_to_target(small(), Point::new(x, y), player);
        assert_eq!(steps(10, 13, Player::First), 14);
        assert_eq!(steps(10, 13, Player::Second), 14);
        assert_eq!(steps(8, 26, Player::First), 1);
        assert_eq!(steps(7, 26, Player::First), 2);
        assert_eq!(steps(0, 26, Player::First), 9);
        assert_eq!(steps(20, 0, Player::First), 27);
        assert_eq!(steps(20, 0, Player::Second), 9);
    }

    #[test]
    fn the_players_see_opposite_balances() {
        let mut position = GridballPosition::start(&small());
        assert_eq!(position.balance(Player::First), 0);
        position.play(&position.parse_action("444").unwrap()).unwrap();
        assert_eq!(position.balance(Player::First), 6);
        assert_eq!(position.balance(Player::Second), -6);
    }
}
