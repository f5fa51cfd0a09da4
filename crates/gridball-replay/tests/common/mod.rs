//! Random records for the tests of formats.
#![allow(dead_code, reason = "every test file uses a part of this")]

use gridball_core::{
    AnyGame, AnyPosition, AnySetup, Player, Point, Position,
    dots::{DotsFormat, DotsPosition, DotsSetup},
};
use gridball_replay::{NodeId, Record, RecordResult, Sign};
use proptest::{collection::vec, prelude::*, sample::select};

/// A small set-up of every game, and some more.
pub(crate) const SETUPS: &[&str] = &[
    "dots:7x6",
    "dots:6x5/plain",
    "football-checkers:corners",
    "football-checkers:corners/open",
    "gridball:12x12/4",
    "gridball:20x26/4",
    "paper-football:12x14/4",
    "paper-soccer:2,6,8",
    "paper-soccer:2,8,10/lower",
    "paper-soccer:2,4,2",
];

/// A game in which these actions were played.
pub(crate) fn game(id: &str, actions: &str) -> AnyGame {
    let setup: AnySetup = id.parse().unwrap();
    let mut game = AnyGame::new(&setup);
    for text in actions.split_whitespace() {
        let action = game.position().parse_action(text).unwrap();
        game.play(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    game
}

/// A game on `gridball:20x26/4` with penalties and a goal.
pub(crate) const GRIDBALL: &str = "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 \
    760 136 p6 121 174 607 763 452 p3 p7 p3 p5 754 222 135";

/// A game on `paper-soccer:2,8,10/lower`.
pub(crate) const SOCCER: &str = "1 4 60 34 77 223 61 454 1 75 06 334 1 72465 22 76 06 346 7 4 1 \
    05225012533 317 6455";

/// A game on `dots:13x9` with a capture.
pub(crate) const DOTS: &str = "9-6 1-1 8-7 2-1 7-7 6-4 2-4 1-2 2-2 1-3 2-3 1-5 1-4 9-1";

/// A game on `football-checkers:corners` with attacked cells.
pub(crate) const CHECKERS: &str = "b1-h7 m12-g9 c1-c4 k12-p12 m1-m2 p12-k12 d1-a1 d12-e11 h1-m3";

/// A position of Dots with territories of both players.
pub(crate) fn territories() -> AnyPosition {
    let setup = DotsSetup::new(11, 7, false, DotsFormat::Free).unwrap();
    let rows = [
        "...........",
        "..XXX...O..",
        ".X.O.X.OXO.",
        ".X..OX.O.O.",
        ".X...XO..XO",
        "..XXX..OXO.",
        "........O..",
    ];
    let dots = rows.iter().enumerate().flat_map(|(y, row)| {
        row.char_indices().filter_map(move |(x, sign)| {
            let player = match sign {
                'X' => Player::First,
                'O' => Player::Second,
                _ => return None,
            };
            Some((player, Point::new(x as i8, y as i8)))
        })
    });
    let position = DotsPosition::with_dots(&setup, dots, Player::Second).unwrap();
    assert_eq!([2, 3], Player::BOTH.map(|player| position.score(player)));
    position.into()
}

/// Something done to a record that is being made. Numbers choose among what is possible.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Play this legal action after the current node and go there.
    Play(u16),
    /// Go to this node.
    Go(u16),
    /// Comment on the current node.
    Comment(String),
    /// Comment before the current node, if it begins a variation.
    Before(String),
    /// Judge the current node, unless it is the root.
    Sign(Sign),
    /// Set a tag.
    Tag(String, String),
}

/// Texts that need escapes, and texts that do not.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let hard = select(
        "\\\"{}()[]\n\r\t ~;$!?*.-\u{0}\u{1b}\u{7f}\u{85}\u{feff}é№1".chars().collect::<Vec<_>>(),
    );
    let character = prop_oneof![3 => hard, 2 => any::<char>()];
    vec(character, 0..12).prop_map(|characters| characters.into_iter().collect())
}

