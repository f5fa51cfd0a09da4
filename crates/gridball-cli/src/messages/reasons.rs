//! Why something is not possible, as the rules and the readers of texts say it with their errors.
//!
//! In English the errors say it themselves. The other languages stand side by side here.

use gridball_core::{
    AnyIllegalAction, Dimension, Expected, SetupError, TextError, TextErrorKind,
    dots::DotsIllegalAction,
    football_checkers::CheckersIllegalAction,
    gridball::{GridballIllegalAction, MoveFault},
    paper_soccer::PaperSoccerIllegalAction,
};

use super::Language;
use crate::play::refusal::Refusal;

/// The text of the language: Russian, then Ukrainian. English comes from the error itself, or stands
/// before them.
macro_rules! text {
    ($language:expr, $russian:literal, $ukrainian:literal) => {
        if $language == Language::Ukrainian { format!($ukrainian) } else { format!($russian) }
    };
    ($language:expr, $english:literal, $russian:literal, $ukrainian:literal) => {
        match $language {
            Language::English => format!($english),
            Language::Russian => format!($russian),
            Language::Ukrainian => format!($ukrainian),
        }
    };
}

/// Why a piece of an action is not possible.
pub(super) fn refusal(refusal: &Refusal, language: Language) -> String {
    match refusal {
        Refusal::Illegal(reason) => illegal(reason, language),
        Refusal::NoWayOn => text!(
            language,
            "no action goes on from there",
            "оттуда нет пути дальше",
            "звідти немає шляху далі"
        ),
        Refusal::NotNext => text!(
            language,
            "this place is not next to the ball",
            "это место не рядом с мячом",
            "це місце не поруч із м'ячем"
        ),
        Refusal::NotOnPenalty => text!(
            language,
            "it is a penalty: one of the eight straight lines from the ball",
            "надо бить штрафной: одну из восьми прямых от мяча",
            "треба бити штрафний: одну з восьми прямих від м'яча"
        ),
        Refusal::Stuck => text!(
            language,
            "this checker has no move",
            "у этой шашки нет хода",
            "у цієї шашки немає ходу"
        ),
        Refusal::NothingEntered => text!(
            language,
            "nothing is entered yet",
            "ещё ничего не введено",
            "ще нічого не введено"
        ),
        Refusal::Unfinished => text!(
            language,
            "the move is not whole yet",
            "ход ещё не закончен",
            "хід ще не закінчено"
        ),
    }
}

/// Why an action is not legal.
pub(super) fn illegal(reason: &AnyIllegalAction, language: Language) -> String {
    if language == Language::English {
        return reason.to_string();
    }
    match reason {
        AnyIllegalAction::OtherGame => text!(language, "это ход другой игры", "це хід іншої гри"),
        AnyIllegalAction::Gridball(reason) => gridball(*reason, language),
        AnyIllegalAction::PaperSoccer(reason) => paper_soccer(reason, language),
        AnyIllegalAction::Dots(reason) => dots(*reason, language),
        AnyIllegalAction::FootballCheckers(reason) => checkers(reason, language),
    }
}

fn game_over(language: Language) -> String {
    text!(language, "игра окончена", "гру закінчено")
}

