//! `gridball stats` and `gridball db` on whole collections.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use common::Machine;

const KURNIK: &str = include_str!("../../gridball-replay/tests/data/kurnik-2000.txt");
const ALL_GAMES: &str = include_str!("../../gridball-replay/tests/data/all-games.gbn");

#[test]
fn statistics_come_from_standard_input_and_several_files() {
    let machine = Machine::new();
    machine.file("kurnik.txt", KURNIK);
    let twice = machine.run(["stats", "-", "kurnik.txt", "--json"], KURNIK).good();
    let json: serde_json::Value = serde_json::from_str(&twice).unwrap();
    assert_eq!((&json["records"], &json["faulty"]), (&4000.into(), &0.into()));
    let game = &json["games"][0];
    assert_eq!(game["game"], "paper-soccer:2,8,10/lower");
    assert_eq!(game["actions"], 2 * 76005);
    // Every game of the second file stands in the first.
    let once = machine.run(["stats", "kurnik.txt", "--json"], "").good();
    let once: serde_json::Value = serde_json::from_str(&once).unwrap();
    let same = |json: &serde_json::Value| json["games"][0]["duplicates"]["same"].as_u64().unwrap();
    let mirrored = once["games"][0]["duplicates"]["mirrored"].as_u64().unwrap();
    assert!((2000 + same(&once)..=2000 + same(&once) + mirrored).contains(&same(&json)));
}

#[test]
fn faulty_records_are_told_left_out_and_counted() {
    let machine = Machine::new();
    machine.file("games.gbn", ALL_GAMES);
    let outcome = machine.run(["stats", "games.gbn", "no-file.gbn", "games.gbn"], "");
    assert_eq!(outcome.code(), 2);
    let errors: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(errors.len(), 5, "{errors:?}");
    assert!(errors[0].starts_with("games.gbn:27:8: action 2, `031`, is illegal: "));
    assert_eq!(errors[4], "error: no-file.gbn: No such file or directory");
    assert!(outcome.stdout.ends_with("\n32 games, 4 records left out as faulty\n"));
    let outcome = machine.run(["stats", "games.gbn"], "");
    assert_eq!(outcome.code(), 1);
    let outcome = machine.run(["stats", "-"], "");
    assert_eq!(outcome.good(), "0 games\n");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let machine = Machine::new();
    machine.file("games.gbn", ALL_GAMES);
    let mut command = machine.gridball(["stats", "games.gbn", "--lines", "100000"]);
    let mut child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panic"), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("error:"), "{output:?}");
}

#[cfg(not(feature = "db"))]
#[test]
fn a_program_without_the_index_says_how_to_get_it() {
    let machine = Machine::new();
    for words in [&["db", "add", "g.db", "g.gbn"][..], &["db", "search", "g.db", "gridball"]] {
        let outcome = machine.run(words, "");
        assert_eq!(outcome.code(), 2);
        assert_eq!(
            outcome.stderr,
            "error: this program was built without `gridball db`: cargo install --path crates/gridball-cli --all-features\n"
        );
    }
    assert!(machine.run(["db", "--help"], "").good().contains("db search"));
}

#[cfg(feature = "db")]
mod with_database {
    use std::fs;

    use super::{ALL_GAMES, KURNIK, common};
    use common::{Machine, Talk};
    use serde_json::Value;

    fn search(machine: &Machine, database: &str, words: &[&str]) -> Value {
        let all = [&["db", "search", database][..], words, &["--json"]].concat();
        serde_json::from_str(&machine.run(all, "").good()).unwrap()
    }

