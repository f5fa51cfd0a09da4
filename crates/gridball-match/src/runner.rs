//! Runs a match: games side by side, their records to the journal, their results to the report.

use std::{
    collections::BTreeMap,
    io,
    process::Stdio,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, SyncSender},
    },
    thread,
};

use gridball_core::AnyGame;
use thiserror::Error;

use crate::{
    contestant::Contestant,
    game::{Cost, Played, play},
    journal::{Journal, JournalError},
    player::Seat,
    report::{End, Report},
    schedule::{Plan, Schedule, Seeds},
    settings::{Settings, SettingsError},
    tally::{Fact, RunningTest, Tally},
    ugi_client::{UgiClient, UgiError},
};

/// The stack of the thread of a game. Walking the paths of paper soccer may go deep.
const STACK: usize = 64 << 20;

/// Why a match could not be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// There can be no such match.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// A program cannot play in it, as was seen before the first game.
    #[error("{contestant}: {reason}")]
    Contestant {
        /// The program.
        contestant: String,
        /// Why.
        reason: UgiError,
    },
    /// A record cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// No thread can be had.
    #[error("a game cannot be started: {0}")]
    Thread(io::Error),
}

/// A match under way.
#[derive(Debug)]
pub struct Progress<'a> {
    settings: &'a Settings,
    identities: &'a [Option<String>],
    tally: &'a Tally,
    costs: &'a [Cost],
    test: Option<&'a RunningTest>,
}

impl Progress<'_> {
    /// How many games are finished, those of before included.
    pub fn games(&self) -> u64 {
        self.tally.len()
    }

    /// The report as it is now.
    pub fn report(&self) -> Report {
        self.report_at(End::Open)
    }

    fn report_at(&self, end: End) -> Report {
        Report::new(self.settings, self.identities, self.tally, self.costs, self.test, end)
    }
}

