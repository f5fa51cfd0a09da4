//! Closed pipes, full disks, texts in other encodings, inputs that are far too long.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::{fs, io::Write};

use common::{Machine, Talk};

/// Commands that print something.
fn printing() -> Vec<Vec<&'static str>> {
    vec![
        vec!["--help"],
        vec!["--version"],
        vec!["games"],
        vec!["games", "--json"],
        vec!["rules", "gridball"],
        vec!["show", "gridball"],
        vec!["legal", "gridball"],
        vec!["perft", "gridball", "2", "--divide"],
        vec!["check", "faults.gbn"],
        vec!["convert", "games.gbn", "-", "--to", "json"],
        vec!["completions", "bash"],
        vec!["man", "pages"],
        vec!["play", "gridball:12x12/4", "--first", "random", "--second", "random"],
    ]
}

fn machine() -> Machine {
    let machine = Machine::new();
    machine.file("games.gbn", "[Game \"gridball\"]\n\n1. 034 *\n\n".repeat(10_000));
    machine.file("faults.gbn", "[Game \"gridball\"]\n\n1. 999 *\n".repeat(10_000));
    machine
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let machine = machine();
    for words in printing() {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut command = machine.gridball(&words);
        command.stdout(writer);
        drop(reader);
        let outcome = Talk::start(command).finish();
        assert_eq!((outcome.code(), outcome.stderr.as_str()), (0, ""), "{words:?}");
    }
}

