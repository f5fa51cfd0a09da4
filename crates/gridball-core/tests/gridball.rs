//! What holds in Gridball and paper football beyond what every game promises.

mod common;

use std::collections::BTreeSet;

use common::{Choices, Plan, Run, Style, setup};
use gridball_core::{
    Dimension, Direction, EndReason, Expected, Game, InvalidPosition, Outcome, Player, Position,
    SetupError, TextError, TextErrorKind,
    gridball::{GridballAction, GridballPosition, Move},
};

const SETUPS: [&str; 5] = [
    "gridball:20x26/4",
    "gridball:12x12/4",
    "gridball:32x40/4",
    "paper-football:16x24/4",
    "paper-football:12x14/4",
];

/// Random games of every set-up.
fn in_games(cases: u32, check: impl Fn(&Game<GridballPosition>, &mut Choices)) {
    for id in SETUPS {
        Run { id, cases, max_length: 400 }.games::<GridballPosition>(&check);
    }
}

/// Positions of random games of every set-up.
fn in_positions(cases: u32, check: impl Fn(&GridballPosition, &mut Choices)) {
    for id in SETUPS {
        Run { id, cases, max_length: 400 }.positions::<GridballPosition>(&check);
    }
}

/// All moves that can be written, legal or not.
fn written_moves() -> Vec<Move> {
    let mut moves = Vec::new();
    for a in Direction::ALL {
        moves.extend(Move::new(&[a]));
        for b in Direction::ALL {
            moves.extend(Move::new(&[a, b]));
            for c in Direction::ALL {
                moves.extend(Move::new(&[a, b, c]));
            }
        }
    }
    assert_eq!(moves.len(), 8 + 64 + 512);
    moves
}

#[test]
fn a_touched_point_and_a_drawn_diagonal_stay() {
    in_games(40, |game, _| {
        game.replay(|before, action, after| {
            for (x, y) in before.touched().iter() {
                assert!(after.touched().contains(x, y), "{x},{y} became free by {action}");
            }
            for (x, y) in before.diagonals().iter() {
                assert!(after.diagonals().contains(x, y), "the diagonal of {x},{y}: {action}");
            }
        });
    });
}

#[test]
fn a_move_that_does_not_score_touches_three_new_points() {
    in_games(40, |game, _| {
        game.replay(|before, action, after| {
            let new = after.touched().count() - before.touched().count();
            let scored = after.end_reason() == Some(EndReason::Goal);
            match action {
                GridballAction::Move(regular) if scored => {
                    assert_eq!(new as usize, regular.len() - 1, "{action}");
                }
                GridballAction::Move(regular) => {
                    assert_eq!((new, regular.len()), (3, 3), "{action}");
                }
                GridballAction::Penalty(_) => assert!(new <= 6, "{action} touched {new}"),
            }
        });
    });
}

#[test]
fn an_action_goes_along_its_line() {
    in_games(40, |game, _| {
        game.replay(|before, action, after| {
            let line = before.line(action);
            let points = line.points();
            assert_eq!(points.first(), Some(&before.ball()));
            assert_eq!(line.end(), after.ball());
            for pair in points.windows(2) {
                let neighbours = Direction::ALL.map(|direction| pair[0].step(direction));
                assert!(neighbours.contains(&pair[1]), "{action} jumps: {points:?}");
            }
            let scored = after.end_reason() == Some(EndReason::Goal);
            match action {
                GridballAction::Move(regular) => assert_eq!(points.len(), regular.len() + 1),
                GridballAction::Penalty(_) if scored => assert!(points.len() <= 7),
                GridballAction::Penalty(_) => assert_eq!(points.len(), 7, "{action}"),
            }
        });
    });
}

