//! A game seen in several views at once.

use gridball_core::{AnyAction, AnyPosition, Position, Symmetry};

/// One game in the views under which its rules stay the same: mirrored, turned, with the players
/// exchanged. Every action is played in each of them, which is much cheaper than transforming
/// every position.
#[derive(Clone, Debug)]
pub(crate) struct Views {
    views: Vec<View>,
}

/// One of the views.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) symmetry: Symmetry,
    pub(crate) position: AnyPosition,
}

impl View {
    /// An action of the game as it reads in this view.
    // What it looks like depends on the field alone, so the position in the view does as well as
    // that of the game.
    pub(crate) fn image(&self, action: &AnyAction) -> AnyAction {
        self.position.transform_action(action, self.symmetry)
    }
}

impl Views {
    /// The game that starts at `start` in those of its views that `wanted` takes.
    pub(crate) fn new(
        start: &AnyPosition,
        mut wanted: impl FnMut(Symmetry, &AnyPosition) -> bool,
    ) -> Self {
        let views = start.symmetries().iter().filter_map(|&symmetry| {
            let position = start.transformed(symmetry);
            wanted(symmetry, &position).then_some(View { symmetry, position })
        });
        Self { views: views.collect() }
    }

    /// The views, in the order of [`Position::symmetries`].
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &View> {
        self.views.iter()
    }

    /// Plays `action`, legal in the game, in all views.
    pub(crate) fn play(&mut self, action: &AnyAction) {
        for view in &mut self.views {
            let image = view.image(action);
            view.position.play_unchecked(&image);
        }
    }

    /// Keeps only the views that `wanted` takes.
    pub(crate) fn retain(&mut self, wanted: impl FnMut(&View) -> bool) {
        self.views.retain(wanted);
    }
}
