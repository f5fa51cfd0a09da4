//! Football-checkers: the examples of the source, the zones, duty and ends, and the fast
//! generator against the plain rules on random positions.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeSet, ops::ControlFlow};

use gridball_core::{
    AnyPosition, AnySetup, EndReason, Expected, InvalidPosition, Outcome, Player, Position, Step,
    Symmetry, TextErrorKind,
    football_checkers::{
        Cell, CellSet, CheckersAction, CheckersIllegalAction, CheckersPosition, CheckersSetup,
        CheckersStart,
    },
    games,
    gridball::GridballPosition,
    perft,
};
use proptest::{collection::vec, prelude::*, sample::Index};

const OPEN: CheckersSetup = CheckersSetup { start: CheckersStart::Corners, open: true };
const DUTY: CheckersSetup = CheckersSetup { start: CheckersStart::Corners, open: false };

fn cell(text: &str) -> Cell {
    Cell::parse(text).unwrap_or_else(|| panic!("{text} is no cell"))
}

fn cells(text: &str) -> CellSet {
    text.split_whitespace().map(cell).collect()
}

fn board(setup: CheckersSetup, red: &str, black: &str, to_move: Player) -> CheckersPosition {
    CheckersPosition::new(setup, cells(red), cells(black), to_move).unwrap()
}

fn action(text: &str) -> CheckersAction {
    let (from, to) = text.split_once('-').unwrap();
    CheckersAction { from: cell(from), to: cell(to) }
}

/// Plays canonical texts, each of which must be legal.
fn play(position: &mut CheckersPosition, actions: &str) {
    for text in actions.split_whitespace() {
        let action = position.parse_action(text).unwrap();
        position.play(&action).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    }
}

fn refusal(position: &CheckersPosition, text: &str) -> String {
    position.check_action(&action(text)).expect_err(text).to_string()
}

fn slow_actions(position: &CheckersPosition) -> BTreeSet<CheckersAction> {
    let mut actions = BTreeSet::new();
    let _ = position.visit_slow_actions(|action| {
        assert!(actions.insert(*action), "{action:?} comes twice");
        ControlFlow::Continue(())
    });
    actions
}

fn fast_actions(position: &CheckersPosition) -> BTreeSet<CheckersAction> {
    let actions = position.actions(usize::MAX);
    let count = actions.len();
    assert_eq!(position.count_actions(u64::MAX), count as u64);
    let set: BTreeSet<_> = actions.into_iter().collect();
    assert_eq!(set.len(), count, "an action comes twice");
    set
}

/// Figure 2 of the source.
fn figure_2(to_move: Player) -> CheckersPosition {
    board(OPEN, "d6 m9", "g5 d8", to_move)
}

#[test]
fn the_fifteen_moves_that_the_source_names() {
    // Rule 3 of the source: what it says of each move in figure 2, and why a move is impossible.
    let examples = [
        (Player::First, "d6-m12", Ok(())),
        (Player::First, "d6-g6", Ok(())),
        (Player::First, "d6-d3", Ok(())),
        (Player::First, "d6-d9", Err("d8 stands between d9 and d6")),
        (Player::First, "m9-a9", Ok(())),
        (Player::First, "m9-d3", Ok(())),
        (Player::First, "m9-d9", Err("d8 stands between d9 and d6")),
        (Player::Second, "g5-c9", Ok(())),
        (Player::Second, "g5-b10", Ok(())),
        (Player::Second, "g5-a11", Ok(())),
        (Player::Second, "g5-e7", Ok(())),
        (Player::Second, "g5-n1", Ok(())),
        (Player::Second, "g5-a5", Ok(())),
        (Player::Second, "g5-d5", Err("d6 stands between d5 and d8")),
        // On the forbidden rank as well, which is what is named first.
        (Player::Second, "g5-d2", Err("d2 is on the forbidden rank")),
    ];
    for (player, text, expected) in examples {
        let found = figure_2(player).check_action(&action(text)).map_err(|e| e.to_string());
        assert_eq!(found, expected.map_err(str::to_owned), "{text}");
    }
}

#[test]
fn the_common_cells_of_figure_2() {
    let targets = |player: Player| -> CellSet {
        fast_actions(&figure_2(player)).into_iter().map(|action| action.to).collect()
    };
    assert_eq!(targets(Player::First), cells("a9 d3 g6 g9 m6 m12"));
    assert_eq!(targets(Player::Second), cells("a5 a11 b10 c9 e7 f6 g8 g11 h4 k3 m8 n1"));
    // With the duty, red cannot stop n1, and black must stand between g5 or d8 and n1's line.
    assert!(fast_actions(&board(DUTY, "d6 m9", "g5 d8", Player::First)).is_empty());
    assert_eq!(
        fast_actions(&board(DUTY, "d6 m9", "g5 d8", Player::Second)),
        BTreeSet::from([action("d8-e7"), action("g5-e7")])
    );
}

