//! Library functions are executed or refused, and are never events.
//!
//! A line of a table is the type of the result, instructions with `;` between them, of which the last one has the result, and after
//! `=>` the results of all choices with `|` between them.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm::{parse, print};
use kvant_llvm_machine::strip::{hide_libraries, strip};
use kvant_llvm_machine::{Every, Leaf, Limits, Machine, Program, Stop, library};

const DECLARATIONS: &str = r#"
@text = constant [6 x i8] c"hello\00"
@part = constant [3 x i8] c"ll\00"
@open = constant [2 x i8] c"ab"
@g = global i64 0
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare ptr @aligned_alloc(i64, i64)
declare i32 @posix_memalign(ptr, i64, i64)
declare ptr @_Znwm(i64)
declare ptr @_ZnamSt11align_val_t(i64, i64)
declare void @_ZdlPv(ptr)
declare void @_ZdlPvm(ptr, i64)
declare void @_ZdaPvSt11align_val_t(ptr, i64)
declare ptr @strdup(ptr)
declare ptr @memcpy(ptr, ptr, i64)
declare ptr @mempcpy(ptr, ptr, i64)
declare ptr @memmove(ptr, ptr, i64)
declare ptr @memset(ptr, i32, i64)
declare ptr @memccpy(ptr, ptr, i32, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare ptr @memchr(ptr, i32, i64)
declare ptr @memrchr(ptr, i32, i64)
declare i64 @strlen(ptr)
declare i64 @strnlen(ptr, i64)
declare ptr @strchr(ptr, i32)
declare ptr @strrchr(ptr, i32)
declare ptr @strstr(ptr, ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare ptr @strpbrk(ptr, ptr)
declare ptr @strcpy(ptr, ptr)
declare ptr @stpcpy(ptr, ptr)
declare ptr @strncpy(ptr, ptr, i64)
declare ptr @strcat(ptr, ptr)
declare ptr @strncat(ptr, ptr, i64)
declare i32 @abs(i32)
declare i64 @labs(i64)
declare i32 @ffs(i32)
declare i32 @fls(i32)
declare i32 @isdigit(i32)
declare i32 @isascii(i32)
declare i32 @toascii(i32)
declare i32 @htonl(i32)
declare double @floor(double noundef)
declare double @fmin(double, double)
declare float @sqrtf(float)
declare void @exit(i32)
declare void @abort()
declare void @llvm.trap()
declare i64 @strtol(ptr, ptr, i32)
declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)
declare ptr @objc_retain(ptr)

"#;

fn outcomes(module: &str) -> String {
    let module = parse::module(module).unwrap_or_else(|error| panic!("{error:?} in {module}"));
    let layout = crate::corpus_files::layout(&module).unwrap();
    let program = Program::new(&module, &layout);
    let (mut every, mut outcomes) = (Every::default(), Vec::new());
    for _ in 0..4 {
        let mut machine = Machine::new(&program, Limits::default(), &mut every);
        let result = machine.begin("f", &[]).and_then(|()| machine.run());
        outcomes.push(match result {
            Ok(leaves) if leaves.is_empty() => "done".into(),
            Ok(leaves) => leaves.iter().map(leaf).collect::<Vec<_>>().join(" "),
            Err(stopped) => match stopped.stop {
                Stop::Ub(it) => it.rule().into(),
                Stop::Unspecified(it) => it.rule().into(),
                Stop::Unsupported(it) => it.to_string(),
                Stop::Ended(it) => it.to_string(),
                other => format!("{other:?}"),
            },
        });
        if !every.advance() {
            return outcomes.join(" | ");
        }
    }
    outcomes.join(" | ") + " | ..."
}

fn leaf(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Int(bits) => format!("{bits:x}"),
        Leaf::Poison(_) => "poison".into(),
        Leaf::Undef => "undef".into(),
        Leaf::Ptr(pointer) if pointer.node.is_some() => format!("+{}", pointer.offset),
        other => format!("{other:?}"),
    }
}