#[test]
fn a_reader_that_wants_one_line_gets_it() {
    let machine = machine();
    for words in [&["check", "faults.gbn"][..], &["legal", "gridball"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut command = machine.gridball(words);
        command.stdout(writer);
        let talk = Talk::start(command);
        let mut line = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::with_capacity(16, reader), &mut line)
            .unwrap();
        assert!(line.ends_with('\n'), "{line}");
        let outcome = talk.finish();
        assert_eq!(outcome.stderr, "", "{words:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let machine = machine();
    for words in printing() {
        let mut command = machine.gridball(&words);
        command.stdout(fs::File::options().write(true).open("/dev/full").unwrap());
        let outcome = Talk::start(command).finish();
        let expected = (2, "error: No space left on device (os error 28)\n");
        assert_eq!((outcome.code(), outcome.stderr.as_str()), expected, "{words:?}");
    }
    // A game that cannot be saved there says so at once.
    let outcome = machine.run(["play", "--save", "/dev/full"], "034\n");
    assert_eq!(outcome.stderr, "error: /dev/full: No space left on device\n");
    assert_eq!(outcome.code(), 2);
}

#[test]
fn files_that_are_named_in_vain_are_said_before_the_game() {
    let machine = machine();
    for words in [
        &["--config", "none.toml"][..],
        &["play", "--config", "none.toml"],
        &["play", "--plain", "--config", "none.toml"],
        &["play", "--save", "none/game.gbn"],
    ] {
        let outcome = machine.run(words, "034\n");
        let missing = words[words.len() - 1];
        assert_eq!(outcome.stderr, format!("error: {missing}: No such file or directory\n"));
        assert_eq!((outcome.code(), outcome.stdout.as_str()), (2, ""), "{words:?}");
    }
    // A good one is no hindrance, nor is an empty one.
    machine.file("my.toml", "");
    let outcome = machine.run(["play", "--config", "my.toml"], "034\n");
    assert_eq!(outcome.code(), 0, "{outcome:?}");
    // Nothing stays of the trial.
    machine.run(["play", "--second", "human", "--save", "new.gbn"], "").good();
    let names = fs::read_dir(machine.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!names.into_iter().any(|name| name.to_string_lossy().ends_with(".try")));
}

#[test]
fn sessions_that_save_to_one_file_at_once_lose_nothing() {
    let machine = Machine::new();
    let seeds = ["1", "2", "3", "4"];
    let talks = seeds.map(|seed| {
        let sides = ["--first", "random", "--second", "random", "--seed", seed];
        let mut command = machine.gridball(["play", "gridball:12x12/4", "--save", "games.gbn"]);
        command.args(sides);
        Talk::start(command)
    });
    for talk in talks {
        let outcome = talk.finish();
        assert_eq!((outcome.code(), outcome.stderr.as_str()), (0, ""));
    }
    let outcome = machine.run(["check", "games.gbn"], "");
    assert!(outcome.stdout.starts_with("4 games, "), "{}", outcome.stdout);
    assert!(outcome.stdout.ends_with(" 0 faults\n"), "{}", outcome.stdout);
    let text = fs::read_to_string(machine.path("games.gbn")).unwrap();
    for seed in seeds {
        assert_eq!(text.matches(&format!("[Seed \"{seed}\"]")).count(), 1, "{text}");
    }
}

#[test]
fn positions_in_other_encodings_and_far_too_long_ones_are_refused() {
    let machine = Machine::new();
    let error = |words: &[&str]| {
        let outcome = machine.run(words, "");
        assert_eq!((outcome.code(), outcome.stdout.as_str()), (2, ""), "{words:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{}", outcome.stderr);
        assert!(outcome.stderr.len() < 2500, "{}", outcome.stderr.len());
        outcome.stderr
    };
    assert_eq!(
        error(&["show", "gridball", "--fen", "gridball v1 21/Ё"]),
        "error: --fen: column 16: expected rows of the field\n"
    );
    let unknown = error(&["show", "gridball", "--fen", "шахи"]);
    assert!(unknown.starts_with("error: --fen: `шахи`: unknown game, expected gridball, "));
    assert_eq!(
        error(&["show", "gridball", "--moves", "034\u{a0}№"]),
        "error: --moves: illegal action 2: №: column 1: expected a direction (0 to 7, or N, NE, … NW)\n"
    );
    let long = "x".repeat(120_000);
    for words in [
        &["show", "gridball", "--fen", &long][..],
        &["show", "gridball", "--moves", &long],
        &["show", &long],
        &["legal", &long],
        &["play", "--first", &long],
        &["play", "--first", &format!("cmd:{long}")],
        &["--lang", &long],
        &["perft", "gridball", &long],
        &[&long],
    ] {
        error(words);
    }
    let rows = format!("gridball v1 {}", "13/".repeat(40_000));
    error(&["show", "gridball", "--fen", &rows]);
}

#[cfg(unix)]
#[test]
fn words_that_are_no_text_are_refused_but_files_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;

    let machine = Machine::new();
    let latin1 = std::ffi::OsStr::from_bytes(b"caf\xe9.gbn");
    let outcome = machine.run(["legal".as_ref(), latin1], "");
    assert_eq!(outcome.code(), 2);
    assert_eq!(
        outcome.stderr,
        "error: invalid UTF-8 was detected in one or more arguments; see `gridball legal --help`\n"
    );
    fs::write(machine.path("x").with_file_name(latin1), "[Game \"gridball\"]\n\n1. 034 *\n")
        .unwrap();
    for command in ["check", "show"] {
        assert_eq!(machine.run([command.as_ref(), latin1], "").code(), 0);
    }
}

#[test]
fn records_are_read_from_standard_input_in_any_encoding() {
    let machine = Machine::new();
    let utf8 = "[Game \"gridball\"]\n[First \"Ганна\"]\n\n1. 034 {ход} *\n";
    let outcome = machine.run(["check", "-"], utf8);
    assert_eq!(outcome.good(), "1 games, 1 actions, 0 faults\n");
    let outcome = machine.run(["check", "-"], b"[Game \"gridball\"]\r\n\r\n1. 034 {caf\xe9} *\r\n");
    assert_eq!(
        outcome.good(),
        "-:3:8: note: this is not UTF-8, read as Latin-1\n1 games, 1 actions, 0 faults\n"
    );
    let outcome = machine.run(["check", "-"], "");
    assert_eq!(outcome.good(), "0 games, 0 actions, 0 faults\n");
    let outcome = machine.run(["show", "-", "--json"], utf8);
    assert!(outcome.good().starts_with("{\"actions\":[\"034\"],"));
}

#[test]
fn an_endless_line_is_a_fault_and_takes_no_memory() {
    let machine = Machine::new();
    let mut talk = Talk::start(machine.gridball(["check", "-"]));
    let stdin = talk.stdin.as_mut().unwrap();
    stdin.write_all(b"[Game \"gridball\"]\n\n1. ").unwrap();
    let chunk = vec![b'0'; 1 << 20];
    for _ in 0..50 {
        stdin.write_all(&chunk).unwrap();
    }
    #[cfg(target_os = "linux")]
    {
        let status = fs::read_to_string(format!("/proc/{}/status", talk.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 50_000, "{kilobytes} kB");
    }
    let outcome = talk.finish();
    assert_eq!(outcome.code(), 1);
    assert_eq!(
        outcome.stdout,
        "-:3:4: the text of the action is longer than 16384 bytes\n1 games, 0 actions, 1 faults\n"
    );
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let machine = Machine::new();
    let output = machine.run(["man", "deep/pages"], "").good();
    let names: Vec<&str> = output.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    for command in [
        "play",
        "games",
        "rules",
        "show",
        "legal",
        "perft",
        "check",
        "convert",
        "stats",
        "db",
        "engine",
        "completions",
        "man",
    ] {
        let name = format!("gridball-{command}.1");
        assert!(names.contains(&name.as_str()), "{name} in {names:?}");
        let page = fs::read_to_string(machine.path("deep/pages").join(name)).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains("Example"), "{page}");
    }
    assert!(names.contains(&"gridball.1"));
}

#[test]
fn completions_know_the_commands() {
    let machine = Machine::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = machine.run(["completions", shell], "").good();
        assert!(script.contains("paper") || script.contains("perft"), "{shell}");
        assert!(script.contains("--threads") || script.contains("threads"), "{shell}");
    }
}

