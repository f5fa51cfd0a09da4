//! The full-screen game on a terminal of its own, as a person plays it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::{
    fs,
    io::{Read, Write},
    num::NonZero,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, AnySetup, Outcome, Position, gridball::GridballAction,
};
use gridball_replay::{RecordResult, Records};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use self::common::{Dice, Machine, PATIENCE, program};

/// The keys round `s`, clockwise from north.
const KEYS: [&str; 8] = ["w", "e", "d", "c", "x", "z", "a", "q"];

const fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn number(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

/// A program on a terminal.
struct Screen {
    child: Box<dyn Child + Send + Sync>,
    master: Option<Box<dyn MasterPty + Send>>,
    keyboard: Option<Box<dyn Write + Send>>,
    parser: Arc<Mutex<vt100::Parser>>,
    /// The modes of the terminal before the program began.
    modes: [u64; 2],
}

/// The bits of a terminal's modes: raw, echo and so on.
fn modes(terminal: &dyn MasterPty) -> [u64; 2] {
    let modes = terminal.get_termios().unwrap();
    [modes.local_flags.bits().into(), modes.input_flags.bits().into()]
}

/// A program that begins on a terminal of this kind.
fn command(machine: &Machine, program: &Path, words: &[&str], term: &str) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(words);
    command.cwd(machine.path(""));
    for (name, value) in [
        ("TERM", term),
        ("LC_ALL", "C.UTF-8"),
        ("GRIDBALL_DATA", machine.data().to_str().unwrap()),
        ("XDG_CONFIG_HOME", machine.path("config").to_str().unwrap()),
        ("HOME", machine.path("home").to_str().unwrap()),
        ("PS1", "$ "),
    ] {
        command.env(name, value);
    }
    command.env_remove("NO_COLOR");
    command.env_remove("COLORTERM");
    command
}

/// The file of the only unfinished game; not what is being written beside it.
fn unfinished(machine: &Machine) -> PathBuf {
    let whole = |path: &PathBuf| !path.file_name().unwrap().as_encoded_bytes().starts_with(b".");
    machine.unfinished().into_iter().find(whole).unwrap_or_default()
}

impl Screen {
    fn start(machine: &Machine, words: &[&str]) -> Self {
        Self::run(machine, program(), words, "xterm-256color", 24)
    }

    fn run(machine: &Machine, program: &Path, words: &[&str], term: &str, rows: u16) -> Self {
        Self::spawn(command(machine, program, words, term), rows)
    }

    fn spawn(command: CommandBuilder, rows: u16) -> Self {
        let pair = native_pty_system().openpty(size(80, rows)).unwrap();
        let modes = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(number(rows), number(80), 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let screen = Arc::clone(&parser);
        thread::spawn(move || {
            let mut chunk = [0; 8192];
            // The end of the program is an error here.
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                screen.lock().unwrap().process(&chunk[..count]);
            }
        });
        Self { child, master: Some(pair.master), keyboard: Some(keyboard), parser, modes }
    }

    fn type_keys(&mut self, keys: &str) {
        let keyboard = self.keyboard.as_mut().unwrap();
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }

