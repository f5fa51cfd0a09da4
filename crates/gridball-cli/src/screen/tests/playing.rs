//! Playing: keys, mouse, typing, taking back, clocks, draws, saving.

use gridball_core::{Position, Step};
use gridball_replay::{RecordResult, termination};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::*;
use crate::wording::Notation;

const SIZE: (u16, u16) = (80, 24);

/// A game in which First traps Second and takes a penalty, up to there.
const TRAPPED: &str = "032 106 103 011 750 167 475 531 364 650 774 445 636 545 764 364 646 354 443 \
                       313 523 027 702 000 203 012 016 076 133 302 144 632 132 171 276 525 763";

fn hotseat(game: &str) -> Visitor {
    Visitor::in_game(game, ["human", "human"], SIZE)
}

#[test]
fn a_move_is_entered_by_letters_digits_arrows_mouse_or_words() {
    let mut visitor = hotseat("gridball");
    visitor.keys("wcx");
    assert_eq!(visitor.actions(), "034");
    visitor.keys("666");
    assert_eq!(visitor.actions(), "034 222");
    // Arrows: up, then right and up at once, then right alone.
    visitor.key(KeyCode::Up);
    visitor.wait(200);
    visitor.key(KeyCode::Right);
    visitor.key(KeyCode::Up);
    visitor.key(KeyCode::Right);
    visitor.wait(200);
    assert_eq!(visitor.actions(), "034 222 012");
    visitor.keys(":");
    visitor.line("NW-W-SW");
    assert_eq!(visitor.actions(), "034 222 012 765");
    // The keys round the ball are where they lead.
    visitor.draw();
    let steps = ["w", "w", "w"];
    for key in steps {
        let picture = visitor.picture();
        let (row, column) = picture
            .lines()
            .enumerate()
            .skip(2)
            .take(20)
            .find_map(|(row, line)| {
                let field: String = line.chars().take(44).collect();
                Some((row, field.chars().position(|c| key.starts_with(c))?))
            })
            .unwrap();
        visitor.click(column as u16, row as u16);
    }
    assert_eq!(visitor.actions(), "034 222 012 765 000");
    assert_eq!(visitor.world.saves, 5);
}

#[test]
fn steps_are_taken_back_one_by_one_or_all_at_once() {
    let mut visitor = hotseat("gridball");
    visitor.keys("wc");
    assert_eq!(visitor.app.game().unwrap().table.partial(), [Step(0), Step(3)]);
    visitor.key(KeyCode::Backspace);
    assert_eq!(visitor.app.game().unwrap().table.partial(), [Step(0)]);
    visitor.keys("c");
    visitor.key(KeyCode::Esc);
    assert!(visitor.app.game().unwrap().table.partial().is_empty());
    // Back to where it came from is not offered.
    visitor.keys("wx");
    let said = "Not possible: segment 2 ends on a point that is already touched.";
    assert!(visitor.picture().contains(said));
    assert_eq!(visitor.app.game().unwrap().table.partial(), [Step(0)]);
}

#[test]
fn a_penalty_is_looked_at_before_it_is_taken() {
    let mut visitor = Visitor::in_middle("gridball", TRAPPED, Settings::default(), (120, 40));
    assert!(visitor.picture().contains("Second is trapped: penalty 1 of 6 for First."));
    let before = visitor.position();
    visitor.keys("x");
    assert_eq!(visitor.position(), before);
    assert!(visitor.picture().contains("p4: Second has"), "{}", visitor.picture());
    visitor.keys("w");
    assert!(visitor.picture().contains("p0: "));
    visitor.keys("x");
    visitor.enter();
    assert!(visitor.actions().ends_with("763 p4"));
}

#[test]
fn letters_work_on_other_keyboards_too() {
    let mut visitor = hotseat("gridball");
    visitor.keys("цсч");
    assert_eq!(visitor.actions(), "034");
}

#[test]
fn releases_and_repeats_play_nothing() {
    let mut visitor = hotseat("gridball");
    for kind in [KeyEventKind::Press, KeyEventKind::Repeat, KeyEventKind::Release] {
        let key = KeyEvent::new_with_kind(KeyCode::Char('w'), KeyModifiers::NONE, kind);
        visitor.event(&Event::Key(key));
    }
    assert_eq!(visitor.app.game().unwrap().table.partial(), [Step(0)]);
}

#[test]
fn dots_and_checkers_are_put_with_a_cursor() {
    let mut visitor = hotseat("dots:9x9/plain");
    visitor.keys("w");
    visitor.enter();
    visitor.key(KeyCode::Right);
    visitor.keys("s");
    assert_eq!(visitor.actions(), "5-6 6-6");

    let mut visitor = hotseat("football-checkers");
    // The cursor begins at g1; Tab goes to what is possible.
    visitor.key(KeyCode::Tab);
    visitor.enter();
    visitor.key(KeyCode::Tab);
    visitor.enter();
    assert_eq!(visitor.app.game().unwrap().game().len(), 1);
    // A whole action in two pieces.
    let position = visitor.app.game().unwrap().game().position();
    let action = position.action_text(&position.actions(1)[0]);
    let (from, to) = action.split_once('-').unwrap();
    for piece in [from, to] {
        visitor.keys(":");
        visitor.line(piece);
    }
    assert!(visitor.actions().ends_with(&action));
}