#[test]
fn gridball_series_have_at_most_six_penalties_and_games_end_by_turn_300() {
    let (mut longest_series, mut draws, mut goals) = (0, 0, 0);
    for id in ["gridball:20x26/4", "gridball:12x12/4"] {
        for seed in 0..60 {
            let style = if seed % 2 == 0 { Style::Cornering } else { Style::Long };
            let game = Plan { seed, length: usize::MAX, style }.play::<GridballPosition>(id);
            let mut series = 0;
            game.replay(|before, action, after| {
                if matches!(action, GridballAction::Penalty(_)) {
                    assert_eq!(usize::from(before.penalties_taken()), series, "before {action}");
                    series += 1;
                } else {
                    assert_eq!(series, 0, "a move in the middle of a series");
                }
                assert!(series <= 6, "{series} penalties in a turn");
                longest_series = longest_series.max(series);
                let passes = after.to_move() != before.to_move();
                assert_eq!(after.turn(), before.turn() + u16::from(passes));
                if passes {
                    series = 0;
                }
            });
            let end = game.position();
            assert!(end.turn() <= 300);
            match end.end_reason() {
                Some(EndReason::Limit(300)) => {
                    assert_eq!(end.turn(), 300);
                    draws += 1;
                }
                Some(EndReason::Goal) => {
                    assert!(end.turn() < 300);
                    goals += 1;
                }
                other => panic!("{other:?} ended {id}"),
            }
        }
    }
    // Otherwise the games above show little.
    assert_eq!(longest_series, 6);
    assert!(draws > 0 && goals > 0, "{draws} draws, {goals} goals");
}

#[test]
fn a_player_in_the_penalty_phase_has_no_move_and_the_other_way_round() {
    let mut series = 0;
    for id in SETUPS {
        for seed in 0..12 {
            let plan = Plan { seed, length: 500, style: Style::Cornering };
            plan.play::<GridballPosition>(id).replay(|before, action, _| {
                let penalty = matches!(action, GridballAction::Penalty(_));
                assert_eq!(before.in_penalty_phase(), penalty);
                assert_eq!(before.has_move(), !penalty);
                assert_eq!(before.moves().is_empty(), penalty);
                series += u32::from(penalty);
            });
        }
    }
    assert!(series > 100, "only {series} penalties");
}

#[test]
fn positions_within_a_penalty_series_round_trip() {
    // How many penalties were taken: seen at 0 to 5.
    let mut seen = [0; 6];
    for seed in 0..60 {
        let plan = Plan { seed, length: 500, style: Style::Cornering };
        plan.play::<GridballPosition>("gridball:12x12/4").replay(|_, _, after| {
            if !after.in_penalty_phase() {
                return;
            }
            seen[usize::from(after.penalties_taken())] += 1;
            let text = after.position_text();
            assert!(text.contains(&format!(" penalty:{} ", after.penalties_taken())), "{text}");
            let reread = GridballPosition::parse_position(&text).expect("it was just written");
            assert_eq!(&reread, after);
            assert_eq!(reread.penalties_taken(), after.penalties_taken());
            assert_eq!(reread.turn(), after.turn());
        });
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// The key tells apart what decides legality now or later, and leaves the turn counter out.
#[test]
fn keys_tell_phases_and_players_apart_but_not_turns() {
    let mut changes = 0;
    let mut keys_in = |text: &str, from: &str, to: &str, same: bool| {
        let changed = text.replacen(from, to, 1);
        let read = |text: &str| GridballPosition::parse_position(text);
        // A change that makes the text invalid tells nothing.
        if let (Ok(position), Ok(changed)) = (read(text), read(&changed))
            && position != changed
        {
            assert_eq!(position.key() == changed.key(), same, "{text}: {from} -> {to}");
            changes += 1;
        }
    };
    for seed in 0..10 {
        let plan = Plan { seed, length: 120, style: Style::Cornering };
        plan.play::<GridballPosition>("gridball:12x12/4").replay(|_, _, after| {
            let text = after.position_text();
            keys_in(&text, " first ", " second ", false);
            keys_in(&text, " second ", " first ", false);
            keys_in(&text, " penalty:0 ", " penalty:5 ", false);
            keys_in(&text, " penalty:1 ", " penalty:2 ", false);
            let turn = format!(" {}", after.turn());
            let earlier = text.strip_suffix(&turn).expect("the turn is the last field");
            keys_in(&text, &text, &format!("{earlier} 17"), true);
        });
    }
    assert!(changes > 1_000, "{changes}");
}

#[test]
fn move_sets_agree_with_the_actions() {
    let written = written_moves();
    in_positions(24, |position, _| {
        let set = position.moves();
        let actions: BTreeSet<Move> = position
            .actions(usize::MAX)
            .into_iter()
            .filter_map(|action| match action {
                GridballAction::Move(regular) => Some(regular),
                GridballAction::Penalty(_) => None,
            })
            .collect();
        let listed: Vec<Move> = set.iter().collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), actions);
        assert_eq!(listed.len(), actions.len(), "a move was listed twice");
        assert_eq!(set.len(), actions.len());
        assert_eq!(set.any(), !actions.is_empty());
        assert_eq!(set.is_empty(), actions.is_empty());
        for regular in &written {
            assert_eq!(set.contains(*regular), actions.contains(regular), "{regular}");
        }
        for (index, regular) in listed.iter().enumerate() {
            assert_eq!(set.kth(index), Some(*regular));
        }
        assert_eq!(set.kth(listed.len()), None);
        assert_eq!(set.kth(usize::MAX), None);
        assert!(set.iter().eq(position.moves()), "the order is fixed");
    });
}

