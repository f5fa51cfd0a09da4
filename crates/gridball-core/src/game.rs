//! The trait every game implements, and what is written once over it: [`Game`] and [`perft`].

use alloc::{boxed::Box, string::String, vec::Vec};
use core::{fmt, hash::Hash, ops::ControlFlow, str::FromStr};

use crate::{
    bits::BitGrid,
    grid::{Point, Symmetry},
    text::{self, InvalidPosition, SetupError, TextError},
};

/// One of the two players. `First` moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The one who moves first.
    First,
    /// The one who answers.
    Second,
}

impl Player {
    /// Both, First first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for First, 1 for Second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "First",
            Self::Second => "Second",
        })
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(player) => write!(f, "{player} wins"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// By which rule a game ended. One list for all games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// The ball crossed a goal line, or a checker landed on the goal rank.
    Goal,
    /// The turn or action counter reached its limit.
    Limit(u32),
    /// Nobody can move or take a penalty (paper football).
    NobodyCanPlay,
    /// The mover brought the ball where no line leads on (paper soccer).
    DeadEnd,
    /// No node is left to play on (Dots).
    BoardFull,
    /// The leader's advantage is protected (Dots): the other could reach at most `reachable`
    /// points, and the leader keeps at least `kept`.
    Protected {
        /// The most that the trailing player could still reach.
        reachable: u32,
        /// What the leader keeps in any case.
        kept: u32,
    },
    /// The player to move has no legal action (football-checkers).
    NoLegalAction,
    /// The same position came up for the third time (football-checkers).
    Repetition,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal => f.write_str("goal"),
            Self::Limit(limit) => write!(f, "the limit of {limit} is reached"),
            Self::NobodyCanPlay => f.write_str("neither a move nor a penalty is left"),
            Self::DeadEnd => f.write_str("the ball is in a dead end"),
            Self::BoardFull => f.write_str("no node is left"),
            Self::Protected { reachable, kept } => {
                write!(f, "the advantage is protected: at most {reachable} of {kept} in reach")
            }
            Self::NoLegalAction => f.write_str("no legal action"),
            Self::Repetition => f.write_str("the position came up for the third time"),
        }
    }
}

/// One piece of an action, as a person, a screen or a learner builds it: a segment, a node, a
/// cell to move from.
///
/// The number is dense and stable: the same piece has the same number, below
/// [`Position::step_space`], in every position of a set-up and in every release.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step(pub u16);

/// Whether a bounded enumeration gave everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coverage {
    /// Everything was visited.
    Complete,
    /// The limit was reached; there may be more.
    Limited,
    /// The visitor asked to stop.
    Stopped,
}

/// A named grid of bits out of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plane {
    /// What the bits mean, e.g. `touched`.
    pub name: &'static str,
    /// The bits.
    pub bits: BitGrid,
}

