//! Which languages the programs of a campaign are in, and how the program of a seed is made: the one place that knows the
//! generators.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::Args;
use kvant_c::CTarget;
use kvant_campaign::Subject;
use kvant_generate::config::Config;

use crate::report::Failure;
use crate::taste::GeneratorArgs;
use crate::{c, mir};

/// Which languages programs are generated in, as it is said on the command line.
#[derive(Args, Clone)]
pub(crate) struct LanguageArgs {
    /// The languages of the programs, `mir` or `c`. Several are mixed, by weight if one is given: `mir:3,c:1`
    #[arg(long, value_name = "NAME[:WEIGHT],…", default_value = "mir")]
    pub(crate) lang: Mix,
    /// The target that C programs are for: `x86_64`, `i686`, `aarch64`, `riscv64gc` or `s390x`. Compilers for another one than
    /// this machine's are asked if there is a qemu to run what they make
    #[arg(long = "for", value_name = "TARGET", value_parser = c_target, default_value = CTarget::X86_64.scalars.name)]
    pub(crate) target: CTarget,
}

impl LanguageArgs {
    /// The same as arguments of a command.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let target = self.target.scalars.name;
        vec![format!("--lang={}", self.lang), format!("--for={target}")]
    }
}

fn c_target(name: &str) -> Result<CTarget, String> {
    CTarget::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = CTarget::all().iter().map(|t| t.scalars.name).collect();
        format!("C programs are for {}", known.join(", "))
    })
}

/// A language that programs are generated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lang {
    /// Custom MIR, for compilers of Rust.
    Mir,
    /// C.
    C,
}

impl Lang {
    const ALL: [Lang; 2] = [Lang::Mir, Lang::C];

    /// The name on the command line and in the store.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Lang::Mir => "mir",
            Lang::C => "c",
        }
    }

    /// The version of its generator: the same seed gives the same program only with the same one.
    fn generator(self) -> u32 {
        match self {
            Lang::Mir => kvant_mir_gen::VERSION,
            Lang::C => kvant_c_gen::VERSION,
        }
    }
}

/// All that decides which program a seed gives: the languages, and what programs are like in each of them.
pub(crate) struct Recipe {
    mix: Mix,
    mir: Option<kvant_mir_gen::GenConfig>,
    c: Option<kvant_c_gen::GenConfig>,
    target: CTarget,
}

impl Recipe {
    /// What the command line says.
    pub(crate) fn new(language: &LanguageArgs, taste: &GeneratorArgs) -> Result<Recipe, Failure> {
        let has = |lang: Lang| language.lang.languages().any(|known| known == lang);
        let mir = has(Lang::Mir).then(|| taste.mir()).transpose()?;
        let c = has(Lang::C).then(|| taste.c()).transpose()?;
        if !has(Lang::C) && language.target != CTarget::X86_64 {
            return Err("--for is for C programs: say --lang c".into());
        }
        Ok(Recipe {
            mix: language.lang.clone(),
            mir,
            c,
            target: language.target,
        })
    }

    /// The program of a seed.
    pub(crate) fn made(&self, seed: u64) -> Result<Box<dyn Subject>, String> {
        self.made_with_features(seed).map(|made| made.0)
    }

    /// The program of a seed, and the features that were drawn for it.
    pub(crate) fn made_with_features(
        &self,
        seed: u64,
    ) -> Result<(Box<dyn Subject>, Vec<&'static str>), String> {
        match (self.mix.of(seed), &self.mir, &self.c) {
            (Lang::Mir, Some(config), _) => {
                let (subject, growth) = mir::grown_from_seed(seed, config)?;
                let features = growth.features.iter().map(|f| f.name()).collect();
                Ok((Box::new(subject), features))
            }
            (Lang::C, _, Some(config)) => {
                let (subject, growth) = c::grown_from_seed(seed, config, &self.target)?;
                let features = growth.features.iter().map(|f| f.name()).collect();
                Ok((Box::new(subject), features))
            }
            _ => Err("there is no language for this seed".to_owned()),
        }
    }

