//! Random records for the tests of formats.
#![allow(dead_code, reason = "every test file uses a part of this")]

use gridball_core::{AnySetup, Position};
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
