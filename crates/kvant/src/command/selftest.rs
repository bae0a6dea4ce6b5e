//! `kvant selftest`: campaigns against compilers that misbehave on purpose.

use std::num::NonZero;
use std::path::Path;
use std::thread;
use std::time::Duration;

use kvant_campaign::Kind;
use kvant_canary::{Canary, LANGUAGE, Told};
use kvant_record::command::{CanaryReduced, CanaryTrial};

use super::toolchains;
use crate::cli::Selftest;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{
    BAD, DIM, Ended, Found, GOOD, json, line, note, readable, thousands, wants_json,
};

pub(super) fn execute(arguments: &Selftest, settings: Option<&Path>) -> Ended {
    let real = toolchains(LANGUAGE, &arguments.compilers, settings)?.swap_remove(0);
    let canaries = match arguments.canaries.as_slice() {
        [] => Canary::ALL,
        some => some,
    };
    let jobs = arguments
        .jobs
        .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN));
    if !wants_json() {
        note(format_args!(
            "{DIM}{} canaries that wrap {real}; Ctrl-C ends{DIM:#}",
            canaries.len()
        ));
    }
    let kvant = std::env::current_exe()?;
    let test = kvant_canary::Selftest::new(real.clone(), kvant, jobs, &on_interrupt()?)?;
    let (failed, tried, all_well) = if arguments.reduce {
        if !wants_json() {
            show_left_out(canaries);
        }
        let result = test.reduce(
            canaries,
            arguments.size,
            &mut teller(canaries, show_reduced),
        )?;
        for complaint in result.mixed.iter().filter(|_| !wants_json()) {
            line(format_args!("{BAD}failed{BAD:#}  {complaint}"));
        }
        let (failed, tried) = (result.failed, result.canaries.len());
        if wants_json() {
            json(result);
        }
        let all_well = format!(
            "the findings of all {tried} canaries were reduced and grouped as separate bugs"
        );
        (failed, tried, all_well)
    } else {
        let result = test.run(canaries, &mut teller(canaries, show))?;
        let (failed, tried) = (result.failed, result.canaries.len());
        if wants_json() {
            json(result);
        }
        let all_well = format!("all {tried} canaries were detected, without a finding on {real}");
        (failed, tried, all_well)
    };
    if !wants_json() {
        match failed {
            0 => line(format_args!("{GOOD}{all_well}{GOOD:#}")),
            _ => line(format_args!("{BAD}{failed} of {tried} failed{BAD:#}")),
        }
    }
    Ok(match failed {
        0 => Found::Fine,
        _ => Found::BadNews,
    })
}

/// Shows progress, and each result where people read it.
fn teller<T>(canaries: &[Canary], show: fn(&T)) -> impl FnMut(Told<'_, T>) {
    let mut progress = Progress::new();
    move |told| match told {
        Told::Waiting(finished) => {
            progress.show(|| format!("{finished} of {} canaries", canaries.len()));
        }
        Told::Tried(result) => {
            progress.clear();
            if !wants_json() {
                show(result);
            }
        }
    }
}

fn show(trial: &CanaryTrial) {
    let CanaryTrial {
        canary, programs, ..
    } = trial;
    let expected = trial.expected.map_or("nothing", Kind::name);
    match &trial.complaint {
        None => line(format_args!(
            "{GOOD}ok{GOOD:#}      {canary:<18}{expected:<20}{DIM}{programs} programs{DIM:#}"
        )),
        Some(complaint) => line(format_args!(
            "{BAD}failed{BAD:#}  {canary:<18}{expected:<20}{complaint}"
        )),
    }
}

fn show_left_out(canaries: &[Canary]) {
    for canary in canaries {
        if let Some(why) = canary.not_reduced() {
            note(format_args!(
                "{DIM}{} is left out: {why}{DIM:#}",
                canary.name()
            ));
        }
    }
}

fn show_reduced(result: &CanaryReduced) {
    let CanaryReduced {
        canary, findings, ..
    } = result;
    if let Some(complaint) = &result.complaint {
        return line(format_args!("{BAD}failed{BAD:#}  {canary:<18}{complaint}"));
    }
    let sizes = findings.iter().map(|finding| {
        let from = thousands(finding.original_statements as u64);
        format!("{from} to {} in {}", finding.statements, finding.functions)
    });
    let sizes = sizes.collect::<Vec<_>>().join(", ");
    let calls: u64 = findings.iter().map(|finding| finding.calls).sum();
    let spent: f64 = findings.iter().map(|finding| finding.cpu_seconds).sum();
    let culprit = findings.first().map_or("", |finding| &finding.culprit);
    let culprit = match culprit {
        "" => "no pass named",
        culprit => culprit,
    };
    line(format_args!(
        "{GOOD}ok{GOOD:#}      {canary:<18}{sizes:<32}{DIM}{calls} compilations, {} CPU; {culprit}{DIM:#}",
        readable(Duration::from_secs_f64(spent)),
    ));
}