/// Plays a match and reports on it.
///
/// The games that the journal has already are not played again. `stop` is asked often: once it
/// says `true`, the games under way are given up and the report is one of those that are finished.
/// `after_game` is called after each game.
///
/// With nodes as the limit, and engines that play the same at the same seed, the games depend on
/// the settings alone: not on how many run at once, nor in which order they end, nor whether the
/// match was broken off and taken up again.
///
/// # Errors
///
/// When there can be no such match, or a record cannot be written.
pub fn run(
    settings: &Settings,
    journal: Journal,
    stop: &(dyn Fn() -> bool + Sync),
    after_game: &mut dyn FnMut(&Progress<'_>),
) -> Result<Report, MatchError> {
    settings.check()?;
    let identities = introduce(settings, stop)?;
    let mut state = State::new(settings, journal, identities);
    if state.decided.is_none() {
        state.play(stop, after_game)?;
    }
    Ok(state.finish())
}

/// Starts every program once: what is no engine is found out before the first game.
fn introduce(
    settings: &Settings,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Option<String>>, MatchError> {
    let mut identities = Vec::new();
    for contestant in &settings.contestants {
        let Contestant::Program(program) = contestant else {
            identities.push(None);
            continue;
        };
        let introduced = UgiClient::start(program.words(), Stdio::null()).and_then(|mut client| {
            client.new_game(&settings.setup)?;
            client.wait_until_ready(stop)?;
            Ok(client.identity().map(str::to_owned))
        });
        match introduced {
            Ok(identity) => identities.push(identity),
            Err(UgiError::Interrupted) => identities.push(None),
            Err(reason) => {
                return Err(MatchError::Contestant { contestant: contestant.to_string(), reason });
            }
        }
    }
    Ok(identities)
}

/// A match from its beginning to its report.
struct State<'a> {
    settings: &'a Settings,
    schedule: Schedule,
    journal: Journal,
    identities: Vec<Option<String>>,
    tally: Tally,
    /// By engine, of this run alone: records do not hold them.
    costs: Vec<Cost>,
    test: Option<RunningTest>,
    /// The last game that counts, once the test has decided.
    decided: Option<u64>,
}

impl<'a> State<'a> {
    fn new(settings: &'a Settings, journal: Journal, identities: Vec<Option<String>>) -> Self {
        let engines = settings.contestants.len();
        let schedule = settings.schedule();
        let mut tally = Tally::new(schedule.clone(), engines);
        for (index, fact) in journal.done() {
            tally.add(*index, *fact);
        }
        let mut test = settings.sprt.map(|test| RunningTest::new(test, settings.from));
        let decided = test.as_mut().and_then(|test| test.look(&tally));
        let costs = vec![Cost::default(); engines];
        Self { settings, schedule, journal, identities, tally, costs, test, decided }
    }

    /// Plays the games that are left.
    fn play(
        &mut self,
        stop: &(dyn Fn() -> bool + Sync),
        after_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), MatchError> {
        let settings = self.settings;
        let done = self.tally.numbers();
        let left = settings.games - done.len() as u64;
        let workers = settings.concurrency.min(usize::try_from(left).unwrap_or(usize::MAX));
        let numbers = settings.from..=settings.last();
        let next = &Mutex::new(numbers.filter(move |index| !done.contains(index)));
        let schedule = self.schedule.clone();
        let halt = &AtomicBool::new(false);
        thread::scope(|scope| {
            // Whatever ends the wait for games ends the games, a panic included.
            let _halting = Halt(halt);
            let stop = move || halt.load(Ordering::Relaxed) || stop();
            let (sender, games) = mpsc::sync_channel(workers);
            for number in 0..workers {
                let (sender, schedule) = (sender.clone(), schedule.clone());
                thread::Builder::new()
                    .name(format!("game {number}"))
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || {
                        let next = || {
                            let mut left = next.lock().unwrap_or_else(PoisonError::into_inner);
                            left.next().map(|index| schedule.game(index))
                        };
                        play_games(settings, next, &stop, &sender);
                    })
                    .map_err(MatchError::Thread)?;
            }
            drop(sender);
            for (plan, played) in games {
                self.take(&plan, &played)?;
                after_game(&self.progress());
                if self.decided.is_some() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Takes in a finished game.
    fn take(&mut self, plan: &Plan, played: &Played) -> Result<(), MatchError> {
        self.journal.append(&played.record)?;
        for (engine, cost) in plan.engines.iter().zip(played.costs) {
            self.costs[*engine].add(cost);
        }
        // A game that was played to its end has a result.
        if let Some(fact) = Fact::of(&played.record) {
            self.tally.add(plan.index, fact);
        }
        self.decided = self.test.as_mut().and_then(|test| test.look(&self.tally));
        Ok(())
    }

    fn progress(&self) -> Progress<'_> {
        Progress {
            settings: self.settings,
            identities: &self.identities,
            tally: &self.tally,
            costs: &self.costs,
            test: self.test.as_ref(),
        }
    }

    fn finish(mut self) -> Report {
        let end = match self.decided {
            Some(last) => {
                // Games that were under way when the test decided do not count.
                self.tally = self.tally.up_to(last);
                End::Decided
            }
            None if self.tally.len() == self.settings.games => End::Complete,
            None => End::BrokenOff,
        };
        self.progress().report_at(end)
    }
}

/// Ends all games when it is dropped.
struct Halt<'a>(&'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Plays one game after the other, until there are none left or `stop` says so.
fn play_games(
    settings: &Settings,
    next: impl Fn() -> Option<Plan>,
    stop: &dyn Fn() -> bool,
    sender: &SyncSender<(Plan, Played)>,
) {
    let seeds = Seeds::new(settings.seed);
    // Programs stay from game to game, as long as they behave.
    let mut seats: BTreeMap<usize, Seat<'_>> = BTreeMap::new();
    // The second game of a pair often follows the first.
    let mut known: Option<(u64, AnyGame)> = None;
    while !stop()
        && let Some(plan) = next()
    {
        let opening = match known.take() {
            Some((number, opening)) if number == plan.opening => opening,
            _ => settings.openings.opening(&settings.setup, seeds.openings(), plan.opening),
        };
        known = Some((plan.opening, opening.clone()));
        let mut taken = plan.engines.map(|engine| {
            seats.remove(&engine).unwrap_or_else(|| Seat::new(&settings.contestants[engine]))
        });
        let played = play(&plan, opening, &mut taken, settings, stop);
        seats.extend(plan.engines.into_iter().zip(taken));
        // Nobody takes it where the match is over.
        if played.is_none_or(|played| sender.send((plan, played)).is_err()) {
            return;
        }
    }
}
