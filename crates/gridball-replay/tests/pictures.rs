//! Pictures and films compared with snapshots. To accept changes, look at the pictures first:
//! `INSTA_UPDATE=always cargo test -p gridball-replay --test pictures`.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod common;

use std::fmt::Write as _;

use common::{CHECKERS, DOTS, GRIDBALL, SOCCER, game};
use gridball_core::{AnyGame, Player, Point};
use gridball_replay::{
    NodeId, Record, Records,
    picture::{
        MAX_MARKS, MarkColor, Marks, Picture, PictureOptions, Size, Theme, write_cast, write_gif,
    },
};
use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;
use roxmltree::Document;

const GAMES: [(&str, &str, &str); 5] = [
    ("gridball", "gridball:20x26/4", GRIDBALL),
    ("paper-football", "paper-football:12x14/4", "034 666 000 217 470 001"),
    ("paper-soccer", "paper-soccer:2,8,10/lower", SOCCER),
    ("dots", "dots:13x9", DOTS),
    ("football-checkers", "football-checkers:corners", CHECKERS),
];

fn options(theme: Theme, size: u32) -> PictureOptions {
    PictureOptions { theme, size: Size::new(size).unwrap() }
}

fn record(text: &str) -> Record {
    Records::new(text.as_bytes()).unwrap().next().unwrap().unwrap().into_whole().unwrap()
}

#[test]
fn every_game_as_svg() {
    for (name, id, actions) in GAMES {
        let svg = Picture::of_game(&game(id, actions), PictureOptions::default()).svg();
        Document::parse(&svg).unwrap();
        insta::assert_snapshot!(format!("svg-{name}"), svg);
    }
}

#[test]
fn themes_as_svg() {
    for theme in [Theme::Dark, Theme::Print] {
        for (name, id, actions) in [GAMES[0], GAMES[3]] {
            let svg = Picture::of_game(&game(id, actions), options(theme, 400)).svg();
            insta::assert_snapshot!(format!("svg-{name}-{theme}"), svg);
        }
    }
}

#[test]
fn territories_have_chains_round_them() {
    let game = AnyGame::from_position(common::territories());
    for theme in [Theme::Paper, Theme::Print] {
        let svg = Picture::of_game(&game, options(theme, 400)).svg();
        insta::assert_snapshot!(format!("svg-territories-{theme}"), svg);
    }
}

/// Print must do without colours.
#[test]
fn print_has_only_shades_of_grey() {
    for (_, id, actions) in GAMES {
        let svg = Picture::of_game(&game(id, actions), options(Theme::Print, 800)).svg();
        for (start, _) in svg.match_indices("=\"#") {
            let color = &svg[start + 3..start + 9];
            assert!(color[..2] == color[2..4] && color[2..4] == color[4..], "{id}: {color}");
        }
    }
}

#[test]
fn a_bare_position_shows_what_is_known_of_it() {
    for (name, id, actions) in [GAMES[0], GAMES[2]] {
        let bare = AnyGame::from_position(game(id, actions).position().clone());
        let svg = Picture::of_game(&bare, PictureOptions::default()).svg();
        insta::assert_snapshot!(format!("svg-{name}-bare"), svg);
    }
}

const ANNOTATED: &str = r#"[Game "gridball:12x12/4"]
[Event "A <walk> & \"more\""]
[First "Анна"]
[Second "name that is much too long to stand below a field as narrow as this one, and longer"]
[Result "1-0"]
[Termination "resignation"]

{[%csl G6,6]}
1. 034! {straight ahead [%csl R6,6 G7,7 B0,0 Y12,12] and then [%cal G6,6>7,7 R2,2>2,8] [%clk 0:10]}
1... 666 {a \u{1b}\u{0} control character, ]]> and 漢字 🂡} 1-0

"#;

#[test]
fn comments_draw_rings_and_arrows_and_are_described() {
    let record = record(ANNOTATED);
    let nodes: Vec<NodeId> = [NodeId::ROOT].into_iter().chain(record.main_line()).collect();
    let pictures = nodes.iter().map(|node| {
        let svg = Picture::of_record(&record, *node, PictureOptions::default()).svg();
        let document = Document::parse(&svg).unwrap();
        let text = |name: &str| {
            let element = document.descendants().find(|element| element.has_tag_name(name));
            element.and_then(|element| element.text()).unwrap_or_default().to_owned()
        };
        let marks = ["ring", "arrow"].map(|class| {
            document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
        });
        (text("title"), text("desc"), marks)
    });
    insta::assert_debug_snapshot!(pictures.collect::<Vec<_>>());
    let svg = Picture::of_record(&record, nodes[1], PictureOptions::default()).svg();
    insta::assert_snapshot!("svg-annotated", svg);
}

