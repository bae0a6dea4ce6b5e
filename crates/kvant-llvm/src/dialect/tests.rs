//! Every row of the table on both sides, and what the rows do not say.

use super::pin::Pin;
use super::table::{Construct, Lack, ROWS, Row, reason};
use super::{Degraded, Version, degrade};
use crate::layout::X86_64;
use crate::{parse, print};

fn version(number: u8) -> Version {
    Version::new(number).unwrap()
}

fn degraded(text: &str, number: u8) -> Degraded {
    let module = parse::module(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    degrade(&module, version(number)).unwrap()
}

/// A text for a version.
fn said(text: &str, number: u8) -> String {
    print::module(&degraded(text, number).module)
}

/// A module that has the construct of a row.
#[allow(clippy::too_many_lines)]
fn example(what: Construct<'_>) -> String {
    let body = |parameters: &str, line: &str| {
        format!("define void @f({parameters}) {{\n  {line}\n  ret void\n}}\n")
    };
    match what {
        Construct::Attribute(word) => match word {
            "memory" => "declare void @f() memory(argmem: read, inaccessiblemem: write)\n".into(),
            "captures" => "declare void @f(ptr captures(address))\n".into(),
            "denormal_fpenv" => "declare void @f() denormal_fpenv(preservesign)\n".into(),
            "nofpclass" => "declare void @f(float nofpclass(nan))\n".into(),
            "range" => "declare void @f(i8 range(i8 0, 4))\n".into(),
            "initializes" => "declare void @f(ptr initializes((0, 4)))\n".into(),
            "dead_on_unwind" | "writable" | "dead_on_return" => {
                format!("declare void @f(ptr {word})\n")
            }
            "modular-format" => "declare void @f() \"modular-format\"=\"printf,1,0,a,b\"\n".into(),
            "noext" => "declare void @f(i32 noext)\n".into(),
            _ => format!("declare void @f() {word}\n"),
        },
        Construct::Flag(op, flag) => {
            let flag = flag.text();
            match op {
                "or" => body("i8 %x", &format!("%r = or {flag} i8 %x, 1")),
                "icmp" => body("i8 %x", &format!("%r = icmp {flag} ult i8 %x, 1")),
                "trunc" => body("i16 %x", &format!("%r = trunc {flag} i16 %x to i8")),
                "zext" => body("i8 %x", &format!("%r = zext {flag} i8 %x to i16")),
                "uitofp" => body("i8 %x", &format!("%r = uitofp {flag} i8 %x to float")),
                _ => body("ptr %x", &format!("%r = getelementptr {flag} i8, ptr %x, i64 1")),
            }
        }
        Construct::FastMath("struct") => {
            body("ptr %x", "%r = call nnan { float, float } %x()")
        }
        Construct::FastMath("fptrunc") => body("double %x", "%r = fptrunc nnan double %x to float"),
        Construct::FastMath("fpext") => body("float %x", "%r = fpext nnan float %x to double"),
        Construct::FastMath(op) => body("i8 %x", &format!("%r = {op} fast i8 %x to float")),
        Construct::Convention("amdgpu_gfx_whole_wave") => {
            "declare amdgpu_gfx_whole_wave void @f(i1)\n".into()
        }
        Construct::Convention("riscv_vls_cc") => "declare riscv_vls_cc(128) void @f()\n".into(),
        Construct::Convention(word) => format!("declare {word} void @f()\n"),
        Construct::Rmw(op) => {
            let (op, ty) = match op.text() {
                op if op.starts_with('f') => (op, "float"),
                op => (op, "i32"),
            };
            let line = format!("%r = atomicrmw {op} ptr %p, {ty} %x monotonic, align 4");
            body(&format!("ptr %p, {ty} %x"), &line)
        }
        Construct::Bundle(tag) => body(
            "ptr %p",
            &format!("call void @llvm.assume(i1 true) [ \"{tag}\"(ptr %p, ptr %p) ]"),
        ),
        Construct::Constant(word) => {
            let int = "i64 ptrtoint (ptr @f to i64)";
            let float = format!("double bitcast ({int} to double)");
            let (ty, rest) = match word {
                "zext" | "sext" => ("i128", format!("({int} to i128)")),
                "uitofp" | "sitofp" => ("float", format!("({int} to float)")),
                "fptoui" | "fptosi" => ("i8", format!("({float} to i8)")),
                "fptrunc" => ("float", format!("({float} to float)")),
                "fpext" => ("fp128", format!("({float} to fp128)")),
                "fneg" => ("double", format!("({float})")),
                "icmp" => ("i1", format!("eq ({int}, i64 3)")),
                "fcmp" => ("i1", format!("oeq ({float}, {float})")),
                "select" => ("i64", format!("(i1 true, {int}, i64 3)")),
                _ => ("i64", format!("({int}, i64 3)")),
            };
            body("ptr %p", &format!("store {ty} {word} {rest}, ptr %p"))
        }
        Construct::Other(what) => match what {
            "inrange of an index" => {
                "@f = global ptr getelementptr ({ i8, i8 }, ptr @f, i64 0, inrange i32 1)\n".into()
            }
            "memory(errnomem)" => "declare void @f() memory(errnomem: write)\n".into(),
            "memory(target_mem0)" => "declare void @f() memory(target_mem0: write)\n".into(),
            "memory(target_mem)" => "declare void @f() memory(target_mem: write)\n".into(),
            "vector of target types" => "declare void @f(<2 x target(\"x\")>)\n".into(),
            "gap in the numbers of symbols" => "@1 = global i8 0\n".into(),
            "metadata of an ifunc" => {
                "@f = ifunc void (), ptr @g, !foo !{}\ndefine ptr @g() {\n  ret ptr null\n}\n".into()
            }
            "!fpmath of a struct" => {
                body("ptr %p", "%r = call { float, float } %p(), !fpmath !{float 2.5}")
            }
            "nofpclass of a struct" => "declare void @f({ float, float } nofpclass(nan))\n".into(),
            "dead_on_return(n)" => "declare void @f(ptr dead_on_return(4))\n".into(),
            "atomicrmw of a float vector" => body(
                "ptr %p, <2 x half> %x",
                "%r = atomicrmw fadd ptr %p, <2 x half> %x monotonic, align 4",
            ),
            "atomicrmw of an integer vector" => body(
                "ptr %p, <2 x i16> %x",
                "%r = atomicrmw add ptr %p, <2 x i16> %x monotonic, align 4",
            ),
            "elementwise atomicrmw" => body(
                "ptr %p, i32 %x",
                "%r = atomicrmw elementwise add ptr %p, i32 %x monotonic, align 4",
            ),
            "atomic load or store of a vector" => {
                body("ptr %p", "%r = load atomic <2 x i16>, ptr %p monotonic, align 4")
            }
            "elementwise load or store" => {
                body("ptr %p", "%r = load atomic elementwise i16, ptr %p monotonic, align 4")
            }
            "target type" => "declare void @f(target(\"spirv.Image\"))\n".into(),
            "byte type" => "declare void @f(b8)\n".into(),
            "x86_mmx" => "declare void @f(x86_mmx)\n".into(),
            "array of scalable vectors" => "declare void @f([2 x <vscale x 4 x i32>])\n".into(),
            "struct of scalable vectors in memory" => {
                body("ptr %p", "%r = load { <vscale x 4 x i32> }, ptr %p")
            }
            "address space A, G or P" => "declare void @f(ptr addrspace(\"A\"))\n".into(),
            "named address space" => "declare void @f(ptr addrspace(\"lds\"))\n".into(),
            "splat" => body("", "%r = add <2 x i8> splat (i8 1), splat (i8 2)"),
            "inrange" => "@f = global ptr getelementptr inrange(0, 4) (i8, ptr @f, i64 1)\n".into(),
            "ptrauth" => "@f = global ptr ptrauth (ptr @f, i32 0)\n".into(),
            "ptrauth with a deactivation symbol" => {
                "@f = global ptr ptrauth (ptr @f, i32 0, i64 1, ptr @f, ptr @f)\n".into()
            }
            "dso_local_equivalent" => "@f = global ptr dso_local_equivalent @g\ndeclare void @g()\n".into(),
            "ptrtoaddr" => body("ptr %p", "%r = ptrtoaddr ptr %p to i64"),
            "callbr of an intrinsic" => body(
                "",
                "callbr void @llvm.amdgcn.kill(i1 true) to label %a [label %b]\nb:\n  unreachable\na:",
            ),
            "vector variant of a call with a struct" => body(
                "ptr %p",
                "%r = call { i8, i8 } %p() \"vector-function-abi-variant\"=\"_ZGVsMxv_foo(v_foo)\"",
            ),
            "result of callbr" => body("", "%r = callbr i32 asm \"\", \"=r\"() to label %a []\na:"),
            "ifunc in another address space" => {
                "@f = ifunc void (), ptr addrspace(1) @g\ndefine ptr @g() {\n  ret ptr null\n}\n".into()
            }
            "target type of DirectX" => "declare void @f(target(\"dx.CBuffer\"))\n".into(),
            "available_externally alias" => {
                "@g = available_externally global i8 0\n@f = available_externally alias i8, ptr @g\n"
                    .into()
            }
            "!range of a vector" => {
                body("ptr %p", "%r = load <2 x i8>, ptr %p, !range !{i8 0, i8 4}")
            }
            "!prof with expected weights" => {
                "!0 = !{!\"branch_weights\", !\"expected\", i32 1, i32 2}\n".into()
            }
            "!memprof" => body("ptr %p", "call void %p(), !memprof !{!{!{i64 1}, !\"cold\"}}, !callsite !{i64 1}"),
            "!callee_type" => body("ptr %p", "call void %p(), !callee_type !{}"),
            "debug record" => body("ptr %p", "#dbg_value(ptr %p, !0, !0, !0)"),
            "code_model" => "@f = global i8 0, code_model \"large\"\n".into(),
            "prefalign" => "declare void @f() prefalign(4)\n".into(),
            "lifetime marker without size" => {
                body("", "%a = alloca i32\n  call void @llvm.lifetime.start.p0(ptr %a)")
            }
            "masked access with align attribute" => body(
                "ptr %p, <2 x i1> %m, <2 x i8> %v",
                "call void @llvm.masked.store.v2i8.p0(<2 x i8> %v, ptr align 2 %p, <2 x i1> %m)",
            ),
            "dereferenceable bundle with a variable" => body(
                "ptr %p, i64 %n",
                "call void @llvm.assume(i1 true) [ \"dereferenceable\"(ptr %p, i64 %n) ]",
            ),
            "other bundle with a variable" => body(
                "ptr %p, i64 %n",
                "call void @llvm.assume(i1 true) [ \"dereferenceable_or_null\"(ptr %p, i64 %n) ]",
            ),
            "assume with a condition and bundles" => body(
                "ptr %p, i1 %c",
                "call void @llvm.assume(i1 %c) [ \"nonnull\"(ptr %p) ]",
            ),
            "intrinsic without declaration" => {
                body("i8 %x", "%r = call i8 @llvm.umin.i8(i8 %x, i8 1)")
            }
            _ => panic!("no example of {what}"),
        },
    }
}

/// The declarations that an example needs in versions before 18.
const DECLARED: &str = "declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.masked.store.v2i8.p0(<2 x i8>, ptr, <2 x i1>)
declare void @llvm.amdgcn.kill(i1)
";

#[test]
fn every_row_holds_on_both_sides() {
    for row in ROWS {
        let text = example(row.what);
        let declared = match row.what {
            Construct::Other("intrinsic without declaration") => "",
            _ => DECLARED,
        };
        let is_used = |line: &&str| {
            let name = line.split(['@', '(']).nth(1);
            name.is_some_and(|name| text.contains(name))
        };
        let declared = declared.lines().filter(is_used);
        let declared: Vec<_> = declared.map(|line| format!("{line}\n")).collect();
        let text = declared.concat() + &text;
        for version in Version::all() {
            check(row, &text, version);
        }
    }
}

fn check(row: &Row, text: &str, version: Version) {
    let what = format!("{:?} in {}", row.what, version.number());
    let result = degraded(text, version.number());
    let is_said = |it: &&str| reason(row.what) == **it;
    let dropped = || result.dropped.iter().map(|it| it.what.as_str());
    if row.is_known(version) {
        assert!(!dropped().any(|it| is_said(&it)), "{what}");
        assert!(
            !result.beyond.iter().any(|it| is_said(&it.reason.as_str())),
            "{what}"
        );
        return;
    }
    let beyond = result.beyond.iter().map(|it| it.reason.clone());
    match row.lack {
        // Much older versions lack more than this.
        Lack::Beyond if version.number() + 1 < row.since => assert_eq!(beyond.count(), 1, "{what}"),
        Lack::Beyond => assert_eq!(beyond.collect::<Vec<_>>(), [reason(row.what)], "{what}"),
        _ => {
            assert_eq!(beyond.collect::<Vec<_>>(), [""; 0], "{what}");
            let printed = print::module(&result.module);
            let original = print::module(&parse::module(text).unwrap());
            assert_ne!(printed, original, "{what}");
            parse::module(&printed).unwrap();
        }
    }
    if row.lack == Lack::Drop {
        // A construct may be missing as a part of one that is missing too.
        assert!(result.is_other_program(None), "{what}");
    }
}

#[test]
fn other_words_mean_the_same() {
    let check = |text: &str, number: u8, expected: &str| {
        let result = degraded(text, number);
        assert_eq!(print::module(&result.module), expected);
        assert!(!result.is_other_program(None), "{text}");
    };
    check(
        "declare void @f(ptr captures(none)) memory(argmem: read)\n",
        15,
        "declare void @f(ptr nocapture) argmemonly readonly\n",
    );
    check(
        "declare void @f() #0\nattributes #0 = { memory(none) denormal_fpenv(ieee|dynamic) }\n",
        15,
        "declare void @f() #0\nattributes #0 = { readnone \"denormal-fp-math\"=\"ieee,dynamic\" }\n",
    );
    check(
        "@v = global <3 x i8> splat (i8 7)\n",
        17,
        "@v = global <3 x i8> <i8 7, i8 7, i8 7>\n",
    );
    check(
        "@v = global <vscale x 2 x i8> splat (i8 7)\n",
        17,
        "@v = global <vscale x 2 x i8> shufflevector (<vscale x 2 x i8> insertelement \
         (<vscale x 2 x i8> poison, i8 7, i64 0), <vscale x 2 x i8> poison, \
         <vscale x 2 x i32> zeroinitializer)\n",
    );
    check(
        "declare <4 x i32> @llvm.stepvector.v4i32()\n",
        19,
        "declare <4 x i32> @llvm.experimental.stepvector.v4i32()\n",
    );
}

#[test]
fn intrinsics_get_their_older_arguments() {
    let text = "define void @f(ptr %q) {
  %a = alloca [3 x i16], i32 2
  %b = alloca ptr
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %b)
  %l = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 2 %q, <2 x i1> zeroinitializer, <2 x i8> poison)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
