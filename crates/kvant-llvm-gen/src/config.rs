//! The configuration of the generator, and the values that are drawn from it for one test.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use kvant_generate::config::{Config, Field, NamedSize, Slot, Switch, fix, switches};
use kvant_generate::{FeatureSet, Rng, draw};

use crate::feature::Feature;

kvant_generate::weights! {
    body "body" 30..=60 "The body of a donor" needs Bodies,
    call "call" 10..=30 "A call of a donor" needs Calls,
    mutation "mutation" 10..=40 "A small change" needs Mutations,
}

/// The configuration of the generator. Everything not fixed here is drawn anew for each seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenConfig {
    /// The number of instructions that a test may have; the host may have more.
    pub statements: RangeInclusive<usize>,
    /// The number of instructions that may be executed on an input.
    pub steps: u64,
    /// The number of changes: donors and mutations.
    pub changes: RangeInclusive<u32>,
    /// The number of inputs.
    pub inputs: u32,
    /// Features that are always on, or always off.
    pub fixed: BTreeMap<Feature, bool>,
    /// Percentage of tests that have a feature that is not fixed.
    pub feature_percent: u32,
    /// Relative weights of steps.
    pub weights: Weights,
    /// A digest of the corpus, unless it is the embedded one.
    pub corpus: Option<String>,
}

impl Default for GenConfig {
    fn default() -> Self {
        GenConfig {
            statements: 20..=120,
            steps: 20_000,
            changes: 1..=4,
            inputs: 8,
            fixed: BTreeMap::new(),
            feature_percent: 80,
            weights: Weights::default(),
            corpus: None,
        }
    }
}

impl GenConfig {
    /// This configuration with one feature fixed.
    #[must_use]
    pub fn with(mut self, feature: Feature, on: bool) -> Self {
        self.fixed.insert(feature, on);
        self
    }
}

impl Config for GenConfig {
    fn sizes(&self) -> &'static [NamedSize] {
        &[
            ("tiny", 10..=20),
            ("small", 15..=50),
            ("medium", 20..=120),
            ("large", 100..=400),
        ]
    }

    fn slots(&mut self) -> Vec<Slot<'_>> {
        let mut slots = vec![
            Slot::statements(&mut self.statements, 5..=10_000),
            Slot::steps(&mut self.steps),
            Slot::new(
                "changes",
                Field::Range(&mut self.changes),
                0..=100,
                "Number of donors and of small changes",
            ),
            Slot::new(
                "inputs",
                Field::Number(&mut self.inputs),
                1..=256,
                "Number of inputs of a test",
            ),
            Slot::new(
                "feature_percent",
                Field::Number(&mut self.feature_percent),
                0..=100,
                "Percentage of tests in which a feature is on",
            ),
        ];
        slots.extend(self.weights.slots());
        slots
    }

    fn features(&self) -> Vec<Switch> {
        switches(&self.fixed, |feature| match self.fixed.get(&feature) {
            Some(true) => 100,
            Some(false) => 0,
            None => self.feature_percent,
        })
    }

    fn fix(&mut self, name: &str, on: Option<bool>) -> bool {
        fix(&mut self.fixed, name, on)
    }

    fn inputs(&self) -> Vec<(&'static str, String)> {
        let corpus = self.corpus.iter();
        corpus.map(|it| ("splice", it.clone())).collect()
    }

    fn duplicate(&self) -> Box<dyn Config> {
        Box::new(self.clone())
    }

    fn usual(&self) -> Box<dyn Config> {
        Box::new(GenConfig::default())
    }
}

/// The values that were drawn for one test.
#[derive(Clone, Debug)]
pub(crate) struct Swarm {
    pub(crate) statements: usize,
    pub(crate) changes: u32,
    on: FeatureSet<Feature>,
    pub(crate) weights: Weights<u32>,
}

impl Swarm {
    pub(crate) fn draw(config: &GenConfig, rng: &mut Rng) -> Swarm {
        let on = Feature::ALL
            .iter()
            .filter(|feature| {
                // Drawn in any case, so that fixing one feature leaves the others as they were.
                let drawn = rng.percent(config.feature_percent);
                config.fixed.get(feature).copied().unwrap_or(drawn)
            })
            .copied()
            .collect();
        Swarm {
            statements: rng.between(*config.statements.start(), *config.statements.end()),
            changes: draw(&config.changes, rng),
            on,
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
