//! Whole modules with all outcomes of their functions.
//!
//! The expectation of a function stands in a comment before it: `; => 1 | poison`. The function has no parameters.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::Item;
use kvant_llvm_machine::{Every, Leaf, Limits, Program, Rich, Stop, call};

/// All outcomes of a function, in the order of the choices.
fn outcomes(program: &Program<'_>, name: &str) -> String {
    let (mut every, mut outcomes) = (Every::default(), Vec::new());
    for _ in 0..1000 {
        let outcome = match call(program, name, &[], Limits::default(), &mut every) {
            Ok(leaves) => leaves.iter().map(leaf).collect::<Vec<_>>().join(" "),
            Err(stopped) => match stopped.stop {
                Stop::Ub(it) => it.rule().into(),
                Stop::Unspecified(it) => it.rule().into(),
                Stop::Unsupported(it) => format!("unsupported {}", it.rule()),
                other => format!("{other:?}"),
            },
        };
        if !outcomes.contains(&outcome) {
            outcomes.push(outcome);
        }
        if !every.advance() {
            return outcomes.join(" | ");
        }
    }
    outcomes.push("...".into());
    outcomes.join(" | ")
}

fn leaf(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Int(bits) => format!("{bits:x}"),
        Leaf::Poison(_) => "poison".into(),
        Leaf::Undef => "undef".into(),
        Leaf::Ptr(pointer) if pointer.node.is_none() => format!("ptr {:x}", pointer.offset),
        Leaf::Ptr(pointer) => format!("ptr {:+}", pointer.offset),
        Leaf::Rich(rich) => match &**rich {
            Rich::Wide(value) => format!("{value:x}"),
            Rich::Partial { bits, undef } => format!("{bits:x}/{undef:x}"),
        },
    }
}

/// Checks all functions of a module that have an expectation.
pub(crate) fn check(text: &str) {
    let module = kvant_llvm::parse::module(text).unwrap_or_else(|error| panic!("{error:?}"));
    if let Err(fault) = kvant_llvm::check::module(&module) {
        panic!("{fault:?}");
    }
    let layout = module.items.iter().find_map(|item| match item {
        Item::DataLayout(text) => Some(module.names.get(*text)),
        _ => None,
    });
    let layout = DataLayout::parse(layout.unwrap_or_default()).unwrap();
    let program = Program::new(&module, &layout);
    let mut expected = None;
    let mut differences = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(outcomes) = line.strip_prefix("; =>") {
            expected = Some(outcomes.trim());
        } else if let (true, Some(expected)) = (line.starts_with("define"), expected.take()) {
            let name = line.split('@').nth(1).unwrap();
            let name = name.split('(').next().unwrap();
            let got = outcomes(&program, name);
            if got != expected {
                differences.push(format!("@{name}: {expected}, and not {got}"));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
