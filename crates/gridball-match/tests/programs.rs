//! Matches against programs that break the rules in every way: each loses its games with the
//! reason on record, the match goes on, and no process stays behind.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use gridball_match::{Contestant, End, Journal, MatchError, Report, Settings, run};
use gridball_replay::{Record, Records, tag, termination};
use nix::{errno::Errno, sys::signal::kill, unistd::Pid};

/// So long something may take that should come at once.
const PATIENCE: Duration = Duration::from_mins(2);

/// A folder with the records of a match and the numbers of the processes that took part.
struct Stage {
    folder: tempfile::TempDir,
}

impl Stage {
    fn new() -> Self {
        let stage = Self { folder: tempfile::tempdir().unwrap() };
        fs::write(stage.numbers(), "").unwrap();
        stage
    }

    fn numbers(&self) -> PathBuf {
        self.folder.path().join("numbers")
    }

    fn records(&self) -> PathBuf {
        self.folder.path().join("match.gbn")
    }

    /// The mock engine that behaves like this.
    fn mock(&self, behaviour: &str) -> Contestant {
        let program = Path::new(env!("CARGO_BIN_EXE_mock-engine"));
        let numbers = self.numbers();
        let words = [program.to_str().unwrap(), behaviour, numbers.to_str().unwrap()];
        format!("cmd:{}", shlex::try_join(words).unwrap()).parse().unwrap()
    }

    /// A match of such an engine against a well-behaved one, two games on a small field.
    fn settings(&self, behaviour: &str, control: &str) -> Settings {
        let contestants = vec![self.mock(behaviour), "random".parse().unwrap()];
        Settings {
            time_control: Some(control.parse().unwrap()),
            // The machine may be busy: only those are late who mean to be.
            margin: Duration::from_millis(100),
            ..Settings::new("gridball:12x12/4".parse().unwrap(), contestants, 2, 1)
        }
    }

    fn play(&self, settings: &Settings) -> (Report, Vec<Record>) {
        let journal = Journal::create(&self.records()).unwrap();
        let report = run(settings, journal, &|| false, &mut |_| {}).unwrap();
        let file = fs::File::open(self.records()).unwrap();
        let records =
            Records::new(file).unwrap().map(|entry| entry.unwrap().into_whole().unwrap()).collect();
        (report, records)
    }

    /// How many processes took part; none of them is left.
    fn processes(&self) -> usize {
        let numbers = fs::read_to_string(self.numbers()).unwrap();
        for number in numbers.lines() {
            assert!(is_gone(number.parse().unwrap()), "process {number} is left: {numbers:?}");
        }
        numbers.lines().count()
    }
}