#[test]
fn the_known_numbers_of_first_moves_and_replies() {
    for (id, counts) in [
        ("football-checkers", [164, 25_098]),
        ("football-checkers:centre", [180, 29_686]),
        ("football-checkers:split", [174, 27_880]),
    ] {
        let start = CheckersPosition::start(&id.parse().unwrap());
        assert_eq!([perft(&start, 1), perft(&start, 2)], counts, "{id}");
    }
    assert_eq!(perft(&CheckersPosition::start(&CheckersSetup::default()), 3), 4_084_044);
}

#[test]
fn along_the_home_rank_only_relative_to_a_checker_on_it() {
    // d1 sees f1 only past e1; g3 sees e1 on its diagonal, but is not on the home rank.
    let position = board(OPEN, "d1 g3", "b9 b10", Player::First);
    assert_eq!(refusal(&position, "d1-e1"), "no second checker on the home rank is in sight of e1");
    let position = board(OPEN, "d1 g3 m1", "b9 b10", Player::First);
    assert!(position.is_legal(&action("d1-e1")));
    assert_eq!(position.partners(action("d1-e1")), cells("m1"));
    // Leaving the home rank follows the general rule.
    assert!(position.is_legal(&action("d1-d3")));
    assert_eq!(position.partners(action("d1-d3")), cells("g3"));
}

#[test]
fn back_home_only_to_at_most_five() {
    let five = board(OPEN, "b1 c1 d1 e1 f1 h3", "b9 b10", Player::First);
    assert!(five.is_legal(&action("h3-h1")));
    let six = board(OPEN, "b1 c1 d1 e1 f1 p1 h3", "b9 b10", Player::First);
    assert_eq!(
        refusal(&six, "h3-h1"),
        "6 checkers stand on the home rank: a return is possible with at most 5"
    );
    // Those already there may move along it in any number.
    assert!(six.is_legal(&action("f1-h1")));
}

#[test]
fn the_forbidden_rank_may_be_passed_but_not_entered() {
    let position = board(OPEN, "b2 b9", "m5 m6", Player::First);
    assert_eq!(refusal(&position, "b9-b11"), "b11 is on the forbidden rank");
    assert!(position.is_legal(&action("b9-b12")));
    assert!(position.is_legal(&action("b9-b10")));
    // Rank 2 is black's forbidden rank, not red's.
    let position = board(OPEN, "b3 b9", "m5 m6", Player::First);
    assert!(position.is_legal(&action("b9-b2")));
    let position = board(OPEN, "b3 b9", "m5 m6", Player::Second);
    assert_eq!(refusal(&position, "m5-m2"), "m2 is on the forbidden rank");
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let position = board(OPEN, "d6 m9 d4", "g5 d8", Player::First);
    for (text, reason) in [
        ("a1-a2", "no checker stands on a1"),
        ("g5-g6", "the checker on g5 is the opponent's"),
        ("d6-d8", "d8 is occupied"),
        ("d6-d6", "d6 is occupied"),
        ("d6-e8", "d6 and e8 are on no common row, column or diagonal"),
        ("d6-d10", "d8 stands between d10 and d6"),
        ("m9-p9", "no second checker is in line with p9"),
    ] {
        assert_eq!(refusal(&position, text), reason, "{text}");
    }
    // One own checker may be jumped, two may not.
    let row = board(OPEN, "b5 c5 d5", "p9 p10", Player::First);
    assert_eq!(refusal(&row, "b5-h5"), "d5 stands between h5 and b5");
    assert!(row.is_legal(&action("c5-h5")));
}

#[test]
fn an_attack_must_be_closed() {
    // m12 lies on the column of m3 and on the diagonal of d6.
    let position = board(DUTY, "m3 d6 b1", "a12 b12 c12", Player::Second);
    assert_eq!(position.attacked_cells(Player::First), cells("m12"));
    assert!(position.is_gate_attacked(Player::Second));
    assert!(!position.is_attack_decisive());
    assert_eq!(
        position.check_action(&action("a12-a11")),
        Err(CheckersIllegalAction::GateAttacked { attack: action("d6-m12") })
    );
    assert_eq!(refusal(&position, "a12-a11"), "leaves the gate attacked: d6-m12");
    let closing = cells("m12 m11 m10 m9 m8 m7 m6 m5 m4 k11 h10 g9 f8 e7");
    let legal = fast_actions(&position);
    assert_eq!(legal, slow_actions(&position));
    assert!(legal.contains(&action("c12-m12")));
    assert!(legal.iter().all(|action| closing.contains(action.to)));
    // Without the duty the attack is only a threat.
    let position = board(OPEN, "m3 d6 b1", "a12 b12 c12", Player::Second);
    assert!(position.is_legal(&action("a12-a11")));
}

