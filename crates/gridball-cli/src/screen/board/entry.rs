//! An action that is built step by step, by directions or by pointing at places.
//!
//! In the football games every step is a direction from where the ball would be; in Dots and
//! football-checkers a cursor is moved to a place which is then taken.

use gridball_core::{AnyAction, AnyPosition, Direction, Point, Position, Step};

use super::{Marks, Target, points_of};
use crate::play::{
    refusal::{Refusal, ball},
    typing::{self, Typed, TypingError},
};

/// What came of a key or a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entered {
    /// Nothing has changed.
    Nothing,
    /// That is not possible, and why.
    Refused(Refusal),
    /// The steps or the cursor have changed.
    Changed,
    /// The action is whole.
    Action(AnyAction),
}

/// The keys round `s`, clockwise from north.
const KEYS: [char; 8] = ['w', 'e', 'd', 'c', 'x', 'z', 'a', 'q'];

/// An action that is being entered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Entry {
    /// The steps so far.
    steps: Vec<Step>,
    /// A penalty that is looked at.
    candidate: Option<Step>,
    /// Where the cursor is, in games that have one.
    cursor: Option<Point>,
    /// Where the cursor was when the turn began.
    cursor_before: Option<Point>,
}

/// Whether places are pointed at with a cursor.
const fn has_cursor(position: &AnyPosition) -> bool {
    matches!(position, AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_))
}

/// Whether the next step is a penalty, which is looked at before it is chosen.
pub(crate) fn is_penalty_due(position: &AnyPosition) -> bool {
    matches!(position, AnyPosition::Gridball(position) if position.in_penalty_phase())
}

impl Entry {
    /// The entry in a new position, with these steps taken already.
    pub(crate) fn begin(&mut self, steps: Vec<Step>) {
        self.steps = steps;
        self.candidate = None;
        self.cursor_before = self.cursor;
    }

    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    pub(crate) const fn cursor(&self) -> Option<Point> {
        self.cursor
    }

