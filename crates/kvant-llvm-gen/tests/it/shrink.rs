//! Shrinking without any compiler: an edit plays a wrong one.

#![allow(clippy::print_stdout)] // The tests print the number of questions.

use std::time::Instant;

use kvant_llvm::syntax::{BinaryOp, CastOp, Flag, IntPredicate, Item, Op};
use kvant_llvm::{check, parse, print};
use kvant_llvm_gen::edit::{Change, apply, edits};
use kvant_llvm_gen::shrink::{Candidate, Llvm, Shrinker, instructions};
use kvant_llvm_gen::{Test, VSCALE};
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{Expectation, Limits, Options, Side, Verdict, find, judge};
use kvant_testing::shrink::{answer_at_random, shrink};

use super::{corpus_modules, functions};

const INTEGERS: &str = include_str!("shrink/integers.ll");
const MEMORY: &str = include_str!("shrink/memory.ll");
const VECTORS: &str = include_str!("shrink/vectors.ll");

/// A test of a function, with the inputs that a search finds.
fn test(text: &str, function: &str) -> Option<Test> {
    let module = parse::module(text).unwrap();
    check::module(&module).unwrap();
    let mut test = Test {
        module,
        function: function.to_owned(),
        inputs: Vec::new(),
        pipelines: Vec::new(),
    };
    let layout = test.layout();
    let program = Program::new(&test.module, &layout).with_vscale(VSCALE);
    let side = Side {
        program: &program,
        function,
    };
    let found = find(side, &Options::default());
    test.inputs = found.inputs;
    (!test.inputs.is_empty()).then_some(test)
}

/// True if an edit with this change, at any place of any function, is a wrong transformation of the test.
fn is_wrong(test: &Test, is_made: &dyn Fn(&Change) -> bool) -> bool {
    let layout = test.layout();
    let source = Program::new(&test.module, &layout).with_vscale(VSCALE);
    let all = functions(&test.module);
    let all = all.iter().flat_map(|it| edits(&test.module, it));
    let mut all = all.filter(|it| is_made(&it.change));
    all.any(|edit| {
        let edited = apply(&test.module, &edit).unwrap();
        let target = Program::new(&edited, &layout).with_vscale(VSCALE);
        let side = |program| Side {
            program,
            function: &test.function,
        };
        test.inputs.iter().any(|input| {
            let verdict = judge(side(&source), side(&target), input, Limits::default());
            matches!(verdict, Verdict::Differs(_))
        })
    })
}

/// Fails if a candidate is not well-formed, does not print and parse back, or is not defined on one of its inputs.
fn assert_sound(candidate: &Candidate) {
    let test = &candidate.program;
    check::module(&test.module).unwrap();
    let text = print::module(&test.module);
    assert_eq!(parse::module(&text).unwrap(), test.module);
    let layout = test.layout();
    let program = Program::new(&test.module, &layout).with_vscale(VSCALE);
    let side = Side {
        program: &program,
        function: &test.function,
    };
    assert!(!test.inputs.is_empty());
    for input in &test.inputs {
        let expectation = Expectation::new(side, input, Limits::default());
        assert!(expectation.is_ok(), "{text}{input:?}");
    }
}

fn begin(test: &Test) -> Shrinker {
    Llvm::shrinker(test.clone()).unwrap()
}

/// Shrinks to the end with one question at a time. Prints figures and the result.
fn shrunk(name: &str, test: &Test, interesting: &dyn Fn(&Test) -> bool) -> Candidate {
    assert!(interesting(test), "{name} is interesting at the beginning");
    let (clock, mut asking) = (Instant::now(), 0.0);
    let shrinker = begin(test).with_threads(1);
    let shrinker = shrink(shrinker, 1, |candidate| {
        let clock = Instant::now();
        let is_interesting = interesting(&candidate.program);
        if is_interesting && std::env::var("TELL").is_ok() {
            println!(
                "{}\n{}",
                candidate.pass,
                print::module(&candidate.program.module)
            );
        }
        asking += clock.elapsed().as_secs_f64();
        is_interesting
    });
    let seconds = clock.elapsed().as_secs_f64() - asking;
    let best = shrinker.best().clone();
    println!(
        "{name}: {} to {} instructions, {} asked, {seconds:.3} s and {asking:.3} s of questions\n{}{:?}\n",
        instructions(test),
        instructions(&best.program),
        shrinker.asked(),
        print::module(&best.program.module),
        best.program.inputs,
    );
    assert_sound(&best);
    assert!(interesting(&best.program));
    best
}

