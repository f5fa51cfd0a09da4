//! A position of any game: the one place that lists the games.
//!
//! A new game is one line in the list at the end of this file, and its row in [`games`].

use alloc::vec::Vec;
use core::{fmt, ops::ControlFlow, str::FromStr};

use crate::{
    game::{
        Coverage, EndReason, Game, Outcome, Plane, Player, Position, Step, perft_slow, perft_until,
    },
    grid::{Point, Symmetry},
    text::{InvalidPosition, SetupError, TextError, TextErrorKind},
};

/// A game of any kind.
pub type AnyGame = Game<AnyPosition>;

/// Something that is done with a position of whatever game, written once for all of them; see
/// [`AnyPosition::visit`].
pub trait PositionVisitor {
    /// What comes out.
    type Output;

    /// Called with the position as what it is.
    fn visit<P>(self, position: &P) -> Self::Output
    where
        P: Position + Into<AnyPosition>,
        P::Action: Into<AnyAction>;
}

/// What a list of games shows of one.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name in ids.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The ids of its set-ups, the default first.
    pub setups: &'static [&'static str],
    /// What else an id can say.
    pub custom: &'static str,
}

macro_rules! any_game {
    ($($variant:ident: $module:ident, $position:ident;)+) => {
        /// A set-up of any game. Its text is the game id.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum AnySetup {
            $(
                #[doc = concat!("A set-up of the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant(<crate::$module::$position as Position>::Setup),
            )+
        }

        impl fmt::Display for AnySetup {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(setup) => setup.fmt(f),)+ }
            }
        }

        impl FromStr for AnySetup {
            type Err = SetupError;

            fn from_str(id: &str) -> Result<Self, SetupError> {
                $(
                    match <crate::$module::$position as Position>::Setup::from_str(id) {
                        Err(SetupError::UnknownGame) => {}
                        other => return other.map(Self::$variant),
                    }
                )+
                Err(SetupError::UnknownGame)
            }
        }

        /// An action of any game.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum AnyAction {
            $(
                #[doc = concat!("An action of the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant(<crate::$module::$position as Position>::Action),
            )+
        }

        /// What undoing an action of any game needs.
        #[derive(Clone, Debug)]
        pub enum AnyUndo {
            $(
                #[doc = concat!("For the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant(<crate::$module::$position as Position>::Undo),
            )+
        }

        /// Why an action is not legal.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyIllegalAction {
            /// The action belongs to another game.
            OtherGame,
            $(
                #[doc = concat!("For the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant(<crate::$module::$position as Position>::IllegalAction),
            )+
        }

        impl fmt::Display for AnyIllegalAction {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    Self::OtherGame => f.write_str("this action belongs to another game"),
                    $(Self::$variant(reason) => reason.fmt(f),)+
                }
            }
        }

        impl core::error::Error for AnyIllegalAction {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                match self {
                    Self::OtherGame => None,
                    $(Self::$variant(reason) => Some(reason),)+
                }
            }
        }

        /// A position of any game.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(clippy::large_enum_variant, reason = "positions live in engines and games, where copying without allocating matters more")]
        pub enum AnyPosition {
            $(
                #[doc = concat!("A position of the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant(crate::$module::$position),
            )+
        }

        $(
            impl From<crate::$module::$position> for AnyPosition {
                fn from(position: crate::$module::$position) -> Self {
                    Self::$variant(position)
                }
            }

            impl From<<crate::$module::$position as Position>::Action> for AnyAction {
                fn from(action: <crate::$module::$position as Position>::Action) -> Self {
                    Self::$variant(action)
                }
            }
        )+

        impl AnyPosition {
            /// Hands the position to `visitor` as what it is, so that code generic over
            /// [`Position`] runs at full speed.
            pub fn visit<V: PositionVisitor>(&self, visitor: V) -> V::Output {
                match self { $(Self::$variant(position) => visitor.visit(position),)+ }
            }
        }

        impl Position for AnyPosition {
            type Setup = AnySetup;
            type Action = AnyAction;
            type Undo = AnyUndo;
            type IllegalAction = AnyIllegalAction;

            fn start(setup: &AnySetup) -> Self {
                match setup { $(AnySetup::$variant(setup) => Self::$variant(Position::start(setup)),)+ }
            }

            fn setup(&self) -> AnySetup {
                match self { $(Self::$variant(position) => AnySetup::$variant(position.setup()),)+ }
            }

            fn to_move(&self) -> Player {
                match self { $(Self::$variant(position) => position.to_move(),)+ }
            }

            fn outcome(&self) -> Option<Outcome> {
                match self { $(Self::$variant(position) => position.outcome(),)+ }
            }

            fn end_reason(&self) -> Option<EndReason> {
                match self { $(Self::$variant(position) => position.end_reason(),)+ }
            }

            fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
            where
                F: FnMut(&AnyAction) -> ControlFlow<()>,
            {
                match self {
                    $(Self::$variant(position) => {
                        position.visit_actions(|action| visit(&AnyAction::$variant(action.clone())))
                    })+
                }
            }

            fn count_actions(&self, limit: u64) -> u64 {
                match self { $(Self::$variant(position) => position.count_actions(limit),)+ }
            }

            fn visit_search_actions<F>(&self, limit: usize, mut visit: F) -> Coverage
            where
                F: FnMut(&AnyAction) -> ControlFlow<()>,
            {
                match self {
                    $(Self::$variant(position) => position
                        .visit_search_actions(limit, |action| visit(&AnyAction::$variant(action.clone()))),)+
                }
            }

            fn check_action(&self, action: &AnyAction) -> Result<(), AnyIllegalAction> {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => {
                        position.check_action(action).map_err(AnyIllegalAction::$variant)
                    })+
                    _ => Err(AnyIllegalAction::OtherGame),
                }
            }

            fn play_unchecked(&mut self, action: &AnyAction) -> AnyUndo {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => {
                        AnyUndo::$variant(position.play_unchecked(action))
                    })+
                    _ => panic!("an action of another game was played unchecked"),
                }
            }

            fn undo(&mut self, undo: AnyUndo) {
                match (self, undo) {
                    $((Self::$variant(position), AnyUndo::$variant(undo)) => position.undo(undo),)+
                    _ => panic!("a token of another game was used to undo"),
                }
            }

            fn symmetries(&self) -> &'static [Symmetry] {
                match self { $(Self::$variant(position) => position.symmetries(),)+ }
            }

            fn transformed(&self, symmetry: Symmetry) -> Self {
                match self { $(Self::$variant(position) => Self::$variant(position.transformed(symmetry)),)+ }
            }

            fn transform_action(&self, action: &AnyAction, symmetry: Symmetry) -> AnyAction {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => {
                        AnyAction::$variant(position.transform_action(action, symmetry))
                    })+
                    // An action of another game stays as it is: it is illegal in any view.
                    _ => action.clone(),
                }
            }

            fn key(&self) -> u64 {
                match self { $(Self::$variant(position) => position.key(),)+ }
            }

            fn same_but_for_clocks(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$variant(position), Self::$variant(other)) => position.same_but_for_clocks(other),)+
                    _ => false,
                }
            }

            fn clock(&self) -> Option<(u32, u32)> {
                match self { $(Self::$variant(position) => position.clock(),)+ }
            }

            fn validate(&self) -> Result<(), InvalidPosition> {
                match self { $(Self::$variant(position) => position.validate(),)+ }
            }

            fn step_space(&self) -> usize {
                match self { $(Self::$variant(position) => position.step_space(),)+ }
            }

            fn steps(&self, prefix: &[Step]) -> Vec<Step> {
                match self { $(Self::$variant(position) => position.steps(prefix),)+ }
            }

            fn finish(&self, steps: &[Step]) -> Option<AnyAction> {
                match self { $(Self::$variant(position) => position.finish(steps).map(AnyAction::$variant),)+ }
            }

            fn action_steps(&self, action: &AnyAction) -> Vec<Step> {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => position.action_steps(action),)+
                    _ => Vec::new(),
                }
            }

            fn step_point(&self, prefix: &[Step], step: Step) -> Option<Point> {
                match self { $(Self::$variant(position) => position.step_point(prefix, step),)+ }
            }

            fn write_step(&self, prefix: &[Step], step: Step, out: &mut dyn fmt::Write) -> fmt::Result {
                match self { $(Self::$variant(position) => position.write_step(prefix, step, out),)+ }
            }

            fn parse_step(&self, prefix: &[Step], text: &str) -> Result<Step, TextError> {
                match self { $(Self::$variant(position) => position.parse_step(prefix, text),)+ }
            }

            fn write_action(&self, action: &AnyAction, out: &mut dyn fmt::Write) -> fmt::Result {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => position.write_action(action, out),)+
                    _ => out.write_str("?"),
                }
            }

            fn write_action_for_people(&self, action: &AnyAction, out: &mut dyn fmt::Write) -> fmt::Result {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => {
                        position.write_action_for_people(action, out)
                    })+
                    _ => out.write_str("?"),
                }
            }

            fn parse_action(&self, text: &str) -> Result<AnyAction, TextError> {
                match self { $(Self::$variant(position) => position.parse_action(text).map(AnyAction::$variant),)+ }
            }

            fn write_position(&self, out: &mut dyn fmt::Write) -> fmt::Result {
                match self { $(Self::$variant(position) => position.write_position(out),)+ }
            }

            fn parse_position(text: &str) -> Result<Self, TextError> {
                let id = text.split(' ').next().unwrap_or_default();
                match AnySetup::from_str(id) {
                    Err(error) => Err(TextError { column: 1, kind: TextErrorKind::Setup(error) }),
                    $(Ok(AnySetup::$variant(_)) => Position::parse_position(text).map(Self::$variant),)+
                }
            }

            fn planes(&self) -> Vec<Plane> {
                match self { $(Self::$variant(position) => position.planes(),)+ }
            }

            fn visit_slow_actions<F>(&self, mut visit: F) -> ControlFlow<()>
            where
                F: FnMut(&AnyAction) -> ControlFlow<()>,
            {
                match self {
                    $(Self::$variant(position) => {
                        position.visit_slow_actions(|action| visit(&AnyAction::$variant(action.clone())))
                    })+
                }
            }

            fn slow_play(&self, action: &AnyAction) -> Self {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => {
                        Self::$variant(position.slow_play(action))
                    })+
                    _ => panic!("an action of another game was played unchecked"),
                }
            }
        }
    };
}

