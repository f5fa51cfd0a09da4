//! Stepping through a line of a record.

use gridball_core::{AnyGame, Position};

use crate::{
    record::{NodeId, Record},
    turns::TurnCounter,
};

/// A walk through a record: from the start along the actions that lead to some node.
///
/// ```
/// use gridball_core::{AnyGame, Position};
/// use gridball_replay::{Record, Walk};
///
/// let mut game = AnyGame::new(&"gridball".parse()?);
/// for text in ["034", "666"] {
///     let action = game.position().parse_action(text)?;
///     game.play(&action)?;
/// }
/// let record = Record::from_game(&game);
/// let mut walk = Walk::new(&record, record.last());
/// let mut seen = Vec::new();
/// while walk.step() {
///     seen.push(walk.action_text());
/// }
/// assert_eq!(seen, ["1. 034", "1... 666"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    record: &'a Record,
    /// The nodes still to come, the next one last.
    ahead: Vec<NodeId>,
    node: NodeId,
    game: AnyGame,
    turns: TurnCounter,
    /// The canonical text of the last action.
    text: String,
}

impl<'a> Walk<'a> {
    /// A walk to `last` that stands at the start.
    pub fn new(record: &'a Record, last: NodeId) -> Self {
        let way = std::iter::successors(Some(last), |node| record.parent(*node));
        Self {
            record,
            ahead: way.filter(|node| *node != NodeId::ROOT).collect(),
            node: NodeId::ROOT,
            game: AnyGame::from_position(record.start().clone()),
            turns: TurnCounter::default(),
            text: String::new(),
        }
    }

    /// A walk that has come to `last`.
    pub fn to_the_end(record: &'a Record, last: NodeId) -> Self {
        let mut walk = Self::new(record, last);
        while walk.step() {}
        walk
    }

    /// Goes on by one action; `false` at the end of the walk.
    pub fn step(&mut self) -> bool {
        let Some(node) = self.ahead.pop() else { return false };
        let Some(action) = self.record.action(node) else { return false };
        let before = self.game.position();
        self.text = before.action_text(action);
        self.turns.count(before.to_move());
        let played = self.game.play(action);
        debug_assert!(played.is_ok(), "the tree holds an illegal action: {played:?}");
        self.node = node;
        true
    }

    /// The record.
    pub const fn record(&self) -> &'a Record {
        self.record
    }

    /// Where the walk stands.
    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// The game up to here.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// How many actions are still to come.
    pub fn ahead(&self) -> usize {
        self.ahead.len()
    }

    /// The number of the turn of the last action.
    pub const fn turns(&self) -> TurnCounter {
        self.turns
    }

    /// The last action with its number and its signs, as in a record: `12. 034!`, `12... 170`.
    /// Empty at the start.
    pub fn action_text(&self) -> String {
        if self.game.is_empty() {
            return String::new();
        }
        format!("{} {}{}", self.turns, self.text, self.record.annotation(self.node).signs_text())
    }

    /// The result that the record states, if this is the end of its main line and there is one.
    pub fn result(&self) -> Option<&'static str> {
        use crate::record::RecordResult::Unknown;
        // Only few walks end where nothing follows, and only these look for the last node.
        let at_end =
            self.record.first_child(self.node).is_none() && self.node == self.record.last();
        (at_end && self.record.result != Unknown).then(|| self.record.result.text())
    }
}