#[test]
fn a_whole_turn_is_taken_back_and_played_again() {
    let mut visitor = Visitor::in_game("gridball", ["human", "level:1"], SIZE);
    visitor.keys("wcx");
    assert_eq!(visitor.world.jobs.len(), 1);
    // The keys are answered while the engine thinks.
    visitor.keys("w");
    assert!(visitor.picture().contains("The engine is thinking."));
    assert!(visitor.think_with("random?seed=1"));
    assert_eq!(visitor.app.game().unwrap().game().len(), 2);
    let both = visitor.position();
    visitor.keys("u");
    assert_eq!(visitor.actions(), "");
    visitor.keys("r");
    assert_eq!(visitor.position(), both);
    // While the engine thinks only the own turn is taken back, and its answer is not wanted.
    visitor.keys("u");
    visitor.keys("wcx");
    visitor.keys("u");
    assert_eq!((visitor.actions().as_str(), visitor.world.jobs.len()), ("", 0));
    visitor.keys("u");
    assert!(visitor.picture().contains("There is nothing to take back."));
}

#[test]
fn giving_up_is_asked_about_and_can_be_taken_back() {
    let mut visitor = hotseat("paper-soccer");
    visitor.keys("g");
    assert!(visitor.picture().contains("Give up the game?"));
    visitor.keys("n");
    assert!(!visitor.app.game().unwrap().table.is_over());
    visitor.keys("gy");
    let saved = visitor.world.saved.clone().unwrap();
    assert_eq!(saved.result, RecordResult::SecondWins);
    assert_eq!(saved.tags.get("Termination"), Some(termination::RESIGNATION));
    assert!(visitor.picture().contains("Second wins: the other side resigned."));
    visitor.keys("u");
    assert!(!visitor.app.game().unwrap().table.is_over());
}

#[test]
fn yes_and_no_are_words_of_the_language() {
    for (language, yes, no) in [
        (Language::Russian, 'д', 'н'),
        (Language::Ukrainian, 'т', 'н'),
        (Language::English, 'y', 'n'),
    ] {
        let settings = Settings { language: Some(language), ..Settings::default() };
        let sides = ["human", "human"];
        let mut visitor = Visitor::in_game_with("paper-soccer", sides, "none", settings, SIZE);
        visitor.keys("g");
        visitor.key(KeyCode::Char(no));
        assert!(!visitor.app.game().unwrap().table.is_over(), "{language:?}");
        visitor.keys("g");
        visitor.key(KeyCode::Char(yes));
        assert!(visitor.app.game().unwrap().table.is_over(), "{language:?}");
    }
}

#[test]
fn people_agree_on_a_draw_and_engines_when_they_are_not_better() {
    let mut visitor = hotseat("gridball");
    visitor.keys("o");
    assert!(visitor.picture().contains("First offers a draw. Does Second agree?"));
    visitor.keys("n");
    assert!(visitor.picture().contains("The draw is refused."));
    visitor.keys("oy");
    let saved = visitor.world.saved.clone().unwrap();
    assert_eq!(saved.tags.get("Termination"), Some(termination::AGREEMENT));
    assert!(visitor.picture().contains("A draw: agreed by both."));

    // First is about to score in the bottom goal: an engine that is lost agrees.
    let lost = record("gridball:12x12/4", "444 217");
    let sides = |first: &str, second: &str| [first.parse().unwrap(), second.parse().unwrap()];
    for (sides, agrees) in [(sides("human", "level:3"), true), (sides("level:3", "human"), false)] {
        let reply = Reply::Continue(Box::new(lost.clone()), None, Box::new(sides));
        let beginning = reply;
        let world = TestWorld::default();
        let mut visitor = Visitor::new(beginning, Settings::default(), world, SIZE);
        visitor.world.jobs.clear();
        visitor.keys("o");
        assert!(visitor.think_with("alphabeta"));
        let over = visitor.app.game().unwrap().table.is_over();
        assert_eq!(over, agrees, "{}", visitor.picture());
    }
}

#[test]
fn clocks_run_for_the_player_to_move_and_end_the_game() {
    let settings = Settings::default();
    let size = (120, 30);
    let mut visitor = Visitor::in_game_with("gridball", ["human", "human"], "1+1", settings, size);
    visitor.wait(5000);
    visitor.keys("wcx");
    visitor.wait(10_000);
    let picture = visitor.picture();
    assert!(picture.contains("1:00") && picture.contains("0:50"), "{picture}");
    visitor.keys("aaa");
    let saved = visitor.world.saved.clone().unwrap();
    assert_eq!(saved.tags.get("TimeControl"), Some("60+1"));
    assert_eq!(saved.annotation(saved.last()).clock(), Some(Duration::from_secs(51)));
    visitor.wait(60_000);
    assert!(visitor.picture().contains("Second wins: the other side ran out of time."));
    // The clocks of a game that is continued go on where they stood.
    let record = visitor.world.saved.clone().unwrap();
    visitor.keys("u");
    assert!(!visitor.app.game().unwrap().table.is_over());
    let reply = Reply::Continue(Box::new(record), None, Box::new([Side::Human, Side::Human]));
    let beginning = reply;
    let mut again = Visitor::new(beginning, Settings::default(), TestWorld::default(), SIZE);
    let picture = again.picture();
    assert!(picture.contains("1:00") && picture.contains("0:51"), "{picture}");
}