impl AnyPosition {
    /// [`perft_until`] at the full speed of the game, whatever it is.
    ///
    /// Unlike the generic function this one is compiled here, and so with the optimisations of
    /// this crate, also in a debug build of the caller.
    pub fn perft_until(&self, depth: u32, stop: &mut dyn FnMut() -> bool) -> Option<u64> {
        self.visit(Perft { depth, stop, slow: false })
    }

    /// [`perft_slow`] in the same way.
    pub fn perft_slow(&self, depth: u32, stop: &mut dyn FnMut() -> bool) -> Option<u64> {
        self.visit(Perft { depth, stop, slow: true })
    }
}

/// Counts action sequences.
struct Perft<'a> {
    depth: u32,
    stop: &'a mut dyn FnMut() -> bool,
    slow: bool,
}

impl PositionVisitor for Perft<'_> {
    type Output = Option<u64>;

    fn visit<P: Position>(self, position: &P) -> Option<u64> {
        if self.slow {
            perft_slow(position, self.depth, self.stop)
        } else {
            perft_until(position, self.depth, self.stop)
        }
    }
}

/// The games and their set-ups, for lists and menus.
pub const fn games() -> &'static [GameInfo] {
    &[
        GameInfo {
            id: "gridball",
            name: "Gridball",
            setups: &["gridball:20x26/4", "gridball:32x40/4"],
            custom: "gridball:WxH/G, W 12 to 56, H 12 to 62, goal G 2 to W-2, all even; also gridball:small, gridball:classic",
        },
        GameInfo {
            id: "paper-football",
            name: "Paper football",
            setups: &["paper-football:16x24/4"],
            custom: "paper-football:WxH/G, W 12 to 56, H 12 to 62, W at most H, goal G 2 to W-2, all even",
        },
        GameInfo {
            id: "football-checkers",
            name: "Football-checkers",
            setups: &[
                "football-checkers:corners",
                "football-checkers:centre",
                "football-checkers:split",
                "football-checkers:corners/open",
                "football-checkers:centre/open",
                "football-checkers:split/open",
            ],
            custom: "any other board as a position text; /open leaves out the duty to close attacks",
        },
        GameInfo {
            id: "paper-soccer",
            name: "Paper soccer",
            setups: &["paper-soccer:2,6,8", "paper-soccer:2,8,10", "paper-soccer:2,8,10/lower"],
            custom: "paper-soccer:G,W,H, W 4 to 24, H 2 to 24, goal G 2 to W-2, all even; /lower behind it: Lower moves first; also paper-soccer:8x10",
        },
        GameInfo {
            id: "dots",
            name: "Dots",
            setups: &[
                "dots:39x32",
                "dots:39x32/plain",
                "dots:39x32/cross/express",
                "dots:39x32/cross/extended",
                "dots:39x32/cross/full",
            ],
            custom: "dots:WxH, W and H 3 to 62; then /cross or /plain, then a match format: /free, /express, /extended, /full, /stop=N, /full=N, then /group, /playoff or (not full) /playoff=N",
        },
    ]
}

any_game! {
    Gridball: gridball, GridballPosition;
    FootballCheckers: football_checkers, CheckersPosition;
    PaperSoccer: paper_soccer, PaperSoccerPosition;
    Dots: dots, DotsPosition;
}