#[test]
fn a_checker_that_screens_the_gate_may_not_leave_the_line() {
    // h10 stands between d6 and m12, which m3 sees too.
    let position = board(DUTY, "m3 d6", "h10 a10 c12", Player::Second);
    assert!(!position.is_gate_attacked(Player::Second));
    assert_eq!(refusal(&position, "h10-g10"), "leaves the gate attacked: d6-m12");
    assert!(position.is_legal(&action("a10-g10")));
    assert_eq!(fast_actions(&position), slow_actions(&position));
    // In the gate itself, on the attacked cell.
    let position = board(DUTY, "m3 d6", "m12 h12 c8", Player::Second);
    assert_eq!(refusal(&position, "m12-n12"), "leaves the gate attacked: d6-m12");
    assert!(position.is_legal(&action("h12-n12")));
    assert_eq!(fast_actions(&position), slow_actions(&position));
}

#[test]
fn a_goal_needs_a_closed_gate() {
    // Red has m12, but black has n1.
    let position = board(DUTY, "m3 m4", "d8 g5", Player::First);
    assert_eq!(position.attacked_cells(Player::First), cells("m12"));
    assert_eq!(position.attacked_cells(Player::Second), cells("n1"));
    assert_eq!(refusal(&position, "m3-m12"), "leaves the gate attacked: d8-n1");
    assert!(position.is_legal(&action("m3-m2")));
    assert!(!position.is_attack_decisive());
    // In figure 2 black's n1 cannot be closed, so red's m12 and g12 are of no use.
    let position = board(DUTY, "d6 m9", "g5 d8", Player::First);
    assert!(position.is_attack_decisive());
    assert_eq!(position.end_reason(), Some(EndReason::NoLegalAction));
    assert_eq!(refusal(&position, "d6-m12"), "the game is over");
    // A board with a goal to take and nothing to close: it is a legal move and wins.
    let mut position = board(DUTY, "m3 m4", "a8 g5", Player::First);
    play(&mut position, "m3-m12");
    assert_eq!(position.end_reason(), Some(EndReason::Goal));
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn landing_wins_where_there_is_no_duty() {
    let mut position = figure_2(Player::First);
    assert_eq!(position.outcome(), None);
    play(&mut position, "d6-m12");
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(position.end_reason(), Some(EndReason::Goal));
    assert_eq!(position.count_actions(u64::MAX), 0);
    assert_eq!(refusal(&position, "g5-e7"), "the game is over");
    let mut black = figure_2(Player::Second);
    play(&mut black, "g5-n1");
    assert_eq!(black.outcome(), Some(Outcome::Win(Player::Second)));
}

#[test]
fn who_cannot_move_has_lost_attacked_or_not() {
    // A single checker has nobody to move relative to.
    let position = board(OPEN, "d4", "b9 p10", Player::First);
    assert_eq!(position.end_reason(), Some(EndReason::NoLegalAction));
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::Second)));
    assert!(!position.is_attack_decisive());
    assert_eq!(refusal(&position, "d4-d5"), "the game is over");
}

/// A game with the duty that ends with `×`.
const SHORT_GAME: &str = "c1-a1 d12-e11 g1-k3 c12-d11 h1-g1 k12-k8 k1-n3 k8-g10 d1-c1 e12-m7 k3-f3 \
     m7-m8 f1-e2 g10-h10 f3-h3 b12-b11 n1-n4 g12-h11 n4-e10 h11-g11";
const LAST_ACTION: &str = "n3-c3";

#[test]
fn signs_for_people() {
    let people = |position: &CheckersPosition, text: &str| {
        let action = position.parse_action(text).unwrap();
        let mut written = String::new();
        position.write_action_for_people(&action, &mut written).unwrap();
        assert_eq!(position.parse_action(&written), Ok(action));
        written
    };
    let mut position = CheckersPosition::start(&DUTY);
    assert_eq!(people(&position, "b1-b2"), "b1-b2(c1)");
    play(&mut position, SHORT_GAME);
    let last = people(&position, LAST_ACTION);
    assert!(last.starts_with(LAST_ACTION) && last.ends_with('×'), "{last}");
    play(&mut position, LAST_ACTION);
    assert!(position.is_attack_decisive());
    assert_eq!(position.end_reason(), Some(EndReason::NoLegalAction));
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));

    assert_eq!(people(&figure_2(Player::First), "d6-g6"), "d6-g6(m9)+");
    // Several would do, and none is named; the goal itself has no sign.
    assert_eq!(people(&board(OPEN, "a5 b5 c5 e5", "p9 m10", Player::First), "c5-d5"), "c5-d5");
    assert_eq!(people(&figure_2(Player::First), "d6-m12"), "d6-m12(m9)");
}