fn check(table: &str) {
    for line in table.lines().map(str::trim) {
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let (code, expected) = line.split_once(" => ").unwrap();
        let (ty, code) = code.split_once(": ").unwrap();
        let (before, last) = code.rsplit_once("; ").unwrap_or(("", code));
        let before = before.replace("; ", "\n");
        let end = match ty {
            "void" => format!("{last}\nret void"),
            _ => format!("%r = {last}\nret {ty} %r"),
        };
        let module = format!("{DECLARATIONS}\ndefine {ty} @f() {{\n{before}\n{end}\n}}");
        assert_eq!(outcomes(&module), expected, "{line}");
    }
}

#[test]
fn memory_comes_from_the_heap_and_goes_back() {
    check(
        "i32: %p = call ptr @malloc(i64 4); store i32 7, ptr %p; load i32, ptr %p => 7
        i32: %p = call ptr @malloc(i64 4); load i32, ptr %p => undef
        i32: %p = call ptr @malloc(i64 3); load i32, ptr %p, align 1 => out-of-bounds
        i1: %p = call ptr @malloc(i64 4); icmp eq ptr %p, null => 0
        i64: %p = call ptr @calloc(i64 2, i64 4); load i64, ptr %p, align 16 => 0
        void: %p = call ptr @malloc(i64 4); call void @free(ptr %p) => done
        void: call void @free(ptr null) => done
        void: %p = call ptr @malloc(i64 4); call void @free(ptr %p); call void @free(ptr %p) => bad-free
        i32: %p = call ptr @malloc(i64 4); call void @free(ptr %p); load i32, ptr %p => dangling
        void: %p = call ptr @malloc(i64 4); %q = getelementptr i8, ptr %p, i64 1; call void @free(ptr %q) => bad-free
        void: %p = alloca i32; call void @free(ptr %p) => bad-free
        void: call void @free(ptr @g) => bad-free
        void: call void @free(ptr poison) => the library function free on a pointer that is not defined
        void: %p = call ptr @_Znwm(i64 4); call void @_ZdlPv(ptr %p) => done
        void: %p = call ptr @_Znwm(i64 4); call void @_ZdlPvm(ptr %p, i64 8) => the library function _ZdlPvm with another size
        void: %p = call ptr @_Znwm(i64 4); call void @free(ptr %p) => the library function free of memory of another allocator
        void: %p = call ptr @_ZnamSt11align_val_t(i64 4, i64 64); call void @_ZdaPvSt11align_val_t(ptr %p, i64 64) => done
        i32: %p = call ptr @_ZnamSt11align_val_t(i64 4, i64 64); load i32, ptr %p, align 64 => undef
        i32: %p = call ptr @aligned_alloc(i64 64, i64 64); load i32, ptr %p, align 128 => misaligned
        i32: %s = alloca ptr; %e = call i32 @posix_memalign(ptr %s, i64 32, i64 4); %p = load ptr, ptr %s; load i32, ptr %p, align 32 => undef
        i32: %p = call ptr @malloc(i64 4); store i32 7, ptr %p; %q = call ptr @realloc(ptr %p, i64 8); load i32, ptr %q => 7
        i32: %p = call ptr @malloc(i64 4); %q = call ptr @realloc(ptr %p, i64 8); load i32, ptr %p => dangling
        ptr: call ptr @realloc(ptr null, i64 8) => +0
        ptr: call ptr @realloc(ptr null, i64 0) => the library function realloc to the size 0
        ptr: call ptr @malloc(i64 -1) => Budget(Memory { limit: 1073741824 })
        ptr: call ptr @calloc(i64 -1, i64 -1) => Budget(Memory { limit: 1073741824 })
        i64: %p = call ptr @strdup(ptr @text); call i64 @strlen(ptr %p) => 5",
    );
}

