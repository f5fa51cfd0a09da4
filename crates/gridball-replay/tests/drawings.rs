//! Drawings compared with snapshots. To accept changes, look at them first:
//! `INSTA_UPDATE=always cargo test -p gridball-replay --test drawings`.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use common::{CHECKERS, DOTS, GRIDBALL, SOCCER, game};
use gridball_core::{AnyGame, Position};
use gridball_replay::text::{Charset, LegendWords, TextOptions, draw, draw_position};
use proptest::prelude::*;

fn both(game: &AnyGame, options: TextOptions) -> String {
    let unicode = draw(game, &TextOptions { charset: Charset::Unicode, ..options });
    let ascii = draw(game, &TextOptions { charset: Charset::Ascii, ..options });
    format!("{unicode}\n{ascii}")
}

#[test]
fn gridball_with_penalties_and_a_goal() {
    insta::assert_snapshot!(both(&game("gridball:20x26/4", GRIDBALL), TextOptions::default()));
}

#[test]
fn gridball_fits_where_there_is_less_space() {
    let options = TextOptions { max_width: 60, legend: false, ..TextOptions::default() };
    insta::assert_snapshot!(draw(&game("gridball:20x26/4", GRIDBALL), &options));
}

#[test]
fn gridball_with_much_space() {
    let options = TextOptions { max_width: 200, ..TextOptions::default() };
    insta::assert_snapshot!(both(&game("gridball:12x12/4", "034 170 123"), options));
}

#[test]
fn paper_soccer() {
    let game = game("paper-soccer:2,8,10/lower", SOCCER);
    insta::assert_snapshot!(both(&game, TextOptions::default()));
}

#[test]
fn paper_soccer_in_little_space_and_with_odd_points() {
    let game = game("paper-soccer:2,6,8", "1 7 5 2 23");
    let options = TextOptions { max_width: 30, parity: true, ..TextOptions::default() };
    insta::assert_snapshot!(both(&game, options));
    let options = TextOptions { max_width: 20, ..options };
    insta::assert_snapshot!(both(&game, options));
}

#[test]
fn a_construction_of_paper_soccer() {
    let game = game("paper-soccer:2,6,8", "1 7 5 2 23");
    insta::assert_snapshot!(draw_position(game.position(), &TextOptions::default()));
}

#[test]
fn dots() {
    let game = game("dots:13x9", DOTS);
    insta::assert_snapshot!(both(&game, TextOptions::default()));
}

#[test]
fn dots_in_little_space() {
    let game = game("dots:13x9", DOTS);
    let options = TextOptions { max_width: 28, ..TextOptions::default() };
    insta::assert_snapshot!(both(&game, options));
    let options = TextOptions { max_width: 20, ..options };
    insta::assert_snapshot!(both(&game, options));
}

#[test]
fn the_usual_field_of_dots() {
    insta::assert_snapshot!(draw(&game("dots", ""), &TextOptions::default()));
}

#[test]
fn territories_of_dots() {
    let position = common::territories();
    let options = TextOptions::default();
    let unicode = draw_position(&position, &options);
    let ascii = draw_position(&position, &TextOptions { charset: Charset::Ascii, ..options });
    insta::assert_snapshot!(format!("{unicode}\n{ascii}"));
}

#[test]
fn football_checkers() {
    let game = game("football-checkers:corners", CHECKERS);
    insta::assert_snapshot!(both(&game, TextOptions::default()));
}

#[test]
fn a_bare_position_shows_touched_points_and_cells_with_a_diagonal() {
    let played = game("gridball:20x26/4", GRIDBALL);
    let options = TextOptions::default();
    let unicode = draw_position(played.position(), &options);
    let ascii =
        draw_position(played.position(), &TextOptions { charset: Charset::Ascii, ..options });
    insta::assert_snapshot!(format!("{unicode}\n{ascii}"));
}

#[test]
fn a_game_goes_on_from_a_bare_position() {
    let before = game("gridball:12x12/4", "034 170 123");
    let mut after = AnyGame::from_position(before.position().clone());
    let action = after.position().actions(1).remove(0);
    after.play(&action).unwrap();
    insta::assert_snapshot!(draw(&after, &TextOptions::default()));
}

#[test]
fn colours_are_escape_codes_round_the_same_text() {
    let drawing = draw(&game("gridball:12x12/4", "034 170"), &TextOptions::default());
    let plain = drawing.to_string();
    assert!(!plain.contains('\x1b'));
    let ansi = drawing.ansi();
    let mut stripped = String::new();
    let mut rest = ansi.as_str();
    while let Some((before, after)) = rest.split_once("\x1b[") {
        stripped.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    stripped.push_str(rest);
    assert_eq!(stripped, plain);
    insta::assert_snapshot!(ansi.escape_debug().to_string().replace("\\n", "\n"));
}

#[test]
fn the_legend_has_the_words_that_are_wanted() {
    static WORDS: LegendWords = LegendWords {
        players: ["Un", "Deux"],
        ball: "ballon",
        last_action: "dernier coup",
        attacked: "en prise",
        captured: "pris",
        ..LegendWords::ENGLISH
    };
    let options = TextOptions { words: &WORDS, ..TextOptions::default() };
    for (id, actions, words) in [
        ("gridball:20x26/4", GRIDBALL, &["Un", "Deux", "ballon", "dernier coup"][..]),
        ("dots:39x32", DOTS, &["Un ", "Deux ", "pris"]),
        ("football-checkers", CHECKERS, &["Un", "Deux"]),
    ] {
        let text = draw(&game(id, actions), &options).to_string();
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
        assert!(!text.contains("First") && !text.contains("ball "), "{text}");
    }
}

proptest! {
    #[test]
    fn every_game_can_be_drawn(record in common::record(), max_width in 0..200_usize, legend: bool, parity: bool) {
        let game = record.game();
        for charset in [Charset::Unicode, Charset::Ascii] {
            let words = &LegendWords::ENGLISH;
            let options = TextOptions { charset, max_width, legend, words, parity };
            let drawing = draw(&game, &options);
            let text = drawing.to_string();
            prop_assert_eq!(text.lines().count(), drawing.lines().len());
            prop_assert!(text.lines().all(|line| !line.ends_with(' ')));
            prop_assert_eq!(text.lines().map(|line| line.chars().count()).max(), Some(drawing.width()));
            prop_assert!(charset == Charset::Unicode || text.is_ascii());
            prop_assert_eq!(draw(&game, &options), drawing);
        }
    }
}

#[test]
fn the_default_fields_fit_in_eighty_columns() {
    for id in common::SETUPS {
        let drawing = draw(&game(id, ""), &TextOptions::default());
        assert!(drawing.width() <= 80, "{id}: {}", drawing.width());
    }
}
