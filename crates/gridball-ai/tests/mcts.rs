//! The engine `mcts` in the games that `alphabeta` plays too: what it promises whatever the limits
//! are, and that it plays. Dots has tests of its own.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{cell::Cell, ops::ControlFlow, time::Duration};

use gridball_ai::{
    AnyEngine, Control, Engine, Limits, Score, SearchInfo, SearchResult, Unattended,
};
use gridball_core::{AnyAction, AnyGame, AnyPosition, Outcome, Player, Position};

const SETUPS: [&str; 7] = [
    "gridball:12x12/4",
    "gridball:20x26/4",
    "paper-football:16x24/4",
    "football-checkers:corners",
    "football-checkers:split/open",
    "paper-soccer:2,6,8",
    "paper-soccer:2,8,10/lower",
];

fn engine(spec: &str) -> AnyEngine {
    AnyEngine::new(spec.parse().unwrap())
}

fn search(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    limits: &Limits,
) -> SearchResult<AnyAction> {
    engine.search(position, limits, &mut Unattended).unwrap()
}

/// The positions of games between players who play anything, from the end on backwards.
fn late_positions(setup: &str, games: u64, depth: usize) -> Vec<AnyPosition> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut random = engine(&format!("random?seed={seed}"));
        let mut game = AnyGame::new(&setup.parse().unwrap());
        let mut line = Vec::new();
        while game.position().outcome().is_none() {
            line.push(game.position().clone());
            let best = search(&mut random, game.position(), &Limits::default()).best;
            game.play(&best).unwrap();
        }
        positions.extend(line.into_iter().rev().take(depth));
    }
    positions
}

fn outcome_after(position: &AnyPosition, action: &AnyAction) -> Option<Outcome> {
    let mut after = position.clone();
    after.play(action).unwrap();
    after.outcome()
}

/// Whether the player to move can win with his next action.
fn can_win(position: &AnyPosition) -> bool {
    if let AnyPosition::PaperSoccer(position) = position {
        return position.can_score();
    }
    let won = Some(Outcome::Win(position.to_move()));
    position
        .visit_actions(|action| {
            if outcome_after(position, action) == won {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
}

/// Whether `action` loses at once or lets the opponent win with his next action.
fn loses(position: &AnyPosition, action: &AnyAction) -> bool {
    let mover = position.to_move();
    let mut after = position.clone();
    after.play(action).unwrap();
    if let Some(outcome) = after.outcome() {
        return outcome == Outcome::Win(mover.other());
    }
    // In a series of penalties nothing is given yet; and whose turn is one of penalties wins by
    // chance, not by what was left to him.
    let penalties = matches!(&after, AnyPosition::Gridball(at) if at.in_penalty_phase());
    after.to_move() != mover && !penalties && can_win(&after)
}

#[test]
fn a_win_is_taken_and_none_is_given() {
    for setup in SETUPS {
        let mut mcts = engine("mcts?seed=1&hash=1");
        let (mut wins, mut kept) = (0, 0);
        for (index, position) in late_positions(setup, 14, 4).into_iter().enumerate() {
            let limits = Limits::nodes([0, 1, 20, 100][index % 4]);
            let result = search(&mut mcts, &position, &limits);
            if can_win(&position) {
                let won = Some(Outcome::Win(position.to_move()));
                // A penalty is played like any other action, but nobody promised to look ahead.
                if !matches!(&position, AnyPosition::Gridball(at) if at.in_penalty_phase())
                    || limits.nodes >= Some(20)
                {
                    assert_eq!(outcome_after(&position, &result.best), won, "{position:?}");
                    assert_eq!(result.score, Score::Win(1));
                    wins += 1;
                }
            } else if loses(&position, &result.best) {
                position.visit_search_actions(4000, |action| {
                    assert!(loses(&position, action), "{position:?} {action:?}");
                    ControlFlow::Continue(())
                });
            } else {
                kept += 1;
            }
        }
        // Without the duty there is a win in nearly every position.
        assert!(wins >= 5 && (kept >= 5 || setup.ends_with("open")), "{setup}: {wins} {kept}");
    }
}

#[test]
fn a_search_depends_on_nothing_before_it() {
    for setup in SETUPS {
        let mut game = AnyGame::new(&setup.parse().unwrap());
        let mut used = engine("mcts?seed=3&hash=1");
        for _ in 0..5 {
            if game.position().outcome().is_some() {
                break;
            }
            let limits = Limits { multi_pv: 2, ..Limits::nodes(150) };
            let result = search(&mut used, game.position(), &limits);
            let fresh = search(&mut engine("mcts?seed=3&hash=1"), game.position(), &limits);
            assert_eq!(result, fresh, "{setup}");
            assert!(result.nodes <= 150, "{setup}: {} nodes", result.nodes);
            for line in &result.lines {
                let mut position = game.position().clone();
                for action in &line.actions {
                    position.play(action).unwrap();
                }
            }
            game.play(&result.best).unwrap();
        }
    }
}

/// Each look at the host takes a millisecond, and from one of them on the search has to stop.
struct Looks {
    count: Cell<u64>,
    stop_at: u64,
}

impl Control<AnyAction> for Looks {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.count.get())
    }

    fn stop_requested(&self) -> bool {
        self.count.set(self.count.get() + 1);
        self.count.get() >= self.stop_at
    }

    fn info(&mut self, _: &SearchInfo<AnyAction>) {}
}

#[test]
fn it_stops_when_it_has_to() {
    for setup in SETUPS {
        let position = AnyPosition::start(&setup.parse().unwrap());
        for stop_at in [1, 2, 40] {
            let mut host = Looks { count: Cell::new(0), stop_at };
            let result =
                engine("mcts?hash=1").search(&position, &Limits::infinite(), &mut host).unwrap();
            assert!(position.is_legal(&result.best));
            // A look a node.
            assert!(result.nodes <= stop_at + 1, "{setup}: {}", result.nodes);
        }
    }
}

#[test]
fn noise_and_carelessness_are_understood() {
    for setup in SETUPS {
        let position = AnyPosition::start(&setup.parse().unwrap());
        let result = search(&mut engine("mcts?noise=90&blunder=50"), &position, &Limits::nodes(50));
        assert!(position.is_legal(&result.best));
    }
}

#[test]
fn it_beats_random_play() {
    for setup in [
        "gridball:20x26/4",
        "paper-football:16x24/4",
        "football-checkers:corners",
        "paper-soccer:2,6,8",
    ] {
        let mut points = 0;
        for seed in 0..6 {
            let side = if seed % 2 == 0 { Player::First } else { Player::Second };
            let mut mcts = engine(&format!("mcts?seed={seed}&hash=4&nodes=200"));
            let mut random = engine(&format!("random?seed={seed}"));
            let mut game = AnyGame::new(&setup.parse().unwrap());
            while game.position().outcome().is_none() {
                let mine = game.position().to_move() == side;
                let player = if mine { &mut mcts } else { &mut random };
                let best = search(player, game.position(), &Limits::default()).best;
                game.play(&best).unwrap();
            }
            points += u32::from(game.position().outcome() == Some(Outcome::Win(side)));
        }
        assert!(points >= 5, "{setup}: {points} of 6");
    }
}