/// Back and forth: four actions that lead to the same position.
const ROUND: &str = "d4-c4 d9-c9 c4-d4 c9-d9";
const OTHER_ROUND: &str = "f4-g4 f9-g9 g4-f4 g9-f9";

fn shuffling_ground(actions: u16) -> CheckersPosition {
    let rows = "12/12/12/3b1b6/12/12/12/12/3r1r6/12/12/12";
    let text = format!("football-checkers:corners v1 {rows} first {actions}");
    let position = CheckersPosition::parse_position(&text).unwrap();
    if actions == 0 {
        assert_eq!(position, board(DUTY, "d4 f4", "d9 f9", Player::First));
    }
    position
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_start_counts() {
    let mut position = shuffling_ground(0);
    play(&mut position, ROUND);
    assert_eq!((position.occurrences(), position.outcome()), (2, None));
    play(&mut position, "d4-c4 d9-c9 c4-d4");
    assert_eq!((position.occurrences(), position.outcome()), (2, None));
    let mut game = gridball_core::Game::from_position(position);
    game.play(&action("c9-d9")).unwrap();
    assert_eq!(game.position().occurrences(), 3);
    assert_eq!(game.position().end_reason(), Some(EndReason::Repetition));
    assert_eq!(game.position().outcome(), Some(Outcome::Draw));
    assert_eq!(game.play(&action("d4-c4")), Err(CheckersIllegalAction::GameOver));
    assert_eq!(game.position().actions(9), []);
    game.undo();
    assert_eq!(game.position().outcome(), None);
}

#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    let mut position = shuffling_ground(0);
    // Three moves of red against a move of black and back.
    play(&mut position, "d4-c4 d9-c9 c4-b4 c9-d9 b4-d4");
    for player in Player::BOTH {
        assert_eq!(position.checkers(player), shuffling_ground(0).checkers(player));
    }
    assert_eq!(position.to_move(), Player::Second);
    assert_eq!(position.occurrences(), 1);
}

#[test]
fn repetition_is_remembered_by_the_text() {
    let mut position = shuffling_ground(0);
    play(&mut position, ROUND);
    play(&mut position, "d4-c4 d9-c9 c4-d4");
    let mut reread = CheckersPosition::parse_position(&position.position_text()).unwrap();
    assert_eq!(reread, position);
    play(&mut reread, "c9-d9");
    assert_eq!(reread.end_reason(), Some(EndReason::Repetition));
    // A finished position comes back as finished.
    let text = reread.position_text();
    assert_eq!(CheckersPosition::parse_position(&text).as_ref(), Ok(&reread));
    // The bare board remembers nothing, and only the key is the same.
    let bare = shuffling_ground(8);
    assert_eq!(bare.outcome(), None);
    assert_ne!(bare, reread);
    assert_eq!(bare.key(), reread.key());
}

#[test]
fn earlier_positions_count_without_their_order() {
    let mut one = shuffling_ground(0);
    play(&mut one, ROUND);
    let mut other = shuffling_ground(0);
    play(&mut other, OTHER_ROUND);
    assert_ne!(one, other, "the boards are the same, what came before is not");
    play(&mut one, OTHER_ROUND);
    play(&mut other, ROUND);
    assert_eq!(one, other);
    assert_eq!(one.position_text(), other.position_text());
}

#[test]
fn the_ends_are_looked_for_in_their_order() {
    // Action 400 alone.
    let mut position = shuffling_ground(399);
    assert_eq!(position.clock(), Some((399, 400)));
    play(&mut position, "d4-c4");
    assert_eq!(position.end_reason(), Some(EndReason::Limit(400)));
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(position.count_actions(1), 0);
    assert_eq!(refusal(&position, "d9-c9"), "the game is over");

    // The third occurrence at action 400.
    let mut position = shuffling_ground(392);
    play(&mut position, ROUND);
    play(&mut position, ROUND);
    assert_eq!(position.actions_played(), 400);
    assert_eq!(position.end_reason(), Some(EndReason::Repetition));

    // No legal action at action 400.
    let mut game = CheckersPosition::start(&DUTY);
    play(&mut game, SHORT_GAME);
    let text = game.position_text();
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    let mut position =
        CheckersPosition::parse_position(&format!("{} 399", fields.join(" "))).unwrap();
    play(&mut position, LAST_ACTION);
    assert_eq!(position.end_reason(), Some(EndReason::NoLegalAction));
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));

    // A goal at action 400.
    let text = figure_2(Player::First).position_text();
    let text = format!("{}399", text.strip_suffix('0').unwrap());
    let mut position = CheckersPosition::parse_position(&text).unwrap();
    play(&mut position, "d6-m12");
    assert_eq!(position.end_reason(), Some(EndReason::Goal));
}

