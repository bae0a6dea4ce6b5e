//! Tests of combined modules.

use super::{Combiner, Misfit, Naming, Source, extract};
use crate::syntax::Module;
use crate::{check, parse, print};

fn read(text: &str) -> Module {
    let module = parse::module(text).unwrap();
    check::module(&module).unwrap();
    module
}

/// The text of a module that the checker accepts.
fn written(module: &Module) -> String {
    let text = print::module(module);
    read(&text);
    text
}

fn extracted(text: &str, function: &str) -> String {
    let module = read(text);
    let source = Source::new(&module);
    let name = module.names.find(function).unwrap();
    written(&extract(&source, &[name]).unwrap().0)
}

fn merged(texts: &[&str], keeps: &dyn Fn(&str) -> bool) -> Result<String, Misfit> {
    let mut combiner = Combiner::default();
    for (n, text) in texts.iter().enumerate() {
        let module = read(text);
        let prefix = format!("k{n}.");
        let naming = Naming {
            prefix: &prefix,
            keeps,
        };
        combiner.add_all(&Source::new(&module), naming)?;
    }
    Ok(written(&combiner.finish()))
}

const MANY: &str = r#"source_filename = "many"
target triple = "x86_64-unknown-linux-gnu"
%used = type { i32, ptr }
%unused = type { i64 }
$f = comdat any
$g = comdat any
@table = internal constant [2 x ptr] [ptr @helper, ptr @a]
@lonely = global i32 1
@llvm.used = appending global [1 x ptr] [ptr @lonely], section "llvm.metadata"
@a = alias i32 (i32), ptr @helper
define i32 @f(i32 %x) #0 comdat {
entry:
  %t = alloca %used
  %p = getelementptr [2 x ptr], ptr @table, i32 0, i32 %x
  %h = load ptr, ptr %p, !noundef !3
  br label %next, !llvm.loop !0
next:
  %r = call i32 %h(i32 %x) #2
  %s = call i32 @llvm.smax.i32(i32 %r, i32 7)
  ret i32 %s
}
define internal i32 @helper(i32 %0) {
  ret i32 %0
}
define void @g() #1 comdat {
  call void @other()
  ret void
}
declare void @other()
declare i32 @llvm.smax.i32(i32, i32) #1
attributes #0 = { nounwind }
attributes #1 = { cold }
attributes #2 = { nounwind }
!llvm.module.flags = !{!4}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = !{i32 0}
!3 = !{}
!4 = !{i32 1, !"wchar_size", i32 4}
"#;

#[test]
fn a_function_brings_what_it_needs_and_nothing_else() {
    let text = extracted(MANY, "f");
    let expected = r#"target triple = "x86_64-unknown-linux-gnu"
%used = type { i32, ptr }
$f = comdat any
@table = internal constant [2 x ptr] [ptr @helper, ptr @a]
@a = alias i32 (i32), ptr @helper
"#;
    assert!(text.starts_with(expected), "{text}");
    for absent in ["@g", "@lonely", "@other", "%unused", "llvm.used", "flags"] {
        assert!(!text.contains(absent), "{absent} in {text}");
    }
    // Groups with the same attributes are one, and nodes are counted anew.
    assert!(text.contains("attributes #0 = { nounwind }\nattributes #1 = { cold }\n"));
    assert_eq!(text.matches("#0").count(), 3, "{text}");
    assert!(text.contains("!1 = distinct !{!1, !2}"), "{text}");
    assert_eq!(text.matches(" = !{").count(), 2, "{text}");
}