fn gridball(reason: GridballIllegalAction, language: Language) -> String {
    match reason {
        GridballIllegalAction::GameOver => game_over(language),
        GridballIllegalAction::PenaltyExpected => text!(
            language,
            "надо бить штрафной, обычного хода нет",
            "треба бити штрафний, звичайного ходу немає"
        ),
        GridballIllegalAction::MoveExpected => {
            text!(language, "сейчас не время для штрафного", "зараз не час для штрафного")
        }
        GridballIllegalAction::Segment { number, fault } => {
            let fault = match fault {
                MoveFault::TouchedPoint => text!(
                    language,
                    "кончается в точке, где уже проходит линия",
                    "закінчується в точці, де вже проходить лінія"
                ),
                MoveFault::CrossesLine => {
                    text!(language, "пересекает диагональ", "перетинає діагональ")
                }
                MoveFault::OffField => text!(language, "выходит за поле", "виходить за поле"),
                MoveFault::AfterGoal => text!(language, "идёт после гола", "іде після голу"),
                MoveFault::TooShort => text!(
                    language,
                    "последний, а в ходе без гола их три",
                    "останній, а в ході без голу їх три"
                ),
                other => other.to_string(),
            };
            text!(language, "{number}-й отрезок {fault}", "{number}-й відрізок {fault}")
        }
        GridballIllegalAction::PenaltyOffField => {
            text!(language, "штрафной выйдет за поле", "штрафний вийде за поле")
        }
        GridballIllegalAction::PenaltyEndTouched => text!(
            language,
            "штрафной кончится в точке, где мяч уже был",
            "штрафний закінчиться в точці, де м'яч уже був"
        ),
        other => other.to_string(),
    }
}

fn paper_soccer(reason: &PaperSoccerIllegalAction, language: Language) -> String {
    match reason {
        PaperSoccerIllegalAction::GameOver => game_over(language),
        PaperSoccerIllegalAction::NotAtBall { ball } => {
            text!(
                language,
                "ход начинается от мяча, из {ball}",
                "хід починається від м'яча, з {ball}"
            )
        }
        PaperSoccerIllegalAction::NoLine { step, from } => text!(
            language,
            "шаг {step}, из {from}, ведёт за поле или вдоль его границы",
            "крок {step}, з {from}, веде за поле або вздовж його межі"
        ),
        PaperSoccerIllegalAction::AlreadyDrawn { step, from } => text!(
            language,
            "шаг {step}, из {from}, идёт по проведённой линии",
            "крок {step}, з {from}, іде проведеною лінією"
        ),
        PaperSoccerIllegalAction::MustGoOn { at } => text!(
            language,
            "ход кончается в {at}, а эта точка занята: надо идти дальше",
            "хід закінчується в {at}, а ця точка зайнята: треба йти далі"
        ),
        PaperSoccerIllegalAction::EndsEarlier { step, at } => text!(
            language,
            "ход закончен в {at}, после шага {step}",
            "хід закінчено в {at}, після кроку {step}"
        ),
    }
}

fn dots(reason: DotsIllegalAction, language: Language) -> String {
    match reason {
        DotsIllegalAction::GameOver => game_over(language),
        DotsIllegalAction::OffField => {
            text!(language, "такого узла на поле нет", "такого вузла на полі немає")
        }
        DotsIllegalAction::Occupied => {
            text!(language, "здесь уже стоит точка", "тут уже стоїть крапка")
        }
        DotsIllegalAction::Territory(player) => {
            let player = language.messages().player(player);
            text!(
                language,
                "этот узел уже окружён, его владелец — {player}",
                "цей вузол уже оточено, його власник — {player}"
            )
        }
    }
}

