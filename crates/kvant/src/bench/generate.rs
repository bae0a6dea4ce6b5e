//! How much processor time it takes to generate programs.

use kvant_mir_gen::{GenConfig, generate};
use serde_json::json;

use super::{median, timed};
use crate::cli::BenchGenerate;
use crate::report::{Ended, Found, line, table};

const SIZES: [usize; 4] = [100, 1_000, 7_500, 30_000];

pub(super) fn execute(arguments: &BenchGenerate) -> Ended {
    let mut rows = vec![vec![
        "size".to_owned(),
        "statements".to_owned(),
        "ms a program".to_owned(),
        "ms a 1,000 statements".to_owned(),
        "steps".to_owned(),
        "steps undone".to_owned(),
    ]];
    let mut results = Vec::new();
    for size in SIZES {
        let config = GenConfig {
            statements: size..=size,
            ..GenConfig::default()
        };
        let mut times = Vec::new();
        let (mut statements, mut steps, mut undone) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 0..arguments.sample.count {
            let (grown, seconds) = timed(|| generate(seed, &config));
            let grown = grown?;
            times.push(seconds * 1e3);
            statements.push(grown.program.statement_count() as f64);
            steps.push(grown.stats.steps as f64);
            undone.push(grown.stats.undone_steps as f64);
        }
        let total: f64 = times.iter().sum();
        let per_thousand = total / statements.iter().sum::<f64>() * 1e3;
        let time = median(times);
        let medians = [statements, steps, undone].map(median);
        rows.push(vec![
            size.to_string(),
            format!("{:.0}", medians[0]),
            format!("{time:.2}"),
            format!("{per_thousand:.2}"),
            format!("{:.0}", medians[1]),
            format!("{:.0}", medians[2]),
        ]);
        results.push(json!({
            "size": size,
            "median_statements": medians[0],
            "median_cpu_ms": time,
            "cpu_ms_per_1000_statements": per_thousand,
            "median_steps": medians[1],
            "median_undone_steps": medians[2],
        }));
    }
    match arguments.sample.json {
        true => line(json!({ "programs": arguments.sample.count, "sizes": results })),
        false => line(table(&rows).trim_end()),
    }
    Ok(Found::Fine)
}
