//! What may be drawn for a program, and what was drawn.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::donor::Donor;
use crate::feature::Feature;
use kvant_generate::Rng;
use kvant_generate::draw;

kvant_generate::weights! {
    plain 70..=70 "Assignments",
    switch 4..=14 "Switches; half as much for matches on enums",
    looping 3..=10 "Loops",
    new_function 3..=8 "Calls that write a new function",
    known_function 3..=8 "Calls of functions that are written already",
    observe 1..=5 "Observations in the middle of everything",
    intrinsic 1..=5 "Intrinsics of one kind",
    pointer 3..=10 "Casts, offsets and comparisons of pointers",
    idiom 4..=20 "Trees of integer operations",
    template 2..=8 "Loops over arrays",
    alias 2..=6 "Alias shapes",
    switch_shape 3..=15 "Switch shapes",
    splice 2..=6 "Functions of other programs",
}

/// What a program may be like. Everything not fixed here is drawn anew for each seed: features by chance,
/// and numbers from ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenConfig {
    /// How many statements and terminators the text should have. The size of one program is drawn
    /// from this range; it may miss it by the end of what it was just writing.
    pub statements: RangeInclusive<usize>,
    /// How many statements and terminators may be executed; on trial, about as many again. A large
    /// program may execute more, in proportion to its size.
    pub steps: u64,
    /// Features that are always on, or always off.
    pub fixed: BTreeMap<Feature, bool>,
    /// In how many of 100 programs a feature that is not fixed is on; a quarter as many for those that rob a
    /// program of the second opinion of compile-time evaluation.
    pub feature_percent: u32,
    /// Programs whose functions may be spliced in. Without any, [`Feature::Splices`] is off.
    pub splices: Arc<[Donor]>,
    /// How often the right operand of an operation is a literal, of 100.
    pub literal_percent: RangeInclusive<u32>,
    /// How often an assignment makes a new local, of 100.
    pub new_local_percent: RangeInclusive<u32>,
    /// How many statements a function has at most, about.
    pub function_size: RangeInclusive<u32>,
    /// How likely each construct is beside the others.
    pub weights: Weights,
}

impl Default for GenConfig {
    fn default() -> Self {
        GenConfig {
            statements: 600..=1500,
            steps: 20_000,
            fixed: BTreeMap::new(),
            feature_percent: 85,
            literal_percent: 5..=30,
            new_local_percent: 30..=60,
            function_size: 30..=120,
            weights: Weights::default(),
            splices: Arc::default(),
        }
    }
}

impl GenConfig {
    /// The smallest text the generator writes: the environment and its observation.
    pub const MIN_STATEMENTS: usize = 100;
    /// The largest text the generator is asked for.
    pub const MAX_STATEMENTS: usize = 200_000;
    /// The largest weight.
    pub const MAX_WEIGHT: u32 = 1_000;

    /// This configuration with another size.
    #[must_use]
    pub fn sized(mut self, statements: RangeInclusive<usize>) -> Self {
        self.statements = statements;
        self
    }

    /// This configuration with one feature fixed.
    #[must_use]
    pub fn with(mut self, feature: Feature, on: bool) -> Self {
        self.fixed.insert(feature, on);
        self
    }

    /// In how many of 100 programs a feature is on.
    pub fn percent(&self, feature: Feature) -> u32 {
        match self.fixed.get(&feature) {
            _ if !self.is_possible(feature) => 0,
            Some(true) => 100,
            Some(false) => 0,
            None => self.drawn_percent(feature),
        }
    }

    /// Whether there is what a feature is made of.
    fn is_possible(&self, feature: Feature) -> bool {
        feature != Feature::Splices || !self.splices.is_empty()
    }

    /// In how many of 100 programs a feature would be on if it were not fixed.
    fn drawn_percent(&self, feature: Feature) -> u32 {
        match feature.is_beyond_const_eval() {
            true => self.feature_percent / 4,
            false => self.feature_percent,
        }
    }
}

/// What was drawn for one program.
#[derive(Clone, Debug)]
pub(crate) struct Swarm {
    pub(crate) statements: usize,
    /// One bit for each feature that is on.
    on: u64,
    pub(crate) function_size: usize,
    pub(crate) literal_percent: u32,
    pub(crate) new_local_percent: u32,
    pub(crate) weights: Weights<u32>,
}

impl Swarm {
    pub(crate) fn draw(config: &GenConfig, rng: &mut Rng) -> Swarm {
        let on = Feature::ALL
            .iter()
            .filter(|feature| {
                // Drawn in any case, so that fixing one feature leaves the others as they were.
                let drawn = rng.percent(config.drawn_percent(**feature));
                config.is_possible(**feature) && config.fixed.get(feature).copied().unwrap_or(drawn)
            })
            .fold(0, |on, feature| on | bit(*feature));
        let mut swarm = Swarm {
            statements: rng.between(*config.statements.start(), *config.statements.end()),
            on,
            function_size: draw(&config.function_size, rng) as usize,
            literal_percent: draw(&config.literal_percent, rng),
            new_local_percent: draw(&config.new_local_percent, rng),
            weights: config.weights.draw(rng),
        };
        let off = |feature| !swarm.has(feature);
        let (no_switches, no_loops, no_calls) = (
            off(Feature::Switches),
            off(Feature::Loops),
            off(Feature::Calls),
        );
        let weights = &mut swarm.weights;
        if no_switches {
            weights.switch = 0;
        }
        if no_loops {
            weights.looping = 0;
        }
        if no_calls {
            (weights.new_function, weights.known_function) = (0, 0);
        }
        swarm
    }

    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.on & bit(feature) != 0
    }

    pub(crate) fn features(&self) -> Vec<Feature> {
        let all = Feature::ALL.iter().copied();
        all.filter(|feature| self.has(*feature)).collect()
    }
}

/// The bit that stands for a feature.
const fn bit(feature: Feature) -> u64 {
    const { assert!(Feature::ALL.len() <= 64) };
    1 << feature as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fixed_leaves_the_rest_as_it_was() {
        let free = GenConfig::default();
        let mut fixed = free.clone().sized(100..=100).with(Feature::Unions, false);
        *fixed.weights.get_mut("switch").unwrap() = 3..=3;
        for seed in 0..50 {
            let drawn = Swarm::draw(&free, &mut Rng::new(seed));
            let other = Swarm::draw(&fixed, &mut Rng::new(seed));
            assert_eq!(other.statements, 100);
            assert_eq!(other.on, drawn.on & !bit(Feature::Unions));
            for ((name, _, a), (_, _, b)) in drawn.weights.all().zip(other.weights.all()) {
                match name {
                    "switch" => assert!(*b == 3 || *b == 0 && *a == 0),
                    _ => assert_eq!(a, b, "{name}"),
                }
            }
        }
    }

    #[test]
    fn everything_stays_in_its_range() {
        let config = GenConfig::default();
        for seed in 0..200 {
            let drawn = Swarm::draw(&config, &mut Rng::new(seed));
            assert!(config.statements.contains(&drawn.statements));
            assert!(config.literal_percent.contains(&drawn.literal_percent));
            assert!(config.new_local_percent.contains(&drawn.new_local_percent));
            for ((name, _, range), (_, _, weight)) in config.weights.all().zip(drawn.weights.all())
            {
                assert!(*weight == 0 || range.contains(weight), "{name}: {weight}");
            }
        }
    }
}