/// The state of a game in progress, by the rules: everything that decides what may happen next,
/// and nothing else. Who drew which line is history and belongs to [`Game`].
///
/// Implementations keep three views of the same rules: the fast ones, the plain ones
/// ([`visit_slow_actions`](Self::visit_slow_actions), [`slow_play`](Self::slow_play)) that tests
/// compare them with, and the steps.
pub trait Position: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// A checked set-up: sizes and variants. Its text is the game id.
    type Setup: Clone
        + Eq
        + Hash
        + fmt::Debug
        + fmt::Display
        + FromStr<Err = SetupError>
        + Send
        + Sync
        + 'static;

    /// What one player submits at once. The order is that of the canonical texts, bytewise, where
    /// the game can give it cheaply; it is total in any case.
    type Action: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    /// What [`undo`](Self::undo) needs to take an action back.
    type Undo: Clone + fmt::Debug + Send + Sync + 'static;

    /// Why an action is not legal.
    type IllegalAction: core::error::Error + Clone + Eq + Send + Sync + 'static;

    /// The position in which a game of this set-up starts.
    fn start(setup: &Self::Setup) -> Self;

    /// The set-up.
    fn setup(&self) -> Self::Setup;

    /// Whose turn it is. In a finished game, whose turn it would be.
    fn to_move(&self) -> Player;

    /// How the game ended; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// By which rule the game ended; `None` while it goes on.
    fn end_reason(&self) -> Option<EndReason>;

    /// Calls `visit` with every legal action, each once, in a fixed order, until it breaks.
    /// A finished game has none.
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(&Self::Action) -> ControlFlow<()>;

    /// How many legal actions there are, or `limit` if there are at least that many.
    fn count_actions(&self, limit: u64) -> u64 {
        let mut count = 0;
        if limit > 0 {
            let _ = self.visit_actions(|_| {
                count += 1;
                if count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        count
    }

    /// The legal actions, collected, at most `limit` of them.
    fn actions(&self, limit: usize) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        if limit > 0 {
            let _ = self.visit_actions(|action| {
                actions.push(action.clone());
                if actions.len() >= limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        }
        actions
    }

    /// Calls `visit` with the actions worth searching, at most `limit` of them: by default all
    /// legal ones, in paper soccer one for each distinct result.
    ///
    /// Work and memory are bounded by a multiple of `limit`.
    fn visit_search_actions<F>(&self, limit: usize, mut visit: F) -> Coverage
    where
        F: FnMut(&Self::Action) -> ControlFlow<()>,
    {
        let mut count = 0;
        let mut coverage = Coverage::Complete;
        let _ = self.visit_actions(|action| {
            if count == limit {
                coverage = Coverage::Limited;
                return ControlFlow::Break(());
            }
            count += 1;
            let flow = visit(action);
            if flow.is_break() {
                coverage = Coverage::Stopped;
            }
            flow
        });
        coverage
    }

    /// Whether `action` may be played here.
    ///
    /// # Errors
    ///
    /// The reason why not.
    fn check_action(&self, action: &Self::Action) -> Result<(), Self::IllegalAction>;

    /// Whether `action` may be played here.
    fn is_legal(&self, action: &Self::Action) -> bool {
        self.check_action(action).is_ok()
    }

    /// Plays `action`.
    ///
    /// # Errors
    ///
    /// The reason why it is not legal; the position is unchanged then.
    fn play(&mut self, action: &Self::Action) -> Result<Self::Undo, Self::IllegalAction> {
        self.check_action(action)?;
        Ok(self.play_unchecked(action))
    }

    /// Plays an action that is known to be legal.
    ///
    /// With any other action the position may become inconsistent, or the call may panic; it
    /// never touches memory it should not.
    fn play_unchecked(&mut self, action: &Self::Action) -> Self::Undo;

    /// Takes back the last action, whose token this is. Restores everything.
    ///
    /// A token of another position leaves an inconsistent position behind, or panics.
    fn undo(&mut self, undo: Self::Undo);

    /// The views under which the rules of this set-up stay the same, the identity first.
    fn symmetries(&self) -> &'static [Symmetry];

    /// The position in another view; `symmetry` must be one of [`symmetries`](Self::symmetries).
    #[must_use]
    fn transformed(&self, symmetry: Symmetry) -> Self;

    /// An action of this position as it reads in the transformed one.
    fn transform_action(&self, action: &Self::Action, symmetry: Symmetry) -> Self::Action;

    /// 64 bits that identify all that decides legality, except monotone clocks (turn counter,
    /// move count, repetition). The same on every platform and in every release.
    fn key(&self) -> u64;

    /// Whether both are the same position but for monotone clocks: equality of all that
    /// [`key`](Self::key) stands for, and of the set-up. Equal keys alone can be a coincidence.
    fn same_but_for_clocks(&self, other: &Self) -> bool {
        self == other
    }

    /// The monotone clock that can end the game and its limit, if there is one. A search that
    /// runs near the limit takes it into account.
    fn clock(&self) -> Option<(u32, u32)> {
        None
    }

    /// Checks everything that holds in every position that play can reach.
    ///
    /// # Errors
    ///
    /// The first contradiction found.
    fn validate(&self) -> Result<(), InvalidPosition>;

    /// How many different steps exist in this set-up; every [`Step`] is below it.
    fn step_space(&self) -> usize;

    /// The steps that can come after `prefix` so that a legal action can still be completed,
    /// ascending. Empty when `prefix` is no beginning of a legal action or already a whole one
    /// that cannot go on.
    fn steps(&self, prefix: &[Step]) -> Vec<Step>;

    /// The legal action that consists of exactly these steps, if there is one.
    fn finish(&self, steps: &[Step]) -> Option<Self::Action>;

    /// The steps of a legal action.
    fn action_steps(&self, action: &Self::Action) -> Vec<Step>;

    /// The place where `step` leads after `prefix`: where a cursor lands, what a click means.
    /// `None` when that is nowhere on the paper.
    fn step_point(&self, prefix: &[Step], step: Step) -> Option<Point>;

    /// Writes a step as a person types it.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_step(&self, prefix: &[Step], step: Step, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads a step as a person types it after `prefix`.
    ///
    /// # Errors
    ///
    /// When the text is no step of this game; whether it is possible here is for
    /// [`steps`](Self::steps) to say.
    fn parse_step(&self, prefix: &[Step], text: &str) -> Result<Step, TextError>;

    /// Writes the canonical text of an action of this position. It holds no white space.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_action(&self, action: &Self::Action, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The canonical text of an action of this position.
    fn action_text(&self, action: &Self::Action) -> String {
        text::collect(|out| self.write_action(action, out))
    }

    /// Writes a legal action as people like to read it: compass words, annotations.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_action_for_people(
        &self,
        action: &Self::Action,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        self.write_action(action, out)
    }

    /// Reads an action: the canonical text and the other spellings of the game.
    ///
    /// # Errors
    ///
    /// When the text is no action of this game; whether it is legal here is for
    /// [`check_action`](Self::check_action) to say.
    fn parse_action(&self, text: &str) -> Result<Self::Action, TextError>;

    /// Writes the position as one line that holds everything.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The position as one line that holds everything.
    fn position_text(&self) -> String {
        text::collect(|out| self.write_position(out))
    }

    /// Reads a position text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or with the position it describes.
    fn parse_position(text: &str) -> Result<Self, TextError>;

    /// The state as bit planes, always the same ones in the same order for a game.
    fn planes(&self) -> Vec<Plane>;

    /// [`visit_actions`](Self::visit_actions) by the plain rules: slow, obvious, the truth that
    /// the fast way is tested against. The order may differ.
    fn visit_slow_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(&Self::Action) -> ControlFlow<()>;

    /// The position after a legal action, by the plain rules.
    #[must_use]
    fn slow_play(&self, action: &Self::Action) -> Self;
}

/// A game: where it started and what was played.
///
/// ```
/// use gridball_core::{gridball::{GridballPosition, GridballSetup}, Game, Position};
///
/// let mut game = Game::<GridballPosition>::new(&GridballSetup::SMALL);
/// let action = game.position().parse_action("N-SE-S")?;
/// game.play(&action)?;
/// assert_eq!(game.len(), 1);
/// assert_eq!(game.undo(), Some(action));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<P: Position> {
    start: P,
    position: P,
    played: Vec<(P::Action, P::Undo)>,
}

impl<P: Position> Game<P> {
    /// A new game of this set-up.
    pub fn new(setup: &P::Setup) -> Self {
        Self::from_position(P::start(setup))
    }

    /// A game that starts from `start`.
    pub fn from_position(start: P) -> Self {
        Self { position: start.clone(), start, played: Vec::new() }
    }

    /// Where the game started.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Where the game stands now.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// How many actions were played.
    pub fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// The actions played, in order.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = &P::Action> + DoubleEndedIterator {
        self.played.iter().map(|(action, _)| action)
    }

    /// Plays `action`.
    ///
    /// # Errors
    ///
    /// The reason why it is not legal; the game is unchanged then.
    pub fn play(&mut self, action: &P::Action) -> Result<(), P::IllegalAction> {
        let undo = self.position.play(action)?;
        self.played.push((action.clone(), undo));
        Ok(())
    }

    /// Takes back the last action and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<P::Action> {
        let (action, undo) = self.played.pop()?;
        self.position.undo(undo);
        Some(action)
    }

    /// Calls `visit` with every position of the game that an action was played in, the action,
    /// and the position after it.
    pub fn replay(&self, mut visit: impl FnMut(&P, &P::Action, &P)) {
        let mut before = self.start.clone();
        for (action, _) in &self.played {
            let mut after = before.clone();
            after.play_unchecked(action);
            visit(&before, action, &after);
            before = after;
        }
    }
}

