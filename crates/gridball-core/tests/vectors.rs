//! The known-good numbers of `data/`: every line of every game that is in the list of games.

use std::{collections::BTreeSet, fs, path::Path};

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, AnySetup, Outcome, Player, Position, PositionVisitor, games,
    perft,
};
use serde_json::Value;

/// A test for both files per game. The names are those of the game ids.
macro_rules! vectors {
    ($($module:ident = $game:literal;)+) => {
        $(
            mod $module {
                #[test]
                fn perft() {
                    crate::check_perft($game);
                }

                #[test]
                fn playouts() {
                    crate::check_playouts($game);
                }
            }
        )+

        const CHECKED: &[&str] = &[$($game),+];
    };
}

vectors! {
    gridball = "gridball";
    paper_football = "paper-football";
    dots = "dots";
    paper_soccer = "paper-soccer";
    football_checkers = "football-checkers";
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn lines_of_perft() -> Vec<Value> {
    match serde_json::from_str(&read("perft.json")) {
        Ok(Value::Array(lines)) => lines,
        other => panic!("perft.json is no list: {other:?}"),
    }
}

fn lines_of_playouts() -> Vec<Value> {
    read("playouts.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// The text of a field that must be there.
fn text<'a>(line: &'a Value, field: &str) -> &'a str {
    line[field].as_str().unwrap_or_else(|| panic!("no text `{field}` in {line}"))
}

/// The list of a field that must be there.
fn list<'a>(line: &'a Value, field: &str) -> &'a [Value] {
    line[field].as_array().unwrap_or_else(|| panic!("no list `{field}` in {line}"))
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))
}

/// A new game of the set-up that a line names. An id that is not known fails here.
fn new_game(line: &Value) -> AnyGame {
    let id = format!("{}:{}", text(line, "game"), text(line, "setup"));
    let setup: AnySetup = id.parse().unwrap_or_else(|error| panic!("{id}: {error}"));
    assert_eq!(setup.to_string(), id, "the id of the data is canonical");
    AnyGame::new(&setup)
}

fn play(game: &mut AnyGame, action: &str) {
    let parsed = game.position().parse_action(action);
    let parsed = parsed.unwrap_or_else(|error| panic!("{action}: {error}"));
    assert_eq!(game.position().action_text(&parsed), action, "the data is canonical");
    game.play(&parsed).unwrap_or_else(|reason| panic!("action {} {action}: {reason}", game.len()));
}

/// perft by the type of the game itself, as it would be used.
struct Perft(u32);

impl PositionVisitor for Perft {
    type Output = u64;

    fn visit<P>(self, position: &P) -> u64
    where
        P: Position + Into<AnyPosition>,
        P::Action: Into<AnyAction>,
    {
        perft(position, self.0)
    }
}

fn check_perft(name: &str) {
    let mut checked = 0;
    for line in lines_of_perft().iter().filter(|line| text(line, "game") == name) {
        let mut game = new_game(line);
        text(line, "moves").split_whitespace().for_each(|action| play(&mut game, action));
        for (count, depth) in list(line, "perft").iter().zip(1..) {
            let found = game.position().visit(Perft(depth));
            assert_eq!(found, number(count), "depth {depth} of {line}");
        }
        checked += 1;
    }
    assert!(checked > 0, "no line for {name}");
}

/// FNV-1a 64, as the data was hashed.
fn fnv(texts: &[String]) -> u64 {
    texts
        .iter()
        .flat_map(|text| text.bytes().chain([b',']))
        .fold(1_469_598_103_934_665_603, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
        })
}

fn check_playouts(name: &str) {
    let mut checked = 0;
    for line in lines_of_playouts().iter().filter(|line| text(line, "game") == name) {
        let mut game = new_game(line);
        let actions: Vec<&str> = text(line, "moves").split_whitespace().collect();
        assert_eq!(list(line, "legal").len(), actions.len());
        for (index, action) in actions.iter().enumerate() {
            let position = game.position();
            let place = || format!("before action {index} ({action}) of {line}");
            assert_eq!(position.outcome(), None, "{}", place());
            let count = number(&list(line, "legal")[index]);
            assert_eq!(position.count_actions(u64::MAX), count, "{}", place());
            if line.get("legal_hash").is_some() {
                let expected = list(line, "legal_hash")[index].as_str().expect("a hash is a text");
                let mut texts: Vec<String> = position
                    .actions(usize::MAX)
                    .iter()
                    .map(|action| position.action_text(action))
                    .collect();
                texts.sort_unstable();
                assert_eq!(format!("{:016x}", fnv(&texts)), expected, "{}", place());
            }
            play(&mut game, action);
            if line.get("score").is_some() {
                let pair = list(line, "score")[index].as_array().expect("a score is a pair");
                let expected = [number(&pair[0]), number(&pair[1])];
                assert_eq!(score(game.position()), Some(expected), "{}", place());
            }
        }
        let result = match game.position().outcome() {
            Some(Outcome::Win(Player::First)) => "first",
            Some(Outcome::Win(Player::Second)) => "second",
            Some(Outcome::Draw) => "draw",
            None => "none",
        };
        assert_eq!(result, text(line, "result"), "{line}");
        checked += 1;
    }
    assert!(checked > 0, "no line for {name}");
}

/// The score of a game that has one, [First, Second].
fn score(position: &AnyPosition) -> Option<[u64; 2]> {
    match position {
        AnyPosition::Dots(dots) => Some(Player::BOTH.map(|player| dots.score(player).into())),
        _ => None,
    }
}

/// Lines are left out only for games that are not in the list of games at all.
#[test]
fn every_line_of_every_known_game_is_checked() {
    let known: BTreeSet<&str> = games().iter().map(|game| game.id).collect();
    let checked: BTreeSet<&str> = CHECKED.iter().copied().collect();
    assert_eq!(checked, known, "add a line for the new game to `vectors!`");
    let (perft, playouts) = (lines_of_perft(), lines_of_playouts());
    assert!(perft.iter().chain(&playouts).all(|line| line["game"].is_string()));
    for game in known {
        for lines in [&perft, &playouts] {
            assert!(lines.iter().any(|line| text(line, "game") == game), "nothing for {game}");
        }
    }
}