#[test]
fn goals_and_traps_are_known_without_playing() {
    in_positions(24, |position, _| {
        let set = position.moves();
        let goals = set.goals(position.setup(), position.ball());
        for regular in set {
            let mut after = position.clone();
            after.play_unchecked(&regular.into());
            let scores = after.end_reason() == Some(EndReason::Goal);
            assert_eq!(goals.contains(regular), scores, "{regular}");
            let traps = !scores && !after.has_move();
            assert_eq!(position.traps(regular), traps, "{regular}");
        }
        assert_eq!(set.intersection(&goals), goals);
    });
}

#[test]
fn move_sets_of_mirrored_games_are_mirrored() {
    in_games(12, |game, choices| {
        let symmetries = game.start().symmetries();
        let symmetry = symmetries[1 + choices.below(symmetries.len() - 1)];
        let mut mirrored = game.start().transformed(symmetry);
        game.replay(|before, action, after| {
            let here: BTreeSet<GridballAction> = before
                .moves()
                .iter()
                .map(|regular| before.transform_action(&regular.into(), symmetry))
                .collect();
            let there: BTreeSet<GridballAction> =
                mirrored.moves().iter().map(GridballAction::from).collect();
            assert_eq!(here, there, "{symmetry:?} of {}", before.position_text());
            let played = mirrored.play(&before.transform_action(action, symmetry));
            assert!(played.is_ok(), "{:?}", played.err());
            assert_eq!(mirrored, after.transformed(symmetry));
        });
    });
}

/// Plays actions from the start.
fn after(id: &str, actions: &str) -> GridballPosition {
    let mut position = GridballPosition::start(&setup::<GridballPosition>(id));
    for text in actions.split_whitespace() {
        let action = position.parse_action(text).expect("an action");
        position.play(&action).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    }
    position
}

/// What `parse_action` says of every spelling at the start.
#[test]
fn spellings_of_one_action_are_the_same() {
    let position = after("gridball:20x26/4", "");
    for (spelling, canonical) in [
        ("034", "034"),
        ("N-SE-S", "034"),
        ("n-se-s", "034"),
        ("N SE S", "034"),
        ("nw-NW-nw", "777"),
        ("p3", "p3"),
        ("penalty SE", "p3"),
        ("penalty se", "p3"),
        ("penalty 3", "p3"),
    ] {
        let action = position.parse_action(spelling).unwrap_or_else(|e| panic!("{spelling}: {e}"));
        assert_eq!(position.action_text(&action), canonical, "{spelling}");
    }
}