#[test]
fn other_spellings_of_an_action() {
    let position = figure_2(Player::First);
    for text in [
        "d6-g6",
        "d6–g6",
        "D6-G6",
        "d6-g6+",
        "d6-g6×",
        "d6-g6x",
        "d6-g6(m9)",
        "d6-g6(m9)+",
        "d6–g6+(m9)",
    ] {
        assert_eq!(position.parse_action(text), Ok(action("d6-g6")), "{text}");
    }
    assert_eq!(position.parse_action("i3-j4"), Ok(action("k3-k4")));
    assert_eq!(position.parse_action("l10-o12"), Ok(action("k10-p12")));
    for (text, column, kind) in [
        ("", 1, TextErrorKind::Expected(Expected::Point)),
        ("-", 1, TextErrorKind::Expected(Expected::Point)),
        ("d6", 3, TextErrorKind::Expected(Expected::Character('-'))),
        ("d6g6", 3, TextErrorKind::Expected(Expected::Character('-'))),
        ("d6-", 4, TextErrorKind::Expected(Expected::Point)),
        ("d6-q6", 4, TextErrorKind::Expected(Expected::Point)),
        ("d6-g13", 4, TextErrorKind::Expected(Expected::Point)),
        ("d6-g06", 4, TextErrorKind::Expected(Expected::Point)),
        ("d6-g6 ", 6, TextErrorKind::Trailing),
        ("d6-g6++", 7, TextErrorKind::Trailing),
        ("d6–g6(m9)(m9)", 10, TextErrorKind::Trailing),
        ("d6-g6(m9", 9, TextErrorKind::Expected(Expected::Character(')'))),
        ("d6-g6(", 7, TextErrorKind::Expected(Expected::Point)),
        ("d6-g6(d8)", 7, TextErrorKind::Expected(Expected::SecondChecker)),
        (&"d".repeat(33), 33, TextErrorKind::TooLong { limit: 32 }),
    ] {
        let error = position.parse_action(text).expect_err(text);
        assert_eq!((error.column, error.kind), (column, kind), "{text}");
    }
    // Of an impossible move the rules say why.
    assert_eq!(position.parse_action("d6-d9(m9)"), Ok(action("d6-d9")));
}

#[test]
fn texts_of_positions() {
    for text in [
        "football-checkers:corners v1 1bbbbbbbbbb1/12/12/12/12/12/12/12/12/12/12/1rrrrrrrrrr1 \
         first 0",
        "football-checkers:corners/open v1 12/12/12/9r2/3b8/12/3r8/6b5/12/12/12/12 first 0",
        "football-checkers:corners/open v1 12/12/12/9r2/3b8/12/6r5/6b5/12/12/12/12 second 1 \
         12/12/12/9r2/3b8/12/3r8/6b5/12/12/12/12 first 1",
        // After a goal.
        "football-checkers:split/open v1 9r2/12/12/9r2/3b8/12/12/6b5/12/12/12/12 second 7",
    ] {
        let position = CheckersPosition::parse_position(text).expect(text);
        assert_eq!(position.position_text(), text);
    }
    let start = CheckersPosition::start(&CheckersSetup::default());
    assert_eq!(
        CheckersPosition::parse_position(
            "football-checkers v1 1bbbbbbbbbb1/12/12/12/12/12/12/12/12/12/12/1rrrrrrrrrr1 first 0"
        ),
        Ok(start)
    );
}