#[test]
fn bytes_and_strings_are_handled() {
    check(
        "i8: %a = alloca [8 x i8]; %b = call ptr @memcpy(ptr %a, ptr @text, i64 6); load i8, ptr %b => 68
        ptr: %a = alloca [8 x i8]; call ptr @mempcpy(ptr %a, ptr @text, i64 6) => +6
        ptr: %a = alloca [8 x i8]; %b = getelementptr i8, ptr %a, i64 1; call ptr @memcpy(ptr %a, ptr %b, i64 6) => overlapping-copy
        ptr: %a = alloca [8 x i8]; %b = getelementptr i8, ptr %a, i64 1; call ptr @memmove(ptr %a, ptr %b, i64 6) => +0
        ptr: call ptr @memcpy(ptr null, ptr @text, i64 0) => Ptr(Pointer { node: None, tag: None, offset: 0 })
        i32: %a = alloca i32; %b = call ptr @memset(ptr %a, i32 257, i64 4); load i32, ptr %a => 1010101
        ptr: %a = alloca [8 x i8]; call ptr @memccpy(ptr %a, ptr @text, i32 108, i64 6) => +3
        i32: call i32 @memcmp(ptr @text, ptr @text, i64 6) => 0
        i32: call i32 @memcmp(ptr @text, ptr @part, i64 4) => out-of-bounds
        i1: %c = call i32 @memcmp(ptr @text, ptr @part, i64 2); icmp slt i32 %c, 0 => 1 | 1 | 1 | 1 | ...
        i1: %c = call i32 @strcmp(ptr @part, ptr @text); icmp sgt i32 %c, 0 => 1 | 1 | 1 | 1 | ...
        i32: call i32 @bcmp(ptr @text, ptr @part, i64 2) => 1 | 2 | 3 | 4 | ...
        i32: call i32 @strncmp(ptr @text, ptr @part, i64 0) => 0
        i32: %a = alloca i32; call i32 @memcmp(ptr %a, ptr @text, i64 4) => the library function memcmp on a byte that is not defined
        ptr: call ptr @memchr(ptr @text, i32 108, i64 100) => +2
        ptr: call ptr @memchr(ptr @text, i32 120, i64 6) => Ptr(Pointer { node: None, tag: None, offset: 0 })
        ptr: call ptr @memrchr(ptr @text, i32 108, i64 6) => +3
        ptr: call ptr @memrchr(ptr @text, i32 108, i64 7) => out-of-bounds
        i64: call i64 @strlen(ptr @text) => 5
        i64: call i64 @strlen(ptr @open) => out-of-bounds
        i64: call i64 @strnlen(ptr @open, i64 2) => 2
        ptr: call ptr @strchr(ptr @text, i32 0) => +5
        ptr: call ptr @strrchr(ptr @text, i32 108) => +3
        ptr: call ptr @strstr(ptr @text, ptr @part) => +2
        ptr: call ptr @strstr(ptr @part, ptr @text) => Ptr(Pointer { node: None, tag: None, offset: 0 })
        i64: call i64 @strspn(ptr @part, ptr @text) => 2
        i64: call i64 @strcspn(ptr @text, ptr @part) => 2
        ptr: call ptr @strpbrk(ptr @text, ptr @part) => +2
        i64: %a = alloca [9 x i8]; %b = call ptr @strcpy(ptr %a, ptr @text); %c = call ptr @strcat(ptr %a, ptr @part); call i64 @strlen(ptr %a) => 7
        ptr: %a = alloca [5 x i8]; call ptr @strcpy(ptr %a, ptr @text) => out-of-bounds
        ptr: %a = alloca [9 x i8]; call ptr @stpcpy(ptr %a, ptr @text) => +5
        i64: %a = alloca [9 x i8]; %b = call ptr @strncpy(ptr %a, ptr @text, i64 9); %c = call ptr @strncat(ptr %a, ptr @part, i64 1); call i64 @strlen(ptr %a) => 6",
    );
}

