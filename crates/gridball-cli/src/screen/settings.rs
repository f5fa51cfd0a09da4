//! What was chosen last, kept in a small TOML file.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{anyhow, bail};
use directories::ProjectDirs;
use gridball_core::AnySetup;
use gridball_replay::save_atomically;
use serde::{Deserialize, Serialize};

use super::look::{ColorWish, Ground};
use crate::{
    arguments::{GameWord, Side},
    messages::Language,
    play::{clock::ClockSetting, sides::DEFAULT_ENGINE},
    records::in_words,
    wording::Notation,
};

/// The name of the file in the configuration folder.
const FILE: &str = "gridball.toml";
/// A longer file is none of ours, in bytes.
const LONGEST: u64 = 1 << 16;

/// What the start screen begins with. Every entry may be missing in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// The game id.
    #[serde(with = "as_text")]
    pub(crate) game: AnySetup,
    /// Who plays First.
    #[serde(with = "as_text")]
    pub(crate) first: Side,
    /// Who plays Second.
    #[serde(with = "as_text")]
    pub(crate) second: Side,
    /// The clock: `none`, or minutes + seconds such as `5+3`.
    #[serde(with = "as_text")]
    pub(crate) clock: ClockSetting,
    /// `dark` or `light`.
    pub(crate) look: Ground,
    /// `auto`, `true`, `256`, `16` or `none`.
    pub(crate) colors: ColorWish,
    /// Whether only ASCII signs are used; without a choice the terminal decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ascii: Option<bool>,
    /// `canonical` or `compass`: how actions are written.
    pub(crate) notation: Notation,
    /// `en`, `ru` or `uk`; that of the locale if there is none.
    #[serde(with = "language", skip_serializing_if = "Option::is_none")]
    pub(crate) language: Option<Language>,
    /// Whether the evaluation is shown while playing.
    pub(crate) evaluation: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let setup = GameWord::DEFAULT.parse();
        let engine: Result<Side, _> = DEFAULT_ENGINE.parse();
        Self {
            game: setup
                .unwrap_or(AnySetup::Gridball(gridball_core::gridball::GridballSetup::SMALL)),
            first: Side::Human,
            second: engine.unwrap_or(Side::Human),
            clock: ClockSetting::NONE,
            look: Ground::default(),
            colors: ColorWish::default(),
            ascii: None,
            notation: Notation::default(),
            language: None,
            evaluation: false,
        }
    }
}

impl Settings {
    /// The sides, by the index of the player.
    pub(crate) fn sides(&self) -> [Side; 2] {
        [self.first.clone(), self.second.clone()]
    }

    /// Reads settings.
    ///
    /// # Errors
    ///
    /// In one line what is wrong, where, and what would be right.
    pub(crate) fn from_text(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map_or(1, |span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
            format!("line {line}: {}", error.message().replace('\n', " "))
        })
    }

    /// The settings as text.
    pub(crate) fn to_text(&self) -> String {
        // Plain values under plain names can always be written.
        toml::to_string(self).unwrap_or_default()
    }
}

/// Where settings are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SettingsFile {
    /// `None` where the system has no place for such things.
    path: Option<PathBuf>,
    /// Whether the file was named by the user, so that it has to be good.
    named: bool,
    /// Whether there is a faulty file, which is kept under another name once there is a new one.
    faulty: bool,
}

/// What a file of settings says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) settings: Settings,
    /// What is wrong with the file, if the settings are not those of it; and where it is kept when
    /// there is a new one.
    pub(crate) fault: Option<(String, PathBuf)>,
}

impl SettingsFile {
    /// The file of `--config`, or the one in the configuration folder.
    pub(crate) fn new(named: Option<&Path>) -> Self {
        let usual = || {
            let folders = ProjectDirs::from("", "", "gridball");
            folders.map(|folders| folders.config_dir().join(FILE))
        };
        let path = named.map(Path::to_owned).or_else(usual);
        Self { path, named: named.is_some(), faulty: false }
    }

    /// What the file says; the usual settings where nobody has named a file and there is none, or
    /// it is faulty.
    ///
    /// # Errors
    ///
    /// What is wrong with a file that was named: that it is missing, too.
    pub(crate) fn read(&mut self) -> anyhow::Result<Found> {
        let usual = Found { settings: Settings::default(), fault: None };
        let Some(path) = &self.path else { return Ok(usual) };
        match read(path, self.named) {
            Ok(Some(settings)) => Ok(Found { settings, fault: None }),
            Ok(None) => Ok(usual),
            Err(error) if self.named => Err(error),
            Err(error) => {
                self.faulty = true;
                Ok(Found { fault: Some((error.to_string(), put_aside(path))), ..usual })
            }
        }
    }

