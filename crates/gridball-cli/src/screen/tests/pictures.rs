//! What the screens look like. To accept changes: `INSTA_UPDATE=always cargo test -p gridball-cli
//! --bin gridball`, then look at `git diff`.

use gridball_ai::{Line, Score, SearchResult};
use gridball_core::AnyAction;

use super::*;
use crate::screen::look::{ColorWish, Ground};

/// Games in play, one of each kind: name and actions. Those without actions are played at random.
const GAMES: [(&str, &str); 5] = [
    ("gridball", TRAPPED),
    ("paper-football", ""),
    ("paper-soccer", ""),
    ("dots", DOTS),
    ("football-checkers", ""),
];

fn actions(index: usize) -> String {
    match GAMES[index] {
        (game, "") => random_actions(game, 5, 12),
        (_, actions) => actions.to_owned(),
    }
}

const TRAPPED: &str = "032 106 103 011 750 167 475 531 364 650 774 445 636 545 764 364 646 354 443 \
                       313 523 027 702 000 203 012 016 076 133 302 144 632 132 171 276 525 763";

/// First captures a dot of the cross, then some more.
const DOTS: &str = "21-18 1-1 22-17 5-5 25-20 24-20 24-21 26-20 24-19 25-21 25-19 23-21 26-21";

fn settings(ascii: bool) -> Settings {
    Settings { ascii: Some(ascii), ..Settings::default() }
}

fn in_play(index: usize, ascii: bool, size: (u16, u16)) -> Visitor {
    let mut visitor = Visitor::in_middle(GAMES[index].0, &actions(index), settings(ascii), size);
    match index {
        0..=2 => {}
        3 => visitor.keys("dd"),
        _ => {
            visitor.key(KeyCode::Tab);
            visitor.enter();
        }
    }
    visitor
}

#[test]
fn boards() {
    for (index, (name, _)) in GAMES.into_iter().enumerate() {
        for (size, ascii, kind) in [
            ((80, 24), false, "80x24"),
            ((40, 20), false, "40x20"),
            ((200, 60), false, "200x60"),
            ((80, 24), true, "ascii"),
        ] {
            let mut visitor = in_play(index, ascii, size);
            let picture = visitor.picture();
            assert!(!ascii || picture.is_ascii(), "{picture}");
            insta::assert_snapshot!(format!("{name}_{kind}"), picture);
        }
    }
}

#[test]
fn boards_without_colours() {
    for (index, (name, _)) in GAMES.into_iter().enumerate() {
        let settings = Settings { colors: ColorWish::None, ..Settings::default() };
        // A penalty that was taken looks unlike a move.
        let more = if index == 0 { " p4 436" } else { "" };
        let actions = actions(index) + more;
        let mut visitor = Visitor::in_middle(name, &actions, settings, (80, 30));
        insta::assert_snapshot!(format!("{name}_mono"), visitor.picture());
    }
}

#[test]
fn start() {
    for (size, name) in
        [((80, 24), "start"), ((40, 20), "start_40x20"), ((200, 60), "start_200x60")]
    {
        let unfinished = vec![record("paper-soccer", "d6-e7")];
        let world = TestWorld { unfinished, ..TestWorld::default() };
        let settings = Settings::default();
        let mut visitor = Visitor::new(Reply::Start, settings, world, size);
        insta::assert_snapshot!(name, visitor.picture());
    }
}

#[test]
fn start_in_other_languages() {
    for (language, name) in
        [(Language::Russian, "start_russian"), (Language::Ukrainian, "start_ukrainian")]
    {
        let settings = Settings { language: Some(language), ..Settings::default() };
        let mut visitor = Visitor::new(Reply::Start, settings, TestWorld::default(), (80, 24));
        insta::assert_snapshot!(name, visitor.picture());
    }
}

#[test]
fn penalty() {
    let mut visitor = in_play(0, false, (80, 24));
    visitor.keys("x");
    insta::assert_snapshot!(visitor.picture());
    let mut visitor = in_play(0, true, (80, 24));
    visitor.keys("x");
    insta::assert_snapshot!("penalty_ascii", visitor.picture());
}

#[test]
fn entering() {
    let mut visitor = Visitor::in_game("gridball", ["human", "level:3"], (80, 24));
    visitor.keys("ed");
    insta::assert_snapshot!(visitor.picture());
}

