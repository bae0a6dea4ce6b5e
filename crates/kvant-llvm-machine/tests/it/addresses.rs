//! Integers that were made of pointers, without addresses.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{First, Leaf, Limits, Program, Stop, call};

/// The result of instructions on `%p`, which points to byte 4 of 32 that are aligned to 16, and `%a`, the integer of it.
fn outcome(instructions: &str) -> String {
    let text = format!(
        "define i64 @f() {{
           %o = alloca [32 x i8], align 16
           %m = alloca i64, align 8
           %p = getelementptr i8, ptr %o, i64 4
           %a = ptrtoint ptr %p to i64
           {instructions}
           ret i64 %x
         }}"
    );
    let module = kvant_llvm::parse::module(&text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    match call(&program, "f", &[], Limits::default(), &mut First::default()) {
        Ok(leaves) => match &leaves[..] {
            [Leaf::Int(value)] => value.to_string(),
            other => format!("{other:?}"),
        },
        Err(stopped) => match stopped.stop {
            Stop::Unspecified(rule) => rule.rule().into(),
            other => format!("{other:?}"),
        },
    }
}

#[test]
fn bits_that_the_alignment_fixes_are_known() {
    for (instructions, expected) in [
        ("%x = and i64 %a, 15", "4"),
        ("%x = and i64 8, %a", "0"),
        ("%x = and i64 %a, 31", "address"),
        ("%c = icmp eq i64 %a, 0 %x = zext i1 %c to i64", "0"),
        ("%c = icmp ugt i64 %a, 0 %x = zext i1 %c to i64", "1"),
        ("%c = icmp eq i64 %a, 64 %x = zext i1 %c to i64", "address"),
        (
            "%c = icmp samesign ugt i64 %a, 0 %x = zext i1 %c to i64",
            "address",
        ),
        // Inside of an object, the difference of addresses does not wrap.
        ("%q = ptrtoint ptr %o to i64 %x = sub nuw i64 %a, %q", "4"),
        (
            "%q = ptrtoint ptr %o to i64 %x = sub nuw i64 %q, %a",
            "address",
        ),
        ("%b = add nuw i64 %a, 28 %x = sub i64 %b, %a", "28"),
        ("%b = add nuw i64 %a, 29 %x = sub i64 %b, %a", "address"),
        // Rounded down, it is the beginning.
        (
            "%r = and i64 %a, -16 %q = ptrtoint ptr %o to i64 %x = sub i64 %r, %q",
            "0",
        ),
        ("%r = and i64 %a, -32 %x = sub i64 %r, %r", "address"),
    ] {
        assert_eq!(outcome(instructions), expected, "{instructions}");
    }
}

#[test]
fn integers_of_pointers_are_kept_in_memory() {
    for (instructions, expected) in [
        (
            "store i64 %a, ptr %m %b = load i64, ptr %m %x = and i64 %b, 15",
            "4",
        ),
        // Between pointers and integers, memory is no cast.
        (
            "store ptr %p, ptr %m %x = load i64, ptr %m",
            "pointer-as-integer",
        ),
        (
            "store i64 %a, ptr %m %q = load ptr, ptr %m %x = ptrtoint ptr %q to i64",
            "pointer-as-integer",
        ),
        // A part of an address.
        (
            "store i64 %a, ptr %m store i8 0, ptr %m %x = load i64, ptr %m",
            "pointer-as-integer",
        ),
    ] {
        assert_eq!(outcome(instructions), expected, "{instructions}");
    }
}
