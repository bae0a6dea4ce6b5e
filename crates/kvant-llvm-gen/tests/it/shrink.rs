//! Shrinking without any compiler: an edit plays a wrong one.

#![allow(clippy::print_stdout)] // The tests print the number of questions.

use std::path::Path;
use std::time::Instant;

use kvant_llvm::syntax::{BinaryOp, CastOp, Flag, IntPredicate, Item, Op};
use kvant_llvm::{check, parse, print};
use kvant_llvm_gen::corpus::{Corpus, specimens};
use kvant_llvm_gen::edit::{Change, apply, edits};
use kvant_llvm_gen::shrink::{Candidate, Llvm, Shrinker, instructions};
use kvant_llvm_gen::{BLOCK, GenConfig, Test, VSCALE, grow};
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{Expectation, Limits, Side, Verdict, judge};
use kvant_testing::shrink::{answer_at_random, shrink};

use super::{corpus_modules, files, functions};

const INTEGERS: &str = include_str!("shrink/integers.ll");
const MEMORY: &str = include_str!("shrink/memory.ll");
const VECTORS: &str = include_str!("shrink/vectors.ll");

/// A test of a function, with the inputs that a search finds.
fn test(text: &str, function: &str) -> Option<Test> {
    Test::read(&format!("; function @{function}\n{text}")).ok()
}

/// The corpus of functions beside the generator.
fn corpus() -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut all = Vec::new();
    files(&folder, &mut all);
    all.sort();
    let mut text = String::new();
    for path in all {
        let file = path.strip_prefix(&folder).unwrap().to_str().unwrap();
        let found = specimens(file, &std::fs::read_to_string(&path).unwrap(), 4).unwrap();
        found
            .into_iter()
            .flatten()
            .for_each(|it| it.write(&mut text));
    }
    Corpus::read(&text)
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
        asking += clock.elapsed().as_secs_f64();
        is_interesting
    });
    let seconds = clock.elapsed().as_secs_f64() - asking;
    assert!(
        shrinker.asked() <= 120,
        "{name}: {} asked",
        shrinker.asked()
    );
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

/// Wrong rewrites of tests that are grown.
const WRONG: [fn(&Change) -> bool; 8] = [
    |it| matches!(it, Change::IntPredicate(..)),
    |it| matches!(it, Change::Binary(..)),
    |it| matches!(it, Change::StoreDown | Change::DeleteStore),
    |it| matches!(it, Change::AddFlag(_)),
    |it| matches!(it, Change::SwapArms | Change::SwapSuccessors),
    |it| matches!(it, Change::DropFreeze),
    |it| matches!(it, Change::Cast(..)),
    |it| matches!(it, Change::Narrow | Change::LoadUp),
];

#[test]
fn wrong_rewrites_of_grown_tests() {
    let corpus = corpus();
    let (mut count, mut large) = (0, 0);
    for seed in 0..24 {
        let grown = grow(&corpus, &GenConfig::default(), seed * BLOCK).unwrap();
        let mut wrong = WRONG.iter().cycle().skip(seed as usize).take(WRONG.len());
        if let Some(is_made) = wrong.find(|it| is_wrong(&grown.test, it)) {
            let name = format!("seed {seed}");
            let best = shrunk(&name, &grown.test, &|test| is_wrong(test, is_made));
            count += 1;
            large += usize::from(instructions(&best.program) > 10);
        }
    }
    assert!(count >= 20, "{count} tests show a wrong rewrite");
    assert_eq!(large, 0, "tests with more than ten instructions");
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
        (INTEGERS, "integers", |op| matches!(op, Op::Phi(..)), 5),
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
