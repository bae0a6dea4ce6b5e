//! Required statistics of programs at default settings, on fixed seeds: size, executed and live shares, live features, and
//! generation time. `kvant gen --stats --count 1000` shows the figures for more seeds.

use std::collections::BTreeMap;

use kvant_mir_gen::{Feature, GenConfig, assess, generate};

const SEEDS: usize = 200;

/// The median of `values`.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn programs_are_large_executed_and_live_and_every_feature_matters() {
    let (mut executed, mut live, mut statements) = (Vec::new(), Vec::new(), Vec::new());
    let mut features: BTreeMap<Feature, usize> = BTreeMap::new();
    for seed in 0..SEEDS as u64 {
        let grown = generate(seed, &GenConfig::default()).unwrap();
        assert!(!grown.trace.observations.is_empty(), "seed {seed}");
        let health = assess(&grown.program, &grown.authors).unwrap();
        executed.push(health.executed_share());
        live.push(health.live_share());
        statements.push(grown.program.statement_count() as f64);
        let drawn = |feature: &Feature| grown.features.contains(feature);
        for feature in health.features.into_iter().filter(drawn) {
            *features.entry(feature).or_default() += 1;
        }
    }
    let (executed, live, statements) = (median(executed), median(live), median(statements));
    assert!((0.6..0.9).contains(&executed), "{executed} is executed");
    assert!(live >= 0.7, "{live} of it is live");
    assert!(statements >= 1000.0, "{statements} statements");
    for feature in Feature::ALL {
        // Without donors there is nothing to splice.
        let wanted = if *feature == Feature::Splices {
            0
        } else {
            SEEDS / 20
        };
        let programs = features.get(feature).copied().unwrap_or_default();
        assert!(
            programs >= wanted,
            "{feature} is live in {programs} programs"
        );
    }
}

#[test]
fn the_time_it_takes_is_in_proportion_to_the_size() {
    // Steps of the machine are most of the time, and do not depend on the load of the computer.
    let work = |size: usize| -> f64 {
        let work = (0..8).map(|seed| {
            let grown = generate(seed, &GenConfig::default().sized(size..=size)).unwrap();
            (grown.stats.steps + grown.stats.undone_steps + 10 * grown.stats.proposed) as f64
        });
        work.sum()
    };
    let (small, large) = (work(2_000), work(8_000));
    assert!(large < 5.0 * small, "{large} after {small}");
}
