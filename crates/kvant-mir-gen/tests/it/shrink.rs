//! Shrinking without any compiler: a wrong compiler is simulated by a machine with a wrong rule.

#![allow(clippy::print_stdout)] // The tests print the number of questions.

use kvant_memory::Target;
use kvant_mir::print::{Form, Version};
use kvant_mir::{BinOp, Program, Rvalue, Statement, check, parse, print};
use kvant_mir_gen::{Candidate, Feature, GenConfig, Mir, Shrinker, generate};
use kvant_mir_machine::planted::{self, Plant};
use kvant_mir_machine::{
    Limits, Machine, Outcome, Resolver, Run, Stop, execute, execute_under_all,
};
use kvant_testing::shrink::{answer_at_random, ask};

const TARGET: Target = Target::X86_64;

fn run(program: &Program, steps: u64) -> Run {
    let limits = Limits {
        steps,
        ..Limits::default()
    };
    execute(program, &TARGET, Resolver::default(), limits)
}

/// True if a machine with a wrong rule observes something else, or comes to undefined behaviour: the output of a compiler with
/// that rule would differ there too.
fn shows(plant: Plant, candidate: &Candidate) -> bool {
    let wrong = planted::with(plant, || {
        run(&candidate.program, 10 * candidate.steps + 1000)
    });
    match wrong.outcome {
        Outcome::Finished => wrong.trace != candidate.trace,
        Outcome::Stopped { stop, .. } => matches!(stop, Stop::Ub(_)),
    }
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

fn begin(program: Program) -> Shrinker {
    Shrinker::new(Mir, program).unwrap()
}

/// Shrinks to the end, asking about at most so many at once.
fn shrink(program: Program, most: usize, interesting: impl Fn(&Candidate) -> bool) -> Shrinker {
    kvant_testing::shrink::shrink(begin(program), most, interesting)
}

fn text(program: &Program) -> String {
    let text = print::program(program, &Form::Readable, Version::NEWEST, "");
    text.split("mod kvant").next().unwrap().to_owned()
}

/// Fails if a candidate is not defined, does not print and parse back, or has another trace.
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
        let program = shown(plant, 1200);
        let before = program.statement_count();
        let shrinker = shrink(program, 1, |candidate| shows(plant, candidate));
        let best = shrinker.best();
        let after = best.program.statement_count();
        let functions = best.program.functions.len();
        println!(
            "{plant:?}: {before} to {after} statements in {functions} functions, {} asked",
            shrinker.asked(),
        );
        println!("{}", text(&best.program));
        assert_sound(best);
        assert!(shows(plant, best));
        assert!(after <= 12, "{plant:?}: {after} statements are left");
        assert!(functions <= 2, "{plant:?}: {functions} functions are left");
    }
}

#[test]
fn everything_that_is_proposed_is_sound() {
    for seed in 0..6 {
        let config = GenConfig::default().sized(150..=300);
        let made = generate(seed, &config).unwrap();
        answer_at_random(begin(made.program), seed, 40, assert_sound);
    }
}

#[test]
fn nothing_changes_if_nothing_is_interesting() {
    let made = generate(3, &GenConfig::default().sized(150..=150)).unwrap();
    let shrinker = shrink(made.program.clone(), 8, |_| false);
    assert!(shrinker.best().program == made.program.canonical_without_unused(0));
    assert_eq!(shrinker.best().trace, made.trace);
}

#[test]
fn one_observation_is_left_if_everything_is_interesting() {
    let made = generate(4, &GenConfig::default().sized(300..=300)).unwrap();
    let shrinker = shrink(made.program, 4, |_| true);
    let best = shrinker.best();
    assert_eq!(best.program.statement_count(), 2, "{}", text(&best.program));
    assert_eq!(best.trace.observations.len(), 1);
}