#[test]
fn extraction_leaves_debug_information_out() {
    let text = extracted(
        r#"
define i32 @f(i32 %x) !dbg !3 {
    #dbg_value(i32 %x, !6, !DIExpression(), !5)
  %1 = add i32 %x, 1, !dbg !5
  br label %2, !llvm.loop !7
2:
  ret i32 %1
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!5 = !DILocation(line: 1, scope: !3)
!6 = !DILocalVariable(name: "x", scope: !3)
!7 = distinct !{!7, !5, !8}
!8 = !{!"llvm.loop.unroll.disable"}
"#,
        "f",
    );
    assert!(!text.contains("DI") && !text.contains("dbg"), "{text}");
    assert!(text.contains("!0 = distinct !{!0, !1}\n"), "{text}");
}

#[test]
fn symbols_without_names_get_some() {
    let text = extracted(
        "%0 = type { i8 }\n@0 = private constant i32 5\n@unnamed.0 = global i32 6\n\
         define i32 @f() {\n  %p = alloca %0\n  %a = load i32, ptr @0\n  \
         %b = load i32, ptr @unnamed.0\n  ret i32 %a\n}\n",
        "f",
    );
    assert!(text.contains("@unnamed.0. = private constant i32 5\n"));
    assert!(text.contains("load i32, ptr @unnamed.0.\n"));
    assert!(text.contains("%unnamed.0. = type { i8 }\n"));
}

const ONE: &str = "%t = type { i32 }\n@v = external global %t\ndeclare i32 @ext(i32)\n\
    declare i32 @llvm.abs.i32(i32, i1) #0\n\
    define i32 @f(i32 %x) {\n  %a = call i32 @ext(i32 %x)\n  \
    %b = call i32 @llvm.abs.i32(i32 %a, i1 true)\n  \
    %c = load i32, ptr @v, !range !0\n  %d = call i32 @local(i32 %c)\n  ret i32 %d\n}\n\
    define internal i32 @local(i32 %x) {\n  ret i32 %x\n}\n\
    attributes #0 = { nounwind }\n!0 = !{i32 0, i32 9}\n";

#[test]
fn merged_modules_share_declarations_only() {
    let other = ONE
        .replace("nounwind", "nofree")
        .replace("i32 0, i32 9", "i32 3, i32 4");
    let text = merged(&[ONE, &other], &|_| true).unwrap();
    assert_eq!(text.matches("declare").count(), 2, "{text}");
    assert!(
        text.contains("declare i32 @llvm.abs.i32(i32, i1)\n"),
        "{text}"
    );
    for name in [
        "@k0.f(",
        "@k1.f(",
        "call i32 @k1.local(i32 %c)",
        "%k0.t = type",
        "%k1.t = type",
    ] {
        assert_eq!(text.matches(name).count(), 1, "{name} in {text}");
    }
    assert!(text.contains("load i32, ptr @k0.v, !range !0\n"), "{text}");
    assert!(text.contains("load i32, ptr @k1.v, !range !1\n"), "{text}");
    assert!(text.contains("!1 = !{i32 3, i32 4}\n"), "{text}");
    assert!(text.contains("@k1.v = external global %k1.t\n"), "{text}");
}

#[test]
fn names_without_a_meaning_are_not_shared() {
    let other = ONE.replace("declare i32 @ext(i32)", "declare i32 @ext(i32) cold");
    let misfit = Misfit::Declaration("ext".to_owned());
    assert_eq!(merged(&[ONE, &other], &|_| true), Err(misfit));
    let text = merged(&[ONE, &other], &|_| false).unwrap();
    assert!(text.contains("declare i32 @k1.ext(i32) cold\n"), "{text}");
    assert!(text.contains("call i32 @k0.ext(i32 %x)\n"), "{text}");
}

#[test]
fn misfits_add_nothing() {
    let asm = "module asm \"nop\"\n";
    let triple = "target triple = \"aarch64\"\n";
    let used = "@llvm.used = appending global [1 x ptr] [ptr @x], section \"llvm.metadata\"\n\
        @x = global i32 0\n";
    let other = "%u = type { i8 }\n@w = global ptr getelementptr (%u, ptr @w, i32 1)\n\
        declare i64 @ext(i32)\ndefine void @h() cold {\n  ret void\n}\n";
    let mut combiner = Combiner::default();
    let mut add = |text: &str| {
        let module = read(text);
        let added = combiner.add_all(&Source::new(&module), Naming::SAME);
        added.map(|_| ())
    };
    assert_eq!(add(ONE), Ok(()));
    assert_eq!(add(asm), Err(Misfit::Assembly));
    assert_eq!(add(triple), Err(Misfit::Target));
    assert_eq!(add(used), Err(Misfit::Variable("llvm.used".to_owned())));
    assert_eq!(add(other), Err(Misfit::Declaration("ext".to_owned())));
    assert_eq!(add(ONE), Err(Misfit::Taken("t".to_owned())));
    let alone = merged(&[ONE], &|_| true).unwrap();
    assert_eq!(written(&combiner.finish()), alone.replace("k0.", ""));
}

#[test]
fn intrinsics_without_declarations_are_not_mixed_with_others() {
    let undeclared = "define i32 @f(i32 %x) {\n  \
        %b = call i32 @llvm.abs(i32 %x, i1 true)\n  ret i32 %b\n}\n";
    let declared = format!(
        "declare i64 @llvm.abs(i64, i1)\n{}",
        undeclared.replace("i32", "i64")
    );
    let misfit = Err(Misfit::Declaration("llvm.abs".to_owned()));
    assert!(merged(&[undeclared, undeclared], &|_| true).is_ok());
    assert_eq!(merged(&[undeclared, &declared], &|_| true), misfit);
    assert_eq!(merged(&[&declared, undeclared], &|_| true), misfit);
}

#[test]
fn new_names_are_reported() {
    let module = read(ONE);
    let mut combiner = Combiner::default();
    let naming = Naming {
        prefix: "p.",
        keeps: &|_| true,
    };
    let names = combiner.add_all(&Source::new(&module), naming).unwrap();
    let new = |old: &str| {
        let old = module.names.find(old).unwrap();
        combiner.names().get(names[&old]).to_owned()
    };
    assert_eq!([new("f"), new("ext"), new("v")], ["p.f", "ext", "p.v"]);
}
