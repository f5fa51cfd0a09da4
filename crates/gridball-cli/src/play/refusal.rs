//! Why a piece of an action is not possible, for whoever enters actions piece by piece.

use gridball_core::{
    AnyAction, AnyIllegalAction, AnyPosition, Direction, Point, Position, Step,
    football_checkers::{Cell, CheckersAction, CheckersPosition},
    gridball::{GridballAction, GridballIllegalAction, GridballPosition, Move, MoveFault},
    paper_soccer::{PaperSoccerAction, PaperSoccerIllegalAction, PaperSoccerPosition},
};

/// Why the next step is not possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// The rules say so.
    Illegal(AnyIllegalAction),
    /// The step itself is good, but no action goes on from there.
    NoWayOn,
    /// The place is none of the neighbours of where the ball is.
    NotNext,
    /// A penalty has to be taken, and the place lies on none of the eight.
    NotOnPenalty,
    /// The checker cannot move at all.
    Stuck,
    /// Nothing was entered that could be played.
    NothingEntered,
    /// What was entered is not a whole action yet.
    Unfinished,
}

impl Refusal {
    /// Why `step` is not possible after the steps `before`.
    pub(crate) fn of_step(position: &AnyPosition, before: &[Step], step: Step) -> Self {
        match position {
            AnyPosition::Gridball(_) | AnyPosition::PaperSoccer(_) => {
                Self::of_direction(position, before, Direction::from_index(step.0.into()))
            }
            AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_) => {
                let place = position.step_point(before, step);
                place.map_or(Self::NoWayOn, |place| Self::of_place(position, before, place))
            }
        }
    }

    /// Why a step in this direction is not possible after the steps `before`.
    pub(crate) fn of_direction(
        position: &AnyPosition,
        before: &[Step],
        direction: Direction,
    ) -> Self {
        let directions: Vec<Direction> = before
            .iter()
            .map(|step| Direction::from_index(step.0.into()))
            .chain([direction])
            .collect();
        match position {
            AnyPosition::Gridball(gridball) => Self::of_segments(gridball, &directions),
            AnyPosition::PaperSoccer(soccer) => Self::of_path(soccer, directions),
            AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_) => Self::NoWayOn,
        }
    }

    fn of_segments(position: &GridballPosition, segments: &[Direction]) -> Self {
        let action = match segments {
            [direction] if position.in_penalty_phase() => Some(GridballAction::Penalty(*direction)),
            segments => Move::new(segments).map(GridballAction::Move),
        };
        match action.map(|action| position.check_action(&action)) {
            Some(Err(reason)) => match reason {
                // So far nothing is wrong: it is what would follow.
                GridballIllegalAction::Segment { fault: MoveFault::TooShort, .. } => Self::NoWayOn,
                reason => Self::Illegal(AnyIllegalAction::Gridball(reason)),
            },
            Some(Ok(())) | None => Self::NoWayOn,
        }
    }

    fn of_path(position: &PaperSoccerPosition, directions: Vec<Direction>) -> Self {
        let start = position.setup().name(position.ball());
        match position.check_action(&PaperSoccerAction { start, directions }) {
            Err(PaperSoccerIllegalAction::MustGoOn { .. }) | Ok(()) => Self::NoWayOn,
            Err(reason) => Self::Illegal(AnyIllegalAction::PaperSoccer(reason)),
        }
    }

    /// Why this place cannot be taken after the steps `before`.
    pub(crate) fn of_place(position: &AnyPosition, before: &[Step], place: Point) -> Self {
        match position {
            AnyPosition::Gridball(gridball) if gridball.in_penalty_phase() => {
                let ball = gridball.ball();
                let on_the_way = |direction: &Direction| {
                    let points = std::iter::successors(Some(ball), |at| Some(at.step(*direction)));
                    points.skip(1).take(PENALTY).any(|point| point == place)
                };
                match Direction::ALL.into_iter().find(on_the_way) {
                    Some(direction) => Self::of_direction(position, before, direction),
                    None => Self::NotOnPenalty,
                }
            }
            AnyPosition::Gridball(_) | AnyPosition::PaperSoccer(_) => {
                let from = ball_after(position, before);
                let leads_there =
                    |direction: &Direction| from.map(|from| from.step(*direction)) == Some(place);
                match Direction::ALL.into_iter().find(leads_there) {
                    Some(direction) => Self::of_direction(position, before, direction),
                    None => Self::NotNext,
                }
            }
            AnyPosition::Dots(dots) => match dots.action_at(place) {
                Some(action) => Self::of_action(position, &action.into()),
                None => Self::NoWayOn,
            },
            AnyPosition::FootballCheckers(checkers) => {
                Self::of_cell(checkers, position, before, place)
            }
        }
    }

    fn of_cell(
        checkers: &CheckersPosition,
        position: &AnyPosition,
        before: &[Step],
        place: Point,
    ) -> Self {
        let Some(cell) = Cell::at(place) else { return Self::NoWayOn };
        let from = before.first().and_then(|step| position.step_point(&[], *step));
        match from.and_then(Cell::at) {
            Some(from) => Self::of_action(position, &CheckersAction { from, to: cell }.into()),
            None if checkers.checker_at(cell) == Some(checkers.to_move()) => Self::Stuck,
            // Whatever it would move to: there is nothing to move.
            None => {
                let to = if cell.index() == 0 { Cell::from_index(1) } else { Cell::from_index(0) };
                let action = to.map(|to| CheckersAction { from: cell, to }.into());
                action.map_or(Self::NoWayOn, |action| Self::of_action(position, &action))
            }
        }
    }

    fn of_action(position: &AnyPosition, action: &AnyAction) -> Self {
        position.check_action(action).map_or_else(Self::Illegal, |()| Self::NoWayOn)
    }
}