#[test]
fn it_goes_on_where_it_was_left() {
    for plant in [
        Plant::RemainderIsFloored,
        Plant::CopyFlipsFirstByte,
        Plant::SwitchSeesLowBits,
    ] {
        let program = shown(plant, 400);
        let whole = shrink(program.clone(), 1, |candidate| shows(plant, candidate));
        for part in 1..6 {
            let mut shrinker = begin(program.clone());
            ask(&mut shrinker, 1, whole.asked() * part / 6, |candidate| {
                shows(plant, candidate)
            });
            let best = &shrinker.best().program;
            let printed = print::program(best, &Form::Readable, Version::NEWEST, "");
            let program = parse::program(&printed).unwrap().program;
            let mut resumed = Shrinker::resume(Mir, program, &shrinker.token()).unwrap();
            ask(&mut resumed, 1, usize::MAX, |candidate| {
                shows(plant, candidate)
            });
            let asked = shrinker.asked() + resumed.asked();
            let sizes = [&whole, &resumed].map(|each| each.best().program.statement_count());
            println!(
                "{plant:?}: {} and {} instead of {} questions, {} statements instead of {}",
                shrinker.asked(),
                resumed.asked(),
                whole.asked(),
                sizes[1],
                sizes[0]
            );
            assert!(shows(plant, resumed.best()));
            assert!(sizes[1] <= sizes[0], "{}", text(&resumed.best().program));
            // Only the record of earlier questions is lost.
            assert!(asked <= whole.asked() * 21 / 20 + 3);
        }
    }
}

#[test]
fn a_token_that_says_nothing_begins_anew() {
    let plant = Plant::RemainderIsFloored;
    let program = shown(plant, 150);
    let whole = shrink(program.clone(), 1, |candidate| shows(plant, candidate));
    for token in [
        "",
        "nonsense",
        "opening/0/0/clean",
        "done/0/0/clean/coarse/0/0/0",
    ] {
        let mut resumed = Shrinker::resume(Mir, program.clone(), token).unwrap();
        ask(&mut resumed, 1, usize::MAX, |candidate| {
            shows(plant, candidate)
        });
        assert_eq!(resumed.asked(), whole.asked());
        assert_eq!(resumed.best(), whole.best());
    }
}

#[test]
fn the_same_answers_give_the_same_programs() {
    let plant = Plant::RemainderIsFloored;
    let program = shown(plant, 400);
    let one = shrink(program.clone(), 3, |candidate| shows(plant, candidate));
    let other = shrink(program, 3, |candidate| shows(plant, candidate));
    assert_eq!(one.best(), other.best());
    assert_eq!(one.asked(), other.asked());
}

#[test]
fn a_bug_that_needs_a_loop_keeps_a_loop_and_little_else() {
    // Stands for a compiler that is wrong about a division in a loop: some division is executed three times.
    let divides_often = |candidate: &Candidate| {
        let mut machine = Machine::new(TARGET, Resolver::default(), Limits::default());
        let program = &candidate.program;
        machine.start(program).unwrap();
        let mut counts = std::collections::HashMap::new();
        while let Some(at) = machine.location() {
            let block = &program.function(at.function).blocks[at.block.index()];
            if let Some(Statement::Assign(_, Rvalue::Binary(BinOp::Div, ..))) =
                block.statements.get(at.statement as usize)
            {
                *counts.entry(at).or_insert(0) += 1;
            }
            if machine.step(program).unwrap().is_some() {
                break;
            }
        }
        counts.values().any(|count| *count >= 3)
    };
    let config = GenConfig::default().sized(5000..=5000);
    let program = (0..20)
        .map(|seed| generate(seed, &config).unwrap().program)
        .find(|program| divides_often(begin(program.clone()).best()))
        .expect("some program divides in a loop");
    let before = program.statement_count();
    let shrinker = shrink(program, 1, divides_often);
    let best = shrinker.best();
    let after = best.program.statement_count();
    println!("{before} to {after} statements, {} asked", shrinker.asked());
    println!("{}", text(&best.program));
    assert!(after <= 12, "{after} statements are left");
    assert!(best.program.functions.len() <= 2);
}
