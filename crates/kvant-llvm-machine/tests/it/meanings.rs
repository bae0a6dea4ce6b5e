//! Every attribute, kind of metadata and bundle that the syntax knows has a meaning.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::dialect::table::{Construct, ROWS};
use kvant_llvm::syntax::attribute_names;
use kvant_llvm_machine::meaning::{self, Meaning, Owner, Position};

/// The checker's source, whose matches name the kinds of metadata and the tags of bundles that it knows.
const METADATA: &str = include_str!("../../../kvant-llvm/src/check/metadata.rs");
const CALLS: &str = include_str!("../../../kvant-llvm/src/check/call.rs");

/// LLVM 23's fixed kinds of metadata.
const FIXED: &str = "dbg tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal
    llvm.mem.parallel_loop_access nonnull dereferenceable dereferenceable_or_null make.implicit unpredictable invariant.group
    align llvm.loop type section_prefix absolute_symbol associated callees irr_loop llvm.access.group callback
    llvm.preserve.access.index vcall_visibility noundef annotation nosanitize func_sanitize exclude memprof callsite kcfi_type
    pcsections DIAssignID coro.outside.frame mmra noalias.addrspace callee_type nofree captures alloc_token implicit.ref
    nofpclass call_target inline_history elf_section_properties guid mem.cache_hint block.uniformity.profile callgraph";

fn has(what: &str, name: &str) -> bool {
    let is_like = |known: &str| match known.strip_suffix('*') {
        Some(prefix) => name.starts_with(prefix),
        None => known == name,
    };
    meaning::names().any(|(it, known)| it == what && is_like(known))
}

/// The strings before `=>` in the function that begins with a line.
fn matched<'s>(source: &'s str, function: &str) -> Vec<&'s str> {
    let start = source.find(function).unwrap();
    let body = &source[start..];
    let body = &body[..body.find("\n    }\n").unwrap()];
    let patterns = body.lines().filter_map(|line| line.split_once(" => "));
    let quoted = patterns.flat_map(|(pattern, _)| pattern.split('"').skip(1).step_by(2));
    quoted.collect()
}

#[test]
fn every_attribute_has_a_meaning() {
    let rows = ROWS.iter().filter_map(|row| match row.what {
        Construct::Attribute(name) => Some(name),
        _ => None,
    });
    let unknown: Vec<&str> = attribute_names()
        .chain(rows)
        .filter(|name| !has("attribute", name) && *name != "modular-format")
        .collect();
    assert_eq!(unknown, [""; 0]);
}

#[test]
fn every_kind_of_metadata_has_a_meaning() {
    let mut known = matched(METADATA, "    fn kind(");
    known.extend(matched(METADATA, "    pub(super) fn attachment_of_symbol("));
    assert!(known.len() > 15, "{known:?}");
    known.extend(FIXED.split_whitespace());
    known.retain(|kind| !has("metadata", kind) && !kind.contains('{'));
    assert_eq!(known, [""; 0]);
}

#[test]
fn every_bundle_has_a_meaning() {
    let mut known = matched(CALLS, "    fn bundles(");
    assert!(known.contains(&"kcfi"), "{known:?}");
    known.extend([
        "deopt",
        "gc-transition",
        "gc-live",
        "clang.arc.attachedcall",
        "convergencectrl",
    ]);
    known.retain(|tag| !has("bundle", tag));
    assert_eq!(known, [""; 0]);
    let rows = ROWS.iter().filter_map(|row| match row.what {
        Construct::Bundle(name) => Some(name),
        _ => None,
    });
    for tag in rows {
        assert!(has("assumption", tag), "{tag}");
    }
}

#[test]
fn no_name_is_in_two_lines() {
    let mut names: Vec<_> = meaning::names()
        .filter(|(what, _)| *what != "attribute")
        .collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn meanings_depend_on_positions_and_owners() {
    use Owner::{Known, Unknown};
    for (position, owner, name, expected) in [
        (Position::Function, Known, "nocallback", Meaning::Inert),
        (Position::Function, Unknown, "nocallback", Meaning::Checked),
        (Position::Parameter, Unknown, "byval", Meaning::Refuse),
        (Position::Result, Known, "noundef", Meaning::Checked),
        (Position::Function, Known, "of_llvm_25", Meaning::Refuse),
    ] {
        assert_eq!(
            meaning::attribute(position, owner, name),
            expected,
            "{name}"
        );
    }
    let strings = [
        ("no-nans-fp-math", "true", Meaning::Strip),
        ("no-nans-fp-math", "false", Meaning::Inert),
        ("no-builtin-malloc", "", Meaning::Checked),
        ("frame-pointer", "all", Meaning::Inert),
    ];
    for (key, value, expected) in strings {
        assert_eq!(meaning::string_attribute(key, value), expected, "{key}");
    }
    assert_eq!(meaning::metadata("tbaa"), Meaning::Strip);
    assert_eq!(meaning::metadata("unknown.to.llvm"), Meaning::Inert);
    let loops = meaning::of_loop("llvm.loop.mustprogress");
    assert_eq!(loops, Meaning::Strip);
    assert_eq!(meaning::of_loop("llvm.loop.unroll.disable"), Meaning::Inert);
    assert_eq!(meaning::bundle("unknown"), Meaning::Refuse);
    assert_eq!(meaning::assumption("nofree"), Meaning::Strip);
}
