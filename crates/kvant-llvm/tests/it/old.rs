//! Constants that only older versions print.

use kvant_llvm::dialect::{Version, degrade};
use kvant_llvm::{check, parse, print};

const OLD: &str = include_str!("old.ll");

#[test]
fn constants_of_old_versions_survive() {
    let module = parse::module(OLD).unwrap_or_else(|error| panic!("{error}"));
    check::module(&module).unwrap_or_else(|fault| panic!("{fault}"));
    let printed = print::module(&module);
    let again = parse::module(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(module, again);
    let lines = |text: &str| {
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|it| !it.is_empty() && !it.starts_with(';'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(OLD), lines(&printed));
}

/// The symbols with an old constant are beyond versions without it, one after the other.
#[test]
fn constants_end_with_their_last_version() {
    let module = parse::module(OLD).unwrap();
    let beyond = |number| {
        let degraded = degrade(&module, Version::new(number).unwrap()).unwrap();
        let names = degraded.beyond.iter().filter_map(|it| it.symbol);
        let mut names: Vec<_> = names.map(|it| module.names.get(it).to_owned()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(beyond(15), "");
    assert_eq!(beyond(16), "negated");
    assert_eq!(beyond(17), "f masked negated");
    let many = "back f float masked negated shifted signed unsigned wide";
    assert_eq!(beyond(18), many);
    let more = "back f float masked negated ordered shifted signed unsigned wide";
    assert_eq!(beyond(19), more);
    let all = "back f float masked negated ordered product shifted signed unsigned use wide";
    assert_eq!(beyond(23), all);
}

#[test]
fn wrong_constants_are_refused() {
    for (constant, message) in [
        ("i64 udiv (i64 1, i64 2)", "expected a value"),
        ("double fadd (double 1.0, double 2.0)", "expected a value"),
        ("i1 icmp (i64 1, i64 2)", "expected a comparison"),
        (
            "i1 icmp eq (i64 1, i32 2)",
            "the operands have different types",
        ),
        ("i8 icmp eq (i64 1, i64 2)", "is not of the type `i8`"),
        (
            "i1 icmp eq (float 1.0, float 1.0)",
            "`icmp` of another type",
        ),
        ("i1 fcmp oeq (i8 1, i8 1)", "`fcmp` of another type"),
        ("i8 fneg (i8 1)", "`fneg` of another type"),
        (
            "float fneg (float 1.0, float 1.0)",
            "another number of operands",
        ),
        (
            "i8 select (i1 true, i16 1, i16 1)",
            "is not of the type `i8`",
        ),
        ("i8 select (i8 1, i8 1, i8 1)", "the condition of `select`"),
        ("i8 zext (i64 1 to i8)", "`zext` does not convert"),
        (
            "i64 extractelement (<2 x i8> zeroinitializer, i64 0)",
            "is not of the type `i64`",
        ),
        (
            "<3 x i8> shufflevector (<2 x i8> zeroinitializer, <2 x i8> zeroinitializer, <2 x i32> zeroinitializer)",
            "is not of the type `<3 x i8>`",
        ),
        (
            "<3 x i1> icmp eq (<2 x i8> zeroinitializer, <2 x i8> zeroinitializer)",
            "is not of the type `<3 x i1>`",
        ),
        (
            "ptr getelementptr (i8, inrange ptr null, i64 1)",
            "expected a type",
        ),
        (
            "ptr getelementptr ({ i8, i8 }, ptr null, inrange i64 0, inrange i32 1)",
            "expected a type",
        ),
    ] {
        let text = format!("@x = global {constant}");
        let said = match parse::module(&text) {
            Ok(module) => check::module(&module).map_err(|fault| fault.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let said = said.expect_err(constant);
        assert!(said.contains(message), "{constant}: {said}");
    }
}

/// Older versions take an intrinsic with types in its name for an unknown function, and inline a variadic function around it.
#[test]
fn intrinsics_have_their_old_names() {
    let text = "define void @f(...) {
  %l = alloca ptr, align 8
  call void @llvm.va_start.p0(ptr %l)
  ret void
}
define void @g(ptr addrspace(1) %l, ...) {
  call void @llvm.va_start.p1(ptr addrspace(1) %l)
  ret void
}
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_start.p1(ptr addrspace(1))
";
    let module = parse::module(text).unwrap();
    let said = |number| {
        let degraded = degrade(&module, Version::new(number).unwrap()).unwrap();
        let reasons = degraded.beyond.iter().map(|it| it.reason.clone());
        let reasons: Vec<_> = reasons.collect();
        (print::module(&degraded.module), reasons)
    };
    let (old, beyond) = said(18);
    assert!(old.contains("call void @llvm.va_start(ptr %l)"), "{old}");
    assert!(old.contains("declare void @llvm.va_start(ptr)"), "{old}");
    assert!(!old.contains("llvm.va_start.p"), "{old}");
    assert!(beyond.contains(&"llvm.va_start in another address space".to_owned()));
    assert_eq!(said(19), (print::module(&module), Vec::new()));
}
