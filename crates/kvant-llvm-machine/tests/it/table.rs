//! Tables of small functions with all their results under all choices.
//!
//! A line of a table is the type of the result, instructions with `;` between them, of which the last one has the result, and
//! after `=>` the bits of all results with `|` between them, in the order of the choices.
#![allow(clippy::unwrap_used)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::Item;
use kvant_llvm_machine::{Every, Leaf, Limits, Program, Stop, call};

/// All results of `@f` in a module, in the order of the choices.
pub(crate) fn outcomes(module: &str) -> Vec<String> {
    outcomes_with(None, module)
}

/// The same with a factor for scalable vectors.
pub(crate) fn outcomes_with(vscale: Option<u32>, module: &str) -> Vec<String> {
    let module = kvant_llvm::parse::module(module).unwrap_or_else(|error| {
        panic!("{error:?} in {module}");
    });
    let layout = module.items.iter().find_map(|item| match item {
        Item::DataLayout(text) => Some(module.names.get(*text)),
        _ => None,
    });
    let layout = DataLayout::parse(layout.unwrap_or_default()).unwrap();
    let mut program = Program::new(&module, &layout);
    if let Some(vscale) = vscale {
        program = program.with_vscale(vscale);
    }
    let (mut every, mut outcomes) = (Every::default(), Vec::new());
    for _ in 0..1000 {
        let outcome = match call(&program, "f", &[], Limits::default(), &mut every) {
            Ok(leaves) => leaves.iter().map(leaf).collect::<Vec<_>>().join(" "),
            Err(stopped) => match stopped.stop {
                Stop::Unspecified(it) => it.rule().into(),
                Stop::Ub(it) => it.rule().into(),
                other => format!("{other:?}"),
            },
        };
        if !outcomes.contains(&outcome) {
            outcomes.push(outcome);
        }
        if !every.advance() {
            return outcomes;
        }
    }
    outcomes.push("...".into());
    outcomes
}

fn leaf(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Int(bits) => format!("{bits:x}"),
        Leaf::Poison(_) => "poison".into(),
        Leaf::Undef => "undef".into(),
        other => format!("{other:?}"),
    }
}

/// Checks every line of a table.
pub(crate) fn check(table: &str) {
    check_with(None, table);
}

/// Checks every line of a table with a factor for scalable vectors.
pub(crate) fn check_with(vscale: Option<u32>, table: &str) {
    for line in table.lines().map(str::trim) {
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let (code, expected) = line.split_once(" => ").unwrap();
        let (ty, code) = code.split_once(": ").unwrap();
        let (before, last) = code.rsplit_once("; ").unwrap_or(("", code));
        let before = before.replace("; ", "\n");
        let module = format!("define {ty} @f() {{\n{before}\n%r = {last}\nret {ty} %r\n}}");
        assert_eq!(
            outcomes_with(vscale, &module).join(" | "),
            expected,
            "{line}"
        );
    }
}