    /// Whether nothing is entered.
    pub(crate) fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.candidate.is_none()
    }

    /// The action that is looked at: a penalty, or what the cursor points at.
    pub(crate) fn candidate(&self, position: &AnyPosition) -> Option<AnyAction> {
        let step = self.candidate.or_else(|| self.step_at(position, self.cursor?))?;
        position.finish(&self.with(step))
    }

    fn with(&self, step: Step) -> Vec<Step> {
        self.steps.iter().copied().chain([step]).collect()
    }

    /// The possible step to this place.
    fn step_at(&self, position: &AnyPosition, point: Point) -> Option<Step> {
        position
            .steps(&self.steps)
            .into_iter()
            .find(|step| position.step_point(&self.steps, *step) == Some(point))
    }

    /// A direction was asked for, as it is on a field that is not turned; `far` is a bigger step
    /// of the cursor.
    pub(crate) fn go(
        &mut self,
        position: &AnyPosition,
        direction: Direction,
        far: bool,
        focus: Point,
        contains: impl Fn(Point) -> bool,
    ) -> Entered {
        if has_cursor(position) {
            let mut cursor = self.cursor.unwrap_or(focus);
            // The first key only shows the cursor where it does not move it out of sight.
            for _ in 0..if far { 5 } else { 1 } {
                let next = cursor.step(direction);
                if contains(next) {
                    cursor = next;
                }
            }
            let changed = self.cursor != Some(cursor);
            self.cursor = Some(cursor);
            // A cursor at the edge is nothing to complain about.
            return if changed { Entered::Changed } else { Entered::Nothing };
        }
        let step = position
            .steps(&self.steps)
            .into_iter()
            .find(|step| Direction::from_index(step.0.into()) == direction);
        match step {
            Some(step) if is_penalty_due(position) && self.candidate != Some(step) => {
                self.candidate = Some(step);
                Entered::Changed
            }
            Some(step) => self.take(position, step),
            None => Entered::Refused(Refusal::of_direction(position, &self.steps, direction)),
        }
    }

    /// An action or a piece of one was typed.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub(crate) fn text(
        &mut self,
        position: &AnyPosition,
        text: &str,
    ) -> Result<Entered, TypingError> {
        Ok(match typing::read(position, &self.steps, text)? {
            Typed::Action(action) => Entered::Action(action),
            Typed::Beginning(steps) => {
                self.begin(steps);
                Entered::Changed
            }
        })
    }

    /// Takes a step that is possible.
    fn take(&mut self, position: &AnyPosition, step: Step) -> Entered {
        self.steps.push(step);
        self.candidate = None;
        match position.finish(&self.steps) {
            Some(action) if position.steps(&self.steps).is_empty() => Entered::Action(action),
            _ => Entered::Changed,
        }
    }

    /// A place was clicked.
    pub(crate) fn point(&mut self, position: &AnyPosition, point: Point) -> Entered {
        if has_cursor(position) {
            self.cursor = Some(point);
            return self.confirm(position);
        }
        if let Some(step) = self.step_at(position, point) {
            if is_penalty_due(position) && self.candidate != Some(step) {
                self.candidate = Some(step);
                return Entered::Changed;
            }
            return self.take(position, step);
        }
        if is_penalty_due(position) {
            // Any point of a penalty stands for it.
            let passes = |step: &Step| {
                position
                    .finish(&[*step])
                    .is_some_and(|action| points_of(position, &action)[1..].contains(&point))
            };
            if let Some(step) = position.steps(&[]).into_iter().find(passes) {
                if self.candidate == Some(step) {
                    return self.take(position, step);
                }
                self.candidate = Some(step);
                return Entered::Changed;
            }
        }
        Entered::Refused(Refusal::of_place(position, &self.steps, point))
    }

    /// Takes what is looked at, or plays the steps so far.
    pub(crate) fn confirm(&mut self, position: &AnyPosition) -> Entered {
        if let Some(step) = self.candidate {
            return self.take(position, step);
        }
        if let Some(cursor) = self.cursor {
            if let Some(step) = self.step_at(position, cursor) {
                return self.take(position, step);
            }
            if !self.steps.is_empty() {
                // Another checker instead of the one that was taken up.
                let old = std::mem::take(&mut self.steps);
                if position.step_point(&[], old[0]) == Some(cursor) {
                    return Entered::Changed;
                }
                if let Some(step) = self.step_at(position, cursor) {
                    return self.take(position, step);
                }
                self.steps = old;
            }
            return Entered::Refused(Refusal::of_place(position, &self.steps, cursor));
        }
        match position.finish(&self.steps) {
            Some(action) => Entered::Action(action),
            None if self.steps.is_empty() => Entered::Refused(Refusal::NothingEntered),
            None => Entered::Refused(Refusal::Unfinished),
        }
    }

    /// Moves the cursor to the next or previous place that can be taken.
    pub(crate) fn cycle(&mut self, position: &AnyPosition, backwards: bool) -> Entered {
        let steps = position.steps(&self.steps);
        if steps.is_empty() {
            return Entered::Nothing;
        }
        let current = match (self.candidate, self.cursor) {
            (Some(step), _) => steps.iter().position(|known| *known == step),
            (None, Some(cursor)) => steps
                .iter()
                .position(|step| position.step_point(&self.steps, *step) == Some(cursor)),
            (None, None) => None,
        };
        let next = match (current, backwards) {
            (None, _) => 0,
            (Some(index), false) => (index + 1) % steps.len(),
            (Some(index), true) => (index + steps.len() - 1) % steps.len(),
        };
        if has_cursor(position) {
            self.cursor = position.step_point(&self.steps, steps[next]);
            Entered::Changed
        } else if is_penalty_due(position) {
            self.candidate = Some(steps[next]);
            Entered::Changed
        } else {
            Entered::Nothing
        }
    }

    /// Takes back the last step. `false` if there is none.
    pub(crate) fn back(&mut self) -> bool {
        self.candidate.take().is_some() || self.steps.pop().is_some()
    }

    /// Takes back all steps. `false` if there is none.
    pub(crate) fn clear(&mut self) -> bool {
        let was_empty = self.is_empty();
        self.begin(Vec::new());
        !was_empty
    }

    /// Puts the cursor somewhere.
    pub(crate) const fn show_cursor(&mut self, point: Point) {
        self.cursor = Some(point);
    }

    /// What of this is shown on the field, with the keys of a field that may be turned.
    pub(crate) fn marks(&self, position: &AnyPosition, flipped: bool, ascii: bool) -> Marks {
        let mut marks = Marks { path: self.path(position), ..Marks::default() };
        if let Some(step) = self.candidate
            && let Some(action) = position.finish(&self.with(step))
        {
            marks.candidate = points_of(position, &action);
        }
        if has_cursor(position) {
            marks.cursor = self.cursor;
            marks.is_cursor_waiting = self.cursor == self.cursor_before;
            // In Dots every free node is one.
            if matches!(position, AnyPosition::FootballCheckers(_)) {
                let sign = if ascii { '*' } else { '◇' };
                marks.targets = position
                    .steps(&self.steps)
                    .into_iter()
                    .filter_map(|step| position.step_point(&self.steps, step))
                    .map(|point| Target { point, near: None, sign })
                    .collect();
            }
            return marks;
        }
        let from = marks.path.last().copied().or_else(|| ball(position));
        for step in position.steps(&self.steps) {
            let direction = Direction::from_index(step.0.into());
            let shown = if flipped { direction.opposite() } else { direction };
            let near = from.map(|from| from.step(direction));
            let point = position.step_point(&self.steps, step).or(near);
            marks.targets.extend(point.map(|point| Target {
                point,
                near,
                sign: KEYS[shown as usize],
            }));
        }
        marks
    }

    /// The points of the steps so far, with the one where they begin; empty if there are none.
    fn path(&self, position: &AnyPosition) -> Vec<Point> {
        if self.steps.is_empty() {
            return Vec::new();
        }
        let places = self
            .steps
            .iter()
            .enumerate()
            .filter_map(|(index, step)| position.step_point(&self.steps[..index], *step));
        ball(position).into_iter().chain(places).collect()
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::AnySetup;

    use super::*;

    fn start(id: &str) -> AnyPosition {
        let setup: AnySetup = id.parse().unwrap();
        AnyPosition::start(&setup)
    }

    #[test]
    fn a_move_is_three_directions_and_may_be_taken_back() {
        let position = start("gridball");
        let mut entry = Entry::default();
        let go = |entry: &mut Entry, direction| {
            entry.go(&position, direction, false, Point::new(0, 0), |_| true)
        };
        assert_eq!(go(&mut entry, Direction::North), Entered::Changed);
        // Back to where it came from.
        assert!(matches!(go(&mut entry, Direction::South), Entered::Refused(Refusal::Illegal(_))));
        assert_eq!(go(&mut entry, Direction::East), Entered::Changed);
        assert!(entry.back());
        assert_eq!(go(&mut entry, Direction::SouthEast), Entered::Changed);
        let action = position.parse_action("034").unwrap();
        assert_eq!(go(&mut entry, Direction::South), Entered::Action(action));
        assert!(entry.clear() && !entry.clear() && !entry.back());
    }

    #[test]
    fn keys_follow_a_field_that_is_turned() {
        let position = start("paper-soccer");
        for flipped in [false, true] {
            let marks = Entry::default().marks(&position, flipped, false);
            let up = marks.targets.iter().find(|target| target.point == Point::new(3, 3)).unwrap();
            assert_eq!(up.sign, if flipped { 'x' } else { 'w' });
        }
    }

    #[test]
    fn a_checker_is_taken_up_and_put_down() {
        let position = start("football-checkers");
        let mut entry = Entry::default();
        let from = Point::new(3, 11);
        assert_eq!(entry.point(&position, from), Entered::Changed);
        // The same one again puts it back, another one is taken instead.
        assert_eq!(entry.point(&position, from), Entered::Changed);
        assert!(entry.steps().is_empty());
        assert_eq!(entry.point(&position, from), Entered::Changed);
        assert_eq!(entry.point(&position, Point::new(2, 11)), Entered::Changed);
        assert!(matches!(
            entry.point(&position, Point::new(0, 5)),
            Entered::Refused(Refusal::Illegal(_))
        ));
        let target = position.step_point(entry.steps(), position.steps(entry.steps())[0]).unwrap();
        assert!(matches!(entry.point(&position, target), Entered::Action(_)));
    }

    #[test]
    fn a_dot_is_put_where_the_cursor_is() {
        let position = start("dots");
        let mut entry = Entry::default();
        let inside = |point: Point| point.x >= 0 && point.y >= 0;
        let corner = Point::new(0, 0);
        assert_eq!(entry.go(&position, Direction::West, false, corner, inside), Entered::Changed);
        assert_eq!(entry.cursor(), Some(corner));
        assert_eq!(
            entry.go(&position, Direction::SouthEast, true, corner, inside),
            Entered::Changed
        );
        assert_eq!(entry.cursor(), Some(Point::new(5, 5)));
        let action = entry.candidate(&position).unwrap();
        assert_eq!(entry.confirm(&position), Entered::Action(action));
    }
}
