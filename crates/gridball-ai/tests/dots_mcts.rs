//! The engine `mcts` in Dots: what every engine promises, and that it beats the yardsticks.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{cell::Cell, time::Duration};

use gridball_ai::{
    AnyEngine, Control, Engine, EngineInfo, Limits, Score, SearchInfo, SearchResult, Unattended,
};
use gridball_core::{AnyAction, AnyGame, AnyPosition, AnySetup, Outcome, Player, Position};

fn engine(spec: &str) -> AnyEngine {
    AnyEngine::new(spec.parse().unwrap())
}

fn start(setup: &str) -> AnyGame {
    AnyGame::new(&setup.parse::<AnySetup>().unwrap())
}

fn search(engine: &mut AnyEngine, at: &AnyPosition, limits: &Limits) -> SearchResult<AnyAction> {
    engine.search(at, limits, &mut Unattended).unwrap()
}

/// Every look at the clock takes a millisecond.
#[derive(Default)]
struct Host {
    looks: Cell<u64>,
    stop_at: Option<u64>,
    reports: Vec<SearchInfo<AnyAction>>,
}

impl Control<AnyAction> for Host {
    fn elapsed(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        Duration::from_millis(self.looks.get())
    }

    fn stop_requested(&self) -> bool {
        self.looks.set(self.looks.get() + 1);
        self.stop_at.is_some_and(|stop| self.looks.get() >= stop)
    }

    fn info(&mut self, info: &SearchInfo<AnyAction>) {
        self.reports.push(info.clone());
    }
}

#[test]
fn it_is_the_best_engine_of_dots() {
    assert_eq!(EngineInfo::best_for("dots").name, "mcts");
}

#[test]
fn a_search_depends_on_nothing_before_it() {
    for setup in ["dots:20x20", "dots:8x6/plain", "dots:9x9/cross/stop=9"] {
        let mut game = start(setup);
        let mut used = engine("mcts?seed=3");
        let limits = Limits { multi_pv: 3, ..Limits::nodes(150) };
        for _ in 0..4 {
            let result = search(&mut used, game.position(), &limits);
            assert_eq!(result, search(&mut engine("mcts?seed=3"), game.position(), &limits));
            assert_eq!(result.nodes, 150);
            assert_eq!(result.lines.len(), 3);
            assert_eq!(result.root.len() as u64, game.position().count_actions(u64::MAX));
            assert_eq!(result.root.iter().map(|root| root.visits).sum::<u64>(), 150);
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

#[test]
fn the_seed_matters() {
    let game = start("dots:12x12/plain");
    let roots = ["mcts?seed=1&nodes=200", "mcts?seed=2&nodes=200"]
        .map(|spec| search(&mut engine(spec), game.position(), &Limits::default()).root);
    assert_ne!(roots[0], roots[1]);
}

#[test]
fn a_search_ends_at_once_when_asked_to() {
    let game = start("dots:62x62");
    let mut host = Host { stop_at: Some(40), ..Host::default() };
    let result = engine("mcts").search(game.position(), &Limits::infinite(), &mut host).unwrap();
    // The host is asked once a node, and once more now and then.
    assert!((30..=41).contains(&result.nodes), "{}", result.nodes);
    assert!(!host.reports.is_empty());
}

#[test]
fn a_search_ends_in_time() {
    let game = start("dots:20x20");
    let mut host = Host::default();
    let limits = Limits::move_time(Duration::from_millis(500));
    let result = engine("mcts").search(game.position(), &limits, &mut host).unwrap();
    assert!(result.elapsed <= Duration::from_millis(500), "{:?}", result.elapsed);
    assert!(result.nodes > 100);
}

#[test]
fn zero_nodes_give_an_action_and_depth_is_a_limit() {
    let game = start("dots:10x10");
    for nodes in 0..5 {
        let result = search(&mut engine("mcts"), game.position(), &Limits::nodes(nodes));
        assert_eq!(result.nodes, nodes);
        assert!(game.position().is_legal(&result.best));
    }
    for depth in 1..5 {
        let result = search(&mut engine("mcts"), game.position(), &Limits::depth(depth));
        assert_eq!(result.depth, depth);
    }
}

#[test]
fn a_search_without_limits_ends_when_memory_is_used_up() {
    let game = start("dots:5x5");
    let result = search(&mut engine("mcts?hash=1"), game.position(), &Limits::default());
    // A node with its part of the actions takes about 160 bytes.
    assert!(result.score.is_proven() || result.nodes > 5_000, "{} {}", result.nodes, result.score);
}

#[test]
fn the_end_is_proven() {
    // First closes the contour at 3-1, and all of it is joined to the edge.
    let text = "dots:5x4/plain v1 1XXX1/1XOX1/1XOX1/1X1X1 first 0";
    let position = AnyPosition::parse_position(text).unwrap();
    let result = search(&mut engine("mcts"), &position, &Limits::nodes(1_000));
    assert_eq!(result.score, Score::Win(1));
    assert_eq!(position.action_text(&result.best), "3-1");
}

/// Plays one game; `specs` by player.
fn play(game: &mut AnyGame, specs: [&str; 2], seed: u64) -> Option<Outcome> {
    let mut engines = specs.map(|spec| engine(&format!("{spec}seed={seed}")));
    while game.position().outcome().is_none() {
        let mover = game.position().to_move();
        let limits = Limits::default();
        let best = search(&mut engines[mover.index()], game.position(), &limits).best;
        game.play(&best).unwrap();
    }
    game.position().outcome()
}

#[test]
fn it_beats_the_yardsticks() {
    for (opponent, games) in [("random?", 4), ("greedy?", 6), ("two-ply?nodes=2000&", 4)] {
        let mut wins = 0;
        for number in 0..games {
            let mut game = start("dots:10x10");
            let (specs, player) = if number % 2 == 0 {
                (["mcts?nodes=100&", opponent], Player::First)
            } else {
                ([opponent, "mcts?nodes=100&"], Player::Second)
            };
            let outcome = play(&mut game, specs, number);
            wins += u64::from(outcome == Some(Outcome::Win(player)));
        }
        assert!(wins + 1 >= games, "{wins} of {games} against {opponent}");
    }
}

#[test]
fn every_level_plays_and_takes_a_win() {
    let text = "dots:5x4/plain v1 1XXX1/1XOX1/1XOX1/1X1X1 first 0";
    let won = AnyPosition::parse_position(text).unwrap();
    for level in 1..10 {
        let mut game = start("dots:6x6");
        let spec = format!("level:{level}?");
        play(&mut game, [&spec, "random?"], level);
        for seed in 0..20 {
            let mut engine = engine(&format!("level:{level}?seed={seed}"));
            let best = search(&mut engine, &won, &Limits::default()).best;
            assert_eq!(won.action_text(&best), "3-1", "level {level}, seed {seed}");
        }
    }
}
