//! The settings file, `kvant.toml`: compilers and backends.
//!
//! It is TOML, and everything in it may be left out. An unknown key is an error that names the line, as in the configuration
//! files of generators (`config_file`).

use std::fs;
use std::ops::Range;
use std::path::Path;

use kvant_toolchain::{NamedCompiler, Preset, drivers};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::report::Failure;

/// The files that are read if `--settings` names none and they exist. The second one is written by `scripts/zoo`.
const USUAL: [&str; 2] = ["kvant.toml", "zoo/kvant.toml"];

/// The contents of the settings file.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Settings {
    /// Compilers in addition to those that are found.
    pub(crate) toolchains: Vec<NamedCompiler>,
    /// The preset of backends, unless the command line names one.
    pub(crate) preset: Option<Preset>,
    /// Backends in addition to those of the preset.
    pub(crate) extra: Vec<Extra>,
}

/// An additional backend.
#[derive(Debug, PartialEq)]
pub(crate) struct Extra {
    /// The compiler, as `--toolchain` names it.
    pub(crate) toolchain: String,
    /// Flags, which the driver of the compiler interprets.
    pub(crate) flags: Vec<String>,
}

impl Settings {
    /// Reads the file that was named, or else the usual ones.
    pub(crate) fn read(named: Option<&Path>) -> Result<Settings, Failure> {
        if let Some(path) = named {
            let text = fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            return Settings::parse(&text, path);
        }
        let mut settings = Settings::default();
        for path in USUAL
            .map(Path::new)
            .into_iter()
            .filter(|path| path.is_file())
        {
            let next = Settings::read(Some(path))?;
            settings.toolchains.extend(next.toolchains);
            settings.preset = settings.preset.or(next.preset);
            settings.extra.extend(next.extra);
        }
        Ok(settings)
    }

    fn parse(text: &str, path: &Path) -> Result<Settings, Failure> {
        let at = |span: Range<usize>, message: &str| {
            let before = text.get(..span.start).unwrap_or(text);
            let line = 1 + before.matches('\n').count();
            format!("{}:{line}: {message}", path.display())
        };
        let table = DeTable::parse(text)
            .map_err(|error| at(error.span().unwrap_or_default(), error.message()))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let settings = settings(table.get_ref(), folder);
        Ok(settings.map_err(|(span, message)| at(span, &message))?)
    }
}

/// A value and its position.
type Value<'a> = Spanned<DeValue<'a>>;

/// The position of an error, and the message.
type Wrong = (Range<usize>, String);

fn settings(table: &DeTable<'_>, folder: &Path) -> Result<Settings, Wrong> {
    let mut settings = Settings::default();
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "toolchain" => {
                for each in tables(key.get_ref(), value)? {
                    let toolchain = toolchain(each, folder)?;
                    if settings
                        .toolchains
                        .iter()
                        .any(|known| known.name == toolchain.name)
                    {
                        let message = format!("there are two toolchains `{}`", toolchain.name);
                        return Err((each.span(), message));
                    }
                    settings.toolchains.push(toolchain);
                }
            }
            "backends" => backends(&mut settings, members(key.get_ref(), value)?)?,
            _ => return Err(unknown(key, &["toolchain", "backends"])),
        }
    }
    Ok(settings)
}

fn toolchain(value: &Value<'_>, folder: &Path) -> Result<NamedCompiler, Wrong> {
    let mut compilers: Vec<&str> = drivers()
        .iter()
        .map(|driver| driver.family().setting)
        .collect();
    compilers.dedup();
    let (mut name, mut compiler, mut env) = (None, None, Vec::new());
    for (key, value) in members("toolchain", value)? {
        match key.get_ref().as_ref() {
            "name" => name = Some(text("name", value)?.to_owned()),
            which if compilers.contains(&which) => {
                let path = folder.join(text(which, value)?);
                // Compilers are started in other folders.
                let path = std::path::absolute(&path).unwrap_or(path);
                compiler = Some((which.to_owned(), path));
            }
            "env" => {
                for (name, value) in members("env", value)? {
                    let name = name.get_ref();
                    env.push((name.to_string(), text(name, value)?.to_owned()));
                }
            }
            _ => {
                let known = [&["name"], &compilers[..], &["env"]].concat();
                return Err(unknown(key, &known));
            }
        }
    }
    let lacks = |what: &str| {
        let message = format!("a toolchain needs `{what}`");
        (value.span(), message)
    };
    let name = name.ok_or_else(|| lacks("name"))?;
    let (setting, path) = compiler.ok_or_else(|| lacks(&compilers.join("` or `")))?;
    Ok(NamedCompiler {
        name,
        setting,
        path,
        env,
    })
}