#[test]
fn hints_and_evaluations_come_while_keys_are_pressed() {
    let mut visitor = hotseat("gridball");
    visitor.keys("h");
    assert!(visitor.picture().contains("Looking for a hint …"));
    visitor.keys("w");
    assert!(visitor.think_with("greedy"));
    assert!(visitor.picture().contains("Hint: "));
    visitor.keys("v");
    assert!(visitor.world.kept.as_ref().unwrap().evaluation);
    visitor.keys("i");
    assert_eq!(visitor.world.jobs.len(), 1);
    assert!(visitor.think_with("alphabeta"));
    let picture = visitor.picture();
    assert!(
        picture.contains("First's chances:") && picture.contains("Analysis, depth"),
        "{picture}"
    );
    // Another position: everything begins anew.
    visitor.keys("cx");
    assert_eq!(visitor.app.game().unwrap().game().len(), 1);
    assert_eq!(visitor.world.jobs.len(), 1);
    assert!(!visitor.picture().contains("Hint: "));
}

#[test]
fn the_position_is_copied_and_shown() {
    let mut visitor = hotseat("paper-soccer");
    visitor.keys("w");
    visitor.keys("p");
    assert_eq!(visitor.world.copied, Some(visitor.position()));
    let picture = visitor.picture().replace(['\n', ' ', '│'], "");
    assert!(picture.contains(&visitor.position().replace(' ', "")), "{picture}");
}

#[test]
fn a_game_is_left_and_continued_from_the_start_screen() {
    let mut visitor = hotseat("gridball");
    visitor.keys("wcx");
    visitor.keys("w");
    let position = visitor.position();
    visitor.keys("b");
    assert!(visitor.app.game().is_none());
    visitor.world.unfinished.extend(visitor.world.saved.clone());
    visitor.keys("k");
    let world = std::mem::take(&mut visitor.world);
    let mut visitor = Visitor::new(Reply::Start, Settings::default(), world, SIZE);
    assert!(visitor.picture().contains("Continue  Gridball, 1 action"));
    visitor.enter();
    assert_eq!(visitor.position(), position);
}

#[test]
fn a_step_that_was_taken_back_does_not_come_again() {
    let mut visitor = hotseat("gridball");
    visitor.keys("w");
    visitor.keys("b");
    let kept = visitor.world.saved.clone().unwrap();
    assert_eq!(kept.unfinished().len(), 1);
    visitor.world.unfinished.push(kept);
    visitor.keys("k");
    let world = std::mem::take(&mut visitor.world);
    let mut visitor = Visitor::new(Reply::Start, Settings::default(), world, SIZE);
    visitor.enter();
    visitor.key(KeyCode::Backspace);
    visitor.keys("b");
    assert!(visitor.world.saved.clone().unwrap().unfinished().is_empty());
}

#[test]
fn the_start_screen_remembers_what_was_chosen() {
    let mut visitor = Visitor::at_start(SIZE);
    visitor.key(KeyCode::Down);
    visitor.key(KeyCode::Left);
    let kept = visitor.world.kept.clone().unwrap();
    assert_eq!(kept.game, "dots".parse().unwrap());
    // Set-up, First, Second, clock, look, colours, signs, notation, language.
    for _ in 0..9 {
        visitor.key(KeyCode::Down);
        visitor.key(KeyCode::Right);
    }
    let kept = visitor.world.kept.clone().unwrap();
    assert_eq!(kept.game.to_string(), "dots:39x32/plain");
    assert_eq!(kept.first.to_string(), "level:1");
    assert_eq!(kept.second.to_string(), "level:6");
    assert_eq!(kept.clock.to_string(), "1+1");
    assert_eq!((kept.ascii, kept.language), (Some(false), Some(Language::English)));
    assert_eq!(kept.notation, Notation::Compass);
    let world = std::mem::take(&mut visitor.world);
    let mut visitor = Visitor::new(Reply::Start, kept, world, SIZE);
    let picture = visitor.picture();
    for text in
        ["39x32/plain", "engine, level 1", "engine, level 6", "1+1", "light", "all", "Unicode"]
    {
        assert!(picture.contains(text), "{text}\n{picture}");
    }
}

#[test]
fn what_the_command_line_says_is_for_this_time_only() {
    let wished = Wished {
        locale: Language::English,
        language: Some(Language::Russian),
        no_colors: true,
        ascii: true,
        plain_terminal: false,
    };
    let mut visitor = Visitor::at_start(SIZE);
    let settings = Settings::default();
    visitor.app =
        App::new(Reply::Start, settings.clone(), wished, Depth::True, &mut visitor.world).unwrap();
    let picture = visitor.picture();
    assert!(picture.contains("Играть") && picture.contains("< ASCII >"), "{picture}");
    // Something else is chosen, and only that is remembered.
    visitor.key(KeyCode::Down);
    visitor.key(KeyCode::Right);
    let kept = visitor.world.kept.clone().unwrap();
    assert_eq!(kept, Settings { game: kept.game.clone(), ..settings });
    // A choice on the screen takes the place of the wish.
    for _ in 0..7 {
        visitor.key(KeyCode::Down);
    }
    visitor.key(KeyCode::Left);
    assert_eq!(visitor.world.kept.clone().unwrap().ascii, Some(false));
    assert!(visitor.picture().contains("‹ Unicode ›"), "{}", visitor.picture());
}