#[test]
fn marks_are_taken_out_of_comments() {
    for (id, comment, rest, rings, arrows) in [
        ("gridball", "a [%csl R1,2] b", "a b", 1, 0),
        ("gridball", "[%csl R1,2 G-1,3]", "[%csl R1,2 G-1,3]", 0, 0),
        ("gridball", "[%csl R10,-1 G10,27]", "", 2, 0),
        ("gridball", "[%csl]", "[%csl]", 0, 0),
        ("gridball", "[%csl X1,2]", "[%csl X1,2]", 0, 0),
        ("gridball", "[%csl R1,2", "[%csl R1,2", 0, 0),
        ("gridball", "[%csl [%csl R1,2]", "[%csl", 1, 0),
        ("gridball", "[%clk 0:05]x[%eval 3]", "[%clk 0:05]x[%eval 3]", 0, 0),
        ("gridball", "[%cal R1,2>3,4  B0,0>0,1]", "", 0, 2),
        ("gridball", "[%cal R1,2-3,4]", "[%cal R1,2-3,4]", 0, 0),
        ("gridball", "[%csl é]", "[%csl é]", 0, 0),
        ("dots", "[%csl R20-16] [%cal G1-1>39-32]", "", 1, 1),
        ("dots", "[%csl R40-1]", "[%csl R40-1]", 0, 0),
        ("paper-soccer", "go[%cal Yd6>e7]on", "go on", 0, 1),
        ("football-checkers", "[%csl Ba1 Bp12]", "", 2, 0),
        ("football-checkers", "[%csl Bi1]", "[%csl Bi1]", 0, 0),
    ] {
        let mut marks = Marks::default();
        assert_eq!(marks.take_from(comment, &id.parse().unwrap()), rest, "{comment}");
        assert_eq!((marks.rings.len(), marks.arrows.len()), (rings, arrows), "{comment}");
    }
    let many = format!("[%csl{}]", " R1,2".repeat(MAX_MARKS));
    let mut marks = Marks::default();
    assert_eq!(marks.take_from(&many, &"gridball".parse().unwrap()), "");
    assert_eq!(marks.take_from("[%csl R1,2]", &"gridball".parse().unwrap()), "[%csl R1,2]");
    assert_eq!(marks.len(), MAX_MARKS);
    assert_eq!(marks.rings[0], (MarkColor::Red, Point::new(1, 2)));
}

#[test]
fn sizes_are_bounded() {
    for (pixels, good) in [(0, false), (63, false), (64, true), (4096, true), (4097, false)] {
        assert_eq!(Size::new(pixels).is_some(), good, "{pixels}");
    }
    let (width, height) =
        Picture::of_game(&game("dots:62x3", ""), options(Theme::Paper, 64)).pixels();
    assert_eq!(width, 64);
    assert!((1..64).contains(&height));
}

/// A number that changes whenever a pixel changes (FNV-1a).
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The renderer counts with other instructions elsewhere, and a pixel may come out a shade lighter.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx")))]
#[test]
fn pixels_of_every_game_and_theme() {
    let mut table = String::new();
    for (name, id, actions) in GAMES {
        for theme in Theme::ALL {
            let png = Picture::of_game(&game(id, actions), options(theme, 150)).png().unwrap();
            let pixels = Pixmap::decode_png(&png).unwrap();
            let (width, height) = (pixels.width(), pixels.height());
            writeln!(table, "{name} {theme} {width}x{height} {:016x}", hash(pixels.data()))
                .unwrap();
        }
    }
    insta::assert_snapshot!(table);
}

/// Words are drawn by the font that comes along, Cyrillic too.
#[test]
fn words_are_drawn_without_a_font_of_the_machine() {
    let named = |first: &str| {
        let mut record = Record::from_game(&game("dots:5x5", ""));
        record.tags.set("First", first).unwrap();
        Picture::of_record(&record, NodeId::ROOT, options(Theme::Paper, 150)).png().unwrap()
    };
    // Two letters that the font lacks look the same, two that it has do not.
    assert_eq!(named("漢"), named("字"));
    assert_ne!(named("Ж"), named("Щ"));
    assert_ne!(named("Ж"), named("漢"));
}

struct Film {
    pixels: Vec<[u8; 3]>,
    delays: Vec<u16>,
    /// The pictures, hashed.
    hashes: Vec<u64>,
}