fn backends(settings: &mut Settings, table: &DeTable<'_>) -> Result<(), Wrong> {
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "preset" => {
                let preset = text("preset", value)?.parse();
                settings.preset = Some(preset.map_err(|error| (value.span(), format!("{error}")))?);
            }
            "extra" => {
                for each in tables("extra", value)? {
                    settings.extra.push(extra(each)?);
                }
            }
            _ => return Err(unknown(key, &["preset", "extra"])),
        }
    }
    Ok(())
}

fn extra(value: &Value<'_>) -> Result<Extra, Wrong> {
    let (mut toolchain, mut flags) = (None, None);
    for (key, value) in members("extra", value)? {
        match key.get_ref().as_ref() {
            "toolchain" => toolchain = Some(text("toolchain", value)?.to_owned()),
            "flags" => {
                let array = value.get_ref().as_array();
                let array = array.ok_or_else(|| {
                    let message = "flags: this is a list of texts, such as [\"-g\"]".to_owned();
                    (value.span(), message)
                })?;
                let each = array.iter().map(|flag| Ok(text("flags", flag)?.to_owned()));
                let each: Vec<String> = each.collect::<Result<_, Wrong>>()?;
                // The compiler is not known yet. The first driver has the strictest syntax.
                let request = drivers()[0].request(&each);
                request.map_err(|error| (value.span(), format!("flags: {error}")))?;
                flags = Some(each);
            }
            _ => return Err(unknown(key, &["toolchain", "flags"])),
        }
    }
    let lacks = |what: &str| (value.span(), format!("a backend needs `{what}`"));
    Ok(Extra {
        toolchain: toolchain.ok_or_else(|| lacks("toolchain"))?,
        flags: flags.ok_or_else(|| lacks("flags"))?,
    })
}

fn unknown<K: AsRef<str>>(key: &Spanned<K>, known: &[&str]) -> Wrong {
    let message = format!(
        "there is no `{}` here; there are {}",
        key.get_ref().as_ref(),
        known.join(", ")
    );
    (key.span(), message)
}

fn text<'a>(key: &str, value: &'a Value<'_>) -> Result<&'a str, Wrong> {
    let text = value.get_ref().as_str().filter(|text| !text.is_empty());
    text.ok_or_else(|| (value.span(), format!("{key}: this is a text in quotes")))
}

fn members<'a, 'b>(key: &str, value: &'a Value<'b>) -> Result<&'a DeTable<'b>, Wrong> {
    let table = value.get_ref().as_table();
    table.ok_or_else(|| (value.span(), format!("{key}: this is a table")))
}

