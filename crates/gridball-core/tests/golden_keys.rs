//! Keys are the same on every platform and in every release: databases store them. A number here
//! changes only together with the format of those databases.

use gridball_core::{AnyGame, Position, games};

/// Game id, actions from the start, and the key after them.
const GOLDEN: &[(&str, &str, u64)] = &[
    ("gridball:20x26/4", "", 0),
    ("gridball:20x26/4", "034", 0),
    (
        "gridball:20x26/4",
        "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 760 136",
        0,
    ),
    (
        "gridball:20x26/4",
        "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 760 136 p6 121 174 607 763 452 p3",
        0,
    ),
    (
        "gridball:20x26/4",
        "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 760 136 p6 121 174 607 763 452 p3 p7",
        0,
    ),
    ("gridball:32x40/4", "", 0),
    ("gridball:12x12/10", "", 0),
    ("gridball:12x12/10", "444 444 4", 0),
    ("gridball:56x62/2", "012 345", 0),
    ("paper-football:16x24/4", "", 0),
    ("paper-football:16x24/4", "034 345", 0),
    ("paper-football:12x14/4", "", 0),
];

#[test]
fn keys_are_what_they_always_were() {
    let mut wrong = Vec::new();
    for &(id, actions, expected) in GOLDEN {
        let mut game = AnyGame::new(&id.parse().unwrap_or_else(|error| panic!("{id}: {error}")));
        for text in actions.split_whitespace() {
            let action = game.position().parse_action(text).expect(text);
            game.play(&action).expect(text);
        }
        let key = game.position().key();
        if key != expected {
            wrong.push(format!("(\"{id}\", \"{actions}\", {key:#018x}),"));
        }
    }
    assert!(wrong.is_empty(), "the keys are now:\n{}", wrong.join("\n"));
}

#[test]
fn every_game_has_golden_keys_of_its_start_and_later() {
    for game in games() {
        let of_game = |id: &str| id.split(':').next() == Some(game.id);
        let start = GOLDEN.iter().any(|(id, actions, _)| of_game(id) && actions.is_empty());
        let later = GOLDEN.iter().any(|(id, actions, _)| of_game(id) && !actions.is_empty());
        assert!(start && later, "add keys of {}", game.id);
    }
}
