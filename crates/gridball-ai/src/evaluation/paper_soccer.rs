//! Paper soccer: how many steps the ball is away from the goals.

use gridball_core::{
    Player, Point, Position,
    paper_soccer::{PaperSoccerPosition, PaperSoccerSetup, Side},
};

use super::SimpleEvaluation;

impl SimpleEvaluation for PaperSoccerPosition {
    const UNIT: i32 = 40;

    /// The steps to the own gate minus the steps to the own target.
    fn balance(&self, player: Player) -> i32 {
        let setup = self.setup();
        let gate = setup.side(player);
        steps_to_goal(setup, self.ball(), gate) - steps_to_goal(setup, self.ball(), gate.other())
    }
}

/// How many steps the ball needs, on an empty field, into the goal of `side`. At least 1 while
/// the ball is on the field.
pub(crate) fn steps_to_goal(setup: PaperSoccerSetup, ball: Point, side: Side) -> i32 {
    let (x, y) = (i32::from(ball.x), i32::from(ball.y));
    let left = (i32::from(setup.width()) - i32::from(setup.goal_width())) / 2;
    let right = left + i32::from(setup.goal_width());
    let rows = match side {
        Side::Upper => y,
        Side::Lower => i32::from(setup.height()) - y,
    };
    // From any point of the mouth, the posts included, one step scores.
    rows.max(left - x).max(x - right) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_a_king_walking_into_the_goal() {
        let steps = |x, y, side| steps_to_goal(PaperSoccerSetup::MOROZKOV, Point::new(x, y), side);
        assert_eq!(steps(3, 4, Side::Upper), 5);
        assert_eq!(steps(3, 4, Side::Lower), 5);
        assert_eq!(steps(2, 0, Side::Upper), 1);
        assert_eq!(steps(1, 0, Side::Upper), 2);
        assert_eq!(steps(0, 0, Side::Lower), 9);
        assert_eq!(steps(6, 8, Side::Lower), 3);
    }

    #[test]
    fn the_players_see_opposite_balances() {
        let mut position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
        assert_eq!(position.balance(Player::First), 0);
        // Upper is First and plays towards the bottom.
        position.play(&position.parse_action("4").unwrap()).unwrap();
        assert_eq!(position.balance(Player::First), 2);
        assert_eq!(position.balance(Player::Second), -2);
    }
}
