//! Two networks against each other, at equal nodes.

use std::sync::Arc;

use gridball_ai::{
    Engine, Limits, Score, Unattended, derived_seed,
    paper_soccer::{BestFirst, Network},
};
use gridball_core::{
    Player, Position,
    paper_soccer::{PaperSoccerPosition, PaperSoccerSetup},
};
use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

/// The random actions that every pair of games begins with.
const OPENING: usize = 4;

/// The share of the games that the first of two networks wins (`None`: the written evaluation).
/// Each opening is played twice, with sides exchanged.
pub(crate) fn duel(
    setup: PaperSoccerSetup,
    networks: [Option<Arc<Network>>; 2],
    nodes: u64,
    games: u64,
    seed: u64,
) -> f64 {
    let mut engines = networks.map(|network| BestFirst::new(network, 16, seed));
    let mut points = 0_u32;
    for game in 0..games {
        let mut random = Lcg64Xsh32::new(derived_seed(seed, game / 2), 7);
        let swap = (game % 2) as usize;
        let mut position = PaperSoccerPosition::start(&setup);
        let mut winner = None;
        for turn in 0.. {
            if let Some(outcome) = position.outcome() {
                winner = outcome.winner();
                break;
            }
            let mover = position.to_move();
            let opening = turn < OPENING;
            let limits = if opening { Limits::depth(1) } else { Limits::nodes(nodes) };
            let engine = &mut engines[if opening { 0 } else { mover.index() ^ swap }];
            let Ok(result) = engine.search(&position, &limits, &mut Unattended) else { break };
            if result.score == Score::Win(1) {
                winner = Some(mover);
                break;
            }
            let action = if opening {
                let lasting: Vec<_> =
                    result.root.iter().filter(|root| !root.score.is_proven()).collect();
                let pick = random.next_u32() as usize % lasting.len().max(1);
                lasting.get(pick).map_or(result.best, |root| root.action.clone())
            } else {
                result.best
            };
            position.walk(&action.directions);
        }
        let first = Player::BOTH[swap];
        points += u32::from(winner == Some(first));
    }
    f64::from(points) / games as f64
}
