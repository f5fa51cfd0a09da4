//! An engine that speaks UGI and breaks the rules in a way that is asked for: for tests of what a
//! match does with such programs.
//!
//! `mock-engine BEHAVIOUR [FILE]`; each process adds a line with its number to FILE.
//!
//! | behaviour | what it does |
//! |---|---|
//! | `well` | plays the first legal action at once |
//! | `never` | never answers `go` |
//! | `late` | answers `go` after 400 ms |
//! | `illegal` | plays an action that is not legal |
//! | `nonsense` | plays what is no action, in bytes that are no text |
//! | `refuses` | answers `go` with an error |
//! | `megabyte` | answers `go` with a megabyte without a line end, and nothing after it |
//! | `chatters` | answers `go` with `info` lines without end |
//! | `dies` | ends with status 3 when it is to think |
//! | `dies-once` | the same, but only the second process that adds its number to FILE |
//! | `closes-output` | closes its standard output when it is to think, and stays |
//! | `starts-slowly` | introduces itself after half a second, then plays well |
//! | `floods-errors` | writes to standard error without end, and plays well |
//! | `ignores-quit` | plays well, but does not end, whatever happens to its input |
//! | `deaf` | reads nothing any more after its introduction, and stays |
//! | `family` | starts another one that ignores everything, and plays well |
//! | `not-ready` | never says that it is ready |

use std::{
    env,
    fs::OpenOptions,
    io::{self, BufRead, Write},
    process::{Command, Stdio, exit},
    thread,
    time::Duration,
};

use gridball_core::{AnyGame, AnyPosition, AnySetup, Position};

fn main() {
    let behaviour = env::args().nth(1).unwrap_or_else(|| "well".to_owned());
    let others = env::args().nth(2).map_or(0, |file| sign_in(&file, std::process::id()));
    let is = |known: &str| behaviour == known;
    if is("child") {
        sleep_for_ever();
    }
    if is("family") {
        start_child();
    }
    if is("floods-errors") {
        thread::spawn(|| while io::stderr().write_all(&[b'!'; 4096]).is_ok() {});
    }
    let setup: AnySetup = match "gridball".parse() {
        Ok(setup) => setup,
        Err(_) => exit(1),
    };
    let mut game = AnyGame::new(&setup);
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "ugi" => {
                if is("starts-slowly") {
                    thread::sleep(Duration::from_millis(500));
                }
                say("id name mock 1.0\noption name Game type string\nugiok");
                if is("deaf") {
                    sleep_for_ever();
                }
            }
            "isready" if is("not-ready") => {}
            "isready" => say("readyok"),
            "setoption" => {
                if let Some(Ok(setup)) = rest.strip_prefix("name Game value ").map(str::parse) {
                    game = AnyGame::new(&setup);
                }
            }
            "position" => set_position(&mut game, rest),
            "go" => match behaviour.as_str() {
                "never" => {}
                "late" => {
                    thread::sleep(Duration::from_millis(400));
                    play(&game);
                }
                "illegal" => say("bestmove 040"),
                "nonsense" => {
                    let _ = io::stdout().write_all(b"bestmove \xff\xfe\x00nothing\n");
                    let _ = io::stdout().flush();
                }
                "refuses" => say("error I do not want to"),
                "megabyte" => {
                    let _ = io::stdout().write_all(&vec![b'x'; 1 << 20]);
                    let _ = io::stdout().flush();
                }
                "chatters" => while io::stdout().write_all(b"info nodes 1\n").is_ok() {},
                "dies" => exit(3),
                "dies-once" if others == 1 => exit(3),
                "closes-output" => {
                    close_output();
                    sleep_for_ever();
                }
                _ => play(&game),
            },
            "quit" if !is("ignores-quit") => return,
            _ => {}
        }
    }
    if is("ignores-quit") {
        sleep_for_ever();
    }
}

/// Adds the number of a process to a file; how many stood there before.
fn sign_in(file: &str, process: u32) -> usize {
    let others = std::fs::read_to_string(file).map_or(0, |numbers| numbers.lines().count());
    if let Ok(mut file) = OpenOptions::new().append(true).create(true).open(file) {
        // In one piece, for others write there too.
        let _ = file.write_all(format!("{process}\n").as_bytes());
    }
    others
}

fn say(lines: &str) {
    println!("{lines}");
    let _ = io::stdout().flush();
}

fn play(game: &AnyGame) {
    if let Some(action) = game.position().actions(1).first() {
        say(&format!("info depth 1 nodes 1\nbestmove {}", game.position().action_text(action)));
    }
}

fn set_position(game: &mut AnyGame, text: &str) {
    let (start, actions) = text.split_once(" moves ").unwrap_or((text, ""));
    let start = match start.strip_prefix("fen ") {
        Some(text) => AnyPosition::parse_position(text).ok(),
        None => Some(AnyPosition::start(&game.start().setup())),
    };
    let Some(start) = start else { return };
    *game = AnyGame::from_position(start);
    for text in actions.split_whitespace() {
        if let Ok(action) = game.position().parse_action(text) {
            let _ = game.play(&action);
        }
    }
}

/// Starts another process of this program, which outlives its parent unless somebody ends it.
fn start_child() {
    let Ok(program) = env::current_exe() else { return };
    let child = Command::new(program).arg("child").stdin(Stdio::null()).spawn();
    // It might be ended before it can do that itself.
    if let (Ok(child), Some(file)) = (child, env::args().nth(2)) {
        sign_in(&file, child.id());
    }
}

#[cfg(unix)]
fn close_output() {
    let _ = nix::unistd::close(1);
}

#[cfg(not(unix))]
fn close_output() {}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_hours(1));
    }
}