#[test]
fn colours_follow_the_rules() {
    let machine = Machine::new();
    let coloured = |words: &[&str], no_color: bool| {
        let mut command = machine.gridball(words);
        if no_color {
            command.env("NO_COLOR", "1");
        }
        Talk::start(command).finish().good().contains('\u{1b}')
    };
    // Through a pipe there are none, unless they are asked for.
    assert!(!coloured(&["show", "gridball"], false));
    assert!(!coloured(&["show", "gridball", "--color", "never"], false));
    assert!(coloured(&["show", "gridball", "--color", "always"], false));
    assert!(coloured(&["--color", "always", "show", "gridball"], true));
}

#[cfg(unix)]
#[test]
fn a_long_count_can_be_interrupted() {
    let machine = Machine::new();
    for words in
        [&["perft", "gridball", "9", "--threads", "2"][..], &["perft", "gridball", "9", "--slow"]]
    {
        let mut talk = Talk::start(machine.gridball(words));
        let number = talk.child.id().to_string();
        // Until it listens, Ctrl-C would end it the hard way.
        #[cfg(target_os = "linux")]
        wait_for_handler(&number);
        assert!(
            std::process::Command::new("kill").args(["-INT", &number]).status().unwrap().success()
        );
        assert_eq!(talk.wait().code(), Some(130));
        let outcome = talk.finish();
        assert_eq!(
            (outcome.stdout.as_str(), outcome.stderr.as_str()),
            ("", "error: interrupted\n")
        );
    }
}

/// `nohup gridball match …` has to outlive its terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_hang_up_that_is_to_be_ignored_is_ignored() {
    let machine = Machine::new();
    let plain = machine.gridball(["perft", "gridball", "9"]);
    let mut ignoring = std::process::Command::new("sh");
    ignoring.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]);
    ignoring.arg(plain.get_program()).args(plain.get_args());
    ignoring.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    // Where the tests themselves run under `nohup`, every program they start does.
    let here = ignores_hang_up("self");
    let usual: &[&str] = if here { &["-INT"] } else { &["-HUP"] };
    for (command, signals, ignored) in
        [(ignoring, &["-HUP", "-HUP", "-INT"][..], true), (plain, usual, here)]
    {
        let mut talk = Talk::start(command);
        let number = talk.child.id().to_string();
        wait_for_handler(&number);
        assert_eq!(ignores_hang_up(&number), ignored);
        for signal in signals {
            let kill = std::process::Command::new("kill").args([signal, number.as_str()]).status();
            assert!(kill.unwrap().success());
        }
        assert_eq!(talk.wait().code(), Some(130));
        assert_eq!(talk.finish().stderr, "error: interrupted\n");
    }
}

/// Whether a process ignores SIGHUP.
#[cfg(target_os = "linux")]
fn ignores_hang_up(number: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{number}/status")).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 1
}

/// Waits until a process catches its signals.
#[cfg(target_os = "linux")]
fn wait_for_handler(number: &str) {
    loop {
        let status = fs::read_to_string(format!("/proc/{number}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        // SIGINT, and SIGTERM as the last one.
        if u64::from_str_radix(caught.trim(), 16).unwrap() & 0x4002 == 0x4002 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}
