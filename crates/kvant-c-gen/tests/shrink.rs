//! Programs made smaller, without any compiler: one that is wrong is stood for by a program that it might have understood.

#![allow(clippy::print_stdout)] // How many questions it took shows in the tests' output.

mod planted;

use std::collections::HashSet;
use std::time::Instant;

use kvant_c::{CTarget, Program, canonical, check, parse, print};
use kvant_c_gen::{Candidate, GenConfig, Shrinker, generate};
use kvant_c_machine::{Limits, Outcome, execute};
use planted::Plant;

const TARGET: CTarget = CTarget::X86_64;

fn shows(plant: Plant, candidate: &Candidate) -> bool {
    let digest = candidate.trace.digest().to_string();
    plant.shows(&candidate.program, &digest, candidate.steps)
}

/// Programs on which a wrong rule shows.
fn shown(plant: Plant, most: usize) -> Vec<(u64, Program)> {
    let config = GenConfig::default();
    let programs = (1..200).filter_map(|seed| {
        let made = generate(seed, &config, &TARGET).ok()?;
        let digest = made.trace.digest().to_string();
        let steps = made.stats.steps;
        plant
            .shows(&made.program, &digest, steps)
            .then_some((seed, made.program))
    });
    programs.take(most).collect()
}

/// Shrinks to the end, asking about at most so many at once.
fn shrink(program: Program, most: usize, interesting: impl Fn(&Candidate) -> bool) -> Shrinker {
    let mut shrinker = Shrinker::new(program, &TARGET).unwrap();
    let mut passes: Vec<(&str, usize, usize)> = Vec::new();
    loop {
        let candidates = shrinker.propose(most);
        if candidates.is_empty() {
            if std::env::var("PASSES").is_ok() {
                println!("{passes:?}");
            }
            return shrinker;
        }
        let answers: Vec<bool> = candidates.iter().map(&interesting).collect();
        for (c, a) in candidates.iter().zip(&answers) {
            match passes.iter_mut().find(|p| p.0 == c.pass) {
                Some(p) => {
                    p.1 += 1;
                    p.2 += usize::from(*a)
                }
                None => passes.push((c.pass, 1, usize::from(*a))),
            }
        }
        shrinker.learn(&answers);
    }
}

fn text(program: &Program) -> String {
    let text = print::program(program, &print::Form::Readable, "");
    let body = text.split("/* kvant: end of it */").nth(1).unwrap();
    let body = body.split("/* kvant: the same").next().unwrap();
    body.trim().replace("\n\n", "\n")
}

/// Fails if a candidate is not what it should be.
fn assert_sound(candidate: &Candidate) {
    check::program(&candidate.program, &TARGET).unwrap();
    let printed = print::program(&candidate.program, &print::Form::Readable, "");
    assert!(parse::program(&printed, &TARGET).unwrap().program == candidate.program);
    let run = execute(&candidate.program, &TARGET, Limits::default());
    assert_eq!(run.outcome, Outcome::Finished);
    assert_eq!(run.trace, candidate.trace);
    assert!(!run.trace.observations.is_empty());
}

#[test]
fn every_wrong_rule_is_shown_by_a_few_statements() {
    for plant in Plant::ALL {
        for (seed, program) in shown(plant, 3) {
            let before = program.statement_count();
            let begin = Instant::now();
            let shrinker = shrink(program, 1, |candidate| shows(plant, candidate));
            let best = shrinker.best();
            let after = best.program.statement_count();
            let functions = best.program.functions.len();
            println!(
                "{plant:?}, seed {seed}: {before} to {after} statements in {functions} functions, {} asked, {:?}",
                shrinker.asked(),
                begin.elapsed(),
            );
            println!("{}", text(&best.program));
            assert_sound(best);
            assert!(shows(plant, best));
        }
    }
}
