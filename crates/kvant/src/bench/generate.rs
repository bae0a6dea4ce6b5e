//! How much processor time and memory it takes to generate programs.
//!
//! Each size is measured in a process of its own, so that the peaks of memory are apart.

use std::time::Duration;

use kvant_languages::mir::from_seed;
use kvant_mir_gen::{GenConfig, generate};
use kvant_record::Record;
use kvant_record::bench::{Generate, GenerateSize};
use kvant_toolchain::{Exit, Limits, run};

use super::{median, timed};
use crate::cli::BenchGenerate;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{Ended, Failure, Found, json, line, table, wants_json};

const SIZES: [usize; 4] = [100, 1_000, 7_500, 30_000];

/// The sizes between which growth is told: four times as large.
const GROWTH: (usize, usize) = (7_500, 30_000);

pub(super) fn execute(arguments: &BenchGenerate) -> Ended {
    if let Some(size) = arguments.only {
        json(measure(size, arguments.seed, arguments.count)?);
        return Ok(Found::Fine);
    }
    let limits = Limits {
        wall: Duration::from_hours(2),
        cpu: Duration::from_hours(1),
        ..Limits::for_compiler().cancelled_by(&on_interrupt()?)
    };
    let mut progress = Progress::new();
    let mut results = Vec::new();
    for size in SIZES {
        progress.show(|| format!("programs of {size} statements"));
        let count = match size {
            30_000.. => arguments.count.div_ceil(2),
            _ => arguments.count,
        };
        results.push(in_a_child(size, arguments.seed, count, &limits)?);
    }
    progress.clear();
    let time = |size: usize| {
        let result = results.iter().find(|result| result.size == size);
        result.map(|result| result.median_cpu_ms)
    };
    let growth = time(GROWTH.1).zip(time(GROWTH.0)).map(|(a, b)| a / b);
    if wants_json() {
        json(Generate {
            sizes: results,
            growth_30000_by_7500: growth,
        });
    } else {
        show(&results);
        if let Some(growth) = growth {
            line(format_args!(
                "\nfrom {} to {} statements: {growth:.1} times the processor time",
                GROWTH.0, GROWTH.1
            ));
        }
    }
    Ok(Found::Fine)
}

/// Measures one size in a process of its own.
fn in_a_child(
    size: usize,
    seed: u64,
    count: u64,
    limits: &Limits,
) -> Result<GenerateSize, Failure> {
    let own = std::env::current_exe().map_err(|error| format!("cannot find myself: {error}"))?;
    let [size, seed, count] = [size as u64, seed, count].map(|n| n.to_string());
    let words = [
        "bench", "generate", "--json", "--only", &size, "--seed", &seed, "--count", &count,
    ];
    let ran = run(&own, words, limits)?;
    if ran.exit != Exit::Code(0) {
        let said = String::from_utf8_lossy(&ran.stderr);
        return Err(format!("measuring {size} statements: {}; {}", ran.exit, said.trim()).into());
    }
    let record: Record<GenerateSize> = serde_json::from_slice(&ran.stdout)?;
    Ok(record.value)
}

fn measure(size: usize, first: u64, count: u64) -> Result<GenerateSize, Failure> {
    let config = GenConfig::default().sized(size..=size);
    let (mut times, mut checked) = (Vec::new(), Vec::new());
    let (mut statements, mut steps, mut undone) = (Vec::new(), Vec::new(), Vec::new());
    let seeds = || (0..count).map(|n| first.wrapping_add(n));
    for seed in seeds() {
        let (grown, seconds) = timed(|| generate(seed, &config));
        let grown = grown?;
        times.push(seconds * 1e3);
        statements.push(grown.program.statement_count() as f64);
        steps.push(grown.stats.steps as f64);
        undone.push(grown.stats.undone_steps as f64);
    }
    let peak = peak_memory();
    // As every command does it: printed, parsed and run again. What fails there is no program.
    for seed in seeds() {
        let (subject, seconds) = timed(|| from_seed(seed, &config));
        subject?;
        checked.push(seconds * 1e3);
    }
    let total: f64 = times.iter().sum();
    let per_thousand = total / statements.iter().sum::<f64>() * 1e3;
    let slowest = times.iter().copied().fold(0.0, f64::max);
    Ok(GenerateSize {
        size,
        programs: count,
        median_cpu_ms: median(times),
        max_cpu_ms: slowest,
        median_checked_cpu_ms: median(checked),
        cpu_ms_per_1000_statements: per_thousand,
        peak_memory_bytes: peak,
        median_statements: median(statements),
        median_steps: median(steps),
        median_undone_steps: median(undone),
    })
}

/// The most memory that this process ever had, where the system tells: Linux.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn show(results: &[GenerateSize]) {
    let mut rows = vec![
        [
            "size",
            "programs",
            "statements",
            "CPU ms",
            "at most",
            "a 1,000 statements",
            "with all checks",
            "peak MiB",
            "steps",
            "undone",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for result in results {
        let peak = result
            .peak_memory_bytes
            .map(|bytes| bytes as f64 / 1_048_576.0);
        rows.push(vec![
            result.size.to_string(),
            result.programs.to_string(),
            format!("{:.0}", result.median_statements),
            format!("{:.1}", result.median_cpu_ms),
            format!("{:.1}", result.max_cpu_ms),
            format!("{:.1}", result.cpu_ms_per_1000_statements),
            format!("{:.1}", result.median_checked_cpu_ms),
            peak.map_or("?".to_owned(), |peak| format!("{peak:.1}")),
            format!("{:.0}", result.median_steps),
            format!("{:.0}", result.median_undone_steps),
        ]);
    }
    line(table(&rows).trim_end());
}
