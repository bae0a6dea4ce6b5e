//! Decodes every function of the files in a list, and counts those in which no instruction is refused: `coverage LIST`.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::collections::HashMap;

use kvant_llvm::syntax::Item;
use kvant_llvm_machine::{Program, Stop};

/// A reason without the types of an intrinsic.
fn reason(stop: &Stop) -> String {
    let text = match stop {
        Stop::Ub(it) => format!("undefined: {it}"),
        Stop::Unspecified(it) => format!("unspecified: {it}"),
        Stop::Unsupported(it) => it.to_string(),
        other => format!("{other:?}"),
    };
    let is_type = |part: &str| {
        let rest = part.trim_start_matches(['n', 'x', 'v', 'i', 'f', 'p', 's', 'b']);
        part.len() <= 8 && rest.starts_with(|it: char| it.is_ascii_digit())
    };
    match text.contains("llvm.") {
        true => {
            let parts: Vec<&str> = text.split('.').filter(|it| !is_type(it)).collect();
            parts.join(".")
        }
        false => text,
    }
}

fn main() {
    let list = std::env::args().nth(1).unwrap();
    let (mut functions, mut complete) = (0, 0);
    // Functions with a reason, and functions with this reason only.
    let mut reasons: HashMap<String, (u32, u32)> = HashMap::new();
    for file in std::fs::read_to_string(list).unwrap().lines() {
        let bytes = std::fs::read(file).unwrap();
        let Ok(module) = kvant_llvm::parse::module(&String::from_utf8_lossy(&bytes)) else {
            continue;
        };
        let layout = module.items.iter().find_map(|item| match item {
            Item::DataLayout(name) => Some(module.names.get(*name)),
            _ => None,
        });
        let layout = kvant_llvm::layout::DataLayout::parse(layout.unwrap_or_default());
        let Ok(layout) = layout else { continue };
        let program = Program::new(&module, &layout);
        for (name, _) in program.functions() {
            functions += 1;
            let mut of_function: Vec<String> = program.refusals(name).iter().map(reason).collect();
            of_function.sort();
            of_function.dedup();
            if of_function.is_empty() {
                complete += 1;
            }
            let is_only = of_function.len() == 1;
            for reason in of_function {
                let counts = reasons.entry(reason).or_default();
                counts.0 += 1;
                counts.1 += u32::from(is_only);
            }
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(reason, counts)| (std::cmp::Reverse(*counts), reason.clone()));
    for (reason, (all, only)) in reasons.iter().take(100) {
        println!("{all:6} {only:6} {reason}");
    }
    println!("{complete} of {functions} functions without a refused instruction");
}
