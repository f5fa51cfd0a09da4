//! Line mode, played by a test player that types lines and reads what is printed.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::{fs, path::Path, process::Command};

use common::{Dice, Machine, Talk, program};
use gridball_core::{AnyAction, AnyGame, Outcome, Player, Position, games};
use gridball_replay::{Record, RecordResult, Records};

/// A set-up of each game that is soon played.
fn short_games() -> Vec<String> {
    let short = |id: &str, default: &str| match id {
        "gridball" | "paper-football" => format!("{id}:12x12/4"),
        "dots" => "dots:6x6".to_owned(),
        _ => default.to_owned(),
    };
    games().iter().map(|game| short(game.id, game.setups[0])).collect()
}

/// The records of a file; all are good.
fn records(path: &Path) -> Vec<Record> {
    Records::new(fs::File::open(path).unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().into_whole().unwrap())
        .collect()
}

/// A person at the other end, who follows the game on a board of his own.
struct Person {
    talk: Talk,
    game: AnyGame,
    /// What the program printed since the last line was typed.
    heard: String,
}

const PROMPTS: [&str; 2] = ["First> ", "Second> "];

impl Person {
    fn new(machine: &Machine, id: &str, arguments: &[&str]) -> Self {
        let words = ["play", id, "--ascii"].into_iter().chain(arguments.iter().copied());
        let talk = Talk::start(machine.gridball(words));
        Self { talk, game: AnyGame::new(&id.parse().unwrap()), heard: String::new() }
    }

    /// Waits for a prompt and follows what was played; `false` at the end of the game.
    fn listen(&mut self) -> bool {
        self.heard.clear();
        loop {
            let piece = self.talk.read_until(&["First> ", "Second> ", "\n"]);
            self.heard.push_str(&piece);
            if PROMPTS.iter().any(|prompt| piece.ends_with(prompt)) {
                return true;
            }
            for player in Player::BOTH {
                if let Some(rest) = piece.strip_prefix(&format!("{player} plays ")) {
                    let text = rest.trim_end().trim_end_matches('.').split(" (").next().unwrap();
                    assert_eq!(self.game.position().to_move(), player, "{piece}");
                    let action = self.game.position().parse_action(text).unwrap();
                    self.game.play(&action).unwrap();
                }
            }
            if self.game.position().outcome().is_some() && is_result(&piece) {
                return false;
            }
        }
    }

    /// Types a line and waits for the next prompt.
    fn say(&mut self, line: impl AsRef<[u8]>) -> bool {
        self.talk.send(line);
        self.listen()
    }

    /// The answer to a command that changes nothing: what stands between the echo and the prompt.
    fn answer(&mut self, line: impl AsRef<[u8]>) -> String {
        assert!(self.say(line), "the game has ended: {}", self.heard);
        let start = self.heard.find('\n').unwrap() + 1;
        let end = self.heard.rfind('\n').unwrap_or(start);
        self.heard.get(start..end).unwrap_or_default().to_owned()
    }

    fn check_position(&mut self) {
        let text = self.answer("fen");
        assert_eq!(text, self.game.position().position_text());
    }

    /// Any legal action, as the program lists them.
    fn choose(&mut self, dice: &mut Dice) -> AnyAction {
        let list = self.answer("moves");
        let words: Vec<&str> = list.split_whitespace().collect();
        assert_eq!(words[1], "legal:", "{list}");
        let count: usize = words[0].trim_end_matches('+').parse().unwrap();
        assert_eq!(count as u64, self.game.position().count_actions(1_000_000));
        let texts = &words[2..2 + count.min(400)];
        self.game.position().parse_action(texts[dice.below(texts.len())]).unwrap()
    }
}

fn is_result(line: &str) -> bool {
    line.contains(" wins: ") || line.starts_with("A draw: ")
}

/// Types an action in one of three ways, up to but without its last line, which is returned.
fn type_action(person: &mut Person, action: &AnyAction, way: usize) -> String {
    let position = person.game.position().clone();
    let text = position.action_text(action);
    if way == 0 {
        return text;
    }
    let steps = position.action_steps(action);
    let mut words = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let mut word = String::new();
        position.write_step(&steps[..index], *step, &mut word).unwrap();
        words.push(word);
    }
    let last = words.pop().unwrap();
    if way == 1 || words.is_empty() {
        // The steps in one line.
        return words.into_iter().chain([last]).collect::<Vec<_>>().join(" ");
    }
    for word in words {
        person.talk.send(word);
        // The prompt names the steps so far.
        person.talk.read_until(&["> "]);
    }
    last
}

