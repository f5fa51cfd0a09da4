//! The players of football-checkers and paper soccer: what they promise whatever the limits.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{cell::Cell, ops::ControlFlow, time::Duration};

use gridball_ai::{
    AnyEngine, Bound, Control, Engine, EngineInfo, EngineSpec, Limits, Score, SearchInfo,
    SearchResult, Unattended,
};
use gridball_core::{
    AnyAction, AnyGame, AnyPosition, AnySetup, Direction, Outcome, Player, Point, Position,
    football_checkers::{CheckersAction, CheckersPosition},
    paper_soccer::{DistinctResults, PaperSoccerAction, PaperSoccerPosition, PathEnd},
};

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

fn start(setup: &str) -> AnyPosition {
    AnyPosition::start(&setup.parse::<AnySetup>().unwrap())
}

/// The strongest engines that play this game.
fn engines(setup: &str) -> Vec<&'static str> {
    if setup.starts_with("paper-soccer") {
        vec!["alphabeta", "best-first"]
    } else {
        vec!["alphabeta"]
    }
}

/// A host that looks at nothing but how often it is asked: the clock goes on by a millisecond
/// each time, and from one of these looks on the search has to stop.
struct Looks {
    count: Cell<u64>,
    stop_at: u64,
    infos: usize,
}

impl Looks {
    const fn new(stop_at: u64) -> Self {
        Self { count: Cell::new(0), stop_at, infos: 0 }
    }
}

impl<A> Control<A> for Looks {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.count.get())
    }

    fn stop_requested(&self) -> bool {
        self.count.set(self.count.get() + 1);
        self.count.get() >= self.stop_at
    }

    fn info(&mut self, _: &SearchInfo<A>) {
        self.infos += 1;
    }
}

// ---------------------------------------------------------------------------------------------
// All games
// ---------------------------------------------------------------------------------------------

const SETUPS: [&str; 10] = [
    "gridball:small",
    "paper-football",
    "football-checkers:corners",
    "football-checkers:centre",
    "football-checkers:split/open",
    "paper-soccer:2,6,8",
    "paper-soccer:2,8,10/lower",
    "paper-soccer:2,4,2",
    "paper-soccer:6,12,8",
    "paper-soccer:4,24,24",
];

#[test]
fn every_game_has_its_best_engine() {
    for game in ["gridball", "paper-football", "football-checkers"] {
        assert_eq!(EngineInfo::best_for(game).name, "alphabeta");
    }
    assert_eq!(EngineInfo::best_for("paper-soccer").name, "best-first");
}

#[test]
fn every_level_plays_every_game() {
    for setup in SETUPS {
        let position = start(setup);
        for level in 1..=10 {
            // Level 10 ends by its clock.
            let mut host = Looks::new(u64::MAX);
            let limits = Limits::nodes(3_000);
            let result = engine(&format!("level:{level}?seed=5"))
                .search(&position, &limits, &mut host)
                .unwrap();
            assert!(position.is_legal(&result.best), "{setup} level {level}");
        }
    }
}

