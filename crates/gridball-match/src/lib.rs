//! Engine against engine: matches that show who is the stronger one, and by how much.
//!
//! | | |
//! |---|---|
//! | [`Contestant`] | an engine of gridball-ai, or another program that speaks UGI |
//! | [`Settings`], [`Schedule`], [`Openings`] | what is played: by whom, in which order, from where |
//! | [`run`] | plays it, side by side, and survives whatever programs do |
//! | [`Journal`] | its records, written game by game, and taken up again after a kill |
//! | [`elo`], [`sprt`] | what the results mean, with the formulas |
//! | [`Report`] | all of that, for people and as JSON |
//! | [`annotate`] | a record judged by an engine, with signs and comments |
//! | [`UgiClient`], [`lines`], [`kill_all`] | programs at the other end of pipes |
//!
//! ```
//! use gridball_match::{Journal, Settings, run};
//!
//! let contestants = vec!["greedy".parse()?, "random".parse()?];
//! let mut settings = Settings::new("gridball:12x12/4".parse()?, contestants, 4, 7);
//! settings.time_control = Some("nodes 200".parse()?);
//! let report = run(&settings, Journal::none(), &|| false, &mut |_| {})?;
//! assert_eq!(report.games, 4);
//! assert!(report.pairings[0].games.wins >= 3);
//! println!("{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod annotate;
mod clock;
mod contestant;
pub mod elo;
mod game;
mod journal;
pub mod lines;
mod openings;
mod player;
mod process;
mod report;
mod runner;
mod schedule;
mod settings;
pub mod sprt;
mod system;
mod tally;
mod ugi_client;

pub use annotate::annotate;
pub use clock::DEFAULT_TIME;
pub use contestant::{Contestant, ContestantError, ProgramWords};
pub use elo::{Estimate, GameCounts, PairCounts};
pub use journal::{Journal, JournalError};
pub use openings::{Openings, OpeningsError};
pub use process::kill_all;
pub use report::{End, EngineReport, PairingReport, Report, Short, TestReport};
pub use runner::{MatchError, Progress, run};
pub use schedule::{Plan, Schedule, Tournament};
pub use settings::{MOST_AT_ONCE, MOST_GAMES, Settings, SettingsError};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
pub use system::{in_words, machine};
pub use ugi_client::{UgiAnswer, UgiClient, UgiError};