    /// The configuration of MIR programs, if there is no other language.
    pub(crate) fn only_mir(&self) -> Option<&kvant_mir_gen::GenConfig> {
        self.mir.as_ref().filter(|_| self.c.is_none())
    }

    /// The configuration of C programs, if there is no other language.
    pub(crate) fn only_c(&self) -> Option<&kvant_c_gen::GenConfig> {
        self.c.as_ref().filter(|_| self.mir.is_none())
    }

    /// The target of C programs.
    pub(crate) fn target(&self) -> &CTarget {
        &self.target
    }

    /// The languages.
    pub(crate) fn mix(&self) -> &Mix {
        &self.mix
    }

    /// How many statements programs have, if that is the same in all languages.
    pub(crate) fn size(&self) -> Option<&RangeInclusive<usize>> {
        let mir = self.mir.as_ref().map(|config| &config.statements);
        let c = self.c.as_ref().map(|config| &config.statements);
        match (mir, c) {
            (Some(mir), Some(c)) => (mir == c).then_some(mir),
            (mir, c) => mir.or(c),
        }
    }

    /// What is not as usual, beside the size.
    pub(crate) fn differences(&self) -> Vec<String> {
        let mir = self.mir.iter().flat_map(Config::differences);
        let mut said: Vec<String> = mir.collect();
        said.extend(self.c.iter().flat_map(Config::differences));
        if self.c.is_some() && self.target != CTarget::X86_64 {
            said.push(format!("for {}", self.target.scalars.name));
        }
        said
    }

    /// What is said about it where it has to be told from others.
    pub(crate) fn said(&self) -> Vec<String> {
        let mir = self.mir.as_ref().map(|config| &config.statements);
        let c = self.c.as_ref().map(|config| &config.statements);
        let size =
            |range: &RangeInclusive<usize>| format!("size {}..{}", range.start(), range.end());
        let sizes = mir.into_iter().chain(c).map(size);
        sizes.chain(self.differences()).collect()
    }
}

/// Languages, each with its weight: of so many programs so many are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mix(Vec<(Lang, u32)>);

impl Mix {
    /// The languages that have programs.
    pub(crate) fn languages(&self) -> impl Iterator<Item = Lang> {
        self.0.iter().map(|(lang, _)| *lang)
    }

    /// What makes the same seeds mean the same programs, beside their configuration: a number for the generators.
    pub(crate) fn generator(&self) -> u32 {
        // One language has its own number, and of several at least one changes the sum.
        self.languages().map(Lang::generator).sum()
    }

    /// The language of a seed.
    pub(crate) fn of(&self, seed: u64) -> Lang {
        let all: u64 = self.0.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut rest = scattered(seed) % all.max(1);
        for (lang, weight) in &self.0 {
            match rest.checked_sub(u64::from(*weight)) {
                Some(less) => rest = less,
                None => return *lang,
            }
        }
        Lang::Mir
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
        let mut mix: Vec<(Lang, u32)> = Vec::new();
        for part in text.split(',') {
            let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
            let lang = Lang::ALL.into_iter().find(|lang| lang.name() == name);
            let lang = lang.ok_or_else(|| format!("no language `{name}`; there are mir and c"))?;
            let weight = weight
                .parse()
                .ok()
                .filter(|weight| (1..=1000).contains(weight));
            let weight = weight.ok_or("a weight is a number from 1 to 1000, such as mir:3,c:1")?;
            if mix.iter().any(|(known, _)| *known == lang) {
                return Err(format!("`{name}` is there twice"));
            }
            mix.push((lang, weight));
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
        let of_c = (0..4000).filter(|seed| mix.of(*seed) == Lang::C).count();
        assert!((900..1100).contains(&of_c), "{of_c}");
        for name in ["mir", "c"] {
            let alone: Mix = name.parse().unwrap();
            assert_eq!(alone.to_string(), name);
            assert!((0..100).all(|seed| alone.of(seed).name() == name));
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
            let error = text.parse::<Mix>().unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
