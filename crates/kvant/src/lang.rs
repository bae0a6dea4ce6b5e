//! The languages of the programs of a campaign, and the programs of seeds.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use kvant_campaign::{Generator, Grown, Language};
use kvant_generate::config::{STATEMENTS, Value};
use kvant_languages::{Wanted, languages, named};
use kvant_toolchain::{Source, architecture};

use crate::command::Sort;
use crate::report::{Failure, remark};
use crate::taste::GeneratorArgs;

/// The languages and the target of programs, as options.
#[derive(Args, Clone)]
pub(crate) struct LanguageArgs {
    /// The languages of the programs, `mir` or `c`. Several are mixed, by weight if one is given: `mir:3,c:1`
    /// [default: mir, or for a file what its first line says]
    #[arg(long, value_name = "NAME[:WEIGHT],…")]
    lang: Option<Mix>,
    #[command(flatten)]
    target: TargetArgs,
}

/// The target of programs, as an option.
#[derive(Args, Clone)]
pub(crate) struct TargetArgs {
    /// The target that C programs are for: `x86_64`, `i686`, `aarch64`, `riscv64gc` or `s390x`. Compilers for another one than
    /// this machine's are asked if there is a qemu to run what they make [default: `x86_64`, or for a file what its first line says]
    #[arg(long = "for", value_name = "TARGET", value_parser = target)]
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

    fn mix(&self) -> Mix {
        self.lang.clone().unwrap_or_default()
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
fn with_choice() -> impl Iterator<Item = &'static dyn Language> {
    let all = languages().iter().copied();
    all.filter(|language| language.targets().len() > 1)
}

/// All that decides which program a seed gives: the languages, and a generator for each of them.
pub(crate) struct Recipe {
    mix: Mix,
    /// In the order of the mix.
    generators: Vec<Box<dyn Generator>>,
}

impl Recipe {
    /// The recipe that the command line describes.
    pub(crate) fn new(language: &LanguageArgs, taste: &GeneratorArgs) -> Result<Recipe, Failure> {
        let mix = language.mix();
        let wanted = language.target.target;
        let of = |language: &dyn Language| wanted.and_then(|target| language.target(target));
        if wanted.is_some() && !mix.languages().any(|it| of(it).is_some()) {
            let with_choice = with_choice().next();
            let (name, source) = with_choice.map_or(("", ""), |it| (it.name(), it.source().name));
            return Err(format!("--for is for {source} programs: say --lang {name}").into());
        }
        let generator = |language: &'static dyn Language| {
            let target = of(language).or(language.targets().first().copied());
            let target = target.unwrap_or_default();
            let mut config = language.config();
            taste.configure(&mut *config)?;
            Ok(language.generator(config, taste.splice.as_deref(), target, &mut remark)?)
        };
        let generators = mix.languages().map(generator);
        let generators = generators.collect::<Result<_, Failure>>()?;
        Ok(Recipe { mix, generators })
    }

    /// The program of a seed.
    pub(crate) fn made(&self, seed: u64) -> Result<Grown, Failure> {
        Ok(self.generators[self.mix.of(seed)].grow(seed)?)
    }

    /// The generator, if there is one language only.
    pub(crate) fn only(&self) -> Option<&dyn Generator> {
        match &self.generators[..] {
            [only] => Some(&**only),
            _ => None,
        }
    }

    /// The languages.
    pub(crate) fn mix(&self) -> &Mix {
        &self.mix
    }

    /// True if some programs are for compilers of this language.
    pub(crate) fn has(&self, source: Source) -> bool {
        self.mix.languages().any(|it| it.source() == source)
    }

    /// The sorts of programs, for each of which there must be compilers.
    pub(crate) fn sorts(&self) -> Vec<Sort> {
        let all = self.mix.languages().zip(&self.generators);
        all.map(|(language, generator)| Sort {
            language: language.source(),
            target: architecture(generator.target()).to_owned(),
        })
        .collect()
    }

    /// The number of statements of programs, if that is the same in all languages.
    pub(crate) fn size(&self) -> Option<Value> {
        let mut sizes = self.sizes();
        let first = sizes.next()?;
        sizes.all(|size| size == first).then_some(first)
    }

    fn sizes(&self) -> impl Iterator<Item = Value> {
        let settings = self.generators.iter().flat_map(|it| it.config().settings());
        let sizes = settings.filter(|it| it.name == STATEMENTS);
        sizes.map(|it| it.value)
    }

    /// The settings that differ from the default, beside the size.
    pub(crate) fn differences(&self) -> Vec<String> {
        let mut said = Vec::new();
        for (language, generator) in self.mix.languages().zip(&self.generators) {
            said.extend(generator.config().differences());
            let target = generator.target();
            if language.targets().first() != Some(&target) {
                said.push(format!("for {target}"));
            }
        }
        said
    }

    /// The settings that tell it from others.
    pub(crate) fn said(&self) -> Vec<String> {
        let sizes = self.sizes().map(|size| format!("size {size}"));
        sizes.chain(self.differences()).collect()
    }
}

/// Languages, each with its weight: of so many programs so many are in it.
#[derive(Clone)]
pub(crate) struct Mix(Vec<(&'static dyn Language, u32)>);

impl Default for Mix {
    /// The first language.
    fn default() -> Mix {
        Mix(languages().iter().take(1).map(|it| (*it, 1)).collect())
    }
}

impl Mix {
    /// The languages that have programs.
    pub(crate) fn languages(&self) -> impl Iterator<Item = &'static dyn Language> {
        self.0.iter().map(|(language, _)| *language)
    }

    /// A number for the generators: the same seeds give the same programs only if it is the same.
    pub(crate) fn generator(&self) -> u32 {
        // One language has its own number, and of several at least one changes the sum.
        self.languages().map(Language::generator_version).sum()
    }

    /// The number of the language of a seed.
    fn of(&self, seed: u64) -> usize {
        let all: u64 = self.0.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut rest = scattered(seed) % all.max(1);
        for (n, (_, weight)) in self.0.iter().enumerate() {
            match rest.checked_sub(u64::from(*weight)) {
                Some(less) => rest = less,
                None => return n,
            }
        }
        0
    }
}

/// A number for a seed of which any part is as good as drawn: the last step of `SplitMix64`.
fn scattered(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
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
                let known: Vec<&str> = languages().iter().map(|it| it.name()).collect();
                format!("no language `{name}`; there are {}", known.join(" and "))
            })?;
            let weight = weight
                .parse()
                .ok()
                .filter(|weight| (1..=1000).contains(weight));
            let weight = weight.ok_or("a weight is a number from 1 to 1000, such as mir:3,c:1")?;
            if mix.iter().any(|(known, _)| known.name() == name) {
                return Err(format!("`{name}` is there twice"));
            }
            mix.push((language, weight));
        }
        Ok(Mix(mix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_mixed_by_weight() {
        let mix: Mix = "mir:3,c".parse().unwrap();
        assert_eq!(mix.to_string(), "mir:3,c:1");
        let of_c = (0..4000).filter(|seed| mix.of(*seed) == 1).count();
        assert!((900..1100).contains(&of_c), "{of_c}");
        for name in ["mir", "c"] {
            let alone: Mix = name.parse().unwrap();
            assert_eq!(alone.to_string(), name);
        }
    }

    #[test]
    fn what_is_no_mix_is_said() {
        for (text, says) in [
            ("", "no language ``"),
            ("rust", "no language `rust`; there are mir and c"),
            ("c:0", "a weight is"),
            ("c:x", "a weight is"),
            ("c,c", "`c` is there twice"),
        ] {
            let error = text.parse::<Mix>().err().unwrap();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