/// Splits a text at the mark `^`, which shows where the error is.
fn marked(text: &str) -> (String, usize) {
    let (before, after) = text.split_once('^').expect("every bad text has a mark");
    (format!("{before}{after}"), before.chars().count() + 1)
}

#[test]
fn bad_action_texts_say_where_and_what() {
    use TextErrorKind::{Expected as Missing, TooLong, Trailing};
    let position = after("gridball:20x26/4", "");
    for (text, kind) in [
        ("^", Missing(Expected::Direction)),
        ("^x", Missing(Expected::Direction)),
        ("^8", Missing(Expected::Direction)),
        ("0^8", Missing(Expected::Direction)),
        ("03^x", Missing(Expected::Direction)),
        ("034^0", Trailing),
        ("034^ ", Trailing),
        ("p^", Missing(Expected::Penalty)),
        ("p^9", Missing(Expected::Penalty)),
        ("p3^4", Trailing),
        ("N-^", Missing(Expected::Direction)),
        ("N-S^_", Missing(Expected::Character('-'))),
        ("N-SE-S^-N", Trailing),
        ("penalty^", Missing(Expected::Space)),
        ("penalty ^", Missing(Expected::Direction)),
        ("penalty ^X", Missing(Expected::Direction)),
        ("penalty SE^ ", Trailing),
        ("^\u{430}\u{430}", Missing(Expected::Direction)),
    ] {
        let (text, column) = marked(text);
        assert_eq!(position.parse_action(&text), Err(TextError { column, kind }), "{text}");
    }
    // What somebody thought of it says nothing about the action.
    for text in ["034!", "034?!", "034+×", "N-SE-S!"] {
        assert_eq!(position.parse_action(text), position.parse_action("034"), "{text}");
    }
    for text in ["!", "+!?", ""] {
        let missing = TextError { column: 1, kind: Missing(Expected::Direction) };
        assert_eq!(position.parse_action(text), Err(missing), "{text}");
    }
    let long = position.parse_action(&"0".repeat(1_000_000)).expect_err("far too long");
    assert!(matches!(long.kind, TooLong { .. }), "{long}");
}

