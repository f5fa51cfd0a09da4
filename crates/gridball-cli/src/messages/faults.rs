//! What is wrong with files and engines, in the languages of the catalogue.
//!
//! Such errors come from many places, the system among them, as English texts around names and
//! numbers. Here those texts are, as patterns with `{}` for what stays as it is.

use super::Language;

/// A text in English, Russian and Ukrainian. All have the same holes in the same order.
type Fault = [&'static str; 3];

const FAULTS: &[Fault] = &[
    // Of the system.
    ["No such file or directory", "нет такого файла или папки", "немає такого файлу або папки"],
    ["Permission denied", "нет доступа", "немає доступу"],
    ["No space left on device", "на диске нет места", "на диску немає місця"],
    ["Read-only file system", "сюда нельзя писать", "сюди не можна писати"],
    ["Is a directory", "это папка", "це папка"],
    ["Not a directory", "это не папка", "це не папка"],
    ["File exists", "такой файл уже есть", "такий файл уже є"],
    // Of files.
    ["is a directory, expected a file", "это папка, а нужен файл", "це папка, а потрібен файл"],
    [
        "is a directory, expected a file of records",
        "это папка, а нужен файл с записями игр",
        "це папка, а потрібен файл із записами ігор",
    ],
    [
        "is a directory, expected a file of settings",
        "это папка, а нужен файл настроек",
        "це папка, а потрібен файл налаштувань",
    ],
    [
        "exists and holds no records, expected another name",
        "файл есть, но записей игр в нём нет; нужно другое имя",
        "файл є, але записів ігор у ньому немає; потрібне інше ім’я",
    ],
    [
        "is compressed as {}, expected a plain file",
        "файл сжат ({}), а нужен обычный",
        "файл стиснуто ({}), а потрібен звичайний",
    ],
    [
        "holds records as {}, expected a file of the format gbn",
        "записи игр в формате {}, а нужен gbn",
        "записи ігор у форматі {}, а потрібен gbn",
    ],
    [
        "another program holds its folder locked",
        "его папку занимает другая программа",
        "його папку зайняла інша програма",
    ],
    [
        "there is no record in this file",
        "в этом файле нет записей игр",
        "у цьому файлі немає записів ігор",
    ],
    // Of engines.
    ["engine {} does not play {}", "движок {} не играет в {}", "рушій {} не грає в {}"],
    ["the engine has panicked", "движок сломался", "рушій зламався"],
    ["the engine has ended", "движок завершился", "рушій завершився"],
    ["the engine has ended ({})", "движок завершился ({})", "рушій завершився ({})"],
    [
        "the engine has not answered `{}` within {} s",
        "движок не ответил на `{}` за {} с",
        "рушій не відповів на `{}` за {} с",
    ],
    ["the engine has no option {}", "у движка нет настройки {}", "рушій не має налаштування {}"],
    ["the engine says `{}`", "движок говорит `{}`", "рушій каже `{}`"],
    ["the engine plays `{}`: {}", "движок ходит `{}`: {}", "рушій ходить `{}`: {}"],
    ["cannot start `{}`: {}", "не запускается `{}`: {}", "не запускається `{}`: {}"],
];

/// `reason` in this language, as far as it is known: all of it, or what stands behind a name.
pub(super) fn translated(reason: &str, language: Language) -> String {
    let index = match language {
        Language::English => return reason.to_owned(),
        Language::Russian => 1,
        Language::Ukrainian => 2,
    };
    // From the whole text to what stands behind the last colon.
    let starts =
        std::iter::once(0).chain(reason.match_indices(": ").map(|(at, mark)| at + mark.len()));
    for start in starts {
        let (name, text) = reason.split_at(start);
        let found = FAULTS.iter().find_map(|fault| Some((fault[index], holes(fault[0], text)?)));
        if let Some((pattern, holes)) = found {
            let holes = holes.into_iter().map(|hole| translated(hole, language));
            return format!("{name}{}", filled(pattern, holes));
        }
    }
    reason.to_owned()
}

/// What stands in the holes of `pattern`, if that is how `text` is made.
fn holes<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut parts = parts.peekable();
    let mut found = Vec::new();
    while let Some(part) = parts.next() {
        // The last part ends the text.
        let at = match parts.peek() {
            None => rest.strip_suffix(part)?.len(),
            Some(_) => rest.find(part)?,
        };
        found.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(found)
}

/// `pattern` with its holes filled.
fn filled(pattern: &str, mut holes: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for (number, part) in pattern.split("{}").enumerate() {
        if number > 0 {
            text.extend(holes.next());
        }
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::{io, process::Stdio, time::Duration};

    use gridball_ai::{EngineSpec, Excerpt};
    use gridball_match::{UgiClient, UgiError, in_words};

    use super::*;

    /// What a person reads of an error is not English.
    fn is_known(reason: &str) {
        for language in [Language::Russian, Language::Ukrainian] {
            let text = translated(reason, language);
            assert_ne!(text, reason);
            let named = translated(&format!("my: file.gbn: {reason}"), language);
            assert_eq!(named, format!("my: file.gbn: {text}"));
        }
        assert_eq!(translated(reason, Language::English), reason);
    }

    #[test]
    fn what_the_system_and_engines_say_is_known() {
        #[cfg(unix)]
        for number in [2, 13, 17, 20, 21, 28, 30] {
            is_known(&in_words(&io::Error::from_raw_os_error(number)));
        }
        let spec: EngineSpec = "best-first".parse().unwrap();
        is_known(&spec.check_game(&"dots".parse().unwrap()).unwrap_err().to_string());
        let missing = UgiClient::start(&["./no-such-engine".to_owned()], Stdio::null());
        is_known(&missing.unwrap_err().to_string());
        let waited = Duration::from_secs(3);
        for error in [
            UgiError::Ended(None),
            UgiError::Silent { command: "go", waited },
            UgiError::Refused(Excerpt::new("error no")),
            UgiError::NoOption("Level"),
            UgiError::BadAction { text: Excerpt::new("9"), reason: "no".to_owned() },
        ] {
            is_known(&error.to_string());
        }
    }

    #[test]
    fn names_and_numbers_stay() {
        for (reason, russian) in [
            (
                "cmd:./a: cannot start `./a`: No such file or directory",
                "cmd:./a: не запускается `./a`: нет такого файла или папки",
            ),
            ("the engine has ended (exit status: 3)", "движок завершился (exit status: 3)"),
            ("the engine has not answered `go` within 1.5 s", "движок не ответил на `go` за 1.5 с"),
            // What nobody knows, and what only looks like something known.
            ("a.gbn:3:7: this is no move", "a.gbn:3:7: this is no move"),
            ("Permission denied.gbn: what", "Permission denied.gbn: what"),
        ] {
            assert_eq!(translated(reason, Language::Russian), russian);
        }
    }

    #[test]
    fn all_languages_have_the_same_holes() {
        for fault in FAULTS {
            let counts = fault.map(|text| text.matches("{}").count());
            assert!(counts.iter().all(|count| *count == counts[0]), "{fault:?}");
        }
    }
}
