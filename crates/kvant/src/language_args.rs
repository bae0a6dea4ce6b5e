//! Options for the languages and the target of programs.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use kvant_campaign::{Language, OnlyRun};
use kvant_languages::{Wanted, languages, machines, named, names};

use crate::cli::help;

/// The languages and the target of programs, as options.
#[derive(Args, Clone)]
pub(crate) struct LanguageArgs {
    #[arg(long, value_name = "NAME[:WEIGHT],…", help = help::languages_of_programs())]
    lang: Option<Mix>,
    #[command(flatten)]
    target: TargetArgs,
}

/// The target of programs, as an option.
#[derive(Args, Clone)]
pub(crate) struct TargetArgs {
    #[arg(long = "for", value_name = "TARGET", value_parser = target, help = help::targets())]
    target: Option<&'static str>,
}

impl TargetArgs {
    /// The options of a program in a file.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted {
            languages: Vec::new(),
            target: self.target.map(|target| ("--for", target.to_owned())),
        }
    }
}

impl LanguageArgs {
    /// The same as arguments of a command.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut arguments = vec![format!("--lang={}", self.mix())];
        arguments.extend(self.target.target.map(|target| format!("--for={target}")));
        arguments
    }

    /// The options of a program in a file.
    pub(crate) fn wanted(&self) -> Wanted {
        let languages = self.lang.iter().flat_map(Mix::languages);
        Wanted {
            languages: languages.map(|it| it.name().to_owned()).collect(),
            ..self.target.wanted()
        }
    }

    /// The languages.
    pub(crate) fn mix(&self) -> Mix {
        self.lang.clone().unwrap_or_default()
    }

    /// The target, if one is given. An error if no language of the mix has it.
    pub(crate) fn target(&self) -> Result<Option<&'static str>, String> {
        let wanted = self.target.target;
        let mix = self.mix();
        let is_known = |target| mix.languages().any(|it| it.target(target).is_some());
        if wanted.is_none_or(is_known) {
            return Ok(wanted);
        }
        let with_choice = with_choice().next();
        let (name, source) = with_choice.map_or(("", ""), |it| (it.name(), it.source().name));
        Err(format!("--for is for {source} programs: say --lang {name}"))
    }
}

/// Reads the name of a target that some language has programs for.
fn target(name: &str) -> Result<&'static str, String> {
    let mut known = languages().iter().filter_map(|it| it.target(name));
    known.next().ok_or_else(|| {
        let with_choice = with_choice().map(|it| {
            let known = it.targets().join(", ");
            format!("{} programs are for {known}", it.source().name)
        });
        with_choice.collect::<Vec<_>>().join("; ")
    })
}

/// The languages with programs for more than one target.
pub(crate) fn with_choice() -> impl Iterator<Item = &'static dyn Language> {
    let all = languages().iter().copied();
    all.filter(|language| language.targets().len() > 1)
}

/// Languages with their weights: the share of a language's programs is proportional to its weight.
#[derive(Clone)]
pub(crate) struct Mix(Vec<(&'static dyn Language, u32)>);

impl Default for Mix {
    /// The first language.
    fn default() -> Mix {
        Mix(languages().iter().take(1).map(|it| (*it, 1)).collect())
    }
}

impl Mix {
    /// The languages with their weights.
    pub(crate) fn weighed(&self) -> impl Iterator<Item = (&'static dyn Language, u32)> {
        self.0.iter().copied()
    }

    /// The languages that have programs.
    pub(crate) fn languages(&self) -> impl Iterator<Item = &'static dyn Language> {
        self.0.iter().map(|(language, _)| *language)
    }

    /// A number for the generators: the same seeds give the same programs only if it is the same.
    pub(crate) fn generator(&self) -> u32 {
        // One language has its own number, and of several at least one changes the sum.
        self.languages().map(Language::generator_version).sum()
    }
}

impl fmt::Display for Mix {
    /// As it can be read again. One language has no weight.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [(lang, _)] = self.0[..] {
            return f.write_str(lang.name());
        }
        for (n, (lang, weight)) in self.0.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            write!(f, "{comma}{}:{weight}", lang.name())?;
        }
        Ok(())
    }
}

impl FromStr for Mix {
    type Err = String;

    fn from_str(text: &str) -> Result<Mix, String> {
        let mut mix: Vec<(&'static dyn Language, u32)> = Vec::new();
        for part in text.split(',') {
            let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
            let language = named(name).ok_or_else(|| {
                if let Some(machine) = machines().find(|it| it.name() == name) {
                    let language = machine.source().name;
                    return OnlyRun { language }.to_string();
                }
                format!("no language `{name}`; there are {}", names())
            })?;
            let weight = weight
                .parse()
                .ok()
                .filter(|weight| (1..=1000).contains(weight));
            let weight = weight.ok_or_else(|| {
                let example = example_mix();
                format!("a weight is a number from 1 to 1000, such as {example}")
            })?;
            if mix.iter().any(|(known, _)| known.name() == name) {
                return Err(format!("`{name}` is named twice"));
            }
            mix.push((language, weight));
        }
        Ok(Mix(mix))
    }
}

/// A mix of the first languages, as an example: `mir:3,c:1`.
pub(crate) fn example_mix() -> String {
    let weighed = languages().iter().zip([3, 1]);
    Mix(weighed.map(|(it, weight)| (*it, weight)).collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_read_and_written() {
        let mix: Mix = "mir:3,c".parse().unwrap();
        assert_eq!(mix.to_string(), "mir:3,c:1");
        for name in ["mir", "c"] {
            let alone: Mix = name.parse().unwrap();
            assert_eq!(alone.to_string(), name);
        }
    }

    #[test]
    fn what_is_no_mix_is_said() {
        for (text, says) in [
            ("", "no language ``"),
            ("rust", "no language `rust`; there are mir, c and llvm"),
            ("c:0", "a weight is"),
            ("c:x", "a weight is"),
            ("c,c", "`c` is named twice"),
        ] {
            let error = text.parse::<Mix>().err().unwrap();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
