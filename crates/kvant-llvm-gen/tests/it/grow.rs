//! Tests that grow from seeds.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kvant_generate::config::Config as _;
use kvant_llvm::{check, print};
use kvant_llvm_gen::corpus::{Corpus, NotUsed, Specimen, specimens};
use kvant_llvm_gen::{BLOCK, Feature, GenConfig, Grown, Role, Step, Test, VSCALE, embedded, grow};
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{Expectation, Kind, Limits, Side};

static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let mut text = String::new();
    for (file, contents) in embedded::FILES {
        for specimen in specimens(file, contents, 4).unwrap() {
            specimen.unwrap().write(&mut text);
        }
    }
    Corpus::read(&text)
});

fn grown(seed: u64, config: &GenConfig) -> Grown {
    grow(&CORPUS, config, seed).unwrap()
}

#[test]
fn a_corpus_is_read_as_it_is_written() {
    assert!(CORPUS.len() > 500 && CORPUS.folders().count() > 70);
    let mut written = String::new();
    let head = "; specimen ";
    for text in CORPUS.text().split(head).skip(1) {
        Specimen::read(&format!("{head}{text}"))
            .unwrap()
            .write(&mut written);
    }
    assert!(written == CORPUS.text());
    let again = Corpus::read(&written);
    assert_eq!(
        (again.len(), again.digest()),
        (CORPUS.len(), CORPUS.digest())
    );
    assert!(Corpus::read("define void @f() {\n").is_empty());
}

#[test]
fn functions_that_are_not_used_have_a_reason() {
    let run = "; RUN: opt < %s -passes=gvn -S\n";
    let function = |body: &str| format!("{run}define i32 @f(i32 %x) {{\n{body}\n}}\n");
    let reason = |text: &str| match specimens("a/b.ll", text, 4) {
        Ok(all) => all.into_iter().find_map(Result::err),
        Err(why) => Some(why),
    };
    assert_eq!(reason(&function("ret i32 %x")), None);
    for (text, why) in [
        (function("ret i32 %y"), NotUsed::File),
        (function("ret i32 %x").replace(run, ""), NotUsed::NoPasses),
        (
            function("%r = call i32 @llvm.x86.sse42.crc32.32.8(i32 %x, i8 1)\nret i32 %r")
                + "declare i32 @llvm.x86.sse42.crc32.32.8(i32, i8)\n",
            NotUsed::TargetIntrinsic,
        ),
        (
            function("%r = call i32 asm \"nop\", \"=r\"()\nret i32 %r"),
            NotUsed::Refused,
        ),
        (function("unreachable"), NotUsed::NoInput),
    ] {
        assert_eq!(reason(&text), Some(why), "{text}");
    }
}

/// The same seed gives the same test; it is well-formed, its text is itself, and it is defined on its inputs.
#[test]
fn tests_are_defined_on_their_inputs() {
    let config = GenConfig::default();
    let (mut crossed, mut steps) = (0, BTreeSet::new());
    let seeds = (0..4 * BLOCK).step_by(5);
    let count = seeds.clone().count();
    for seed in seeds {
        let Grown {
            test, steps: made, ..
        } = grown(seed, &config);
        crossed += usize::from(made.iter().any(|it| *it != Step::Mutation));
        steps.extend(made);
        let text = test.text("head");
        assert!(grown(seed, &config).test.text("head") == text, "{seed}");
        assert!(
            Test::read(&text).unwrap().text("head") == text,
            "{seed}:\n{text}"
        );
        check::module(&test.module).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        let layout = test.layout();
        let program = Program::new(&test.module, &layout).with_vscale(VSCALE);
        let side = Side {
            program: &program,
            function: &test.function,
        };
        assert!(!test.inputs.is_empty(), "{seed}");
        for input in test.inputs.iter().filter(|it| it.kind == Kind::Plain) {
            let expectation = Expectation::new(side, input, Limits::default());
            assert!(expectation.is_ok(), "{seed}: {input:?}\n{text}");
        }
    }
    assert!(crossed * 3 > count * 2, "{crossed} of {count}");
    assert_eq!(steps.len(), 3, "{steps:?}");
}

#[test]
fn seeds_of_a_block_have_the_same_passes() {
    let config = GenConfig::default();
    let pipelines = |seed| grown(seed, &config).test.pipelines;
    let first = pipelines(3 * BLOCK);
    assert_eq!(first, pipelines(4 * BLOCK - 1));
    assert_ne!(first, pipelines(4 * BLOCK));
    let roles: Vec<Role> = first.iter().map(|it| it.role).collect();
    assert_eq!(roles, Role::ALL);
    assert!(first.iter().all(|it| !it.options.is_empty()), "{first:?}");
}

#[test]
fn features_that_are_off_are_not_used() {
    let calls = GenConfig::default()
        .with(Feature::Bodies, false)
        .with(Feature::Mutations, false);
    let bodies = GenConfig::default()
        .with(Feature::Calls, false)
        .with(Feature::Mutations, false);
    let none = calls.clone().with(Feature::Calls, false);
    for seed in 0..40 {
        let made = |config| grown(seed, config).steps;
        assert!(made(&calls).iter().all(|it| *it == Step::Call));
        assert!(made(&bodies).iter().all(|it| *it == Step::Body));
        assert_eq!(made(&none), []);
    }
    let mut small = GenConfig::default();
    small.set("statements", "tiny").unwrap();
    let lines = |config: &GenConfig| -> usize {
        let texts = (0..60).map(|seed| print::module(&grown(seed, config).test.module));
        texts.map(|it| it.lines().count()).sum()
    };
    assert!(lines(&small) < lines(&GenConfig::default()));
}
