//! Sources lose what the machine does not check, and keep the rest.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm::{parse, print};
use kvant_llvm_machine::strip::strip;
use kvant_llvm_machine::{First, Leaf, Limits, Program, Stop, call};

const SOURCE: &str = r#"
@g = external global i32, !absolute_symbol !9
@t = constant [2 x ptr] [ptr getelementptr inrange(0, 8) (i8, ptr @g, i64 8), ptr null], !type !8

declare noalias ptr @unknown(ptr noalias captures(none) noundef, i32 zeroext) #0
declare i32 @llvm.abs.i32(i32, i1) #0

define noalias noundef ptr @f(ptr noalias nonnull readonly captures(none) %p, ptr byref(i32) align 4 %r) #0 !prof !7 {
  %x = load i32, ptr %p, !tbaa !1, !range !2, !invariant.load !0
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 4), "separate_storage"(ptr %p, ptr %r) ]
  %y = tail call noalias ptr @unknown(ptr captures(none) %p, i32 %x) #1, !alias.scope !3
  %z = tail call ptr @f(ptr readonly %p, ptr byref(i32) %r) nounwind memory(none)
  br label %loop
loop:
  %c = icmp eq i32 %x, 0
  br i1 %c, label %loop, label %exit, !llvm.loop !4, !llvm.access.group !0
exit:
  ret ptr %y
}
attributes #0 = { nounwind memory(read) inlinehint allocsize(1) "unsafe-fp-math"="true" "frame-pointer"="all" }
attributes #1 = { willreturn nofree }
!0 = !{}
!1 = !{!1, !1, i64 0}
!2 = !{i32 0, i32 9}
!3 = !{}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = !{!"function_entry_count", i64 1}
!8 = !{i64 0, !"x"}
!9 = !{i64 0, i64 256}
"#;

const RESULT: &str = r#"@g = external global i32
@t = constant [2 x ptr] [ptr getelementptr (i8, ptr @g, i64 8), ptr null]

declare noalias ptr @unknown(ptr noalias captures(none) noundef, i32 zeroext) nounwind memory(read) inlinehint "frame-pointer"="all"

declare i32 @llvm.abs.i32(i32, i1) nounwind memory(read) inlinehint allocsize(1) "unsafe-fp-math"="true" "frame-pointer"="all"

define noundef ptr @f(ptr noalias nonnull readonly captures(none) %p, ptr align 4 %r) nounwind memory(read) inlinehint "frame-pointer"="all" !prof !7 {
  %x = load i32, ptr %p, !range !2
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 4) ]
  %y = tail call ptr @unknown(ptr %p, i32 %x) nofree
  %z = tail call ptr @f(ptr readonly %p, ptr %r) nounwind memory(none)
  br label %loop
"#;

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn sources_lose_what_is_not_checked() {
    let mut module = parse::module(SOURCE).unwrap();
    let stripped = strip(&mut module);
    let text = print::module(&module);
    let start = text.find("@g").unwrap();
    let end = text.find("loop:").unwrap();
    assert_eq!(words(&text[start..end]), words(RESULT), "{text}");
    let nodes = "!4 = distinct !{!4, !6}";
    assert!(text.contains(nodes), "{text}");
    assert!(!text.contains("access.group") && text.contains("!llvm.loop"));
    assert_eq!(stripped.removed["attribute noalias"], 2);
    assert_eq!(stripped.removed["attribute allocsize"], 2);
    assert_eq!(stripped.removed["property llvm.loop.mustprogress"], 1);
    let report = stripped.to_string();
    assert!(
        report.starts_with("removed: 2 × attribute allocsize, "),
        "{report}"
    );
    assert!(report.contains("1 × bundle separate_storage, 1 × constant inrange"));
    // What is left is removed by nothing.
    assert!(strip(&mut module).is_empty());
    kvant_llvm::check::module(&module).unwrap();
}

fn run(text: &str) -> String {
    let module = parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let arguments = [Leaf::Int(7)];
    match call(
        &program,
        "f",
        &arguments,
        Limits::default(),
        &mut First::default(),
    ) {
        Ok(leaves) => format!("{leaves:?}"),
        Err(stopped) => match stopped.stop {
            Stop::Unsupported(it) => it.to_string(),
            other => format!("{other:?}"),
        },
    }
}

#[test]
fn what_is_stripped_is_ignored_and_what_is_refused_stops() {
    let with = |attributes: &str, rest: &str| {
        run(&format!(
            "define i32 @f(i32 %x) {attributes} {{\n{rest}\nret i32 %x }} define void @g() #0 {{ ret void }}\n
            attributes #0 = {{ naked nounwind }}
            declare void @llvm.assume(i1)"
        ))
    };
    let fine = "[Int(7)]";
    let assume = "call void @llvm.assume(i1 true) [ \"separate_storage\"(ptr null, ptr null), \"nofree\"(ptr null) ]";
    for (attributes, rest, expected) in [
        ("memory(none) speculatable \"thunk\"", "", fine),
        ("", assume, fine),
        ("strictfp", "", fine),
        ("naked", "", "the attribute naked"),
        (
            "null_pointer_is_valid",
            "",
            "the attribute null_pointer_is_valid",
        ),
        ("\"null-pointer-is-valid\"=\"false\"", "", fine),
        ("gc \"statepoint-example\"", "", "the attribute gc"),
        ("", "call void @g()", "the attribute naked"),
        (
            "",
            "call void @g() [ \"deopt\"() ]",
            "the attribute bundle deopt",
        ),
        (
            "",
            "%a = alloca swifterror ptr",
            "the instruction alloca with inalloca or swifterror",
        ),
    ] {
        assert_eq!(with(attributes, rest), expected, "{attributes} {rest}");
    }
}
