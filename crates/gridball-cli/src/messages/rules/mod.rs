//! The rules of the games, short, one file a language.

mod english;
mod russian;
mod ukrainian;

use super::Language;

/// The rules of the game that ids call `game`, in lines that are as long as their paragraphs: the
/// title, and every paragraph after an empty line. Empty for a game that there is not.
pub(super) fn rules(game: &str, language: Language) -> &'static str {
    use Language::{English, Russian, Ukrainian};
    match (game, language) {
        ("gridball", English) => english::GRIDBALL,
        ("gridball", Russian) => russian::GRIDBALL,
        ("gridball", Ukrainian) => ukrainian::GRIDBALL,
        ("paper-football", English) => english::PAPER_FOOTBALL,
        ("paper-football", Russian) => russian::PAPER_FOOTBALL,
        ("paper-football", Ukrainian) => ukrainian::PAPER_FOOTBALL,
        ("paper-soccer", English) => english::PAPER_SOCCER,
        ("paper-soccer", Russian) => russian::PAPER_SOCCER,
        ("paper-soccer", Ukrainian) => ukrainian::PAPER_SOCCER,
        ("dots", English) => english::DOTS,
        ("dots", Russian) => russian::DOTS,
        ("dots", Ukrainian) => ukrainian::DOTS,
        ("football-checkers", English) => english::FOOTBALL_CHECKERS,
        ("football-checkers", Russian) => russian::FOOTBALL_CHECKERS,
        ("football-checkers", Ukrainian) => ukrainian::FOOTBALL_CHECKERS,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::games;

    use super::*;

    #[test]
    fn every_game_has_rules_in_every_language() {
        for game in games() {
            let english = rules(game.id, Language::English);
            let count = |text: &str| text.split("\n\n").count();
            for language in [Language::English, Language::Russian, Language::Ukrainian] {
                let text = rules(game.id, language);
                assert!(count(text) >= 5, "{} {language:?}", game.id);
                assert_eq!(count(text), count(english), "{} {language:?}", game.id);
                // No paragraph is broken.
                assert!(text.split("\n\n").all(|paragraph| !paragraph.contains('\n')), "{text}");
                assert!(!text.contains("  "), "{text}");
                if language != Language::English {
                    let cyrillic = |text: &str| text.contains(|c| ('а'..='я').contains(&c));
                    assert!(text.split("\n\n").skip(1).all(cyrillic), "{text}");
                }
            }
        }
    }
}
