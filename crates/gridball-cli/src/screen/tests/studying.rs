//! Replay and study of records.

use gridball_replay::{NodeId, Sign};

use super::*;

const RECORD: &str = "\
[Game \"gridball:20x26/4\"]
[Event \"A walk in the park\"]
[First \"Ann\"]
[Second \"Bob\"]
[Result \"*\"]

{The park is big.} 1. 034! {straight ahead} 170 (1... 666 2. 444) 2. 123 *

";

fn study(size: (u16, u16)) -> Visitor {
    let beginning = Reply::Study(Box::new(opened(read(RECORD), Path::new("park.gbn"), 1)));
    let mut world = TestWorld::default();
    world.files.insert("park.gbn".into(), vec![read(RECORD), record("dots", "1-1")]);
    Visitor::new(beginning, Settings::default(), world, size)
}

fn index(visitor: &Visitor) -> usize {
    visitor.app.study().unwrap().index()
}

fn actions(visitor: &Visitor) -> String {
    let mut texts = Vec::new();
    let game = visitor.app.study().unwrap().game();
    game.replay(|before, action, _| texts.push(before.action_text(action)));
    texts.join(" ")
}

#[test]
fn a_record_is_stepped_through_and_jumped_in() {
    let mut visitor = study((80, 24));
    assert!(visitor.picture().contains("The park is big."));
    visitor.key(KeyCode::Right);
    let picture = visitor.picture();
    assert!(picture.contains("straight ahead") && picture.contains("034!"), "{picture}");
    visitor.key(KeyCode::End);
    assert_eq!(actions(&visitor), "034 170 123");
    visitor.key(KeyCode::Right);
    visitor.key(KeyCode::Left);
    assert_eq!(index(&visitor), 2);
    visitor.key(KeyCode::Home);
    visitor.keys("j");
    visitor.line("2");
    assert_eq!(index(&visitor), 3);
}

#[test]
fn variations_are_looked_at_and_added() {
    let mut visitor = study((80, 24));
    visitor.key(KeyCode::Right);
    assert!(visitor.picture().contains("Continuations"));
    visitor.key(KeyCode::Right);
    visitor.key(KeyCode::Down);
    assert!(visitor.picture().contains("variation 2/2"), "{}", visitor.picture());
    visitor.key(KeyCode::Right);
    assert_eq!(actions(&visitor), "034 666 444");
    // Another action makes a branch, the same one does not.
    visitor.key(KeyCode::Left);
    visitor.keys("xxx");
    assert_eq!(actions(&visitor), "034 666 444");
    assert!(visitor.world.study.is_none());
    visitor.key(KeyCode::Left);
    visitor.keys("zzz");
    assert_eq!(actions(&visitor), "034 666 555");
    let kept = visitor.world.study.clone().unwrap();
    assert_eq!(kept.len(), 3);
    assert!(visitor.picture().contains("Every action is saved at once, in studies/1.gbn."));
    // It becomes the main line, and is removed again.
    visitor.keys("*");
    visitor.key(KeyCode::Left);
    visitor.keys("*");
    let record = visitor.app.study().unwrap().record();
    let main: Vec<String> = record
        .actions()
        .map(|action| AnyGame::new(&record.setup()).position().action_text(action))
        .collect();
    assert_eq!(main, ["034", "666", "555"]);
    visitor.key(KeyCode::Delete);
    visitor.keys("y");
    assert_eq!(actions(&visitor), "034");
    visitor.key(KeyCode::End);
    assert_eq!(actions(&visitor), "034 170 123");
}

#[test]
fn comments_and_signs_are_changed_and_saved() {
    let mut visitor = study((80, 24));
    visitor.key(KeyCode::Right);
    visitor.keys(";");
    visitor.line(", they say");
    visitor.keys("!");
    let study = visitor.app.study().unwrap();
    let node = study.record().first_child(NodeId::ROOT).unwrap();
    let annotation = study.record().annotation(node);
    assert_eq!(annotation.comments, ["straight ahead, they say"]);
    assert_eq!(annotation.signs, [Sign::WEAK]);
    visitor.keys("k");
    visitor.line("mine.gbn");
    let saved = &visitor.world.files[Path::new("mine.gbn")][0];
    assert_eq!(saved, visitor.app.study().unwrap().record());
    assert!(visitor.picture().contains("Saved in mine.gbn."));
    visitor.keys(";");
    for _ in 0..60 {
        visitor.key(KeyCode::Backspace);
    }
    visitor.enter();
    assert!(visitor.app.study().unwrap().comment().is_empty());
}

#[test]
fn clocks_are_no_comments() {
    let text = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n1. 034 {[%clk 50]} {hm} *\n\n";
    let beginning = Reply::Study(Box::new(read(text).into()));
    let mut visitor = Visitor::new(beginning, Settings::default(), TestWorld::default(), (80, 24));
    visitor.key(KeyCode::Right);
    assert_eq!(visitor.app.study().unwrap().comment(), "hm");
    visitor.keys(";");
    visitor.line("!");
    let study = visitor.app.study().unwrap();
    assert_eq!(study.record().annotation(study.at()).comments, ["[%clk 50]", "hm!"]);
}

#[test]
fn autoplay_has_a_speed() {
    let mut visitor = study((80, 24));
    visitor.keys(" ");
    visitor.wait(500);
    assert_eq!(index(&visitor), 0);
    visitor.wait(600);
    assert_eq!(index(&visitor), 1);
    visitor.keys(">>");
    visitor.wait(1000);
    visitor.wait(250);
    assert_eq!(index(&visitor), 3);
    assert!(!visitor.app.study().unwrap().is_playing_by_itself());
    visitor.keys(" ");
    assert_eq!(index(&visitor), 0);
    visitor.keys(" ");
    visitor.wait(9000);
    assert_eq!(index(&visitor), 0);
}

#[test]
fn the_evaluation_is_drawn_along_the_game() {
    let mut visitor = study((80, 30));
    visitor.keys("g");
    let mut jobs = 0;
    while visitor.think_with("greedy") {
        jobs += 1;
    }
    assert_eq!(jobs, 4);
    assert!(visitor.app.study().unwrap().scores().iter().all(Option::is_some));
    assert!(visitor.picture().contains("First's chances"));
}

#[test]
fn other_games_of_the_file_are_a_key_away() {
    let mut visitor = study((80, 24));
    visitor.keys("]");
    assert!(visitor.picture().contains("Dots park.gbn #2"), "{}", visitor.picture());
    visitor.keys("]");
    assert!(visitor.picture().contains("park.gbn: there is no game 3"));
    visitor.keys("[");
    assert!(visitor.picture().contains("Gridball park.gbn #1"));
}

#[test]
fn a_game_is_studied_and_played_on() {
    let mut visitor = Visitor::in_game("gridball", ["human", "human"], (80, 24));
    visitor.keys("wcx");
    visitor.keys("aaa");
    visitor.keys("y");
    visitor.key(KeyCode::Right);
    assert_eq!(actions(&visitor), "034");
    visitor.keys("y");
    assert_eq!(visitor.actions(), "034");
}

#[test]
fn a_record_is_opened_from_the_start_screen() {
    let mut visitor = Visitor::at_start((80, 24));
    visitor.world.files.insert("park.gbn".into(), vec![read(RECORD)]);
    for _ in 0..3 {
        visitor.key(KeyCode::Up);
    }
    visitor.enter();
    visitor.line("nowhere.gbn");
    assert!(visitor.picture().contains("nowhere.gbn: there is no game 1"));
    // What was typed can be corrected.
    visitor.event(&Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    visitor.line("park.gbn");
    assert!(visitor.app.study().is_some());
}

#[test]
fn at_a_branch_the_continuation_is_chosen() {
    let mut visitor = study((80, 24));
    visitor.key(KeyCode::Right);
    assert!(visitor.picture().contains("▸170"), "{}", visitor.picture());
    assert!(visitor.picture().contains("main line"));
    visitor.key(KeyCode::Down);
    assert!(visitor.picture().contains("▸666"), "{}", visitor.picture());
    // The position is still the same one.
    assert_eq!(actions(&visitor), "034");
    visitor.key(KeyCode::Down);
    visitor.key(KeyCode::End);
    assert_eq!(actions(&visitor), "034 666 444");
    assert!(
        visitor.picture().contains("Action 3 of 3, variation 2/2 (666)"),
        "{}",
        visitor.picture()
    );
    visitor.key(KeyCode::Left);
    visitor.key(KeyCode::Left);
    visitor.key(KeyCode::Up);
    visitor.key(KeyCode::Right);
    assert_eq!(actions(&visitor), "034 170");
}

#[test]
fn every_action_is_judged_on_request() {
    let text = "[Game \"gridball:12x12/4\"]\n[Result \"1-0\"]\n\n1. 444 444 2. 4 1-0\n\n";
    let beginning = Reply::Study(Box::new(read(text).into()));
    let mut visitor = Visitor::new(beginning, Settings::default(), TestWorld::default(), (80, 24));
    visitor.keys("r");
    assert!(visitor.picture().contains("The engine judges every action …"));
    assert!(visitor.think_with("best?nodes=3000"));
    let picture = visitor.picture();
    assert!(picture.contains("444??") && picture.contains("are judged"), "{picture}");
    assert!(visitor.world.study.is_some());
    // A record that has changed meanwhile stays as it is.
    visitor.keys("r");
    visitor.keys(";");
    visitor.line("hm");
    let record = visitor.app.study().unwrap().record().clone();
    assert!(visitor.think_with("best?nodes=3000"));
    assert_eq!(visitor.app.study().unwrap().record(), &record);
    assert!(visitor.picture().contains("nothing is judged"));
}

#[test]
fn a_long_comment_is_scrolled_and_read_as_a_whole() {
    let words: Vec<String> = (1..=120).map(|number| format!("word{number}")).collect();
    let text =
        format!("[Game \"dots:9x9\"]\n[Result \"*\"]\n\n{{{}}} 1. 1-1 *\n\n", words.join(" "));
    let beginning = Reply::Study(Box::new(read(&text).into()));
    let mut visitor = Visitor::new(beginning, Settings::default(), TestWorld::default(), (80, 24));
    let picture = visitor.picture();
    assert!(picture.contains("word1 ") && picture.contains('▼'), "{picture}");
    assert!(!picture.contains("word120"));
    for _ in 0..30 {
        visitor.key(KeyCode::PageDown);
        visitor.draw();
    }
    let picture = visitor.picture();
    assert!(picture.contains("word120") && !picture.contains("word1 "), "{picture}");
    visitor.key(KeyCode::PageUp);
    assert!(!visitor.picture().contains("word120"));
    visitor.keys("v");
    let picture = visitor.picture();
    assert!(picture.contains("word1 ") && picture.contains("word120"), "{picture}");
    visitor.key(KeyCode::Esc);
    visitor.key(KeyCode::Right);
    visitor.keys("v");
    assert!(visitor.picture().contains("There is no comment here."));
}

#[test]
fn records_that_were_passed_over_are_named() {
    let faulty = Opened {
        left_out: vec!["park.gbn:7:4: this is no action".to_owned()],
        ..opened(read(RECORD), Path::new("park.gbn"), 2)
    };
    let beginning = Reply::Study(Box::new(faulty));
    let mut visitor = Visitor::new(beginning, Settings::default(), TestWorld::default(), (80, 24));
    let said = "Left out: park.gbn:7:4: this is no action.";
    assert!(visitor.picture().contains(said));
    // It stays until something is done.
    visitor.wait(60_000);
    assert!(visitor.picture().contains(said));
    visitor.key(KeyCode::Right);
    assert!(!visitor.picture().contains(said));
}

#[test]
fn signs_that_stand_already_are_not_judged_away() {
    let mut visitor = study((80, 24));
    visitor.keys("r");
    assert!(visitor.think_with("best"));
    visitor.key(KeyCode::Right);
    let study = visitor.app.study().unwrap();
    assert_eq!(study.record().annotation(study.at()).signs, [Sign::STRONG]);
    assert!(visitor.picture().contains("034!"), "{}", visitor.picture());
}

#[test]
fn marks_in_comments_are_not_for_reading() {
    let text = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n\
                1. 034 {[%csl R10,13] a trap [%cal G10,13-11,12]} {[%sgf x]} *\n\n";
    let beginning = Reply::Study(Box::new(read(text).into()));
    let mut visitor = Visitor::new(beginning, Settings::default(), TestWorld::default(), (80, 24));
    visitor.key(KeyCode::Right);
    assert_eq!(visitor.app.study().unwrap().comment(), "a trap");
    // They stay in the record.
    assert_eq!(visitor.app.study().unwrap().record(), &read(text));
}
