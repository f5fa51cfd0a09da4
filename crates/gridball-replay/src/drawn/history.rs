//! How a game came to stand as it stands.

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, Player, Position, dots::DotsPosition,
    football_checkers::CheckersPosition, gridball::GridballPosition,
    paper_soccer::PaperSoccerPosition,
};

/// The history of a game of any kind, as what it is.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, on the stack")]
pub(crate) enum AnyHistory<'a> {
    Gridball(History<'a, GridballPosition>),
    PaperSoccer(History<'a, PaperSoccerPosition>),
    Dots(History<'a, DotsPosition>),
    FootballCheckers(History<'a, CheckersPosition>),
}

impl<'a> AnyHistory<'a> {
    /// The history of `game`.
    pub(crate) fn of(game: &'a AnyGame) -> Self {
        Self::new(game.start(), game.actions())
    }

    /// The history of legal `actions` played from `start`.
    pub(crate) fn new(
        start: &'a AnyPosition,
        actions: impl Iterator<Item = &'a AnyAction>,
    ) -> Self {
        /// The history, with every action as one of this game.
        macro_rules! history {
            ($game:ident, $start:expr) => {
                Self::$game(History::new(
                    $start,
                    actions.filter_map(|action| match action {
                        AnyAction::$game(action) => Some(action),
                        // A game holds no actions of another.
                        _ => None,
                    }),
                ))
            };
        }
        match start {
            AnyPosition::Gridball(start) => history!(Gridball, start),
            AnyPosition::PaperSoccer(start) => history!(PaperSoccer, start),
            AnyPosition::Dots(start) => history!(Dots, start),
            AnyPosition::FootballCheckers(start) => history!(FootballCheckers, start),
        }
    }
}

/// A game of one kind, as its drawing needs it.
pub(crate) struct History<'a, P: Position> {
    pub(crate) start: &'a P,
    actions: Vec<&'a P::Action>,
    /// The position before the last action.
    before_last: Option<P>,
    /// The position after all actions.
    pub(crate) last: P,
}

impl<'a, P: Position> History<'a, P> {
    fn new(start: &'a P, actions: impl Iterator<Item = &'a P::Action>) -> Self {
        let actions: Vec<_> = actions.collect();
        let mut last = start.clone();
        let mut before_last = None;
        for (index, action) in actions.iter().enumerate() {
            if index + 1 == actions.len() {
                before_last = Some(last.clone());
            }
            last.play_unchecked(action);
        }
        Self { start, actions, before_last, last }
    }

    /// Calls `visit` with every action, the position it was played in, and whether it is the last
    /// one.
    pub(crate) fn replay(&self, mut visit: impl FnMut(&P, &P::Action, bool)) {
        let mut position = self.start.clone();
        for (index, action) in self.actions.iter().enumerate() {
            visit(&position, action, index + 1 == self.actions.len());
            position.play_unchecked(action);
        }
    }

    /// The last action, the position it was played in, and who played it.
    pub(crate) fn last_action(&self) -> Option<(&P, &'a P::Action, Player)> {
        let (before, action) = (self.before_last.as_ref()?, self.actions.last()?);
        Some((before, action, before.to_move()))
    }
}