#[test]
fn numbers_are_computed() {
    check(
        "i32: call i32 @abs(i32 -5) => 5
        i32: call i32 @abs(i32 -2147483648) => poison
        i64: call i64 @labs(i64 poison) => poison
        i32: call i32 @ffs(i32 0) => 0
        i32: call i32 @ffs(i32 40) => 4
        i32: call i32 @fls(i32 40) => 6
        i32: call i32 @isdigit(i32 47) => 0
        i32: call i32 @isdigit(i32 48) => 1 | 2 | 3 | 4 | ...
        i32: call i32 @isascii(i32 -1) => 0
        i32: call i32 @toascii(i32 200) => 48
        i32: call i32 @htonl(i32 1) => 1000000
        double: call double @floor(double 1.5) => 3ff0000000000000
        double: call double @floor(double poison) => noundef
        double: call double @fmin(double 0.0, double -0.0) => 8000000000000000 | 0
        float: call float @sqrtf(float 4.0) => 40000000
        float: call float @sqrtf(float -0.0) => 80000000
        float: call float @sqrtf(float -1.0) => the library function sqrt of a negative number",
    );
}

#[test]
fn the_program_ends() {
    check(
        "void: call void @exit(i32 3) => the program exits with 3
        void: call void @abort() => the program aborts
        void: call void @llvm.trap() => the program traps",
    );
    let module = |attributes: &str| {
        format!(
            "{DECLARATIONS} define void @f() {{ call void @g2() ret void }}
            define void @g2() {attributes} {{ call void @exit(i32 0) ret void }}"
        )
    };
    assert_eq!(outcomes(&module("")), "the program exits with 0");
    assert_eq!(outcomes(&module("willreturn")), "willreturn");
}

#[test]
fn promises_about_library_functions_are_checked() {
    check(
        "i64: call i64 @strlen(ptr readnone @text) => readonly
        ptr: %a = alloca [8 x i8]; call ptr @memset(ptr %a, i32 0, i64 4) memory(none) => memory-effects
        i8: %p = call ptr @strchr(ptr captures(none) @text, i32 104); load i8, ptr %p => captured
        void: %p = call ptr @malloc(i64 4); call void @free(ptr nofree %p) => nofree
        void: %p = call ptr @malloc(i64 4); call void @free(ptr %p) nofree => nofree
        ptr: %a = alloca [8 x i8]; tail call ptr @memset(ptr %a, i32 0, i64 4) => tail-call
        void: call void @llvm.memcpy.p0.p0.i64(ptr align 8 @text, ptr @text, i64 1, i1 false) => bad-pointer
        i32: call i32 @llvm.abs.i32(i32 noundef poison, i1 false) => noundef
        i32: call range(i32 0, 3) i32 @llvm.abs.i32(i32 5, i1 false) => poison
        float: call noundef float @llvm.fabs.f32(float poison) => noundef",
    );
    let module = |attributes: &str, parameter: &str| {
        format!(
            "{DECLARATIONS} define void @f() {{ %p = call ptr @malloc(i64 4) call void @g2(ptr %p) ret void }}
            define void @g2(ptr {parameter} %p) {attributes} {{ call void @free(ptr %p) ret void }}"
        )
    };
    assert_eq!(outcomes(&module("", "")), "done");
    assert_eq!(outcomes(&module("nofree", "")), "nofree");
    assert_eq!(outcomes(&module("", "nofree")), "nofree");
    let freed = outcomes(&module("", "dereferenceable(4)"));
    assert_eq!(freed, "freed-dereferenceable");
}

/// A declaration of a library function with a type that the table has for it, and a call.
fn declared(name: &str, ty: &str) -> (String, String) {
    let name = name.replace('*', "x").replace("??", "\\3F?");
    let mut types = ty.trim_end_matches('.').chars().map(|code| match code {
        'v' => "void",
        'b' => "i8",
        'h' => "i16",
        'w' | 'i' | '?' => "i32",
        'f' => "float",
        'd' | 'F' | '=' if name.starts_with('f') => "double",
        '=' | 'l' | 'z' | 'q' | 'I' | 'x' => "i64",
        'd' | 'F' => "double",
        'p' => "ptr",
        _ => "{ i32 }",
    });
    let result = types.next().unwrap();
    let types: Vec<&str> = types.collect();
    let more = match (ty.ends_with('.'), types.is_empty()) {
        (true, false) => ", ...",
        _ => "",
    };
    let all = types.join(", ");
    let arguments: Vec<String> = types.iter().map(|ty| format!("{ty} poison")).collect();
    (
        format!("declare {result} @\"{name}\"({all}{more})\n"),
        format!(
            "call {result} ({all}{more}) @\"{name}\"({})",
            arguments.join(", ")
        ),
    )
}

