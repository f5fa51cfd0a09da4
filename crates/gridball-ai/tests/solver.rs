//! The solver against a plain search by the slow rules; and the engines against the solver.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::ControlFlow;

use gridball_ai::{
    AnyEngine, ENGINES, Engine, Limits, Score, Unattended, game_name,
    solver::{SmallWorld, Solution, Solver, Truth},
};
use gridball_core::{
    AnyAction, AnyGame, AnyPosition, Outcome, Player, Position, gridball::GridballPosition,
    paper_soccer::PaperSoccerPosition,
};

/// The positions of games between players who play anything, from the end on backwards, `depth`
/// of each game.
fn late_positions(setup: &str, games: u64, depth: usize) -> Vec<AnyPosition> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut random = AnyEngine::new(format!("random?seed={seed}").parse().unwrap());
        let mut game = AnyGame::new(&setup.parse().unwrap());
        let mut line = Vec::new();
        while game.position().outcome().is_none() {
            line.push(game.position().clone());
            let result =
                random.search(game.position(), &Limits::default(), &mut Unattended).unwrap();
            game.play(&result.best).unwrap();
        }
        positions.extend(line.into_iter().rev().take(depth));
    }
    positions
}

fn soccer(position: &AnyPosition) -> &PaperSoccerPosition {
    match position {
        AnyPosition::PaperSoccer(position) => position,
        _ => panic!("no position of paper soccer"),
    }
}

fn gridball(position: &AnyPosition) -> &GridballPosition {
    match position {
        AnyPosition::Gridball(position) => position,
        _ => panic!("no position of Gridball"),
    }
}

// ---------------------------------------------------------------------------------------------
// The solver
// ---------------------------------------------------------------------------------------------

/// Whether `player` wins within `within` actions, by the plain definition, the slow rules and no
/// memory; `None` when that takes more than `budget` actions.
fn wins<P: Position>(position: &P, player: Player, within: u32, budget: &mut u64) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome == Outcome::Win(player));
    }
    if within == 0 {
        return Some(false);
    }
    let attacks = position.to_move() == player;
    let mut answer = Some(!attacks);
    let _ = position.visit_slow_actions(|action| {
        if *budget == 0 {
            answer = None;
            return ControlFlow::Break(());
        }
        *budget -= 1;
        match wins(&position.slow_play(action), player, within - 1, budget) {
            Some(wins) if wins != attacks => ControlFlow::Continue(()),
            other => {
                answer = other;
                ControlFlow::Break(())
            }
        }
    });
    answer
}

/// Compares a solution with the plain search; whether that could follow.
fn agrees<P: Position>(position: &P, solution: Solution, budget: u64) -> bool {
    let mover = position.to_move();
    let (player, distance) = match solution.truth.unwrap() {
        Truth::Win(distance) => (mover, distance),
        Truth::Loss(distance) => (mover.other(), distance),
        Truth::Draw => {
            let followed = [mover, mover.other()]
                .map(|player| wins(position, player, 99, &mut budget.clone()));
            assert!(!followed.contains(&Some(true)), "{position:?} is no draw");
            return followed == [Some(false); 2];
        }
    };
    let [mut first, mut second] = [budget; 2];
    let within = wins(position, player, distance, &mut first);
    let sooner = wins(position, player, distance - 1, &mut second);
    assert!(within != Some(false) && sooner != Some(true), "{position:?} {solution:?}");
    within.is_some() && sooner.is_some()
}

#[test]
fn paper_soccer_is_solved_as_by_the_slow_rules() {
    let mut followed = [0; 4];
    for setup in ["paper-soccer:2,4,2", "paper-soccer:4,6,2", "paper-soccer:2,4,4"] {
        let mut solver = Solver::new(8);
        for position in late_positions(setup, 60, 9) {
            let position = soccer(&position);
            let solution = solver.solve(position, 1_000_000, &mut || false);
            if agrees(position, solution, 20_000) {
                match solution.truth.unwrap() {
                    Truth::Win(1) => followed[0] += 1,
                    Truth::Win(_) => followed[1] += 1,
                    Truth::Loss(1 | 2) => followed[2] += 1,
                    _ => followed[3] += 1,
                }
            }
        }
    }
    assert!(followed.iter().all(|&count| count >= 5), "{followed:?}");
}