/// Plays a GIF as a browser does.
fn play(gif: &[u8]) -> Film {
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(gif).unwrap();
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let width = usize::from(decoder.width());
    let mut film = Film {
        pixels: vec![[0; 3]; width * usize::from(decoder.height())],
        delays: Vec::new(),
        hashes: Vec::new(),
    };
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let rows = frame.buffer.chunks(4 * usize::from(frame.width));
        for (y, row) in rows.enumerate() {
            for (x, pixel) in row.as_chunks::<4>().0.iter().enumerate() {
                if pixel[3] != 0 {
                    film.pixels[(top + y) * width + left + x] = [pixel[0], pixel[1], pixel[2]];
                }
            }
        }
        film.delays.push(frame.delay);
        film.hashes.push(hash(film.pixels.as_flattened()));
    }
    film
}

#[test]
fn a_gif_shows_every_position() {
    for (name, id, actions) in GAMES {
        let record = Record::from_game(&game(id, actions));
        let last = record.main_line().nth(4).unwrap();
        let options = options(Theme::Paper, 120);
        let (mut bytes, mut done) = (Vec::new(), Vec::new());
        write_gif(&record, last, options, &mut bytes, &mut |count| done.push(count)).unwrap();
        assert_eq!(done, [1, 2, 3, 4, 5, 6], "{name}");

        let film = play(&bytes);
        assert_eq!(film.delays, [80, 80, 80, 80, 80, 300], "{name}");
        let mut different = film.hashes.clone();
        different.dedup();
        assert_eq!(different.len(), 6, "{name}: two positions look the same");
        // What is left on the screen is the picture of the last position.
        let png = Picture::of_record(&record, last, options).png().unwrap();
        let wanted = Pixmap::decode_png(&png).unwrap();
        let furthest = film
            .pixels
            .iter()
            .zip(wanted.data().as_chunks::<4>().0)
            .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0));
        let furthest: Vec<u8> = furthest.collect();
        let far = furthest.iter().filter(|distance| **distance > 40).count();
        assert!(far * 500 < furthest.len(), "{name}: {far} of {} pixels", furthest.len());
    }
}

#[test]
fn a_gif_of_no_action_is_one_picture() {
    let record = Record::from_game(&game("dots:5x5", ""));
    let mut bytes = Vec::new();
    write_gif(&record, NodeId::ROOT, options(Theme::Dark, 64), &mut bytes, &mut |_| {}).unwrap();
    assert_eq!(play(&bytes).delays, [300]);
}

/// A writer that fails after so many bytes.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = bytes.len().min(self.0);
        self.0 -= count;
        if count == 0 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(count) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn films_fail_where_nothing_can_be_written() {
    let record = Record::from_game(&game("dots:5x5", "1-1 2-2"));
    for room in [0, 100, 1000] {
        let options = options(Theme::Paper, 64);
        let error =
            write_gif(&record, record.last(), options, &mut Full(room), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("storage"), "{room}: {error}");
        let error = write_cast(&record, record.last(), Theme::Paper, &mut Full(room), &mut |_| {})
            .unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{room}");
    }
}

