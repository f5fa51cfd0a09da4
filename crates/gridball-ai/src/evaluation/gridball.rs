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
#[inline]
pub(crate) fn steps_to_target(setup: GridballSetup, ball: Point, player: Player) -> i32 {
    let rows = rows_to_target(setup, ball.y, player);
    // From any point of the goal line between the posts, themselves included, one step scores.
    rows.max(columns_to_mouth(setup, ball.x)) + 1
}

/// How many rows row `y` is away from the goal line that `player` attacks.
#[inline]
pub(crate) fn rows_to_target(setup: GridballSetup, y: i8, player: Player) -> i32 {
    match player {
        Player::First => i32::from(setup.height()) - i32::from(y),
        Player::Second => i32::from(y),
    }
}

/// How many columns column `x` is away from those of the goals.
#[inline]
pub(crate) fn columns_to_mouth(setup: GridballSetup, x: i8) -> i32 {
    let (left, right) = (i32::from(setup.left_post()), i32::from(setup.right_post()));
    (left - i32::from(x)).max(i32::from(x) - right).max(0)
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