fn sign() -> impl Strategy<Value = Sign> {
    prop_oneof![
        any::<u8>().prop_map(Sign::Glyph),
        (1..=6_u8).prop_map(Sign::Glyph),
        select(vec![
            Sign::Active,
            Sign::Passive,
            Sign::Cuckoo,
            Sign::Dense,
            Sign::NoWayOut,
            Sign::EvenExitUpper,
            Sign::EvenExitLower,
            Sign::End,
        ]),
    ]
}

fn edit() -> impl Strategy<Value = Edit> {
    let names = ["Event", "Site", "Date", "Round", "First", "Second", "Termination", "Seed", "X_1"];
    prop_oneof![
        8 => any::<u16>().prop_map(Edit::Play),
        2 => any::<u16>().prop_map(Edit::Go),
        1 => text().prop_map(Edit::Comment),
        1 => text().prop_map(Edit::Before),
        1 => sign().prop_map(Edit::Sign),
        1 => (select(names.to_vec()), text()).prop_map(|(name, text)| Edit::Tag(name.to_owned(), text)),
    ]
}

/// Records of all games, with variations, comments, signs, tags and unfinished actions.
pub(crate) fn record() -> impl Strategy<Value = Record> {
    record_of(SETUPS)
}

/// [`record`]s of games with these set-ups.
pub(crate) fn record_of(setups: &'static [&'static str]) -> impl Strategy<Value = Record> {
    let results = select(&RecordResult::ALL[..]);
    (select(setups), any::<bool>(), vec(edit(), 0..60), any::<u16>(), results).prop_map(
        |(id, own_start, edits, last, result)| {
            let setup: AnySetup = id.parse().unwrap();
            let mut record = Record::new(&setup);
            if own_start {
                let node = play(&mut record, NodeId::ROOT, last).unwrap();
                record = Record::from_position(record.position_after(node));
            }
            make(record, &edits, last, result)
        },
    )
}

fn make(mut record: Record, edits: &[Edit], last: u16, result: RecordResult) -> Record {
    let mut nodes = vec![NodeId::ROOT];
    let mut at = NodeId::ROOT;
    for edit in edits {
        match edit {
            Edit::Play(choice) => {
                if let Some(node) = play(&mut record, at, *choice) {
                    at = node;
                    nodes.push(at);
                }
            }
            Edit::Go(choice) => at = nodes[usize::from(*choice) % nodes.len()],
            Edit::Comment(text) => record.annotation_mut(at).comments.push(text.clone()),
            Edit::Before(text) => {
                let first = record.parent(at).and_then(|parent| record.first_child(parent));
                if first.is_some_and(|first| first != at) {
                    record.annotation_mut(at).before.push(text.clone());
                }
            }
            Edit::Sign(sign) => {
                if at != NodeId::ROOT {
                    record.annotation_mut(at).signs.push(*sign);
                }
            }
            Edit::Tag(name, value) => record.tags.set(name, value).unwrap(),
        }
    }
    let end = record.position_after(record.last());
    record.result = end.outcome().map_or(result, |outcome| RecordResult::of(Some(outcome)));
    // Sometimes break off in the middle of a turn, where the game has such.
    let actions = end.actions(1000);
    if last.is_multiple_of(4) && !actions.is_empty() {
        let steps = end.action_steps(&actions[usize::from(last) % actions.len()]);
        let some = usize::from(last / 4) % steps.len();
        record.set_unfinished(&steps[..some]).unwrap();
    }
    record
}

/// Plays one of the legal actions after `node`.
fn play(record: &mut Record, node: NodeId, choice: u16) -> Option<NodeId> {
    let position = record.position_after(node);
    let actions = position.actions(1000);
    let action = actions.get(usize::from(choice) % actions.len().max(1))?;
    Some(record.append(node, action).unwrap())
}