#[test]
fn an_engine_that_does_not_play_a_game_is_replaced() {
    let settings = Settings { second: "alphabeta".parse().unwrap(), ..Settings::default() };
    let world = TestWorld::default();
    let mut visitor = Visitor::new(Reply::Start, settings, world, SIZE);
    visitor.key(KeyCode::Down);
    visitor.key(KeyCode::Left);
    assert_eq!(visitor.world.kept.as_ref().unwrap().second.to_string(), "best");
}

#[test]
fn what_goes_wrong_is_said_and_the_game_goes_on() {
    let mut visitor = hotseat("gridball");
    visitor.world.failing = true;
    visitor.keys("wcx");
    assert!(visitor.picture().contains("That did not work: the disk is full."));
    for (text, said) in [
        ("hello", "`hello`: "),
        ("034", "`034` is not possible here: "),
        ("7777", "is not possible here"),
    ] {
        visitor.keys(":");
        visitor.line(text);
        assert!(visitor.picture().contains(said), "{text}\n{}", visitor.picture());
        visitor.key(KeyCode::Esc);
    }
    assert_eq!(visitor.actions(), "034");
}

#[test]
fn the_menu_offers_everything() {
    let mut visitor = hotseat("gridball");
    visitor.keys("wcx");
    visitor.key(KeyCode::Esc);
    assert!(visitor.picture().contains("take back the last turn"));
    visitor.enter();
    assert_eq!(visitor.actions(), "");
    visitor.key(KeyCode::Esc);
    visitor.draw();
    visitor.keys("r");
    assert_eq!(visitor.actions(), "034");
    visitor.key(KeyCode::Esc);
    visitor.key(KeyCode::Esc);
    assert!(!visitor.picture().contains("Menu"));
}

#[test]
fn every_key_is_in_the_help() {
    let mut visitor = Visitor::in_game("gridball", ["human", "human"], (100, 60));
    visitor.keys("?");
    let help = visitor.picture();
    for key in ["Backspace", "Tab", "PageUp", "F10", "Ctrl-Z", "Shift-↑", "u ", "q w e"] {
        assert!(help.contains(key), "{key}\n{help}");
    }
    visitor.key(KeyCode::Esc);
    assert!(!visitor.picture().contains("Ctrl-Z"));
}

#[test]
fn nothing_is_lost_on_a_screen_of_one_character() {
    for game in ["gridball", "paper-football", "paper-soccer", "dots", "football-checkers"] {
        let mut visitor = hotseat(game);
        visitor.keys(":");
        let first = {
            let position = visitor.app.game().unwrap().game().position();
            position.action_text(&position.actions(1)[0])
        };
        visitor.line(&first);
        let before = visitor.picture();
        for (width, height) in [(1, 1), (2, 1), (1, 9), (40, 3), (7, 7)] {
            visitor.resize(width, height);
            visitor.draw();
        }
        visitor.resize(80, 24);
        assert_eq!(visitor.picture(), before, "{game}");
    }
}

#[test]
fn a_turned_field_has_its_keys_where_they_lead() {
    let mut visitor = hotseat("gridball");
    visitor.keys("f");
    // Up on the screen is south now.
    visitor.keys("www");
    assert_eq!(visitor.actions(), "444");
}

#[test]
fn two_engines_are_watched_and_can_be_stopped() {
    let mut visitor = Visitor::in_game("gridball", ["level:1", "level:2"], SIZE);
    assert!(visitor.think_with("random?seed=1"));
    assert_eq!(visitor.app.game().unwrap().game().len(), 0);
    visitor.wait(500);
    assert_eq!(visitor.app.game().unwrap().game().len(), 1);
    visitor.keys("u");
    assert!(visitor.picture().contains("The game stands still. Enter goes on."));
    assert!(visitor.world.jobs.is_empty());
    visitor.enter();
    assert_eq!(visitor.world.jobs.len(), 1);
}

fn control(visitor: &mut Visitor, code: KeyCode) {
    visitor.event(&Event::Key(KeyEvent::new(code, KeyModifiers::CONTROL)));
}

#[test]
fn a_line_that_is_not_good_stays_to_be_corrected() {
    let mut visitor = hotseat("gridball");
    visitor.keys(":");
    visitor.line("03u");
    let picture = visitor.picture();
    assert!(picture.contains("03u") && picture.contains("expected"), "{picture}");
    assert_eq!(visitor.actions(), "");
    // What is typed is no command.
    visitor.key(KeyCode::Backspace);
    visitor.line("7");
    assert!(visitor.picture().contains("`037` is not possible here: segment 3 "));
    control(&mut visitor, KeyCode::Char('u'));
    visitor.line("034");
    assert_eq!(visitor.actions(), "034");
    assert!(!visitor.picture().contains("not possible"));
    // Elsewhere Ctrl-U is nothing.
    control(&mut visitor, KeyCode::Char('u'));
    assert_eq!(visitor.actions(), "034");
    // Escape drops the line.
    visitor.keys(":");
    visitor.line("x");
    visitor.key(KeyCode::Esc);
    assert!(!visitor.picture().contains("A move, or its beginning"));
}