fn cast(record: &Record, theme: Theme) -> String {
    let mut bytes = Vec::new();
    write_cast(record, record.last(), theme, &mut bytes, &mut |_| {}).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn games_as_casts() {
    for (name, id, actions) in [GAMES[1], GAMES[3]] {
        insta::assert_snapshot!(
            format!("cast-{name}"),
            cast(&Record::from_game(&game(id, actions)), Theme::Paper)
        );
    }
    insta::assert_snapshot!("cast-annotated", cast(&record(ANNOTATED), Theme::Print));
}

/// What a terminal of this size shows after a cast.
fn shown(cast: &str) -> Vec<String> {
    let mut lines =
        cast.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let header = lines.next().unwrap();
    assert_eq!(header["version"], 3);
    let rows = header["term"]["rows"].as_u64().unwrap() as usize;
    let columns = header["term"]["cols"].as_u64().unwrap() as usize;
    let (mut screen, mut row) = (vec![String::new(); rows], 0);
    for event in lines {
        assert!(event[0].as_f64().unwrap() >= 0.0 && event[1] == "o");
        for command in event[2].as_str().unwrap().split("\x1b[").skip(1) {
            let end = command.find(|letter: char| letter.is_ascii_alphabetic()).unwrap();
            let (parameters, text) = (&command[..end], &command[end + 1..]);
            match &command[end..=end] {
                "H" => {
                    row = parameters.strip_suffix(";1").unwrap().parse::<usize>().unwrap() - 1;
                    text.clone_into(&mut screen[row]);
                }
                "m" => screen[row].push_str(text),
                "K" | "J" | "h" | "l" => assert!(text.is_empty(), "{text:?}"),
                other => panic!("{other}"),
            }
        }
    }
    assert!(screen.iter().all(|line| line.chars().count() <= columns));
    screen
}

#[test]
fn a_cast_ends_with_the_drawing_of_the_last_position() {
    for (_, id, actions) in GAMES {
        let record = Record::from_game(&game(id, actions));
        let drawing = gridball_replay::text::draw(
            &record.game(),
            &gridball_replay::text::TextOptions { max_width: 100, ..Default::default() },
        );
        let screen = shown(&cast(&record, Theme::Dark));
        for (line, wanted) in screen.iter().zip(drawing.to_string().lines()) {
            assert_eq!(line, wanted, "{id}");
        }
    }
}

#[test]
fn posters_show_all_positions_or_as_many_as_can_be_made_out() {
    let panels = |record: &Record, size: u32| {
        let svg = Picture::poster(record, record.last(), options(Theme::Paper, size)).svg();
        let document = Document::parse(&svg).unwrap();
        document.descendants().filter(|node| node.has_attribute("transform")).count()
    };
    let soccer = Record::from_game(&game(GAMES[2].1, SOCCER));
    assert_eq!(soccer.len(), 24);
    assert_eq!(panels(&soccer, 1600), 25);
    let few = panels(&soccer, 400);
    assert!((2..25).contains(&few), "{few}");
    assert_eq!(panels(&soccer, 64), 2);
    assert_eq!(panels(&Record::from_game(&game("dots", "")), 64), 1);

    let short = Record::from_game(&game("dots:13x9", "9-6 1-1 8-7"));
    let picture = Picture::poster(&short, short.last(), options(Theme::Print, 600));
    assert_eq!(picture.pixels().0.max(picture.pixels().1), 600);
    insta::assert_snapshot!("svg-poster", picture.svg());
}

/// The picture of the README is what the program draws:
/// `cargo run -p gridball-cli -- render docs/gridball.gbn --size 640 -o docs/gridball.svg`.
#[test]
fn the_picture_of_the_readme_is_up_to_date() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let record = record(&std::fs::read_to_string(format!("{docs}/gridball.gbn")).unwrap());
    let picture = Picture::of_record(&record, record.last(), options(Theme::Paper, 640));
    let committed = std::fs::read_to_string(format!("{docs}/gridball.svg")).unwrap();
    assert!(picture.svg() == committed, "run the command above this test");
}

const SETUPS: &[&str] = &[
    "gridball:12x12/4",
    "paper-football:12x14/4",
    "paper-soccer:2,4,2",
    "paper-soccer:2,8,10/lower",
    "dots:6x6",
    "dots:7x5/plain",
    "football-checkers:split",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_record_can_be_drawn(record in common::record_of(SETUPS), size in 64..2000_u32) {
        let nodes: Vec<NodeId> = [NodeId::ROOT].into_iter().chain(record.main_line()).collect();
        for (index, node) in nodes.iter().enumerate() {
            let options = options(Theme::ALL[index % 3], size);
            let picture = Picture::of_record(&record, *node, options);
            let svg = picture.svg();
            let document = Document::parse(&svg);
            prop_assert!(document.is_ok(), "{:?}", document.err());
            let (width, height) = picture.pixels();
            prop_assert_eq!(width.max(height), size);
            // All pictures of a film are of one size.
            prop_assert_eq!(
                (width, height),
                Picture::of_record(&record, NodeId::ROOT, options).pixels()
            );
        }
        let poster = Picture::poster(&record, record.last(), options(Theme::Print, size)).svg();
        prop_assert!(Document::parse(&poster).is_ok());
        prop_assert!(!shown(&cast(&record, Theme::Paper)).is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_words_can_be_drawn(first in common::text(), event in common::text(), comment: String) {
        let mut record = Record::from_game(&game("dots:3x3", "1-1"));
        record.tags.set("First", &first).unwrap();
        record.tags.set("Event", &event).unwrap();
        let last = record.last();
        record.annotation_mut(last).comments.push(comment);
        let picture = Picture::of_record(&record, last, options(Theme::Paper, 64));
        let svg = picture.svg();
        prop_assert!(Document::parse(&svg).is_ok());
        prop_assert!(picture.png().is_ok());
        prop_assert!(!shown(&cast(&record, Theme::Paper)).is_empty());
    }
}

#[test]
fn captured_dots_are_crossed_out() {
    let game = game("dots:13x9", DOTS);
    let gridball_core::AnyPosition::Dots(position) = game.position() else { panic!() };
    let dead: u32 = Player::BOTH.iter().map(|player| position.score(*player)).sum();
    assert!(dead > 0);
    let svg = Picture::of_game(&game, PictureOptions::default()).svg();
    let document = Document::parse(&svg).unwrap();
    let crosses = document
        .descendants()
        .filter(|node| node.attribute("class").is_some_and(|class| class.starts_with("dead")))
        .flat_map(|node| node.children())
        .filter(|node| node.has_tag_name("circle"));
    assert_eq!(crosses.count(), dead as usize);
}
