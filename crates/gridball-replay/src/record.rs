//! A game on record: its tags, where it started, what was played and what was thought of it.

use std::{fmt, time::Duration};

use gridball_core::{
    AnyAction, AnyGame, AnyIllegalAction, AnyPosition, AnySetup, Outcome, Player, Position, Step,
};
use thiserror::Error;

use crate::tags::{Tags, seconds, seconds_text};

/// The tag values that say how a game came to its end, beside the rules of the game.
pub mod termination {
    /// The game ended by its rules.
    pub const NORMAL: &str = "normal";
    /// The loser gave up.
    pub const RESIGNATION: &str = "resignation";
    /// The loser ran out of time.
    pub const TIME: &str = "time";
    /// The loser broke the rules or did not come.
    pub const FORFEIT: &str = "forfeit";
    /// The loser, a program, broke down: it ended, did not begin, or said nothing more.
    pub const CRASH: &str = "crash";
    /// The players agreed on the result.
    pub const AGREEMENT: &str = "agreement";
    /// The record breaks off in the middle of a turn; see [`Record::unfinished`](super::Record::unfinished).
    pub const UNFINISHED_TURN: &str = "unfinished turn";
}

/// The result that a record states. It may be more than the position tells: a game can end by
/// resignation, on time or by agreement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RecordResult {
    /// `1-0`: First wins.
    FirstWins,
    /// `0-1`: Second wins.
    SecondWins,
    /// `1/2-1/2`: a draw.
    Draw,
    /// `*`: the game goes on, or nobody knows.
    #[default]
    Unknown,
}

impl RecordResult {
    /// All four.
    pub const ALL: [Self; 4] = [Self::FirstWins, Self::SecondWins, Self::Draw, Self::Unknown];

    /// The text, as in `[Result "1-0"]`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// The result with this text.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == text)
    }

    /// The result of the game whose outcome this is.
    pub const fn of(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(Player::First)) => Self::FirstWins,
            Some(Outcome::Win(Player::Second)) => Self::SecondWins,
            Some(Outcome::Draw) => Self::Draw,
            None => Self::Unknown,
        }
    }

    /// The result with the players exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::FirstWins => Self::SecondWins,
            Self::SecondWins => Self::FirstWins,
            other => other,
        }
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A judgement of an action: the numbered signs of PGN, and those of Morozkov's paper soccer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// A numeric annotation glyph of PGN, `$0` to `$255`. 1 to 6 are `!`, `?`, `!!`, `??`, `!?`
    /// and `?!`.
    Glyph(u8),
    /// `act`: an active move.
    Active,
    /// `pas`: a passive move.
    Passive,
    /// `ku2`, `ку2`: the cuckoo defence, a provocation.
    Cuckoo,
    /// `mpk`: the method of dense constructions.
    Dense,
    /// `BP`, `БП`: there is no way out.
    NoWayOut,
    /// `ChV(V)`, `ЧВ(В)`: an even exit in favour of Upper.
    EvenExitUpper,
    /// `ChV(N)`, `ЧВ(Н)`: an even exit in favour of Lower.
    EvenExitLower,
    /// `X`, `Х`: the end of the game.
    End,
}

impl Sign {
    /// A strong move, `!`.
    pub const STRONG: Self = Self::Glyph(1);
    /// A weak move, `?`.
    pub const WEAK: Self = Self::Glyph(2);
    /// A very strong move, `!!`.
    pub const VERY_STRONG: Self = Self::Glyph(3);
    /// A very weak move, `??`.
    pub const VERY_WEAK: Self = Self::Glyph(4);

    /// An interesting move, `!?`.
    pub const INTERESTING: Self = Self::Glyph(5);
    /// A doubtful move, `?!`.
    pub const DOUBTFUL: Self = Self::Glyph(6);