#[test]
fn the_reason_is_given_when_something_is_not_possible() {
    let mut visitor = hotseat("paper-soccer");
    visitor.keys("wx");
    let said = "Not possible: step 1, from d7, goes along a drawn line.";
    assert!(visitor.picture().contains(said), "{}", visitor.picture());
    let mut visitor = hotseat("dots:9x9/plain");
    visitor.keys("w");
    visitor.enter();
    visitor.enter();
    assert!(visitor.picture().contains("Not possible: a dot is there already."));
    let mut visitor = hotseat("football-checkers");
    visitor.keys("w");
    visitor.enter();
    assert!(visitor.picture().contains("Not possible: no checker stands on g2."));
    // A penalty is one of eight.
    let mut visitor = Visitor::in_middle("gridball", TRAPPED, Settings::default(), SIZE);
    visitor.draw();
    visitor.click(5, 5);
    let picture = visitor.picture();
    assert!(picture.contains("one of the eight straight lines from the ball"), "{picture}");
    visitor.enter();
    assert!(visitor.picture().contains("Not possible: nothing is entered yet."));
}

#[test]
fn reasons_are_in_the_language_that_was_chosen() {
    for (language, said) in [
        (Language::Russian, "Нельзя: 1-й отрезок кончается в точке, где уже проходит линия."),
        (
            Language::Ukrainian,
            "Не можна: 1-й відрізок закінчується в точці, де вже проходить лінія.",
        ),
    ] {
        let settings = Settings { language: Some(language), ..Settings::default() };
        let sides = ["human", "human"];
        let mut visitor = Visitor::in_game_with("gridball", sides, "none", settings, SIZE);
        visitor.keys("wcx");
        visitor.keys("w");
        assert!(visitor.picture().contains(said), "{}", visitor.picture());
    }
}

#[test]
fn a_hint_is_shown_and_then_played_by_enter() {
    let mut visitor = hotseat("gridball");
    visitor.keys("h");
    visitor.enter();
    assert_eq!(visitor.actions(), "");
    assert!(visitor.think_with("alphabeta?seed=1"));
    visitor.enter();
    assert!(visitor.picture().contains("Enter plays "), "{}", visitor.picture());
    assert_eq!(visitor.actions(), "");
    visitor.enter();
    assert_eq!(visitor.app.game().unwrap().game().len(), 1);
    // Whoever goes another way is not disturbed.
    visitor.keys("h");
    assert!(visitor.think_with("alphabeta?seed=1"));
    visitor.keys("d");
    visitor.enter();
    assert!(visitor.picture().contains("Not possible: the move is not whole yet."));
    // In games with a cursor it goes there first.
    let mut visitor = hotseat("dots:9x9/plain");
    visitor.keys("h");
    assert!(visitor.think_with("best?nodes=200"));
    visitor.enter();
    assert_eq!(visitor.actions(), "");
    visitor.enter();
    assert_eq!(visitor.app.game().unwrap().game().len(), 1);
}

#[test]
fn one_of_several_unfinished_games_is_chosen() {
    let mut world = TestWorld::default();
    let mut dots = record("dots:9x9", "1-1 2-2 3-3");
    dots.tags.set("Date", "2026.11.29").unwrap();
    dots.tags.set("Second", "level:3").unwrap();
    world.unfinished = vec![record("gridball", "034"), dots];
    let mut visitor = Visitor::new(Reply::Start, Settings::default(), world, SIZE);
    assert!(visitor.picture().contains("Continue  1/2 Gridball, 1 action"));
    visitor.enter();
    let line = "Dots, 3 actions, 2026.11.29, a person : engine, level 3";
    assert!(visitor.picture().contains(line), "{}", visitor.picture());
    visitor.key(KeyCode::Esc);
    assert!(!visitor.picture().contains("Unfinished games"));
    visitor.enter();
    visitor.key(KeyCode::Down);
    visitor.enter();
    assert_eq!(visitor.actions(), "1-1 2-2 3-3");
}

#[test]
fn a_faulty_file_of_settings_is_announced_until_a_key_is_pressed() {
    let mut visitor = Visitor::at_start(SIZE);
    let kept = Path::new("/home/ann/.config/gridball/gridball.toml.bad");
    visitor.app.announce_fault("/home/ann/.config/gridball/gridball.toml: line 3: no", kept);
    visitor.wait(100_000);
    let picture = visitor.picture().replace('\n', " ");
    assert!(picture.contains("gridball.toml: line 3: no."), "{picture}");
    assert!(picture.contains("gridball.toml.bad."), "{picture}");
    visitor.key(KeyCode::Down);
    assert!(!visitor.picture().contains("line 3"));
}

#[test]
fn a_long_notice_is_wrapped_and_shortened_in_its_middle() {
    let mut visitor = hotseat("gridball");
    let name = "long/".repeat(40);
    visitor.keys("k");
    visitor.line(&format!("{name}game.gbn"));
    let picture = visitor.picture();
    assert!(picture.contains("Saved in\n") && picture.contains("long/game.gbn."), "{picture}");
}

#[test]
fn what_an_engine_plans_is_not_shown_to_its_opponent() {
    let mut visitor = Visitor::in_game("gridball", ["human", "alphabeta"], SIZE);
    visitor.keys("wcx");
    let (job, game, _) = visitor.world.jobs[0].clone();
    let mut engine = AnyEngine::new("alphabeta".parse().unwrap());
    let result = engine.search(game.position(), &Limits::nodes(500), &mut Unattended).unwrap();
    let info = gridball_ai::SearchInfo {
        depth: 2,
        rank: 1,
        score: result.score,
        nodes: 500,
        elapsed: Duration::ZERO,
        line: vec![result.best],
    };
    visitor.app.hear(&Thought { job, news: News::Info(info) }, &mut visitor.world);
    let picture = visitor.picture();
    assert!(picture.contains("thinks …") && !picture.contains("depth 2"), "{picture}");
    visitor.keys("i");
    assert!(visitor.picture().contains("depth 2"), "{}", visitor.picture());
}