/// The segments of a penalty.
const PENALTY: usize = 6;

/// Where the ball is.
pub(crate) fn ball(position: &AnyPosition) -> Option<Point> {
    match position {
        AnyPosition::Gridball(position) => Some(position.ball()),
        AnyPosition::PaperSoccer(position) => Some(position.ball()),
        AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_) => None,
    }
}

/// Where the ball would be after these steps.
pub(crate) fn ball_after(position: &AnyPosition, steps: &[Step]) -> Option<Point> {
    match steps.split_last() {
        Some((last, before)) => position.step_point(before, *last),
        None => ball(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(game: &str, actions: &str) -> AnyPosition {
        let mut position = AnyPosition::start(&game.parse().unwrap());
        for text in actions.split_whitespace() {
            let action = position.parse_action(text).unwrap();
            position.play(&action).unwrap();
        }
        position
    }

    fn text(refusal: &Refusal) -> String {
        crate::messages::Language::English.messages().refusal(refusal)
    }

    #[test]
    fn the_rules_say_what_is_wrong_with_a_step() {
        let position = after("gridball", "034");
        let back = Refusal::of_direction(&position, &[], Direction::North);
        assert_eq!(text(&back), "segment 1 ends on a point that is already touched");
        let far = Refusal::of_place(&position, &[], Point::new(0, 0));
        assert_eq!(far, Refusal::NotNext);
        let position = after("paper-soccer", "d6-e7");
        let back = Refusal::of_step(&position, &[], Step(5));
        assert_eq!(text(&back), "step 1, from e7, goes along a drawn line");
    }

    #[test]
    fn places_of_dots_and_checkers_say_what_is_there() {
        let dots = after("dots:9x9/plain", "5-5");
        let taken = Refusal::of_place(&dots, &[], Point::new(4, 4));
        assert_eq!(text(&taken), "a dot is there already");
        let checkers = after("football-checkers", "");
        for (cell, reason) in
            [("a1", "no checker stands on a1"), ("d12", "the checker on d12 is the opponent's")]
        {
            let place = Cell::parse(cell).unwrap().point();
            assert_eq!(text(&Refusal::of_place(&checkers, &[], place)), reason);
        }
        let from = checkers.parse_step(&[], "d1").unwrap();
        let own = Cell::parse("e1").unwrap().point();
        assert_eq!(text(&Refusal::of_place(&checkers, &[from], own)), "e1 is occupied");
    }

    #[test]
    fn a_penalty_is_one_of_eight() {
        const TRAPPED: &str = "032 106 103 011 750 167 475 531 364 650 774 445 636 545 764 364 \
                               646 354 443 313 523 027 702 000 203 012 016 076 133 302 144 632 \
                               132 171 276 525 763";
        let position = after("gridball", TRAPPED);
        let ball = ball(&position).unwrap();
        let aside = Point::new(ball.x + 1, ball.y + 2);
        assert_eq!(Refusal::of_place(&position, &[], aside), Refusal::NotOnPenalty);
        let off = Refusal::of_direction(&position, &[], Direction::East);
        assert_eq!(text(&off), "the penalty would leave the field");
    }
}