    /// The spellings of the signs that are words, the canonical one first.
    const WORDS: [(Self, &'static [&'static str]); 8] = [
        (Self::Active, &["act"]),
        (Self::Passive, &["pas"]),
        (Self::Cuckoo, &["ku2", "ку2"]),
        (Self::Dense, &["mpk"]),
        (Self::NoWayOut, &["BP", "БП"]),
        (Self::EvenExitUpper, &["ChV(V)", "ЧВ(В)"]),
        (Self::EvenExitLower, &["ChV(N)", "ЧВ(Н)"]),
        (Self::End, &["X", "Х", "×"]),
    ];

    /// The glyphs that have a short spelling.
    const MARKS: [&'static str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

    /// The spelling that can stand right behind an action: `!`, `??` and so on.
    pub fn mark(self) -> Option<&'static str> {
        match self {
            Self::Glyph(number @ 1..=6) => Some(Self::MARKS[usize::from(number) - 1]),
            _ => None,
        }
    }

    /// Reads signs that stand together without spaces, such as `!`, `$14` or `??ku2`, each in any
    /// of its spellings. `None` if there is anything else.
    pub fn split(mut text: &str) -> Option<Vec<Self>> {
        let mut signs = Vec::new();
        while !text.is_empty() {
            // The longest beginning that is a sign, so that `!!` is one.
            let ends = text.char_indices().map(|(start, next)| start + next.len_utf8());
            let longest = ends
                .take(Self::LONGEST)
                .filter_map(|end| Self::from_text(&text[..end]).map(|sign| (sign, end)))
                .last();
            let (sign, end) = longest?;
            signs.push(sign);
            text = &text[end..];
        }
        (!signs.is_empty()).then_some(signs)
    }

    /// No sign has more characters.
    const LONGEST: usize = 6;

    /// Reads a sign in any of its spellings.
    pub fn from_text(text: &str) -> Option<Self> {
        if let Some(number) = text.strip_prefix('$') {
            let plain = number.bytes().all(|byte| byte.is_ascii_digit());
            return number.parse().ok().filter(|_| plain).map(Self::Glyph);
        }
        if let Some(index) = Self::MARKS.iter().position(|mark| *mark == text) {
            return Some(Self::Glyph(index as u8 + 1));
        }
        Self::WORDS.iter().find(|(_, spellings)| spellings.contains(&text)).map(|(sign, _)| *sign)
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mark) = self.mark() {
            return f.write_str(mark);
        }
        if let Self::Glyph(number) = self {
            return write!(f, "${number}");
        }
        let word = Self::WORDS.iter().find(|(sign, _)| sign == self);
        f.write_str(word.map_or("", |(_, spellings)| spellings[0]))
    }
}

/// What people or programs wrote about one action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// Comments before the action. Only the first action of a variation can have some: elsewhere
    /// a comment belongs to the action before it.
    pub before: Vec<String>,
    /// Signs after the action.
    pub signs: Vec<Sign>,
    /// Comments after the action. At the root: before the first action of the game.
    pub comments: Vec<String>,
}

impl Annotation {
    /// Whether there is nothing here.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.signs.is_empty() && self.comments.is_empty()
    }

    /// The signs as they stand behind an action: the first one, if it is a mark such as `!`,
    /// without a space before it.
    pub fn signs_text(&self) -> String {
        let mut text = String::new();
        for (index, sign) in self.signs.iter().enumerate() {
            if index > 0 || sign.mark().is_none() {
                text.push(' ');
            }
            text.push_str(&sign.to_string());
        }
        text
    }

    /// The clock of the player after the action, the first comment of the form `[%clk SECONDS]`.
    pub fn clock(&self) -> Option<Duration> {
        self.comments.iter().find_map(|comment| clock_of(comment))
    }

    /// Sets the clock of the player after the action: a comment of the form `[%clk SECONDS]`, the
    /// first one, in the place of an older one.
    pub fn set_clock(&mut self, clock: Duration) {
        self.comments.retain(|comment| clock_of(comment).is_none());
        self.comments.insert(0, format!("{}{}{}", CLOCK.0, seconds_text(clock), CLOCK.1));
    }

    /// The comments after the action that are for people: all but clocks.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.comments.iter().filter(|text| clock_of(text).is_none()).map(String::as_str)
    }

    /// Replaces the comments after the action by one, or by none if it is empty; a clock stays.
    pub fn set_text(&mut self, text: &str) {
        self.comments.retain(|comment| clock_of(comment).is_some());
        self.comments.extend((!text.is_empty()).then(|| text.to_owned()));
    }

    /// No annotation at all.
    pub const EMPTY: Self = Self { before: Vec::new(), signs: Vec::new(), comments: Vec::new() };
}