";
    let older = said(text, 21);
    for line in [
        "@llvm.lifetime.start.p0(i64 12, ptr %a)",
        "@llvm.lifetime.end.p0(i64 -1, ptr %b)",
        "@llvm.masked.load.v2i8.p0(ptr align 2 %q, i32 2, <2 x i1> zeroinitializer, <2 x i8> poison)",
        "declare void @llvm.lifetime.start.p0(i64, ptr)",
    ] {
        assert!(older.contains(line), "{older}");
    }
    assert_eq!(said(text, 22), print::module(&parse::module(text).unwrap()));
    // The others are declared for versions that need that.
    let oldest = said(text, 15);
    assert!(
        oldest.contains("declare void @llvm.lifetime.end.p0(i64, ptr)\n"),
        "{oldest}"
    );
    assert_eq!(oldest.matches("declare").count(), 3);
}

#[test]
fn fast_math_flags_come_first() {
    let text =
        "define float @f(i8 %x) {\n  %r = uitofp nnan nneg i8 %x to float\n  ret float %r\n}\n";
    assert_eq!(said(text, 23), text);
    assert_eq!(said(text, 22), text.replace(" nnan", ""));
    assert_eq!(said(text, 18), text.replace(" nnan nneg", ""));
}

#[test]
fn forms_of_intrinsics_have_versions() {
    let check = |declaration: &str, what: &str, since: u8| {
        for version in Version::all() {
            let beyond = degraded(declaration, version.number()).beyond;
            let reason = beyond.first().map(|it| it.reason.as_str());
            assert_eq!(
                reason,
                (version.number() < since).then_some(what),
                "{}",
                version.number()
            );
        }
    };
    check(
        "declare void @llvm.coro.end(ptr, i1, token)\n",
        "llvm.coro.end without result",
        22,
    );
    check("declare i1 @llvm.coro.end(ptr, i1, token)\n", "", 15);
    check(
        "declare <2 x i64> @llvm.lrint.v2i64.v2f32(<2 x float>)\n",
        "llvm.lrint of a vector",
        19,
    );
    check("declare i64 @llvm.lrint.i64.f32(float)\n", "", 15);
    check(
        "declare i32 @llvm.x86.mmx.pmovmskb(<1 x i64>)\n",
        "llvm.x86.mmx.pmovmskb of <1 x i64>",
        22,
    );
    check(
        "declare i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8>)\n",
        "",
        15,
    );
    check(
        "declare void @llvm.masked.compressstore.v2i8(<2 x i8>, ptr addrspace(1), <2 x i1>)\n",
        "llvm.masked.compressstore in another address space",
        23,
    );
    check(
        "declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
define void @f(ptr %p, i64 %n) {
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret void
}
",
        "llvm.memset.inline with a variable",
        22,
    );
    let splice = |at: u8| {
        format!(
            "declare <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8>, <2 x i8>, i32)
define <2 x i8> @f(<2 x i8> %v) {{
  %r = call <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8> %v, <2 x i8> %v, i32 {at})
  ret <2 x i8> %r
}}
"
        )
    };
    assert!(degraded(&splice(1), 22).beyond.is_empty());
    assert_eq!(degraded(&splice(2), 22).beyond.len(), 1);
    assert!(degraded(&splice(2), 23).beyond.is_empty());
}

