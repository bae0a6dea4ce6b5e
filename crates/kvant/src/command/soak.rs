//! `kvant soak`: many programs on all cores, and every disagreement kept.

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use kvant_campaign::{Hunt, Soak, Soaked, Subject, Tested};
use kvant_toolchain::{Backend, OptLevel, Toolchain};
use serde_json::{Value, json};

use super::{Asked, hunt_with, optimising, seeds_from};
use crate::cli;
use crate::mir::from_seed;
use crate::progress::Progress;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, error, line, note};

/// Every program goes through O0 and O3 of every toolchain, if nobody says otherwise; the others are asked where
/// one disagrees.
fn hunt(arguments: &cli::Soak, asked: &Asked) -> Result<Hunt, Failure> {
    let unoptimised = |toolchain: &Arc<Toolchain>| Backend::build(toolchain.clone(), OptLevel::O0);
    let backends = asked.backends(|toolchains| {
        let mut backends: Vec<Backend> = toolchains.iter().map(unoptimised).collect();
        backends.extend(optimising(toolchains));
        backends
    });
    hunt_with(backends, asked, &arguments.testing)
}

pub(super) fn execute(arguments: &cli::Soak, settings: Option<&Path>) -> Ended {
    let config = arguments.taste.config()?;
    let asked = Asked::new(&arguments.testing.matrix, settings)?;
    let seeds = seeds_from(arguments.seed, arguments.count)?;
    let end = seeds.end;
    let soak = Soak {
        hunt: hunt(arguments, &asked)?,
        jobs: arguments
            .jobs
            .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)),
    };
    if !arguments.json {
        note(format_args!(
            "{DIM}{}; {} programs from seed {}, {} at a time; Ctrl-C ends{DIM:#}",
            asked.about("O0 and O3"),
            arguments.count,
            arguments.seed,
            soak.jobs
        ));
    }

    let began = Instant::now();
    let mut tally = Tally::default();
    let mut progress = Progress::new();
    let maker =
        |seed| from_seed(seed, &config).map(|subject| Box::new(subject) as Box<dyn Subject>);
    let soaked = soak.run(seeds, &maker, &mut |tested| {
        if let Some(bad) = tally.add(&tested) {
            progress.clear();
            note(format_args!("{BAD}{}{BAD:#}", bad.line()));
            tally.bad.push(bad);
        }
        progress.show(|| tally.progress(arguments.count, began.elapsed()));
    });
    progress.clear();

    let next = (soaked.next < end).then_some(soaked.next);
    match arguments.json {
        true => line(tally.json(next, &soaked, began.elapsed())),
        false => tally.show(next, began.elapsed()),
    }
    if let (Some(next), false) = (next, arguments.json) {
        note(format_args!(
            "go on with --seed {next} --count {}",
            end - next
        ));
    }
    if let Some(stopped) = &soaked.stopped {
        error(stopped);
    }
    Ok(match (tally.bad.is_empty(), soaked.stopped) {
        (false, _) => Found::BadNews,
        (true, Some(_)) => Found::Nothing,
        (true, None) => Found::Fine,
    })
}

/// What was seen so far.
#[derive(Default)]
struct Tally {
    programs: u64,
    runs: u64,
    cannot_say: u64,
    bad: Vec<Bad>,
}

/// A disagreement, or a program that could not be made.
struct Bad {
    seed: u64,
    kind: &'static str,
    detail: String,
    kept: Option<String>,
}

impl Bad {
    fn line(&self) -> String {
        let kept = self.kept.as_deref().map(|path| format!(", kept as {path}"));
        format!(
            "seed {}: {}{}{}",
            self.seed,
            self.kind,
            self.detail,
            kept.unwrap_or_default()
        )
    }
}

impl Tally {
    /// Counts a program, and says what was bad about it.
    fn add(&mut self, tested: &Tested) -> Option<Bad> {
        self.programs += 1;
        self.runs += tested.runs;
        self.cannot_say += tested.cannot_say;
        let seed = tested.seed;
        if let Some(why) = &tested.unmade {
            let (kind, detail) = ("no program", format!(": {why}"));
            return Some(Bad {
                seed,
                kind,
                detail,
                kept: None,
            });
        }
        let (finding, kept) = tested.finding.as_ref()?;
        let disagrees = finding
            .verdicts
            .iter()
            .filter(|(_, verdict)| verdict.is_bad());
        let names: Vec<String> = disagrees.map(|(backend, _)| backend.name()).collect();
        let mut detail = format!(" on {}", names.join(", "));
        if let Err(failed) = kept {
            detail = format!("{detail}; {failed}");
        }
        Some(Bad {
            seed,
            kind: finding.kind.name(),
            detail,
            kept: kept.as_ref().ok().map(|path| path.display().to_string()),
        })
    }

    fn progress(&self, count: u64, elapsed: Duration) -> String {
        let rate = self.programs as f64 / elapsed.as_secs_f64().max(0.001);
        let left = (count - self.programs) as f64 / rate.max(1e-6);
        let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
        format!(
            "{} of {count} programs, {} runs, {rate:.2} programs a second, {} left, {} disagreements",
            self.programs,
            self.runs,
            readable(left),
            self.bad.len()
        )
    }

    fn show(&self, next: Option<u64>, elapsed: Duration) {
        for bad in &self.bad {
            line(bad.line());
        }
        let style = if self.bad.is_empty() { GOOD } else { BAD };
        line(format_args!(
            "{}{style}{} programs, {} runs, {} disagreements, {} cannot-say{style:#} in {}",
            if next.is_some() { "stopped after " } else { "" },
            self.programs,
            self.runs,
            self.bad.len(),
            self.cannot_say,
            readable(elapsed)
        ));
    }

    fn json(&self, next: Option<u64>, soaked: &Soaked, elapsed: Duration) -> Value {
        json!({
            "programs": self.programs,
            "runs": self.runs,
            "disagreements": self.bad.len(),
            "cannot_say": self.cannot_say,
            "seconds": elapsed.as_secs_f64(),
            "next_seed": next,
            "error": soaked.stopped.as_ref().map(ToString::to_string),
            "findings": self.bad.iter().map(|bad| json!({
                "seed": bad.seed,
                "kind": bad.kind,
                "detail": bad.line(),
                "kept": bad.kept,
            })).collect::<Vec<_>>(),
        })
    }
}

/// A duration for people: `45 s`, `12 min`, `3 h 20 min`.
fn readable(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min {} s", seconds % 60),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_for_people() {
        for (seconds, says) in [
            (0, "0 s"),
            (59, "59 s"),
            (61, "1 min 1 s"),
            (7384, "2 h 3 min"),
        ] {
            assert_eq!(readable(Duration::from_secs(seconds)), says);
        }
    }
}