/// The elements of an array of tables, which is written as `[[key]]`.
fn tables<'a, 'b>(
    key: &str,
    value: &'a Value<'b>,
) -> Result<impl Iterator<Item = &'a Value<'b>>, Wrong> {
    let array = value.get_ref().as_array();
    let array = array.ok_or_else(|| {
        let message = format!("{key}: write [[{key}]], in two pairs of brackets, above each");
        (value.span(), message)
    })?;
    Ok(array.iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Settings, String> {
        Settings::parse(text, Path::new("/here/kvant.toml")).map_err(|failure| failure.message)
    }

    #[test]
    fn the_example_is_understood() {
        let settings = parse(
            r#"
            [[toolchain]]
            name = "1.78"
            rustc = "zoo/rustc-1.78/bin/rustc"
            env = { LD_LIBRARY_PATH = "zoo/lib" }
            [[toolchain]]
            name = "mine"
            rustc = "/opt/rust/bin/rustc"
            [[toolchain]]
            name = "gcc-trunk"
            cc = "/opt/gcc/bin/gcc"
            [backends]
            preset = "standard"
            [[backends.extra]]
            toolchain = "nightly"
            flags = ["-Copt-level=2", "-Zmir-opt-level=4", "-Clto=fat"]
            "#,
        )
        .unwrap();
        assert_eq!(
            settings.toolchains[0],
            NamedCompiler {
                name: "1.78".into(),
                setting: "rustc".into(),
                path: "/here/zoo/rustc-1.78/bin/rustc".into(),
                env: vec![("LD_LIBRARY_PATH".into(), "zoo/lib".into())],
            }
        );
        assert_eq!(
            settings.toolchains[1].path,
            Path::new("/opt/rust/bin/rustc")
        );
        assert_eq!(settings.toolchains[2].setting, "cc");
        assert_eq!(settings.preset, Some(Preset::Standard));
        let flags = &settings.extra[0].flags;
        assert_eq!(
            flags[..],
            ["-Copt-level=2", "-Zmir-opt-level=4", "-Clto=fat"]
        );
        assert_eq!(parse(""), Ok(Settings::default()));
    }

    #[test]
    fn errors_name_the_line_and_what_exists() {
        for (text, line, says) in [
            (
                "\ntoolchains = 1",
                2,
                "there is no `toolchains` here; there are toolchain, backends",
            ),
            ("[toolchain]\nname = \"x\"", 1, "[[toolchain]]"),
            (
                "[[toolchain]]\nname = \"x\"",
                1,
                "a toolchain needs `rustc` or `cc`",
            ),
            (
                "[[toolchain]]\nrustc = \"x\"",
                1,
                "a toolchain needs `name`",
            ),
            ("[[toolchain]]\nname = 3", 2, "name: this is a text"),
            (
                "[[toolchain]]\npath = \"x\"",
                2,
                "there is no `path` here; there are name, rustc, cc, llvm, env",
            ),
            ("[[toolchain]]\nenv = \"x\"", 2, "env: this is a table"),
            ("[[toolchain]]\nenv = { A = 1 }", 2, "A: this is a text"),
            (
                "[[toolchain]]\nname = \"x\"\nrustc = \"a\"\n[[toolchain]]\nname = \"x\"\nrustc = \"b\"",
                4,
                "two toolchains `x`",
            ),
            (
                "[backends]\npreset = \"slow\"",
                2,
                "there are quick, standard and full",
            ),
            (
                "[backends]\n\nextras = 1",
                3,
                "there is no `extras` here; there are preset, extra",
            ),
            (
                "[[backends.extra]]\nflags = \"-O\"",
                2,
                "flags: this is a list",
            ),
            ("[[backends.extra]]\nflags = [\"O\"]", 2, "`O` is no flag"),
            (
                "[[backends.extra]]\nflags = [\"-Copt-level=9\"]",
                2,
                "no optimisation level `9`",
            ),
            (
                "[[backends.extra]]\nflags = [\"-Zmir-opt-level=9\"]",
                2,
                "0 to 4",
            ),
            (
                "[[backends.extra]]\nflags = [\"-C\"]",
                2,
                "nothing behind `-C`",
            ),
            (
                "[[backends.extra]]\nflags = []",
                1,
                "a backend needs `toolchain`",
            ),
            (
                "[[backends.extra]]\ntoolchain = \"x\"",
                1,
                "a backend needs `flags`",
            ),
            ("a = = 3", 1, ""),
        ] {
            let error = parse(text).unwrap_err();
            let place = format!("/here/kvant.toml:{line}: ");
            assert!(error.starts_with(&place), "{text:?}: {error}");
            assert!(error.contains(says), "{text:?}: {error}");
        }
    }
}
