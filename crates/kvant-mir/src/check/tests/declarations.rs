//! Declared types.

use super::{parsed, refused};
use crate::check;
use kvant_memory::Target;

/// A program with an empty entry function and with `items`.
fn with(items: &str) -> String {
    format!(
        "{items}
        fn start() {{ mir! {{ {{ Return() }} }} }}
        fn main() {{ kvant::run(|| start()) }}"
    )
}

#[test]
fn well_formed_declarations() {
    for items in [
        "struct S(u8, u16);",
        "#[repr(transparent)] struct S(u8);",
        "#[repr(transparent)] struct S { a: (u8, u16) }",
        "#[repr(C)] union U { a: u8, b: [u16; 2] }",
        "#[repr(C)] struct S { a: u8 } #[repr(C)] union U { a: S, b: *mut U, c: fn(u8) -> u8 }",
        "enum E { A }",
        "enum E { A, B(u8), C { x: u16 } }",
        "enum E { A = 5, B, C = -3 }",
        "#[repr(i8)] enum E { A = -128, B = 127 }",
        "#[repr(u8)] enum E { A = 255, B(u8) = 0 }",
        "#[repr(C)] enum E { A = 2147483647, B = -2147483648 }",
        "#[repr(C)] enum E { A, B(u8) }",
        "struct Node { next: *mut Node } enum List { End, More(u8, *mut List) }",
        "struct S { r: &'static u8, m: &'static mut S }",
        "#[repr(u8)] enum E { A(u8) } #[repr(C)] union U { a: E }",
    ] {
        let program = parsed(&with(items));
        assert_eq!(check::program(&program, &Target::X86_64), Ok(()), "{items}");
    }
}

#[test]
fn ill_formed_declarations() {
    for (items, message) in [
        (
            "#[repr(transparent)] struct S(u8, u16);",
            "`S` is transparent and has not just one field",
        ),
        (
            "#[repr(C)] union U { a: (u8, u16) }",
            "field `a` of union `U` holds, or leads to, a reference or a layout that is not promised",
        ),
        (
            "struct S { a: u8 } #[repr(C)] union U { b: u8, a: [S; 2] }",
            "field `a` of union `U` holds, or leads to, a reference or a layout that is not promised",
        ),
        (
            "#[repr(C)] union U { a: &'static u8 }",
            "field `a` of union `U` holds, or leads to, a reference or a layout that is not promised",
        ),
        (
            "#[repr(C)] union U { a: *mut u64, b: *mut (u8, u32) }",
            "field `b` of union `U` holds, or leads to, a reference or a layout that is not promised",
        ),
        (
            "#[repr(u8)] enum E { A = 256 }",
            "variant `E::A` cannot have the discriminant 256",
        ),
        (
            "#[repr(u8)] enum E { A = -1 }",
            "variant `E::A` cannot have the discriminant -1",
        ),
        (
            "#[repr(i8)] enum E { A = 127, B }",
            "variant `E::B` cannot have the discriminant 128",
        ),
        (
            "#[repr(C)] enum E { A = 2147483648 }",
            "variant `E::A` cannot have the discriminant 2147483648",
        ),
        (
            "enum E { A = 1, B = 0, C }",
            "variant `E::C` cannot have the discriminant 1",
        ),
        (
            "enum E { A = 1, B(u8) }",
            "enum `E` has fields: to choose its discriminants it must be `#[repr(u8)]` or the like",
        ),
        (
            "#[repr(C)] enum E { A(u8) = 1 }",
            "enum `E` has fields: to choose its discriminants it must be `#[repr(u8)]` or the like",
        ),
        (
            "#[repr(u128)] enum E { A }",
            "enum `E` cannot be represented like that",
        ),
        (
            "enum E { A([E; 1]) }",
            "`E` holds itself: put a pointer in between",
        ),
        (
            "enum E { A((u8, S)) } struct S { e: E }",
            "`E` holds itself: put a pointer in between",
        ),
    ] {
        let program = parsed(&with(items));
        assert_eq!(refused(&program).message, message, "{items}");
    }
}

/// A discriminant must fit the target's `isize`.
#[test]
fn a_large_discriminant_needs_a_large_target() {
    let program = parsed(&with("enum E { A = 2147483648 }"));
    let small = Target::by_name("i686").unwrap();
    assert_eq!(check::program(&program, &Target::X86_64), Ok(()));
    assert!(check::program(&program, &small).is_err());
}