#[test]
fn finished() {
    let mut visitor =
        Visitor::in_middle("gridball:12x12/4", "444 134 445", Settings::default(), (80, 24));
    insta::assert_snapshot!(visitor.picture());
}

#[test]
fn help() {
    for (keys, name) in [("?", "help"), ("?\u{1}", "help_end")] {
        let mut visitor = Visitor::in_game("gridball", ["human", "human"], (80, 24));
        visitor.keys(&keys[..1]);
        visitor.draw();
        if keys.len() > 1 {
            visitor.key(KeyCode::End);
        }
        insta::assert_snapshot!(name, visitor.picture());
    }
}

#[test]
fn help_on_a_narrow_screen() {
    let settings = Settings { language: Some(Language::Russian), ..Settings::default() };
    let sides = ["human", "human"];
    let mut visitor = Visitor::in_game_with("gridball", sides, "none", settings, (44, 20));
    visitor.keys("?");
    insta::assert_snapshot!(visitor.picture());
}

#[test]
fn menu() {
    let mut visitor = Visitor::in_game("dots", ["human", "human"], (80, 24));
    visitor.key(KeyCode::Esc);
    insta::assert_snapshot!(visitor.picture());
}

#[test]
fn replay_with_comments() {
    let text = "\
[Game \"paper-soccer:2,6,8\"]
[Event \"Lesson\"]
[First \"Ann\"]
[Second \"Bob\"]
[Result \"*\"]

1. d6-e7! {The ball goes to the right, where Lower has nobody.} e7-f6 (1... e7-d8? {too early}) 2. f6-e6 *

";
    let beginning = Reply::Study(Box::new(opened(read(text), Path::new("lessons/first.gbn"), 3)));
    let world = TestWorld::default();
    let mut visitor = Visitor::new(beginning, Settings::default(), world, (80, 24));
    visitor.key(KeyCode::Right);
    visitor.keys("g");
    while visitor.think_with("greedy") {}
    insta::assert_snapshot!(visitor.picture());
}

/// What an engine might find: as many lines as wanted, of one action each, every one worth less
/// than the one before. No engine is asked, so that the picture is not another one with every
/// change of an engine.
fn found(game: &AnyGame, lines: usize) -> SearchResult<AnyAction> {
    let actions = game.position().actions(lines);
    let line = |(index, action): (usize, &AnyAction)| Line {
        score: Score::Estimate(80 - 60 * index as i32),
        actions: vec![action.clone()],
    };
    SearchResult {
        best: actions[0].clone(),
        score: Score::Estimate(80),
        depth: 4,
        nodes: 1000,
        elapsed: Duration::ZERO,
        lines: actions.iter().enumerate().map(line).collect(),
        root: Vec::new(),
    }
}

#[test]
fn analysis() {
    let mut visitor = Visitor::in_game("gridball:12x12/4", ["human", "human"], (80, 24));
    visitor.keys("wcx");
    visitor.keys("vi");
    visitor.world.jobs.pop_front();
    visitor.keys("h");
    // The analysis waits for the hint.
    for lines in [1, 3] {
        let (job, game, _) = visitor.world.jobs.pop_front().unwrap();
        let news = News::Found(found(&game, lines));
        visitor.app.hear(&Thought { job, news }, &mut visitor.world);
    }
    insta::assert_snapshot!(visitor.picture());
}

#[test]
fn unfinished_games() {
    for (size, name) in [((80, 24), "unfinished"), ((40, 20), "unfinished_40x20")] {
        let unfinished = (0..30)
            .map(|index| {
                let mut record = record("paper-soccer", "d6-e7");
                record.tags.set("Date", &format!("2026.11.{:02}", 30 - index)).unwrap();
                record.tags.set("Second", "level:7").unwrap();
                record
            })
            .collect();
        let world = TestWorld { unfinished, ..TestWorld::default() };
        let mut visitor = Visitor::new(Reply::Start, Settings::default(), world, size);
        visitor.enter();
        for _ in 0..12 {
            visitor.key(KeyCode::Down);
        }
        insta::assert_snapshot!(name, visitor.picture());
    }
}

#[test]
fn a_line_that_is_refused() {
    let settings = Settings { language: Some(Language::Ukrainian), ..Settings::default() };
    let sides = ["human", "human"];
    let mut visitor = Visitor::in_game_with("football-checkers", sides, "none", settings, (80, 24));
    visitor.keys(":");
    for character in "d12-d1".chars() {
        visitor.key(KeyCode::Char(character));
    }
    visitor.enter();
    insta::assert_snapshot!(visitor.picture());
}

#[test]
fn rules_of_a_game() {
    let settings = Settings { language: Some(Language::Russian), ..Settings::default() };
    let sides = ["human", "human"];
    let mut visitor = Visitor::in_game_with("dots", sides, "none", settings, (64, 30));
    visitor.key(KeyCode::F(2));
    insta::assert_snapshot!(visitor.picture());
}

/// How many different styles a picture has, and whether any of them has colours.
fn styles(visitor: &mut Visitor) -> (usize, bool) {
    visitor.draw();
    let cells = &visitor.terminal.backend().buffer().content;
    let mut styles: Vec<_> = cells.iter().map(ratatui::buffer::Cell::style).collect();
    let colored = styles.iter().any(|style| {
        [style.fg, style.bg]
            .into_iter()
            .flatten()
            .any(|color| color != ratatui::style::Color::Reset)
    });
    styles.sort_unstable_by_key(|style| format!("{style:?}"));
    styles.dedup();
    (styles.len(), colored)
}

#[test]
fn looks_differ_only_in_colours() {
    let looks = [
        (ColorWish::True, Ground::Dark),
        (ColorWish::True, Ground::Light),
        (ColorWish::Palette, Ground::Dark),
        (ColorWish::Palette, Ground::Light),
        (ColorWish::Sixteen, Ground::Dark),
        (ColorWish::Sixteen, Ground::Light),
    ];
    for (index, (name, _)) in GAMES.into_iter().enumerate() {
        let actions = &actions(index);
        let mut plain = in_play(index, false, (80, 24));
        let picture = plain.picture();
        for (colors, look) in looks {
            let settings = Settings { look, colors, ..Settings::default() };
            let mut visitor = Visitor::in_middle(name, actions, settings, (80, 24));
            if index < 3 {
                assert_eq!(visitor.picture(), picture, "{name} {colors:?} {look:?}");
            }
            let (count, colored) = styles(&mut visitor);
            assert!(count >= 6 && colored, "{name} {colors:?} {look:?}: {count}");
        }
        let settings = Settings { colors: ColorWish::None, ..Settings::default() };
        let mut visitor = Visitor::in_middle(name, actions, settings, (80, 24));
        let (count, colored) = styles(&mut visitor);
        assert!(count >= 4 && !colored, "{name}: {count}");
    }
}

#[test]
fn advice_on_a_narrow_screen() {
    for (keys, name) in [("v", "evaluation"), ("i", "analysis"), ("h", "hint")] {
        let mut visitor = in_play(0, false, (40, 20));
        visitor.keys(keys);
        assert!(visitor.think_with("best?nodes=2000"));
        insta::assert_snapshot!(format!("{name}_40x20"), visitor.picture());
    }
    // All at once leave the field in sight.
    let mut visitor = in_play(0, true, (40, 20));
    visitor.keys("vih");
    while visitor.think_with("best?nodes=2000") {}
    insta::assert_snapshot!("advice_40x20", visitor.picture());
}

#[test]
fn both_players_are_seen_on_a_narrow_screen() {
    for (game, clock) in [("dots:9x9", "none"), ("football-checkers", "60+2")] {
        let mut record = record(game, "");
        record.tags.set("First", "Volodymyr-Oleksandrovych").unwrap();
        record.tags.set("Second", "Bob").unwrap();
        if clock != "none" {
            record.tags.set("TimeControl", clock).unwrap();
        }
        let beginning =
            Reply::Continue(Box::new(record), None, Box::new([Side::Human, Side::Human]));
        let settings = Settings::default();
        let mut visitor = Visitor::new(beginning, settings, TestWorld::default(), (40, 20));
        let picture = visitor.picture();
        let title = picture.lines().next().unwrap();
        let times = title.matches(':').count();
        assert_eq!(times, if clock == "none" { 0 } else { 2 }, "{title}");
        assert!(title.contains("Volodymyr") && title.contains("Bob"), "{title}");
        assert!(game != "dots:9x9" || title.contains("● 0 Bob"), "{title}");
    }
}
