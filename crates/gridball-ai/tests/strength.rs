//! The engines against the yardsticks, in short matches at small node limits: a check that nothing
//! broke the play. To see the points: `cargo test -p gridball-ai --test strength -- --nocapture`;
//! `GAMES=40` in the environment plays longer matches.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "a test may talk")]

use gridball_ai::{AnyEngine, Engine, Limits, Unattended};
use gridball_core::{AnyGame, AnySetup, Position};

/// The share of the points that `player` takes, the sides changing after each game.
fn points(setup: &str, player: &str, opponent: &str, games: u64) -> f64 {
    let setup: AnySetup = setup.parse().unwrap();
    let mut points = 0.0;
    for game_number in 0..games {
        let side = (game_number % 2) as usize;
        let seed = game_number / 2;
        let mut engines = [player, opponent]
            .map(|spec| AnyEngine::new(spec.parse().unwrap()))
            .map(|engine| AnyEngine::new(engine.spec().or_seed(seed)));
        let mut random = AnyEngine::new(format!("random?seed={seed}").parse().unwrap());
        let mut game = AnyGame::new(&setup);
        while game.position().outcome().is_none() {
            let mover = game.position().to_move().index();
            // Two random actions make the pairs of games differ.
            let engine = if game.len() < 2 { &mut random } else { &mut engines[mover ^ side] };
            let best =
                engine.search(game.position(), &Limits::default(), &mut Unattended).unwrap().best;
            game.play(&best).unwrap();
        }
        points += match game.position().outcome().and_then(gridball_core::Outcome::winner) {
            Some(winner) if winner.index() == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    let share = points / games as f64;
    eprintln!("{setup}: {player} against {opponent}: {:.1} % of {games}", 100.0 * share);
    share
}

fn beats(setup: &str, least: [f64; 3]) {
    let games = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(8);
    for (opponent, least) in ["random", "greedy", "two-ply?nodes=3000"].into_iter().zip(least) {
        let share = points(setup, "alphabeta?nodes=3000", opponent, games);
        assert!(share >= least, "{setup} against {opponent}: {share}");
    }
}

#[test]
fn football_checkers() {
    beats("football-checkers", [0.9, 0.7, 0.5]);
}

#[test]
fn paper_soccer() {
    beats("paper-soccer:2,8,10", [0.9, 0.7, 0.5]);
}