fn checkers(reason: &CheckersIllegalAction, language: Language) -> String {
    match *reason {
        CheckersIllegalAction::GameOver => game_over(language),
        CheckersIllegalAction::NoChecker { from } => {
            text!(language, "на {from} нет шашки", "на {from} немає шашки")
        }
        CheckersIllegalAction::OpponentsChecker { from } => {
            text!(language, "на {from} стоит шашка соперника", "на {from} стоїть шашка суперника")
        }
        CheckersIllegalAction::Occupied { to } => {
            text!(language, "клетка {to} занята", "клітинка {to} зайнята")
        }
        CheckersIllegalAction::NotInLine { from, to } => text!(
            language,
            "{from} и {to} не лежат на одной вертикали, горизонтали или диагонали",
            "{from} і {to} не лежать на одній вертикалі, горизонталі чи діагоналі"
        ),
        CheckersIllegalAction::ForbiddenRank { to } => text!(
            language,
            "{to} лежит на запретной горизонтали",
            "{to} лежить на забороненій горизонталі"
        ),
        CheckersIllegalAction::HomeRankFull { checkers, limit } => text!(
            language,
            "на домашней горизонтали стоит шашек: {checkers}; вернуться можно, когда их не больше {limit}",
            "на домашній горизонталі стоїть шашок: {checkers}; повернутися можна, коли їх не більше {limit}"
        ),
        CheckersIllegalAction::Barred { obstacle, to, checker } => text!(
            language,
            "между {to} и {checker} стоит {obstacle}",
            "між {to} і {checker} стоїть {obstacle}"
        ),
        CheckersIllegalAction::NoSecondChecker { to } => text!(
            language,
            "нет второй шашки на одной линии с {to}",
            "немає другої шашки на одній лінії з {to}"
        ),
        CheckersIllegalAction::NoSecondCheckerAtHome { to } => text!(
            language,
            "с {to} не видно второй шашки на домашней горизонтали",
            "з {to} не видно другої шашки на домашній горизонталі"
        ),
        CheckersIllegalAction::GateAttacked { attack } => {
            let (from, to) = (attack.from, attack.to);
            text!(
                language,
                "ворота останутся под атакой: {from}-{to}",
                "ворота лишаться під атакою: {from}-{to}"
            )
        }
    }
}

/// Why a text was not understood.
pub(super) fn text_error(error: TextError, language: Language) -> String {
    if language == Language::English {
        return error.to_string();
    }
    let column = error.column;
    let kind = match error.kind {
        TextErrorKind::TooLong { limit } => {
            text!(language, "текст длиннее {limit} байт", "текст довший за {limit} байт")
        }
        TextErrorKind::Setup(error) => setup_error(error, language),
        TextErrorKind::OtherGame => {
            text!(language, "это текст другой игры", "це текст іншої гри")
        }
        TextErrorKind::Expected(expected) => {
            let expected = self::expected(expected, language);
            text!(language, "ожидается {expected}", "очікується {expected}")
        }
        TextErrorKind::OutOfRange { min, max } => {
            text!(language, "должно быть от {min} до {max}", "має бути від {min} до {max}")
        }
        TextErrorKind::WrongCount { expected } => {
            text!(language, "мест должно быть {expected}", "місць має бути {expected}")
        }
        TextErrorKind::Trailing => {
            text!(language, "текст должен здесь кончаться", "текст має тут закінчуватися")
        }
        // What is wrong with a whole position is for whoever writes position texts.
        other => other.to_string(),
    };
    text!(language, "знак {column}: {kind}", "знак {column}: {kind}")
}

fn expected(expected: Expected, language: Language) -> String {
    match expected {
        Expected::Action => text!(language, "ход", "хід"),
        Expected::Direction => text!(
            language,
            "направление (от 0 до 7 или N, NE, … NW)",
            "напрямок (від 0 до 7 або N, NE, … NW)"
        ),
        Expected::Penalty => text!(
            language,
            "штрафной (от p0 до p7 или penalty N, … penalty NW)",
            "штрафний (від p0 до p7 або penalty N, … penalty NW)"
        ),
        Expected::Point => text!(language, "точка", "точка"),
        Expected::SecondChecker => text!(
            language,
            "шашка, относительно которой этот ход возможен",
            "шашка, відносно якої цей хід можливий"
        ),
        Expected::Neighbour => {
            text!(language, "точка рядом с предыдущей", "точка поруч із попередньою")
        }
        Expected::Player => text!(language, "first или second", "first або second"),
        Expected::Number => text!(language, "число", "число"),
        Expected::Space => text!(language, "пробел", "пробіл"),
        other => other.to_string(),
    }
}