/// Comments that hold the time left begin and end with these.
pub(crate) const CLOCK: (&str, &str) = ("[%clk ", "]");

fn clock_of(comment: &str) -> Option<Duration> {
    seconds(comment.strip_prefix(CLOCK.0)?.strip_suffix(CLOCK.1)?)
}

/// Why steps are no unfinished action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum UnfinishedError {
    /// A step is not possible.
    #[error("step {step} is not possible there")]
    Impossible {
        /// Which step, from 1.
        step: usize,
    },
    /// No step is missing: this is a whole action.
    #[error("this is a whole action")]
    Whole,
}

/// An action in the tree of a [`Record`], or the root before all actions.
///
/// Ids stay valid while nothing is removed. An id of another record gives another action, or
/// panics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game, before any action.
    pub const ROOT: Self = Self(0);

    /// Its place among the nodes of its record, from 0.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// No node: the end of a list of children.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Node {
    /// `None` only at the root.
    action: Option<AnyAction>,
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    annotation: Option<Box<Annotation>>,
}

impl Node {
    const fn new(action: Option<AnyAction>, parent: u32) -> Self {
        Self {
            action,
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
            annotation: None,
        }
    }
}

/// One game on record.
///
/// The actions form a tree: the first child of every node is the main line, further children are
/// variations, alternatives to the first. Every action in it is legal where it stands.
///
/// ```
/// use gridball_core::{AnySetup, Position};
/// use gridball_replay::{NodeId, Record, Sign};
///
/// let setup: AnySetup = "gridball:20x26/4".parse()?;
/// let mut record = Record::new(&setup);
/// let action = record.start().parse_action("N-SE-S")?;
/// let node = record.append(NodeId::ROOT, &action)?;
/// record.annotation_mut(node).signs.push(Sign::STRONG);
/// assert_eq!(record.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// Who, where, when, and whatever else is known.
    pub tags: Tags,
    /// The result stated by the record.
    pub result: RecordResult,
    start: AnyPosition,
    nodes: Vec<Node>,
    unfinished: Vec<Step>,
}

impl Record {
    /// An empty record of a game from its usual start.
    pub fn new(setup: &AnySetup) -> Self {
        Self::from_position(AnyPosition::start(setup))
    }

    /// An empty record of a game that starts from `start`.
    pub fn from_position(start: AnyPosition) -> Self {
        Self {
            tags: Tags::default(),
            result: RecordResult::of(start.outcome()),
            start,
            nodes: vec![Node::new(None, NONE)],
            unfinished: Vec::new(),
        }
    }

    /// The record of `game`, with the result that its last position has.
    pub fn from_game(game: &AnyGame) -> Self {
        let mut record = Self::from_position(game.start().clone());
        let mut last = NodeId::ROOT;
        for action in game.actions() {
            last = record.push(last, action.clone());
        }
        record.result = RecordResult::of(game.position().outcome());
        record
    }

    /// Where the game started.
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The set-up: its text is the game id.
    pub fn setup(&self) -> AnySetup {
        self.start.setup()
    }

    /// Whether the game started from another position than the usual one.
    pub fn has_own_start(&self) -> bool {
        self.start != AnyPosition::start(&self.setup())
    }

    /// How many actions the main line has.
    pub fn len(&self) -> usize {
        self.main_line().count()
    }

