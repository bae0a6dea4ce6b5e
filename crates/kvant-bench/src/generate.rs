//! Processor time and memory for the generation of programs.

use kvant_languages::mir::from_seed;
use kvant_mir_gen::GenConfig;
use kvant_record::bench::{Generate, GenerateSize};

use crate::{Error, Tell, median, timed};

const SIZES: [usize; 4] = [100, 1_000, 7_500, 30_000];

/// The sizes whose times are compared: four times as large.
const GROWTH: (usize, usize) = (7_500, 30_000);

/// Measures `count` programs of each size, and half as many of the largest. `measure`, which gets a size and a count, calls
/// [`generate_size`] in a process of its own, so that the peaks of memory are separate.
pub fn generate<E>(
    count: u64,
    mut measure: impl FnMut(usize, u64) -> Result<GenerateSize, E>,
    tell: &mut Tell<'_>,
) -> Result<Generate, E> {
    let mut sizes = Vec::new();
    for size in SIZES {
        tell(format_args!("programs of {size} statements"));
        let count = match size {
            30_000.. => count.div_ceil(2),
            _ => count,
        };
        sizes.push(measure(size, count)?);
    }
    let time = |size: usize| {
        let result = sizes.iter().find(|result| result.size == size);
        result.map(|result| result.median_cpu_ms)
    };
    Ok(Generate {
        growth_30000_by_7500: time(GROWTH.1).zip(time(GROWTH.0)).map(|(a, b)| a / b),
        sizes,
    })
}

/// Measures the generation of `count` programs of one size, from seed `first` on, and the memory of this process.
pub fn generate_size(size: usize, first: u64, count: u64) -> Result<GenerateSize, Error> {
    let config = GenConfig::default().sized(size..=size);
    let (mut times, mut checked) = (Vec::new(), Vec::new());
    let (mut statements, mut steps, mut undone) = (Vec::new(), Vec::new(), Vec::new());
    let seeds = || (0..count).map(|n| first.wrapping_add(n));
    for seed in seeds() {
        let (grown, seconds) = timed(|| kvant_mir_gen::generate(seed, &config));
        let grown = grown?;
        times.push(seconds * 1e3);
        statements.push(grown.program.statement_count() as f64);
        steps.push(grown.stats.steps as f64);
        undone.push(grown.stats.undone_steps as f64);
    }
    let peak = peak_memory();
    // With the check of every command: printed, parsed and run again.
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

/// Peak memory of this process, on Linux.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
