//! Things in a source that an optimiser may draw conclusions from, and that the machine does not check.

use std::collections::{HashMap, HashSet};

use kvant_llvm::index::{PartKind, index};
use kvant_llvm::parse;
use kvant_llvm_machine::strip::{Stripped, strip};

/// Unchecked things of a function and of everything that it refers to.
pub(super) fn unchecked(text: &str, function: &str) -> Stripped {
    let parts = index(text);
    let mut symbols: HashMap<&str, Vec<usize>> = HashMap::new();
    for (n, part) in parts.iter().enumerate() {
        if is_symbol(part.kind)
            && let Some(name) = text.get(part.name.clone())
        {
            symbols.entry(bare(name)).or_default().push(n);
        }
    }
    let mut reached = HashSet::new();
    let mut next: Vec<usize> = symbols.get(function).cloned().unwrap_or_default();
    while let Some(n) = next.pop() {
        if !reached.insert(n) {
            continue;
        }
        for name in references(text.get(parts[n].range.clone()).unwrap_or_default()) {
            next.extend(symbols.get(bare(name)).into_iter().flatten());
        }
    }
    let mut kept = String::new();
    for (n, part) in parts.iter().enumerate() {
        if !is_symbol(part.kind) || reached.contains(&n) {
            kept.push_str(text.get(part.range.clone()).unwrap_or_default());
            kept.push('\n');
        }
    }
    let module = parse::module(&kept).or_else(|_| parse::module(text));
    module.map_or_else(|_| Stripped::default(), |mut module| strip(&mut module))
}

fn is_symbol(kind: PartKind) -> bool {
    matches!(
        kind,
        PartKind::Global | PartKind::Declaration | PartKind::Definition
    )
}

/// A name without its sigil and quotes.
fn bare(name: &str) -> &str {
    let name = name.strip_prefix('@').unwrap_or(name);
    name.trim_matches('"')
}

/// The symbols that a text refers to.
fn references(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('@').filter_map(|(at, _)| {
        let rest = text.get(at + 1..)?;
        if let Some(quoted) = rest.strip_prefix('"') {
            return quoted.split('"').next();
        }
        let is_name = |c: char| c.is_alphanumeric() || "$._-".contains(c);
        rest.split(|c| !is_name(c)).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "@g = global ptr @h\n\
        declare i32 @speculatable() speculatable\n\
        define i32 @plain(i32 %x) {\n  ret i32 %x\n}\n\
        define i32 @own(ptr %p) {\n  %x = load i32, ptr %p, !tbaa !0\n  ret i32 %x\n}\n\
        define i32 @calls(ptr %p) {\n  %x = call i32 @own(ptr %p)\n  ret i32 %x\n}\n\
        define i32 @h() {\n  %x = call i32 @speculatable()\n  ret i32 %x\n}\n\
        define ptr @indirect() {\n  %x = load ptr, ptr @g\n  ret ptr %x\n}\n\
        !0 = !{!1, !1, i64 0}\n!1 = !{!\"int\", !2}\n!2 = !{!\"root\"}\n";

    #[test]
    fn things_are_found_in_everything_that_is_reached() {
        for (function, says) in [
            ("plain", "removed: nothing"),
            ("own", "removed: 1 × metadata tbaa"),
            ("calls", "removed: 1 × metadata tbaa"),
            ("indirect", "removed: 1 × attribute speculatable"),
        ] {
            assert_eq!(unchecked(TEXT, function).to_string(), says, "{function}");
        }
    }
}