/// Why a game id or a set-up was refused.
pub(super) fn setup_error(error: SetupError, language: Language) -> String {
    if language == Language::English {
        return error.to_string();
    }
    match error {
        SetupError::UnknownGame => text!(language, "такой игры нет", "такої гри немає"),
        SetupError::Malformed => {
            text!(language, "у этой игры нет такого варианта", "у цієї гри немає такого варіанта")
        }
        SetupError::Dimension { dimension, value, min, max, even } => {
            let what = match dimension {
                Dimension::Width => text!(language, "ширина", "ширина"),
                Dimension::Height => text!(language, "высота", "висота"),
                Dimension::GoalWidth => text!(language, "ширина ворот", "ширина воріт"),
                Dimension::MoveLimit => text!(language, "предел ходов", "межа ходів"),
                Dimension::ExtraTime => text!(language, "добавочное время", "додатковий час"),
                other => other.to_string(),
            };
            let even = if even {
                text!(language, "чётное число ", "парне число ")
            } else {
                String::new()
            };
            text!(
                language,
                "{what} {value}: нужно {even}от {min} до {max}",
                "{what} {value}: потрібно {even}від {min} до {max}"
            )
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::{AnyPosition, AnySetup, Position};

    use super::*;

    const OTHERS: [Language; 2] = [Language::Russian, Language::Ukrainian];

    /// No word of English is left: what is in Latin letters is a notation.
    fn is_translated(text: &str) -> bool {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().all(|c| c.is_ascii_alphabetic()))
            .all(|word| word.len() <= 2 || ["first", "second", "penalty"].contains(&word))
            && text.contains(|c| ('а'..='я').contains(&c))
    }

    #[test]
    fn reasons_of_the_rules_are_translated() {
        for (game, played, actions) in [
            ("gridball", "034", "0 040 777 p1 0344444"),
            ("gridball:12x12/4", "444 444 4", "0"),
            ("gridball:12x12/4", "777 012", "666 6"),
            ("paper-soccer", "d6-d7", "d6-d7 d7-d6 d7-d8-d9 d7-d6-d5"),
            ("dots:5x5/plain", "3-3", "3-3"),
            ("football-checkers", "", "a1-a2 d1-d2 e5-e6 d12-d1 d1-e1 d1-e12 d1-d11 d1-e5"),
        ] {
            let setup: AnySetup = game.parse().unwrap();
            let mut position = AnyPosition::start(&setup);
            for text in played.split_whitespace() {
                let action = position.parse_action(text).unwrap();
                position.play(&action).unwrap();
            }
            let mut found = 0;
            for text in actions.split_whitespace() {
                let Ok(action) = position.parse_action(text) else { continue };
                let Err(reason) = position.check_action(&action) else { continue };
                found += 1;
                assert_eq!(illegal(&reason, Language::English), reason.to_string());
                for language in OTHERS {
                    let text = illegal(&reason, language);
                    assert!(is_translated(&text), "{game} {reason:?}: {text}");
                }
            }
            assert!(found > 0, "{game}");
        }
    }

    #[test]
    fn texts_that_are_not_understood_are_explained() {
        for (game, text) in [
            ("gridball", "hello"),
            ("gridball", "p9"),
            ("gridball", "09"),
            ("dots", "99-1"),
            ("dots", "4"),
            ("paper-soccer", "d6-d9"),
            ("football-checkers", "d1-"),
            ("football-checkers", "d1-d4(x"),
        ] {
            let position = AnyPosition::start(&game.parse().unwrap());
            let error = position.parse_action(text).unwrap_err();
            for language in OTHERS {
                let said = text_error(error, language);
                assert!(is_translated(&said), "{game} {text}: {said}");
                assert!(said.starts_with("знак "), "{said}");
            }
        }
        for id in ["chess", "gridball:x", "gridball:13x12/4", "dots:99x9", "gridball:12x12/40"] {
            let error = id.parse::<AnySetup>().unwrap_err();
            for language in OTHERS {
                let said = setup_error(error, language);
                assert!(is_translated(&said), "{id}: {said}");
            }
        }
    }
}
