//! Ukrainian.

use std::path::Path;

use gridball_ai::Score;
use gridball_core::{EndReason, Outcome, Player};
use gridball_replay::text::LegendWords;

use super::{Ending, Label, Language, Messages, slavic_plural};

/// The words below a picture in text.
static LEGEND: LegendWords = LegendWords {
    players: ["Перший", "Другий"],
    penalties: "штрафні",
    ball: "м'яч",
    last_action: "останній хід",
    last_move: "останній хід",
    odd: "непарні",
    diagonal: "діагональ",
    captured: "оточені",
    territory: "територія",
    attacked: "під атакою",
};

/// The Ukrainian texts.
pub(super) struct Ukrainian;

impl Messages for Ukrainian {
    fn language(&self) -> Language {
        Language::Ukrainian
    }

    fn legend(&self) -> &'static LegendWords {
        &LEGEND
    }

    fn one_of(&self, things: &[&str]) -> String {
        things.join(" або ")
    }

    fn player(&self, player: Player) -> &'static str {
        match player {
            Player::First => "Перший",
            Player::Second => "Другий",
        }
    }

    fn game(&self, id: &str) -> Option<&'static str> {
        Some(match id {
            "paper-football" => "Футбол на папері",
            "paper-soccer" => "Паперовий футбол",
            "dots" => "Крапки",
            "football-checkers" => "Футбол-шашки",
            _ => return None,
        })
    }

    fn a_person(&self) -> &'static str {
        "людина"
    }

    fn to_move(&self, player: Player) -> String {
        format!("Ходить {}.", self.player(player))
    }

    fn turn(&self, turn: u32, limit: u32) -> String {
        format!("Хід {turn} з {limit}.")
    }

    fn penalty(&self, trapped: Player, taker: Player, number: usize, limit: Option<u8>) -> String {
        let (trapped, taker) = (self.player(trapped), self.player(taker));
        match limit {
            Some(limit) => {
                format!("{trapped} у глухому куті: штрафний {number} з {limit}, б'є {taker}.")
            }
            None => format!("{trapped} у глухому куті: штрафний {number}, б'є {taker}."),
        }
    }

    fn side_to_move(&self, player: Player, defends_top: bool) -> String {
        let player = self.player(player);
        if defends_top {
            format!("Ходить {player} (Верхній, до нижніх воріт).")
        } else {
            format!("Ходить {player} (Нижній, до верхніх воріт).")
        }
    }

    fn gate_attacked(&self, player: Player) -> String {
        format!("Ходить {}, його ворота атаковані.", self.player(player))
    }

    fn score(&self, first: u32, second: u32) -> String {
        format!("Рахунок {first} : {second}.")
    }

    fn captures(&self, player: Player, captured: u32, freed: u32) -> String {
        let dots = |count: u32| {
            format!("{count} {}", slavic_plural(count as usize, ["точку", "точки", "точок"]))
        };
        let player = self.player(player);
        match freed {
            0 => format!("{player} бере {}.", dots(captured)),
            _ => format!("{player} бере {} і звільняє {}.", dots(captured), dots(freed)),
        }
    }

    fn plays(&self, player: Player, action: &str) -> String {
        format!("{} грає {action}.", self.player(player))
    }

    fn thinks(&self, player: Player, engine: &str) -> String {
        format!("{} ({engine}) думає …", self.player(player))
    }

    fn result(&self, outcome: Outcome, ending: Ending) -> String {
        match outcome {
            Outcome::Draw => format!("Нічия: {}.", self.ending(ending)),
            Outcome::Win(winner) => {
                format!("{} виграв: {}.", self.player(winner), self.ending(ending))
            }
        }
    }

    fn ending(&self, ending: Ending) -> String {
        match ending {
            Ending::Rule { own_goal: true, .. } => "автогол".to_owned(),
            Ending::Rule { reason, own_goal: false } => match reason {
                EndReason::Goal => "гол".to_owned(),
                EndReason::Limit(limit) => format!("досягнуто межі {limit}"),
                EndReason::NobodyCanPlay => "не лишилося ні ходу, ні штрафного".to_owned(),
                EndReason::DeadEnd => "м'яч у глухому куті".to_owned(),
                EndReason::BoardFull => "не лишилося вузлів".to_owned(),
                EndReason::Protected { reachable, kept } => {
                    format!("перевагу захищено: можна набрати не більше {reachable} з {kept}")
                }
                EndReason::NoLegalAction => "суперник не має ходу".to_owned(),
                EndReason::Repetition => "позиція повторилася втретє".to_owned(),
                other => other.to_string(),
            },
            Ending::Resignation => "інша сторона здалася".to_owned(),
            Ending::Time => "в іншої сторони вийшов час".to_owned(),
            Ending::Agreement => "за згодою".to_owned(),
            Ending::Stated => "так сказано в записі".to_owned(),
        }
    }

    fn begins(&self, game: &str, id: &str, first: &str, second: &str) -> String {
        format!("{game}, {id}. Перший: {first}. Другий: {second}.")
    }

    fn how_to_begin(&self, examples: &str) -> String {
        format!(
            "Введіть хід, наприклад {examples}, цілком або кроками. `?` покаже наступні кроки, \
             `help` — команди."
        )
    }

    fn saved_by_itself(&self, path: &Path) -> String {
        format!("Кожен хід одразу зберігається в {}.", path.display())
    }

    fn ask_to_continue(&self, game: &str, actions: usize, first: &str, second: &str) -> String {
        format!(
            "Є незакінчена гра {game}: зіграно {}, Перший {first}, Другий {second}. \
             Продовжити її? [Т/н] ",
            self.actions(actions)
        )
    }

    fn means_yes(&self, answer: &str) -> bool {
        matches!(answer.to_lowercase().as_str(), "y" | "yes" | "т" | "так")
    }

    fn means_no(&self, answer: &str) -> bool {
        matches!(answer.to_lowercase().as_str(), "n" | "no" | "н" | "ні")
    }

    fn actions(&self, count: usize) -> String {
        format!("{count} {}", slavic_plural(count, ["дія", "дії", "дій"]))
    }

    fn continues(&self, actions: usize) -> String {
        format!("Гра триває, зіграно {}.", self.actions(actions))
    }

    fn how_to_continue(&self, command: &str) -> String {
        format!("Гру збережено. Продовжити її: {command}")
    }

    fn nothing_played(&self) -> &'static str {
        "Нічого не зіграно."
    }

    fn not_saved(&self) -> &'static str {
        "Гру не збережено."
    }

    fn help(&self, examples: &str) -> String {
        format!(
            "\
Хід: {examples}; цілком або кроками в кількох рядках.
  ?             які кроки можливі далі
  back          взяти назад останній крок незакінченого ходу
  undo          взяти назад останній хід; у грі з машиною — обидва ходи
  hint          що зіграла б машина і чого це варте
  show          показати поле ще раз
  moves         можливі дії
  fen           позиція одним рядком
  save [FILE]   записати партію
  load FILE     продовжити останню партію з файлу
  resign        здатися
  new           почати нову гру
  quit          піти; гру можна продовжити потім"
        )
    }

    fn next_steps(&self, steps: &str) -> String {
        format!("Можливо далі: {steps}.")
    }

    fn so_far(&self, steps: &str) -> String {
        format!("Поки що: {steps}.")
    }

    fn enter_plays(&self) -> &'static str {
        "Порожній рядок грає це."
    }

    fn and_more(&self, count: u64) -> String {
        format!("і ще {count}")
    }

    fn legal_actions(&self, count: usize, complete: bool) -> String {
        let more = if complete { "" } else { "+" };
        format!("Можливо {count}{more}:")
    }

    fn taken_back(&self, count: usize) -> String {
        format!("Взято назад: {}.", self.actions(count))
    }

    fn nothing_to_take_back(&self) -> &'static str {
        "Нема чого брати назад."
    }

    fn hint_is_for_a_whole_move(&self) -> &'static str {
        "Це хід цілком, із самого початку: `back` бере крок назад."
    }

    fn looks_for_a_hint(&self) -> &'static str {
        "Шукаю підказку…"
    }

    fn hint(&self, action: &str, player: Player, score: Score) -> String {
        format!("Підказка: {action}; {}.", self.worth(player, score))
    }

    fn worth(&self, player: Player, score: Score) -> String {
        let (mine, other) = (self.player(player), self.player(player.other()));
        match score {
            Score::Win(1) => format!("{mine} виграє відразу"),
            Score::Win(actions) => {
                format!("{mine} виграє, щонайбільше {}", self.actions(actions as usize))
            }
            Score::Loss(actions) => format!(
                "{other} виграє за будь-якої гри, щонайбільше {}",
                self.actions(actions as usize)
            ),
            Score::Estimate(_) => {
                let whose = match player {
                    Player::First => "Першого",
                    Player::Second => "Другого",
                };
                format!("шанси {whose}: {:.0} %", score.expected_points() * 100.0)
            }
        }
    }

    fn added(&self, path: &Path) -> String {
        format!("Додано в кінець файлу {}.", path.display())
    }

    fn saved(&self, path: &Path) -> String {
        format!("Записано в {}.", path.display())
    }

    fn loaded(&self, game: &str, actions: usize) -> String {
        format!("Прочитано: {game}, зіграно {}.", self.actions(actions))
    }

    fn not_understood(&self, text: &str, reason: &str) -> String {
        format!("`{text}` — не хід і не команда: {reason}. `help` перелічує команди.")
    }

    fn not_legal(&self, text: &str, reason: &str) -> String {
        format!("`{text}` тут неможливо: {reason}.")
    }

    fn step_not_possible(&self, step: &str, reason: &str, possible: &str) -> String {
        format!("`{step}` тут неможливо: {reason}. Можливо: {possible}.")
    }

    fn not_possible(&self, reason: &str) -> String {
        format!("Не можна: {reason}.")
    }

    fn bounces(&self, point: &str, edge: bool) -> String {
        if edge {
            format!("М'яч відскакує: {point} лежить на краю.")
        } else {
            format!("М'яч відскакує: через {point} уже проходить лінія.")
        }
    }

    fn out_of_sight(&self, rows: usize, columns: usize) -> String {
        let row = slavic_plural(rows, ["ряд", "ряди", "рядів"]);
        let column = slavic_plural(columns, ["стовпець", "стовпці", "стовпців"]);
        let rows = (rows > 0).then(|| format!("{rows} {row}"));
        let columns = (columns > 0).then(|| format!("{columns} {column}"));
        let what: Vec<String> = rows.into_iter().chain(columns).collect();
        format!("Не видно: {}. Ctrl-стрілки — подивитися, «-» — менше.", what.join(", "))
    }

    fn faulty_settings(&self, reason: &str, kept: &Path) -> String {
        format!(
            "{}. Показано те, що зазвичай. Щойно щось зміниться, файл збережеться як {}.",
            self.reason(reason),
            kept.display()
        )
    }

    fn left_out(&self, faults: &str) -> String {
        format!("Пропущено: {}.", self.reason(faults))
    }

    fn enter_plays_hint(&self, action: &str) -> String {
        format!("Enter — зіграти {action}.")
    }

    fn more_than_a_move(&self, step: &str) -> String {
        format!("`{step}` стоїть після кінця ходу; нічого не зіграно.")
    }

    fn line_too_long(&self, limit: usize) -> String {
        format!("Рядок, довший за {limit} байт, — не хід і не команда.")
    }

    fn not_utf8(&self, byte: usize) -> String {
        format!("Цей рядок не в UTF-8, починаючи з байта {byte}; це не хід і не команда.")
    }

    fn takes_nothing(&self, command: &str) -> String {
        format!("Після `{command}` нічого не пишеться.")
    }

    fn file_expected(&self, command: &str) -> String {
        format!("Потрібен файл: `{command} FILE`.")
    }

    fn game_is_over(&self) -> &'static str {
        "Гру закінчено. Можна `undo`, `new`, `save FILE` і `quit`."
    }

    fn failed(&self, reason: &str) -> String {
        format!("Не вийшло: {}.", self.reason(reason))
    }

    fn label(&self, label: Label) -> &'static str {
        label.texts()[2]
    }

    fn no_full_screen(&self) -> &'static str {
        "примітка: цей термінал не годиться для повного екрана, гра йде рядками"
    }

    fn who_plays_now(&self, player: Player) -> String {
        format!("{}: хто тепер грає?", self.player(player))
    }

    fn program_is_away(&self, player: Player, program: &str) -> String {
        let side = if player == Player::First { "first" } else { "second" };
        format!(
            "{}: досі грала програма {program}, тепер грає людина. Знову її запустить --{side}.",
            self.player(player)
        )
    }

    fn starts(&self, program: &str) -> String {
        format!("запустити {program}")
    }

    fn level(&self, level: u8) -> String {
        format!("машина, рівень {level}")
    }

    fn depth(&self, depth: u32) -> String {
        format!("глибина {depth}")
    }

    fn wins_in(&self, player: Player, actions: u32) -> String {
        format!("{} за {actions}", self.player(player))
    }

    fn place(&self, index: usize, count: usize) -> String {
        format!("Дія {index} з {count}")
    }

    fn offers_draw(&self, player: Player) -> String {
        let (mine, other) = (self.player(player), self.player(player.other()));
        format!("{mine} пропонує нічию. {other} згоден?")
    }

    fn penalty_scores(&self, winner: Player) -> String {
        format!("гол, {} виграє", self.player(winner))
    }

    fn penalty_goes_on(&self, trapped: Player) -> String {
        format!("{} лишиться в глухому куті", self.player(trapped))
    }

    fn penalty_frees(&self, player: Player, moves: usize) -> String {
        let noun = slavic_plural(moves, ["хід", "ходи", "ходів"]);
        format!("{} матиме {moves} {noun}", self.player(player))
    }

    fn not_an_action(&self, text: &str, reason: &str) -> String {
        format!("`{text}`: {reason}.")
    }
}