    fn text(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    fn is_full_screen(&self) -> bool {
        self.parser.lock().unwrap().screen().alternate_screen()
    }

    /// Waits until something is so.
    fn wait_until(&self, what: &str, mut so: impl FnMut(&Self) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !so(self) {
            assert!(Instant::now() < deadline, "waited for {what} at:\n{}", self.text());
            thread::sleep(Duration::from_millis(3));
        }
    }

    /// Waits until a text is on the screen.
    fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.text().contains(text));
    }

    fn resize(&self, columns: u16, rows: u16) {
        self.parser.lock().unwrap().screen_mut().set_size(number(rows), number(columns));
        self.master.as_ref().unwrap().resize(size(columns, rows)).unwrap();
    }

    fn signal(&self, signal: Signal) {
        let id = self.child.process_id().unwrap();
        kill(Pid::from_raw(id as i32), signal).unwrap();
    }

    /// Waits for the end of the program; gives its exit status.
    fn wait(&mut self) -> u32 {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(Instant::now() < deadline, "the program did not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(3));
        }
    }

    /// Whether the terminal is as it was before the program began.
    fn is_given_back(&self) -> bool {
        !self.is_full_screen()
            && !self.parser.lock().unwrap().screen().hide_cursor()
            && modes(&**self.master.as_ref().unwrap()) == self.modes
    }

    /// Enters an action as a person would, by keys where that is possible.
    fn enter(&mut self, position: &AnyPosition, action: &AnyAction) {
        match (position, action) {
            (_, AnyAction::Gridball(GridballAction::Penalty(direction))) => {
                let key = KEYS[*direction as usize];
                self.type_keys(&format!("{key}\r"));
            }
            (AnyPosition::Gridball(_) | AnyPosition::PaperSoccer(_), _) => {
                for step in position.action_steps(action) {
                    self.type_keys(KEYS[usize::from(step.0 & 7)]);
                }
            }
            _ => {
                let text = position.action_text(action);
                self.type_keys(&format!(":{text}\r"));
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // After a failed test the program must not stay behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last record of a file, if there is a whole one.
fn last_record(path: &Path) -> Option<gridball_replay::Record> {
    let file = fs::File::open(path).ok()?;
    Records::new(file).ok()?.last()?.ok()?.into_whole().ok()
}

/// An action that wins, or else any.
fn choose(position: &AnyPosition, dice: &mut Dice) -> AnyAction {
    let actions = position.actions(400);
    let wins = |action: &&AnyAction| {
        let mut after = position.clone();
        after.play(action).unwrap();
        after.outcome() == Some(Outcome::Win(position.to_move()))
    };
    actions.iter().find(wins).unwrap_or(&actions[dice.below(actions.len())]).clone()
}

/// Plays a whole game between two people, with resizes, and gives its record.
fn play_whole_game(game: &str, seed: u64) {
    let machine = Machine::new();
    let file = machine.path("game.gbn");
    let words = ["play", game, "--first", "human", "--second", "human", "--save", "game.gbn"];
    let mut screen = Screen::start(&machine, &words);
    screen.wait_for("to move");
    let setup: AnySetup = game.parse().unwrap();
    let mut played = AnyGame::new(&setup);
    let mut dice = Dice(seed);
    while played.position().outcome().is_none() {
        let action = choose(played.position(), &mut dice);
        screen.enter(played.position(), &action);
        played.play(&action).unwrap();
        let count = played.len();
        screen.wait_until("the action to be saved", |_| {
            last_record(&file).is_some_and(|record| record.len() == count)
        });
        match count {
            2 => screen.resize(1, 1),
            4 => screen.resize(120, 40),
            6 => screen.resize(40, 20),
            8 => screen.resize(80, 24),
            _ => {}
        }
    }
    screen.resize(80, 24);
    screen.wait_for("new game");
    let record = last_record(&file).unwrap();
    assert_eq!(record.game().position(), played.position());
    assert_eq!(record.result, RecordResult::of(played.position().outcome()));
    // The result is on the screen.
    let text = screen.text();
    let shown = match played.position().outcome() {
        Some(Outcome::Win(winner)) => format!("{winner} wins"),
        _ => "A draw".to_owned(),
    };
    assert!(text.contains(&shown), "{shown}:\n{text}");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
    screen.wait_until("the terminal to be given back", Screen::is_given_back);
}

#[test]
fn a_whole_game_of_gridball() {
    play_whole_game("gridball:12x12/4", 0x1234_5678_9abc);
}

#[test]
fn a_whole_game_of_paper_football() {
    play_whole_game("paper-football:12x12/4", 0x2345_6789_abcd);
}

#[test]
fn a_whole_game_of_paper_soccer() {
    play_whole_game("paper-soccer:2,4,4", 0x3456_789a_bcde);
}

#[test]
fn a_whole_game_of_dots() {
    play_whole_game("dots:5x4/plain", 0x4567_89ab_cdef);
}

#[test]
fn a_whole_game_of_football_checkers() {
    play_whole_game("football-checkers:corners/open", 0x5678_9abc_def0);
}

#[test]
fn a_game_against_an_engine_survives_being_killed() {
    for game in ["gridball", "paper-football", "paper-soccer", "dots", "football-checkers"] {
        let machine = Machine::new();
        let words = ["play", game, "--second", "level:1", "--seed", "5"];
        let mut screen = Screen::start(&machine, &words);
        screen.wait_for("to move");
        let mut position = AnyPosition::start(&game.parse().unwrap());
        // A game of paper soccer may be over soon.
        let turns = if game == "paper-soccer" { 1 } else { 2 };
        for turn in 1..=turns {
            // A quiet action of the person.
            let quiet = position.actions(50).into_iter().find(|action| {
                let mut after = position.clone();
                after.play(action).unwrap();
                after.outcome().is_none() && after.to_move() != position.to_move()
            });
            screen.enter(&position, &quiet.unwrap());
            // The engine answers by itself.
            screen.wait_until("the answer", |_| {
                last_record(&unfinished(&machine)).is_some_and(|record| record.len() >= 2 * turn)
            });
            let record = last_record(&unfinished(&machine)).unwrap();
            position = record.game().position().clone();
        }
        let before = position.position_text();
        // An unfinished action may be lost, and nothing else.
        if matches!(position, AnyPosition::Gridball(_)) {
            let step = position.steps(&[])[0];
            screen.type_keys(KEYS[usize::from(step.0 & 7)]);
        }
        screen.signal(Signal::SIGKILL);
        screen.wait();

        let mut screen = Screen::start(&machine, &[]);
        screen.wait_for("Continue");
        screen.type_keys("\r");
        screen.wait_for("Moves");
        screen.type_keys("p");
        screen.wait_for("clipboard");
        // The seed that was asked for is that of the game.
        let seed = last_record(&unfinished(&machine)).unwrap();
        assert_eq!(seed.tags.get("Seed"), Some("5"));
        // The text is wrapped in a frame.
        let framed = |screen: &Screen| -> String {
            let text = screen.text();
            let inside = text.lines().filter_map(|line| line.split('│').nth(1));
            inside.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
        };
        let whole = before.replace(' ', "");
        screen.wait_until(&whole, |screen| framed(screen).contains(&whole));
        screen.type_keys("\x1b");
        screen.type_keys("\x03");
        assert_eq!(screen.wait(), 0);
        let after = last_record(&unfinished(&machine)).unwrap();
        assert_eq!(after.game().position().position_text(), before, "{game}");
    }
}

#[test]
fn the_start_screen_remembers_and_the_terminal_is_given_back() {
    let machine = Machine::new();
    let mut screen = Screen::start(&machine, &[]);
    screen.wait_for("five games on squared paper");
    assert!(screen.is_full_screen());
    assert_ne!(modes(&**screen.master.as_ref().unwrap()), screen.modes);
    // The next game, then back up and play it.
    screen.type_keys("\x1b[B\x1b[C");
    screen.wait_for("Paper football");
    screen.type_keys("\x1b[A\r");
    screen.wait_for("Paper football  16x24/4");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
    screen.wait_until("the terminal", Screen::is_given_back);
    let settings = fs::read_to_string(machine.path("config/gridball/gridball.toml")).unwrap();
    assert!(settings.contains("game = \"paper-football:16x24/4\""), "{settings}");
    let screen = Screen::start(&machine, &[]);
    screen.wait_for("Paper football");

    // A file of one's own.
    let named = machine.file("my.toml", "game = \"dots:9x9\"\nascii = true\n");
    let screen = Screen::start(&machine, &["play", "--config", named.to_str().unwrap()]);
    screen.wait_for("< 9x9 >");
    let outcome = machine.file("bad.toml", "look = \"green\"\n");
    let mut screen = Screen::start(&machine, &["play", "--config", outcome.to_str().unwrap()]);
    assert_eq!(screen.wait(), 2);
    screen.wait_for("line 1: ");

    // What is missing is said before there is a screen.
    for words in [
        &["--config", "none.toml"][..],
        &["play", "--config", "none.toml"],
        &["play", "gridball", "--save", "none/game.gbn"],
    ] {
        let mut screen = Screen::start(&machine, words);
        assert_eq!(screen.wait(), 2, "{words:?}");
        screen.wait_for(&format!("error: {}: No such file or directory", words[words.len() - 1]));
    }
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let machine = Machine::new();
        let mut screen = Screen::start(&machine, &["play", "gridball", "--second", "human"]);
        screen.wait_for("to move");
        screen.type_keys("wcx");
        screen.wait_for("034");
        screen.signal(signal);
        assert_eq!(screen.wait(), 130, "{signal}");
        screen.wait_until("the terminal", Screen::is_given_back);
        assert_eq!(last_record(&unfinished(&machine)).unwrap().len(), 1);
    }
}

#[test]
fn a_closed_terminal_ends_the_game_and_loses_nothing() {
    let machine = Machine::new();
    // Nobody else may hold the terminal open here, such as a thread that reads from it.
    let pair = native_pty_system().openpty(size(80, 24)).unwrap();
    let words = ["play", "gridball", "--second", "human"];
    let command = command(&machine, program(), &words, "xterm");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut keyboard = pair.master.take_writer().unwrap();
    let mut parser = vt100::Parser::new(number(24), number(80), 0);
    let mut wait_for = |text: &str| {
        let mut chunk = [0; 4096];
        while !parser.screen().contents().contains(text) {
            let count = reader.read(&mut chunk).unwrap();
            parser.process(&chunk[..count]);
        }
    };
    wait_for("to move");
    keyboard.write_all(b"wcx").unwrap();
    wait_for("034");
    drop((reader, keyboard, pair.master));
    let deadline = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the program did not end");
        thread::sleep(Duration::from_millis(3));
    }
    assert_eq!(last_record(&unfinished(&machine)).unwrap().len(), 1);
}

#[test]
fn the_shell_can_have_the_terminal_for_a_while() {
    let machine = Machine::new();
    let mut screen = Screen::run(&machine, Path::new("/bin/sh"), &["-i"], "xterm-256color", 24);
    screen.wait_for("$ ");
    let program = program().display();
    screen.type_keys(&format!("{program} play gridball --second human\r"));
    screen.wait_until("the full screen", Screen::is_full_screen);
    screen.wait_for("to move");
    screen.type_keys("wcx");
    screen.wait_for("034");
    screen.type_keys("\x1a");
    screen.wait_until("the shell", |screen| !screen.is_full_screen());
    screen.type_keys("echo still $((40 + 2))\r");
    screen.wait_for("still 42");
    screen.type_keys("fg\r");
    screen.wait_until("the full screen again", Screen::is_full_screen);
    screen.wait_for("034");
    screen.type_keys("aaa");
    screen.wait_for("666");
    screen.type_keys("\x03");
    screen.wait_until("the shell again", |screen| !screen.is_full_screen());
    screen.type_keys("exit\r");
    assert_eq!(screen.wait(), 0);
}

#[test]
fn a_record_is_replayed_and_commented() {
    let machine = Machine::new();
    let record = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n1. 034 {straight ahead} 666 *\n\n";
    machine.file("two.gbn", record.repeat(2));
    let mut screen = Screen::start(&machine, &["replay", "two.gbn", "--game", "2"]);
    screen.wait_for("two.gbn #2");
    screen.type_keys("\x1b[C");
    screen.wait_for("straight ahead");
    screen.type_keys("\x1b[C");
    screen.wait_for("Action 2 of 2");
    screen.type_keys(";quiet\r");
    screen.wait_for("quiet");
    screen.type_keys("k");
    screen.wait_for("Save in the file");
    screen.type_keys("mine.gbn\r");
    screen.wait_for("Saved in mine.gbn.");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
    let saved = last_record(&machine.path("mine.gbn")).unwrap();
    assert_eq!(saved.annotation(saved.last()).comments, ["quiet"]);
    // The file itself is as it was.
    assert_eq!(fs::read_to_string(machine.path("two.gbn")).unwrap(), record.repeat(2));

    let mut screen = Screen::start(&machine, &["replay", "two.gbn", "--game", "3"]);
    screen.wait_for("there is no game 3");
    assert_eq!(screen.wait(), 2);
}

#[test]
fn no_report_of_a_mouse_takes_the_game_down() {
    let machine = Machine::new();
    let mut screen = Screen::start(&machine, &["play", "gridball", "--second", "human"]);
    screen.wait_for("to move");
    // Coordinates count from 1. Reports in the manner of SGR, of X10 and of rxvt, and broken ones.
    for report in [
        "\x1b[<0;0;0M",
        "\x1b[<0;0;0m",
        "\x1b[<64;0;65535M",
        "\x1b[<0;99999;1M",
        "\x1b[M !!",
        "\x1b[M   ",
        "\x1b[M\0\0\0",
        "\x1b[32;0;0M",
        "\x1b[<;;M",
        "\x1b[0;0R",
        "\x1b[200~\x1b[<0;0;0M\x1b[201~",
    ] {
        screen.type_keys(report);
    }
    // A click beside the field closes what a report may have opened.
    screen.type_keys("\x1b[<0;79;1M");
    screen.type_keys("wcx");
    screen.wait_for("034");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
    screen.wait_until("the terminal to be given back", Screen::is_given_back);
}

#[test]
fn settings_are_named_alone_too_and_faulty_ones_are_kept() {
    let machine = Machine::new();
    let named = machine.file("my.toml", "game = \"dots:9x9\"\nascii = true\n");
    let mut screen = Screen::start(&machine, &["--config", named.to_str().unwrap()]);
    screen.wait_for("< 9x9 >");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
    let mut screen = Screen::start(&machine, &["--config", "my.toml", "games"]);
    screen.wait_for("--config: stands alone");
    assert_eq!(screen.wait(), 2);

    // The usual file is faulty: it is said, and the file stays until there is another one.
    let folder = machine.path("config/gridball");
    fs::create_dir_all(&folder).unwrap();
    let usual = folder.join("gridball.toml");
    fs::write(&usual, "look = \"green\"\n").unwrap();
    let mut screen = Screen::start(&machine, &[]);
    screen.wait_for("gridball.toml: line 1: ");
    screen.type_keys("\x1b[B");
    screen.wait_until("the note to go", |screen| !screen.text().contains("line 1: "));
    assert_eq!(fs::read_to_string(&usual).unwrap(), "look = \"green\"\n");
    screen.type_keys("\x1b[C");
    let kept = folder.join("gridball.toml.bad");
    screen.wait_until("the copy", |_| kept.exists() && usual.exists());
    assert_eq!(fs::read_to_string(&kept).unwrap(), "look = \"green\"\n");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
}

#[test]
fn terminals_without_unicode_get_ascii() {
    let machine = Machine::new();
    for (term, locale) in [("linux", "C.UTF-8"), ("xterm", "C")] {
        let words = ["play", "gridball", "--second", "human"];
        let mut command = command(&machine, program(), &words, term);
        command.env("LC_ALL", locale);
        let screen = Screen::spawn(command, 24);
        screen.wait_for("to move");
        screen.wait_for("? help");
        assert!(screen.text().is_ascii(), "{term} {locale}\n{}", screen.text());
    }
}

#[test]
fn the_signal_that_stops_a_job_gives_the_terminal_back() {
    let machine = Machine::new();
    let shell = Path::new("/bin/sh");
    let mut screen = Screen::run(&machine, shell, &["-i"], "xterm-256color", 24);
    screen.wait_for("$ ");
    screen.type_keys(&format!("{} play gridball --second human\r", program().display()));
    screen.wait_for("to move");
    // The only child of the shell.
    let shell = screen.child.process_id().unwrap();
    let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
    let Some(game) = children.ok().and_then(|text| text.trim().parse().ok()) else {
        // Only Linux tells who the children are.
        return;
    };
    for _ in 0..2 {
        kill(Pid::from_raw(game), Signal::SIGTSTP).unwrap();
        screen.wait_until("the shell", |screen| !screen.is_full_screen());
        screen.type_keys("echo still $((40 + 2))\r");
        screen.wait_for("still 42");
        screen.type_keys("clear; fg\r");
        screen.wait_until("the full screen again", Screen::is_full_screen);
        screen.wait_for("to move");
    }
    screen.type_keys("\x03");
    screen.wait_until("the shell again", |screen| !screen.is_full_screen());
    screen.type_keys("exit\r");
    assert_eq!(screen.wait(), 0);
}

#[test]
fn changes_of_study_are_kept_beside_the_file() {
    let machine = Machine::new();
    let record = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n1. 034 666 *\n\n";
    let faulty = record.replace("666", "034");
    machine.file("park.gbn", [faulty.as_str(), record].concat());
    let mut screen = Screen::start(&machine, &["replay", "park.gbn"]);
    screen.wait_for("park.gbn #2");
    screen.wait_for("Left out: park.gbn:4:8: ");
    screen.type_keys("\x1b[C!");
    screen.wait_for("park.study.gbn");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
    let kept = last_record(&machine.path("park.study.gbn")).unwrap();
    assert_eq!(kept.annotation(kept.main_line().next().unwrap()).signs.len(), 1);
    assert_eq!(fs::read_to_string(machine.path("park.gbn")).unwrap(), faulty + record);
}

#[test]
fn a_dumb_terminal_gets_lines_and_a_note() {
    let machine = Machine::new();
    let words = ["play", "gridball", "--second", "human"];
    let mut screen = Screen::run(&machine, program(), &words, "dumb", 80);
    screen.wait_for("note: this is no terminal for the full screen");
    screen.wait_for("First>");
    assert!(!screen.is_full_screen());
    screen.type_keys("quit\r");
    assert_eq!(screen.wait(), 0);
}

#[test]
fn a_data_folder_that_cannot_be_written_is_told_before_and_after_the_game() {
    let machine = Machine::new();
    fs::write(machine.path("plain"), "no folder").unwrap();
    let words = ["play", "gridball", "--first", "human", "--second", "human"];
    let mut command = command(&machine, program(), &words, "xterm-256color");
    command.env("GRIDBALL_DATA", machine.path("plain"));
    let mut screen = Screen::spawn(command, 24);
    screen.wait_for("The game is not saved.");
    screen.type_keys("wcx");
    screen.wait_for("not saved: ");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 1);
    screen.wait_until("the terminal", |screen| !screen.is_full_screen());
    screen.wait_for("The game is not saved.");
    assert_eq!(fs::read_to_string(machine.path("plain")).unwrap(), "no folder");
}

#[test]
fn a_faulty_unfinished_game_is_named_and_stays() {
    let machine = Machine::new();
    let folder = machine.data().join("unfinished");
    fs::create_dir_all(&folder).unwrap();
    let text = "[Game \"gridball\"]\n[Result \"*\"]\n\n1. 034 nonsense *\n\n";
    fs::write(folder.join("bad.gbn"), text).unwrap();
    let mut screen = Screen::start(&machine, &["play"]);
    screen.wait_for("bad.gbn:4:");
    screen.type_keys("\x03");
    assert_eq!(screen.wait(), 0);
    assert_eq!(fs::read_to_string(folder.join("bad.gbn")).unwrap(), text);
}
