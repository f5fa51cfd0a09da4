//! Engines that play the games of [`gridball_core`], and their protocol.
//!
//! | | |
//! |---|---|
//! | [`EngineSpec`] | names an engine and its options: `alphabeta?nodes=20000`, `level:3`, `best` |
//! | [`AnyEngine`] | that engine, for positions of any game |
//! | [`Engine`] | what every engine looks like: position and [`Limits`] in, [`SearchResult`] out |
//! | [`Control`] | what the host gives: time, the wish to stop, an ear |
//! | [`Evaluator`] | how engines judge positions, so that learned judges fit in |
//! | [`ENGINES`] | the list of engines |
//! | [`judge_game`], [`Judgement`] | what the actions of a game deserve |
//! | [`solver`] | exact results of small worlds |
//! | [`ugi`] | the engine protocol |
//!
//! The crate reads no clock, starts no threads, opens no files and has no source of randomness
//! but the seeds it is given: the same search gives the same result everywhere, in a browser too.
//!
//! ```
//! use gridball_ai::{AnyEngine, Engine, EngineSpec, Limits, Unattended};
//! use gridball_core::{AnyGame, AnySetup, Position};
//!
//! let setup: AnySetup = "gridball:20x26/4".parse()?;
//! let mut game = AnyGame::new(&setup);
//! let spec: EngineSpec = "two-ply?seed=3".parse()?;
//! let mut engine = AnyEngine::new(spec);
//! let result = engine.search(game.position(), &Limits::nodes(50_000), &mut Unattended)?;
//! println!("{} {}", game.position().action_text(&result.best), result.score);
//! game.play(&result.best)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod alphabeta;
mod analysis;
mod best_first;
mod control;
mod engine;
mod evaluation;
mod evaluator;
mod games;
mod level;
mod limits;
mod lookahead;
mod mcts;
mod meter;
mod noise;
mod options;
pub mod paper_soccer;
mod random;
mod random_source;
mod registry;
mod score;
pub mod solver;
mod spec;
pub mod ugi;

pub use alphabeta::{CheckersWeights, GridballWeights, SearchWeights};
pub use analysis::{JudgedAction, Judgement, PositionSearch, judge_best, judge_game, line_text};
pub use control::{Control, Unattended};
pub use engine::{Bound, Engine, Line, RootAction, SearchError, SearchInfo, SearchResult};
pub use evaluation::{SimpleEvaluation, SimpleEvaluator};
pub use evaluator::Evaluator;
pub use games::{AnyEngine, checkers_engine, game_name, gridball_engine};
pub use level::Level;
pub use limits::{Limits, PlayerClock, TimeBudget};
pub use lookahead::Lookahead;
pub use noise::{Careless, NoisyEvaluator};
pub use options::{EngineOptions, OPTIONS, OptionInfo, OptionKey};
pub use random::RandomEngine;
pub use random_source::derived_seed;
pub use registry::{BEST, ENGINES, EngineInfo, Games};
pub use score::Score;
pub use spec::{EngineChoice, EngineSpec, Excerpt, SpecError};