/// Whether there is no such process, now or soon: an orphan has to be buried by the system.
fn is_gone(number: i32) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while kill(Pid::from_raw(number), None) != Err(Errno::ESRCH) && !is_zombie(number) {
        if Instant::now() > deadline {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

/// Whether the process has ended, and only its parent has not taken note of it. In a container
/// nobody may ever do that for orphans.
fn is_zombie(number: i32) -> bool {
    let status = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    status.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

/// The comment on the last action, which says who lost and why.
fn reason(record: &Record) -> &str {
    record.annotation(record.last()).comments.last().map_or("", String::as_str)
}

/// Plays such a match, in which the mock loses both games like this.
fn loses(behaviour: &str, control: &str, ended: &str, because: &str) -> Report {
    let stage = Stage::new();
    let (report, records) = stage.play(&stage.settings(behaviour, control));
    assert_eq!(records.len(), 2, "{behaviour}");
    for record in &records {
        assert_eq!(record.tags.get(tag::TERMINATION), Some(ended), "{behaviour}");
        assert!(reason(record).contains(because), "{behaviour}: {}", reason(record));
    }
    let results: Vec<&str> = records.iter().map(|record| record.result.text()).collect();
    assert_eq!(results, ["0-1", "1-0"], "{behaviour}");
    assert_eq!(report.pairings[0].games.losses, 2, "{behaviour}");
    // One to see whether it is an engine at all, and one a game.
    assert_eq!(stage.processes(), 3, "{behaviour}");
    report
}

#[test]
fn a_well_behaved_program_plays_its_games() {
    let stage = Stage::new();
    let mut settings = stage.settings("well", "1/10");
    settings.contestants[1] = stage.mock("well");
    let (report, records) = stage.play(&settings);
    assert_eq!((report.games, report.end), (2, End::Complete));
    for record in &records {
        assert_eq!(record.tags.get(tag::TERMINATION), Some(termination::NORMAL));
        assert_eq!(record.tags.get(tag::FIRST), Some("mock 1.0"));
    }
    assert_eq!(report.engines[0].identity.as_deref(), Some("mock 1.0"));
    assert!(report.engines[0].nodes_per_second.is_some());
    // Two to introduce themselves, and then the same two for both games.
    assert_eq!(stage.processes(), 4);
}

#[test]
fn one_that_never_answers_loses_on_time() {
    let report = loses("never", "1/0.1", termination::TIME, "has not answered within 1.2s");
    assert_eq!(report.engines[0].time_forfeits, 2);
}

#[test]
fn one_that_answers_late_loses_on_time() {
    loses("late", "1/0.1", termination::TIME, "answered after ");
}

#[test]
fn one_that_uses_up_its_clock_loses_on_time() {
    // Two actions of 400 ms are too many for half a second.
    let stage = Stage::new();
    let (_, records) = stage.play(&stage.settings("late", "0.5+0.01"));
    for record in &records {
        assert_eq!(record.tags.get(tag::TERMINATION), Some(termination::TIME));
        assert!(reason(record).contains("answered after "), "{}", reason(record));
        let clocks: Vec<_> =
            record.main_line().filter_map(|node| record.annotation(node).clock()).collect();
        assert_eq!(clocks.len(), record.len(), "{clocks:?}");
    }
    stage.processes();
}

#[test]
fn one_that_plays_what_is_not_legal_loses() {
    let report = loses("illegal", "1/10", termination::FORFEIT, "the engine plays `040`: ");
    assert_eq!(report.engines[0].broken_rules, 2);
    loses("nonsense", "1/10", termination::FORFEIT, "the engine plays `");
    loses("refuses", "1/10", termination::FORFEIT, "the engine says `error I do not want to`");
}

#[test]
fn one_that_talks_without_end_loses_on_time() {
    loses("megabyte", "1/0.1", termination::TIME, "has not answered within");
    loses("chatters", "1/0.1", termination::TIME, "has not answered within");
}

#[test]
fn one_that_dies_loses_and_is_started_again() {
    let report = loses("dies", "1/10", termination::CRASH, "the engine has ended (exit status: 3)");
    assert_eq!(report.engines[0].crashes, 2);
    loses("closes-output", "1/10", termination::CRASH, "the engine has ended");
}

#[test]
fn after_a_crash_the_next_game_is_played_as_if_nothing_had_been() {
    let stage = Stage::new();
    let (report, records) = stage.play(&stage.settings("dies-once", "1/10"));
    assert_eq!(report.games, 2);
    let ends: Vec<_> = records.iter().map(|record| record.tags.get(tag::TERMINATION)).collect();
    assert_eq!(ends, [Some(termination::CRASH), Some(termination::NORMAL)]);
    assert_eq!(stage.processes(), 3);
}

#[test]
fn odd_but_harmless_habits_cost_nothing() {
    for behaviour in ["starts-slowly", "floods-errors", "ignores-quit", "family"] {
        let stage = Stage::new();
        let (report, records) = stage.play(&stage.settings(behaviour, "1/10"));
        assert_eq!(report.games, 2, "{behaviour}");
        for record in &records {
            let ended = record.tags.get(tag::TERMINATION);
            assert_eq!(ended, Some(termination::NORMAL), "{behaviour}: {}", reason(record));
        }
        let expected = if behaviour == "family" { 4 } else { 2 };
        assert_eq!(stage.processes(), expected, "{behaviour}");
    }
}

#[test]
fn what_is_no_engine_is_found_out_before_the_first_game() {
    let stage = Stage::new();
    let cases: [(Contestant, &str); 4] = [
        (stage.mock("not-ready"), "has not answered `isready` within 10 s"),
        (stage.mock("deaf"), "has not answered `isready` within 10 s"),
        ("cmd:./no-such-engine".parse().unwrap(), "cannot start `./no-such-engine`: No such file"),
        ("cmd:true".parse().unwrap(), "the engine has ended (exit status: 0)"),
    ];
    let stage = &stage;
    // All at once, for some take their time.
    thread::scope(|scope| {
        for (contestant, complaint) in cases {
            scope.spawn(move || {
                let mut settings = stage.settings("well", "1/10");
                settings.contestants[0] = contestant;
                let error = run(&settings, Journal::none(), &|| false, &mut |_| {}).unwrap_err();
                assert!(matches!(error, MatchError::Contestant { .. }));
                assert!(error.to_string().contains(complaint), "{error}");
            });
        }
    });
    stage.processes();
}

#[test]
fn a_match_that_is_broken_off_leaves_nobody_behind() {
    let stage = Stage::new();
    let mut settings = stage.settings("never", "1/3600");
    settings.concurrency = 2;
    let stop = AtomicBool::new(false);
    let report = thread::scope(|scope| {
        let report = scope.spawn(|| {
            run(&settings, Journal::none(), &|| stop.load(Ordering::Relaxed), &mut |_| {})
        });
        // One to introduce itself and one for each of the games that run.
        let deadline = Instant::now() + PATIENCE;
        while fs::read_to_string(stage.numbers()).unwrap().lines().count() < 3 {
            assert!(Instant::now() < deadline, "the games do not begin");
            thread::sleep(Duration::from_millis(5));
        }
        stop.store(true, Ordering::Relaxed);
        report.join().unwrap().unwrap()
    });
    assert_eq!((report.games, report.end), (0, End::BrokenOff));
    stage.processes();
}

#[test]
fn a_listener_that_panics_leaves_nobody_behind() {
    let stage = Stage::new();
    let mut settings = stage.settings("ignores-quit", "1/10");
    settings.games = 200;
    settings.concurrency = 2;
    let panicked = std::panic::catch_unwind(|| {
        run(&settings, Journal::none(), &|| false, &mut |_| panic!("on purpose"))
    });
    assert!(panicked.is_err());
    stage.processes();
}
