//! Runs every function of a file that has no parameters with all choices, and prints all results: `outcomes FILE [MOST RUNS]`.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use kvant_llvm::syntax::Item;
use kvant_llvm_machine::{Every, Leaf, Limits, Program, call};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let text = std::fs::read_to_string(arguments.next().unwrap()).unwrap();
    let most: u64 = arguments.next().map_or(10_000, |it| it.parse().unwrap());
    let module = kvant_llvm::parse::module(&text).unwrap();
    let layout = module.items.iter().find_map(|item| match item {
        Item::DataLayout(text) => Some(module.names.get(*text)),
        _ => None,
    });
    let layout = kvant_llvm::layout::DataLayout::parse(layout.unwrap_or_default()).unwrap();
    let program = Program::new(&module, &layout);
    for item in &module.items {
        let Item::Function(function) = item else {
            continue;
        };
        if function.body.is_none() || !function.parameters.is_empty() {
            continue;
        }
        let name = module.names.get(function.name);
        let mut outcomes = BTreeSet::new();
        let mut every = Every::default();
        let mut runs = 0;
        loop {
            runs += 1;
            outcomes.insert(
                match call(&program, name, &[], Limits::default(), &mut every) {
                    Ok(leaves) => leaves.iter().map(leaf).collect::<Vec<_>>().join(" "),
                    Err(stopped) => format!("{:?}", stopped.stop),
                },
            );
            if !every.advance() {
                break;
            }
            if runs == most {
                outcomes.insert("...".into());
                break;
            }
        }
        let outcomes: Vec<String> = outcomes.into_iter().collect();
        println!("{name}: {}", outcomes.join(" | "));
    }
}

fn leaf(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Int(bits) => format!("{bits:x}"),
        Leaf::Poison(_) => "poison".into(),
        other => format!("{other:?}"),
    }
}