#[test]
fn gridball_is_solved_as_by_the_slow_rules() {
    let mut followed = [0; 4];
    for setup in ["gridball:12x12/4", "paper-football:12x12/2", "gridball:20x26/4"] {
        let mut solver = Solver::new(8);
        for position in late_positions(setup, 40, 4) {
            let position = gridball(&position);
            let solution = solver.solve(position, 1_500, &mut || false);
            if let Some(truth) = solution.truth
                && agrees(position, solution, 20_000)
            {
                match truth {
                    Truth::Win(1) => followed[0] += 1,
                    Truth::Win(_) => followed[1] += 1,
                    Truth::Loss(_) => followed[2] += 1,
                    Truth::Draw => followed[3] += 1,
                }
            }
        }
    }
    assert!(followed[..3].iter().all(|&count| count >= 10) && followed[3] > 0, "{followed:?}");
}

#[test]
fn the_mirror_image_is_worth_the_same() {
    for setup in ["paper-soccer:4,6,2", "paper-soccer:2,4,4", "gridball:12x12/4"] {
        for position in late_positions(setup, 20, 3) {
            // Each image by a solver of its own, which cannot remember the other.
            let truths: Vec<_> = position
                .symmetries()
                .iter()
                .map(|&symmetry| match position.transformed(symmetry) {
                    AnyPosition::PaperSoccer(position) => solve_alone(&position),
                    AnyPosition::Gridball(position) => solve_alone(&position),
                    _ => panic!("another game"),
                })
                .collect();
            assert!(truths.len() > 1);
            for truth in &truths {
                let both = truths[0].is_some() && truth.is_some();
                assert!(!both || *truth == truths[0], "{position:?} {truths:?}");
            }
        }
    }
}

fn solve_alone<P: SmallWorld>(position: &P) -> Option<Truth> {
    Solver::new(1).solve(position, 2_000, &mut || false).truth
}

#[test]
fn what_cannot_be_finished_is_not_guessed() {
    let position = PaperSoccerPosition::start(&"paper-soccer:2,6,8".parse().unwrap());
    let mut solver = Solver::new(1);
    let solution = solver.solve(&position, 500, &mut || false);
    assert_eq!((solution.truth, solution.nodes), (None, 500));
    // Nobody wins before the ball can have got to a goal.
    assert!(solution.undecided >= 3);
    let mut looks = 0;
    let solution = solver.solve(&position, u64::MAX, &mut || {
        looks += 1;
        looks == 10
    });
    assert_eq!((solution.truth, looks), (None, 10));
}

#[test]
fn the_end_of_the_turns_is_a_draw() {
    // Far from both goals, with one turn left.
    let line = GridballPosition::start(&"gridball:12x12/4".parse().unwrap()).position_text();
    let mut solver = Solver::new(1);
    for (turn, least) in [(299, Some(Truth::Draw)), (298, Some(Truth::Draw)), (100, None)] {
        let late = line.replace(" regular 0", &format!(" regular {turn}"));
        let position = GridballPosition::parse_position(&late).unwrap();
        assert_eq!(position.turn(), turn);
        assert_eq!(solver.solve(&position, 300_000, &mut || false).truth, least, "{turn}");
    }
}

// ---------------------------------------------------------------------------------------------
// The engines
// ---------------------------------------------------------------------------------------------