#[test]
fn texts_of_impossible_positions_are_refused() {
    use InvalidPosition::{CounterOutOfRange, PieceCount, PieceOnForbiddenPlace, WrongHistory};
    const FIGURE: &str = "12/12/12/9r2/3b8/12/3r8/6b5/12/12/12/12";
    const NEXT: &str = "12/12/12/9r2/3b8/12/6r5/6b5/12/12/12/12";
    let invalid = |fields: &str| {
        let text = format!("football-checkers:corners v1 {fields}");
        match CheckersPosition::parse_position(&text).map_err(|error| error.kind) {
            Err(TextErrorKind::Invalid(reason)) => reason,
            other => panic!("{fields}: {other:?}"),
        }
    };
    let of = |rows: &str, rest: &str| invalid(&format!("{rows} {rest}"));
    // Ten checkers at most, one at least.
    assert_eq!(of("12/12/12/12/11b/12/12/12/12/12/12/rrrrrrrrrrr1", "first 0"), PieceCount);
    assert_eq!(of("12/12/12/12/12/12/12/12/12/12/12/rr10", "first 0"), PieceCount);
    // Rank 11 for red, rank 2 for black, and the goal ranks.
    assert_eq!(of("12/r11/12/12/b11/12/12/12/12/12/12/12", "first 0"), PieceOnForbiddenPlace);
    assert_eq!(of("12/12/12/r11/12/12/12/12/12/12/b11/12", "first 0"), PieceOnForbiddenPlace);
    assert_eq!(of("r11/12/12/b11/12/12/12/12/12/12/12/12", "first 0"), PieceOnForbiddenPlace);
    assert_eq!(of("rr10/12/12/b11/12/12/12/12/12/12/12/12", "second 9"), PieceOnForbiddenPlace);
    assert_eq!(of("12/12/12/r11/12/12/12/12/12/12/12/b11", "second 9"), PieceOnForbiddenPlace);
    // More earlier positions than actions.
    assert_eq!(of(NEXT, &format!("second 0 {FIGURE} first 1")), CounterOutOfRange);
    // Sides that do not alternate, another number of checkers, an earlier goal, a third time.
    assert_eq!(of(NEXT, &format!("second 1 {FIGURE} second 1")), WrongHistory);
    assert_eq!(of(NEXT, &format!("second 9 {FIGURE} first 2")), WrongHistory);
    let more = "12/12/12/9r2/3b8/12/3r8/6b5/12/12/12/r11";
    assert_eq!(of(NEXT, &format!("second 1 {more} first 1")), WrongHistory);
    let goal = "3r8/12/12/9r2/3b8/12/12/6b5/12/12/12/12";
    assert_eq!(of(NEXT, &format!("second 2 {goal} second 1 {FIGURE} first 1")), WrongHistory);
    let twice = format!("{FIGURE} first 2 {FIGURE} first 1 {NEXT} second 2");
    assert_eq!(of(NEXT, &format!("second 9 {twice}")), WrongHistory);

    for (fields, column, kind) in [
        ("12/12", 6, TextErrorKind::Expected(Expected::Character('/'))),
        (&FIGURE.replace('r', "R"), 11, TextErrorKind::Expected(Expected::Rows)),
        (&format!("{FIGURE} red 0"), 41, TextErrorKind::Expected(Expected::Player)),
        (&format!("{FIGURE} first"), 46, TextErrorKind::Expected(Expected::Space)),
        (&format!("{FIGURE} first 401"), 47, TextErrorKind::OutOfRange { min: 0, max: 400 }),
        (&format!("{FIGURE} first 0 "), 49, TextErrorKind::WrongCount { expected: 12 }),
        (
            &format!("{FIGURE} first 9 {FIGURE} first 3"),
            95,
            TextErrorKind::OutOfRange { min: 1, max: 2 },
        ),
    ] {
        let text = format!("football-checkers:corners v1 {fields}");
        let error = CheckersPosition::parse_position(&text).expect_err(fields);
        let start = "football-checkers:corners v1 ".len();
        assert_eq!((error.column - start, error.kind), (column, kind), "{fields}");
    }
}

#[test]
fn the_list_of_games_knows_the_set_ups() {
    let info = games().iter().find(|info| info.id == "football-checkers").unwrap();
    for id in info.setups {
        let setup: AnySetup = id.parse().unwrap();
        assert_eq!(setup.to_string(), *id);
        let position = AnyPosition::start(&setup);
        assert_eq!(AnyPosition::parse_position(&position.position_text()).as_ref(), Ok(&position));
        let foreign = GridballPosition::parse_position(&position.position_text());
        assert_eq!(foreign.map_err(|error| error.kind), Err(TextErrorKind::OtherGame));
    }
    assert_eq!(info.setups[0].parse(), "football-checkers".parse::<AnySetup>());
}

/// Databases hold these numbers. They must never change.
#[test]
fn keys_are_for_ever() {
    let mut game = CheckersPosition::start(&DUTY);
    let start = game.key();
    play(&mut game, SHORT_GAME);
    let golden = [
        (start, 0xfd64_2f48_d014_582e),
        (CheckersPosition::start(&OPEN).key(), 0xba08_03d1_2c5c_0c29),
        (game.key(), 0x3d9e_e179_904c_08c0),
        (figure_2(Player::First).key(), 0xd6c2_c636_b242_7d79),
        (figure_2(Player::Second).key(), 0x6133_b17a_7186_f9e2),
    ];
    for (key, expected) in golden {
        assert_eq!(key, expected, "{key:#018x}");
    }
}