#[test]
fn whole_games_are_played_against_an_engine_from_either_side() {
    for id in short_games() {
        for (seed, person_is) in [(1, Player::First), (2, Player::Second)] {
            let machine = Machine::new();
            let seed_text = seed.to_string();
            let mut arguments = vec!["--seed", &seed_text];
            if person_is == Player::First {
                arguments.extend(["--level", "1"]);
            } else {
                arguments.extend(["--first", "level:1", "--second", "human"]);
            }
            let mut person = Person::new(&machine, &id, &arguments);
            let mut dice = Dice(seed);
            let mut goes_on = person.listen();
            while goes_on {
                assert_eq!(person.game.position().to_move(), person_is);
                person.check_position();
                let action = person.choose(&mut dice);
                let way = dice.below(3);
                let line = type_action(&mut person, &action, way);
                goes_on = person.say(line);
            }
            // The result is what the rules say.
            let outcome = person.game.position().outcome().unwrap();
            let beginning = match outcome {
                Outcome::Win(winner) => format!("{winner} wins: "),
                Outcome::Draw => "A draw: ".to_owned(),
            };
            let last = person.heard.lines().last().unwrap().to_owned();
            assert!(last.starts_with(&beginning), "{last}");
            // The program ends by itself, with the input still open.
            assert!(person.talk.wait().success());
            // The game is kept.
            assert!(machine.unfinished().is_empty());
            let kept = records(&machine.finished());
            assert_eq!(kept.len(), 1);
            assert_eq!(kept[0].game().position(), person.game.position());
            assert_eq!(kept[0].result, RecordResult::of(Some(outcome)));
            assert_eq!(kept[0].tags.get("Termination"), Some("normal"));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let machine = Machine::new();
    let game = |seed: &str| {
        let words = ["play", "gridball:12x12/4", "--first", "level:2", "--second", "greedy"];
        machine.run(words.into_iter().chain(["--seed", seed]), "").good()
    };
    assert_eq!(game("5"), game("5"));
    assert_ne!(game("5"), game("6"));
    assert_eq!(records(&machine.finished()).len(), 4);
}

#[test]
fn a_move_is_typed_step_by_step_and_taken_back_step_by_step() {
    let machine = Machine::new();
    let script = "?\nN\n?\nse\nback\nback\nback\n0 3\nN\nS\nS\nshow\nquit\n";
    let words = ["play", "gridball:12x12/4", "--second", "human", "--ascii"];
    let output = machine.run(words, script).good();
    let conversation = conversation(&output);
    assert_eq!(
        conversation,
        "\
Gridball, gridball:12x12/4. First: a person. Second: a person.
Type a move, such as 034 or N-SE-S, whole or step by step. `?` lists the next
steps, `help` the commands.
First is to move. Turn 1 of 300.
First> ?
Possible next: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW.
First> N
So far: N. Possible next: 0 N, 1 NE, 2 E, 3 SE, 5 SW, 6 W, 7 NW.
First N> ?
So far: N. Possible next: 0 N, 1 NE, 2 E, 3 SE, 5 SW, 6 W, 7 NW.
First N> se
So far: N-SE. Possible next: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW.
First N-SE> back
So far: N. Possible next: 0 N, 1 NE, 2 E, 3 SE, 5 SW, 6 W, 7 NW.
First N> back
Possible next: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW.
First> back
There is nothing to take back.
First> 0 3
So far: N-SE. Possible next: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW.
First N-SE> N
First plays 030 (N-SE-N).
Second is to move. Turn 2 of 300.
Second> S
`S` is not possible here: segment 1 ends on a point that is already touched.
Second> S
`S` is not possible here: segment 1 ends on a point that is already touched.
Second> show
Second is to move. Turn 2 of 300.
Second> quit
"
    );
    // The record holds the line; the hint how to go on names it.
    let [file] = &machine.unfinished()[..] else { panic!("no record") };
    assert!(output.contains(&format!("Every action is saved at once, in {}.\n", file.display())));
    let hint = format!("The game is saved. To continue it: gridball play {}\n", file.display());
    assert!(output.ends_with(&hint), "{output}");
}

/// What was printed, without the pictures and the lines about files.
fn conversation(output: &str) -> String {
    let is_picture = |line: &str| line.is_empty() || line.starts_with([' ', '1', '2']);
    let is_about_files =
        |line: &str| line.starts_with("Every action") || line.starts_with("The game is saved");
    output
        .split_inclusive('\n')
        .filter(|line| !is_picture(line.trim_end_matches('\n')) && !is_about_files(line))
        .collect()
}

/// Twenty moves of a game that then comes to a trap; from the vectors of the rules.
const TO_A_TRAP: &str = "224 577 053 365 067 050 552 413 453 120 332 560 563 524 436 642 211 716 \
                         114 221 363 255 457 060 275";

#[test]
fn penalties_are_announced_in_words() {
    let machine = Machine::new();
    let mut script = TO_A_TRAP.replace(' ', "\n");
    script.push_str("\n?\n000\nN\nquit\n");
    let output = machine.run(["play", "--second", "human", "--ascii"], script).good();
    let end = conversation(&output);
    let end: Vec<&str> = end.lines().rev().take(11).collect();
    assert_eq!(
        end.into_iter().rev().collect::<Vec<_>>().join("\n"),
        "\
First> 275
First plays 275 (E-NW-SW).
Second is trapped: penalty 1 of 6 for First. Turn 25 of 300.
First> ?
Possible next: p0 N, p1 NE, p2 E, p4 S, p6 W, p7 NW.
First> 000
`000` is not possible here: a penalty has to be taken, there is no regular move.
First> N
First plays p0 (penalty N).
Second is to move. Turn 26 of 300.
Second> quit"
    );
}

/// What is said in a game between two people, without pictures.
fn said(game: &str, lines: &str) -> String {
    let script = lines.replace(' ', "\n") + "\n";
    let output = Machine::new().run(["play", game, "--second", "human", "--ascii"], script).good();
    let said = conversation(&output);
    // After the three lines of the beginning.
    said.splitn(4, '\n').last().unwrap().to_owned()
}

#[test]
fn dots_tells_the_score_what_is_captured_and_why_it_is_over() {
    assert_eq!(
        said("dots:3x3/plain", "1-2 2-2 2-1 1-1 3-2 2-2 3-3 2-3"),
        "\
First is to move. Score 0 : 0.
First> 1-2
First plays 1-2.
Second is to move. Score 0 : 0.
Second> 2-2
Second plays 2-2.
First is to move. Score 0 : 0.
First> 2-1
First plays 2-1.
Second is to move. Score 0 : 0.
Second> 1-1
Second plays 1-1.
First is to move. Score 0 : 0.
First> 3-2
First plays 3-2.
Second is to move. Score 0 : 0.
Second> 2-2
`2-2` is not possible here: a dot is there already.
Second> 3-3
Second plays 3-3.
First is to move. Score 0 : 0.
First> 2-3
First plays 2-3×1.
First captures 1 dot.
First wins: First's advantage is protected, Second could reach at most 0 of 1.
"
    );
}

#[test]
fn paper_soccer_bounces_step_by_step_or_at_once() {
    assert_eq!(
        said("paper-soccer", "d6-e7 e7-e6 6 back e6-d6 3 2"),
        "\
First is to move (Upper, towards the bottom goal).
First> d6-e7
First plays d6-e7.
Second is to move (Lower, towards the top goal).
Second> e7-e6
Second plays e7-e6.
First is to move (Upper, towards the bottom goal).
First> 6
So far: d6. The ball bounces: a line touches d6. Possible next: d7 N, e5 SE,
d5 S, c5 SW, c6 W, c7 NW.
First d6> back
Possible next: f7 NE, f6 E, f5 SE, e5 S, d5 SW, d6 W, d7 NW.
First> e6-d6
So far: d6. The ball bounces: a line touches d6. Possible next: d7 N, e5 SE,
d5 S, c5 SW, c6 W, c7 NW.
First d6> 3
First plays e6-d6-e5.
Second is to move (Lower, towards the top goal).
Second> 2
Second plays e5-f5.
First is to move (Upper, towards the bottom goal).
First> 
"
    );
}

#[test]
fn football_checkers_says_why_a_move_is_refused() {
    assert_eq!(
        said("football-checkers", "d1 d3 d12-d1 d12-m12 d13 a12-a11"),
        "\
First is to move. Turn 1 of 400.
First> d1
So far: d1. Possible next: d8, n8, d7, m7, d6, k6, d5, h5, d4, g4, b3, d3, f3,
c2, d2, e2.
First d1> d3
First plays d1-d3.
Second is to move. Turn 2 of 400.
Second> d12-d1
`d12-d1` is not possible here: d3 stands between d1 and d12.
Second> d12-m12
`d12-m12` is not possible here: m12 is occupied.
Second> d13
`d13` is neither a move nor a command: column 1: expected a point. `help` lists the commands.
Second> a12-a11
`a12-a11` is not possible here: no checker stands on a12.
Second> 
"
    );
}

#[test]
fn turns_are_taken_back_one_between_people_both_against_an_engine() {
    let machine = Machine::new();
    let mut person = Person::new(&machine, "gridball", &["--second", "human"]);
    person.listen();
    for line in ["034", "666"] {
        person.say(line);
    }
    assert!(person.answer("undo").starts_with("Taken back: 1 action.\n"));
    person.game.undo();
    person.check_position();
    assert!(person.answer("undo").starts_with("Taken back: 1 action.\n"));
    assert_eq!(person.answer("undo"), "There is nothing to take back.");

    let mut person = Person::new(&machine, "gridball", &["--level", "1", "--seed", "1"]);
    person.listen();
    assert_eq!(person.answer("undo"), "There is nothing to take back.");
    person.say("034");
    let played = person.game.len();
    assert!(played >= 2, "the engine has answered");
    let answer = person.answer("undo");
    assert!(answer.starts_with(&format!("Taken back: {played} actions.\n")), "{answer}");
    assert!(answer.ends_with("First is to move. Turn 1 of 300."), "{answer}");
}

#[test]
fn a_hint_is_a_legal_action_with_a_reason() {
    let machine = Machine::new();
    let mut person = Person::new(&machine, "gridball:12x12/4", &["--second", "human"]);
    person.listen();
    let hint = person.answer("hint");
    assert!(hint.starts_with("Hint: ") && hint.ends_with(" %."), "{hint}");
    // Then First stands before the goal.
    person.say("444");
    person.say("134");
    let hint = person.answer("hint");
    assert!(hint.ends_with("; First wins at once."), "{hint}");
    let text = hint.strip_prefix("Hint: ").unwrap().split([' ', ';']).next().unwrap();
    person.game = AnyGame::new(&"gridball:12x12/4".parse().unwrap());
    for text in ["444", "134", text] {
        let action = person.game.position().parse_action(text).unwrap();
        person.game.play(&action).unwrap();
    }
    assert_eq!(person.game.position().outcome(), Some(Outcome::Win(Player::First)));
}

#[test]
fn bad_lines_get_one_clear_line_and_the_game_goes_on() {
    let machine = Machine::new();
    let mut person = Person::new(&machine, "gridball:12x12/4", &["--second", "human"]);
    person.listen();
    person.say("034");
    let megabyte = vec![b'N'; 1 << 20];
    let thirty_megabytes = vec![b'3'; 30 << 20];
    let over_long = "0".repeat(16_000);
    for (line, complaint) in [
        (
            &b"N-\xc9"[..],
            "This line is not UTF-8, from byte 3 on; it is neither a move nor a command.",
        ),
        (&megabyte, "A line longer than 16384 bytes is no move and no command."),
        (&thirty_megabytes, "A line longer than 16384 bytes is no move and no command."),
        (
            over_long.as_bytes(),
            "`0` is not possible here: segment 1 ends on a point that is already touched. \
             Possible are: 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W.",
        ),
        (
            "Ñ".as_bytes(),
            "`Ñ` is neither a move nor a command: column 1: expected a direction (0 to 7, or N, NE, \
             … NW). `help` lists the commands.",
        ),
        (
            b"\0\x1b[31m",
            "`\u{fffd}\u{fffd}[31m` is neither a move nor a command: column 1: expected a direction \
             (0 to 7, or N, NE, … NW). `help` lists the commands.",
        ),
        (b"004", "`004` is not possible here: segment 1 ends on a point that is already touched."),
        (b"p3", "`p3` is not possible here: this is no time for a penalty."),
        (b"undo undo", "`undo` stands alone."),
        (b"load", "Expected a file: `load FILE`."),
        (b"load nowhere.gbn", "That did not work: nowhere.gbn: No such file or directory."),
        (b"load .", "That did not work: .: is a directory, expected a file of records."),
        (
            b"save /no/such/folder/game.gbn",
            "That did not work: /no/such/folder/game.gbn: No such file or directory.",
        ),
    ] {
        let answer = person.answer(line);
        let shown = &line[..line.len().min(40)];
        assert_eq!(answer, complaint, "{}", String::from_utf8_lossy(shown));
    }
    // Blank lines are nothing.
    assert_eq!(person.answer(""), "");
    assert_eq!(person.answer(" \t "), "");
    person.check_position();
    // After all of it the game can be saved.
    assert_eq!(person.answer("save game.gbn"), "Saved in game.gbn.");
    let saved = records(&machine.path("game.gbn"));
    assert_eq!(saved[0].game().position(), person.game.position());
    // A step that is not possible names those that are.
    person.talk.send("W");
    person.talk.read_until(&["Second W> "]);
    person.talk.send("E");
    let answer = person.talk.read_until(&["Second W> "]);
    assert!(answer.contains(" Possible are: 3 SE, "), "{answer}");
    person.talk.send("W W W");
    let answer = person.talk.read_until(&["Second W> "]);
    assert!(answer.contains("`W` comes after the end of the move; nothing is played."), "{answer}");
    let outcome = person.talk.finish();
    assert_eq!((outcome.code(), outcome.stderr.as_str()), (0, ""));
}

#[test]
fn the_end_of_input_leaves_a_game_that_can_be_continued() {
    let machine = Machine::new();
    for ends in ["034\n666\nN\nNE", "034\n666\nN\nNE\n", "034\n666\nN\nNE\nquit\n"] {
        let output = machine.run(["play", "gridball:12x12/4", "--second", "human"], ends).good();
        let hint = output.lines().last().unwrap();
        let command = hint.strip_prefix("The game is saved. To continue it: gridball ").unwrap();
        let words: Vec<&str> = command.split(' ').collect();
        // The steps typed so far are there again; the game goes on in the same file.
        let output = machine.run(&words, "W\nfen\nquit\n").good();
        assert!(output.contains("The game goes on after 2 actions.\n"), "{output}");
        assert!(output.contains("First N-NE> W\nFirst plays 016 (N-NE-W).\n"), "{output}");
        let files = machine.unfinished();
        assert_eq!(files.len(), 1, "{files:?}");
        assert_eq!(records(&files[0])[0].len(), 3);
        fs::remove_file(&files[0]).unwrap();
    }
    // Where nothing was played there is nothing to continue.
    let output = machine.run(["play"], "").good();
    assert!(output.ends_with("First> \nNothing was played.\n"), "{output}");
    assert!(machine.unfinished().is_empty());
}

#[test]
fn a_killed_game_has_lost_nothing() {
    let machine = Machine::new();
    let mut person = Person::new(&machine, "gridball", &["--level", "1", "--seed", "4"]);
    person.listen();
    for line in ["034", "222", "666"] {
        // Whether all of them are legal does not matter.
        person.say(line);
    }
    person.talk.send("?");
    person.talk.child.kill().unwrap();
    let [file] = &machine.unfinished()[..] else { panic!("no record") };
    assert_eq!(records(file)[0].game().position(), person.game.position());
    let words = ["play".as_ref(), file.as_os_str()];
    let output = machine.run(words, "fen\n").good();
    assert!(output.contains(&person.game.position().position_text()), "{output}");
    assert!(output.contains("First: a person. Second: level:1.\n"), "{output}");
}

#[test]
fn the_record_is_written_where_it_was_asked_for() {
    let machine = Machine::new();
    let path = machine.path("my games.gbn");
    let words = ["play", "gridball:12x12/4", "--second", "human", "--save", "my games.gbn"];
    let mut person = Talk::start(machine.gridball(words));
    person.read_until(&["First> "]);
    // From the beginning, and after each action.
    assert_eq!(records(&path)[0].len(), 0);
    person.send("034");
    person.read_until(&["Second> "]);
    assert_eq!(records(&path)[0].len(), 1);
    let output = person.finish().good();
    let hint = "To continue it: gridball play 'my games.gbn' --save 'my games.gbn'\n";
    assert!(output.ends_with(hint), "{output}");
    // It goes on in the same record; another game is a further one.
    let again = ["play", "my games.gbn", "--save", "my games.gbn"];
    machine.run(again, "666\n").good();
    assert_eq!(records(&path).iter().map(Record::len).collect::<Vec<_>>(), [2]);
    machine.run(words, "444\nresign\n").good();
    let kept = records(&path);
    assert_eq!(kept.iter().map(Record::len).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(kept[1].result, RecordResult::FirstWins);
    assert_eq!(kept[1].tags.get("Termination"), Some("resignation"));
    assert!(machine.unfinished().is_empty() && !machine.finished().exists());
}

#[test]
fn games_are_saved_and_loaded_in_the_conversation() {
    let machine = Machine::new();
    let mut person = Person::new(&machine, "gridball:12x12/4", &["--second", "human"]);
    person.listen();
    person.say("034");
    assert_eq!(person.answer("save one.gbn"), "Saved in one.gbn.");
    person.say("666");
    // The same game again replaces what it wrote there before.
    assert_eq!(person.answer("save one.gbn"), "Saved in one.gbn.");
    assert_eq!(records(&machine.path("one.gbn")).len(), 1);
    let position = person.game.position().clone();
    assert!(person.answer("new").ends_with("First is to move. Turn 1 of 300."));
    assert!(person.answer("load one.gbn").starts_with("Loaded: Gridball, 2 actions played.\n"));
    person.game = records(&machine.path("one.gbn"))[0].game();
    assert_eq!(person.game.position(), &position);
    person.check_position();
    let answer = person.answer("save");
    let file = answer.strip_prefix("Saved in ").unwrap().trim_end_matches('.');
    assert_eq!(records(Path::new(file))[0].game().position(), &position);
    // The game from before `new` is still there too.
    assert_eq!(machine.unfinished().len(), 2);
}

#[test]
fn records_of_people_keep_their_names_and_comments() {
    let machine = Machine::new();
    let file = machine.file(
        "old.gbn",
        "[Game \"gridball:12x12/4\"]\n[First \"Anna\"]\n[Second \"cmd:./evil\"]\n[Result \"*\"]\n\n\
         1. 444 {good} (1. 034 666) 134 *\n",
    );
    let before = fs::read(&file).unwrap();
    let output = machine.run(["play", "old.gbn"], "445\n").good();
    // No program is started because a file says so.
    assert!(output.contains("First: a person. Second: a person.\n"), "{output}");
    assert!(output.ends_with("First wins: a goal.\n"), "{output}");
    let kept = fs::read_to_string(machine.finished()).unwrap();
    assert!(kept.contains("[First \"Anna\"]\n[Second \"human\"]\n[Result \"1-0\"]\n"), "{kept}");
    assert!(kept.contains("1. 444 {good} 1... 134 2. 445 1-0\n"), "{kept}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_faulty_record_is_not_taken_up() {
    let machine = Machine::new();
    machine.file("bad.gbn", "[Game \"gridball\"]\n\n1. 034 040 *\n");
    machine.file("empty.gbn", "");
    let outcome = machine.run(["play", "bad.gbn"], "");
    assert_eq!(outcome.code(), 1);
    assert_eq!(
        outcome.stderr,
        "error: bad.gbn:3:8: action 2, `040`, is illegal: segment 1 ends on a point that is already \
         touched; 232 are legal here, such as 100, 101, 102\n"
    );
    let outcome = machine.run(["play", "empty.gbn"], "");
    let expected = "error: empty.gbn: there is no record in this file\n";
    assert_eq!((outcome.code(), outcome.stderr.as_str()), (1, expected));
}

#[test]
fn where_nothing_can_be_written_the_game_goes_on() {
    let machine = Machine::new();
    let file = machine.file("no-folder", "a file");
    let start = || {
        let mut command = machine.gridball(["play", "gridball:12x12/4", "--second", "human"]);
        command.env("GRIDBALL_DATA", &file);
        let mut talk = Talk::start(command);
        talk.read_until(&["First> "]);
        for (line, prompt) in
            [("034", "Second> "), ("666", "First> "), ("save kept.gbn", "First> ")]
        {
            talk.send(line);
            talk.read_until(&[prompt]);
        }
        talk
    };
    let outcome = start().finish();
    let saved = "The game is saved. To continue it: gridball play kept.gbn\n";
    assert!(outcome.stdout.ends_with(saved), "{}", outcome.stdout);
    assert_eq!(records(&machine.path("kept.gbn"))[0].len(), 2);
    fs::remove_file(machine.path("kept.gbn")).unwrap();

    // An action after that is in no file.
    let mut talk = start();
    talk.send("0");
    let outcome = talk.finish();
    assert!(outcome.stdout.ends_with("The game is not saved.\n"), "{}", outcome.stdout);
    let warnings: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("warning: the game is not saved: "), "{warnings:?}");
    assert_eq!(records(&machine.path("kept.gbn"))[0].len(), 2);
}

#[test]
fn a_reader_that_leaves_ends_the_game_quietly() {
    let machine = Machine::new();
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = machine.gridball(["play", "--second", "human"]);
    command.stdout(writer);
    let mut talk = Talk::start(command);
    drop(reader);
    assert!(talk.wait().success());
    assert_eq!(talk.finish().stderr, "");
}

#[test]
fn languages_are_spoken() {
    let machine = Machine::new();
    let lines = "034\nload nowhere.gbn\nload .\n";
    let russian = machine.run(["--lang", "ru", "play", "--second", "human"], lines).good();
    assert!(russian.contains("Второй"), "{russian}");
    // What is wrong with files is said in the same language.
    for said in ["nowhere.gbn: нет такого файла или папки.", ".: это папка, а нужен файл с"]
    {
        assert!(russian.contains(said), "{russian}");
    }
    let ukrainian = machine.run(["play", "--lang", "uk", "--second", "human"], lines).good();
    assert!(ukrainian.contains("Другий"), "{ukrainian}");
    assert!(ukrainian.contains("nowhere.gbn: немає такого файлу або папки."), "{ukrainian}");
    let mut command = machine.gridball(["play", "--second", "human"]);
    command.env("LC_ALL", "uk_UA.UTF-8");
    assert!(Talk::start(command).finish().good().contains("Перший"));
}

// Other programs as engines.

/// This program as an engine that is started by another one.
fn this_program() -> String {
    format!("cmd:'{}' engine", program().display())
}

#[test]
fn another_program_plays_whole_games() {
    let machine = Machine::new();
    for id in short_games() {
        let engine = this_program();
        let words = ["play", &id, "--first", &engine, "--second", "level:1", "--level", "1"];
        let output = machine.run(words, "").good();
        assert!(output.lines().last().is_some_and(is_result), "{output}");
    }
    for record in records(&machine.finished()) {
        assert_eq!(record.tags.get("First"), Some(this_program().as_str()));
    }
}

/// A shell script as an engine: it introduces itself, and then does as `answer` says for `go`.
#[cfg(unix)]
fn scripted(machine: &Machine, answer: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in\n\
         ugi) echo id name test; echo option name Game type string; echo ugiok;;\n\
         go) {answer};;\n\
         quit) exit 0;;\n\
         esac; done\n"
    );
    let path = machine.file("engine.sh", script);
    format!("cmd:sh '{}'", path.display())
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_play_by_the_rules_ends_the_game_but_loses_nothing() {
    let machine = Machine::new();
    for (answer, complaint) in [
        (
            "echo bestmove 034",
            "the engine plays `034`: segment 1 ends on a point that is already touched",
        ),
        (
            "echo bestmove oops",
            "the engine plays `oops`: column 1: expected a direction (0 to 7, or N, NE, … NW)",
        ),
        ("echo error out of ideas", "the engine says `error out of ideas`"),
        ("exit 3", "the engine has ended (exit status: 3)"),
        ("kill -9 $$", "the engine has ended (signal: 9 (SIGKILL))"),
    ] {
        let engine = scripted(&machine, answer);
        let outcome = machine.run(["play", "--second", &engine], "034\n");
        assert_eq!(outcome.code(), 1, "{outcome:?}");
        assert_eq!(outcome.stderr, format!("error: {complaint}\n"));
        let hint = outcome.stdout.lines().last().unwrap();
        assert!(hint.starts_with("The game is saved. To continue it: "), "{hint}");
        let [file] = &machine.unfinished()[..] else { panic!("no record") };
        assert_eq!(records(file)[0].len(), 1);
        fs::remove_file(file).unwrap();
    }
    // One that has no levels says so at the beginning.
    let engine = scripted(&machine, "");
    let outcome = machine.run(["play", "--second", &engine, "--level", "3"], "034\n");
    assert_eq!(outcome.code(), 2);
    assert!(outcome.stderr.ends_with("the engine has no option Level\n"), "{outcome:?}");
    // One that is none.
    let outcome = machine.run(["play", "--second", "cmd:true"], "034\n");
    assert_eq!(outcome.stderr, "error: cmd:true: the engine has ended (exit status: 0)\n");
}

