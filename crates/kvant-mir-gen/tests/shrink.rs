//! Programs made smaller, without any compiler: one that is wrong is stood for by a machine with a wrong rule.

#![allow(clippy::print_stdout)] // How many questions it took shows in the tests' output.

use kvant_memory::Target;
use kvant_mir::print::{Form, Version};
use kvant_mir::{Program, check, parse, print};
use kvant_mir_gen::{Candidate, Feature, GenConfig, Shrinker, generate};
use kvant_mir_machine::planted::{self, Plant};
use kvant_mir_machine::{Limits, Outcome, Resolver, Run, execute, execute_under_all};

const TARGET: Target = Target::X86_64;

fn run(program: &Program, steps: u64) -> Run {
    let limits = Limits {
        steps,
        ..Limits::default()
    };
    execute(program, &TARGET, Resolver::default(), limits)
}

/// Whether a machine with a wrong rule observes something else.
fn shows(plant: Plant, candidate: &Candidate) -> bool {
    let wrong = planted::with(plant, || {
        run(&candidate.program, 10 * candidate.steps + 1000)
    });
    wrong.outcome == Outcome::Finished && wrong.trace != candidate.trace
}

/// A program of about this size on which the wrong rule shows.
fn shown(plant: Plant, statements: usize) -> Program {
    let config = GenConfig::default()
        .sized(statements..=statements)
        .with(Feature::MemoryIntrinsics, true);
    let mut programs = (0..60).filter_map(|seed| generate(seed, &config).ok());
    let found = programs.find(|made| {
        let wrong = planted::with(plant, || run(&made.program, 10_000_000));
        wrong.outcome == Outcome::Finished && wrong.trace != made.trace
    });
    found.expect("some program shows it").program
}

/// Shrinks to the end, asking about at most so many at once.
fn shrink(program: Program, most: usize, interesting: impl Fn(&Candidate) -> bool) -> Shrinker {
    let mut shrinker = Shrinker::new(program).unwrap();
    loop {
        let candidates = shrinker.propose(most);
        if candidates.is_empty() {
            return shrinker;
        }
        let answers: Vec<bool> = candidates.iter().map(&interesting).collect();
        if std::env::var_os("KVANT_SHRINK_LOG").is_some() {
            for (candidate, answer) in candidates.iter().zip(&answers) {
                println!(
                    "{:28} {:6} {answer}",
                    candidate.pass,
                    candidate.program.statement_count()
                );
            }
        }
        shrinker.learn(&answers);
    }
}

fn text(program: &Program) -> String {
    let text = print::program(program, &Form::Readable, Version::NEWEST, "");
    text.split("mod kvant").next().unwrap().to_owned()
}

/// Fails if a candidate is not what it should be.
fn assert_sound(candidate: &Candidate) {
    check::program(&candidate.program, &TARGET).unwrap();
    let printed = print::program(&candidate.program, &Form::Readable, Version::NEWEST, "");
    assert!(parse::program(&printed).unwrap().program == candidate.program);
    let run = execute_under_all(&candidate.program, &TARGET, Limits::default());
    assert_eq!(run.outcome, Outcome::Finished);
    assert_eq!(run.trace, candidate.trace);
    assert!(!run.trace.observations.is_empty());
}

#[test]
fn every_wrong_rule_is_shown_by_a_few_statements() {
    for plant in Plant::ALL {
        if let Ok(only) = std::env::var("KVANT_SHRINK_PLANT")
            && format!("{plant:?}") != only
        {
            continue;
        }
        let program = shown(plant, 1500);
        let before = program.statement_count();
        let clock = std::time::Instant::now();
        let shrinker = shrink(program, 1, |candidate| shows(plant, candidate));
        let best = shrinker.best();
        let after = best.program.statement_count();
        let functions = best.program.functions.len();
        println!(
            "{plant:?}: {before} to {after} statements in {functions} functions, {} asked, {:?}",
            shrinker.asked(),
            clock.elapsed(),
        );
        println!("{}", text(&best.program));
        assert_sound(best);
        assert!(shows(plant, best));
        assert!(after <= 12, "{plant:?}: {after} statements are left");
        assert!(functions <= 2, "{plant:?}: {functions} functions are left");
    }
}
