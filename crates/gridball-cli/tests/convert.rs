//! `gridball convert`: every way there and back, and nothing lost unseen.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::{
    fs,
    io::{Read, Write},
    path::Path,
};

use common::{Machine, Outcome, Talk};

const KURNIK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../gridball-replay/tests/data/kurnik-2000.txt");
const SGF: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../gridball-replay/tests/data/dots/zagram-39x32-four-crosses.sgf"
);
const SAV: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../gridball-replay/tests/data/dots/pointsxt-long.sav");
const STOP: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../gridball-replay/tests/data/dots/playdots-39x32-stop.sgf"
);

const TWO: &str = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n1. 034 170 (1... 171) *\n\n\
    [Game \"football-checkers:corners\"]\n[Result \"*\"]\n\n*\n\n";

/// The kurnik file, or as much of it as a test wants.
fn kurnik(machine: &Machine, bytes: usize) {
    machine.file("games.txt", &fs::read(KURNIK).unwrap()[..bytes]);
}

fn read(machine: &Machine, name: &str) -> Vec<u8> {
    fs::read(machine.path(name)).unwrap()
}

/// The names of all files in the work folder.
fn names(machine: &Machine) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(machine.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn bad(outcome: &Outcome, code: i32, stderr: &str) {
    assert_eq!((outcome.code(), outcome.stderr.as_str()), (code, stderr));
}

#[test]
fn a_record_goes_round_through_every_format_and_compression() {
    let machine = Machine::new();
    machine.file("0.gbn", TWO);
    let ways = ["1.json", "2.ndjson.gz", "3.gbn.zst", "4.json.gz", "5.ndjson.zst", "6.gbn"];
    let mut from = "0.gbn";
    for to in ways {
        assert_eq!(machine.run(["convert", from, to], "").good(), "", "{from} {to}");
        let checked = machine.run(["check", to], "").good();
        assert_eq!(checked, "2 games, 2 actions, 0 faults\n");
        from = to;
    }
    assert_eq!(read(&machine, "6.gbn"), TWO.as_bytes());
    // The same through pipes, where the format has to be said.
    let mut bytes = TWO.as_bytes().to_vec();
    for to in ["json", "ndjson", "gbn"] {
        bytes = machine.run(["convert", "-", "-", "--to", to], bytes).good().into_bytes();
    }
    assert_eq!(bytes, TWO.as_bytes());
    // What is compressed is also read from standard input.
    let gzip = read(&machine, "4.json.gz");
    assert_eq!(machine.run(["convert", "-", "-", "--to", "gbn"], gzip).good(), TWO);
}

#[test]
fn dots_go_to_sgf_and_back() {
    let machine = Machine::new();
    for (file, notes) in [(SGF, 1), (SAV, 0), (STOP, 1)] {
        let outcome = machine.run(["convert", file, "dots.ndjson"], "");
        // What the file says otherwise than our rules is said.
        assert_eq!((outcome.code(), outcome.stderr.lines().count()), (0, notes), "{outcome:?}");
        assert!(outcome.stderr.lines().all(|line| line.contains(": note: ")));
        machine.run(["convert", "dots.ndjson", "dots.sgf"], "").good();
        machine.run(["convert", "dots.sgf", "again.ndjson"], "");
        assert_eq!(read(&machine, "again.ndjson"), read(&machine, "dots.ndjson"), "{file}");
    }
}

#[test]
fn two_thousand_games_of_kurnik_come_through() {
    let machine = Machine::new();
    assert_eq!(machine.run(["convert", KURNIK, "games.ndjson.gz"], "").good(), "");
    let checked = machine.run(["check", "games.ndjson.gz"], "");
    assert!(checked.stdout.ends_with("2000 games, 76005 actions, 0 faults\n"));
    machine.run(["convert", "games.ndjson.gz", "games.gbn"], "").good();
    machine.run(["convert", KURNIK, "direct.gbn"], "").good();
    assert_eq!(read(&machine, "games.gbn"), read(&machine, "direct.gbn"));
}

const FAULTY: &str = "[Game \"gridball\"]\n\n1. 034 031 *\n\n[Game \"gridball\"]\n\n1. 034 *\n\n\
    [Game \"gridball:12x12/4\"]\n\n1. 444 444 2. 4 0-1\n\n[Game \"chess\"]\n\n1. e4 *\n";

#[test]
fn faulty_records_are_reported_and_left_out_as_a_whole() {
    let machine = Machine::new();
    machine.file("games.gbn", FAULTY);
    let outcome = machine.run(["convert", "games.gbn", "games.ndjson"], "");
    assert_eq!((outcome.code(), outcome.stdout.as_str()), (1, ""));
    let lines: Vec<_> = outcome.stderr.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("games.gbn:3:8: action 2, `031`, is illegal: "));
    assert_eq!(
        lines[1],
        "games.gbn:11:17: the result is 0-1, but the last position says 1-0 (First wins: goal)"
    );
    assert!(lines[2].starts_with("games.gbn:13:8: unknown game: `chess`; "));
    assert_eq!(lines[3], "error: games.gbn: 2 of 4 games left out");
    // A result that contradicts the last position is no reason to lose the game.
    let written = String::from_utf8(read(&machine, "games.ndjson")).unwrap();
    assert_eq!(
        written,
        "{\"version\":1,\"game\":\"gridball:20x26/4\",\"result\":\"*\",\"actions\":[\"034\"]}\n\
         {\"version\":1,\"game\":\"gridball:12x12/4\",\"result\":\"0-1\",\"actions\":[\"444\",\"444\",\"4\"]}\n"
    );
    // A fault alone is said too.
    let outcome = machine.run(["convert", "games.ndjson", "again.gbn"], "");
    bad(
        &outcome,
        1,
        "games.ndjson:2:50: the result is 0-1, but the last position says 1-0 (First wins: goal)\n",
    );
}

#[test]
fn what_a_format_cannot_hold_is_said_and_left_out() {
    let machine = Machine::new();
    let dots = "[Game \"dots:9x9\"]\n[Result \"*\"]\n\n1. 1-1 *\n\n";
    machine.file("games.gbn", format!("{TWO}{dots}"));
    let outcome = machine.run(["convert", "games.gbn", "games.sgf"], "");
    bad(
        &outcome,
        1,
        "games.gbn:1:1: only Dots can be written as SGF\n\
         games.gbn:6:1: only Dots can be written as SGF\n\
         error: games.gbn: 2 of 3 games left out\n",
    );
    machine.run(["convert", "games.sgf", "dots.gbn"], "").good();
    assert_eq!(read(&machine, "dots.gbn"), dots.as_bytes());
    // Where nothing is left a file that is there is not replaced.
    machine.file("two.gbn", TWO);
    let outcome = machine.run(["convert", "two.gbn", "games.sgf"], "");
    assert!(outcome.stderr.ends_with("error: two.gbn: 2 of 2 games left out\n"));
    assert_eq!(outcome.code(), 1);
    assert!(read(&machine, "games.sgf").starts_with(b"(;"));
    assert_eq!(names(&machine), ["dots.gbn", "games.gbn", "games.sgf", "two.gbn"]);
}

#[test]
fn a_compressed_file_that_was_cut_keeps_its_whole_games() {
    let machine = Machine::new();
    kurnik(&machine, 60_000);
    machine.run(["convert", "games.txt", "games.json.gz"], "");
    let mut packed = read(&machine, "games.json.gz");
    packed.truncate(packed.len() / 2);
    machine.file("cut.json.gz", packed);
    let outcome = machine.run(["convert", "cut.json.gz", "rest.gbn"], "");
    assert_eq!(outcome.code(), 1);
    let lines: Vec<_> = outcome.stderr.lines().collect();
    assert!(lines[0].ends_with(": the gzip data end early: expected more after this"), "{lines:?}");
    assert!(lines[1].starts_with("error: cut.json.gz: 1 of "), "{lines:?}");
    let kept = machine.run(["check", "rest.gbn"], "").stdout;
    let kept: u64 = kept.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(kept > 20, "{kept}");
}

#[test]
fn words_that_are_wrong_are_said_to_be() {
    let machine = Machine::new();
    machine.file("games.gbn", TWO);
    let parquet = if cfg!(feature = "parquet") { ", parquet" } else { "" };
    let writable = format!("expected one of gbn, json, ndjson, sgf{parquet}");
    for (words, error) in [
        (
            &["convert", "games.gbn", "games.sav"][..],
            format!("games.sav: records cannot be written as sav: {writable}"),
        ),
        (
            &["convert", "games.gbn", "-", "--to", "kurnik"],
            format!("-: records cannot be written as kurnik: {writable}"),
        ),
        (
            &["convert", "games.gbn", "-"],
            format!(
                "-: the name says no format, expected --to with one of gbn, json, ndjson, sgf{parquet}"
            ),
        ),
        (
            &["convert", "games.gbn", "games.gz"],
            format!(
                "games.gz: the name says no format, expected --to with one of gbn, json, ndjson, sgf{parquet}"
            ),
        ),
        (&["convert", "none.gbn", "x.json"], "none.gbn: No such file or directory".into()),
        (&["convert", ".", "x.json"], ".: is a directory, expected a file of records".into()),
        (&["convert", "games.gbn", "no/x.json"], "no/x.json: No such file or directory".into()),
        (
            &["convert", "games.gbn", "x.json", "--from", "pgn"],
            format!(
                "invalid value 'pgn' for '--from <FORMAT>': unknown format `pgn`: expected one of \
                 gbn, json, ndjson, kurnik, sgf, sav{parquet}; see `gridball convert --help`"
            ),
        ),
    ] {
        bad(&machine.run(words, ""), 2, &format!("error: {error}\n"));
    }
    fs::create_dir(machine.path("folder.json")).unwrap();
    bad(
        &machine.run(["convert", "games.gbn", "folder.json"], ""),
        2,
        "error: folder.json: is a directory\n",
    );
    // A format that the file does not have.
    let outcome = machine.run(["convert", "games.gbn", "x.json", "--from", "ndjson"], "");
    assert!(outcome.stderr.starts_with("games.gbn:1:"), "{}", outcome.stderr);
    assert_eq!(outcome.code(), 1);
    assert_eq!(names(&machine), ["folder.json", "games.gbn"]);
}

#[test]
fn a_file_can_be_converted_into_itself() {
    let machine = Machine::new();
    machine.file("games.gbn", TWO.replace("1. 034", "034").replace('\n', "\r\n"));
    machine.run(["convert", "games.gbn", "games.gbn"], "").good();
    assert_eq!(read(&machine, "games.gbn"), TWO.as_bytes());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_leaves_the_old_file() {
    let machine = Machine::new();
    kurnik(&machine, 200_000);
    let full = "error: /dev/full: No space left on device\n";
    bad(&machine.run(["convert", "games.txt", "/dev/full", "--to", "json"], ""), 2, full);
    let mut command = machine.gridball(["convert", "games.txt", "-", "--to", "gbn"]);
    command.stdout(fs::File::options().write(true).open("/dev/full").unwrap());
    let outcome = Talk::start(command).finish();
    bad(&outcome, 2, "error: No space left on device (os error 28)\n");

    // A small disk of our own, where the system lets us have one.
    let own = |script: &str| {
        let mut command = std::process::Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-ec", script]);
        command.current_dir(machine.path("")).env("GRIDBALL", common::program());
        command.output()
    };
    fs::create_dir(machine.path("disk")).unwrap();
    let mount = "mount -t tmpfs -o size=64k none disk; ";
    if !own(mount).is_ok_and(|output| output.status.success()) {
        return;
    }
    let script = "printf old > disk/games.json; status=0; \
        \"$GRIDBALL\" convert games.txt disk/games.json || status=$?; \
        echo $status; cat disk/games.json; echo; ls -A disk";
    let output = own(&format!("{mount}{script}")).unwrap();
    assert_eq!(
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap()),
        (
            "2\nold\ngames.json\n".to_owned(),
            "error: disk/games.json: No space left on device\n".to_owned()
        )
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_old_file_and_nothing_else() {
    let machine = Machine::new();
    machine.file("games.json", "old");
    let mut talk = Talk::start(machine.gridball(["convert", "-", "games.json", "--from", "gbn"]));
    let stdin = talk.stdin.as_mut().unwrap();
    // When this is taken the program reads, so that it also listens.
    stdin.write_all(TWO.repeat(2000).as_bytes()).unwrap();
    let number = talk.child.id().to_string();
    let kill = std::process::Command::new("kill").args(["-INT", &number]).status().unwrap();
    assert!(kill.success());
    // It ends when it comes to read again.
    let _ = talk.stdin.as_mut().unwrap().write_all(b"[Game \"gridball\"]\n");
    let outcome = talk.finish();
    bad(&outcome, 130, "error: interrupted\n");
    assert_eq!(read(&machine, "games.json"), b"old");
    assert_eq!(names(&machine), ["games.json"]);
}

/// The most memory that a process had, in kilobytes.
#[cfg(target_os = "linux")]
fn peak(number: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{number}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Writes `times` `piece`s to a program that was started with these words, and gives the most
/// memory that it had, and how it ended.
#[cfg(target_os = "linux")]
fn feed(machine: &Machine, words: &[&str], pieces: &[(&[u8], usize)]) -> (u64, Outcome) {
    let mut talk = Talk::start(machine.gridball(words));
    let stdin = talk.stdin.as_mut().unwrap();
    for (piece, times) in pieces {
        for _ in 0..*times {
            if stdin.write_all(piece).is_err() {
                break;
            }
        }
    }
    let peak = peak(talk.child.id());
    (peak, talk.finish())
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_file() {
    let machine = Machine::new();
    kurnik(&machine, 60_000);
    let mut pieces = Vec::new();
    for format in ["gbn", "ndjson", "json"] {
        let out = machine.run(["convert", "games.txt", "-", "--to", format], "");
        pieces.push((format, out.stdout.into_bytes()));
    }
    for (format, piece) in &pieces {
        // Fifteen megabytes of records.
        let times = (15 << 20) / piece.len();
        // The brackets of arrays, so that there is one.
        let inner: Vec<u8> = if *format == "json" {
            [&piece[2..piece.len() - 3], b",\n"].concat()
        } else {
            piece.clone()
        };
        let first: &[u8] = if *format == "json" { b"[\n" } else { b"" };
        let (peak, outcome) = feed(
            &machine,
            &["convert", "-", "-", "--to", "ndjson"],
            &[(first, 1), (&inner, times)],
        );
        assert!(peak < 50_000, "{format}: {peak} kB");
        assert!(outcome.stdout.len() > 10 << 20);
    }
    // Short lines that are nothing: one fault for all of them, or one for each.
    let (peak, outcome) = feed(&machine, &["check", "-"], &[(&b"junk\n".repeat(1 << 16), 50)]);
    assert!(peak < 50_000, "{peak} kB");
    assert!(outcome.stdout.ends_with("1 games, 0 actions, 1 faults\n"));
    let (peak, outcome) = feed(&machine, &["check", "-"], &[(&b"{}\n".repeat(1 << 10), 50)]);
    assert!(peak < 50_000, "{peak} kB");
    assert!(outcome.stdout.ends_with("\n51200 games, 0 actions, 51200 faults\n"));
    // A gzip that unpacks to a quarter of a gigabyte of blank lines.
    let member = {
        machine.file("lines.gbn", "");
        let lines = machine.file("lines", vec![b'\n'; 8 << 20]);
        let packed = machine.path("lines.gz");
        let status = std::process::Command::new("gzip").args(["-n", "-k"]).arg(lines).status();
        assert!(status.unwrap().success());
        fs::read(packed).unwrap()
    };
    let (peak, outcome) = feed(&machine, &["check", "-"], &[(&member, 32)]);
    assert!(peak < 50_000, "{peak} kB");
    assert_eq!(outcome.good(), "0 games, 0 actions, 0 faults\n");
}

/// An input that never ends.
fn endless(machine: &Machine, words: &[&str], chunk: &[u8]) -> Outcome {
    let mut talk = Talk::start(machine.gridball(words));
    // Until nobody reads it any more.
    while talk.stdin.as_mut().unwrap().write_all(chunk).is_ok() {}
    talk.finish()
}

#[cfg(unix)]
#[test]
fn an_endless_line_ends_every_command_soon() {
    let machine = Machine::new();
    let long = "the line is longer than 134217728 bytes: the rest of the file is not read";
    let zero = Path::new("/dev/zero");
    let outcome = machine.run(["check", zero.to_str().unwrap()], "");
    assert_eq!(outcome.code(), 1);
    assert_eq!(
        outcome.stdout,
        format!(
            "/dev/zero:1:1: expected a record: `[`, the beginning of its first tag, found the byte \
             0x00\n/dev/zero:1:1: {long}\n1 games, 0 actions, 2 faults\n"
        )
    );
    for words in [&["show", "/dev/zero"][..], &["play", "/dev/zero"]] {
        bad(&machine.run(words, ""), 1, &format!("error: /dev/zero:1:1: {long}\n"));
    }
    let outcome = machine.run(["convert", "/dev/zero", "x.json"], "");
    assert!(outcome.stderr.ends_with("error: /dev/zero: 1 of 1 games left out\n"));
    assert_eq!(outcome.code(), 1);

    let last = format!("-:1:1: {long}\n1 games, 0 actions, 2 faults\n");
    for chunk in [&b"y"[..], b"{\"", b"[{\"version\":[", b"(;GM[40]C["] {
        let outcome = endless(&machine, &["check", "-"], &chunk.repeat(1 << 16));
        assert_eq!(outcome.code(), 1);
        assert!(outcome.stdout.ends_with(&last), "{chunk:?}: {}", outcome.stdout);
    }
    for format in ["json", "ndjson", "kurnik"] {
        let words = ["convert", "-", "-", "--to", "gbn", "--from", format];
        let outcome = endless(&machine, &words, &b" ".repeat(1 << 16));
        let expected = format!("-:1:1: {long}\nerror: -: 1 of 1 games left out\n");
        bad(&outcome, 1, &expected);
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let machine = Machine::new();
    kurnik(&machine, 200_000);
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = machine.gridball(["convert", "games.txt", "-", "--to", "json"]);
    command.stdout(writer);
    let talk = Talk::start(command);
    let mut beginning = [0; 2];
    reader.read_exact(&mut beginning).unwrap();
    assert_eq!(&beginning, b"[\n");
    drop(reader);
    let outcome = talk.finish();
    bad(&outcome, 0, "");
}

#[test]
fn where_there_is_no_record_the_output_stays_as_it_was() {
    let machine = Machine::new();
    machine.file("empty.gbn", "");
    machine.file("kept.gbn", TWO);
    let outcome = machine.run(["convert", "empty.gbn", "kept.gbn"], "");
    bad(&outcome, 1, "error: empty.gbn: there is no record in this file\n");
    assert_eq!(read(&machine, "kept.gbn"), TWO.as_bytes());
}
