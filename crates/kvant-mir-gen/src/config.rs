//! The configuration of the generator, and the values that are drawn from it for one program.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use kvant_generate::config::{Config, Field, NamedSize, Slot, Switch, fix, switches};
use kvant_generate::{FeatureSet, Rng, draw};
use kvant_mir::observation::Digest;

use crate::donor::Donor;
use crate::feature::Feature;

kvant_generate::weights! {
    plain "plain" 70..=70 "Assignments",
    switch "switch" 4..=14 "Switches; switches on enum discriminants have half the weight" needs Switches,
    looping "looping" 3..=10 "Loops" needs Loops,
    new_function "new_function" 3..=8 "Calls of new functions, which are generated at the call" needs Calls,
    known_function "known_function" 3..=8 "Calls of existing functions" needs Calls,
    observe "observe" 1..=5 "Observations inside of function bodies",
    intrinsic "intrinsic" 1..=5 "Intrinsics of each group",
    pointer "pointer" 3..=10 "Casts, offsets and comparisons of pointers",
    idiom "idiom" 4..=20 "Trees of integer operations",
    template "template" 2..=8 "Loops over arrays",
    alias "alias" 2..=6 "Alias shapes",
    switch_shape "switch_shape" 3..=15 "Switch shapes",
    splice "splice" 2..=6 "Functions of other programs",
}

/// The configuration of the generator. Everything not fixed here is drawn anew for each seed: features by chance,
/// and numbers from ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenConfig {
    /// The number of statements and terminators in the text. The size of one program is drawn from this range, and
    /// exceeded by the end of the construct that is being written.
    pub statements: RangeInclusive<usize>,
    /// The number of statements and terminators that may be executed; on trial, about as many again. A large
    /// program may execute more, in proportion to its size.
    pub steps: u64,
    /// Features that are always on, or always off.
    pub fixed: BTreeMap<Feature, bool>,
    /// Percentage of programs that have a feature that is not fixed; a quarter of it for features that compile-time
    /// evaluation, a second reference, does not support.
    pub feature_percent: u32,
    /// Programs whose functions may be spliced in. Without any, [`Feature::Splices`] is off.
    pub splices: Arc<[Donor]>,
    /// Percentage of right operands that are literals.
    pub literal_percent: RangeInclusive<u32>,
    /// Percentage of assignments that create a new local.
    pub new_local_percent: RangeInclusive<u32>,
    /// Approximate maximum number of statements of a function.
    pub function_size: RangeInclusive<u32>,
    /// Relative weights of constructs.
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

    /// Percentage of programs that have a feature.
    pub fn percent(&self, feature: Feature) -> u32 {
        match self.fixed.get(&feature) {
            _ if !self.is_possible(feature) => 0,
            Some(true) => 100,
            Some(false) => 0,
            None => self.drawn_percent(feature),
        }
    }

    /// True if the configuration has the inputs that a feature needs.
    fn is_possible(&self, feature: Feature) -> bool {
        feature != Feature::Splices || !self.splices.is_empty()
    }

    /// Percentage of programs that would have a feature if it were not fixed.
    fn drawn_percent(&self, feature: Feature) -> u32 {
        match feature.is_beyond_const_eval() {
            true => self.feature_percent / 4,
            false => self.feature_percent,
        }
    }
}

impl Config for GenConfig {
    fn sizes(&self) -> &'static [NamedSize] {
        &[
            ("tiny", 100..=200),
            ("small", 200..=500),
            ("medium", 600..=1500),
            ("large", 5_000..=10_000),
        ]
    }

    fn slots(&mut self) -> Vec<Slot<'_>> {
        let mut slots = vec![
            // The environment and its observation are the smallest text.
            Slot::statements(&mut self.statements, 100..=200_000),
            Slot::steps(&mut self.steps),
            Slot::new(
                "feature_percent",
                Field::Number(&mut self.feature_percent),
                0..=100,
                "Percentage of programs in which a feature is on; a quarter of it for features that\n\
                 # compile-time evaluation does not support",
            ),
            Slot::new(
                "literal_percent",
                Field::Range(&mut self.literal_percent),
                0..=100,
                "Percentage of right operands that are literals",
            ),
            Slot::new(
                "new_local_percent",
                Field::Range(&mut self.new_local_percent),
                0..=100,
                "Percentage of assignments that create a new local",
            ),
            Slot::function_size(&mut self.function_size),
        ];
        slots.extend(self.weights.slots());
        slots
    }

    fn features(&self) -> Vec<Switch> {
        switches(&self.fixed, |feature| self.percent(feature))
    }

    fn fix(&mut self, name: &str, on: Option<bool>) -> bool {
        fix(&mut self.fixed, name, on)
    }

    /// The number of donors, and a digest of them: the same seed gives the same program only with the same donors.
    fn inputs(&self) -> Vec<(&'static str, String)> {
        if self.splices.is_empty() {
            return Vec::new();
        }
        let mut digest = Digest::new();
        for donor in self.splices.iter() {
            digest.fold(0, donor.digest().into());
        }
        let donors = format!("from {} ({:016x})", self.splices.len(), digest.state());
        vec![("splices", donors)]
    }

    fn duplicate(&self) -> Box<dyn Config> {
        Box::new(self.clone())
    }

    fn usual(&self) -> Box<dyn Config> {
        Box::new(GenConfig::default())
    }
}

/// The values that were drawn for one program.
#[derive(Clone, Debug)]
pub(crate) struct Swarm {
    pub(crate) statements: usize,
    on: FeatureSet<Feature>,
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
            .copied()
            .collect();
        Swarm {
            statements: rng.between(*config.statements.start(), *config.statements.end()),
            on,
            function_size: draw(&config.function_size, rng) as usize,
            literal_percent: draw(&config.literal_percent, rng),
            new_local_percent: draw(&config.new_local_percent, rng),
            weights: config.weights.draw(on, rng),
        }
    }

    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.on.has(feature)
    }

    pub(crate) fn features(&self) -> Vec<Feature> {
        self.on.list()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_settings_do_not_change_the_others() {
        let free = GenConfig::default();
        let mut fixed = free.clone().sized(100..=100).with(Feature::Unions, false);
        fixed.weights.switch = 3..=3;
        for seed in 0..50 {
            let drawn = Swarm::draw(&free, &mut Rng::new(seed));
            let other = Swarm::draw(&fixed, &mut Rng::new(seed));
            assert_eq!(other.statements, 100);
            let mut features = drawn.features();
            features.retain(|feature| *feature != Feature::Unions);
            assert_eq!(other.features(), features);
            let mut weights = drawn.weights;
            weights.switch = if weights.switch == 0 { 0 } else { 3 };
            assert_eq!(other.weights, weights);
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
            let (range, weight) = (&config.weights.idiom, &drawn.weights.idiom);
            assert!(range.contains(weight));
        }
    }
}
