//! The engine protocol UGI, the Universal Game Interface, as a value: a line in, lines out.
//!
//! [`Session`] knows the protocol and the state of the conversation. It does no input and output
//! and starts no threads: the host cuts its input into lines ([`LineBuffer`] helps), hands them
//! to [`Session::line`], and prints what comes out, flushing every line.
//!
//! Long work comes back as a [`Job`], which the host runs where it likes: in a thread, so that
//! `stop` can be read meanwhile, or at once. It hands the [`Finished`] value to
//! [`Session::finished`], which gives the closing lines. The lines that a job writes while it
//! runs and those of `finished` must be printed in that order.
//!
//! ```
//! use std::time::Duration;
//! use gridball_ai::ugi::{Flow, JobHost, Session};
//!
//! struct Host(Vec<String>);
//! impl JobHost for Host {
//!     fn elapsed(&self) -> Duration { Duration::ZERO } // a real host reads its clock
//!     fn line(&mut self, line: &str) { self.0.push(line.to_owned()); }
//! }
//!
//! let mut session = Session::new(Box::new(|game| format!("{:?}", game.position())));
//! let mut host = Host(Vec::new());
//! for line in ["setoption name Engine value greedy", "position startpos moves 034", "go"] {
//!     match session.line(line.as_bytes(), &mut |line| host.line(line)) {
//!         Flow::Continue => {}
//!         Flow::Run(job) => {
//!             let finished = job.run(&mut host);
//!             session.finished(finished, &mut |line| host.line(line));
//!         }
//!         Flow::Quit => break,
//!     }
//! }
//! assert!(host.0.last().is_some_and(|line| line.starts_with("bestmove ")));
//! ```
//!
//! A host that reads commands from a pipe may wait a few milliseconds for a job before it reads
//! on, so that scripts need not wait for the answers of short jobs. It should still read `stop`
//! within much less than 50 ms.

mod command;
mod input;
mod job;
mod session;
mod settings;
mod text;

pub use input::{LineBuffer, MAX_LINE};
pub use job::{Finished, Job, JobHost, JobKind};
pub use session::{Flow, Picture, Session};
