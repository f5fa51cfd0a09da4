//! The engine protocol through real pipes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::io::Write;

use common::{Dice, Machine, Outcome, Talk};
use gridball_core::{AnyGame, Outcome as GameOutcome, Player, Position, games};

/// A running engine.
fn engine() -> Talk {
    Talk::start(Machine::new().gridball(["engine"]))
}

/// What the engine answers to these lines, when the input ends after them.
fn answers(lines: &[&str]) -> Vec<String> {
    let mut input = lines.join("\n");
    input.push('\n');
    let output = run(input.as_bytes()).good();
    output.lines().map(str::to_owned).collect()
}

fn run(input: &[u8]) -> Outcome {
    Machine::new().run(["engine"], input)
}

/// The last answer to these lines.
fn last_answer(lines: &[&str]) -> String {
    answers(lines).pop().unwrap_or_default()
}

/// Sends a line and reads the answer, which is one line.
fn ask(talk: &mut Talk, line: &str) -> String {
    talk.send(line);
    talk.line()
}

/// Reads up to the next `bestmove`, which is returned; all lines before it are `info`.
fn best_move(talk: &mut Talk) -> String {
    loop {
        let line = talk.line();
        if let Some(action) = line.strip_prefix("bestmove ") {
            return action.to_owned();
        }
        assert!(line.starts_with("info "), "{line}");
    }
}