#[test]
fn lines_of_sight() {
    use gridball_core::Direction::{East, North, South, West};
    let position = figure_2(Player::First);
    assert_eq!(position.checker_at(cell("d6")), Some(Player::First));
    assert_eq!(position.checker_at(cell("d8")), Some(Player::Second));
    assert_eq!(position.checker_at(cell("a1")), None);
    assert_eq!(position.first_seen(cell("d6"), North), Some(cell("d8")));
    assert_eq!(position.first_seen(cell("d6"), East), None);
    assert_eq!(position.first_seen(cell("g8"), West), Some(cell("d8")));
    assert_eq!(position.first_seen(cell("d1"), South), None);
    assert_eq!(
        position.sight(cell("d6")),
        cells(
            "d7 d5 d4 d3 d2 d1 a6 b6 c6 e6 f6 g6 h6 k6 m6 n6 p6 c7 b8 a9 e5 f4 g3 h2 k1 \
             e7 f8 g9 h10 k11 m12 c5 b4 a3"
        )
    );
    assert_eq!(
        position.targets(cell("d6")),
        cells("d3 g6 g9 m6 m12 a9") & position.sight(cell("d6"))
    );
    assert_eq!(position.targets(cell("g5")), CellSet::EMPTY);
    assert_eq!(position.partners(action("d6-g6")), cells("m9"));
}

/// Checkers of one side: some on the home rank, some anywhere else he may stand.
fn side() -> impl Strategy<Value = (Vec<Index>, Vec<Index>)> {
    (vec(any::<Index>(), 0..=8), vec(any::<Index>(), 1..=10))
}

fn random_board() -> impl Strategy<Value = (CellSet, CellSet)> {
    (side(), side()).prop_map(|(red, black)| {
        let place = |(home, field): (Vec<Index>, Vec<Index>), ranks: [u8; 10], taken: CellSet| {
            let allowed = |cell: &Cell| ranks.contains(&cell.rank()) && !taken.contains(*cell);
            let cells: Vec<Cell> =
                (0..Cell::COUNT).filter_map(Cell::from_index).filter(allowed).collect();
            let at_home: Vec<Cell> =
                cells.iter().copied().filter(|cell| cell.rank() == ranks[0]).collect();
            let home = home.iter().map(|index| *index.get(&at_home));
            let mut set = CellSet::EMPTY;
            for cell in home.chain(field.iter().map(|index| *index.get(&cells))) {
                if set.len() < 10 {
                    set = set.with(cell);
                }
            }
            set
        };
        let red = place(red, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], CellSet::EMPTY);
        (red, place(black, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3], red))
    })
}