#[test]
fn the_time_of_the_last_action_is_kept_when_the_game_is_left() {
    let settings = Settings::default();
    let sides = ["human", "human"];
    let mut visitor = Visitor::in_game_with("gridball", sides, "5+3", settings, (120, 30));
    visitor.keys("wcx");
    visitor.wait(20_000);
    visitor.keys("b");
    let record = visitor.world.saved.clone().unwrap();
    let beginning = Reply::Continue(Box::new(record), None, Box::new([Side::Human, Side::Human]));
    let mut again = Visitor::new(beginning, Settings::default(), TestWorld::default(), (120, 30));
    assert!(again.picture().contains("4:40"), "{}", again.picture());
    // Another game has the same clock, and the note is gone from this one.
    again.keys("aaa");
    let tags = again.world.saved.clone().unwrap().tags;
    assert_eq!((tags.get("SecondClockLeft"), tags.get("TimeControl")), (None, Some("300+3")));
    again.keys("ny");
    assert!(again.picture().contains("5:00"), "{}", again.picture());
}

#[test]
fn redo_keeps_the_clocks_of_the_record() {
    let settings = Settings::default();
    let sides = ["human", "human"];
    let mut visitor = Visitor::in_game_with("gridball", sides, "5+3", settings, SIZE);
    visitor.keys("wcxaaa");
    let before = visitor.world.saved.clone().unwrap();
    assert!(before.annotation(before.last()).clock().is_some());
    visitor.keys("ur");
    assert_eq!(visitor.world.saved.clone().unwrap(), before);
}

#[test]
fn it_is_said_why_the_ball_bounces() {
    let mut visitor = Visitor::in_middle("paper-soccer", "d6-e7", Settings::default(), SIZE);
    visitor.keys("a");
    visitor.keys("x");
    let picture = visitor.picture().replace(['\n', ' '], "");
    assert!(picture.contains("Theballbounces:alinetouchesd6."), "{}", visitor.picture());
    let edge = record("paper-soccer", "d6-c6 c6-b6");
    let beginning = Reply::Continue(Box::new(edge), None, Box::new([Side::Human, Side::Human]));
    let mut visitor = Visitor::new(beginning, Settings::default(), TestWorld::default(), SIZE);
    visitor.keys("a");
    let picture = visitor.picture().replace(['\n', ' '], "");
    assert!(picture.contains("Theballbounces:a6isontheedge."), "{}", visitor.picture());
}

#[test]
fn a_field_that_does_not_fit_says_so_and_can_be_looked_at() {
    let mut visitor = hotseat("gridball");
    let picture = visitor.picture();
    assert!(picture.contains("Out of sight: 9 rows."), "{picture}");
    assert!(picture.contains('▲') && picture.contains("▼"), "{picture}");
    for _ in 0..9 {
        control(&mut visitor, KeyCode::Down);
        visitor.draw();
    }
    // The bottom goal, with nothing below it.
    let picture = visitor.picture();
    assert!(picture.contains(" 26 ") && !picture.contains("\n▼"), "{picture}");
    for _ in 0..9 {
        control(&mut visitor, KeyCode::Up);
        visitor.draw();
    }
    let picture = visitor.picture();
    assert!(picture.contains("  0 ") && !picture.contains("▲ "), "{picture}");
    // A step brings the ball back into sight.
    visitor.keys("x");
    let picture = visitor.picture();
    assert!(picture.contains('●') && picture.contains(" 14 "), "{picture}");
    visitor.keys("-");
    assert!(!visitor.picture().contains("Out of sight"));
}

#[test]
fn help_on_the_start_screen_is_about_it() {
    let mut visitor = Visitor::at_start(SIZE);
    visitor.keys("?");
    let picture = visitor.picture();
    assert!(picture.contains("choose a line") && !picture.contains("give up"), "{picture}");
}

#[test]
fn the_key_of_help_is_shown_at_every_width() {
    for game in ["gridball", "dots"] {
        for width in [20, 30, 40, 64, 70, 80, 100, 200] {
            for language in [Language::English, Language::Russian, Language::Ukrainian] {
                let settings = Settings { language: Some(language), ..Settings::default() };
                let size = (width, 24);
                let mut visitor =
                    Visitor::in_game_with(game, ["human", "human"], "none", settings, size);
                let picture = visitor.picture();
                let last = picture.trim_end().lines().last().unwrap();
                assert!(last.contains("? "), "{width} {picture}");
            }
        }
    }
}

#[test]
fn moves_are_written_as_was_chosen_everywhere() {
    for (notation, move_text, so_far) in
        [(Notation::Canonical, "034", "So far: 2."), (Notation::Compass, "N-SE-S", "So far: E.")]
    {
        let settings = Settings { notation, ..Settings::default() };
        let sides = ["human", "human"];
        let mut visitor = Visitor::in_game_with("gridball", sides, "none", settings, SIZE);
        visitor.keys("wcxd");
        let picture = visitor.picture();
        assert!(picture.contains(move_text) && picture.contains(so_far), "{picture}");
    }
}

