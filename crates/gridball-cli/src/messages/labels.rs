//! The short texts of the screen, each in every language side by side.

/// Makes the list of labels and their texts, in the order of [`Language`](super::Language).
macro_rules! labels {
    ($($name:ident: $english:literal, $russian:literal, $ukrainian:literal;)+) => {
        /// A short text of the screen.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Label {
            $(#[doc = $english] $name,)+
        }

        impl Label {
            /// All of them.
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$name,)+];

            /// Its texts: English, Russian, Ukrainian.
            pub(super) const fn texts(self) -> [&'static str; 3] {
                match self {
                    $(Self::$name => [$english, $russian, $ukrainian],)+
                }
            }
        }
    };
}

labels! {
    // The start screen.
    Subtitle: "five games on squared paper", "пять игр на клетчатой бумаге", "п'ять ігор на папері в клітинку";
    Play: "Play", "Играть", "Грати";
    Continue: "Continue", "Продолжить", "Продовжити";
    Game: "Game", "Игра", "Гра";
    Setup: "Set-up", "Вариант", "Варіант";
    First: "First", "Первый", "Перший";
    Second: "Second", "Второй", "Другий";
    Clock: "Clock", "Часы", "Годинник";
    NoClock: "none", "без часов", "без годинника";
    Look: "Look", "Вид", "Вигляд";
    Dark: "dark", "тёмный", "темний";
    Light: "light", "светлый", "світлий";
    Colors: "Colours", "Цвета", "Кольори";
    ByTerminal: "as the terminal has", "сколько есть", "скільки є";
    AllColors: "all", "все", "усі";
    NoColors: "none", "без цвета", "без кольору";
    Signs: "Signs", "Знаки", "Знаки";
    Notation: "Moves", "Запись", "Запис";
    Language: "Language", "Язык", "Мова";
    ByLocale: "of the system", "системы", "системи";
    Open: "Open a record …", "Открыть запись …", "Відкрити запис …";
    Rules: "Rules of the game", "Правила игры", "Правила гри";
    Quit: "Quit", "Выйти", "Вийти";
    HowToQuit: "Ctrl-C quits.", "Выход — Ctrl-C.", "Вихід — Ctrl-C.";

    // The line of the most important keys.
    ShortChoose: "choose", "выбрать", "обрати";
    ShortChange: "change", "изменить", "змінити";
    ShortEnter: "go", "пуск", "уперед";
    ShortStep: "step", "шаг", "крок";
    ShortStepBack: "step back", "шаг назад", "крок назад";
    ShortPenalty: "look at a penalty", "посмотреть штрафной", "глянути штрафний";
    ShortTakePenalty: "take it", "пробить", "пробити";
    ShortMove: "move", "двигаться", "рухатися";
    ShortPut: "here", "сюда", "сюди";
    ShortTakeBack: "take back", "ход назад", "хід назад";
    ShortHint: "hint", "подсказка", "підказка";
    ShortMenu: "menu", "меню", "меню";
    ShortHelp: "help", "помощь", "довідка";
    ShortQuit: "quit", "выйти", "вийти";
    ShortRestart: "new game", "новая игра", "нова гра";
    ShortStudy: "study", "разбор", "розбір";
    ShortLeave: "start screen", "в начало", "на початок";
    ShortGoOn: "go on", "дальше", "далі";
    ShortStepThrough: "through the game", "по партии", "по партії";
    ShortVariations: "variations", "варианты", "варіанти";
    ShortAutoplay: "autoplay", "автопоказ", "автопоказ";
    ShortBranch: "play", "сыграть", "зіграти";
    ShortAnalysis: "analysis", "анализ", "аналіз";
    ShortGraph: "graph", "график", "графік";
    ShortComment: "comment", "комментарий", "коментар";

    // Panels.
    Moves: "Moves", "Ходы", "Ходи";
    Evaluation: "First's chances:", "Шансы Первого:", "Шанси Першого:";
    Analysis: "Analysis", "Анализ", "Аналіз";
    Graph: "First's chances", "Шансы Первого", "Шанси Першого";
    Thinking: "…", "…", "…";
    Variation: "variation", "вариант", "варіант";
    MainLine: "main line", "главный вариант", "головний варіант";
    Continuations: "Continuations", "Продолжения", "Продовження";
    Autoplay: "autoplay", "автопоказ", "автопоказ";

    // Notices.
    EngineThinks: "The engine is thinking.", "Машина думает.", "Машина думає.";
    EngineFailed: "The engine plays what cannot be played. Enter asks it again.", "Машина ходит против правил. Enter — спросить ещё раз.", "Машина ходить проти правил. Enter — спитати ще раз.";
    GameOver: "The game is over.", "Игра окончена.", "Гру закінчено.";
    NothingToRedo: "There is nothing to play again.", "Нечего играть снова.", "Нема чого грати знову.";
    DrawAsked: "A draw is offered …", "Предложена ничья …", "Запропоновано нічию …";
    DrawRefused: "The draw is refused.", "Ничья отклонена.", "Нічию відхилено.";
    Paused: "The game stands still. Enter goes on.", "Игра стоит. Enter — дальше.", "Гра стоїть. Enter — далі.";
    Copied: "Sent to the clipboard", "Отправлено в буфер обмена", "Надіслано до буфера обміну";
    NothingToRead: "There is no comment here.", "Комментария здесь нет.", "Коментаря тут немає.";
    Judging: "The engine judges every action …", "Машина оценивает все ходы …", "Машина оцінює всі ходи …";
    Judged: "The actions are judged.", "Ходы оценены.", "Ходи оцінено.";
    ChangedMeanwhile: "The record has changed meanwhile; nothing is judged.", "Запись успела измениться; ничего не оценено.", "Запис встиг змінитися; нічого не оцінено.";
    Unfinished: "Unfinished games", "Незаконченные игры", "Незакінчені ігри";

    NotSaved: "not saved", "не сохраняется", "не зберігається";

    // Questions.
    AskAction: "A move, or its beginning", "Ход или его начало", "Хід або його початок";
    AskSaveAs: "Save in the file", "Записать в файл", "Записати у файл";
    AskOpen: "Open the file", "Открыть файл", "Відкрити файл";
    AskComment: "Comment", "Комментарий", "Коментар";
    AskJump: "Go to the number", "Перейти к номеру", "Перейти до номера";
    AskSetup: "Set-up", "Вариант", "Варіант";
    AskSide: "human, level:1 to level:10, an engine, or cmd:PROGRAM", "human, от level:1 до level:10, машина или cmd:ПРОГРАММА", "human, від level:1 до level:10, машина або cmd:ПРОГРАМА";
    ConfirmResign: "Give up the game?", "Сдать партию?", "Здати партію?";
    ConfirmRestart: "Begin a new game? This one stays saved.", "Начать новую игру? Эта останется сохранённой.", "Почати нову гру? Ця залишиться збереженою.";
    ConfirmLoss: "This game is not saved and will be lost. Leave it?", "Эта игра не сохранена и пропадёт. Выйти из неё?", "Цю гру не збережено, вона пропаде. Вийти з неї?";
    ConfirmDelete: "Remove this action and all that follows it?", "Убрать этот ход и всё после него?", "Прибрати цей хід і все після нього?";
    YesOrNo: "y yes   n no", "д да   н нет", "т так   н ні";

    // Help.
    HelpHeading: "Keys", "Клавиши", "Клавіші";
    Menu: "Menu", "Меню", "Меню";
    Mouse: "Mouse", "Мышь", "Миша";
    KeyMouse: "click the next point; right button: a step back", "щёлкнуть следующую точку; правая — шаг назад", "клацнути наступну точку; права — крок назад";
    KeyDirections: "a step in one of eight directions", "шаг в одном из восьми направлений", "крок в одному з восьми напрямків";
    KeyArrowSteps: "a step, when no second arrow follows at once", "шаг, если вторая стрелка не нажата сразу", "крок, якщо другу стрілку не натиснуто відразу";
    KeyPan: "look at another part of the field", "посмотреть другую часть поля", "подивитися іншу частину поля";
    KeyChoose: "choose a line", "выбрать строку", "обрати рядок";
    KeyChange: "change it", "изменить её", "змінити його";
    KeyGo: "do it", "выполнить", "виконати";
    KeyArrowChords: "a slanting step: two arrows at once, or Shift", "шаг наискось: две стрелки сразу или Shift", "крок навскіс: дві стрілки разом або Shift";
    KeyCursor: "move the cursor", "двигать курсор", "рухати курсор";
    KeyCursorFar: "move it by five", "двигать на пять", "рухати на п'ять";
    KeyConfirm: "take this, play this", "взять, сыграть", "узяти, зіграти";
    KeyStepBack: "take back a step", "взять назад шаг", "узяти назад крок";
    KeyEscape: "drop the steps; the menu", "бросить шаги; меню", "кинути кроки; меню";
    KeyNextPlace: "the next possible place", "следующее возможное место", "наступне можливе місце";
    KeyPreviousPlace: "the previous possible place", "предыдущее возможное место", "попереднє можливе місце";
    KeyType: "type a move", "ввести ход словами", "ввести хід словами";
    KeyTakeBack: "take back the last turn", "взять назад ход", "узяти назад хід";
    KeyRedo: "play it again", "сыграть его снова", "зіграти його знову";
    KeyHint: "a hint", "подсказка", "підказка";
    KeyEvaluation: "evaluation bar", "полоса оценки", "смуга оцінки";
    KeyAnalysis: "analysis: the best lines", "анализ: лучшие варианты", "аналіз: найкращі варіанти";
    KeyResign: "give up", "сдаться", "здатися";
    KeyOfferDraw: "offer a draw", "предложить ничью", "запропонувати нічию";
    KeySave: "save in a file", "записать в файл", "записати у файл";
    KeyCopy: "copy the position as text", "скопировать позицию", "скопіювати позицію";
    KeyRestart: "a new game", "новая игра", "нова гра";
    KeyStudy: "study this game", "разобрать партию", "розібрати партію";
    KeyFlip: "turn the field", "перевернуть поле", "перевернути поле";
    KeyZoomIn: "bigger", "крупнее", "більше";
    KeyZoomOut: "smaller", "мельче", "менше";
    KeyLook: "dark or light", "тёмный или светлый вид", "темний чи світлий вигляд";
    KeyReadComment: "read the whole comment", "прочесть комментарий целиком", "прочитати коментар цілком";
    KeyCommentUp: "scroll the comment up", "комментарий вверх", "коментар угору";
    KeyCommentDown: "scroll the comment down", "комментарий вниз", "коментар униз";
    KeyJudge: "judge every action: ! ?! ? ??", "оценить все ходы: ! ?! ? ??", "оцінити всі ходи: ! ?! ? ??";
    KeyScrollUp: "scroll the moves up", "ходы вверх", "ходи вгору";
    KeyScrollDown: "scroll the moves down", "ходы вниз", "ходи вниз";
    KeyMenu: "the menu", "меню", "меню";
    KeyHelp: "these keys", "эти клавиши", "ці клавіші";
    KeyRules: "the rules of the game", "правила игры", "правила гри";
    KeyLeave: "to the start screen; the game stays", "в начало; игра останется", "на початок; гра залишиться";
    KeyQuit: "quit; the game stays", "выйти; игра останется", "вийти; гра залишиться";
    KeySuspend: "back to the shell for a while", "ненадолго в оболочку", "ненадовго в оболонку";
    KeyRedraw: "draw the screen anew", "перерисовать экран", "перемалювати екран";
    KeyEarlier: "the previous action", "предыдущий ход", "попередній хід";
    KeyLater: "the next action", "следующий ход", "наступний хід";
    KeyOtherBefore: "choose the variation before this one", "выбрать предыдущий вариант", "обрати попередній варіант";
    KeyOtherAfter: "choose the variation after this one", "выбрать следующий вариант", "обрати наступний варіант";
    KeyBegin: "the start of the game", "начало партии", "початок партії";
    KeyEnd: "the end of the line", "конец варианта", "кінець варіанта";
    KeyAutoplay: "autoplay", "автопоказ", "автопоказ";
    KeyFaster: "faster", "быстрее", "швидше";
    KeySlower: "slower", "медленнее", "повільніше";
    KeyJump: "go to a move by its number", "перейти к ходу по номеру", "перейти до ходу за номером";
    KeyComment: "write a comment", "написать комментарий", "написати коментар";
    KeySign: "judge the action: ! ? !! ?? !? ?!", "оценить ход: ! ? !! ?? !? ?!", "оцінити хід: ! ? !! ?? !? ?!";
    KeyPromote: "make this the main line", "сделать главным вариантом", "зробити головним варіантом";
    KeyDelete: "remove this action and what follows", "убрать ход и всё после него", "прибрати хід і все після нього";
    KeyGraph: "graph of the evaluation", "график оценки", "графік оцінки";
    KeyNextGame: "the next game of the file", "следующая партия файла", "наступна партія файлу";
    KeyPreviousGame: "the previous game of the file", "предыдущая партия файла", "попередня партія файлу";
    KeyPlayOn: "play on from here", "играть отсюда", "грати звідси";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_missing() {
        for label in Label::ALL {
            for text in label.texts() {
                assert!(!text.is_empty() && text.trim() == text, "{label:?}");
            }
            let [english, russian, ukrainian] = label.texts();
            // What has letters is translated.
            if english.contains(char::is_alphabetic) {
                assert!(english.is_ascii() || english.contains('…'), "{english}");
                assert_ne!(english, russian);
                assert_ne!(english, ukrainian);
            }
        }
    }
}
