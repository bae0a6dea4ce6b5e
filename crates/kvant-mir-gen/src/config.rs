//! What may be drawn for a program, and what was drawn.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::donor::Donor;
use crate::feature::Feature;
use crate::rng::Rng;

/// What a program may be like. Everything not fixed here is drawn anew for each seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenConfig {
    /// How many statements and terminators the text should have. The size of one program is drawn
    /// from this range; it may miss it by the end of what it was just writing.
    pub statements: RangeInclusive<usize>,
    /// How many statements and terminators may be executed; on trial, about as many again.
    pub steps: u64,
    /// Features that are always on, or always off.
    pub fixed: Vec<(Feature, bool)>,
    /// In how many of 100 programs a feature that is not fixed is on; a quarter as many for those that rob a
    /// program of the second opinion of compile-time evaluation.
    pub feature_percent: u32,
    /// Programs whose functions may be spliced in. Without any, [`Feature::Splices`] is off.
    pub splices: Arc<[Donor]>,
}

impl Default for GenConfig {
    fn default() -> Self {
        GenConfig {
            statements: 200..=500,
            steps: 20_000,
            fixed: Vec::new(),
            feature_percent: 85,
            splices: Arc::default(),
        }
    }
}

impl GenConfig {
    /// The smallest text the generator writes: the environment and its observation.
    pub const MIN_STATEMENTS: usize = 100;
    /// The largest text the generator is asked for.
    pub const MAX_STATEMENTS: usize = 200_000;

    /// This configuration with one feature fixed.
    #[must_use]
    pub fn with(mut self, feature: Feature, on: bool) -> Self {
        self.fixed.push((feature, on));
        self
    }
}

/// What was drawn for one program.
#[derive(Clone, Debug)]
pub(crate) struct Swarm {
    pub(crate) statements: usize,
    on: Vec<Feature>,
    /// How often the right operand of an operation is a literal, of 100.
    pub(crate) literal_percent: u32,
    /// How often an assignment makes a new local, of 100.
    pub(crate) new_local_percent: u32,
    pub(crate) weights: Weights,
}

/// How likely each construct is beside the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub(crate) plain: u32,
    pub(crate) switch: u32,
    pub(crate) looping: u32,
    pub(crate) new_function: u32,
    pub(crate) known_function: u32,
    pub(crate) observe: u32,
    /// Of intrinsics of one kind.
    pub(crate) intrinsic: u32,
    /// Of casts, offsets and comparisons of pointers.
    pub(crate) pointer: u32,
    /// Of idiom trees.
    pub(crate) idiom: u32,
    /// Of loops over arrays.
    pub(crate) template: u32,
    /// Of alias shapes.
    pub(crate) alias: u32,
    /// Of switch shapes.
    pub(crate) switch_shape: u32,
    /// Of functions of other programs.
    pub(crate) splice: u32,
}

impl Swarm {
    pub(crate) fn draw(config: &GenConfig, rng: &mut Rng) -> Swarm {
        let on = Feature::ALL
            .iter()
            .copied()
            .filter(|feature| {
                // Drawn in any case, so that fixing one feature leaves the others as they were.
                let drawn = rng.percent(match feature.is_beyond_const_eval() {
                    true => config.feature_percent / 4,
                    false => config.feature_percent,
                });
                let fixed = config.fixed.iter().rev().find(|(f, _)| f == feature);
                let possible = *feature != Feature::Splices || !config.splices.is_empty();
                possible && fixed.map_or(drawn, |(_, on)| *on)
            })
            .collect();
        let mut swarm = Swarm {
            statements: rng.between(*config.statements.start(), *config.statements.end()),
            on,
            literal_percent: rng.between(5, 30) as u32,
            new_local_percent: rng.between(30, 60) as u32,
            weights: Weights {
                plain: 70,
                switch: rng.between(4, 14) as u32,
                looping: rng.between(3, 10) as u32,
                new_function: rng.between(2, 5) as u32,
                known_function: rng.between(3, 8) as u32,
                observe: rng.between(1, 5) as u32,
                intrinsic: rng.between(1, 5) as u32,
                pointer: rng.between(2, 8) as u32,
                idiom: rng.between(2, 12) as u32,
                template: rng.between(1, 6) as u32,
                alias: rng.between(1, 5) as u32,
                switch_shape: rng.between(3, 15) as u32,
                splice: rng.between(2, 6) as u32,
            },
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
        self.on.contains(&feature)
    }

    pub(crate) fn features(&self) -> &[Feature] {
        &self.on
    }
}
