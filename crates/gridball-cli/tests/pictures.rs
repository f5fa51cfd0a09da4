//! Pictures and films as files.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::{fs, process::Stdio};

use common::Machine;

const RECORD: &str = "[Game \"gridball:12x12/4\"]\n[Result \"*\"]\n\n1. 034 170 2. 123 *\n";

/// How files of each kind begin.
const KINDS: [(&str, &[u8]); 4] = [
    ("svg", b"<svg xmlns"),
    ("png", b"\x89PNG\r\n"),
    ("gif", b"GIF89a"),
    ("cast", b"{\"version\": 3"),
];

#[test]
fn the_end_of_the_name_says_what_is_made() {
    let machine = Machine::new();
    machine.file("game.gbn", RECORD);
    for (ending, beginning) in KINDS {
        for name in [format!("a.{ending}"), format!("b.{}", ending.to_uppercase())] {
            let mut arguments = vec!["render", "game.gbn", "-o", &name];
            if ending != "cast" {
                arguments.extend(["--size", "80"]);
            }
            let outcome = machine.run(arguments, "");
            assert_eq!((outcome.code(), outcome.stdout.as_str()), (0, ""), "{outcome:?}");
            assert!(fs::read(machine.path(&name)).unwrap().starts_with(beginning), "{name}");
        }
        // The word of the user wins over the name.
        let outcome = machine.run(["render", "game.gbn", "-o", "a.svg", "--to", ending], "");
        assert_eq!(outcome.code(), 0, "{outcome:?}");
        assert!(fs::read(machine.path("a.svg")).unwrap().starts_with(beginning), "{ending}");
    }
    let left: Vec<_> = fs::read_dir(machine.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn standard_output_and_a_file_get_the_same() {
    let machine = Machine::new();
    machine.file("game.gbn", RECORD);
    for (kind, _) in KINDS {
        let name = format!("game.{kind}");
        let size: &[&str] = if kind == "cast" { &[] } else { &["--size", "64"] };
        let arguments = ["render", "game.gbn", "--theme", "dark", "-o"];
        let file = machine.run(arguments.iter().chain(&[name.as_str()]).chain(size), "");
        assert_eq!(file.code(), 0, "{file:?}");
        let output = machine
            .gridball(arguments.iter().chain(&["-", "--to", kind]).chain(size))
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(output.status.success());
        assert!(output.stdout == fs::read(machine.path(&name)).unwrap(), "{kind}");
    }
}

#[test]
fn a_record_comes_from_standard_input_and_goes_on() {
    let machine = Machine::new();
    let outcome = machine
        .run(["render", "-", "--moves", "000", "--upto", "4", "--to", "svg", "-o", "-"], RECORD);
    assert_eq!(outcome.code(), 0, "{outcome:?}");
    assert!(outcome.stdout.contains("2... 000"), "{}", outcome.stdout);
}

#[test]
fn a_file_stays_as_it_is_when_something_is_wrong() {
    let machine = Machine::new();
    machine.file("game.gbn", RECORD.replace("170", "031"));
    let old = machine.file("game.svg", "precious");
    let outcome = machine.run(["render", "game.gbn", "-o", "game.svg"], "");
    assert_eq!(outcome.code(), 1, "{outcome:?}");
    assert_eq!(fs::read(old).unwrap(), b"precious");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_in_one_line() {
    let machine = Machine::new();
    machine.file("game.gbn", RECORD);
    for (kind, _) in KINDS {
        let outcome = machine.run(["render", "game.gbn", "-o", "/dev/full", "--to", kind], "");
        assert_eq!(outcome.code(), 2, "{outcome:?}");
        assert_eq!(outcome.stderr, "error: /dev/full: No space left on device\n", "{kind}");
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let machine = Machine::new();
    // Longer than a pipe holds.
    let long = "dots:62x62";
    for kind in ["svg", "cast"] {
        let mut child = machine
            .gridball(["render", long, "--moves", "1-1 2-2 3-3", "-o", "-", "--to", kind])
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
    }
}
