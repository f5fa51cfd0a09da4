//! Russian.

use std::path::Path;

use gridball_ai::Score;
use gridball_core::{EndReason, Outcome, Player};
use gridball_replay::text::LegendWords;

use super::{Ending, Label, Language, Messages, slavic_plural};

/// The words below a picture in text.
static LEGEND: LegendWords = LegendWords {
    players: ["Первый", "Второй"],
    penalties: "штрафные",
    ball: "мяч",
    last_action: "последний ход",
    last_move: "последний ход",
    odd: "нечётные",
    diagonal: "диагональ",
    captured: "окружены",
    territory: "территория",
    attacked: "под атакой",
};

/// The Russian texts.
pub(super) struct Russian;

impl Messages for Russian {
    fn language(&self) -> Language {
        Language::Russian
    }

    fn legend(&self) -> &'static LegendWords {
        &LEGEND
    }

    fn one_of(&self, things: &[&str]) -> String {
        things.join(" или ")
    }

    fn player(&self, player: Player) -> &'static str {
        match player {
            Player::First => "Первый",
            Player::Second => "Второй",
        }
    }

    fn game(&self, id: &str) -> Option<&'static str> {
        Some(match id {
            "paper-football" => "Футбол на бумаге",
            "paper-soccer" => "Бумажный футбол",
            "dots" => "Точки",
            "football-checkers" => "Футбол-шашки",
            _ => return None,
        })
    }

    fn a_person(&self) -> &'static str {
        "человек"
    }

    fn to_move(&self, player: Player) -> String {
        format!("Ходит {}.", self.player(player))
    }

    fn turn(&self, turn: u32, limit: u32) -> String {
        format!("Ход {turn} из {limit}.")
    }

    fn penalty(&self, trapped: Player, taker: Player, number: usize, limit: Option<u8>) -> String {
        let (trapped, taker) = (self.player(trapped), self.player(taker));
        match limit {
            Some(limit) => {
                format!("{trapped} в тупике: штрафной {number} из {limit}, бьёт {taker}.")
            }
            None => format!("{trapped} в тупике: штрафной {number}, бьёт {taker}."),
        }
    }

    fn side_to_move(&self, player: Player, defends_top: bool) -> String {
        let player = self.player(player);
        if defends_top {
            format!("Ходит {player} (Верхний, к нижним воротам).")
        } else {
            format!("Ходит {player} (Нижний, к верхним воротам).")
        }
    }

    fn gate_attacked(&self, player: Player) -> String {
        format!("Ходит {}, его ворота атакованы.", self.player(player))
    }

    fn score(&self, first: u32, second: u32) -> String {
        format!("Счёт {first} : {second}.")
    }

    fn captures(&self, player: Player, captured: u32, freed: u32) -> String {
        let dots = |count: u32| {
            format!("{count} {}", slavic_plural(count as usize, ["точку", "точки", "точек"]))
        };
        let player = self.player(player);
        match freed {
            0 => format!("{player} берёт {}.", dots(captured)),
            _ => format!("{player} берёт {} и освобождает {}.", dots(captured), dots(freed)),
        }
    }

    fn plays(&self, player: Player, action: &str) -> String {
        format!("{} играет {action}.", self.player(player))
    }

    fn thinks(&self, player: Player, engine: &str) -> String {
        format!("{} ({engine}) думает …", self.player(player))
    }

    fn result(&self, outcome: Outcome, ending: Ending) -> String {
        match outcome {
            Outcome::Draw => format!("Ничья: {}.", self.ending(ending)),
            Outcome::Win(winner) => {
                format!("{} выиграл: {}.", self.player(winner), self.ending(ending))
            }
        }
    }

    fn ending(&self, ending: Ending) -> String {
        match ending {
            Ending::Rule { own_goal: true, .. } => "автогол".to_owned(),
            Ending::Rule { reason, own_goal: false } => match reason {
                EndReason::Goal => "гол".to_owned(),
                EndReason::Limit(limit) => format!("достигнут предел {limit}"),
                EndReason::NobodyCanPlay => "не осталось ни хода, ни штрафного".to_owned(),
                EndReason::DeadEnd => "мяч в тупике".to_owned(),
                EndReason::BoardFull => "не осталось узлов".to_owned(),
                EndReason::Protected { reachable, kept } => {
                    format!("преимущество защищено: можно набрать не больше {reachable} из {kept}")
                }
                EndReason::NoLegalAction => "у соперника нет хода".to_owned(),
                EndReason::Repetition => "позиция повторилась в третий раз".to_owned(),
                other => other.to_string(),
            },
            Ending::Resignation => "другая сторона сдалась".to_owned(),
            Ending::Time => "у другой стороны вышло время".to_owned(),
            Ending::Agreement => "по соглашению".to_owned(),
            Ending::Stated => "так сказано в записи".to_owned(),
        }
    }

    fn begins(&self, game: &str, id: &str, first: &str, second: &str) -> String {
        format!("{game}, {id}. Первый: {first}. Второй: {second}.")
    }

    fn how_to_begin(&self, examples: &str) -> String {
        format!(
            "Введите ход, например {examples}, целиком или по шагам. `?` покажет следующие шаги, \
             `help` — команды."
        )
    }

    fn saved_by_itself(&self, path: &Path) -> String {
        format!("Каждый ход сразу сохраняется в {}.", path.display())
    }

    fn ask_to_continue(&self, game: &str, actions: usize, first: &str, second: &str) -> String {
        format!(
            "Есть неоконченная игра {game}: сыграно {}, Первый {first}, Второй {second}. \
             Продолжить её? [Д/н] ",
            self.actions(actions)
        )
    }

    fn means_yes(&self, answer: &str) -> bool {
        matches!(answer.to_lowercase().as_str(), "y" | "yes" | "д" | "да")
    }

    fn means_no(&self, answer: &str) -> bool {
        matches!(answer.to_lowercase().as_str(), "n" | "no" | "н" | "нет")
    }

    fn actions(&self, count: usize) -> String {
        format!("{count} {}", slavic_plural(count, ["действие", "действия", "действий"]))
    }

    fn continues(&self, actions: usize) -> String {
        format!("Игра продолжается, сыграно {}.", self.actions(actions))
    }

    fn how_to_continue(&self, command: &str) -> String {
        format!("Игра сохранена. Продолжить её: {command}")
    }

    fn nothing_played(&self) -> &'static str {
        "Ничего не сыграно."
    }

    fn not_saved(&self) -> &'static str {
        "Игра не сохранена."
    }

    fn help(&self, examples: &str) -> String {
        format!(
            "\
Ход: {examples}; целиком или по шагам в нескольких строках.
  ?             какие шаги возможны дальше
  back          взять назад последний шаг неоконченного хода
  undo          взять назад последний ход; в игре с машиной — оба хода
  hint          что сыграла бы машина и чего это стоит
  show          показать поле ещё раз
  moves         возможные действия
  fen           позиция одной строкой
  save [FILE]   записать партию
  load FILE     продолжить последнюю партию из файла
  resign        сдаться
  new           начать новую игру
  quit          уйти; игру можно продолжить потом"
        )
    }

    fn next_steps(&self, steps: &str) -> String {
        format!("Возможно дальше: {steps}.")
    }

    fn so_far(&self, steps: &str) -> String {
        format!("Пока: {steps}.")
    }

    fn enter_plays(&self) -> &'static str {
        "Пустая строка играет это."
    }

    fn and_more(&self, count: u64) -> String {
        format!("и ещё {count}")
    }

    fn legal_actions(&self, count: usize, complete: bool) -> String {
        let more = if complete { "" } else { "+" };
        format!("Возможно {count}{more}:")
    }

    fn taken_back(&self, count: usize) -> String {
        format!("Взято назад: {}.", self.actions(count))
    }

    fn nothing_to_take_back(&self) -> &'static str {
        "Нечего брать назад."
    }

    fn hint_is_for_a_whole_move(&self) -> &'static str {
        "Это ход целиком, с самого начала: `back` берёт шаг назад."
    }

    fn looks_for_a_hint(&self) -> &'static str {
        "Ищу подсказку…"
    }

    fn hint(&self, action: &str, player: Player, score: Score) -> String {
        format!("Подсказка: {action}; {}.", self.worth(player, score))
    }

    fn worth(&self, player: Player, score: Score) -> String {
        let (mine, other) = (self.player(player), self.player(player.other()));
        match score {
            Score::Win(1) => format!("{mine} выигрывает сразу"),
            Score::Win(actions) => {
                format!("{mine} выигрывает, самое большее {}", self.actions(actions as usize))
            }
            Score::Loss(actions) => format!(
                "{other} выигрывает при любой игре, самое большее {}",
                self.actions(actions as usize)
            ),
            Score::Estimate(_) => {
                let whose = match player {
                    Player::First => "Первого",
                    Player::Second => "Второго",
                };
                format!("шансы {whose}: {:.0} %", score.expected_points() * 100.0)
            }
        }
    }

    fn added(&self, path: &Path) -> String {
        format!("Добавлено в конец файла {}.", path.display())
    }

    fn saved(&self, path: &Path) -> String {
        format!("Записано в {}.", path.display())
    }

    fn loaded(&self, game: &str, actions: usize) -> String {
        format!("Прочитано: {game}, сыграно {}.", self.actions(actions))
    }

    fn not_understood(&self, text: &str, reason: &str) -> String {
        format!("`{text}` — не ход и не команда: {reason}. `help` перечисляет команды.")
    }

    fn not_legal(&self, text: &str, reason: &str) -> String {
        format!("`{text}` здесь невозможно: {reason}.")
    }

    fn step_not_possible(&self, step: &str, reason: &str, possible: &str) -> String {
        format!("`{step}` здесь невозможно: {reason}. Возможно: {possible}.")
    }

    fn not_possible(&self, reason: &str) -> String {
        format!("Нельзя: {reason}.")
    }

    fn bounces(&self, point: &str, edge: bool) -> String {
        if edge {
            format!("Мяч отскакивает: {point} лежит на краю.")
        } else {
            format!("Мяч отскакивает: через {point} уже проходит линия.")
        }
    }

    fn out_of_sight(&self, rows: usize, columns: usize) -> String {
        let row = slavic_plural(rows, ["ряд", "ряда", "рядов"]);
        let column = slavic_plural(columns, ["столбец", "столбца", "столбцов"]);
        let rows = (rows > 0).then(|| format!("{rows} {row}"));
        let columns = (columns > 0).then(|| format!("{columns} {column}"));
        let what: Vec<String> = rows.into_iter().chain(columns).collect();
        format!("Не видно: {}. Ctrl-стрелки — посмотреть, «-» — мельче.", what.join(", "))
    }

    fn faulty_settings(&self, reason: &str, kept: &Path) -> String {
        format!(
            "{}. Показано то, что обычно. Как только что-то изменится, файл сохранится как {}.",
            self.reason(reason),
            kept.display()
        )
    }

    fn left_out(&self, faults: &str) -> String {
        format!("Пропущено: {}.", self.reason(faults))
    }

    fn enter_plays_hint(&self, action: &str) -> String {
        format!("Enter — сыграть {action}.")
    }

    fn more_than_a_move(&self, step: &str) -> String {
        format!("`{step}` стоит после конца хода; ничего не сыграно.")
    }

    fn line_too_long(&self, limit: usize) -> String {
        format!("Строка длиннее {limit} байт — не ход и не команда.")
    }

    fn not_utf8(&self, byte: usize) -> String {
        format!("Эта строка не в UTF-8, начиная с байта {byte}; это не ход и не команда.")
    }

    fn takes_nothing(&self, command: &str) -> String {
        format!("После `{command}` ничего не пишется.")
    }

    fn file_expected(&self, command: &str) -> String {
        format!("Нужен файл: `{command} FILE`.")
    }

    fn game_is_over(&self) -> &'static str {
        "Игра окончена. Можно `undo`, `new`, `save FILE` и `quit`."
    }

    fn failed(&self, reason: &str) -> String {
        format!("Не получилось: {}.", self.reason(reason))
    }

    fn label(&self, label: Label) -> &'static str {
        label.texts()[1]
    }

    fn no_full_screen(&self) -> &'static str {
        "примечание: этот терминал не годится для полного экрана, игра идёт построчно"
    }

    fn who_plays_now(&self, player: Player) -> String {
        format!("{}: кто теперь играет?", self.player(player))
    }

    fn program_is_away(&self, player: Player, program: &str) -> String {
        let side = if player == Player::First { "first" } else { "second" };
        format!(
            "{}: до сих пор играла программа {program}, теперь играет человек. Снова её запустит --{side}.",
            self.player(player)
        )
    }

    fn starts(&self, program: &str) -> String {
        format!("запустить {program}")
    }

    fn level(&self, level: u8) -> String {
        format!("машина, уровень {level}")
    }

    fn depth(&self, depth: u32) -> String {
        format!("глубина {depth}")
    }

    fn wins_in(&self, player: Player, actions: u32) -> String {
        format!("{} за {actions}", self.player(player))
    }

    fn place(&self, index: usize, count: usize) -> String {
        format!("Действие {index} из {count}")
    }

    fn offers_draw(&self, player: Player) -> String {
        let (mine, other) = (self.player(player), self.player(player.other()));
        format!("{mine} предлагает ничью. {other} согласен?")
    }

    fn penalty_scores(&self, winner: Player) -> String {
        format!("гол, {} выиграет", self.player(winner))
    }

    fn penalty_goes_on(&self, trapped: Player) -> String {
        format!("{} останется в тупике", self.player(trapped))
    }

    fn penalty_frees(&self, player: Player, moves: usize) -> String {
        let noun = slavic_plural(moves, ["ход", "хода", "ходов"]);
        format!("{} получит {moves} {noun}", self.player(player))
    }

    fn not_an_action(&self, text: &str, reason: &str) -> String {
        format!("`{text}`: {reason}.")
    }
}
