//! The levels: the weakest one can be beaten, but takes every win at hand.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::ControlFlow;

use gridball_ai::{AnyEngine, Engine, Limits, Unattended};
use gridball_core::{AnyAction, AnyGame, AnyPosition, Outcome, Position};

fn engine(spec: &str) -> AnyEngine {
    AnyEngine::new(spec.parse().unwrap())
}

fn best(engine: &mut AnyEngine, position: &AnyPosition) -> AnyAction {
    engine.search(position, &Limits::default(), &mut Unattended).unwrap().best
}

/// Whether the player to move can win with one action.
fn can_win(position: &AnyPosition) -> bool {
    if let AnyPosition::PaperSoccer(position) = position {
        return position.can_score();
    }
    position
        .visit_actions(|action| {
            if wins(position, action) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
}

fn wins(position: &AnyPosition, action: &AnyAction) -> bool {
    let mut after = position.clone();
    after.play(action).unwrap();
    after.outcome() == Some(Outcome::Win(position.to_move()))
}

#[test]
fn no_level_declines_a_win_at_hand() {
    for setup in [
        "gridball:20x26/4",
        "paper-football:16x24/4",
        "football-checkers:corners",
        "football-checkers:corners/open",
        "paper-soccer:2,6,8",
        "dots:8x8/plain",
    ] {
        let mut levels: Vec<AnyEngine> =
            (1..=9).map(|level| engine(&format!("level:{level}?seed=4"))).collect();
        let (mut asked, mut seed) = (0, 0);
        while asked < 12 {
            let mut game = AnyGame::new(&setup.parse().unwrap());
            let mut random = engine(&format!("random?seed={seed}"));
            seed += 1;
            assert!(seed < 400, "{setup}: only {asked} positions with a win at hand");
            while game.position().outcome().is_none() {
                let action = best(&mut random, game.position());
                // What random play does at the end may be a win, or have missed one.
                if can_win(game.position()) {
                    asked += 1;
                    for (level, engine) in (1..).zip(&mut levels) {
                        // The strong ones are asked now and then: they take their time.
                        if level > 6 && asked % 4 != 0 {
                            continue;
                        }
                        let action = best(engine, game.position());
                        assert!(
                            wins(game.position(), &action),
                            "{setup}: level {level} plays {action:?} in {:?}",
                            game.position()
                        );
                    }
                    break;
                }
                game.play(&action).unwrap();
            }
        }
    }
}

#[test]
fn level_1_can_be_beaten() {
    // Somebody who looks one turn ahead and nothing else beats it more often than not; in
    // football-checkers, where that is no help, somebody who looks a little further.
    for (setup, player) in [
        ("gridball:20x26/4", "greedy"),
        ("paper-football:16x24/4", "greedy"),
        ("football-checkers:corners", "alphabeta?nodes=100&hash=1"),
        ("paper-soccer:2,6,8", "greedy"),
        ("dots:8x8", "greedy"),
    ] {
        let mut points = 0.0;
        for seed in 0..20_u64 {
            let players: [AnyEngine; 2] = [player, "level:1"].map(engine);
            let mut players = players.map(|engine| AnyEngine::new(engine.spec().or_seed(seed)));
            let side = (seed % 2) as usize;
            let mut game = AnyGame::new(&setup.parse().unwrap());
            while game.position().outcome().is_none() {
                let mover = game.position().to_move().index();
                let action = best(&mut players[mover ^ side], game.position());
                game.play(&action).unwrap();
            }
            points += match game.position().outcome().and_then(Outcome::winner) {
                Some(winner) => f64::from(u8::from(winner.index() == side)),
                None => 0.5,
            };
        }
        assert!(points >= 11.0, "{setup}: {points} of 20");
    }
}