/// Positions with their truths, as far as they are solved in so many nodes.
fn solved(setup: &str, games: u64, depth: usize, nodes: u64) -> Vec<(AnyPosition, Truth)> {
    let mut soccer = Solver::new(8);
    let mut gridball = Solver::new(8);
    let truth = |position: AnyPosition| {
        let solution = match &position {
            AnyPosition::PaperSoccer(position) => soccer.solve(position, nodes, &mut || false),
            AnyPosition::Gridball(position) => gridball.solve(position, nodes, &mut || false),
            _ => panic!("another game"),
        };
        Some((position, solution.truth?))
    };
    late_positions(setup, games, depth).into_iter().filter_map(truth).collect()
}

/// The truth after an action, for the player to move before it.
fn after(position: &AnyPosition, action: &AnyAction) -> Option<Truth> {
    let mut next = position.clone();
    next.play(action).unwrap();
    let truth = match &next {
        AnyPosition::PaperSoccer(next) => Solver::new(1).solve(next, 1_000_000, &mut || false),
        AnyPosition::Gridball(next) => Solver::new(1).solve(next, 100_000, &mut || false),
        _ => panic!("another game"),
    }
    .truth?;
    let mover = position.to_move();
    Some(match (truth, next.outcome()) {
        (_, Some(outcome)) if outcome == Outcome::Win(mover) => Truth::Win(1),
        (_, Some(Outcome::Win(_))) => Truth::Loss(1),
        (truth, _) if next.to_move() == mover => truth,
        (Truth::Win(actions), _) => Truth::Loss(actions + 1),
        (Truth::Loss(actions), _) => Truth::Win(actions + 1),
        (Truth::Draw, _) => Truth::Draw,
    })
}

/// Lets all engines that play the game look at solved positions.
fn engines_know(positions: &[(AnyPosition, Truth)], nodes: u64) {
    let game = game_name(&positions[0].0.setup());
    for info in ENGINES.iter().filter(|info| info.plays(game)) {
        let mut engine = AnyEngine::new(format!("{}?seed=1", info.name).parse().unwrap());
        let (mut proven, mut won) = (0, 0);
        for (position, truth) in positions {
            let result = engine.search(position, &Limits::nodes(nodes), &mut Unattended).unwrap();
            let at = format!("{} {position:?} {truth} {}", info.name, result.score);
            match (result.score, *truth) {
                // Whoever announces a win may see a longer one than there is.
                (Score::Win(said), Truth::Win(actions)) => assert!(said >= actions, "{at}"),
                // Whoever sees the loss may not see the quickest way.
                (Score::Loss(_), Truth::Loss(_)) => {}
                (Score::Estimate(_), _) => continue,
                _ => panic!("{at}"),
            }
            proven += 1;
            if let Score::Win(_) = result.score {
                // The action played wins, and not only the score says so.
                if let Some(truth) = after(position, &result.best) {
                    assert!(matches!(truth, Truth::Win(_)), "{at}");
                    won += 1;
                }
            }
        }
        if let "alphabeta" | "mcts" = info.name {
            let wins = positions.iter().filter(|(_, truth)| matches!(truth, Truth::Win(_))).count();
            // With so many nodes nearly every short win is found, and most of all results.
            assert!(won * 10 >= wins * 9, "{game} {}: {won} of {wins} wins", info.name);
            assert!(proven * 10 >= positions.len() * 8, "{game} {}: {proven}", info.name);
        }
    }
}

#[test]
fn paper_soccer_engines_tell_the_truth() {
    for (setup, games) in
        [("paper-soccer:2,4,2", 20), ("paper-soccer:4,6,2", 20), ("paper-soccer:2,4,4", 20)]
    {
        engines_know(&solved(setup, games, 6, 100_000), 30_000);
    }
}

#[test]
fn gridball_engines_tell_the_truth() {
    for (setup, games) in [("gridball:12x12/4", 20), ("paper-football:12x12/4", 20)] {
        engines_know(&solved(setup, games, 4, 2_000), 50_000);
    }
}