#[test]
fn undeclared_intrinsics_get_a_name_for_each_signature() {
    let text = "define void @f(i8 %x, i16 %y) {
  %a = call i8 @llvm.umin(i8 %x, i8 %x)
  %b = call i16 @llvm.umin(i16 %y, i16 %y)
  %c = call i8 @llvm.umin(i8 %a, i8 %x)
  ret void
}
";
    let older = said(text, 15);
    assert_eq!(older.matches("i8 @llvm.umin.0(").count(), 3, "{older}");
    assert_eq!(older.matches("i16 @llvm.umin.1(").count(), 2, "{older}");
}

#[test]
fn functions_beyond_a_version_are_declared() {
    let text = "define internal i64 @new(ptr %p) {
  %r = ptrtoaddr ptr %p to i64
  ret i64 %r
}
define i64 @old(ptr %p) {
  %r = call i64 @new(ptr %p)
  ret i64 %r
}
define void @byte(b8 %x) {
  ret void
}
@table = global ptr @byte
@other = alias i64 (ptr), ptr @new
@block = global ptr blockaddress(@new, %0)
define ptr @last() {
  ret ptr @table
}
declare i8 @llvm.ucmp.i8.i8(i8, i8)
declare i8 @llvm.no.such.intrinsic(i8)
";
    let result = degraded(text, 15);
    let module = &result.module;
    assert_eq!(
        print::module(module),
        "declare i64 @new(ptr %p)
define i64 @old(ptr %p) {
  %r = call i64 @new(ptr %p)
  ret i64 %r
}
declare ptr @last()
"
    );
    let beyond = result.beyond.iter().map(|it| {
        let name = it.symbol.map(|it| module.names.get(it)).unwrap();
        (name, it.reason.as_str())
    });
    let expected = [
        ("new", "ptrtoaddr"),
        ("byte", "byte type"),
        ("table", "byte type"),
        ("other", "ptrtoaddr"),
        ("block", "ptrtoaddr"),
        ("last", "byte type"),
        ("llvm.ucmp.i8.i8", "intrinsic llvm.ucmp"),
        (
            "llvm.no.such.intrinsic",
            "unknown intrinsic llvm.no.such.intrinsic",
        ),
    ];
    assert_eq!(beyond.collect::<Vec<_>>(), expected);
    assert!(!result.is_other_program(None));
}

