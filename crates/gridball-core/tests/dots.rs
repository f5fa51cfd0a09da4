//! Dots: the pictures of the rules, the known ways to get them wrong, and random games against
//! the plain rules.

use std::ops::ControlFlow;

use gridball_core::{
    BitGrid, EndReason, Game, Outcome, Player, Point, Position, Symmetry, TextErrorKind,
    dots::{
        DotsAction, DotsDot, DotsFormat, DotsIllegalAction, DotsLog, DotsNode, DotsPosition,
        DotsSetup, DotsStartError,
    },
    perft, perft_slow,
    text::InvalidPosition,
};
use proptest::{prelude::*, strategy::ValueTree as _};

// ---------------------------------------------------------------------------------------------
// Pictures: rows from the top separated by `/`; X and O are live dots of First and Second, x and o
// dead ones, + and - empty territory, . a free node, ? the node that is played.

type Picture = Vec<Vec<char>>;

fn picture(text: &str) -> Picture {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn position(picture: &Picture, to_move: Player) -> DotsPosition {
    let mut rows = Vec::new();
    for row in picture {
        let mut text = String::new();
        let mut free = 0;
        for &node in row {
            if node == '.' || node == '?' {
                free += 1;
                continue;
            }
            if free > 0 {
                text += &free.to_string();
                free = 0;
            }
            text.push(node);
        }
        if free > 0 {
            text += &free.to_string();
        }
        rows.push(text);
    }
    let to_move = if to_move == Player::First { "first" } else { "second" };
    let (width, height) = (picture[0].len(), picture.len());
    let text = format!("dots:{width}x{height}/plain v1 {} {to_move} 0", rows.join("/"));
    let position = DotsPosition::parse_position(&text).expect(&text);
    assert_eq!(position.position_text(), text);
    position
}

fn drawn(position: &DotsPosition) -> Picture {
    let setup = position.setup();
    let node = |x, y| {
        let point = Point::new(x, y);
        match (position.dot(point), position.owner(point)) {
            (Some(DotsDot { player: Player::First, dead: false }), None) => 'X',
            (Some(DotsDot { player: Player::Second, dead: false }), None) => 'O',
            (Some(DotsDot { player: Player::First, dead: true }), Some(Player::Second)) => 'x',
            (Some(DotsDot { player: Player::Second, dead: true }), Some(Player::First)) => 'o',
            (None, Some(Player::First)) => '+',
            (None, Some(Player::Second)) => '-',
            (None, None) => '.',
            other => panic!("{other:?}"),
        }
    };
    (0..setup.height() as i8)
        .map(|y| (0..setup.width() as i8).map(|x| node(x, y)).collect())
        .collect()
}

fn place_of(picture: &Picture, wanted: char) -> Point {
    for (y, row) in picture.iter().enumerate() {
        if let Some(x) = row.iter().position(|&node| node == wanted) {
            return Point::new(x as i8, y as i8);
        }
    }
    panic!("no {wanted} in the picture")
}

/// A picture in one of the eight orientations, 0 to 7.
fn turned(picture: &Picture, orientation: usize) -> Picture {
    let mut picture = picture.clone();
    if orientation & 1 != 0 {
        picture.reverse();
    }
    if orientation & 2 != 0 {
        for row in &mut picture {
            row.reverse();
        }
    }
    if orientation & 4 != 0 {
        picture =
            (0..picture[0].len()).map(|x| picture.iter().map(|row| row[x]).collect()).collect();
    }
    picture
}

fn swapped(picture: &Picture) -> Picture {
    let swap = |node| match node {
        'X' => 'O',
        'O' => 'X',
        'x' => 'o',
        'o' => 'x',
        '+' => '-',
        '-' => '+',
        other => other,
    };
    picture.iter().map(|row| row.iter().map(|&node| swap(node)).collect()).collect()
}

/// Plays `?` in every orientation and both colour roles, by the fast and by the plain rules, and
/// takes it back; expects the second picture and the score of First and Second.
fn check(before: &str, plays: char, after: &str, score: [u32; 2]) {
    for orientation in 0..8 {
        for swap in [false, true] {
            let mut shown = turned(&picture(before), orientation);
            let mut expected = turned(&picture(after), orientation);
            let mut player = if plays == 'X' { Player::First } else { Player::Second };
            let mut score = score;
            if swap {
                shown = swapped(&shown);
                expected = swapped(&expected);
                player = player.other();
                score.reverse();
            }
            let start = position(&shown, player);
            let node = start.node(place_of(&shown, '?')).expect("a node of the field");
            let action = start.action_at(node.point()).expect("a node of the field");

            let mut position = start.clone();
            let mut log = DotsLog::default();
            position.put(node, &mut log);
            assert_eq!(drawn(&position), expected, "{before}, turned {orientation} {swap}");
            assert_eq!(Player::BOTH.map(|player| position.score(player)), score, "{before}");
            assert_eq!(position.validate(), Ok(()), "{before}");
            assert_eq!(start.slow_play(&action), position, "{before}");
            assert!(position.take_back(&mut log));
            assert_eq!(position, start, "{before}");
            assert_eq!(position.validate(), Ok(()), "{before}");
        }
    }
}

#[test]
fn pictures_of_the_rules() {
    for (before, plays, after, score) in [
        (".X./X?X/.X.", 'O', ".X./XoX/.X.", [1, 0]),
        (".XO./X?XO/.XO.", 'O', ".XO./XOxO/.XO.", [0, 1]),
        (".O../OXO./X?XO/.XO.", 'O', ".O../OxO./XOxO/.XO.", [0, 2]),
        (".XO./XoX?/.XO.", 'O', ".XO./XoXO/.XO.", [1, 0]),
        ("..X../.XOX./XOxOX/.XOX./..?..", 'X', "..X../.XoX./XoXoX/.XoX./..X..", [4, 0]),
        ("..X../.XOX./XO.OX/.XOX./..?..", 'X', "..X../.XoX./Xo+oX/.XoX./..X..", [4, 0]),
        (".X.X./XO?OX/.XOX./..X..", 'X', ".X.X./XoXoX/.XoX./..X..", [3, 0]),
        (".X../XOX./.?OX/..X.", 'X', ".X../XoX./.XoX/..X.", [2, 0]),
        (".X.X../X.?OX./.X.X..", 'X', ".X.X../X.XoX./.X.X..", [1, 0]),
        (
            ".XX.XX./X..?..X/X.XOX.X/X..X..X/.X...X./..XXX..",
            'X',
            ".XX.XX./X..X..X/X.XoX.X/X..X..X/.X...X./..XXX..",
            [1, 0],
        ),
        (
            ".XX.XX./X..XO.X/X.X.X.X/X..X..X/.X...X./..X?X..",
            'X',
            ".XX.XX./X++Xo+X/X+X+X+X/X++X++X/.X+++X./..XXX..",
            [1, 0],
        ),
        (".XXX../X.X..X/X?X..X/.X...X/..XXX.", 'O', ".XXX../X+X..X/XoX..X/.X...X/..XXX.", [1, 0]),
        (
            ".XXXX../X....X./X.X...X/.?.XO.X/X.X...X/X....X./.XXXX..",
            'X',
            ".XXXX../X++++X./X+X+++X/.X+Xo+X/X+X+++X/X++++X./.XXXX..",
            [1, 0],
        ),
    ] {
        check(before, plays, after, score);
    }
}

// ---------------------------------------------------------------------------------------------
// Known ways to get it wrong.

#[test]
fn two_captures_by_one_dot_count_each_once() {
    let start = position(&picture(".X.X.../XO?OX../.X.X.../......."), Player::First);
    let action = start.action_at(Point::new(2, 1)).unwrap();
    let capture = start.capture(action).expect("a capture");
    assert_eq!(capture.by, Player::First);
    assert!(capture.captured.iter().eq([(1, 1), (3, 1)]));
    assert_eq!(capture.territory, capture.captured);
    assert_eq!(capture.freed.count(), 0);
    // One of the two enclosures lies inside the contour of the other, and both hold a dot.
    check(
        "...XXX.../..X.O.X../.X.....X./X...X...X/X..XOX..X/X...?...X/.XXX.XXX.",
        'X',
        "...XXX.../..X+o+X../.X+++++X./X+++X+++X/X++XoX++X/X+++X+++X/.XXX.XXX.",
        [2, 0],
    );
}

#[test]
fn a_chain_is_not_closed_through_a_dead_dot() {
    // Without the dead link above, O would be surrounded.
    check("..O../.OxO./.XOX./..?../.....", 'X', "..O../.OxO./.XOX./..X../.....", [0, 1]);
    check("...../..X../.XOX./..?../.....", 'X', "...../..X../.XoX./..X../.....", [1, 0]);
}

#[test]
fn a_freed_dot_lives_and_joins_its_neighbours_again() {
    // First takes the ring of Second over and frees the dot in it.
    let start = position(
        &picture("......./...X.../..XOX../.XOxOX./..XOX../......./......."),
        Player::First,
    );
    let mut position = start;
    let play = |position: &mut DotsPosition, x, y| {
        let action = position.action_at(Point::new(x, y)).unwrap();
        position.play(&action).unwrap();
        assert_eq!(position.validate(), Ok(()));
    };
    play(&mut position, 3, 5);
    let freed = Point::new(3, 3);
    assert_eq!(position.dot(freed), Some(DotsDot { player: Player::First, dead: false }));
    assert_eq!(Player::BOTH.map(|player| position.score(player)), [4, 0]);
    assert_eq!(position.exposed(Player::First), 9);
    // It can be captured again, with everything round it.
    let ring = [
        (3, 0),
        (2, 1),
        (1, 2),
        (0, 3),
        (1, 4),
        (2, 5),
        (3, 6),
        (4, 5),
        (5, 4),
        (6, 3),
        (5, 2),
        (4, 1),
    ];
    for (x, y) in ring {
        assert_eq!(position.score(Player::Second), 0);
        position.set_to_move(Player::Second);
        play(&mut position, x, y);
    }
    assert_eq!(position.dot(freed), Some(DotsDot { player: Player::First, dead: true }));
    assert_eq!(Player::BOTH.map(|player| position.score(player)), [0, 9]);
}

#[test]
fn an_empty_enclosure_ends_when_its_wall_is_captured() {
    check(".XXO../X.?XO./.XXO../......", 'O', ".XXO../X.OxO./.XXO../......", [0, 1]);
    // The other node of it is no trap any more.
    check(".XXO../X?OxO./.XXO../......", 'O', ".XXO../XOOxO./.XXO../......", [0, 1]);
    let mut position = position(&picture(".XXO../X..XO./.XXO../......"), Player::Second);
    assert!(position.empty_enclosures(Player::First).iter().eq([(1, 1), (2, 1)]));
    let action = position.action_at(Point::new(2, 1)).unwrap();
    let undo = position.play(&action).unwrap();
    assert_eq!(position.empty_enclosures(Player::First).count(), 0);
    position.undo(undo);
    assert_eq!(position.empty_enclosures(Player::First).count(), 2);
}

#[test]
fn a_dot_in_an_own_empty_enclosure_joins_the_wall() {
    check(".XXX./X.?.X/.XXX.", 'X', ".XXX./X.X.X/.XXX.", [0, 0]);
    check(".XXX./X?X.X/.XXX.", 'O', ".XXX./XoX.X/.XXX.", [1, 0]);
    check(".XXX./XoX?X/.XXX.", 'O', ".XXX./XoXoX/.XXX.", [2, 0]);
    // The inner wall holds by itself after Second has broken through the outer one.
    let start =
        position(&picture("........./..XXXO.../.X...XO../..XXXO.../........."), Player::First);
    let mut game = Game::from_position(start);
    for (x, y) in [(3, 2), (4, 2), (8, 4), (2, 2)] {
        let action = game.position().action_at(Point::new(x, y)).unwrap();
        game.play(&action).unwrap();
        assert_eq!(game.position().validate(), Ok(()));
    }
    let expected = "........./..XXXO.../.XoXOxO../..XXXO.../........X";
    assert_eq!(drawn(game.position()), picture(expected));
}

#[test]
fn an_empty_enclosure_takes_a_dot_only_when_the_dot_takes_nothing() {
    check(
        "......./...X.../..X?X../...X.../.......",
        'O',
        "......./...X.../..XoX../...X.../.......",
        [1, 0],
    );
    // Here it takes two of the walls.
    check(
        "......./..OXO../.OX?XO./..OXO../.......",
        'O',
        "......./..OXO../.OxOxO./..OXO../.......",
        [0, 2],
    );
}

#[test]
fn undo_after_a_takeover_restores_everything() {
    let start = position(
        &picture("......./...X.../..XOX../.XOxOX./..XOX../......./......."),
        Player::First,
    );
    let mut position = start.clone();
    let action = position.action_at(Point::new(3, 5)).unwrap();
    let capture = position.capture(action).expect("a capture");
    assert_eq!((capture.captured.count(), capture.freed.count()), (4, 1));
    let undo = position.play(&action).unwrap();
    assert_ne!(position, start);
    assert_ne!(position.key(), start.key());
    // A clone takes the move back just as well.
    let mut clone = position.clone();
    clone.undo(undo.clone());
    position.undo(undo);
    for position in [position, clone] {
        assert_eq!(position, start);
        assert_eq!(position.validate(), Ok(()));
        assert_eq!(position.key(), start.key());
        assert_eq!(Player::BOTH.map(|player| position.score(player)), [0, 1]);
        assert_eq!(Player::BOTH.map(|player| position.exposed(player)), [7, 4]);
    }
}

#[test]
fn a_lone_dot_inside_a_contour_changes_nothing() {
    check(
        "..XXX../.X...X./X..X..X/X.O...X/.X...X./..X?X..",
        'X',
        "..XXX../.X+++X./X++X++X/X+o+++X/.X+++X./..XXX..",
        [1, 0],
    );
    check(
        "..XXX../.X...X./X..X..X/X?....X/.X...X./..XXX..",
        'O',
        "..XXX../.X+++X./X++X++X/Xo++++X/.X+++X./..XXX..",
        [1, 0],
    );
}

#[test]
fn a_diagonal_gap_is_not_safe() {
    // The ring touches the edge only through a diagonal.
    let gap = position(&picture(".X.../..X../.XoX./..X../....."), Player::Second);
    assert_eq!(gap.exposed(Player::First), 4);
    assert_eq!(gap.kept(Player::First), 0);
    assert_eq!(gap.grounded(Player::First).count(), 1);
    assert_eq!(gap.outcome(), None);
    // Indeed a contour passes through the gap.
    check(".XO../.OX?./OXoXO/.OXO./..O..", 'O', ".XO../.OxO./OxOxO/.OxO./..O..", [0, 4]);
    // Joined straight, all of it is safe, and the one point cannot be reached.
    let joined = position(&picture("..X../..X../.XoX./..X../....."), Player::Second);
    assert_eq!(joined.exposed(Player::First), 0);
    assert_eq!(joined.kept(Player::First), 1);
    assert_eq!(joined.grounded(Player::First).count(), 6);
    assert_eq!(joined.outcome(), Some(Outcome::Win(Player::First)));
    assert_eq!(joined.end_reason(), Some(EndReason::Protected { reachable: 0, kept: 1 }));
    assert_eq!(joined.count_actions(9), 0);
    let action = joined.action_at(Point::new(0, 0)).unwrap();
    assert_eq!(joined.check_action(&action), Err(DotsIllegalAction::GameOver));
}

#[test]
fn an_advantage_is_protected_at_every_move_in_every_format() {
    for format in ["", "/express", "/extended/playoff", "/full", "/full/playoff", "/stop=999"] {
        // The last dot joins the ring to the edge; a single other dot makes one point too few.
        for (extra, over) in [("5", true), ("1X3", false)] {
            let text = format!("dots:5x6/plain{format} v1 5/2X2/1XoX1/2X2/{extra}/5 first 3");
            let mut position = DotsPosition::parse_position(&text).expect(&text);
            assert_eq!(position.outcome(), None);
            let action = position.action_at(Point::new(2, 0)).unwrap();
            let undo = position.play(&action).unwrap();
            let win = Some(Outcome::Win(Player::First));
            assert_eq!(position.outcome(), if over { win } else { None }, "{text}");
            position.undo(undo);
            assert_eq!(position.outcome(), None);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// The game round the captures.

#[test]
fn the_full_field_ends_the_game() {
    let mut game = Game::<DotsPosition>::new(&"dots:3x3".parse().unwrap());
    for action in ["1-1", "2-1", "3-1", "1-2", "1-3"] {
        assert_eq!(game.position().outcome(), None, "{action}");
        let action = game.position().parse_action(action).unwrap();
        game.play(&action).unwrap();
    }
    assert_eq!(game.position().end_reason(), Some(EndReason::BoardFull));
    assert_eq!(game.position().outcome(), Some(Outcome::Draw));
    assert_eq!(game.position().actions(9), []);
    assert_eq!(game.position().steps(&[]), []);
}

#[test]
fn formats_stop_and_go_on() {
    let play = |id: &str, moves: usize| {
        let mut position = DotsPosition::start(&id.parse().unwrap());
        for _ in 0..moves {
            let action = position.actions(1)[0];
            position.play(&action).unwrap();
        }
        (position.outcome(), position.end_reason(), position.clock())
    };
    // Filled row by row, an even number of columns becomes stripes, and nothing is captured.
    let draw = Some(Outcome::Draw);
    assert_eq!(play("dots:8x9/plain/stop=7", 6), (None, None, Some((6, 7))));
    let stopped = (draw, Some(EndReason::Limit(7)), Some((7, 7)));
    assert_eq!(play("dots:8x9/plain/stop=7", 7), stopped);
    assert_eq!(play("dots:8x9/plain/full=7", 7), stopped);
    assert_eq!(play("dots:8x9/plain/full=7/playoff", 7), (None, None, None));
    assert_eq!(play("dots:8x9/plain/stop=7/playoff=4", 7), (None, None, Some((7, 11))));
    assert_eq!(play("dots:8x9/plain/stop=7/playoff=4", 12), (None, None, Some((12, 15))));
    let full = (draw, Some(EndReason::BoardFull), Some((72, 75)));
    assert_eq!(play("dots:8x9/plain/stop=7/playoff=4", 72), full);
    assert_eq!(play("dots:8x9/plain", 71), (None, None, None));
}

#[test]
fn extra_time_ends_only_at_the_end_of_a_block() {
    let text = "dots:7x7/plain/stop=3/playoff=4 v1 7/3X3/2XO3/3X3/7/7/7 first 3";
    let mut position = DotsPosition::parse_position(text).unwrap();
    assert_eq!(position.outcome(), None);
    // First leads from move 4 on, which counts at move 7.
    for (moves, action) in [(4, "5-5"), (5, "1-1"), (6, "7-7"), (7, "1-2")] {
        assert_eq!(position.outcome(), None);
        let action = position.parse_action(action).unwrap();
        position.play(&action).unwrap();
        assert_eq!(position.moves(), moves);
    }
    assert_eq!(position.score(Player::First), 1);
    assert_eq!(position.end_reason(), Some(EndReason::Limit(7)));
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn dots_of_ones_own_make_a_start() {
    let setup: DotsSetup = "dots:9x9/cross/express".parse().unwrap();
    let cross = |x: i8, y: i8| {
        [
            (Player::First, Point::new(x, y)),
            (Player::Second, Point::new(x + 1, y)),
            (Player::First, Point::new(x + 1, y + 1)),
            (Player::Second, Point::new(x, y + 1)),
        ]
    };
    let dots = [cross(1, 1), cross(5, 1), cross(1, 5), cross(5, 5)].concat();
    let start = DotsPosition::with_dots(&setup, dots.clone(), Player::Second).unwrap();
    assert_eq!(start.setup().to_string(), "dots:9x9/plain/express");
    assert_eq!(start.to_move(), Player::Second);
    assert_eq!(start.moves(), 0);
    assert_eq!(start.count_actions(100), 81 - 16);
    assert_eq!(start.validate(), Ok(()));
    let mut reversed = dots;
    reversed.reverse();
    assert_eq!(DotsPosition::with_dots(&setup, reversed, Player::Second).unwrap(), start);

    let twice = [(Player::First, Point::new(3, 4)), (Player::Second, Point::new(3, 4))];
    assert_eq!(
        DotsPosition::with_dots(&setup, twice, Player::First),
        Err(DotsStartError::Occupied(Point::new(3, 4)))
    );
    for point in [Point::new(9, 0), Point::new(0, 9), Point::new(-1, 0), Point::new(0, -1)] {
        assert_eq!(
            DotsPosition::with_dots(&setup, [(Player::First, point)], Player::First),
            Err(DotsStartError::OffField(point))
        );
    }
}

#[test]
fn enclosures_among_dots_of_ones_own_are_captured() {
    for (before, after) in [
        ("..X../.XOX./..X..", "..X../.XoX./..X.."),
        // The outer contour takes all, whoever's it is.
        ("...X.../..XOX../.XOXOX./..XOX../...X...", "...X.../..XoX../.XoXoX./..XoX../...X..."),
        ("...O.../..OXO../.OXOXO./..OXO../...O...", "...O.../..OxO../.OxOxO./..OxO../...O..."),
        // Two, one for each; empty ones are none.
        (
            ".X...O./XOX.OXO/.X...O./.XX..../X..X.../.XX....",
            ".X...O./XoX.OxO/.X...O./.XX..../X..X.../.XX....",
        ),
    ] {
        let before = picture(before);
        let mut dots = Vec::new();
        for (y, row) in before.iter().enumerate() {
            for (x, &node) in row.iter().enumerate() {
                let point = Point::new(x as i8, y as i8);
                match node {
                    'X' => dots.push((Player::First, point)),
                    'O' => dots.push((Player::Second, point)),
                    _ => {}
                }
            }
        }
        let format = DotsFormat::Free;
        let setup =
            DotsSetup::new(before[0].len() as u8, before.len() as u8, true, format).unwrap();
        let start = DotsPosition::with_dots(&setup, dots, Player::First).unwrap();
        assert_eq!(drawn(&start), picture(after));
        assert_eq!(start.validate(), Ok(()));
    }
}

#[test]
fn what_is_not_legal_says_why() {
    let mut position =
        position(&picture("......./..XX.../.Xo+X../..XX.../......."), Player::Second);
    for (x, y, reason) in [
        (0, 1, DotsIllegalAction::OffField),
        (1, 0, DotsIllegalAction::OffField),
        (8, 1, DotsIllegalAction::OffField),
        (1, 6, DotsIllegalAction::OffField),
        (255, 255, DotsIllegalAction::OffField),
        (3, 4, DotsIllegalAction::Occupied),
        (3, 3, DotsIllegalAction::Occupied),
        (4, 3, DotsIllegalAction::Territory(Player::First)),
    ] {
        let before = position.clone();
        let action = DotsAction { x, y };
        assert_eq!(position.play(&action).err(), Some(reason), "{action}");
        assert_eq!(position, before);
        assert_eq!(position.capture(action), None);
    }
    assert_eq!(position.check_action(&DotsAction { x: 1, y: 1 }), Ok(()));
}

#[test]
fn action_texts() {
    let position = DotsPosition::start(&DotsSetup::DEFAULT);
    for (text, x, y) in [
        ("20-16", 20, 16),
        ("1-1", 1, 1),
        ("39-32", 39, 32),
        ("2-3×2+1", 2, 3),
        ("5-6†", 5, 6),
        ("5-6!?", 5, 6),
        ("7-7x12", 7, 7),
    ] {
        assert_eq!(position.parse_action(text), Ok(DotsAction { x, y }), "{text}");
    }
    for (text, column) in [
        ("", 1),
        ("-", 1),
        ("a-1", 1),
        ("40-1", 1),
        ("0-1", 1),
        ("01-1", 1),
        ("1", 2),
        ("1 1", 2),
        ("1-33", 3),
        ("1-0", 3),
        ("1--1", 3),
        ("1-1 ", 4),
        ("1-1,", 4),
    ] {
        assert_eq!(
            position.parse_action(text).map_err(|error| error.column),
            Err(column),
            "{text}"
        );
    }
    // The order of actions is that of their texts.
    let mut actions = position.actions(usize::MAX);
    actions.sort_unstable();
    let texts: Vec<_> = actions.iter().map(|action| position.action_text(action)).collect();
    assert!(texts.is_sorted());
    assert_eq!(texts.len(), 39 * 32 - 4);
}

#[test]
fn actions_for_people_say_what_they_capture() {
    for (shown, player, text) in [
        ("..X../.XOX./..?..", Player::First, "3-1×1"),
        ("..X../.X?X./..X..", Player::Second, "3-2†"),
        ("..X../.X.X./..?..", Player::First, "3-1"),
        ("......./...X.../..XOX../.XOxOX./..XOX../...?.../.......", Player::First, "4-2×4+1"),
    ] {
        let position = position(&picture(shown), player);
        let action = position.action_at(place_of(&picture(shown), '?')).unwrap();
        let mut written = String::new();
        position.write_action_for_people(&action, &mut written).unwrap();
        assert_eq!(written, text);
        assert_eq!(position.parse_action(text), Ok(action));
    }
}

#[test]
fn wrong_position_texts_are_refused_where_they_are_wrong() {
    let invalid = TextErrorKind::Invalid;
    for (text, column, kind) in [
        ("dots:3x3/plain v1 3/3/3 first 1", 19, Some(invalid(InvalidPosition::CounterOutOfRange))),
        // No wall, a wall that is missing one dot, territory on the edge.
        ("dots:3x3/plain v1 3/1+1/3 first 0", 19, Some(invalid(InvalidPosition::WrongTerritory))),
        (
            "dots:3x3/plain v1 1X1/Xo1/1X1 first 0",
            19,
            Some(invalid(InvalidPosition::WrongTerritory)),
        ),
        (
            "dots:3x3/plain v1 1+1/X+X/1X1 first 0",
            19,
            Some(invalid(InvalidPosition::WrongTerritory)),
        ),
        // A dot that should be dead, and one dead in territory of its own side's wall.
        (
            "dots:3x3/plain v1 1X1/XOX/1X1 first 0",
            19,
            Some(invalid(InvalidPosition::WrongTerritory)),
        ),
        (
            "dots:3x3/plain v1 1X1/XxX/1X1 first 0",
            19,
            Some(invalid(InvalidPosition::WrongTerritory)),
        ),
        ("dots:3x3/plain v1 3/3/4 first 0", 23, None),
        ("dots:3x3/plain v1 3/3/2 first 0", 24, None),
        ("dots:3x3/plain v1 3/3 first 0", 22, None),
        ("dots:3x3/plain v1 3/3/3/3 first 0", 24, None),
        ("dots:3x3/plain v1 3/?2/3 first 0", 21, None),
        ("dots:3x3/plain v1 3/3/3", 24, None),
        ("dots:3x3/plain v1 3/3/3 third 0", 25, None),
        ("dots:3x3/plain v1 3/3/3 first", 30, None),
        ("dots:3x3/plain v1 3/3/3 first -1", 31, None),
        ("dots:3x3/plain v1 3/3/3 first 99999", 31, None),
        ("dots:3x3/plain v1 3/3/3 first 0 ", 32, Some(TextErrorKind::Trailing)),
        ("dots:3x3/plain v2 3/3/3 first 0", 16, None),
        ("dots:3x3/plain", 15, None),
        ("dots:2x3 v1 3/3/3 first 0", 1, None),
    ] {
        let error = DotsPosition::parse_position(text).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        if let Some(kind) = kind {
            assert_eq!(error.kind, kind, "{text}");
        }
    }
}

#[test]
fn keys_never_change() {
    // Databases hold these numbers.
    let key = |text: &str| DotsPosition::parse_position(text).expect(text).key();
    let start = DotsPosition::start(&DotsSetup::DEFAULT);
    assert_eq!(start.key(), 0x44ce_25d1_c20d_081c);
    assert_eq!(key("dots:3x3/plain v1 3/3/3 first 0"), 0xd072_9c6e_7ac1_c5f7);
    let captured = "dots:5x5/plain v1 5/2X2/1XoX1/2X2/5 second 4";
    assert_eq!(key(captured), 0x8c77_e6b5_3f99_be54);
    let largest = DotsSetup::new(62, 62, true, DotsFormat::Free).unwrap();
    assert_eq!(DotsPosition::start(&largest).key(), 0x1982_a8a2_c450_89e3);
}

#[test]
fn keys_tell_territories_apart_and_leave_clocks_out() {
    let key = |text: &str| DotsPosition::parse_position(text).expect(text).key();
    // The same dots; the outer contour was closed after the inner one, or before.
    let outside = "dots:7x7/plain v1 1XXXXX1/X5X/X2X2X/X1XoX1X/X2X2X/X5X/1XXXXX1 first 9";
    let inside =
        "dots:7x7/plain v1 1XXXXX1/X+++++X/X++X++X/X+XoX+X/X++X++X/X+++++X/1XXXXX1 first 9";
    assert_ne!(key(outside), key(inside));
    assert_ne!(key(outside), key(&outside.replace("first", "second")));
    assert_eq!(key(outside), key(&outside.replace("first 9", "first 3")));
    assert_eq!(key(outside), key(&outside.replace("/plain", "/cross/express")));
    assert_ne!(key("dots:5x3/plain v1 5/1X3/5 first 0"), key("dots:5x3/plain v1 5/2X2/5 first 0"),);
    assert_ne!(key("dots:3x5/plain v1 3/3/3/3/3 first 0"), key("dots:5x3/plain v1 5/5/5 first 0"),);
}

#[test]
fn perft_counts() {
    for (id, counts) in [
        ("dots:7x7/plain", &[49, 2352, 110_544][..]),
        ("dots:12x9", &[104, 10_712]),
        ("dots:14x12/cross/express", &[164, 26_732]),
        ("dots:20x16/cross/full/playoff", &[316, 99_540]),
    ] {
        let start = DotsPosition::start(&id.parse().unwrap());
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth), count, "{id} {depth}");
        }
    }
    let small = DotsPosition::start(&"dots:4x3/plain".parse().unwrap());
    assert_eq!(perft_slow(&small, 4, &mut || false), Some(perft(&small, 4)));
}

/// What came of a game of `data/dots_games.txt`: the scores before and after the last move that
/// was legal, the number of that move, how many moves the file has, and why the game ended.
fn replay(name: &str) -> ([u32; 2], [u32; 2], u32, usize, Option<EndReason>) {
    let setup = "dots:39x32/plain".parse().expect("an id");
    let plain = DotsPosition::start(&setup);
    let mut lines = include_str!("data/dots_games.txt").lines();
    lines.find(|line| line.strip_prefix("game ").is_some_and(|game| game.starts_with(name)));
    let mut words = |start: &str| {
        let rest = lines.next().and_then(|line| line.strip_prefix(start)).expect(start);
        let words = rest.split_whitespace();
        words.map(|word| plain.parse_action(word).expect(word)).collect::<Vec<_>>()
    };
    let mut dots = Vec::new();
    for (player, start) in [(Player::First, "first"), (Player::Second, "second")] {
        let points = words(start).into_iter().filter_map(|action| plain.point_of(action));
        dots.extend(points.map(|point| (player, point)));
    }
    let moves = words("moves");

    let mut position =
        DotsPosition::with_dots(&setup, dots, Player::First).expect("a node for each dot");
    let mut scores = [[0; 2]; 2];
    for (index, action) in moves.iter().enumerate() {
        if position.check_action(action) == Err(DotsIllegalAction::GameOver) {
            break;
        }
        let captures = position.capture(*action).is_some();
        let slowly = (captures || index % 8 == 0).then(|| position.slow_play(action));
        position.play(action).unwrap_or_else(|error| panic!("{name}: {action}: {error}"));
        if let Some(slowly) = slowly {
            assert_eq!(position, slowly, "{name}: {action}");
        }
        scores = [scores[1], Player::BOTH.map(|player| position.score(player))];
    }
    assert_eq!(position.validate(), Ok(()));
    (scores[0], scores[1], position.moves(), moves.len(), position.end_reason())
}

#[test]
fn real_games_end_where_they_ended() {
    let protected = |reachable, kept| Some(EndReason::Protected { reachable, kept });
    assert_eq!(replay("zagram"), ([8, 7], [3, 60], 244, 244, protected(14, 60)));
    assert_eq!(replay("pointsxt"), ([61, 41], [179, 20], 661, 661, protected(99, 163)));
    // Two dots were placed after the end.
    assert_eq!(replay("playdots"), ([3, 0], [3, 0], 23, 25, protected(2, 3)));
}

#[test]
fn steps_are_nodes() {
    let position = DotsPosition::start(&"dots:5x4".parse().unwrap());
    assert_eq!(position.step_space(), 20);
    let steps = position.steps(&[]);
    assert_eq!(steps.len(), 16);
    for &step in &steps {
        let action = position.finish(&[step]).expect("a legal node");
        assert_eq!(position.action_steps(&action), [step]);
        let point = position.step_point(&[], step).unwrap();
        assert_eq!(i32::from(step.0), i32::from(point.y) * 5 + i32::from(point.x));
        assert_eq!(position.action_at(point), Some(action));
        assert_eq!(position.point_of(action), Some(point));
        let mut text = String::new();
        position.write_step(&[], step, &mut text).unwrap();
        assert_eq!(position.parse_step(&[], &text), Ok(step));
        assert_eq!(position.steps(&[step]), []);
        assert_eq!(position.finish(&[step, step]), None);
    }
    assert_eq!(position.finish(&[]), None);
    for step in 0..=20 {
        let step = gridball_core::Step(step);
        assert_eq!(position.finish(&[step]).is_some(), steps.contains(&step));
    }
}

// ---------------------------------------------------------------------------------------------
// Random games.

/// A game that someone made up: a field, dots on it from the start, and what is played.
#[derive(Clone, Debug)]
struct Script {
    setup: DotsSetup,
    dots: Vec<(Player, Point)>,
    /// Each chooses one of the free nodes, or of the gaps in the rings that are left.
    moves: Vec<(u16, bool)>,
    /// Nodes that close a ring, and whose it is.
    gaps: Vec<(Player, Point)>,
    /// From this move on dots are put quickly.
    quick_from: usize,
}

fn formats() -> impl Strategy<Value = DotsFormat> {
    prop_oneof![
        4 => Just(DotsFormat::Free),
        1 => (1..60_u16, proptest::option::of(1..9_u16))
            .prop_map(|(moves, extra_time)| DotsFormat::Stop { moves, extra_time }),
        1 => (1..60_u16, any::<bool>())
            .prop_map(|(moves, playoff)| DotsFormat::Full { moves, playoff }),
    ]
}

fn setups() -> impl Strategy<Value = DotsSetup> {
    (3..12_u8, 3..11_u8, any::<bool>(), formats()).prop_map(|(width, height, cross, format)| {
        DotsSetup::new(width, height, cross, format).expect("sizes and limits are in range")
    })
}

/// Any game.
fn plain_scripts() -> impl Strategy<Value = Script> {
    (setups(), proptest::collection::vec((any::<u16>(), Just(false)), 0..110), 0..110_usize)
        .prop_map(|(setup, moves, quick_from)| Script {
            setup,
            dots: Vec::new(),
            moves,
            gaps: Vec::new(),
            quick_from,
        })
}

/// Games that start with rings within rings of both players, each with one or two gaps: whoever
/// fills the gaps captures, and is captured by whoever fills those of the next ring.
fn ring_scripts() -> impl Strategy<Value = Script> {
    let ring_gaps = proptest::collection::vec((any::<u16>(), any::<u16>()), 28);
    let noise = proptest::collection::vec(0..60_u8, 14 * 14);
    let moves = proptest::collection::vec((any::<u16>(), proptest::bool::weighted(0.8)), 10..60);
    let shape = (9..15_u8, 9..15_u8, 0..3_i8, 0..3_i8, any::<bool>(), any::<bool>());
    (shape, ring_gaps, noise, moves, 0..60_usize).prop_map(
        |(shape, ring_gaps, noise, moves, quick_from)| {
            let (width, height, dx, dy, square, odd) = shape;
            let setup = DotsSetup::new(width, height, false, DotsFormat::Free).expect("a fit size");
            let (centre_x, centre_y) = (width as i8 / 2 - 1 + dx, height as i8 / 2 - 1 + dy);
            let mut rings: Vec<Vec<Point>> = vec![Vec::new(); 28];
            for y in 0..height as i8 {
                for x in 0..width as i8 {
                    let (far_x, far_y) = ((x - centre_x).abs(), (y - centre_y).abs());
                    let radius = if square { far_x.max(far_y) } else { far_x + far_y };
                    rings[radius as usize].push(Point::new(x, y));
                }
            }
            let (mut dots, mut gaps) = (Vec::new(), Vec::new());
            for (radius, (ring, holes)) in rings.iter().zip(&ring_gaps).enumerate() {
                // Slanting rings side by side would be a chequerboard, where all is captured at once.
                let (number, is_ring) =
                    if square { (radius, true) } else { (radius / 2, radius % 2 == 0) };
                let owner = if (number % 2 == 0) == odd { Player::First } else { Player::Second };
                for (index, &point) in ring.iter().enumerate() {
                    let is_gap = |hole: u16| usize::from(hole) % ring.len() == index;
                    if radius > 0 && is_ring && (is_gap(holes.0) || is_gap(holes.1)) {
                        gaps.push((owner, point));
                        continue;
                    }
                    match noise[point.y as usize * 14 + point.x as usize] {
                        0 => dots.push((owner.other(), point)),
                        2.. if is_ring => dots.push((owner, point)),
                        _ => {}
                    }
                }
            }
            Script { setup, dots, moves, gaps, quick_from }
        },
    )
}

fn start_of(script: &Script) -> DotsPosition {
    if script.dots.is_empty() {
        DotsPosition::start(&script.setup)
    } else {
        DotsPosition::with_dots(&script.setup, script.dots.iter().copied(), Player::First)
            .expect("every dot has a node of its own")
    }
}

/// The next node of a script, and who plays it.
fn choose(script: &Script, position: &DotsPosition, index: usize) -> Option<(Player, DotsNode)> {
    let (number, gap) = *script.moves.get(index)?;
    if gap {
        let gaps: Vec<_> = script
            .gaps
            .iter()
            .filter_map(|&(player, point)| Some((player, position.node(point)?)))
            .filter(|&(_, node)| position.is_free(node))
            .collect();
        if !gaps.is_empty() {
            // Inner rings first: then there is more to take over.
            return Some(gaps[usize::from(number) % gaps.len().min(3)]);
        }
    }
    let free: Vec<_> = position.nodes().filter(|&node| position.is_free(node)).collect();
    let node = *free.get(usize::from(number) % free.len().max(1))?;
    Some((position.to_move(), node))
}

/// Where `may_close` says no, a dot of either player changes only its own node; and `is_open`
/// means free and in no enclosure.
fn quick_answers_are_right(position: &DotsPosition) -> Result<(), TestCaseError> {
    let mut after = position.clone();
    let mut log = DotsLog::default();
    let enclosures = Player::BOTH.map(|player| position.empty_enclosures(player));
    let scores = Player::BOTH.map(|player| position.score(player));
    let mut seen = std::collections::BTreeSet::new();
    for node in position.nodes() {
        prop_assert!(node.index() < DotsNode::COUNT && seen.insert(node.index()));
        let (x, y) = (node.point().x as usize, node.point().y as usize);
        let enclosed = enclosures.map(|enclosure| enclosure.contains(x, y));
        let free = position.is_free(node);
        prop_assert_eq!(position.is_open(node), free && enclosed == [false; 2]);
        for player in Player::BOTH {
            if !free || position.may_close(player, node) {
                continue;
            }
            after.set_to_move(player);
            after.put_quickly(node, &mut log);
            prop_assert_eq!(Player::BOTH.map(|player| after.score(player)), scores);
            for (player, mut before) in Player::BOTH.into_iter().zip(enclosures) {
                before.remove(x, y);
                prop_assert_eq!(after.empty_enclosures(player), before);
            }
            after.take_back(&mut log);
        }
        after.set_to_move(position.to_move());
    }
    prop_assert_eq!(&after, position);
    Ok(())
}

/// Plays a script by the fast and by the plain rules and takes everything back. Returns how many
/// captures and how many takeovers with freed dots there were.
fn play_both_ways(script: &Script) -> Result<(u32, u32), TestCaseError> {
    let mut position = start_of(script);
    prop_assert_eq!(position.validate(), Ok(()));
    let mut log = DotsLog::default();
    let mut before = Vec::new();
    let (mut captures, mut takeovers) = (0, 0);
    for index in 0..script.moves.len() {
        let Some((player, node)) = choose(script, &position, index) else { break };
        let turn = position.to_move();
        position.set_to_move(player);
        before.push((turn, position.clone()));
        let action = position.action_at(node.point()).expect("a node of the field");
        let slowly = position.slow_play(&action);
        let capture = position.capture(action);
        let score = Player::BOTH.map(|player| position.score(player));
        if index < script.quick_from {
            position.put(node, &mut log);
        } else {
            position.put_quickly(node, &mut log);
        }
        prop_assert_eq!(&position, &slowly);
        prop_assert_eq!(position.validate(), Ok(()));
        prop_assert_eq!(position.end_reason(), slowly.end_reason());
        for player in Player::BOTH {
            prop_assert_eq!(position.exposed(player), slowly.exposed(player));
            prop_assert_eq!(position.kept(player), slowly.kept(player));
            prop_assert_eq!(position.grounded(player), slowly.grounded(player));
        }

        quick_answers_are_right(&position)?;

        let mut legal = Vec::new();
        let flow = position.visit_slow_actions(|&action| {
            legal.push(action);
            ControlFlow::Continue(())
        });
        prop_assert!(flow.is_continue());
        let mut fast = position.actions(usize::MAX);
        fast.sort_unstable();
        legal.sort_unstable();
        prop_assert_eq!(position.count_actions(u64::MAX), fast.len() as u64);
        prop_assert_eq!(fast, legal);

        let text = position.position_text();
        let read = DotsPosition::parse_position(&text);
        prop_assert_eq!(read.as_ref(), Ok(&position));
        prop_assert_eq!(
            read.map(|read| (read.key(), read.end_reason())),
            Ok((position.key(), position.end_reason()))
        );

        if let Some(capture) = capture {
            captures += 1;
            takeovers += u32::from(capture.freed.count() > 0);
            let (by, of) = (capture.by.index(), capture.by.other().index());
            prop_assert_eq!(position.score(capture.by), score[by] + capture.captured.count());
            prop_assert_eq!(position.score(capture.by.other()), score[of] - capture.freed.count());
        }
    }
    while let Some((turn, expected)) = before.pop() {
        prop_assert!(position.take_back(&mut log));
        prop_assert_eq!(&position, &expected);
        prop_assert_eq!(position.validate(), Ok(()));
        position.set_to_move(turn);
    }
    prop_assert!(log.is_empty());
    prop_assert!(!position.take_back(&mut log));
    Ok((captures, takeovers))
}

proptest! {
    #[test]
    fn random_games_agree_with_the_plain_rules(script in plain_scripts()) {
        play_both_ways(&script)?;
    }

    #[test]
    fn rings_within_rings_agree_with_the_plain_rules(script in ring_scripts()) {
        play_both_ways(&script)?;
    }

    #[test]
    fn games_are_played_and_undone_through_the_trait(script in plain_scripts()) {
        let mut game = Game::from_position(start_of(&script));
        let mut positions = vec![game.position().clone()];
        for index in 0..script.moves.len() {
            let Some((_, node)) = choose(&script, game.position(), index) else { break };
            let action = game.position().action_at(node.point()).expect("a node of the field");
            let over = game.position().outcome().is_some();
            prop_assert_eq!(over, game.position().end_reason().is_some());
            prop_assert_eq!(game.play(&action).is_err(), over);
            if over {
                prop_assert_eq!(game.position().count_actions(1), 0);
                break;
            }
            prop_assert_eq!(usize::try_from(game.position().moves()), Ok(index + 1));
            positions.push(game.position().clone());
        }
        // A clone can be undone too.
        let mut clone = game.clone();
        for game in [&mut game, &mut clone] {
            for expected in positions.iter().rev() {
                prop_assert_eq!(game.position(), expected);
                prop_assert_eq!(game.position().validate(), Ok(()));
                game.undo();
            }
            prop_assert_eq!(game.undo(), None);
        }
    }

    #[test]
    fn views_commute_with_moves(script in ring_scripts(), view in 0..16_usize) {
        let mut position = start_of(&script);
        let symmetries = position.symmetries();
        prop_assert_eq!(symmetries[0], Symmetry::IDENTITY);
        let square = position.setup().width() == position.setup().height();
        prop_assert_eq!(symmetries.len(), if square { 16 } else { 8 });
        let symmetry = symmetries[view % symmetries.len()];
        for index in 0..script.moves.len() {
            let mut seen = position.transformed(symmetry);
            prop_assert_eq!(seen.validate(), Ok(()));
            prop_assert_eq!(&seen.transformed(symmetry.inverse()), &position);
            let outcome = position.outcome().map(|outcome| match outcome {
                Outcome::Win(player) if symmetry.exchange_players => Outcome::Win(player.other()),
                other => other,
            });
            prop_assert_eq!(seen.outcome(), outcome);
            let Some((_, node)) = choose(&script, &position, index) else { break };
            let action = position.action_at(node.point()).expect("a node of the field");
            let seen_action = position.transform_action(&action, symmetry);
            prop_assert_eq!(seen.transform_action(&seen_action, symmetry.inverse()), action);
            if position.play(&action).is_err() {
                prop_assert!(seen.play(&seen_action).is_err());
                break;
            }
            prop_assert!(seen.play(&seen_action).is_ok());
            prop_assert_eq!(&position.transformed(symmetry), &seen);
            prop_assert_eq!(position.transformed(symmetry).key(), seen.key());
        }
    }

    #[test]
    fn no_text_panics(text in "(dots:[0-9x/a-z]{1,12} v1 )?[XOxo+\\-./0-9a-z ]{0,40}") {
        if let Ok(position) = DotsPosition::parse_position(&text) {
            prop_assert_eq!(position.validate(), Ok(()));
            let reread = DotsPosition::parse_position(&position.position_text());
            prop_assert_eq!(reread, Ok(position));
        }
    }

    #[test]
    fn small_position_texts_are_refused_or_exact(
        nodes in proptest::collection::vec("[XXXXOOxo+.]", 25),
        to_move in "first|second",
    ) {
        let rows: Vec<String> =
            nodes.chunks(5).map(|row| row.concat().replace('.', "1")).collect();
        // Single free nodes side by side are written as one number.
        let rows = rows.join("/").replace("11111", "5").replace("1111", "4").replace("111", "3").replace("11", "2");
        let text = format!("dots:5x5/plain v1 {rows} {to_move} 0");
        if let Ok(position) = DotsPosition::parse_position(&text) {
            prop_assert_eq!(position.position_text(), text);
            prop_assert_eq!(position.validate(), Ok(()));
        }
    }
}

#[test]
fn the_rings_hold_many_takeovers() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = ring_scripts();
    let (mut captures, mut takeovers) = (0, 0);
    for _ in 0..150 {
        let script = strategy.new_tree(&mut runner).expect("a script").current();
        let counts = play_both_ways(&script).expect("both ways agree");
        captures += counts.0;
        takeovers += counts.1;
    }
    assert!(captures > 200 && takeovers > 60, "{captures} captures, {takeovers} takeovers");
}

#[test]
fn large_fields_agree_with_the_plain_rules() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for (width, height) in [(62, 62), (62, 3), (3, 62), (39, 32)] {
        let setup = DotsSetup::new(width, height, true, DotsFormat::Free).unwrap();
        let moves = proptest::collection::vec((any::<u16>(), Just(false)), 1500);
        let moves = moves.new_tree(&mut runner).expect("moves").current();
        let mut position = DotsPosition::start(&setup);
        let start = position.clone();
        let mut log = DotsLog::default();
        let script = Script { setup, dots: Vec::new(), moves, gaps: Vec::new(), quick_from: 700 };
        for index in 0..script.moves.len() {
            let Some((_, node)) = choose(&script, &position, index) else { break };
            let action = position.action_at(node.point()).unwrap();
            let slowly = (index % 16 == 0).then(|| position.slow_play(&action));
            if index < script.quick_from {
                position.put(node, &mut log);
            } else {
                position.put_quickly(node, &mut log);
            }
            if let Some(slowly) = slowly {
                assert_eq!(position, slowly);
                assert_eq!(position.validate(), Ok(()));
            }
        }
        while position.take_back(&mut log) {}
        assert_eq!(position, start);
        assert_eq!(position.validate(), Ok(()));
    }
}

#[test]
fn planes_show_the_state() {
    let position =
        position(&picture("......./..XX.../.Xo+X../..XX.../...OXO./....O.."), Player::Second);
    let planes = position.planes();
    let names: Vec<_> = planes.iter().map(|plane| plane.name).collect();
    assert_eq!(
        names,
        [
            "first live",
            "second live",
            "first dead",
            "second dead",
            "first territory",
            "second territory",
            "legal",
        ]
    );
    let counts: Vec<_> = planes.iter().map(|plane| plane.bits.count()).collect();
    assert_eq!(counts, [7, 3, 0, 1, 2, 0, 42 - 12]);
    let grid: &BitGrid = &planes[4].bits;
    assert!(grid.contains(2, 2) && grid.contains(3, 2));
    assert_eq!(position.free_nodes(), planes[6].bits);
    assert_eq!(position.territory(Player::First), planes[4].bits);
}