#[test]
fn games_at_tiny_limits_are_legal_and_end() {
    for setup in SETUPS {
        for (seed, name) in
            (0..3).flat_map(|seed| engines(setup).into_iter().map(move |n| (seed, n)))
        {
            let mut game = AnyGame::new(&setup.parse().unwrap());
            let mut players = [
                engine(&format!("{name}?seed={seed}&nodes={}", 1 + 60 * seed)),
                engine(&format!("{name}?seed={}&nodes=7&noise=90&blunder=30", seed + 9)),
            ];
            // Gridball has no end of its own in so few actions; the others end.
            while game.position().outcome().is_none() && game.len() < 400 {
                let player = game.position().to_move().index();
                let result = search(&mut players[player], game.position(), &Limits::default());
                for line in &result.lines {
                    let mut position = game.position().clone();
                    for action in &line.actions {
                        position.play(action).unwrap();
                    }
                }
                game.play(&result.best).unwrap();
            }
            if !setup.starts_with("gridball") && !setup.starts_with("paper-football") {
                assert!(game.position().outcome().is_some(), "{setup} {seed}");
            }
        }
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    for (setup, name) in
        SETUPS.iter().flat_map(|&setup| engines(setup).into_iter().map(move |n| (setup, n)))
    {
        let spec = format!("{name}?seed=3");
        let mut game = AnyGame::new(&setup.parse().unwrap());
        let mut used = engine(&spec);
        for _ in 0..8 {
            if game.position().outcome().is_some() {
                break;
            }
            let limits = Limits { multi_pv: 2, ..Limits::nodes(900) };
            let result = search(&mut used, game.position(), &limits);
            let fresh = search(&mut engine(&spec), game.position(), &limits);
            assert_eq!(result, fresh, "{setup}");
            assert!(result.nodes <= 900, "{setup}: {} nodes", result.nodes);
            game.play(&result.best).unwrap();
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Paper soccer
// ---------------------------------------------------------------------------------------------

/// Up to so many positions of real games, every whole turn of them.
fn real_positions(count: usize) -> Vec<PaperSoccerPosition> {
    let mut positions = Vec::new();
    for line in include_str!("data/paper-soccer-games.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let mut position =
            PaperSoccerPosition::start(&"paper-soccer:2,8,10/lower".parse().unwrap());
        for turn in line.split(' ') {
            if position.outcome().is_some() || positions.len() == count {
                break;
            }
            positions.push(position.clone());
            let action = position.parse_action(turn).unwrap();
            if position.play(&action).is_err() {
                // The last turn was broken off.
                break;
            }
        }
    }
    positions
}

/// Whether the player to move can score, by looking at all paths of the plain rules, if there are
/// not too many.
fn slow_can_score(position: &PaperSoccerPosition, paths: u32) -> Option<bool> {
    let won = Some(Outcome::Win(position.to_move()));
    let mut count = 0;
    let mut answer = Some(false);
    let _ = position.visit_slow_actions(|action| {
        count += 1;
        if count > paths {
            answer = None;
        } else if position.slow_play(action).outcome() == won {
            answer = Some(true);
        }
        if answer == Some(false) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    answer
}

/// The same by walking over all points that throw the ball on. (Whoever can get to a point can
/// get there without using a line twice.)
fn walk_can_score(position: &PaperSoccerPosition) -> bool {
    let setup = position.setup();
    let target = position.side_to_move().other();
    let mut reached = vec![position.ball()];
    let mut index = 0;
    while let Some(&from) = reached.get(index) {
        index += 1;
        for direction in Direction::ALL {
            let to: Point = from.step(direction);
            if !setup.has_line(from, direction) || position.is_drawn(from, direction) {
                continue;
            }
            if setup.goal_of(to) == Some(target) {
                return true;
            }
            if position.is_occupied(to) && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    false
}

fn soccer_action(action: AnyAction) -> PaperSoccerAction {
    match action {
        AnyAction::PaperSoccer(action) => action,
        other => panic!("no action of paper soccer: {other:?}"),
    }
}

#[test]
fn paper_soccer_never_misses_a_goal_nor_leaves_one() {
    /// The plain rules look at so many paths; beyond, the walk above answers alone.
    const PATHS: u32 = 200;
    let positions = real_positions(10_000);
    assert_eq!(positions.len(), 10_000);
    let mut engines = ["alphabeta?hash=1", "best-first?hash=1"].map(engine);
    let mut level_1 = engine_level_1();
    let (mut goals, mut kept, mut lost, mut by_paths) = (0, 0, 0, 0);
    for (index, position) in positions.into_iter().enumerate() {
        // The promise holds at every limit: a few nodes here, and nothing at all there.
        let limits = Limits::nodes([0, 1, 20, 300][index % 4]);
        let any = AnyPosition::from(position.clone());
        let result = search(&mut engines[index / 4 % 2], &any, &limits);
        let action = soccer_action(result.best);
        let mut after = position.clone();
        after.play(&action).unwrap();

        let can_score = walk_can_score(&position);
        // The plain rules take most of the time of this test, so they are asked every second time.
        let paths = if index % 2 == 0 { PATHS } else { 0 };
        if let Some(answer) = slow_can_score(&position, paths) {
            assert_eq!(answer, can_score, "{position:?}");
            by_paths += 1;
        }
        if can_score {
            assert_eq!(after.outcome(), Some(Outcome::Win(position.to_move())), "{position:?}");
            assert_eq!(result.score, Score::Win(1));
            goals += 1;
            if index % 8 == 0 {
                let action = soccer_action(search(&mut level_1, &any, &Limits::nodes(20_000)).best);
                let after = position.slow_play(&action);
                assert_eq!(after.outcome(), Some(Outcome::Win(position.to_move())));
            }
        } else if after.outcome().is_none() && !walk_can_score(&after) {
            if let Some(answer) = slow_can_score(&after, paths) {
                assert!(!answer, "{after:?}");
            }
            kept += 1;
        } else {
            // Then there was no better one: looked for among all results of all paths.
            let mut results = DistinctResults::new();
            results.find(&position, 1 << 18);
            let _ = results.visit_actions(|action| {
                let other = position.slow_play(action);
                assert!(
                    other.outcome().is_some() || walk_can_score(&other),
                    "{position:?} {action:?}"
                );
                ControlFlow::Continue(())
            });
            lost += 1;
        }
    }
    // Each of the three kinds is there, and many were answered by the plain rules too.
    assert!(goals > 200 && kept > 8_000 && lost > 50, "{goals} {kept} {lost}");
    assert!(by_paths > 1_500, "{by_paths}");
}

fn engine_level_1() -> AnyEngine {
    AnyEngine::new("level:1".parse::<EngineSpec>().unwrap())
}

/// Positions with very many paths: one out of a real game, with 433 648 distinct results, and the
/// biggest field with a spiral drawn over it, whose results nobody can count.
fn endless() -> [PaperSoccerPosition; 2] {
    let text = "paper-soccer:2,8,10 v1 9/4fl1f1/2flon1k1/3aagd1h/1j2fnooh/bln1ooolh/ai2bgooh/b1jfhgofh/\
                3a2cc1/7nh/6aa1/9/9 e6 second";
    let mut spiral = PaperSoccerPosition::start(&"paper-soccer:2,24,24".parse().unwrap());
    let mut direction = 0;
    let mut walk = |steps: usize, turn: usize| {
        for _ in 0..steps {
            let action = spiral.parse_action(&(direction % 8).to_string()).unwrap();
            spiral.play(&action).unwrap();
        }
        direction += turn;
    };
    for side in 1..23 {
        walk(side, 2);
        walk(side, 2);
    }
    walk(22, 0);
    [PaperSoccerPosition::parse_position(text).unwrap(), spiral]
}

#[test]
fn endless_bouncing_is_bounded() {
    for position in endless() {
        let any = AnyPosition::from(position.clone());
        for spec in ["best-first", "alphabeta", "two-ply", "greedy", "random", "level:1", "level:6"]
        {
            for stop_at in [1, 2, 50] {
                let mut host = Looks::new(stop_at);
                let mut engine = engine(spec);
                let result = engine.search(&any, &Limits::nodes(200_000), &mut host).unwrap();
                assert!(position.is_legal(&soccer_action(result.best)), "{spec}");
                // Little work is done once it has to stop, and little between two looks: the
                // results of the root and of one more position, and what an interval allows.
                assert!(result.nodes <= 10_000 + 128 * stop_at, "{spec}: {}", result.nodes);
                assert!(result.root.len() <= 5_000);
            }
        }
    }
}

#[test]
fn a_search_without_limits_ends_when_it_has_to_stop() {
    for name in engines("paper-soccer") {
        let mut host = Looks::new(40);
        let any = start("paper-soccer:2,8,10");
        let result = engine(name).search(&any, &Limits::infinite(), &mut host).unwrap();
        assert!(result.nodes > 128 && result.nodes < 20_000, "{}", result.nodes);
        assert!(host.infos > 0 && any.is_legal(&result.best));
    }
}

#[test]
fn paper_soccer_sees_a_goal_behind_the_opponents_turn() {
    // Whoever is told "win in n" wins in n: played out against every answer of the plain rules.
    let mut engines = ["alphabeta", "best-first"].map(engine);
    let mut proven = [0; 2];
    for (index, position) in real_positions(1_500).into_iter().step_by(3).enumerate() {
        let any = AnyPosition::from(position.clone());
        let result = search(&mut engines[index % 2], &any, &Limits::nodes(1_500));
        if result.score != Score::Win(3) {
            continue;
        }
        let action = soccer_action(result.best);
        let mut after = position.clone();
        after.play(&action).unwrap();
        let mut results = DistinctResults::new();
        results.find(&after, 20_000);
        let _ = results.visit_actions(|answer| {
            let reply = after.slow_play(answer);
            let wins = match reply.outcome() {
                Some(outcome) => outcome == Outcome::Win(position.to_move()),
                None => walk_can_score(&reply),
            };
            assert!(wins, "{position:?} {action:?} {answer:?}");
            ControlFlow::Continue(())
        });
        assert!(
            !results.iter().any(|result| { result.end == PathEnd::Goal(position.side_to_move()) })
        );
        proven[index % 2] += 1;
    }
    assert!(proven.iter().all(|&count| count > 0), "{proven:?}");
}

// ---------------------------------------------------------------------------------------------
// Football-checkers
// ---------------------------------------------------------------------------------------------

fn checkers_action(action: AnyAction) -> CheckersAction {
    match action {
        AnyAction::FootballCheckers(action) => action,
        other => panic!("no action of football-checkers: {other:?}"),
    }
}

/// Positions of games between weak players, the later halves of them, where it is tense.
fn tense_positions(setup: &str, games: u64) -> Vec<CheckersPosition> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut game = AnyGame::new(&setup.parse().unwrap());
        let mut players = [
            engine(&format!("alphabeta?nodes=200&blunder=25&noise=60&seed={seed}")),
            engine(&format!("alphabeta?nodes=200&blunder=35&noise=30&seed={}", seed + 99)),
        ];
        let mut line = Vec::new();
        while game.position().outcome().is_none() && game.len() < 80 {
            if let AnyPosition::FootballCheckers(position) = game.position() {
                line.push(position.clone());
            }
            let player = game.position().to_move().index();
            let result = search(&mut players[player], game.position(), &Limits::default());
            game.play(&result.best).unwrap();
        }
        let later = line.len() / 2;
        positions.extend(line.drain(later..));
    }
    positions
}

/// Whether the player to move can win with one action: each is played by the plain rules, and the
/// outcome looked at.
fn slow_can_win(position: &CheckersPosition) -> bool {
    let won = Some(Outcome::Win(position.to_move()));
    let mut found = false;
    let _ = position.visit_slow_actions(|action| {
        let after = position.slow_play(action);
        // Nearly all actions leave the opponent one, which is seen at once.
        found =
            after.visit_actions(|_| ControlFlow::Break(())).is_continue() && after.outcome() == won;
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

#[test]
fn football_checkers_never_misses_a_win_nor_gives_one() {
    for setup in ["football-checkers:corners", "football-checkers:split/open"] {
        let mut engine = engine("alphabeta?hash=1");
        let mut level_1 = engine_level_1();
        let (mut wins, mut kept) = (0, 0);
        for (index, position) in tense_positions(setup, 16).into_iter().enumerate() {
            let any = AnyPosition::from(position.clone());
            let limits = Limits::nodes([0, 1, 20, 300][index % 4]);
            let result = search(&mut engine, &any, &limits);
            let mut after = position.clone();
            after.play(&checkers_action(result.best)).unwrap();
            let won = Some(Outcome::Win(position.to_move()));
            let can_win = slow_can_win(&position);
            assert_eq!(
                can_win,
                position.winning_action().is_some(),
                "{}",
                position.position_text()
            );
            if can_win {
                assert_eq!(after.outcome(), won, "{}", position.position_text());
                assert_eq!(result.score, Score::Win(1));
                let easy = search(&mut level_1, &any, &Limits::nodes(20_000)).best;
                assert_eq!(position.slow_play(&checkers_action(easy)).outcome(), won);
                wins += 1;
            } else if slow_can_win(&after) {
                // Then every other action gives one too, or loses.
                let _ = position.visit_actions(|action| {
                    let other = position.slow_play(action);
                    let safe = other.outcome().is_none() && !slow_can_win(&other);
                    assert!(!safe, "{} {action:?}", position.position_text());
                    ControlFlow::Continue(())
                });
            } else {
                kept += 1;
            }
        }
        assert!(wins >= 8 && kept >= 40, "{setup}: {wins} {kept}");
    }
}

#[test]
fn football_checkers_finds_the_last_action_of_a_game() {
    let mut position = CheckersPosition::start(&"football-checkers".parse().unwrap());
    for text in "c1-a1 d12-e11 g1-k3 c12-d11 h1-g1 k12-k8 k1-n3 k8-g10 d1-c1 e12-m7 k3-f3 m7-m8 \
                 f1-e2 g10-h10 f3-h3 b12-b11 n1-n4 g12-h11 n4-e10 h11-g11"
        .split_whitespace()
    {
        position.play(&position.parse_action(text).unwrap()).unwrap();
    }
    let result = search(&mut engine("alphabeta"), &position.clone().into(), &Limits::nodes(5_000));
    assert_eq!(result.score, Score::Win(1));
    position.play(&checkers_action(result.best)).unwrap();
    assert!(position.is_attack_decisive());
}

#[test]
fn football_checkers_counts_repetition_and_the_last_action() {
    let rows = "12/12/12/3b1b6/12/12/12/12/3r1r6/12/12/12";
    let parse = |text: &str| CheckersPosition::parse_position(text).unwrap();
    // With one action left, nothing but a draw is in it.
    let position = parse(&format!("football-checkers:corners v1 {rows} first 399"));
    let result = search(&mut engine("alphabeta"), &position.into(), &Limits::nodes(2_000));
    assert_eq!(result.score, Score::Estimate(0));
    assert!(result.root.iter().all(|root| root.score == Score::Estimate(0)));

    // The repetition key comes and goes with the second occurrence.
    let mut position = parse(&format!("football-checkers:corners v1 {rows} first 0"));
    let mut undos = Vec::new();
    let mut keys = Vec::new();
    for text in "d4-c4 d9-c9 c4-d4 c9-d9 d4-c4 d9-c9 c4-d4".split(' ') {
        keys.push(position.repetition_key());
        let action = position.parse_action(text).unwrap();
        undos.push(position.play(&action).unwrap());
        assert_eq!(parse(&position.position_text()).repetition_key(), position.repetition_key());
    }
    assert_eq!(keys[..4], [0; 4]);
    assert!(keys[4] != 0 && keys[5] != keys[4] && keys[6] != keys[5]);
    // One action brings the position up for the third time, and no other does.
    let draw = position.parse_action("c9-d9").unwrap();
    let result = search(&mut engine("alphabeta"), &position.clone().into(), &Limits::depth(1));
    let root = result.root.iter().find(|root| checkers_action(root.action.clone()) == draw);
    assert!(root.is_some_and(|root| root.bound != Bound::Guess));
    let mut after = position.clone();
    after.play(&draw).unwrap();
    assert_eq!(after.outcome(), Some(Outcome::Draw));
    for (undo, key) in undos.into_iter().zip(keys).rev() {
        position.undo(undo);
        assert_eq!(position.repetition_key(), key);
        position.validate().unwrap();
    }
    assert_eq!(position.to_move(), Player::First);
}
