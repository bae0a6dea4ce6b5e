//! Edits of small functions, and of all functions of the corpus.
#![allow(clippy::unwrap_used, missing_docs)]

mod body;
mod grow;
mod shrink;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use kvant_llvm::syntax::{Item, Module};
use kvant_llvm::{check, parse, print};
use kvant_llvm_gen::edit::{apply, edits};

/// The lines of `@f` that each edit of a kind adds.
fn check(text: &str, kind: &str, expected: &[&str]) {
    let module = parse::module(text).unwrap();
    check::module(&module).unwrap();
    let before = print::module(&module);
    let before: Vec<&str> = before.lines().map(str::trim).collect();
    let all = edits(&module, "f");
    let of_kind = all.iter().filter(|edit| edit.kind().text() == kind);
    let shown = of_kind.map(|edit| {
        let after = print::module(&apply(&module, edit).unwrap());
        let mut shown = edit.to_string();
        for line in after.lines().map(str::trim) {
            if !before.contains(&line) {
                write!(shown, " | {line}").unwrap();
            }
        }
        shown
    });
    assert_eq!(shown.collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn operations() {
    let add = "define i8 @f(i8 %a) {\n  %x = add nsw i8 %a, 127\n  ret i8 %x\n}\n";
    check(
        add,
        "flag added",
        &["@f, %x: nuw added | %x = add nuw nsw i8 %a, 127"],
    );
    check(
        add,
        "flag dropped",
        &["@f, %x: nsw dropped | %x = add i8 %a, 127"],
    );
    check(
        add,
        "operation",
        &[
            "@f, %x: add → sub | %x = sub nsw i8 %a, 127",
            "@f, %x: add → or | %x = or i8 %a, 127",
            "@f, %x: add → xor | %x = xor i8 %a, 127",
        ],
    );
    check(
        add,
        "constant",
        &[
            "@f, %x: operand 1: + 1 | %x = add nsw i8 %a, -128",
            "@f, %x: operand 1: - 1 | %x = add nsw i8 %a, 126",
            "@f, %x: operand 1: negated | %x = add nsw i8 %a, -127",
            "@f, %x: operand 1: → 0 | %x = add nsw i8 %a, 0",
            "@f, %x: operand 1: sign bit flipped | %x = add nsw i8 %a, -1",
            "@f, %x: operand 1: bit 4 flipped | %x = add nsw i8 %a, 111",
        ],
    );
    let less = "define i1 @f(i8 %a) {\n  %x = icmp slt i8 %a, 3\n  ret i1 %x\n}\n";
    check(
        less,
        "predicate",
        &[
            "@f, %x: slt → sge | %x = icmp sge i8 %a, 3",
            "@f, %x: slt → sgt | %x = icmp sgt i8 %a, 3",
            "@f, %x: slt → sle | %x = icmp sle i8 %a, 3",
            "@f, %x: slt → ult | %x = icmp ult i8 %a, 3",
        ],
    );
    let shift = "define i8 @f(i8 %a) {\n  %x = shl i8 %a, 1\n  ret i8 %x\n}\n";
    check(
        shift,
        "operands swapped",
        &["@f, %x: operands swapped | %x = shl i8 1, %a"],
    );
    let smin = "declare i8 @llvm.fshl.i8(i8, i8, i8)\n\
        define i8 @f(i8 %a) {\n  %x = call i8 @llvm.fshl.i8(i8 %a, i8 %a, i8 1)\n  ret i8 %x\n}\n";
    check(
        smin,
        "intrinsic",
        &[
            "@f, %x: fshl → fshr | %x = call i8 @llvm.fshr.i8(i8 %a, i8 %a, i8 1) \
             | declare i8 @llvm.fshr.i8(i8, i8, i8)",
        ],
    );
}

#[test]
fn vectors() {
    let shuffle = "define <2 x i8> @f(<2 x i8> %a) {\n  \
        %x = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> zeroinitializer\n  \
        ret <2 x i8> %x\n}\n";
    let lane =
        |mask: &str| format!("%x = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> {mask}");
    let [all, first, second] = ["splat (i32 1)", "<i32 1, i32 0>", "<i32 0, i32 1>"].map(lane);
    check(
        shuffle,
        "mask lane",
        &[
            &format!("@f, %x: operand 2: + 1 | {all}"),
            &format!("@f, %x: operand 2, lane 0: + 1 | {first}"),
            &format!("@f, %x: operand 2, lane 1: + 1 | {second}"),
        ],
    );
}

#[test]
fn memory() {
    let text = "declare void @g()\n\
        define i32 @f(ptr %p) {\n  store i32 1, ptr %p, align 4\n  call void @g()\n  \
        %x = load i32, ptr %p, align 4\n  ret i32 %x\n}\n";
    check(
        text,
        "width",
        &[
            "@f, store 0: half of the bits | %edit.3 = trunc i32 1 to i16 \
             | store i16 %edit.3, ptr %p, align 4",
            "@f, %x: half of the bits | %edit.3 = load i16, ptr %p, align 4 \
             | %x = zext i16 %edit.3 to i32",
        ],
    );
    check(
        text,
        "alignment",
        &[
            "@f, store 0: align 8 | store i32 1, ptr %p, align 8",
            "@f, %x: align 8 | %x = load i32, ptr %p, align 8",
        ],
    );
    check(
        text,
        "metadata",
        &[
            "@f, %x: !noundef added | %x = load i32, ptr %p, align 4, !noundef !{}",
            "@f, %x: !range added | %x = load i32, ptr %p, align 4, !range !{i32 0, i32 -2147483648}",
        ],
    );
    // The lines are the same in another order or number.
    for kind in [
        "store moved",
        "store deleted",
        "store repeated",
        "load moved",
        "call deleted",
        "call repeated",
    ] {
        let module = parse::module(text).unwrap();
        let all = edits(&module, "f");
        let edit = all.iter().find(|edit| edit.kind().text() == kind).unwrap();
        let after = print::module(&apply(&module, edit).unwrap());
        let words = after.lines().filter_map(|line| {
            let mut words = ["store", "call", "load"].into_iter();
            words.find(|word| line.contains(word))
        });
        let expected: &[&str] = match kind {
            "store moved" => &["call", "store", "load"],
            "store deleted" => &["call", "load"],
            "store repeated" => &["store", "call", "load", "store"],
            "load moved" => &["store", "load", "call"],
            "call deleted" => &["store", "load"],
            _ => &["store", "call", "call", "load"],
        };
        assert_eq!(words.collect::<Vec<_>>(), expected, "{edit}");
    }
}

#[test]
fn attributes() {
    check(
        "define i8 @f(ptr readonly %p) norecurse { ret i8 0 }",
        "parameter attribute",
        &[
            "@f, parameter 0: noundef added | define i8 @f(ptr readonly noundef %p) norecurse {",
            "@f, parameter 0: nonnull added | define i8 @f(ptr readonly nonnull %p) norecurse {",
            "@f, parameter 0: noalias added | define i8 @f(ptr readonly noalias %p) norecurse {",
            "@f, parameter 0: captures(none) added | define i8 @f(ptr readonly captures(none) %p) norecurse {",
        ],
    );
    check(
        "define i8 @f() noreturn nofree willreturn memory(none) { ret i8 0 }",
        "function attribute",
        &[
            "@f: norecurse added | define i8 @f() noreturn nofree willreturn memory(none) norecurse {",
        ],
    );
    check(
        "define i8 @f() { ret i8 0 }",
        "result attribute",
        &[
            "@f, result: noundef added | define noundef i8 @f() {",
            "@f, result: range added | define range(i8 0, -128) i8 @f() {",
        ],
    );
}

/// The files of a folder and the folders in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

fn functions(module: &Module) -> Vec<String> {
    let functions = module.items.iter().filter_map(|item| match item {
        Item::Function(it) if it.body.is_some() => Some(module.names.get(it.name).to_owned()),
        _ => None,
    });
    functions.collect()
}

/// The modules of the corpus, with their paths.
fn corpus_modules() -> impl Iterator<Item = (PathBuf, Module)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus-llvm");
    let mut all = Vec::new();
    files(&folder, &mut all);
    all.sort();
    let all = all.into_iter();
    let all = all.filter(|path| path.extension().is_some_and(|it| it == "ll"));
    all.map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let module = parse::module(&text).unwrap();
        (path, module)
    })
}

/// Edits are well-formed in the whole module, change something, survive printing, and every kind occurs.
#[test]
fn corpus() {
    let mut kinds: BTreeMap<_, u32> = BTreeMap::new();
    for (path, module) in corpus_modules() {
        for (n, function) in functions(&module).iter().enumerate() {
            for (m, edit) in edits(&module, function).iter().enumerate() {
                let at = || format!("{}, {edit}", path.display());
                let edited = apply(&module, edit).unwrap_or_else(|| panic!("{}", at()));
                if let Err(fault) = check::module(&edited) {
                    panic!("{}: {fault}", at());
                }
                assert_ne!(edited, module, "{}", at());
                if (n + m) % 16 == 0 {
                    let text = print::module(&edited);
                    let again = parse::module(&text);
                    let again = again.unwrap_or_else(|error| panic!("{}: {error}", at()));
                    assert_eq!(print::module(&again), text, "{}", at());
                }
                *kinds.entry(edit.kind()).or_default() += 1;
            }
        }
    }
    assert_eq!(kinds.len(), 28, "{kinds:?}");
}