type Plant = (&'static str, fn(&Change) -> bool, usize);

/// Wrong rewrites with the number of instructions that are left.
fn check_plants(text: &str, function: &str, plants: &[Plant]) {
    let test = test(text, function).unwrap();
    for (name, is_made, most) in plants {
        let best = shrunk(name, &test, &|test| is_wrong(test, is_made));
        let left = instructions(&best.program);
        assert!(left <= *most, "{name}: {left} instructions are left");
    }
}

#[test]
fn wrong_rewrites_of_integers() {
    check_plants(
        INTEGERS,
        "integers",
        &[
            (
                "slt → ult",
                |it| {
                    matches!(
                        it,
                        Change::IntPredicate(IntPredicate::Slt, IntPredicate::Ult)
                    )
                },
                10,
            ),
            (
                "add → or",
                |it| matches!(it, Change::Binary(BinaryOp::Add, BinaryOp::Or)),
                10,
            ),
            (
                "nsw added",
                |it| matches!(it, Change::AddFlag(Flag::Nsw)),
                10,
            ),
            (
                "zext → sext",
                |it| matches!(it, Change::Cast(CastOp::ZExt, CastOp::SExt)),
                10,
            ),
            ("arms swapped", |it| matches!(it, Change::SwapArms), 10),
            (
                "lshr → ashr",
                |it| matches!(it, Change::Binary(BinaryOp::LShr, BinaryOp::AShr)),
                10,
            ),
            (
                "successors swapped",
                |it| matches!(it, Change::SwapSuccessors),
                10,
            ),
            ("constant", |it| matches!(it, Change::Constant { .. }), 10),
            ("attribute", |it| matches!(it, Change::Attribute(_)), 10),
        ],
    );
}

#[test]
fn wrong_rewrites_of_memory() {
    check_plants(
        MEMORY,
        "memory",
        &[
            ("store deleted", |it| matches!(it, Change::DeleteStore), 10),
            ("store moved", |it| matches!(it, Change::StoreDown), 10),
            ("load moved", |it| matches!(it, Change::LoadUp), 10),
            ("load narrowed", |it| matches!(it, Change::Narrow), 10),
            ("alignment", |it| matches!(it, Change::Align(_)), 10),
            ("call deleted", |it| matches!(it, Change::DeleteCall), 10),
            ("call repeated", |it| matches!(it, Change::RepeatCall), 10),
            ("case swapped", |it| matches!(it, Change::SwapCase(_)), 10),
            ("attribute", |it| matches!(it, Change::Attribute(_)), 10),
            (
                "mul → add",
                |it| matches!(it, Change::Binary(BinaryOp::Mul, _)),
                10,
            ),
        ],
    );
}

#[test]
fn wrong_rewrites_of_vectors() {
    check_plants(
        VECTORS,
        "vectors",
        &[
            ("intrinsic", |it| matches!(it, Change::Intrinsic(..)), 10),
            (
                "lane",
                |it| matches!(it, Change::Constant { lane: Some(_), .. }),
                10,
            ),
            ("fcmp", |it| matches!(it, Change::FloatPredicate(..)), 10),
            (
                "operands swapped",
                |it| matches!(it, Change::SwapOperands),
                10,
            ),
            (
                "ult → slt",
                |it| matches!(it, Change::IntPredicate(IntPredicate::Ult, _)),
                10,
            ),
            (
                "udiv → sdiv",
                |it| matches!(it, Change::Binary(BinaryOp::UDiv, _)),
                10,
            ),
        ],
    );
}

/// True if some instruction is one.
fn has(test: &Test, is_wanted: &dyn Fn(&Op) -> bool) -> bool {
    let mut bodies = test.module.items.iter().filter_map(|item| match item {
        Item::Function(it) => it.body.as_ref(),
        _ => None,
    });
    bodies.any(|body| body.instructions.iter().any(|it| is_wanted(&it.op)))
}

/// One instruction of a kind and a return are left.
#[test]
fn single_instructions() {
    type Wanted = fn(&Op) -> bool;
    let wanted: &[(&str, &str, Wanted, usize)] = &[
        (
            INTEGERS,
            "integers",
            |op| matches!(op, Op::Binary(BinaryOp::UDiv, ..)),
            2,
        ),
        (INTEGERS, "integers", |op| matches!(op, Op::Freeze(_)), 2),
        (INTEGERS, "integers", |op| matches!(op, Op::Phi(..)), 3),
        (MEMORY, "memory", |op| matches!(op, Op::Alloca(_)), 2),
        (
            MEMORY,
            "memory",
            |op| matches!(op, Op::Load(it) if it.access.is_volatile),
            2,
        ),
        (
            VECTORS,
            "vectors",
            |op| matches!(op, Op::ShuffleVector(_)),
            2,
        ),
    ];
    for (text, function, is_wanted, most) in wanted {
        let test = test(text, function).unwrap();
        let best = shrunk(function, &test, &|test| has(test, is_wanted));
        assert!(instructions(&best.program) <= *most);
    }
}

/// Nothing but a return is left if everything is interesting.
#[test]
fn one_instruction_is_left_if_everything_is_interesting() {
    for (text, function) in [
        (INTEGERS, "integers"),
        (MEMORY, "memory"),
        (VECTORS, "vectors"),
    ] {
        let test = test(text, function).unwrap();
        let best = shrunk(function, &test, &|_| true);
        let text = print::module(&best.program.module);
        let functions = text.lines().skip_while(|it| it.starts_with("target"));
        let functions: Vec<&str> = functions.collect();
        assert_eq!(functions, ["define void @f() {", "  ret void", "}"]);
    }
}

#[test]
fn nothing_changes_if_nothing_is_interesting() {
    let test = test(INTEGERS, "integers").unwrap();
    let shrinker = begin(&test);
    let before = shrinker.best().clone();
    let shrinker = shrink(shrinker, 8, |_| false);
    assert_eq!(*shrinker.best(), before);
}

/// The same answers lead to the same result, whatever the number of threads.
#[test]
fn shrinking_is_deterministic() {
    let test = test(MEMORY, "memory").unwrap();
    let is_made = |it: &Change| matches!(it, Change::DeleteStore);
    let run = |threads| {
        let shrinker = begin(&test).with_threads(threads);
        let shrinker = shrink(shrinker, 4, |it| is_wrong(&it.program, &is_made));
        (shrinker.asked(), shrinker.best().clone())
    };
    assert_eq!(run(1), run(3));
}

/// Everything that is proposed is well-formed and defined, for all functions of the corpus and whatever the answers are.
#[test]
fn everything_that_is_proposed_is_sound() {
    let mut count = 0;
    for (seed, (_, module)) in (1..).zip(corpus_modules()) {
        let text = print::module(&module);
        for function in functions(&module).iter().take(3) {
            if let Some(test) = test(&text, function)
                && let Ok(shrinker) = Llvm::shrinker(test)
            {
                answer_at_random(shrinker, seed, 12, assert_sound);
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count} functions");
}
