//! What there is to see in a game, whatever it is drawn with: who drew which line, the last
//! action, the names at the edges.

pub(crate) mod coordinates;
mod history;
pub(crate) mod lines;

use gridball_core::{AnyGame, Point};

pub use self::{
    coordinates::{column as column_name, row as row_name},
    lines::{Pen, border, goals},
};
pub(crate) use history::{AnyHistory, History};

/// Calls `visit` with the points of every line that was drawn in a game of Gridball, paper football
/// or paper soccer, in the order in which they were drawn, with what drew it, and whether it is the
/// last action. Other games have no lines.
///
/// ```
/// use gridball_core::{AnyGame, Player, Position};
/// use gridball_replay::drawn::{Pen, visit_lines};
///
/// let mut game = AnyGame::new(&"gridball".parse()?);
/// let action = game.position().parse_action("034")?;
/// game.play(&action)?;
/// visit_lines(&game, |points, pen, last| {
///     assert_eq!((points.len(), pen, last), (4, Pen::Player(Player::First), true));
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn visit_lines(game: &AnyGame, visit: impl FnMut(&[Point], Pen, bool)) {
    match AnyHistory::of(game) {
        AnyHistory::Gridball(history) => lines::of_gridball(&history, visit),
        AnyHistory::PaperSoccer(history) => lines::of_paper_soccer(&history, visit),
        AnyHistory::Dots(_) | AnyHistory::FootballCheckers(_) => {}
    }
}