    #[test]
    fn games_are_added_and_found() {
        let machine = Machine::new();
        machine.file("games.gbn", ALL_GAMES);
        let outcome = machine.run(["db", "add", "games.db", "games.gbn"], "");
        assert_eq!(outcome.code(), 1);
        assert_eq!(
            outcome.stdout,
            "16 games added, 0 were there already, 2 records left out as faulty; 16 games in all\n"
        );
        assert_eq!(outcome.stderr.lines().count(), 2);
        let outcome = machine.run(["db", "add", "games.db", "games.gbn", "--json"], "");
        assert_eq!(outcome.stdout, "{\"added\":0,\"faulty\":2,\"games\":16,\"known\":16}\n");

        let game = "gridball:12x12/4";
        let found = machine.run(["db", "search", "games.db", game, "--moves", "034"], "").good();
        assert_eq!(
            found,
            "game 3: after 1 of 2 actions, 0-1, ? - ?\n\
             game 4: after 1 of 2 actions, *, ? - ?, mirrored\n\
             2 games: First wins 0, Second wins 1, draw 0, no result 1\n"
        );
        let found = machine.run(["db", "search", "games.db", game, "--limit", "1"], "").good();
        assert_eq!(
            found,
            "game 1: after 0 of 3 actions, 1-0, Ann - Bob\n\
             4 games: First wins 1, Second wins 2, draw 0, no result 1; the first 1 are shown\n"
        );
        let words = ["db", "search", "games.db", game, "--limit", "1", "--records"];
        let record = machine.run(words, "").good();
        assert!(ALL_GAMES.starts_with(&record) && record.ends_with(" 1-0\n\n"), "{record}");
        let json = search(&machine, "games.db", &[game, "--moves", "054"]);
        assert_eq!(json["hits"][0]["mirrored"], true);
        assert_eq!(json["results"]["second"], 1);
        // The position that a game has of itself, given as a text.
        let show = machine.run(["show", "games.gbn", "--upto", "2", "--json"], "").good();
        let show: Value = serde_json::from_str(&show).unwrap();
        let fen = show["position"].as_str().unwrap();
        let json = search(&machine, "games.db", &[game, "--fen", fen]);
        assert_eq!((&json["games"], &json["hits"][0]["ply"]), (&1.into(), &2.into()));
        let json = search(&machine, "games.db", &["paper-football:16x24/4"]);
        assert_eq!((&json["games"], &json["hits"]), (&0.into(), &Value::Array(vec![])));
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        let machine = Machine::new();
        machine.file("text", "no database, whatever the name says, and long enough for one");
        machine.file("empty.db", "");
        let error = |words: &[&str]| {
            let outcome = machine.run(words, "");
            assert_eq!((outcome.code(), outcome.stdout.as_str()), (2, ""), "{words:?}");
            outcome.stderr
        };
        assert_eq!(
            error(&["db", "search", "none.db", "gridball"]),
            "error: none.db: No such file or directory\n"
        );
        assert_eq!(error(&["db", "search", ".", "gridball"]), "error: .: is a directory\n");
        assert_eq!(
            error(&["db", "search", "text", "gridball"]),
            "error: text: this is no database of games: expected a file that `gridball db add` has made\n"
        );
        assert_eq!(
            error(&["db", "add", "no/such/place.db", "text"]),
            "error: no/such/place.db: No such file or directory\n"
        );
        assert_eq!(
            error(&["db", "search", "empty.db", "gridball"]),
            "error: empty.db: this database is empty: `gridball db add` adds games\n"
        );
        let illegal = error(&["db", "search", "text", "gridball", "--moves", "999"]);
        assert!(illegal.starts_with("error: --moves: illegal action 1: 999: "), "{illegal}");
        let usage = error(&["db", "add", "games.db"]);
        assert!(usage.contains("<FILE>...") && usage.lines().count() == 1, "{usage}");
        assert!(!machine.path("games.db").exists());
    }

    #[test]
    fn files_that_can_be_read_are_added_although_another_cannot() {
        let machine = Machine::new();
        machine.file("games.txt", &KURNIK[..20_000]);
        let outcome = machine.run(["db", "add", "games.db", "none.gbn", "games.txt"], "");
        assert_eq!(outcome.code(), 2);
        assert!(outcome.stderr.ends_with("error: none.gbn: No such file or directory\n"));
        let json = search(&machine, "games.db", &["paper-soccer:2,8,10/lower"]);
        assert!(json["games"].as_u64().unwrap() > 20);
    }

    /// Kills an add by SIGKILL when `when` says so. Whether it was killed before its end.
    #[cfg(unix)]
    fn kill_when(machine: &Machine, mut when: impl FnMut() -> bool) -> bool {
        let mut talk = Talk::start(machine.gridball(["db", "add", "killed.db", "games.txt"]));
        loop {
            if let Some(status) = talk.child.try_wait().unwrap() {
                return !status.success();
            }
            if when() {
                talk.child.kill().unwrap();
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_kill_during_an_add_loses_no_game_that_was_committed_and_spoils_nothing() {
        let machine = Machine::new();
        let half = KURNIK.match_indices("[Event ").nth(1000).unwrap().0;
        machine.file("games.txt", &KURNIK[..half]);
        let clean = machine.run(["db", "add", "clean.db", "games.txt"], "").good();
        assert!(clean.starts_with("1000 games added"), "{clean}");

        // Some are committed already.
        let some = KURNIK.match_indices("[Event ").nth(200).unwrap().0;
        let added = machine.run(["db", "add", "killed.db", "-"], &KURNIK[..some]).good();
        assert!(added.starts_with("200 games added"), "{added}");
        let size = |name: &str| fs::metadata(machine.path(name)).map_or(0, |data| data.len());
        let journal = "killed.db-journal";
        let before = size("killed.db");
        // While a transaction goes on; when one is being written, or just was.
        assert!(kill_when(&machine, || size(journal) > 0));
        assert!(kill_when(&machine, || size("killed.db") > before + 100_000));
        let again = machine.run(["db", "add", "killed.db", "games.txt"], "").good();
        assert!(again.ends_with("; 1000 games in all\n"), "{again}");
        let known: u64 = again.split(' ').nth(3).unwrap().parse().unwrap();
        assert!((200..1000).contains(&known), "{again}");
        assert!(!machine.path(journal).exists());

        let game = "paper-soccer:2,8,10/lower";
        for moves in ["", "e7-e8", "e7-e8 e8-d7", "e7-d8 d8-d7", "e7-d6 d6-c7"] {
            let words = [game, "--moves", moves, "--limit", "10000"];
            let expected = search(&machine, "clean.db", &words);
            assert!(expected["games"].as_u64().unwrap() >= 5);
            assert!(search(&machine, "killed.db", &words) == expected, "after {moves:?}");
        }
        // No game and no position is there twice.
        assert!(size("clean.db").abs_diff(size("killed.db")) < size("clean.db") / 10);
    }
}
