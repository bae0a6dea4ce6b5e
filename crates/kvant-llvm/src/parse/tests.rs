//! Texts that are parsed or refused for their form.

use super::module;

/// The text of a module after parsing and printing, or the message of the error.
fn printed(text: &str) -> Result<String, String> {
    match module(text) {
        Ok(module) => Ok(crate::print::module(&module)),
        Err(error) => Err(error.to_string()),
    }
}

fn refused(text: &str, message: &str) {
    match printed(text) {
        Ok(_) => panic!("expected `{message}` for:\n{text}"),
        Err(error) => assert!(error.contains(message), "{error}\n{text}"),
    }
}

#[test]
fn rare_forms_are_read() {
    for (text, expected) in [
        (
            "/* a */ @x = /* \" */ global i8 0 ; /*\n",
            "@x = global i8 0\n",
        ),
        (
            "@x = global [3 x i8] c\"/*a\"\n",
            "@x = global [3 x i8] c\"/*a\"\n",
        ),
        (
            "@\"\" = global i8 0\n@\"\" = global i8 1\n",
            "@0 = global i8 0\n@1 = global i8 1\n",
        ),
        (
            "define void @f() {\n5:\n  ret void\n}\n",
            "define void @f() {\n5:\n  ret void\n}\n",
        ),
        (
            "define void @f() {\n  ret void\na:\n  %x = phi i32\n  ret void\n}\n",
            "define void @f() {\n  ret void\na:\n  %x = phi i32 \n  ret void\n}\n",
        ),
        (
            "declare i8 addrspace(4)* addrspace(3)* @f(void ()*)\n",
            "declare ptr addrspace(3) @f(ptr)\n",
        ),
        (
            "define void ()* @f() {\n  ret void ()* null\n}\n",
            "define ptr @f() {\n  ret ptr null\n}\n",
        ),
        ("module asm \"a\" \"b\"\n", "module asm \"a\" \"b\"\n"),
    ] {
        assert_eq!(printed(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn other_forms_are_refused() {
    refused("@\"a\\00b\" = global i8 0\n", "no zero byte");
    refused(
        "@5 = global i8 0\n@4 = global i8 0\n",
        "expected the number 6",
    );
    refused("declare void @f() memory(args: read)\n", "another form");
    refused(
        "@x = global <2 x i32> 1\n",
        "an integer is not of this type",
    );
    let body = |inside: &str| format!("define void @f(i32 %x) {{\n{inside}\n}}\n");
    refused(&body("ret void, !a !{i32 %x}"), "no locals in it");
    refused(&body("%y = alloca i8, addrspace(1), align 1\nret void"), "");
    refused(
        &body("#dbg_value(i32 %x, !0, !1)\nret void"),
        "other fields",
    );
    refused(
        &body("#dbg_value(i32 %x, i32 0, !1, !2)\nret void"),
        "other fields",
    );
    refused(&body("#dbg_other(i32 %x)\nret void"), "a debug record");
    refused(
        &body("ret void\nuselistorder i32 %x, { 0, 1 }"),
        "no other order",
    );
    refused(
        &body("ret void\nuselistorder i32 %x, { 1, 1 }"),
        "no other order",
    );
    refused(
        &body("ret void\nuselistorder i64 %x, { 1, 0 }"),
        "no local of this name",
    );
}

#[test]
fn nodes_have_their_fields() {
    for text in [
        "!0 = !DILocation(line: 1, column: 2, scope: !1, inlinedAt: null)\n",
        "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)\n",
        "!0 = !DIExpression(DW_OP_plus_uconst, 3, DW_OP_LLVM_convert, 8, DW_ATE_signed)\n",
        "!0 = !DIDerivedType(tag: DW_TAG_member, baseType: null, extraData: i64 0, flags: DIFlagPublic | DIFlagBitField)\n",
        "!0 = !DISubrange(count: !1, lowerBound: -1)\n",
        "!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n",
        "!0 = !GenericDINode(tag: 15, operands: {!1, null})\n",
    ] {
        assert_eq!(printed(text).as_deref(), Ok(text));
    }
    for (text, message) in [
        ("!DILocation(line: 1)", "needs the field `scope`"),
        ("!DILocation(line: 1, line: 1, scope: !1)", "written twice"),
        ("!DILocation(column: 65536, scope: !1)", "another value"),
        ("!DILocation(scope: null)", "another value"),
        ("!DILocation(place: 1, scope: !1)", "has no field `place`"),
        ("!DIPlace(line: 1)", "no node `!DIPlace`"),
        (
            "!DICompileUnit(language: DW_LANG_C99, file: !1)",
            "is `distinct`",
        ),
        ("!DISubprogram(name: \"f\", type: !1)", "is `distinct`"),
        (
            "!DISubrange(count: 1, upperBound: 2)",
            "a count or an upper bound",
        ),
        ("!DIBasicType(name: 1)", "another value"),
        ("!DIExpression(3.5)", "an operation or a number"),
        (
            "!DIDerivedType(tag: DW_TAG_member, baseType: !1, dwarfAddressSpace: 1)",
            "only pointers",
        ),
    ] {
        refused(&format!("!0 = {text}\n"), message);
    }
}