#[test]
fn only_functions_that_lose_something_are_other_programs() {
    let text = "define i8 @f(i8 %x) #0 {
  %r = or disjoint i8 %x, 1
  ret i8 %r
}
define i8 @g(i8 %x) #1 {
  ret i8 %x
}
attributes #0 = { noipa }
attributes #1 = { noipa nounwind }
";
    let result = degraded(text, 17);
    let name = |text| result.module.names.find(text);
    assert!(result.is_other_program(name("f")) && !result.is_other_program(name("g")));
    let printed = print::module(&result.module);
    assert!(printed.contains("@f(i8 %x) {") && printed.contains("#1 = { nounwind }"));
    assert!(
        !printed.contains("#0"),
        "an empty group is refused by all versions"
    );
}

fn pinned(layout: &str, text: &str) -> String {
    let pin = Pin {
        version: version(15),
        triple: "x86_64-unknown-linux-gnu".into(),
        layout: layout.into(),
    };
    let text = print::pinned(&parse::module(text).unwrap(), &pin).unwrap();
    let rest = text.split_once("target triple = \"x86_64-unknown-linux-gnu\"\n");
    rest.unwrap().1.to_owned()
}

#[test]
fn alignments_are_explicit() {
    let text = "target datalayout = \"E\"
define void @f(ptr %p) {
  %a = alloca { i8, i32 }
  %l = load i64, ptr %p
  store <3 x i32> zeroinitializer, ptr %p
  store i8 0, ptr %p, align 4
  %x = cmpxchg ptr %p, i128 0, i128 1 monotonic monotonic
  %r = atomicrmw add ptr %p, i16 1 monotonic
  ret void
}
";
    let aligns = |layout| {
        let text = pinned(layout, text);
        let aligns = text.lines().filter_map(|line| line.split_once(", align "));
        aligns
            .filter_map(|it| it.1.parse().ok())
            .collect::<Vec<u64>>()
    };
    assert_eq!(aligns(X86_64), [8, 8, 16, 4, 16, 2]);
    assert_eq!(aligns("E"), [8, 4, 16, 4, 16, 2]);
}