#[test]
fn no_library_function_is_an_event() {
    for (name, ty) in library::names() {
        let (declaration, call) = declared(name, ty);
        let text = format!("{declaration} define void @f() {{ {call} ret void }}");
        let module = parse::module(&text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
        let layout = DataLayout::default();
        let program = Program::new(&module, &layout);
        let mut every = Every::default();
        let mut machine = Machine::new(&program, Limits::default(), &mut every);
        let result = machine.begin("f", &[]).and_then(|()| machine.run());
        let is_refused = match result {
            Err(stopped) => {
                matches!(&stopped.stop, Stop::Unsupported(it) if it.rule() == "library")
            }
            Ok(_) => false,
        };
        assert!(machine.events().is_empty(), "{name}");
        assert!(is_refused || library::is_executed(name), "{name} {ty}");
    }
}

#[test]
fn functions_are_recognised_by_name_and_type() {
    let run = |text: &str| outcomes(&format!("@t = constant [2 x i8] zeroinitializer\n{text}"));
    let call = "define i64 @f() { %r = call i64 @strlen(ptr @t) ret i64 %r }";
    assert_eq!(run(&format!("declare i64 @strlen(ptr) {call}")), "0");
    let defined = format!("define i64 @strlen(ptr %p) {{ ret i64 7 }} {call}");
    assert_eq!(run(&defined), "the library function strlen");
    let hidden = defined.replace("@strlen(ptr @t)", "@strlen(ptr @t) nobuiltin");
    assert_eq!(run(&hidden), "7");
    // A compiler may call a function with a body as if it were that of the library.
    let other = "define ptr @calloc(i64 %n, i64 %s) { ret ptr null } declare ptr @malloc(i64) define ptr @f() { %r = call ptr @malloc(i64 1) ret ptr %r }";
    assert_eq!(run(other), "the library function malloc");
    let escaped = call.replace("@strlen", "@\"\\01strlen\"");
    assert_eq!(
        run(&format!("declare i64 @\"\\01strlen\"(ptr) {escaped}")),
        "0"
    );
    let pointer = "define i64 @f() { %s = alloca ptr store ptr @strlen, ptr %s
        %p = load ptr, ptr %s %r = call i64 %p(ptr @t) ret i64 %r } declare i64 @strlen(ptr)";
    assert_eq!(run(pointer), "0");
}

#[test]
fn library_functions_that_are_not_executed_can_be_hidden() {
    let text = "declare i64 @strtol(ptr, ptr, i32) nounwind
        declare void @__kmpc_barrier(ptr, i32)
        declare i64 @strlen(ptr)
        define i64 @f(ptr %p) {
          %a = call i64 @strtol(ptr %p, ptr null, i32 10) nounwind
          %b = call i64 @strlen(ptr %p)
          ret i64 %a
        }";
    let mut module = parse::module(text).unwrap();
    let hidden = hide_libraries(&mut module);
    assert_eq!(hidden.to_string(), "removed: 1 × library function strtol");
    strip(&mut module);
    let text = print::module(&module);
    assert!(
        text.contains("@strtol(ptr, ptr, i32) nounwind nobuiltin \"no-builtins\""),
        "{text}"
    );
    assert!(text.contains("i32 10) nounwind nobuiltin"), "{text}");
    assert!(!text.contains("@strlen(ptr %p) nobuiltin"), "{text}");
}

#[test]
fn variables_have_their_preferred_alignment() {
    let load = |variable: &str| {
        outcomes(&format!(
            "target datalayout = \"e-i64:32:64\"\n@x = {variable}
            define i64 @f() {{ %r = load i64, ptr @x, align 8 ret i64 %r }}"
        ))
    };
    assert_eq!(load("global i64 5"), "5");
    assert_eq!(load("weak global i64 5"), "misaligned");
    assert_eq!(load("global i64 5, align 4"), "misaligned");
}