    /// Writes the file, all or nothing. The folder is made if it is missing; a faulty file that is
    /// there is kept under another name.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub(crate) fn write(&mut self, settings: &Settings) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = settings.to_text();
        if fs::read_to_string(path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        let write = || -> io::Result<()> {
            if !self.named
                && let Some(folder) = path.parent()
            {
                fs::create_dir_all(folder)?;
            }
            if self.faulty && path.exists() {
                fs::rename(path, put_aside(path))?;
            }
            save_atomically(path, |out| out.write_all(text.as_bytes()))
        };
        write().map_err(|error| anyhow!("{}: {}", path.display(), in_words(&error)))?;
        self.faulty = false;
        Ok(())
    }
}

/// Where a faulty file is kept: beside it, under a name that no other file has.
fn put_aside(path: &Path) -> PathBuf {
    let name = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".bad".to_owned() } else { format!(".bad-{number}") });
        PathBuf::from(name)
    };
    (1..1000).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
}

/// The settings in a file; `None` if there is no such file, and there need not be one.
fn read(path: &Path, must_exist: bool) -> anyhow::Result<Option<Settings>> {
    let name = path.display();
    let cannot = |error: io::Error| anyhow!("{name}: {}", in_words(&error));
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !must_exist => return Ok(None),
        Err(error) => return Err(cannot(error)),
        Ok(data) if data.is_dir() => bail!("{name}: is a directory, expected a file of settings"),
        Ok(data) if data.len() > LONGEST => {
            bail!("{name}: is longer than {LONGEST} bytes, expected a file of settings")
        }
        Ok(_) => {}
    }
    let text = fs::read_to_string(path).map_err(cannot)?;
    Settings::from_text(&text).map(Some).map_err(|error| anyhow!("{name}: {error}"))
}

/// Values that are kept as their texts.
mod as_text {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The language as the word that `--lang` takes.
mod language {
    use clap::ValueEnum;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::messages::Language;

    #[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "serde wants it so")]
    pub(super) fn serialize<S: Serializer>(
        language: &Option<Language>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match language.and_then(|language| language.to_possible_value()) {
            Some(value) => serializer.serialize_str(value.get_name()),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D>(deserializer: D) -> Result<Option<Language>, D::Error>
    where
        D: Deserializer<'de>,
    {
        let word = String::deserialize(deserializer)?;
        Language::from_str(&word, false).map(Some).map_err(|_| {
            D::Error::custom(format!("unknown language `{word}`, expected en, ru or uk"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_as_they_are_written() {
        let usual = Settings::default();
        assert_eq!(Settings::from_text(&usual.to_text()), Ok(usual.clone()));
        let other = Settings {
            game: "dots:20x20/plain".parse().unwrap(),
            first: "mcts?nodes=50".parse().unwrap(),
            second: "cmd:./engine 'a b'".parse().unwrap(),
            clock: "5+3".parse().unwrap(),
            look: Ground::Light,
            colors: ColorWish::Palette,
            ascii: Some(true),
            notation: Notation::Compass,
            language: Some(Language::Ukrainian),
            evaluation: true,
        };
        assert_eq!(Settings::from_text(&other.to_text()), Ok(other));
        assert_eq!(Settings::from_text(""), Ok(usual));
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        for (text, error) in [
            ("look = 1", "line 1: "),
            ("\ngame = \"chess\"", "line 2: "),
            ("\n\nclock = \"5\"", "line 3: "),
            ("language = \"xx\"", "unknown language `xx`, expected en, ru or uk"),
            ("color = \"16\"", "line 1: unknown field `color`"),
        ] {
            let found = Settings::from_text(text).unwrap_err();
            assert!(found.contains(error) && !found.contains('\n'), "{found}");
        }
    }

    #[test]
    fn a_named_file_has_to_be_good_and_others_need_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.toml");
        let mut file = SettingsFile::new(Some(&path));
        let missing = file.read().unwrap_err().to_string();
        assert!(missing.starts_with(&format!("{}: ", path.display())), "{missing}");
        let mut unnamed = SettingsFile { path: Some(path.clone()), named: false, faulty: false };
        assert_eq!(unnamed.read().unwrap().settings, Settings::default());
        // An empty one is good.
        fs::write(&path, "").unwrap();
        assert_eq!(file.read().unwrap().settings, Settings::default());
        let settings = Settings { ascii: Some(true), ..Settings::default() };
        file.write(&settings).unwrap();
        assert_eq!(file.read().unwrap(), Found { settings: settings.clone(), fault: None });
        fs::write(&path, "look = \"green\"").unwrap();
        let error = file.read().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: line 1: ", path.display())), "{error}");
        // One that nobody has named stays until there is a new one, and beside it then.
        let found = unnamed.read().unwrap();
        let (fault, kept) = found.fault.unwrap();
        assert_eq!((found.settings, fault), (Settings::default(), error));
        assert_eq!(fs::read_to_string(&path).unwrap(), "look = \"green\"");
        for _ in 0..2 {
            unnamed.write(&settings).unwrap();
            assert_eq!(fs::read_to_string(&kept).unwrap(), "look = \"green\"");
            assert_eq!(unnamed.read().unwrap(), Found { settings: settings.clone(), fault: None });
        }
        assert_ne!(put_aside(&path), kept);
    }
}
