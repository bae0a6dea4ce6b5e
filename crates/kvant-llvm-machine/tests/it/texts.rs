//! Values as text, and back.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{Byte, First, Limits, Machine, Object, Objects, Program, shown_byte};

const MODULE: &str = "%pair = type { i8, ptr }\n@g = global i32 1\n\
    define void @f(i32 %a, i1 %b, double %c, <2 x i8> %d, { i8, [2 x i1] } %e, ptr %f, %pair %g, i300 %h, <{ i8 }> %i, half %j) {\n  \
    ret void\n}\n";

/// The value of the n-th parameter that a text is read as.
fn read(n: usize, text: &str) -> Result<String, String> {
    let module = kvant_llvm::parse::module(MODULE).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut choices = First::default();
    let mut machine = Machine::new(&program, Limits::default(), &mut choices);
    let ty = program.function("f").unwrap().parameters[n].ty;
    let mut made = Vec::new();
    let mut make = |object: &Object| {
        made.push(format!("{} {}", object.size, object.align));
        machine.make_object(object).map_err(|stop| stop.to_string())
    };
    let mut objects = Objects::new(&mut make);
    let leaves = program.read_value(ty, text, &mut objects)?;
    objects.links()?;
    Ok(program.text(ty, &leaves, &|_| format!("<{}>", made.join(","))))
}

#[test]
fn values_are_read_and_written() {
    for (n, text, value) in [
        (0, "5", "i32 5"),
        (0, "i32 -1", "i32 -1"),
        (0, "0xffffffff", "i32 -1"),
        (0, "u0x10", "i32 16"),
        (0, "poison", "i32 poison"),
        (0, "i32 undef", "i32 undef"),
        (0, "zeroinitializer", "i32 0"),
        (1, "true", "i1 true"),
        (1, "-1", "i1 true"),
        (2, "1.5", "double 1.500000e+00"),
        (2, "-3", "double -3.000000e+00"),
        (2, "0x4000000000000000", "double 2.000000e+00"),
        (2, "nan", "double 0x7FF8000000000000"),
        (2, "-inf", "double 0xFFF0000000000000"),
        (3, "<1, i8 -2>", "<i8 1, i8 -2>"),
        (3, "<poison, undef>", "<i8 poison, i8 undef>"),
        (3, "poison", "<i8 poison, i8 poison>"),
        (4, "{1, [true, 0]}", "{ i8 1, [i1 true, i1 false] }"),
        (
            4,
            "{ i8, [2 x i1] } { i8 1, [2 x i1] undef }",
            "{ i8 1, [i1 undef, i1 undef] }",
        ),
        (5, "null", "ptr null"),
        (5, "ptr @g", "ptr @g"),
        (5, "alloc(16)", "ptr <16 16>"),
        (5, "alloc( 12, align 4 )", "ptr <12 4>"),
        (5, "bytes(00 01ff)", "ptr <3 16>"),
        (5, "bytes(, align 1)", "ptr <0 1>"),
        (5, "alloc(16) + 8", "ptr <16 16> + 8"),
        (5, "@g - 4", "ptr @g - 4"),
        (5, "alloc(16, 8: #0 + 8, 0: @g)", "ptr <16 16>"),
        (
            5,
            "alloc(8, 0: bytes(00 ff, 0: #0, align 8) + 1)",
            "ptr <2 8,8 16>",
        ),
        (6, "%pair {1, alloc(2)}", "{ i8 1, ptr <2 16> }"),
        (
            7,
            "-1",
            "i300 2037035976334486086268445688409378161051468393665936250636140449354381299763336706183397375",
        ),
        (8, "<{7}>", "<{ i8 7 }>"),
        (8, "{7}", "<{ i8 7 }>"),
        (9, "1.0", "half 0xH3C00"),
    ] {
        assert_eq!(read(n, text).as_deref(), Ok(value), "{text}");
    }
}

#[test]
fn other_texts_are_refused() {
    for (n, text, says) in [
        (0, "", "expected a value of type i32, found the end"),
        (0, "x", "found `x`"),
        (0, "1 2", "expected the end of the value, found `2`"),
        (0, "4294967296", "does not fit into i32"),
        (0, "-2147483649", "does not fit into i32"),
        (0, "i64 5", "found `i64 5`"),
        (0, "null", "found `null`"),
        (1, "2", "does not fit into i1"),
        (2, "0x", "a value of type double"),
        (3, "<1>", "expected `,`, found `>`"),
        (3, "1", "`<…>`"),
        (5, "5", "expected a pointer"),
        (5, "@h", "there is no `@h`"),
        (5, "alloc(x)", "expected a number"),
        (5, "alloc(4, align 3)", "a power of two"),
        (5, "alloc(4", "expected `)`"),
        (5, "bytes(0)", "two hexadecimal digits"),
        (5, "#0", "there is no object #0: none was written"),
        (
            5,
            "alloc(8, 0: #1)",
            "there is no object #1: the only one is #0",
        ),
        (5, "alloc(8, x)", "`align`, or a pointer in the object"),
        (5, "bytes(é)", "two hexadecimal digits"),
        (5, "alloc(99999999999)", "bytes of memory"),
    ] {
        let error = read(n, text).unwrap_err();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn bytes_have_two_digits() {
    let bits = |bits, undef| Byte::Bits { bits, undef };
    for (byte, text) in [
        (bits(0x0f, 0), "0f"),
        (bits(0, 0xff), "??"),
        (bits(0x50, 0x01), "5?"),
        (bits(0x05, 0xf0), "?5"),
        (Byte::Poison, "**"),
    ] {
        assert_eq!(shown_byte(byte), text);
    }
}

/// Very many elements without scalars take no time.
#[test]
fn empty_elements_are_not_counted() {
    let text = "@e = constant { [4294967295 x [0 x i32]], i64 } { [4294967295 x [0 x i32]] poison, i64 5 }\n\
                define i64 @f() {\n  %v = load { [4294967295 x [0 x i32]], i64 }, ptr @e\n  \
                %r = extractvalue { [4294967295 x [0 x i32]], i64 } %v, 1\n  ret i64 %r\n}\n";
    let module = kvant_llvm::parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut choices = First::default();
    let limits = Limits::default();
    let result = kvant_llvm_machine::call(&program, "f", &[], limits, &mut choices);
    assert_eq!(result, Ok(vec![kvant_llvm_machine::Leaf::Int(5)]));
}