#[test]
fn a_set_up_is_typed_as_its_game_writes_it() {
    let settings = Settings { game: "paper-soccer".parse().unwrap(), ..Settings::default() };
    let mut visitor = Visitor::new(Reply::Start, settings, TestWorld::default(), SIZE);
    visitor.key(KeyCode::Down);
    visitor.key(KeyCode::Down);
    visitor.enter();
    assert!(visitor.picture().contains("2,6,8 | 2,8,10 | "), "{}", visitor.picture());
    control(&mut visitor, KeyCode::Char('u'));
    visitor.line("2,6,100");
    assert!(visitor.picture().contains("`2,6,100`: height 100"), "{}", visitor.picture());
    control(&mut visitor, KeyCode::Char('u'));
    visitor.line("2,6,10");
    assert_eq!(visitor.world.kept.unwrap().game.to_string(), "paper-soccer:2,6,10");
}

#[test]
fn a_game_that_cannot_be_saved_says_so_as_long_as_that_is_so() {
    for size in [SIZE, (40, 20)] {
        let world = TestWorld { failing: true, ..TestWorld::default() };
        let beginning = Reply::Begin(Box::new(NewGame {
            setup: "gridball".parse().unwrap(),
            sides: [Side::Human, Side::Human],
            clock: ClockSetting::NONE,
        }));
        let mut visitor = Visitor::new(beginning, Settings::default(), world, size);
        assert!(visitor.picture().contains("The game is not saved."), "{}", visitor.picture());
        visitor.keys("wcx");
        visitor.wait(60_000);
        assert!(visitor.picture().contains("not saved"), "{}", visitor.picture());
        for key in ["b", "n", "y"] {
            visitor.keys(key);
            assert!(visitor.picture().contains("This game is not saved"), "{}", visitor.picture());
            visitor.keys("n");
            assert_eq!(visitor.actions(), "034");
        }
        // What can be saved again is.
        visitor.world.failing = false;
        visitor.keys("666");
        assert!(!visitor.picture().contains("not saved"), "{}", visitor.picture());
        visitor.world.failing = true;
        visitor.keys("wcx");
        assert!(visitor.app.loss().is_none());
        visitor.event(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert!(visitor.app.loss().unwrap().contains("the disk is full"));
    }
}

#[test]
fn a_game_that_was_saved_elsewhere_is_not_lost() {
    let mut visitor = hotseat("gridball");
    visitor.world.failing = true;
    visitor.keys("wcx:");
    visitor.line("222");
    visitor.keys("k");
    visitor.line("elsewhere.gbn");
    visitor.event(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert_eq!(visitor.world.files.len(), 1);
    assert_eq!(visitor.app.loss(), None);
}

/// A game of gridball in which this side played Second.
fn played_by(second: &str) -> Record {
    let mut record = record("gridball", "034");
    record.tags.set("First", "human").unwrap();
    record.tags.set("Second", second).unwrap();
    record
}

#[test]
fn a_program_of_a_record_is_started_only_when_somebody_says_so() {
    let command = "cmd:./engine --with 'many words' --and more --and more --and more words";
    for (downs, second) in [(0, "human"), (1, "level:5"), (2, command)] {
        let unfinished = vec![played_by(command)];
        let world = TestWorld { unfinished, startable: true, ..TestWorld::default() };
        let mut visitor = Visitor::new(Reply::Start, Settings::default(), world, SIZE);
        visitor.enter();
        let picture = visitor.picture();
        assert!(picture.contains("Who plays for Second now?"), "{picture}");
        let words: Vec<&str> = picture.split_whitespace().collect();
        assert!(words.join(" ").contains("many words"), "{picture}");
        assert!(visitor.world.jobs.is_empty());
        for _ in 0..downs {
            visitor.key(KeyCode::Down);
        }
        visitor.enter();
        assert_eq!(visitor.app.game().unwrap().sides[1].to_string(), second);
        assert_eq!(visitor.world.jobs.len(), usize::from(downs > 0));
        let saved = visitor.world.saved.as_ref().unwrap();
        assert_eq!(saved.tags.get("Second"), Some(second));
    }
}

#[test]
fn a_program_that_cannot_be_started_again_leaves_the_choice() {
    let world = TestWorld { unfinished: vec![played_by("cmd:gone")], ..TestWorld::default() };
    let mut visitor = Visitor::new(Reply::Start, Settings::default(), world, SIZE);
    visitor.enter();
    visitor.key(KeyCode::Up);
    visitor.enter();
    assert!(visitor.picture().contains("cannot start `gone`"), "{}", visitor.picture());
    // The record still says who played.
    visitor.event(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert_eq!(visitor.world.saved.as_ref().unwrap().tags.get("Second"), Some("cmd:gone"));
    visitor.enter();
    assert!(visitor.picture().contains("Who plays for Second now?"), "{}", visitor.picture());
    visitor.key(KeyCode::Esc);
    assert_eq!(visitor.app.game().unwrap().sides[1], Side::Human);
    visitor.keys("666");
    assert_eq!(visitor.actions(), "034 222");
}

#[test]
fn an_engine_that_dies_begins_anew_or_is_replaced() {
    let command = "cmd:./engine";
    let new = NewGame {
        setup: "gridball".parse().unwrap(),
        sides: [Side::Human, command.parse().unwrap()],
        clock: ClockSetting::NONE,
    };
    let world = TestWorld { startable: true, ..TestWorld::default() };
    let settings = Settings::default();
    let mut visitor = Visitor::new(Reply::Begin(Box::new(new)), settings, world, SIZE);
    visitor.keys("wcx");
    let fail = |visitor: &mut Visitor| {
        let (job, ..) = visitor.world.jobs.pop_front().unwrap();
        let news = News::Failed("it has left".to_owned());
        visitor.app.hear(&Thought { job, news }, &mut visitor.world);
        assert!(visitor.picture().contains("it has left"), "{}", visitor.picture());
    };
    fail(&mut visitor);
    assert_eq!(visitor.world.seated, 1);
    visitor.enter();
    assert_eq!((visitor.world.seated, visitor.world.jobs.len()), (2, 1));
    // It fails again: somebody else can play.
    fail(&mut visitor);
    visitor.enter();
    assert!(visitor.picture().contains("Who plays for Second now?"), "{}", visitor.picture());
    visitor.key(KeyCode::Down);
    visitor.enter();
    assert_eq!(visitor.app.game().unwrap().sides[1].to_string(), "level:5");
    assert!(visitor.think_with("random"));
    assert_eq!(visitor.app.game().unwrap().game().len(), 2);

    // One that cannot be started is replaced at once.
    let mut visitor = Visitor::new(
        Reply::Begin(Box::new(NewGame {
            setup: "gridball".parse().unwrap(),
            sides: [Side::Human, command.parse().unwrap()],
            clock: ClockSetting::NONE,
        })),
        Settings::default(),
        TestWorld { startable: true, ..TestWorld::default() },
        SIZE,
    );
    visitor.keys("wcx");
    fail(&mut visitor);
    visitor.world.startable = false;
    visitor.enter();
    assert!(visitor.picture().contains("Who plays for Second now?"), "{}", visitor.picture());
    visitor.enter();
    assert_eq!(visitor.app.game().unwrap().sides[1], Side::Human);
    visitor.keys("666");
    assert_eq!(visitor.actions(), "034 222");
}

#[test]
fn faulty_unfinished_games_are_named() {
    let fault = "/data/unfinished/a.gbn:3:7: this is no move";
    for size in [SIZE, (40, 20)] {
        let world = TestWorld { faults: vec![fault.to_owned()], ..TestWorld::default() };
        let mut visitor = Visitor::new(Reply::Start, Settings::default(), world, size);
        let said = |visitor: &mut Visitor| {
            visitor.picture().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let words = said(&mut visitor);
        assert!(words.contains(&format!("Left out: {fault}.")), "{words}");
        // Something of it stays.
        visitor.key(KeyCode::Down);
        assert!(said(&mut visitor).contains("Left out: /data/"), "{}", visitor.picture());
    }
}

#[test]
fn the_last_dot_is_in_sight() {
    for answer in ["3-3", "39-32"] {
        let mut visitor = Visitor::in_game("dots", ["human", "level:1"], (40, 20));
        visitor.keys("ddddd");
        visitor.enter();
        let (job, game, _) = visitor.world.jobs.pop_front().unwrap();
        let action = game.position().parse_action(answer).unwrap();
        let news = News::Plays(action);
        visitor.app.hear(&Thought { job, news }, &mut visitor.world);
        let picture = visitor.picture();
        let brackets = picture.lines().skip(2).filter(|line| line.contains("(●")).count();
        assert_eq!(brackets, 1, "{picture}");
        // The cursor comes into sight as soon as it is moved.
        visitor.key(KeyCode::Left);
        assert!(visitor.picture().contains('['), "{}", visitor.picture());
    }
}

#[test]
fn a_menu_keeps_its_keys_apart() {
    let mut visitor = Visitor::in_game("dots", ["human", "human"], (40, 20));
    visitor.key(KeyCode::Esc);
    visitor.key(KeyCode::Up);
    assert!(!visitor.picture().contains("staysb"), "{}", visitor.picture());
    assert!(visitor.picture().contains("to the start screen"), "{}", visitor.picture());
}

#[test]
fn marks_at_the_lower_edge_are_apart_from_names_of_rows() {
    for ascii in [false, true] {
        for width in 14..90 {
            for height in [10, 12, 20, 24] {
                let settings = Settings { ascii: Some(ascii), ..Settings::default() };
                let mut visitor =
                    Visitor::in_middle("gridball", "034 222", settings, (width, height));
                visitor.draw();
                let game = visitor.app.game().unwrap();
                let below = game.board.out_of_sight().below;
                let picture = visitor.picture();
                let mark = if ascii { 'v' } else { '▼' };
                for line in picture.lines().filter(|line| line.starts_with(mark)) {
                    let number: String =
                        line[mark.len_utf8()..].chars().take_while(char::is_ascii_digit).collect();
                    assert_eq!(number, below.to_string(), "{picture}");
                }
            }
        }
    }
}

#[test]
fn a_path_in_the_home_folder_is_typed_as_in_a_shell() {
    let mut visitor = hotseat("gridball");
    visitor.keys("k");
    visitor.line("~/game.gbn");
    let home = directories::BaseDirs::new().unwrap().home_dir().to_owned();
    assert!(visitor.world.files.contains_key(&home.join("game.gbn")));
}

#[test]
fn a_record_behind_others_is_said_to_be_added() {
    let mut visitor = hotseat("gridball");
    for said in ["Saved in game.gbn.", "Added to what game.gbn holds."] {
        visitor.keys("k");
        visitor.line("game.gbn");
        assert!(visitor.picture().contains(said), "{}", visitor.picture());
    }
}