#[test]
fn numbers_have_no_gaps_and_debug_information_is_left_out() {
    let text = pinned(
        X86_64,
        "@b = global ptr blockaddress(@f, %7)
define void @f(i8, i8 %x, i8 %4) !dbg !1 {
  #dbg_value(i8 %0, !2, !DIExpression(), !3)
  br label %7, !dbg !3, !llvm.loop !4
7:
  call void @llvm.dbg.value(metadata i8 %0, metadata !2, metadata !DIExpression())
  %9 = add i8 %0, %4
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @g(i8 %5)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: 1, file: !5)
!1 = distinct !DISubprogram(type: !0, unit: !0)
!2 = !DILocalVariable(scope: !1)
!3 = !DILocation(line: 1, scope: !1)
!4 = distinct !{!4, !3, !7}
!5 = !DIFile(filename: \"!6\", directory: \"\")
!6 = !{i32 1, !\"x\", i32 1}
!7 = !{!\"llvm.loop.mustprogress\"}
!8 = !{!\"unused\"}
",
    );
    assert_eq!(
        text,
        "@b = global ptr blockaddress(@f, %3)
define void @f(i8 %0, i8 %x, i8 %1) {
  br label %3, !llvm.loop !4
3:
  %4 = add i8 %0, %1
  ret void
}
declare void @g(i8)
!llvm.module.flags = !{!6}
!4 = distinct !{!4, !7}
!6 = !{i32 1, !\"x\", i32 1}
!7 = !{!\"llvm.loop.mustprogress\"}
"
    );
}

#[test]
fn a_data_layout_may_be_beyond_a_version() {
    let check = |layout: &str, first: u8| {
        let module = parse::module("").unwrap();
        for version in Version::all() {
            let pin = Pin {
                version,
                triple: String::new(),
                layout: layout.into(),
            };
            let is_read = print::pinned(&module, &pin).is_ok();
            assert_eq!(is_read, version.number() >= first, "{layout}");
        }
    };
    check(X86_64, 15);
    check("e-p5:32:32-ni:5", 15);
    check("e-pu5:32:32", 22);
    check("e-p5(lds):32:32", 22);
    check("e-po5:32:32", 23);
    check("e-ve", 23);
    check("q", 25);
}