    /// Whether the main line has no action.
    pub fn is_empty(&self) -> bool {
        self.nodes[0].first_child == NONE
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line(NodeId::ROOT)
    }

    /// The nodes that follow `node`, taking the first child each time.
    pub fn line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(node), |node| self.first_child(*node))
    }

    /// The actions of the main line.
    pub fn actions(&self) -> impl Iterator<Item = &AnyAction> {
        self.main_line().filter_map(|node| self.action(node))
    }

    /// The last node of the main line; the root if there is none.
    pub fn last(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// The action of `node`; `None` at the root.
    pub fn action(&self, node: NodeId) -> Option<&AnyAction> {
        self.node(node).action.as_ref()
    }

    /// What `node` follows; `None` at the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        Self::id(self.node(node).parent)
    }

    /// The first continuation after `node`.
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        Self::id(self.node(node).first_child)
    }

    /// The continuations after `node`, the main one first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(node), |node| self.next_sibling(*node))
    }

    /// The continuation after the same node that comes after `node`.
    pub(crate) fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        Self::id(self.node(node).next_sibling)
    }

    /// What was written about the action of `node`.
    pub fn annotation(&self, node: NodeId) -> &Annotation {
        const { &Annotation::EMPTY };
        self.node(node).annotation.as_deref().unwrap_or(const { &Annotation::EMPTY })
    }

    /// What was written about the action of `node`, to change it.
    pub fn annotation_mut(&mut self, node: NodeId) -> &mut Annotation {
        self.nodes[node.0 as usize].annotation.get_or_insert_default()
    }

    /// Adds `action` after `node`: as the main continuation if there is none yet, else as one
    /// more variation.
    ///
    /// # Errors
    ///
    /// The reason why the action is not legal there; the record is unchanged then.
    pub fn append(&mut self, node: NodeId, action: &AnyAction) -> Result<NodeId, AnyIllegalAction> {
        self.position_after(node).check_action(action)?;
        Ok(self.push(node, action.clone()))
    }

    /// [`append`](Self::append) for an action that is known to be legal.
    pub(crate) fn push(&mut self, node: NodeId, action: AnyAction) -> NodeId {
        let new = self.nodes.len() as u32;
        self.nodes.push(Node::new(Some(action), node.0));
        let parent = &mut self.nodes[node.0 as usize];
        let previous = std::mem::replace(&mut parent.last_child, new);
        if previous == NONE {
            parent.first_child = new;
        } else {
            self.nodes[previous as usize].next_sibling = new;
        }
        NodeId(new)
    }

    /// Makes `node` the main continuation of what it follows; the others stay behind it in their
    /// order. At the root nothing happens.
    ///
    /// Comments that stand before an action stay with it. They are written in any place, but read
    /// again before a main action they belong to the action before it.
    pub fn promote(&mut self, node: NodeId) {
        let Some(parent) = self.parent(node) else { return };
        let before = self.children(parent).take_while(|child| *child != node).last();
        let Some(before) = before else { return };
        let next = self.nodes[node.0 as usize].next_sibling;
        self.nodes[before.0 as usize].next_sibling = next;
        let parent = &mut self.nodes[parent.0 as usize];
        if parent.last_child == node.0 {
            parent.last_child = before.0;
        }
        let first = std::mem::replace(&mut parent.first_child, node.0);
        self.nodes[node.0 as usize].next_sibling = first;
    }

    /// Removes `node` and everything after it. All ids become invalid, except the root's. At the
    /// root nothing happens.
    pub fn remove(&mut self, node: NodeId) {
        if node == NodeId::ROOT {
            return;
        }
        let old = std::mem::replace(&mut self.nodes, vec![Node::new(None, NONE)]);
        self.nodes[0].annotation.clone_from(&old[0].annotation);
        // Parents first, so that the place of each is known before its children come.
        let mut copies = vec![NONE; old.len()];
        copies[0] = 0;
        for (index, from) in old.into_iter().enumerate().skip(1) {
            let parent = copies[from.parent as usize];
            if index as u32 == node.0 || parent == NONE {
                continue;
            }
            if let Some(action) = from.action {
                let copy = self.push(NodeId(parent), action);
                self.nodes[copy.0 as usize].annotation = from.annotation;
                copies[index] = copy.0;
            }
        }
    }

    /// How many nodes the tree has, the root included.
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The position after the action of `node`.
    pub fn position_after(&self, node: NodeId) -> AnyPosition {
        let mut position = self.start.clone();
        for action in self.path(node) {
            position.play_unchecked(action);
        }
        position
    }

    /// The game up to and with the action of `node`.
    pub fn game_after(&self, node: NodeId) -> AnyGame {
        let mut game = AnyGame::from_position(self.start.clone());
        for action in self.path(node) {
            // Every action in the tree is legal where it stands.
            let played = game.play(action);
            debug_assert!(played.is_ok(), "the tree holds an illegal action: {played:?}");
        }
        game
    }

    /// The game of the main line.
    pub fn game(&self) -> AnyGame {
        self.game_after(self.last())
    }

    /// The actions from the start to `node`.
    fn path(&self, node: NodeId) -> Vec<&AnyAction> {
        let mut path: Vec<&AnyAction> =
            std::iter::successors(Some(node), |node| self.parent(*node))
                .filter_map(|node| self.action(node))
                .collect();
        path.reverse();
        path
    }

    /// The steps of the action that was begun after the last one of the main line, but not
    /// finished; empty if there is none. They count as no action.
    pub fn unfinished(&self) -> &[Step] {
        &self.unfinished
    }

    /// Sets or, with no steps, removes the unfinished action at the end, and the tag
    /// `Termination` with it.
    ///
    /// # Errors
    ///
    /// When the steps are not possible there, or already a whole action; the record is unchanged
    /// then.
    pub fn set_unfinished(&mut self, steps: &[Step]) -> Result<(), UnfinishedError> {
        if steps.is_empty() {
            if !self.unfinished.is_empty() {
                self.unfinished.clear();
                self.tags.remove("Termination");
            }
            return Ok(());
        }
        check_unfinished(&self.position_after(self.last()), steps)?;
        self.put_unfinished(steps.to_vec());
        Ok(())
    }

    /// [`set_unfinished`](Self::set_unfinished) for steps that are known to be possible.
    pub(crate) fn put_unfinished(&mut self, steps: Vec<Step>) {
        self.unfinished = steps;
        self.tags.put("Termination", termination::UNFINISHED_TURN);
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    const fn id(index: u32) -> Option<NodeId> {
        if index == NONE { None } else { Some(NodeId(index)) }
    }
}

/// Whether `steps` begin a legal action and are not yet a whole one.
pub(crate) fn check_unfinished(
    position: &AnyPosition,
    steps: &[Step],
) -> Result<(), UnfinishedError> {
    for (index, step) in steps.iter().enumerate() {
        if !position.steps(&steps[..index]).contains(step) {
            return Err(UnfinishedError::Impossible { step: index + 1 });
        }
    }
    if position.steps(steps).is_empty() { Err(UnfinishedError::Whole) } else { Ok(()) }
}

/// Two records are equal when they hold the same tags, result, start, unfinished action and tree;
/// how the tree came about does not matter.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        if self.tags != other.tags
            || self.result != other.result
            || self.start != other.start
            || self.unfinished != other.unfinished
            || self.nodes.len() != other.nodes.len()
        {
            return false;
        }
        let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((mine, theirs)) = open.pop() {
            if self.action(mine) != other.action(theirs)
                || self.annotation(mine) != other.annotation(theirs)
                || self.children(mine).count() != other.children(theirs).count()
            {
                return false;
            }
            open.extend(self.children(mine).zip(other.children(theirs)));
        }
        true
    }
}

impl Eq for Record {}
