//! Judgements about transformations, right and wrong ones.
#![allow(clippy::unwrap_used, missing_docs)]

mod claims;
mod events;
mod floats;
mod legal;
mod memory;
mod search;
mod text;
mod values;

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{Leaf, Object, Program};
use kvant_llvm_refine::{Finding, Given, Input, Limits, Side, Verdict, judge};

/// The judgement about `@f` in two modules with a common beginning.
fn verdict(common: &str, source: &str, target: &str, input: &Input) -> String {
    let read = |text: &str| {
        let text = format!("{common}\n{text}");
        let module = kvant_llvm::parse::module(&text).unwrap_or_else(|it| panic!("{it:?}: {text}"));
        kvant_llvm::check::module(&module).unwrap_or_else(|it| panic!("{it:?}: {text}"));
        module
    };
    let (source, target) = (read(source), read(target));
    let layout = DataLayout::default();
    let source = Program::new(&source, &layout);
    let target = Program::new(&target, &layout);
    let side = |program| Side {
        program,
        function: "f",
    };
    match judge(side(&source), side(&target), input, Limits::default()) {
        Verdict::Refines => "refines".to_owned(),
        Verdict::Silent(silence) => format!("silent: {}", silence.rule()),
        Verdict::Differs(finding) => shown(&finding),
    }
}

/// `value`, `value undef`, `value nan-bits`.
fn shown(finding: &Finding) -> String {
    let class = finding.difference.class.name();
    let undef = finding.undef.then_some("undef");
    let words = [Some(class), undef, finding.quarantine];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The first difference under some seeds, or else the judgement under the first one that is not silent.
fn verdict_of_seeds(common: &str, source: &str, target: &str, input: &Input) -> String {
    let mut other = None;
    for seed in 0..64 {
        // The highest bits decide about calls that do not return and contents of variables.
        let input = Input {
            seed: seed | (seed % 8) << 61,
            ..input.clone()
        };
        let verdict = verdict(common, source, target, &input);
        match verdict.as_str() {
            "refines" => other = Some(verdict),
            silent if silent.starts_with("silent") => other = other.or(Some(verdict)),
            _ => return verdict,
        }
    }
    other.unwrap_or_default()
}

/// Pointers to objects with these bytes.
fn pointers(objects: &[&[u8]]) -> Input {
    let object = |bytes: &&[u8]| Object {
        size: bytes.len() as u64,
        align: 16,
        bytes: Some(bytes.to_vec()),
    };
    Input {
        objects: objects.iter().map(object).collect(),
        arguments: (0..objects.len()).map(|n| Given::Pointer(n, 0)).collect(),
        ..Input::default()
    }
}

/// Judges about pairs of bodies of a function with this head, under many seeds.
fn check_bodies(common: &str, head: &str, input: &Input, pairs: &[(&str, &str, &str)]) {
    for (source, target, expected) in pairs {
        let function = |body: &str| format!("define {head} {{ {body} }}");
        let found = verdict_of_seeds(common, &function(source), &function(target), input);
        assert_eq!(found, *expected, "{source} => {target}");
    }
}

#[test]
fn blocks_that_are_reached() {
    let text = "define i8 @f(i8 %x) {
        entry:
          %c = icmp ult i8 %x, 3
          br i1 %c, label %low, label %high
        low:
          br label %end
        high:
          br label %end
        end:
          %r = phi i8 [ 1, %low ], [ 2, %high ]
          ret i8 %r
        }";
    let module = kvant_llvm::parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let side = Side {
        program: &program,
        function: "f",
    };
    for (x, expected) in [
        (2, [true, true, false, true]),
        (3, [true, false, true, true]),
    ] {
        let input = Input::of_leaves([Leaf::Int(x)]);
        let reached = kvant_llvm_refine::reached(side, &input, Limits::default());
        assert_eq!(reached, expected, "{x}");
    }
}
