//! What is the same about the configurations of all generators: numbers, weights and features, each with a name.

use std::ops::RangeInclusive;

use kvant_mir::observation::Digest;

/// The sizes that have a name.
pub(crate) type Sizes = [(&'static str, RangeInclusive<usize>); 4];

/// The configuration of a generator, as files and the command line see it.
pub(crate) trait Tunable: Clone + Default {
    /// The sizes that have a name, from small to large.
    const SIZES: Sizes;
    /// How many statements a program may have.
    const POSSIBLE: RangeInclusive<usize>;
    /// The construct that must always be possible.
    const ALWAYS: &'static str;
    /// The numbers, and what they say.
    const KEYS: &'static [(&'static str, &'static str)];

    /// How many statements a program has.
    fn statements(&mut self) -> &mut RangeInclusive<usize>;

    /// The number called `key`, which is one of [`KEYS`](Tunable::KEYS).
    fn number(&mut self, key: &str) -> Option<Number<'_>>;

    /// Every weight: its name, what it is for, and its range.
    fn weights(&self) -> Vec<(&'static str, &'static str, RangeInclusive<u32>)>;

    /// The weight called `name`.
    fn weight(&mut self, name: &str) -> Option<&mut RangeInclusive<u32>>;

    /// Every feature: its name, what it is, and whether it is fixed.
    fn features(&self) -> Vec<(&'static str, &'static str, Option<bool>)>;

    /// Fixes the feature called `name`; `false` if there is none.
    fn fix(&mut self, name: &str, on: bool) -> bool;

    /// The number and a digest of the programs that are spliced in: the same seed gives the same program only with the same.
    fn donors(&self) -> Option<String> {
        None
    }
}

/// A number of a configuration, and what it may be.
pub(crate) enum Number<'a> {
    /// Any number from 1.
    Count(&'a mut u64),
    /// A part of 100.
    Percent(&'a mut u32),
    /// From where numbers are drawn, and between which they must be.
    Range(&'a mut RangeInclusive<u32>, RangeInclusive<u64>),
}

const PERCENT: RangeInclusive<u64> = 0..=100;
const FUNCTION_SIZE: RangeInclusive<u64> = 10..=10_000;
const DEPTH: RangeInclusive<u64> = 1..=8;

/// The largest weight.
pub(crate) const MAX_WEIGHT: u64 = 1_000;

/// What a configuration says of features that it does not have.
pub(crate) fn no_feature<C: Tunable>(name: &str) -> String {
    let features = C::default().features();
    let names: Vec<&str> = features.iter().map(|(name, ..)| *name).collect();
    format!(
        "there is no feature `{name}`; there are {}",
        names.join(", ")
    )
}

impl Tunable for kvant_mir_gen::GenConfig {
    const SIZES: Sizes = [
        ("tiny", 100..=200),
        ("small", 200..=500),
        ("medium", 600..=1500),
        ("large", 5_000..=10_000),
    ];
    const POSSIBLE: RangeInclusive<usize> = Self::MIN_STATEMENTS..=Self::MAX_STATEMENTS;
    const ALWAYS: &'static str = "plain";
    const KEYS: &'static [(&'static str, &'static str)] = &[
        (
            "steps",
            "How many statements a program executes at most; large programs may execute more",
        ),
        (
            "feature_percent",
            "In how many of 100 programs a feature is on; a quarter as many for those that compile-time\n\
             # evaluation cannot judge",
        ),
        (
            "literal_percent",
            "How many of 100 right operands are literals",
        ),
        (
            "new_local_percent",
            "How many of 100 assignments make a new local",
        ),
        (
            "function_size",
            "How many statements a function has at most, about",
        ),
    ];

    fn statements(&mut self) -> &mut RangeInclusive<usize> {
        &mut self.statements
    }

    fn number(&mut self, key: &str) -> Option<Number<'_>> {
        Some(match key {
            "steps" => Number::Count(&mut self.steps),
            "feature_percent" => Number::Percent(&mut self.feature_percent),
            "literal_percent" => Number::Range(&mut self.literal_percent, PERCENT),
            "new_local_percent" => Number::Range(&mut self.new_local_percent, PERCENT),
            "function_size" => Number::Range(&mut self.function_size, FUNCTION_SIZE),
            _ => return None,
        })
    }

    fn weights(&self) -> Vec<(&'static str, &'static str, RangeInclusive<u32>)> {
        let all = self.weights.all();
        all.map(|(name, about, range)| (name, about, range.clone()))
            .collect()
    }

    fn weight(&mut self, name: &str) -> Option<&mut RangeInclusive<u32>> {
        self.weights.get_mut(name)
    }

    fn features(&self) -> Vec<(&'static str, &'static str, Option<bool>)> {
        let all = kvant_mir_gen::Feature::ALL.iter();
        all.map(|f| (f.name(), f.about(), self.fixed.get(f).copied()))
            .collect()
    }

    fn fix(&mut self, name: &str, on: bool) -> bool {
        let feature = kvant_mir_gen::Feature::from_name(name);
        feature.map(|f| self.fixed.insert(f, on)).is_some()
    }

    fn donors(&self) -> Option<String> {
        let mut digest = Digest::new();
        for donor in &*self.splices {
            digest.fold(0, donor.digest().into());
        }
        let count = self.splices.len();
        (count > 0).then(|| format!("from {count} ({:016x})", digest.state()))
    }
}

impl Tunable for kvant_c_gen::GenConfig {
    const SIZES: Sizes = [
        ("tiny", 30..=80),
        ("small", 80..=150),
        ("medium", 100..=400),
        ("large", 2_000..=4_000),
    ];
    const POSSIBLE: RangeInclusive<usize> = Self::MIN_STATEMENTS..=Self::MAX_STATEMENTS;
    const ALWAYS: &'static str = "assign";
    const KEYS: &'static [(&'static str, &'static str)] = &[
        (
            "steps",
            "How many statements a program executes at most; large programs may execute more",
        ),
        (
            "feature_percent",
            "In how many of 100 programs a feature is on",
        ),
        (
            "portable_percent",
            "How many of 100 programs have nothing that tcc does not take",
        ),
        ("literal_percent", "How many of 100 operands are literals"),
        (
            "function_size",
            "How many statements a function has at most, about",
        ),
        ("depth", "How deep expressions are at most"),
    ];

    fn statements(&mut self) -> &mut RangeInclusive<usize> {
        &mut self.statements
    }

    fn number(&mut self, key: &str) -> Option<Number<'_>> {
        Some(match key {
            "steps" => Number::Count(&mut self.steps),
            "feature_percent" => Number::Percent(&mut self.feature_percent),
            "portable_percent" => Number::Percent(&mut self.portable_percent),
            "literal_percent" => Number::Range(&mut self.literal_percent, PERCENT),
            "function_size" => Number::Range(&mut self.function_size, FUNCTION_SIZE),
            "depth" => Number::Range(&mut self.depth, DEPTH),
            _ => return None,
        })
    }

    fn weights(&self) -> Vec<(&'static str, &'static str, RangeInclusive<u32>)> {
        let all = self.weights.all();
        all.map(|(name, about, range)| (name, about, range.clone()))
            .collect()
    }

    fn weight(&mut self, name: &str) -> Option<&mut RangeInclusive<u32>> {
        self.weights.get_mut(name)
    }

    fn features(&self) -> Vec<(&'static str, &'static str, Option<bool>)> {
        let all = kvant_c_gen::Feature::ALL.iter();
        all.map(|f| (f.name(), f.about(), self.fixed.get(f).copied()))
            .collect()
    }

    fn fix(&mut self, name: &str, on: bool) -> bool {
        let feature = kvant_c_gen::Feature::from_name(name);
        feature.map(|f| self.fixed.insert(f, on)).is_some()
    }
}
