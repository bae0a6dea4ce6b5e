//! The configuration of the generator, and the values that are drawn from it for one program.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use kvant_generate::config::{Config, Field, NamedSize, Slot, Switch, fix, switches};
use kvant_generate::{FeatureSet, Rng, draw};

use crate::feature::Feature;

kvant_generate::weights! {
    assign "assign" 50..=50 "Assignments, also compound ones",
    declare "declare" 8..=20 "Declarations of local variables",
    branch "branch" 4..=14 "`if`" needs Branches,
    switch "switch" 2..=8 "`switch`" needs Switches,
    looping "looping" 3..=10 "Loops" needs ForLoops | WhileLoops,
    goto "goto" 1..=4 "`goto`" needs Gotos,
    new_function "new_function" 4..=10 "Calls of new functions, which are generated at the call" needs Calls,
    known_function "known_function" 6..=14 "Calls of existing functions" needs Calls,
    pointer "pointer" 4..=12 "Assignments to pointers" needs Pointers,
    memory "memory" 2..=8 "`memcpy` and related functions, and the heap" needs Heap | MemoryFunctions,
    idiom "idiom" 4..=16 "Trees of integer operations" needs Idioms,
    template "template" 2..=8 "Loops over arrays" needs LoopTemplates,
    alias "alias" 1..=4 "Alias shapes" needs AliasShapes,
    variadic "variadic" 1..=4 "Calls of variadic functions" needs Variadic,
    aggregate "aggregate" 2..=8 "Assignments of whole structs",
    observe "observe" 1..=3 "Observations inside of function bodies",
}

/// The configuration of the generator. Everything not fixed here is drawn anew for each seed: features by chance,
/// and numbers from ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenConfig {
    /// The number of statements in the text. The size of one program is drawn from this range, and exceeded by the end of the
    /// construct that is being written.
    pub statements: RangeInclusive<usize>,
    /// The number of statements that may be executed; on trial, about as many again. A large program may execute more, in
    /// proportion to its size.
    pub steps: u64,
    /// Features that are always on, or always off.
    pub fixed: BTreeMap<Feature, bool>,
    /// Percentage of programs that have a feature that is not fixed.
    pub feature_percent: u32,
    /// Percentage of programs that use only features that tcc supports, unless others are fixed.
    pub portable_percent: u32,
    /// Percentage of operands that are literals.
    pub literal_percent: RangeInclusive<u32>,
    /// Approximate maximum number of statements of a function.
    pub function_size: RangeInclusive<u32>,
    /// Maximum depth of expressions.
    pub depth: RangeInclusive<u32>,
    /// Relative weights of constructs.
    pub weights: Weights,
}

impl Default for GenConfig {
    fn default() -> Self {
        GenConfig {
            statements: 100..=400,
            steps: 30_000,
            fixed: BTreeMap::new(),
            feature_percent: 75,
            portable_percent: 30,
            literal_percent: 5..=25,
            function_size: 12..=50,
            depth: 2..=4,
            weights: Weights::default(),
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
            Some(true) => 100,
            Some(false) => 0,
            None => self.feature_percent,
        }
    }
}

impl Config for GenConfig {
    fn sizes(&self) -> &'static [NamedSize] {
        &[
            ("tiny", 30..=80),
            ("small", 80..=150),
            ("medium", 100..=400),
            ("large", 2_000..=4_000),
        ]
    }

    fn slots(&mut self) -> Vec<Slot<'_>> {
        let mut slots = vec![
            Slot::statements(&mut self.statements, 20..=100_000),
            Slot::steps(&mut self.steps),
            Slot::new(
                "feature_percent",
                Field::Number(&mut self.feature_percent),
                0..=100,
                "Percentage of programs in which a feature is on",
            ),
            Slot::new(
                "portable_percent",
                Field::Number(&mut self.portable_percent),
                0..=100,
                "Percentage of programs without features that tcc does not support",
            ),
            Slot::new(
                "literal_percent",
                Field::Range(&mut self.literal_percent),
                0..=100,
                "Percentage of operands that are literals",
            ),
            Slot::function_size(&mut self.function_size),
            Slot::new(
                "depth",
                Field::Range(&mut self.depth),
                1..=8,
                "Maximum depth of expressions",
            ),
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
    pub(crate) depth: u32,
    pub(crate) weights: Weights<u32>,
}

impl Swarm {
    pub(crate) fn draw(config: &GenConfig, rng: &mut Rng) -> Swarm {
        // Some programs avoid features that not all compilers support.
        let portable = rng.percent(config.portable_percent);
        let on = Feature::ALL
            .iter()
            .filter(|feature| {
                // Drawn in any case, so that fixing one feature leaves the others as they were.
                let drawn = rng.percent(config.feature_percent);
                let drawn = drawn && !(portable && feature.is_beyond_tcc());
                config.fixed.get(feature).copied().unwrap_or(drawn)
            })
            .copied()
            .collect();
        Swarm {
            statements: rng.between(*config.statements.start(), *config.statements.end()),
            on,
            function_size: draw(&config.function_size, rng) as usize,
            literal_percent: draw(&config.literal_percent, rng),
            depth: draw(&config.depth, rng),
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
        let fixed = free.clone().sized(100..=100).with(Feature::Unions, false);
        for seed in 0..50 {
            let drawn = Swarm::draw(&free, &mut Rng::new(seed));
            let other = Swarm::draw(&fixed, &mut Rng::new(seed));
            assert_eq!(other.statements, 100);
            let mut features = drawn.features();
            features.retain(|feature| *feature != Feature::Unions);
            assert_eq!(other.features(), features);
        }
    }
}
