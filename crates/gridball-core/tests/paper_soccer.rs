//! Paper soccer: the known numbers, the known ways to get it wrong, and the fast rules against
//! the plain ones on random games.

#![allow(clippy::unwrap_used, reason = "an unwrap that fails is a test that fails")]

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
};

use gridball_core::{
    Coverage, Direction, EndReason, Game, InvalidPosition, Outcome, Player, Point, Position, Step,
    Symmetry, TextErrorKind,
    paper_soccer::{
        DistinctResults, PaperSoccerAction, PaperSoccerIllegalAction, PaperSoccerPosition,
        PaperSoccerSetup, PathEnd, Prospects, Side, Sign, split_signs,
    },
    perft,
};
use proptest::prelude::*;

/// Each in its own words: the position after these actions.
fn played(setup: &str, actions: &str) -> PaperSoccerPosition {
    game(setup, actions).position().clone()
}

fn game(setup: &str, actions: &str) -> Game<PaperSoccerPosition> {
    let mut game = Game::<PaperSoccerPosition>::new(&setup.parse().unwrap());
    for text in actions.split_whitespace() {
        let action = game.position().parse_action(text).unwrap();
        game.play(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

fn refusal(position: &PaperSoccerPosition, action: &str) -> PaperSoccerIllegalAction {
    position.check_action(&position.parse_action(action).unwrap()).unwrap_err()
}

fn point(position: &PaperSoccerPosition, name: &str) -> Point {
    position.setup().point(name.parse().unwrap())
}

fn slow_actions(position: &PaperSoccerPosition) -> Vec<PaperSoccerAction> {
    let mut actions = Vec::new();
    let _ = position.visit_slow_actions(|action| {
        actions.push(action.clone());
        ControlFlow::Continue(())
    });
    actions
}

const DEFAULT: &str = "paper-soccer:2,6,8";

// ---------------------------------------------------------------------------------------------
// Known numbers
// ---------------------------------------------------------------------------------------------

/// Distinct results at each depth, every turn expanded by distinct results.
fn distinct_perft(position: &PaperSoccerPosition, depth: u32) -> u64 {
    let mut results = DistinctResults::new();
    assert_eq!(results.find(position, usize::MAX), Coverage::Complete);
    if depth == 1 {
        return results.len() as u64;
    }
    let mut child = position.clone();
    let mut total = 0;
    let _ = results.visit_actions(|action| {
        let undo = child.play_unchecked(action);
        total += distinct_perft(&child, depth - 1);
        child.undo(undo);
        ControlFlow::Continue(())
    });
    total
}

#[test]
fn paths_and_distinct_results_of_the_first_turns_are_as_many_as_known() {
    let rows: [(&str, &[u64], &[u64]); 2] = [
        (
            DEFAULT,
            &[8, 56, 570, 10_682, 332_970, 14_085_148],
            &[8, 56, 570, 9_330, 234_760, 7_815_424],
        ),
        (
            "paper-soccer:2,8,10",
            &[8, 56, 512, 5_478, 82_434, 1_704_730],
            &[8, 56, 512, 5_478, 77_994, 1_421_424],
        ),
    ];
    for (setup, paths, distinct) in rows {
        let start = PaperSoccerPosition::start(&setup.parse().unwrap());
        for (depth, &count) in (1..).zip(paths) {
            assert_eq!(perft(&start, depth), count, "{setup} {depth}");
        }
        for (depth, &count) in (1..).zip(distinct) {
            assert_eq!(distinct_perft(&start, depth), count, "{setup} {depth}");
        }
    }
}

/// A position with millions of paths, as a string of segments.
const MANY_PATHS: &str = "13064113570225017036575014630745741422243523574227742164435274617703502\
                          106741745431672745757134661453130361";

/// Plays segments one after the other, by steps; the turns end where the rules end them.
fn play_segments(
    setup: PaperSoccerSetup,
    segments: &str,
) -> (PaperSoccerPosition, usize, Vec<Step>) {
    let mut position = PaperSoccerPosition::start(&setup);
    let mut turns = 0;
    let mut steps = Vec::new();
    for digit in segments.chars() {
        let step = position.parse_step(&steps, &digit.to_string()).unwrap();
        assert!(position.steps(&steps).contains(&step));
        steps.push(step);
        if let Some(action) = position.finish(&steps) {
            position.play(&action).unwrap();
            steps.clear();
            turns += 1;
        }
    }
    (position, turns, steps)
}

#[test]
fn the_position_with_millions_of_paths_has_its_known_results() {
    let (position, turns, rest) = play_segments(PaperSoccerSetup::ONLINE, MANY_PATHS);
    assert_eq!((turns, rest.len()), (43, 0));
    assert_eq!(position.ball(), Point::new(4, 10 - 4));
    assert_eq!(
        position.position_text(),
        "paper-soccer:2,8,10 v1 9/4fl1f1/2flon1k1/3aagd1h/1j2fnooh/bln1ooolh/ai2bgooh/b1jfhgofh/\
         3a2cc1/7nh/6aa1/9/9 e6 second"
    );
    let mut results = DistinctResults::new();
    assert_eq!(results.find(&position, usize::MAX), Coverage::Complete);
    assert_eq!(results.len(), 433_648);
    let mut ends = BTreeMap::new();
    for result in results.iter() {
        *ends.entry(format!("{:?}", result.end)).or_insert(0) += 1;
    }
    assert_eq!(
        ends,
        BTreeMap::from([
            ("DeadEnd".to_string(), 1_432),
            ("Goal(Upper)".to_string(), 163_840),
            ("Quiet".to_string(), 268_376),
        ])
    );
    assert_eq!(results.find(&position, 433_648), Coverage::Complete);
    assert_eq!(results.find(&position, 433_647), Coverage::Limited);
    assert_eq!(results.len(), 433_647);

    // What is asked with a limit is answered within it.
    assert_eq!(position.count_actions(1_000_000), 1_000_000);
    let mut visited = 0;
    let coverage = position.visit_search_actions(1_000, |_| {
        visited += 1;
        ControlFlow::Continue(())
    });
    assert_eq!((coverage, visited), (Coverage::Limited, 1_000));
    let coverage = position.visit_search_actions(1_000, |_| ControlFlow::Break(()));
    assert_eq!(coverage, Coverage::Stopped);
    let prospects = position.prospects();
    assert_eq!(prospects, Prospects { goal: true, own_goal: false, quiet: true });
    let goal = position.scoring_action().unwrap();
    let mut after = position.clone();
    after.play(&goal).unwrap();
    assert_eq!(after.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn there_are_five_first_moves_up_to_reflection() {
    let start = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
    let mirror = Symmetry { mirror_x: true, ..Symmetry::IDENTITY };
    assert_eq!(start.transformed(mirror), start);
    let classes: BTreeSet<_> = start
        .actions(usize::MAX)
        .into_iter()
        .map(|action| start.transform_action(&action, mirror).min(action))
        .collect();
    assert_eq!(classes.len(), 5);
}

/// Keys are stored in databases: these numbers may never change.
#[test]
fn keys_are_the_same_in_every_release() {
    let golden = [
        (DEFAULT, "", 0xFF58_04E6_EDE3_688C),
        ("paper-soccer:2,6,8/lower", "", 0xF08F_367B_B1EC_2AF3),
        ("paper-soccer:2,8,10", "", 0x91A7_733D_9628_4331),
        (DEFAULT, "d6-e7", 0x1222_E1EE_560E_1AA1),
        (DEFAULT, "d6-e7 e7-f8 f8-g7-f6", 0xB39B_6B47_A5B6_FDC9),
        (DEFAULT, "d6-d7 d7-d8 d8-d9 d9-d10 d10-d11", 0xF359_A096_F4FF_B156),
        ("paper-soccer:22,24,24/lower", "m14-n13 n13-n12", 0x6738_A872_C906_AA21),
    ];
    for (setup, actions, key) in golden {
        assert_eq!(played(setup, actions).key(), key, "{setup} {actions}");
    }
}

#[test]
fn what_decides_legality_is_in_the_key() {
    let position = played(DEFAULT, "d6-e7 e7-f8");
    // The same lines and ball, the other player to move.
    let other = position.transformed(Symmetry {
        mirror_y: true,
        exchange_players: true,
        ..Symmetry::IDENTITY
    });
    let keys = [
        position.key(),
        other.key(),
        other.transformed(Symmetry { mirror_x: true, ..Symmetry::IDENTITY }).key(),
        PaperSoccerPosition::from_lines(
            position.setup(),
            position.lines(),
            position.ball(),
            position.to_move().other(),
        )
        .unwrap()
        .key(),
        played(DEFAULT, "d6-e7").key(),
        played("paper-soccer:2,6,8/lower", "d6-e7 e7-f8").key(),
        played("paper-soccer:4,6,8", "d6-e7 e7-f8").key(),
    ];
    assert_eq!(BTreeSet::from(keys).len(), keys.len());
}

// ---------------------------------------------------------------------------------------------
// Known ways to get it wrong
// ---------------------------------------------------------------------------------------------

/// First plays straight to the top; the ball is on d9, First (Upper) or Second to move.
const UP: &str = "d6-d7 d7-d8 d8-d9";

#[test]
fn a_post_is_no_goal() {
    let position = played(DEFAULT, UP);
    for post in ["c10", "e10"] {
        assert_eq!(
            refusal(&position, &format!("d9-{post}")),
            PaperSoccerIllegalAction::MustGoOn { at: post.parse().unwrap() }
        );
        // From the post the move goes on, also along the mouth.
        let on = played(DEFAULT, &format!("{UP} d9-{post}-d10"));
        assert_eq!((on.outcome(), on.ball()), (None, point(&on, "d10")));
    }
}

#[test]
fn the_walls_of_a_goal_and_the_border_cannot_be_walked() {
    let position = played(DEFAULT, UP);
    for (path, from) in
        [("d9-c10-c11", "c10"), ("d9-e10-e11", "e10"), ("d9-c10-b10", "c10"), ("d9-e10-f10", "e10")]
    {
        let from = from.parse().unwrap();
        let expected = PaperSoccerIllegalAction::NoLine { step: 2, from };
        assert_eq!(refusal(&position, path), expected, "{path}");
    }
    let side = played(DEFAULT, "d6-e6 e6-f6");
    let from = "g6".parse().unwrap();
    assert_eq!(refusal(&side, "f6-g6-g7"), PaperSoccerIllegalAction::NoLine { step: 2, from });
    let off = side.parse_action("22").unwrap();
    assert_eq!(side.check_action(&off), Err(PaperSoccerIllegalAction::NoLine { step: 2, from }));
    // And no way leads round the post into the goal from outside.
    let outside = played(DEFAULT, "d6-c7 c7-c8 c8-b9");
    let from = "b10".parse().unwrap();
    let expected = PaperSoccerIllegalAction::NoLine { step: 2, from };
    assert_eq!(outside.check_action(&outside.parse_action("01").unwrap()), Err(expected));
}

#[test]
fn goals_are_scored_straight_and_diagonally_at_both_ends() {
    for (before, goals) in [
        (UP, "d9-c10-d11 d9-e10-d11"),
        ("d6-d7 d7-d8 d8-d9 d9-d10", "d10-c11 d10-d11 d10-e11"),
        ("d6-d5 d5-d4 d4-d3", "d3-c2-d1 d3-e2-d1"),
        ("d6-d5 d5-d4 d4-d3 d3-d2", "d2-c1 d2-d1 d2-e1"),
    ] {
        let position = played(DEFAULT, before);
        let goals: BTreeSet<&str> = goals.split_whitespace().collect();
        for goal in &goals {
            let after = played(DEFAULT, &format!("{before} {goal}"));
            assert_eq!(after.end_reason(), Some(EndReason::Goal), "{goal}");
            assert_eq!(after.count_actions(u64::MAX), 0);
            after.validate().unwrap();
        }
        // No other path of that length reaches a goal row.
        let length = goals.first().unwrap().matches('-').count();
        let found: Vec<String> = position
            .actions(usize::MAX)
            .iter()
            .filter(|action| action.directions.len() == length)
            .filter(|action| {
                let mut after = position.clone();
                after.play_unchecked(action);
                after.end_reason() == Some(EndReason::Goal)
            })
            .map(|action| position.action_text(action))
            .collect();
        assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), goals);
    }
}

#[test]
fn the_right_post_is_where_the_left_one_is_mirrored() {
    // The widths of goal and field in all proportions: half the lines into each goal lie on
    // either side, and the posts are the last points with one.
    for (goal_width, width) in [(2, 4), (2, 6), (4, 6), (2, 8), (4, 8), (6, 8), (22, 24)] {
        let setup = PaperSoccerSetup::new(goal_width, width, 8, Side::Upper).unwrap();
        let into_goal = |x: i8| {
            let post = Point::new(x, 0);
            let directions = [Direction::NorthWest, Direction::North, Direction::NorthEast];
            directions.map(|direction| setup.has_line(post, direction))
        };
        let (left, right) = ((width - goal_width) as i8 / 2, (width + goal_width) as i8 / 2);
        assert_eq!(into_goal(left), [false, false, true]);
        assert_eq!(into_goal(right), [true, false, false]);
        for x in left + 1..right {
            assert_eq!(into_goal(x), [true; 3]);
        }
        for x in (0..left).chain(right + 1..=width as i8) {
            assert_eq!(into_goal(x), [false; 3]);
        }
    }
}

#[test]
fn an_own_goal_is_the_opponents_win() {
    // Four moves, so First is to move on d10: the top goal is Upper's.
    let up = format!("{UP} d9-d10 d10-d11");
    let down = "d6-d5 d5-d4 d4-d3 d3-d2 d2-d1";
    for (setup, actions, winner) in [
        (DEFAULT, up.as_str(), Player::Second),
        ("paper-soccer:2,6,8/lower", up.as_str(), Player::First),
        (DEFAULT, down, Player::First),
        ("paper-soccer:2,6,8/lower", down, Player::Second),
    ] {
        let position = played(setup, actions);
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{setup} {actions}");
        assert_eq!(position.slow_outcome(), position.outcome());
    }
}

#[test]
fn a_ball_in_a_corner_ends_the_game() {
    for (way, corner) in [
        ("d6-e7 e7-f8 f8-f9 f9-g10", "g10"),
        ("d6-c7 c7-b8 b8-b9 b9-a10", "a10"),
        ("d6-e5 e5-f4 f4-f3 f3-g2", "g2"),
        ("d6-c5 c5-b4 b4-b3 b3-a2", "a2"),
    ] {
        let position = played(DEFAULT, way);
        assert_eq!(position.ball(), point(&position, corner));
        assert_eq!(position.end_reason(), Some(EndReason::DeadEnd));
        // Second went there.
        assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
        assert_eq!(position.count_actions(u64::MAX), 0);
        assert!(position.steps(&[]).is_empty());
        position.validate().unwrap();
        let action = PaperSoccerAction {
            start: corner.parse().unwrap(),
            directions: vec![Direction::North],
        };
        assert_eq!(position.check_action(&action), Err(PaperSoccerIllegalAction::GameOver));
    }
}

#[test]
fn a_dead_end_is_seen_when_its_last_line_is_the_one_just_drawn() {
    // g7 has three lines; the third arrival finds all of them drawn.
    let before = played(DEFAULT, "d6-e6 e6-f6 f6-g7-f7 f7-f8");
    let action = before.parse_action("f8-g7").unwrap();
    assert!(before.actions(usize::MAX).contains(&action));
    let mut after = before.clone();
    after.play(&action).unwrap();
    assert_eq!(after.end_reason(), Some(EndReason::DeadEnd));
    // First went there.
    assert_eq!(after.outcome(), Some(Outcome::Win(Player::Second)));
    assert_eq!(after.slow_outcome(), after.outcome());
    let mut results = DistinctResults::new();
    results.find(&before, usize::MAX);
    assert!(results.iter().any(|r| r.end == PathEnd::DeadEnd && r.ball == after.ball()));
}

#[test]
fn a_second_game_does_not_inherit_lines() {
    let setup = PaperSoccerSetup::MOROZKOV;
    let fresh = PaperSoccerPosition::start(&setup);
    let mut first = game(DEFAULT, "d6-e7 e7-f8");
    let second = Game::<PaperSoccerPosition>::new(&setup);
    assert_eq!(second.position(), &fresh);
    assert_eq!(second.position().lines().count(), 0);
    first.undo();
    first.undo();
    assert_eq!(first.position(), &fresh);
    // Nor does a search keep anything of the one before.
    let mut used = DistinctResults::new();
    for position in [
        played("paper-soccer:22,24,24", "m14-n15"),
        played(DEFAULT, "d6-e7 e7-f8"),
        play_segments(PaperSoccerSetup::KURNIK, &MANY_PATHS[..90]).0,
        played(DEFAULT, "d6-e7 e7-f8 f8-f9 f9-g10"),
        fresh,
    ] {
        let mut new = DistinctResults::new();
        assert_eq!(used.find(&position, 1000), new.find(&position, 1000));
        assert!(used.iter().eq(new.iter()));
        assert!((0..new.len()).all(|index| used.action(index) == new.action(index)));
    }
}

#[test]
fn the_end_of_a_game_can_be_taken_back() {
    for (setup, actions) in [
        (DEFAULT, "d6-d7 d7-d8 d8-d9 d9-d10 d10-e11"),
        (DEFAULT, "d6-d5 d5-d4 d4-d3 d3-c2-d1"),
        (DEFAULT, "d6-e7 e7-f8 f8-f9 f9-g10"),
        (DEFAULT, "d6-e6 e6-f6 f6-g7-f7 f7-f8 f8-g7"),
        ("paper-soccer:4,24,24", "m14-n15"),
    ] {
        let mut game = game(setup, actions);
        let (before, last) = actions.rsplit_once(' ').unwrap_or(("", actions));
        let expected = played(setup, before);
        game.undo();
        assert_eq!(game.position(), &expected, "{actions}");
        assert_eq!(game.position().key(), expected.key());
        assert_eq!(game.position().outcome(), None);
        game.position().validate().unwrap();
        let last = expected.parse_action(last).unwrap();
        game.play(&last).unwrap();
        assert_eq!(game.position(), &played(setup, actions));
    }
}

// ---------------------------------------------------------------------------------------------
// Texts
// ---------------------------------------------------------------------------------------------

#[test]
fn position_texts_are_as_documented() {
    for (setup, actions, text) in [
        (DEFAULT, "", "paper-soccer:2,6,8 v1 7/7/7/7/7/7/7/7/7/7/7 d6 first"),
        (DEFAULT, "d6-e7", "paper-soccer:2,6,8 v1 7/7/7/7/4h2/7/7/7/7/7/7 e7 second"),
        (
            "paper-soccer:8x10/lower",
            "e7-d6 d6-c5",
            "paper-soccer:2,8,10/lower v1 9/9/9/9/9/9/4h4/3h5/9/9/9/9/9 c5 first",
        ),
    ] {
        let position = played(setup, actions);
        assert_eq!(position.position_text(), text);
        assert_eq!(PaperSoccerPosition::parse_position(text), Ok(position));
    }
}

#[test]
fn a_construction_may_have_any_side_to_move() {
    let text = "paper-soccer:2,6,8/lower v1 7/7/7/7/4h2/7/7/7/7/7/7 e7 first";
    let position = PaperSoccerPosition::parse_position(text).unwrap();
    assert_eq!(position.side_to_move(), Side::Lower);
    assert_eq!(position.position_text(), text);
}

#[test]
fn faults_in_position_texts_are_named_and_placed() {
    let kind = TextErrorKind::Invalid;
    for (rest, column, expected) in [
        ("7/7/7/7/7/7/7/7/7/7/7 d6 upper", None, None),
        ("7/7/7/7/7/7/7/7/7/7/7 d6 first ", None, None),
        ("7/7/7/7/7/7/7/7/7/7 d6 first", None, None),
        ("7/7/7/7/7/7/7/7/7/7/8 d6 first", None, None),
        ("7/7/7/7/4p2/7/7/7/7/7/7 e7 second", Some(32), None),
        // No line leads from a10 to the west, none along the side, none into the back wall.
        ("7/h6/7/7/7/7/7/7/7/7/7 d6 first", Some(25), Some(kind(InvalidPosition::MarkOffField))),
        ("7/7/d6/7/7/7/7/7/7/7/7 d6 first", Some(27), Some(kind(InvalidPosition::MarkOffField))),
        ("2a4/7/7/7/7/7/7/7/7/7/7 d6 first", Some(24), Some(kind(InvalidPosition::MarkOffField))),
        (
            "7/7/7/7/4h2/7/7/7/7/7/7 e8 second",
            Some(47),
            Some(kind(InvalidPosition::BallOnFreePoint)),
        ),
        ("7/7/7/7/7/7/7/7/7/7/7 e7 first", Some(45), Some(kind(InvalidPosition::BallOnFreePoint))),
        // Two lines that hang together with nothing.
        ("7/7/7/1aa4/4h2/7/7/7/7/7/7 e7 second", Some(23), Some(kind(InvalidPosition::LooseLine))),
        // A triangle that hangs together with nothing.
        ("7/7/1e5/1h5/4h2/7/7/7/7/7/7 e7 second", Some(23), Some(kind(InvalidPosition::LooseLine))),
        // The ball on the border, the move not over: d6-e6-f6-g6.
        ("7/7/7/7/7/3aaa1/7/7/7/7/7 g6 second", Some(49), Some(kind(InvalidPosition::WrongPhase))),
        // Two lines into the goal and out again: d9 … d10-d11 and d11-e10.
        (
            "3f3/3d3/3d3/3d3/3d3/7/7/7/7/7/7 e10 second",
            Some(23),
            Some(kind(InvalidPosition::LooseLine)),
        ),
        ("7/7/7/7/7/7/7/7/7/7/7 a1 first", Some(45), None),
        ("7/7/7/7/7/7/7/7/7/7/7 d12 first", Some(46), None),
    ] {
        let text = format!("{DEFAULT} v1 {rest}");
        let error = PaperSoccerPosition::parse_position(&text).unwrap_err();
        if let Some(column) = column {
            assert_eq!(error.column, column, "{text}: {error}");
        }
        if let Some(expected) = expected {
            assert_eq!(error.kind, expected, "{text}: {error}");
        }
    }
    for (text, column) in [
        ("", 1),
        ("paper-soccer:2,6,9 v1 7", 1),
        ("paper-soccer:2,6,8 v2 7", 20),
        ("paper-soccer:2,6,8", 19),
        ("paper-soccer:2,6,8 v1", 22),
    ] {
        let error = PaperSoccerPosition::parse_position(text).unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

#[test]
fn actions_are_read_in_both_notations_with_signs_behind() {
    let position = played(DEFAULT, "d6-e7 e7-f8");
    let action = position.parse_action("f8-g7-f6").unwrap();
    assert_eq!(position.action_text(&action), "f8-g7-f6");
    assert!(position.is_legal(&action));
    let mut digits = String::new();
    action.write_digits(&mut digits).unwrap();
    assert_eq!(digits, "35");
    let signs = [
        "",
        "!!",
        "!",
        "?",
        "??",
        "act",
        "pas",
        "ку2",
        "mpk",
        "БП",
        "ЧВ(В)",
        "ЧВ(Н)",
        "Х",
        "ku2",
        "BP",
        "ChV(V)",
        "ChV(N)",
        "X",
        "!?",
        "!! ку2",
        "act ЧВ(В) Х",
    ];
    for path in ["f8-g7-f6", "35"] {
        for sign in signs {
            for space in ["", " ", "  "] {
                let text = format!("{path}{space}{sign}");
                assert_eq!(position.parse_action(&text), Ok(action.clone()), "{text}");
                assert_eq!(split_signs(&text).unwrap().0, path, "{text}");
            }
        }
    }
    for sign in Sign::ALL {
        for text in [sign.source_text(), sign.latin_text()] {
            assert_eq!(split_signs(&format!("35{text}")), Ok(("35", vec![sign])));
        }
    }
    assert_eq!(
        split_signs("f8-g7-f6 !act Х"),
        Ok(("f8-g7-f6", vec![Sign::Strong, Sign::Active, Sign::End]))
    );
}

#[test]
fn faults_in_action_texts_are_placed() {
    let position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
    for (text, column) in [
        ("", 1),
        (" 0", 1),
        ("!", 1),
        ("8", 1),
        ("038", 3),
        ("0x", 2),
        ("d6", 3),
        ("d6-", 4),
        ("d6-d8", 4),
        ("d6-d6", 4),
        ("d6-e7-z9", 7),
        ("d6-e7-e0", 8),
        ("d6-e7e8", 6),
        ("d6-E7", 4),
        ("c10-b11", 5),
        ("d12-d11", 2),
        ("d6-e7 ку3", 7),
        ("d6-e7\u{a0}!", 6),
        ("0 x", 3),
    ] {
        let error = position.parse_action(text).unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
    }
    let long = "0".repeat(1 << 15);
    assert!(matches!(
        position.parse_action(&long).unwrap_err().kind,
        TextErrorKind::TooLong { .. }
    ));
}

#[test]
fn refusals_say_what_is_wrong_and_where() {
    let position = played(DEFAULT, "d6-e7 e7-f8 f8-g7-f6 f6-f7");
    for (text, message) in [
        ("d6-e7", "the path must start at the ball, f7"),
        ("f7-f8", "the path ends on f8, which is occupied: it must go on"),
        ("f7-f6-f5", "step 1, from f7, goes along a drawn line"),
        ("f7-f8-f7", "step 2, from f8, goes along a drawn line"),
        ("f7-e6-e5", "the move is over on e6, after step 1"),
        ("f7-g7-f7", "the move is over on g7, after step 1"),
        ("012", "step 3, from g9, leads off the field or along its border"),
    ] {
        assert_eq!(refusal(&position, text).to_string(), message, "{text}");
    }
    let nothing = PaperSoccerAction { start: "f7".parse().unwrap(), directions: vec![] };
    assert_eq!(
        position.check_action(&nothing),
        Err(PaperSoccerIllegalAction::MustGoOn { at: "f7".parse().unwrap() })
    );
}

#[test]
fn steps_are_points_or_digits() {
    let position = played(DEFAULT, "d6-e7 e7-f8");
    let first = position.parse_step(&[], "g7").unwrap();
    assert_eq!(first, Step(3));
    assert_eq!(position.parse_step(&[], "3"), Ok(first));
    assert_eq!(position.steps(&[first]), [Step(5), Step(6)]);
    let text = |prefix: &[Step], step| {
        let mut text = String::new();
        position.write_step(prefix, step, &mut text).unwrap();
        text
    };
    assert_eq!(text(&[], first), "g7");
    assert_eq!(text(&[first], Step(5)), "f6");
    assert_eq!(text(&[first], Step(2)), "2");
    assert_eq!(position.step_point(&[first], Step(5)), Some(point(&position, "f6")));
    assert_eq!(position.step_point(&[first], Step(2)), None);
    assert_eq!(position.step_point(&[], Step(8)), None);
    assert_eq!(position.finish(&[first]), None);
    assert_eq!(position.finish(&[]), None);
    assert_eq!(position.finish(&[Step(9)]), None);
    let action = position.finish(&[first, Step(5)]).unwrap();
    assert_eq!(position.action_steps(&action), [first, Step(5)]);
    assert!(position.steps(&[first, Step(5)]).is_empty());
    assert!(position.steps(&[Step(5)]).is_empty());
    assert!(position.steps(&[Step(300)]).is_empty());
    for text in ["", "8", "f8", "h8", "f6", "33", "g"] {
        assert!(position.parse_step(&[], text).is_err(), "{text}");
    }
}

#[test]
fn planes_show_lines_and_ball() {
    let position = played(DEFAULT, "d6-e7 e7-f8 f8-g7-f6");
    let planes = position.planes();
    let names: Vec<_> = planes.iter().map(|plane| plane.name).collect();
    assert_eq!(
        names,
        ["occupied", "ball", "line_east", "line_south_east", "line_south", "line_south_west"]
    );
    assert!(planes[1].bits.iter().eq([(5, 5)]));
    let lines: u32 = planes[2..].iter().map(|plane| plane.bits.count()).sum();
    assert_eq!(lines, 4);
    // The border: 14 points at the sides, twice 6 on the end lines within them without the
    // mouth; then d6, e7, f8, f6.
    assert_eq!(planes[0].bits.count(), 18 + 2 * 4 + 4);
}

// ---------------------------------------------------------------------------------------------
// Random games
// ---------------------------------------------------------------------------------------------

/// Sets up any field, small ones more often.
fn setups() -> impl Strategy<Value = PaperSoccerSetup> {
    let even = |max: u32| prop_oneof![3 => 1..=3_u32, 1 => 1..=max / 2].prop_map(|half| 2 * half);
    (even(24), even(24), even(22), any::<bool>()).prop_map(|(width, height, goal, lower)| {
        let width = width.max(4);
        let first = if lower { Side::Lower } else { Side::Upper };
        PaperSoccerSetup::new(goal.min(width - 2), width, height, first).unwrap()
    })
}

/// A random game, step by step: the positions before each action, the actions, the last position.
fn random_game(
    setup: PaperSoccerSetup,
    choices: &[u8],
) -> (Vec<(PaperSoccerPosition, PaperSoccerAction)>, PaperSoccerPosition) {
    let mut position = PaperSoccerPosition::start(&setup);
    let mut played = Vec::new();
    let mut prefix = Vec::new();
    for &choice in choices {
        let steps = position.steps(&prefix);
        if steps.is_empty() {
            assert!(position.outcome().is_some());
            break;
        }
        prefix.push(steps[choice as usize % steps.len()]);
        if let Some(action) = position.finish(&prefix) {
            let before = position.clone();
            position.play(&action).unwrap();
            played.push((before, action));
            prefix.clear();
        }
    }
    (played, position)
}

/// Choices enough to end nearly every game on a small field.
fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..400)
}

/// Positions with more paths than this are not compared path by path.
const MOST_PATHS: u64 = 500;

fn compare_with_plain_rules(position: &PaperSoccerPosition) -> Result<(), TestCaseError> {
    prop_assert_eq!(position.outcome(), position.slow_outcome());
    let count = position.count_actions(MOST_PATHS);
    if count == MOST_PATHS {
        return Ok(());
    }
    let fast = position.actions(usize::MAX);
    prop_assert_eq!(fast.len() as u64, count);
    let order = |action: &PaperSoccerAction| action.directions.clone();
    prop_assert!(fast.is_sorted_by_key(order));
    let slow = slow_actions(position);
    // The plain rules try the directions in the same order.
    prop_assert_eq!(&fast, &slow);

    // One path for each result, the first of the shortest ones; shorter ones first.
    let mut names = BTreeMap::new();
    let mut prospects = Prospects::default();
    let own = position.side_to_move();
    for action in &slow {
        let after = position.slow_play(action);
        match (after.slow_outcome(), after.setup().goal_of(after.ball())) {
            (None, _) => prospects.quiet = true,
            (_, Some(side)) if side == own => prospects.own_goal = true,
            (_, Some(_)) => prospects.goal = true,
            (_, None) => {}
        }
        let name = (action.directions.len(), action.directions.clone());
        let best = names.entry(after.position_text()).or_insert_with(|| name.clone());
        if name < *best {
            *best = name;
        }
    }
    let expected: BTreeSet<_> = names.into_values().collect();
    let mut found = Vec::new();
    let coverage = position.visit_search_actions(usize::MAX, |action| {
        found.push((action.directions.len(), action.directions.clone()));
        ControlFlow::Continue(())
    });
    prop_assert_eq!(coverage, Coverage::Complete);
    prop_assert!(found.into_iter().eq(expected));

    prop_assert_eq!(position.prospects(), prospects);
    prop_assert_eq!(position.can_score(), prospects.goal);
    prop_assert_eq!(position.can_avoid_loss(), prospects.is_safe());
    let winner = Outcome::Win(position.to_move());
    let shortest = position.scoring_action();
    prop_assert_eq!(shortest.is_some(), prospects.goal);
    if let Some(action) = shortest {
        prop_assert_eq!(position.slow_play(&action).outcome(), Some(winner));
        let wins = slow.iter().filter(|a| position.slow_play(a).outcome() == Some(winner));
        let first = wins.min_by_key(|a| (a.directions.len(), a.directions.clone()));
        prop_assert_eq!(first, Some(&action));
    }
    let safe = position.safe_action();
    prop_assert_eq!(safe.is_some(), prospects.is_safe());
    if let Some(action) = safe {
        prop_assert!(matches!(position.slow_play(&action).outcome(), None | Some(Outcome::Win(_))));
        prop_assert_ne!(
            position.slow_play(&action).outcome(),
            Some(Outcome::Win(position.to_move().other()))
        );
    }
    Ok(())
}

fn check_texts_and_views(position: &PaperSoccerPosition) -> Result<(), TestCaseError> {
    prop_assert_eq!(position.validate(), Ok(()));
    let text = position.position_text();
    prop_assert!(!text.contains("moves"));
    let read = PaperSoccerPosition::parse_position(&text);
    prop_assert_eq!(read.as_ref(), Ok(position));
    // The key of the text is the key that grew with the moves.
    prop_assert_eq!(read.unwrap().key(), position.key());
    let count = position.count_actions(MOST_PATHS);
    for &symmetry in position.symmetries() {
        let view = position.transformed(symmetry);
        prop_assert_eq!(view.validate(), Ok(()));
        prop_assert_eq!(view.setup(), position.setup());
        prop_assert_eq!(&view.transformed(symmetry.inverse()), position);
        prop_assert_eq!(view.count_actions(MOST_PATHS), count);
        let outcome = position.outcome().map(|outcome| match outcome {
            Outcome::Win(player) if symmetry.exchange_players => Outcome::Win(player.other()),
            same => same,
        });
        prop_assert_eq!(view.outcome(), outcome);
        prop_assert_eq!(view.end_reason(), position.end_reason());
        if count < MOST_PATHS {
            for action in position.actions(usize::MAX) {
                let image = position.transform_action(&action, symmetry);
                let mut after = position.clone();
                after.play(&action).unwrap();
                let mut view = view.clone();
                prop_assert!(view.play(&image).is_ok());
                prop_assert_eq!(view, after.transformed(symmetry));
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_follow_the_plain_rules(setup in setups(), choices in choices()) {
        let (played, end) = random_game(setup, &choices);
        for (position, action) in &played {
            compare_with_plain_rules(position)?;
            let mut after = position.clone();
            let undo = after.play(action).unwrap();
            prop_assert_eq!(&after, &position.slow_play(action));
            prop_assert_eq!(after.key(), position.slow_play(action).key());
            after.undo(undo);
            prop_assert_eq!(&after, position);
        }
        compare_with_plain_rules(&end)?;
    }

    #[test]
    fn random_games_read_the_same_in_every_text_and_view(setup in setups(), choices in choices()) {
        let (played, end) = random_game(setup, &choices);
        for (position, action) in &played {
            check_texts_and_views(position)?;
            let text = position.action_text(action);
            prop_assert_eq!(position.parse_action(&text), Ok(action.clone()));
            let mut digits = String::new();
            action.write_digits(&mut digits).unwrap();
            prop_assert_eq!(position.parse_action(&digits), Ok(action.clone()));
            let steps = position.action_steps(action);
            prop_assert_eq!(position.finish(&steps), Some(action.clone()));
        }
        check_texts_and_views(&end)?;
    }

    /// The parity theorem of source 004.
    #[test]
    fn finished_games_end_on_an_odd_point(setup in setups(), choices in prop::collection::vec(any::<u8>(), 2500)) {
        let (_, end) = random_game(setup, &choices);
        // So many steps end any game: there are fewer lines than that.
        prop_assert!(end.outcome().is_some());
        prop_assert!(setup.is_odd_point(end.ball()));
    }

    #[test]
    fn an_action_is_legal_if_and_only_if_it_is_listed(
        setup in setups(),
        choices in prop::collection::vec(any::<u8>(), 0..100),
        path in prop::collection::vec(0..8_usize, 0..4),
        shift in prop_oneof![9 => Just(0_u8), 1 => any::<u8>()],
    ) {
        let (_, position) = random_game(setup, &choices);
        if position.count_actions(MOST_PATHS) < MOST_PATHS {
            let mut start = setup.name(position.ball());
            start.file = start.file.wrapping_add(shift);
            let directions = path.into_iter().map(Direction::from_index).collect();
            let action = PaperSoccerAction { start, directions };
            let listed = position.actions(usize::MAX).contains(&action);
            prop_assert_eq!(position.is_legal(&action), listed);
            let mut after = position.clone();
            prop_assert_eq!(after.play(&action).is_ok(), listed);
            prop_assert!(listed || after == position);
        }
    }

    #[test]
    fn texts_of_any_kind_are_answered(text in any::<String>(), near in "[a-h0-9!?xXуку2 -]{0,12}|[0-7]{1,8}", rows in "[1-8a-p/ ]{0,40}") {
        let position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
        for text in [&text, &near] {
            if let Ok(action) = position.parse_action(text) {
                let canonical = position.action_text(&action);
                prop_assert_eq!(position.parse_action(&canonical), Ok(action));
            }
            let _ = position.parse_step(&[], text);
            let _ = split_signs(text);
            let _ = text.parse::<PaperSoccerSetup>();
        }
        for text in [text.clone(), rows.clone(), format!("paper-soccer {rows}"), format!("paper-soccer:2,4,2 v1 {rows}")] {
            if let Ok(position) = PaperSoccerPosition::parse_position(&text) {
                prop_assert_eq!(PaperSoccerPosition::parse_position(&position.position_text()), Ok(position));
            }
        }
    }
}