#[cfg(unix)]
#[test]
fn no_engine_stays_behind() {
    let machine = Machine::new();
    let alive = machine.path("alive");
    // It writes its number, and does not listen to `quit`.
    let script = machine.file(
        "deaf.sh",
        format!("echo $$ > '{}'; echo ugiok; while :; do sleep 1; done\n", alive.display()),
    );
    let engine = format!("cmd:sh '{}'", script.display());
    machine.run(["play", "--second", &engine], "quit\n").good();
    let number = fs::read_to_string(alive).unwrap();
    let listed = Command::new("kill").args(["-0", number.trim()]).output().unwrap();
    assert!(!listed.status.success(), "{number} is still there");
}

// Signals and terminals.

#[cfg(unix)]
fn interrupt(talk: &Talk) {
    let number = talk.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_at_a_prompt_and_while_an_engine_thinks() {
    let machine = Machine::new();
    let mut talk = Talk::start(machine.gridball(["play", "--second", "best?movetime=600000"]));
    talk.read_until(&["First> "]);
    talk.send("N");
    talk.read_until(&["First N> "]);
    interrupt(&talk);
    assert_eq!(talk.wait().code(), Some(130));
    let outcome = talk.finish();
    assert!(outcome.stdout.starts_with("\nThe game is saved. To continue it: "), "{outcome:?}");
    assert_eq!(outcome.stderr, "");

    let mut talk = Talk::start(machine.gridball(["play", "--second", "best?movetime=600000"]));
    talk.read_until(&["First> "]);
    talk.send("034");
    talk.read_until(&["First plays 034 (N-SE-S).\n"]);
    interrupt(&talk);
    assert_eq!(talk.wait().code(), Some(130));
    let outcome = talk.finish();
    assert!(outcome.stdout.contains("The game is saved. To continue it: "), "{outcome:?}");
}

/// The program on a terminal of its own.
#[cfg(unix)]
mod terminal {
    use std::{
        fs::File,
        io::{Read, Write},
        process::{Child, Stdio},
        sync::mpsc::{self, Receiver},
        thread,
    };

    use super::common::{Machine, PATIENCE};

    struct Terminal {
        child: Child,
        keyboard: File,
        screen: Receiver<Vec<u8>>,
        seen: String,
    }

    impl Terminal {
        fn start(machine: &Machine, arguments: &[&str]) -> Self {
            let pty = nix::pty::openpty(None, None).unwrap();
            let end = || Stdio::from(pty.slave.try_clone().unwrap());
            let mut command = machine.gridball(arguments);
            let command = command.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end());
            let child = command.spawn().unwrap();
            let keyboard = File::from(pty.master);
            let mut screen = keyboard.try_clone().unwrap();
            let (sender, receiver) = mpsc::channel();
            thread::spawn(move || {
                let mut chunk = [0; 4096];
                // The end of the program is an error here.
                while let Ok(count @ 1..) = screen.read(&mut chunk) {
                    if sender.send(chunk[..count].to_vec()).is_err() {
                        break;
                    }
                }
            });
            Self { child, keyboard, screen: receiver, seen: String::new() }
        }

        fn wait_for(&mut self, text: &str) -> String {
            loop {
                if let Some(place) = self.seen.find(text) {
                    return self.seen.drain(..place + text.len()).collect();
                }
                match self.screen.recv_timeout(PATIENCE) {
                    Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                    Err(error) => panic!("{error}; waited for {text} after {}", self.seen),
                }
            }
        }

        fn type_line(&mut self, line: &str) {
            self.keyboard.write_all(line.as_bytes()).unwrap();
            self.keyboard.write_all(b"\n").unwrap();
        }

        fn end_of_input(&mut self) {
            self.keyboard.write_all(b"\x04").unwrap();
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    #[test]
    fn the_last_unfinished_game_is_offered() {
        let machine = Machine::new();
        machine.run(["play", "gridball:12x12/4", "--second", "human"], "034\nW\n").good();
        let mut terminal = Terminal::start(&machine, &["play", "--plain"]);
        terminal.wait_for(
            "There is an unfinished game of Gridball: 1 action played, First a person, Second a \
             person. Continue it? [Y/n] ",
        );
        terminal.type_line("");
        let screen = terminal.wait_for("Second W> ");
        // On a terminal there are colours.
        assert!(screen.contains("The game goes on after 1 action.") && screen.contains("\u{1b}["));
        terminal.end_of_input();
        terminal.wait_for("Nothing was played.");
        assert!(terminal.child.wait().unwrap().success());

        let mut terminal = Terminal::start(&machine, &["play", "--plain"]);
        terminal.wait_for("Continue it? [Y/n] ");
        terminal.type_line("perhaps");
        terminal.wait_for("Continue it? [Y/n] ");
        terminal.type_line("n");
        terminal.wait_for("Turn 1 of 300.");
        terminal.wait_for("First> ");
        // The other game is still there.
        assert_eq!(machine.unfinished().len(), 1);
    }

    #[test]
    fn unfinished_games_that_are_faulty_are_named() {
        let machine = Machine::new();
        machine.run(["play", "gridball:12x12/4", "--second", "human"], "034\nW\n").good();
        // Later than the other one, whatever the clock says.
        let faulty = machine.data().join("unfinished/faulty.gbn");
        std::fs::write(&faulty, "[Game \"gridball\"]\n[Result \"*\"]\n\n1. 000 444 *\n").unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_hours(1);
        File::options().write(true).open(&faulty).unwrap().set_modified(later).unwrap();
        let mut terminal = Terminal::start(&machine, &["play", "--plain"]);
        let said = terminal.wait_for("Continue it? [Y/n] ");
        assert!(said.contains("Left out: ") && said.contains("faulty.gbn:4:8: "), "{said}");
        // The good one is offered all the same.
        assert!(said.contains("1 action played"), "{said}");
    }

    #[test]
    fn after_the_end_the_last_turn_can_be_taken_back() {
        let machine = Machine::new();
        let words =
            ["play", "gridball:12x12/4", "--second", "human", "--color", "never", "--plain"];
        let mut terminal = Terminal::start(&machine, &words);
        for line in ["444", "134", "445"] {
            terminal.wait_for("> ");
            terminal.type_line(line);
        }
        terminal.wait_for("First wins: a goal.");
        terminal.wait_for("> ");
        terminal.type_line("000");
        terminal.wait_for("The game is over. `undo`, `new`, `save FILE` and `quit` are possible.");
        terminal.type_line("undo");
        let screen = terminal.wait_for("First> ");
        assert!(screen.contains("Taken back: 1 action.") && !screen.contains('\u{1b}'), "{screen}");
        terminal.type_line("445");
        terminal.wait_for("First wins: a goal.");
        terminal.wait_for("> ");
        terminal.type_line("new");
        terminal.wait_for("First> ");
        terminal.type_line("quit");
        assert!(terminal.child.wait().unwrap().success());
        assert_eq!(super::records(&machine.finished()).len(), 1);
        assert!(machine.unfinished().is_empty());
    }
}

#[test]
fn a_script_goes_on_after_the_end_of_a_game() {
    let machine = Machine::new();
    let play = ["play", "gridball:12x12/4", "--first", "human", "--second", "human"];
    let script = "444\n444\n4\n000\nsave after.gbn\nundo\n";
    let output = machine.run(play, script).good();
    assert!(output.contains("First wins: a goal.\n"), "{output}");
    assert!(output.contains("000\nThe game is over."), "{output}");
    assert_eq!(records(&machine.path("after.gbn"))[0].len(), 3);
    // The goal was taken back.
    assert!(output.contains("To continue it: gridball play "), "{output}");
    assert_eq!(records(&machine.unfinished()[0])[0].len(), 2);
}

#[test]
fn a_program_of_a_record_is_not_started_and_that_is_said() {
    let machine = Machine::new();
    let text = "[Game \"gridball\"]\n[First \"human\"]\n[Second \"cmd:touch trap\"]\n\
                [Result \"*\"]\n\n1. 034 *\n\n";
    fs::write(machine.path("game.gbn"), text).unwrap();
    let play = |words: &[&str]| {
        let words = ["play", "game.gbn"].iter().chain(words);
        let output = machine.gridball(words).stdin(std::process::Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let said = "Second was played by cmd:touch trap; now a person plays.";
    assert!(play(&[]).contains(said), "{}", play(&[]));
    assert!(!play(&["--second", "human"]).contains(said));
    assert!(!machine.path("trap").exists());
}