#[test]
fn it_introduces_itself() {
    let answers = answers(&["ugi", "isready"]);
    assert_eq!(answers[0], concat!("id name gridball ", env!("CARGO_PKG_VERSION")));
    assert!(answers[1].starts_with("id author "));
    for option in ["Game", "Engine", "Threads", "Hash", "Seed", "Level", "MultiPV"] {
        let beginning = format!("option name {option} type ");
        assert!(answers.iter().any(|line| line.starts_with(&beginning)), "{option}");
    }
    assert_eq!(answers[answers.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn positions_are_set_and_asked_for() {
    assert_eq!(
        answers(&[
            "fen",
            "setoption name Game value gridball:12x12/4",
            "position startpos moves 034 666",
            "fen",
            "perft 1",
            "query gameover",
            "query p1turn",
            "query result",
            "position startpos moves 034 040",
            "position fen gridball:12x12/4 v1 nonsense",
            "fen",
            "position startpos moves 444 444 4",
            "query gameover",
            "query result",
            "legal",
            "legal distinct 5",
            "go",
            "setoption name Game value gridball:13x12",
            "query result",
            "frobnicate",
        ])
        .join("\n"),
        "\
fen gridball:20x26/4 v1 21/21/21/21/21/21/21/21/21/21/21/21/21/10x10/21/21/21/21/21/21/21/21/21/21/21/21/21 20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 10,13 first regular 0
fen gridball:12x12/4 v1 13/13/13/13/13/6x6/6xx5/4xxxx5/13/13/13/13/13 12/12/12/12/12/6d5/12/12/12/12/12/12 4,7 first regular 2
perft 1 248
response false
response true
response none
error illegal action 2: 040: segment 1 ends on a point that is already touched
error position: column 21: expected rows of the field
fen gridball:12x12/4 v1 13/13/13/13/13/6x6/6xx5/4xxxx5/13/13/13/13/13 12/12/12/12/12/6d5/12/12/12/12/12/12 4,7 first regular 2
response true
response p1win
legal 0
legal 0
error game is over
error game gridball:13x12: width 13: must be even and from 12 to 56
response p1win
error unknown command: frobnicate"
    );
}

#[test]
fn a_picture_is_drawn() {
    let picture = answers(&["position startpos moves 034", "d"]).join("\n");
    assert!(picture.contains('●') && picture.lines().count() > 26, "{picture}");
}

#[test]
fn a_search_with_a_limit_answers_by_itself() {
    let game = "setoption name Game value gridball:12x12/4";
    for go in ["go nodes 500", "go movetime 20", "go depth 1", "go p1time 100 p2time 100 p1inc 5"] {
        let answer = last_answer(&[game, go]);
        assert!(answer.starts_with("bestmove "), "{go}: {answer}");
    }
    // The same seed and nodes give the same answer.
    let go = ["setoption name Seed value 7", "setoption name Level value 2", "go nodes 300"];
    assert_eq!(last_answer(&go), last_answer(&go));
}

#[test]
fn stop_is_heard_from_the_first_moment_on() {
    let mut talk = engine();
    for (work, answer) in [
        ("perft 30", "error stopped"),
        ("go nodes 1000000000000", "bestmove "),
        ("go infinite", "bestmove "),
    ] {
        // In one piece, so that both are there when the work begins; and behind another command.
        for before_stop in ["", "isready\n"] {
            talk.send(format!("{work}\n{before_stop}stop"));
            if !before_stop.is_empty() {
                while talk.line() != "readyok" {}
            }
            let mut line = talk.line();
            while line.starts_with("info ") {
                line = talk.line();
            }
            assert!(line.starts_with(answer), "{work}: {line}");
            talk.send("fen");
            assert!(talk.line().starts_with("fen gridball:20x26/4 "));
        }
    }
}

#[test]
fn stop_ends_an_infinite_search_and_only_then_it_answers() {
    let mut talk = engine();
    talk.send("go infinite");
    assert_eq!(ask_while_searching(&mut talk, "isready"), "readyok");
    assert_eq!(ask_while_searching(&mut talk, "perft 2"), "error busy");
    assert_eq!(ask_while_searching(&mut talk, "position startpos"), "error busy");
    assert_eq!(ask_while_searching(&mut talk, "go"), "error busy");
    assert_eq!(ask_while_searching(&mut talk, "frobnicate"), "error busy");
    talk.send("stop");
    let action = best_move(&mut talk);
    let start = AnyGame::new(&"gridball".parse().unwrap());
    let action = start.position().parse_action(&action).unwrap();
    assert!(start.position().is_legal(&action));
    // It can be used on, and a late `stop` is no error.
    talk.send("stop");
    assert_eq!(ask(&mut talk, "isready"), "readyok");
    talk.send("go infinite");
    talk.send("quit");
    best_move(&mut talk);
    assert!(talk.wait().success());
}

/// The answer to a line, whatever the search says in between.
fn ask_while_searching(talk: &mut Talk, line: &str) -> String {
    talk.send(line);
    loop {
        let answer = talk.line();
        if !answer.starts_with("info ") {
            return answer;
        }
    }
}

#[test]
fn stop_and_quit_end_a_count() {
    let mut talk = engine();
    talk.send("perft 9");
    assert_eq!(ask(&mut talk, "isready"), "readyok");
    assert_eq!(ask(&mut talk, "stop"), "error stopped");
    assert_eq!(ask(&mut talk, "perft 1"), "perft 1 360");
    talk.send("perft 9");
    assert_eq!(ask(&mut talk, "quit"), "error stopped");
    assert!(talk.wait().success());
}

#[test]
fn the_end_of_input_lets_a_limited_search_finish_and_stops_others() {
    assert!(last_answer(&["go movetime 150"]).starts_with("bestmove "));
    assert!(last_answer(&["go infinite"]).starts_with("bestmove "));
    assert_eq!(last_answer(&["perft 9"]), "error stopped");
    assert_eq!(answers(&[]), Vec::<String>::new());
    assert_eq!(answers(&["isready"]), ["readyok"]);
    // The last line may have no end.
    assert_eq!(run(b"isready").good(), "readyok\n");
    assert_eq!(run(b"isready\r\nisready\r\n").good(), "readyok\nreadyok\n");
}

#[test]
fn nothing_after_quit_is_answered() {
    assert_eq!(answers(&["isready", "quit", "isready"]), ["readyok"]);
    let output = run(b"go movetime 60000\nquit\nisready\n").good();
    assert_eq!(output.matches("bestmove ").count(), 1, "{output}");
    assert!(!output.contains("readyok"), "{output}");
}

#[test]
fn bytes_of_any_kind_are_answered_with_an_error() {
    let output = run(b"\xff\xfe\ncaf\xe9\n\0\0\nisready\0\n\n  \nisready\n").good();
    assert_eq!(
        output,
        "error not UTF-8 at byte 1\nerror not UTF-8 at byte 4\nerror unknown command: \u{fffd}\u{fffd}\n\
         error unknown command: isready\u{fffd}\nreadyok\n"
    );
}

#[test]
fn endless_lines_are_refused_in_bounded_memory() {
    let mut talk = engine();
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        talk.stdin.as_mut().unwrap().write_all(&chunk).unwrap();
    }
    assert_eq!(ask(&mut talk, ""), "error line longer than 2097152 bytes");
    assert_eq!(ask(&mut talk, "isready"), "readyok");
    // 100 MB went in.
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", talk.child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 50_000, "{kilobytes} kB");
    }
    // A megabyte of actions is read, and the first one that is wrong is named.
    let line = format!("position startpos moves 034{}", " 034".repeat(250_000));
    assert_eq!(
        ask(&mut talk, &line),
        "error illegal action 2: 034: segment 1 ends on a point that is already touched"
    );
    assert_eq!(talk.finish().code(), 0);
}

#[test]
fn a_flood_of_lines_during_a_search_loses_no_answer() {
    let mut talk = engine();
    talk.send("go infinite");
    for _ in 0..2000 {
        talk.send("isready");
        talk.send("fen");
    }
    talk.send("stop");
    talk.send("isready");
    let output = talk.finish().good();
    assert_eq!(output.matches("readyok\n").count(), 2001);
    // The first few may have come before the search was under way.
    assert_eq!(output.matches("error busy\n").count() + output.matches("\nfen ").count(), 2000);
    assert_eq!(output.matches("bestmove ").count(), 1);
}

#[test]
fn a_client_that_leaves_ends_the_engine() {
    let machine = Machine::new();
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = machine.gridball(["engine"]);
    command.stdout(writer);
    let mut talk = Talk::start(command);
    drop(reader);
    // The search would go on for ever, and the input stays open.
    talk.send("isready");
    talk.send("go infinite");
    assert!(talk.wait().success());
    assert_eq!(talk.finish().stderr, "");
}

/// A client that plays both sides of every game to its end, and knows the rules itself.
#[test]
fn every_game_can_be_played_to_its_end() {
    for info in games() {
        // The custom fields of Gridball give short games.
        let id = match info.id {
            "gridball" | "paper-football" => format!("{}:12x12/4", info.id),
            _ => info.setups[0].to_owned(),
        };
        let mut game = AnyGame::new(&id.parse().unwrap());
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
        let mut talk = engine();
        talk.send(format!("setoption name Game value {id}"));
        talk.send("setoption name Level value 2");
        let mut moves = String::new();
        while game.position().outcome().is_none() {
            assert_eq!(ask(&mut talk, "query gameover"), "response false");
            let first = game.position().to_move() == Player::First;
            assert_eq!(ask(&mut talk, "query p1turn"), format!("response {first}"));
            let legal = ask(&mut talk, "legal");
            let texts: Vec<&str> = legal.split(' ').skip(2).collect();
            let mut expected: Vec<String> = (game.position().actions(usize::MAX).iter())
                .map(|action| game.position().action_text(action))
                .collect();
            expected.sort_unstable();
            assert_eq!(texts, expected);
            let text = if game.len().is_multiple_of(3) {
                talk.send("go nodes 200");
                best_move(&mut talk)
            } else {
                texts[dice.below(texts.len())].to_owned()
            };
            let action = game.position().parse_action(&text).unwrap();
            game.play(&action).unwrap();
            moves.push(' ');
            moves.push_str(&text);
            talk.send(format!("position startpos moves{moves}"));
            let fen = format!("fen {}", game.position().position_text());
            assert_eq!(ask(&mut talk, "fen"), fen);
            // The text alone is the same position.
            talk.send(format!("position {fen}"));
            assert_eq!(ask(&mut talk, "fen"), fen);
        }
        assert_eq!(ask(&mut talk, "query gameover"), "response true");
        let result = match game.position().outcome().unwrap() {
            GameOutcome::Win(Player::First) => "p1win",
            GameOutcome::Win(Player::Second) => "p2win",
            GameOutcome::Draw => "draw",
        };
        assert_eq!(ask(&mut talk, "query result"), format!("response {result}"));
        assert_eq!(ask(&mut talk, "go"), "error game is over");
        assert_eq!(talk.finish().code(), 0);
    }
}
