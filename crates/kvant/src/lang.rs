//! Which languages the programs of a campaign are in, and how the program of a seed is made: the one place that knows the
//! generators.

use std::fmt;
use std::str::FromStr;

use kvant_campaign::Subject;
use kvant_mir_gen::GenConfig;
use kvant_toolchain::Language;

use crate::mir;

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

    /// Whose compilers are asked.
    pub(crate) fn language(self) -> Language {
        match self {
            Lang::Mir => Language::Rust,
            Lang::C => Language::C,
        }
    }

    /// The version of its generator: the same seed gives the same program only with the same one.
    fn generator(self) -> u32 {
        match self {
            Lang::Mir => kvant_mir_gen::VERSION,
            Lang::C => 0,
        }
    }

    /// The program of a seed in this language.
    fn made(self, seed: u64, config: &GenConfig) -> Result<Box<dyn Subject>, String> {
        match self {
            Lang::Mir => Ok(Box::new(mir::from_seed(seed, config)?)),
            Lang::C => Err(NOT_YET.to_owned()),
        }
    }
}

const NOT_YET: &str = "programs in C cannot be generated yet";

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

    /// Fails if programs in one of the languages cannot be made.
    pub(crate) fn must_be_made(&self) -> Result<(), String> {
        match self.languages().any(|lang| lang == Lang::C) {
            true => Err(NOT_YET.to_owned()),
            false => Ok(()),
        }
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

    /// The program of a seed.
    pub(crate) fn made(&self, seed: u64, config: &GenConfig) -> Result<Box<dyn Subject>, String> {
        self.of(seed).made(seed, config)
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