/// Above this many actions in one position, [`perft_until`] counts them one by one, so that it
/// can be stopped.
const UNINTERRUPTED: u64 = 1 << 16;

/// Counts the action sequences of length `depth` (1 for depth 0). A finished game has no
/// children. The last level is bulk counted: generated and counted, not played.
///
/// ```
/// use gridball_core::{gridball::{GridballPosition, GridballSetup}, perft, Position};
/// assert_eq!(perft(&GridballPosition::start(&GridballSetup::SMALL), 2), 82_808);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    // The stop check never fires, so there always is a count.
    perft_until(position, depth, &mut || false).unwrap_or(0)
}

/// [`perft`] that asks `stop` now and then, at least every few milliseconds, and gives up with
/// `None` when it says `true`.
pub fn perft_until<P: Position>(
    position: &P,
    depth: u32,
    stop: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => {
            if stop() {
                return None;
            }
            let count = position.count_actions(UNINTERRUPTED);
            if count < UNINTERRUPTED {
                return Some(count);
            }
            let mut count = 0;
            position
                .visit_actions(|_| {
                    count += 1;
                    if count % UNINTERRUPTED == 0 && stop() {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
                .is_continue()
                .then_some(count)
        }
        _ => {
            // Here too: where every game ends above the last level, that level never asks.
            if stop() {
                return None;
            }
            // Boxed, so that great depths do not use up the stack.
            let mut child = Box::new(position.clone());
            let mut total = 0;
            position
                .visit_actions(|action| {
                    let undo = child.play_unchecked(action);
                    let count = perft_until(&*child, depth - 1, stop);
                    child.undo(undo);
                    match count {
                        Some(count) => {
                            total += count;
                            ControlFlow::Continue(())
                        }
                        None => ControlFlow::Break(()),
                    }
                })
                .is_continue()
                .then_some(total)
        }
    }
}

/// [`perft_until`] by the plain rules alone.
pub fn perft_slow<P: Position>(
    position: &P,
    depth: u32,
    stop: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    position
        .visit_slow_actions(|action| {
            if stop() {
                return ControlFlow::Break(());
            }
            let count = if depth == 1 {
                Some(1)
            } else {
                perft_slow(&position.slow_play(action), depth - 1, stop)
            };
            match count {
                Some(count) => {
                    total += count;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        })
        .is_continue()
        .then_some(total)
}
