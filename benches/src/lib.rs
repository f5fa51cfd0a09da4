//! What the benches share: fixed positions, random play and yardsticks.
//!
//! | file | holds |
//! |---|---|
//! | `lib.rs` | positions out of random games, a random game, the settings of criterion's groups |
//! | `naive_dfs.rs` | a plain generator of Gridball moves, the yardstick of the fast one |
//! | `table.rs` | the program `bench-table`: the last measurements as a table |
//! | `../benches/*.rs` | the benches, one file a subject |

pub mod naive_dfs;

use std::time::Duration;

use criterion::Criterion;
use gridball_core::{
    Position,
    gridball::{GridballPosition, GridballSetup},
    paper_soccer::{PaperSoccerPosition, PaperSoccerSetup},
};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How many fixed positions a bench of single positions runs through.
pub const POSITIONS: usize = 4096;

/// The seed of everything random in the benches.
pub const SEED: u64 = 20_040_501;

/// At most this many actions are collected to choose one from. A choice among more would
/// depend on the order in which a game visits them.
const CHOICES: usize = 1 << 16;

/// How long criterion measures: two seconds a bench, so that all of them take a minute or two.
/// The command line (`--measurement-time 10`) wins over it. Many short samples, so that some stay
/// undisturbed on a machine that does other work as well.
pub fn config() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(1500))
        .sample_size(100)
}

/// The source of random numbers of the benches, with [`SEED`].
pub fn rng() -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(SEED)
}

/// A number below `bound`, which must not be 0. The same for the same state of `rng`, whatever
/// version a library of distributions has.
#[inline]
pub fn below(rng: &mut Pcg64Mcg, bound: usize) -> usize {
    // The high half of a product with a 64-bit fraction is below `bound`.
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

/// The first `count` positions of random games that `accept` takes.
///
/// The games are played one after the other from the start of `setup`, each to its end, with
/// [`SEED`]. The actions to choose from are sorted, so a generator that visits them in another
/// order gets the same positions. `accept` must take a position of some game, or this never ends.
pub fn positions<P: Position>(
    setup: &P::Setup,
    count: usize,
    mut accept: impl FnMut(&P) -> bool,
) -> Vec<P> {
    let mut rng = rng();
    let mut found = Vec::with_capacity(count);
    let mut position = P::start(setup);
    while found.len() < count {
        if accept(&position) {
            found.push(position.clone());
        }
        let mut actions = position.actions(CHOICES);
        if actions.is_empty() {
            position = P::start(setup);
        } else {
            actions.sort_unstable();
            position.play_unchecked(&actions[below(&mut rng, actions.len())]);
        }
    }
    found
}

/// [`POSITIONS`] positions of Gridball in which a regular move is due.
pub fn gridball_positions(setup: &GridballSetup) -> Vec<GridballPosition> {
    positions(setup, POSITIONS, |position: &GridballPosition| position.moves().any())
}

/// [`POSITIONS`] positions of unfinished games of paper soccer.
pub fn paper_soccer_positions(setup: &PaperSoccerSetup) -> Vec<PaperSoccerPosition> {
    positions(setup, POSITIONS, |position: &PaperSoccerPosition| position.outcome().is_none())
}

/// The mean of `measure` over `positions`.
pub fn mean<P>(positions: &[P], measure: impl Fn(&P) -> u64) -> f64 {
    positions.iter().map(measure).sum::<u64>() as f64 / positions.len() as f64
}
