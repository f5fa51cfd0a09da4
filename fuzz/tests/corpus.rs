//! Replays the committed inputs of every fuzz target, without libFuzzer.

use std::{fs, path::Path};

/// Calls `target` with every input in its folder.
fn replay(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let entries = fs::read_dir(&folder).expect("every target has a folder");
    let mut replayed = 0;
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        // Seen only when the input fails.
        println!("{}", path.display());
        target(&fs::read(&path).expect("an input can be read"));
        replayed += 1;
    }
    assert!(replayed > 0, "no input in {}", folder.display());
}

#[test]
fn parse_action() {
    replay("parse_action", gridball_fuzz::parse_action);
}

#[test]
fn parse_position() {
    replay("parse_position", gridball_fuzz::parse_position);
}

#[test]
fn play_against_slow() {
    replay("play_against_slow", gridball_fuzz::play_against_slow);
}

#[test]
fn read_records() {
    replay("read_records", gridball_fuzz::read_records);
}

#[test]
fn ugi_session() {
    replay("ugi_session", gridball_fuzz::ugi_session);
}

#[test]
fn every_game_is_fuzzed() {
    for game in gridball_core::games() {
        let of_game = |id: &&str| id.split(':').next() == Some(game.id);
        assert!(gridball_fuzz::IDS.iter().any(of_game), "add {} to IDS", game.id);
    }
}