fn check_steps(position: &CheckersPosition, legal: &BTreeSet<CheckersAction>) {
    let mut completed = BTreeSet::new();
    let first = position.steps(&[]);
    assert!(first.is_sorted());
    for &from in &first {
        let second = position.steps(&[from]);
        assert!(second.is_sorted() && !second.is_empty());
        for to in second {
            assert!(usize::from(from.0.max(to.0)) < position.step_space());
            assert_eq!(position.steps(&[from, to]), []);
            assert_eq!(position.finish(&[from]), None);
            let action = position.finish(&[from, to]).unwrap();
            assert_eq!(position.action_steps(&action), [from, to]);
            assert_eq!(position.step_point(&[], from), Some(action.from.point()));
            assert_eq!(position.step_point(&[from], to), Some(action.to.point()));
            let mut text = String::new();
            position.write_step(&[from], to, &mut text).unwrap();
            assert_eq!(text, action.to.to_string());
            assert_eq!(position.parse_step(&[from], &text), Ok(to));
            assert_eq!(position.parse_step(&[], &action.from.to_string()), Ok(from));
            completed.insert(action);
        }
    }
    assert_eq!(&completed, legal);
    assert_eq!(position.steps(&[Step(288)]), []);
    assert_eq!(position.step_point(&[], Step(288)), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// On random positions of both colours: moves, refusals, attacks and mirrors.
    #[test]
    fn the_fast_generator_is_the_definition((red, black) in random_board()) {
        for to_move in Player::BOTH {
            let open = CheckersPosition::new(OPEN, red, black, to_move).unwrap();
            let duty = CheckersPosition::new(DUTY, red, black, to_move).unwrap();
            for position in [&open, &duty] {
                let legal = fast_actions(position);
                prop_assert_eq!(&legal, &slow_actions(position));
                prop_assert_eq!(position.end_reason().is_some(), legal.is_empty());
                for from in position.checkers(to_move).iter() {
                    let targets = position.targets(from);
                    for to in (0..Cell::COUNT).filter_map(Cell::from_index) {
                        let action = CheckersAction { from, to };
                        let is_legal = legal.contains(&action);
                        prop_assert_eq!(position.is_legal(&action), is_legal);
                        prop_assert_eq!(targets.contains(to), is_legal);
                        prop_assert!(!is_legal || !position.partners(action).is_empty());
                    }
                }
            }
            // An attack: a goal move, were it his turn and were there no duty.
            let goal = if to_move == Player::First { 12 } else { 1 };
            let attacked: CellSet = slow_actions(&open)
                .into_iter()
                .map(|action| action.to)
                .filter(|to| to.rank() == goal)
                .collect();
            for side in Player::BOTH {
                let position = CheckersPosition::new(DUTY, red, black, side).unwrap();
                prop_assert_eq!(position.attacked_cells(to_move), attacked);
                prop_assert_eq!(position.is_gate_attacked(to_move.other()), !attacked.is_empty());
            }
        }
    }

    #[test]
    fn mirrors_change_nothing_but_the_view((red, black) in random_board(), open: bool) {
        let setup = CheckersSetup { open, ..DUTY };
        let position = CheckersPosition::new(setup, red, black, Player::First).unwrap();
        for &symmetry in position.symmetries() {
            let image = position.transformed(symmetry);
            prop_assert_eq!(image.validate(), Ok(()));
            let images: BTreeSet<_> = fast_actions(&position)
                .iter()
                .map(|action| position.transform_action(action, symmetry))
                .collect();
            prop_assert_eq!(fast_actions(&image), images);
            prop_assert_eq!(image.transformed(symmetry.inverse()), position.clone());
            if symmetry == Symmetry::IDENTITY {
                prop_assert_eq!(image, position.clone());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Random games: both ways of playing agree, everything is taken back, texts come back.
    #[test]
    fn games_go_forth_and_back(
        start in prop::sample::select(CheckersStart::ALL.to_vec()),
        open: bool,
        choices in vec(any::<Index>(), 0..60),
    ) {
        let setup = CheckersSetup { start, open };
        let mut position = CheckersPosition::start(&setup);
        let mut path = Vec::new();
        for choice in choices {
            let actions = position.actions(usize::MAX);
            prop_assert_eq!(position.outcome().is_some(), actions.is_empty());
            if actions.is_empty() {
                break;
            }
            let action = *choice.get(&actions);
            let slow = position.slow_play(&action);
            let before = position.clone();
            let undo = position.play(&action).unwrap();
            prop_assert_eq!(&position, &slow);
            prop_assert_eq!(position.key(), slow.key());
            prop_assert_eq!(position.validate(), Ok(()));
            let text = position.position_text();
            let reread = CheckersPosition::parse_position(&text).unwrap();
            prop_assert_eq!(&reread, &position);
            prop_assert_eq!(reread.position_text(), text);
            prop_assert_eq!(reread.end_reason(), position.end_reason());
            prop_assert_eq!(reread.occurrences(), position.occurrences());
            path.push((before, undo));
        }
        check_steps(&position, &fast_actions(&position));
        while let Some((before, undo)) = path.pop() {
            position.undo(undo);
            prop_assert_eq!(&position, &before);
            prop_assert_eq!(position.key(), before.key());
            prop_assert_eq!(position.occurrences(), before.occurrences());
        }
    }

    /// Games on a small board area, where positions come up again.
    #[test]
    fn repetitions_are_counted_as_by_hand(choices in vec(any::<Index>(), 0..80)) {
        let mut position = shuffling_ground(0);
        let mut seen = vec![position.clone()];
        for choice in choices {
            let actions: Vec<_> = position
                .actions(usize::MAX)
                .into_iter()
                .filter(|a| a.from.rank() == a.to.rank() && ('c'..='d').contains(&a.to.file()))
                .collect();
            if actions.is_empty() {
                break;
            }
            position.play(choice.get(&actions)).unwrap();
            let same = |earlier: &&CheckersPosition| {
                earlier.to_move() == position.to_move()
                    && Player::BOTH.iter().all(|&p| earlier.checkers(p) == position.checkers(p))
            };
            let occurrences = seen.iter().filter(same).count() + 1;
            prop_assert_eq!(usize::from(position.occurrences()), occurrences);
            prop_assert_eq!(position.end_reason() == Some(EndReason::Repetition), occurrences == 3);
            prop_assert_eq!(position.transformed(position.symmetries()[3]).occurrences(), position.occurrences());
            seen.push(position.clone());
        }
    }

    #[test]
    fn no_text_makes_a_reader_fail(text in "[a-p0-9+x×–() -]{0,20}|\\PC{0,40}") {
        let position = figure_2(Player::First);
        if let Ok(action) = position.parse_action(&text) {
            prop_assert_eq!(position.parse_action(&position.action_text(&action)), Ok(action));
            let _ = position.is_legal(&action);
        }
        let _ = position.parse_step(&[], &text);
        let _ = CheckersPosition::parse_position(&text);
    }

    #[test]
    fn a_readable_position_is_a_sound_one(
        rows in vec(prop::sample::select(vec!["12", "12", "r11", "4b7", "7r4", "b10r", "2rbb7"]), 12),
        rest in " (first|second) [0-9]{1,3}",
    ) {
        let text = format!("football-checkers:split v1 {}{rest}", rows.join("/"));
        if let Ok(position) = CheckersPosition::parse_position(&text) {
            prop_assert_eq!(position.validate(), Ok(()));
            prop_assert_eq!(fast_actions(&position), slow_actions(&position));
        }
    }
}