#[test]
fn bad_position_texts_say_where_and_what() {
    use TextErrorKind::{Expected as Missing, Invalid, OutOfRange, Setup, Trailing, WrongCount};
    const CELLS: &str = "12/12/12/12/12/12/12/12/12/12/12/12";
    const TOUCHED: &str = "13/13/13/13/13/13/6x6/13/13/13/13/13/13";
    let no_cell = |rest: &str| format!("gridball:12x12/4 v1 {TOUCHED} {CELLS} {rest}");
    let width = SetupError::Dimension {
        dimension: Dimension::Width,
        value: 11,
        min: 12,
        max: 56,
        even: true,
    };
    let goal = SetupError::Dimension {
        dimension: Dimension::GoalWidth,
        value: 12,
        min: 2,
        max: 10,
        even: true,
    };
    let good = no_cell("6,6 first regular 0");
    assert_eq!(GridballPosition::parse_position(&good), Ok(after("gridball:12x12/4", "")));
    for (text, kind) in [
        ("^".to_string(), Setup(SetupError::UnknownGame)),
        ("^chess:8x8 v1 8/8".to_string(), Setup(SetupError::UnknownGame)),
        ("^gridball:11x12/4 v1".to_string(), Setup(width)),
        ("^gridball:12x12/12 v1".to_string(), Setup(goal)),
        ("^gridball:12x v1".to_string(), Setup(SetupError::Malformed)),
        ("gridball:12x12/4^".to_string(), Missing(Expected::Space)),
        ("gridball:12x12/4 ^v2 13".to_string(), Missing(Expected::Version)),
        ("gridball:12x12/4 ^".to_string(), Missing(Expected::Version)),
        ("gridball:12x12/4 v1^".to_string(), Missing(Expected::Space)),
        ("gridball:12x12/4 v1 ^14/13".to_string(), OutOfRange { min: 1, max: 13 }),
        ("gridball:12x12/4 v1 ^0/13".to_string(), OutOfRange { min: 1, max: 13 }),
        ("gridball:12x12/4 v1 12^/13".to_string(), WrongCount { expected: 13 }),
        ("gridball:12x12/4 v1 13^".to_string(), Missing(Expected::Character('/'))),
        ("gridball:12x12/4 v1 13/6^o6".to_string(), Missing(Expected::Rows)),
        (format!("gridball:12x12/4 v1 {TOUCHED}^/13 {CELLS}"), Missing(Expected::Space)),
        (format!("gridball:12x12/4 v1 {TOUCHED} 6^x5/12"), Missing(Expected::Rows)),
        (no_cell("^13,6 first regular 0"), OutOfRange { min: 0, max: 12 }),
        (no_cell("6^ 6 first regular 0"), Missing(Expected::Character(','))),
        (no_cell("6,^14 first regular 0"), OutOfRange { min: -1, max: 13 }),
        (no_cell("6,6 ^third regular 0"), Missing(Expected::Player)),
        (no_cell("6,6 first ^penalties 0"), Missing(Expected::Status)),
        (no_cell("6,6 first penalty:^6 0"), OutOfRange { min: 0, max: 5 }),
        (no_cell("6,6 first regular ^301"), OutOfRange { min: 0, max: 300 }),
        (no_cell("6,6 first regular ^-1"), Missing(Expected::Number)),
        (no_cell("6,6 first regular ^007"), Missing(Expected::Number)),
        (no_cell("6,6 first regular 0^ moves 034"), Trailing),
        (no_cell("^6,5 first regular 0"), Invalid(InvalidPosition::BallOnFreePoint)),
        (no_cell("^3,-1 first over 0"), Invalid(InvalidPosition::BallOffField)),
        (no_cell("6,-1 first ^regular 0"), Invalid(InvalidPosition::WrongOutcome)),
        (no_cell("6,6 first ^penalty:0 0"), Invalid(InvalidPosition::WrongPhase)),
        (no_cell("6,6 first ^over 0"), Invalid(InvalidPosition::WrongOutcome)),
        (no_cell("6,6 first ^regular 300"), Invalid(InvalidPosition::WrongOutcome)),
        (
            format!("^gridball:12x12/4 v1 {TOUCHED} d11{} 6,6 first regular 0", &CELLS[2..]),
            Invalid(InvalidPosition::LooseLine),
        ),
    ] {
        let (text, column) = marked(&text);
        let expected = Err(TextError { column, kind });
        assert_eq!(GridballPosition::parse_position(&text), expected, "{text}");
    }
}

/// First attacks the bottom goal and Second the top one, whoever brings the ball there.
#[test]
fn the_goal_decides_who_wins() {
    use Player::{First, Second};
    // In a field of 12 x 12 the ball starts six rows from either goal line.
    for (actions, mover, winner) in [
        ("444 444 4", First, First),
        ("000 000 0", First, Second),
        ("444 424 44", First, First),
        ("444 422 454", First, First),
        ("000 020 00", First, Second),
        ("000 222 006 00", Second, Second),
        ("444 222 446 44", Second, First),
    ] {
        let (before, last) = actions.rsplit_once(' ').expect("two actions at least");
        let position = after("gridball:12x12/8", before);
        assert_eq!(position.to_move(), mover, "{actions}");
        let position = after("gridball:12x12/8", &format!("{before} {last}"));
        assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{actions}");
        assert_eq!(position.end_reason(), Some(EndReason::Goal), "{actions}");
    }
}
