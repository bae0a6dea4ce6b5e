//! Each rule on both sides: a text that is accepted, and one that is refused with a message.

use super::Fault;

fn check(text: &str) -> Result<(), Fault> {
    let module = crate::parse::module(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    super::module(&module)
}

/// Checks texts in which `…` is replaced by the first and by the second part of a rule. The first is accepted, and the second refused
/// with a message that contains the third part. `⏎` stands for a new line.
fn both(frame: &str, rules: &str) {
    for rule in rules.lines().filter(|rule| !rule.trim().is_empty()) {
        let parts: Vec<String> = rule
            .split("||")
            .map(|part| part.trim().replace('⏎', "\n"))
            .collect();
        let [good, bad, message] = &parts[..] else {
            panic!("no rule: {rule}");
        };
        let text = frame.replace('…', good);
        assert_eq!(check(&text), Ok(()), "{text}");
        let text = frame.replace('…', bad);
        match check(&text) {
            Ok(()) => panic!("expected `{message}` in:\n{text}"),
            Err(fault) => assert!(fault.to_string().contains(message), "{fault}\n{text}"),
        }
    }
}

/// Instructions in a function with parameters of several types.
const FRAME: &str = "%S = type { i32, [2 x float] }\n%O = type opaque\n@g = global i32 0\n\
    declare i32 @h(i32, ptr)\ndeclare void @v(i32, ...)\ndeclare i32 @llvm.umax.i32(i32, i32)\n\
    define i32 @f(i32 %a, i64 %b, float %x, ptr %p, <2 x i32> %v, <4 x i32> %w, i1 %c, %S %s) {\n\
    entry:\n  …\n  ret i32 %a\n}\n";

#[test]
fn operands_have_their_types() {
    let rules = "
        %r = add i32 %a, 1 || %r = add i32 %b, 1 || is defined with the type `i64`
        %r = add i32 %a, 1 || %r = add i32 @g, 1 || is a pointer
        %r = load i32, ptr @g || %r = load i32, ptr @k || not defined in the module
        %r = add <2 x i32> %v, %v || %r = add float %x, %x || on the type `float`
        %r = fadd float %x, 1.0 || %r = fadd i32 %a, 1 || on the type `i32`
        %r = fneg float %x || %r = fneg i32 %a || on the type `i32`
        %r = icmp eq ptr %p, null || %r = icmp eq float %x, %x || on the type `float`
        %r = fcmp oeq float %x, %x || %r = fcmp oeq i32 %a, %a || on the type `i32`
        %r = trunc i64 %b to i32 || %r = trunc i32 %a to i64 || does not convert
        %r = zext i32 %a to i64 || %r = zext i32 %a to i32 || does not convert
        %r = bitcast <2 x i32> %v to i64 || %r = bitcast <2 x i32> %v to i32 || not convert
        %r = bitcast ptr %p to ptr || %r = bitcast ptr %p to i64 || does not convert
        %r = uitofp <2 x i32> %v to <2 x float> || %r = uitofp i32 %a to <2 x float> || convert
        %r = addrspacecast ptr %p to ptr addrspace(1) || %r = addrspacecast ptr %p to ptr || does not convert
        %r = select i1 %c, i32 %a, i32 1 || %r = select i32 %a, i32 1, i32 2 || is an `i1`
        %r = select i1 %c, i32 1, i32 2 || %r = select i1 %c, i32 1, i64 2 || different types
        %r = freeze i32 %a || %r = freeze token none || on the type `token`
        %r = select fast i1 %c, float %x, float %x || %r = select fast i1 %c, i32 1, i32 2 || fast
        br label %n⏎n: || br label %a⏎n: || block is named that is none
        switch i32 %a, label %n [ i32 1, label %n i32 2, label %n ]⏎n: || switch i32 %a, label %n [ i32 1, label %n i32 1, label %n ]⏎n: || the same value
        ret i32 0⏎n: || ret i64 0⏎n: || returns the type `i32`
        ret i32 0⏎n: || ret void⏎n: || returns the type `i32`
    ";
    both(FRAME, rules);
}

#[test]
fn aggregates_vectors_and_memory() {
    let rules = "
        %r = insertvalue %S %s, i32 1, 0 || %r = insertvalue %S %s, i64 1, 0 || no member of the type
        %r = extractelement <2 x i32> %v, i64 %b || %r = extractelement <2 x i32> %v, float %x || is an integer
        %r = insertelement <2 x i32> %v, i32 %a, i32 0 || %r = insertelement <2 x i32> %v, i64 %b, i32 0 || another type
        %r = shufflevector <2 x i32> %v, <2 x i32> %v, <3 x i32> <i32 0, i32 3, i32 poison> || %r = shufflevector <2 x i32> %v, <2 x i32> %v, <3 x i32> <i32 0, i32 4, i32 poison> || names no elements
        %r = getelementptr %S, ptr %p, i64 0, i32 1, i64 %b || %r = getelementptr %S, ptr %p, i64 0, i32 2 || no field at this index
        %r = getelementptr %S, ptr %p, i64 0, i32 1 || %r = getelementptr %S, ptr %p, i64 0, i64 1 || is an `i32`
        %r = getelementptr i8, ptr %p, <2 x i32> %v || %r = getelementptr [4 x i8], ptr %p, <2 x i32> %v, <4 x i32> %w || another length
        %r = getelementptr i8, ptr %p, i32 1 || %r = getelementptr %O, ptr %p, i32 1 || size
        %r = getelementptr i8, ptr %p, i32 1 || %r = getelementptr i8, i32 %a, i32 1 || pointer
        %r = load %S, ptr %p || %r = load %O, ptr %p || without a size
        %r = alloca i32, i64 %b || %r = alloca i32, float %x || is an integer
        %r = alloca %S || %r = alloca %O || without a size
        %r = load atomic i32, ptr %p acquire, align 4 || %r = load atomic i32, ptr %p release, align 4 || is not `release`
        store atomic i32 %a, ptr %p release, align 4 || store atomic i7 0, ptr %p release, align 4 || power of two of bytes
        store atomic float %x, ptr %p release, align 4 || store atomic %S %s, ptr %p release, align 4 || of this type
        fence acquire || fence monotonic || acquires or releases
        %r = cmpxchg ptr %p, i32 1, i32 2 acq_rel monotonic || %r = cmpxchg ptr %p, i32 1, i32 2 acq_rel release || ordering of a failure
        %r = cmpxchg ptr %p, i32 1, i32 2 acq_rel acquire || %r = cmpxchg ptr %p, i32 1, i64 2 acq_rel acquire || different types
        %r = atomicrmw fadd ptr %p, float %x seq_cst || %r = atomicrmw fadd ptr %p, i32 %a seq_cst || on the type `i32`
        %r = atomicrmw add ptr %p, i32 1 monotonic || %r = atomicrmw add ptr %p, i32 1 unordered || at least `monotonic`
    ";
    both(FRAME, rules);
}

#[test]
fn calls_have_the_arguments_of_their_type() {
    let rules = r#"
        %r = call i32 @h(i32 1, ptr %p) || %r = call i32 (i32, ptr) @h(i32 1) || arguments
        call void (i32, ...) @v(i32 1, float %x) || call void (i32, ...) @v(i64 1, float %x) || is of the type `i64`
        %r = call i32 %p(i32 1) || %r = call i32 %a(i32 1) || the callee is no pointer
        %r = call fast float %p() || %r = call fast i32 %p() || fast-math flags
        call void %p(i32 signext 1) || call void %p(ptr signext null) || on a value of the type
        call void %p(ptr byval(i32) %p) || call void %p(ptr byval(%O) %p) || without a size
        call void %p(ptr sret(i32) %p, i32 1) || call void %p(i32 1, i32 1, ptr sret(i32) %p) || first or second
        call void %p() [ "deopt"(i32 1) ] || call void %p() [ "deopt"(i32 1), "deopt"() ] || two bundles
        %r = call i32 asm "", "=r,r"(i32 1) || %r = call i32 asm "", "r,=r"(i32 1) || in this order
        %r = musttail call i32 @f(i32 0, i64 0, float 0.0, ptr null, <2 x i32> %v, <4 x i32> %w, i1 0, %S %s)⏎ret i32 %r⏎n: || %r = musttail call i32 @f(i32 0, i64 0, float 0.0, ptr null, <2 x i32> %v, <4 x i32> %w, i1 0, %S %s) || `ret` of the result
        %r = call i32 @llvm.umax.i32(i32 %a, i32 1) || %r = call i64 @llvm.umax.i32(i64 %b, i64 1) || of its declaration
        %r = call i32 @llvm.smax.i32(i32 %a, i32 1) || %r = call i32 @llvm.smax.i32(i32 %a, i64 1) || has another type
        %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 2) || %r = call { i32, i32 } @llvm.sadd.with.overflow.i32(i32 1, i32 2) || has another type
        %r = call i32 @llvm.ctlz.i32(i32 %a, i1 true) || %r = call i32 @llvm.ctlz.i32(i32 %a, i1 %c) || is a constant
        %r = call i32 @llvm.vector.reduce.add.v2i32(<2 x i32> %v) || %r = call i64 @llvm.vector.reduce.add.v2i32(<2 x i32> %v) || has another type
        %r = call i32 @llvm.bswap.i32(i32 %a) || %r = call i24 @llvm.bswap.i24(i24 1) || odd number of bytes
        %r = ptrtoint ptr @h to i64 || %r = ptrtoint ptr @llvm.trap to i64 || an intrinsic
    "#;
    both(FRAME, rules);
}

#[test]
fn definitions_dominate_uses() {
    let frame = "declare i32 @h()\ndefine void @f(i1 %c) personality ptr @h {\nentry:\n…\n}\n";
    let rules = "
        %x = add i32 1, 2⏎%y = add i32 %x, 1⏎ret void || %y = add i32 %x, 1⏎%x = add i32 1, 2⏎ret void || does not dominate
        br i1 %c, label %a, label %b⏎a:⏎%x = add i32 1, 2⏎br label %b⏎b:⏎%p = phi i32 [ %x, %a ], [ 0, %entry ]⏎ret void || br i1 %c, label %a, label %b⏎a:⏎%x = add i32 1, 2⏎br label %b⏎b:⏎%p = add i32 %x, 1⏎ret void || does not dominate
        br label %a⏎a:⏎%x = phi i32 [ 0, %entry ], [ %y, %a ]⏎%y = add i32 %x, 1⏎br label %a || br label %a⏎a:⏎%x = phi i32 [ %y, %entry ], [ 0, %a ]⏎%y = add i32 %x, 1⏎br label %a || does not dominate
        ret void⏎a:⏎%x = add i32 %x, 1⏎br label %a || %x = add i32 %x, 1⏎ret void || does not dominate
        ret void⏎a:⏎%x = add i32 1, 1⏎%y = add i32 %x, 1⏎ret void || %y = add i32 %x, 1⏎ret void⏎a:⏎%x = add i32 1, 1⏎ret void || does not dominate
        %r = invoke i32 @h() to label %a unwind label %b⏎a:⏎%y = add i32 %r, 1⏎ret void⏎b:⏎%l = landingpad ptr cleanup⏎ret void || %r = invoke i32 @h() to label %a unwind label %b⏎a:⏎ret void⏎b:⏎%l = landingpad ptr cleanup⏎%y = add i32 %r, 1⏎ret void || does not dominate
        br label %a⏎a:⏎br label %a || br label %entry || has no predecessors
        br label %a⏎a:⏎%x = phi i32 [ 0, %entry ]⏎ret void || br label %a⏎a:⏎%x = phi i32 [ 0, %entry ], [ 0, %a ]⏎ret void || one value for each predecessor
        br i1 %c, label %a, label %b⏎a:⏎br label %b⏎b:⏎%x = phi i32 [ 0, %entry ], [ 1, %a ]⏎ret void || br i1 %c, label %a, label %b⏎a:⏎br label %b⏎b:⏎%x = phi i32 [ 0, %entry ], [ 1, %b ]⏎ret void || no predecessor
        br i1 %c, label %a, label %a⏎a:⏎%x = phi i32 [ 1, %entry ], [ 1, %entry ]⏎ret void || br i1 %c, label %a, label %a⏎a:⏎%x = phi i32 [ 1, %entry ], [ 2, %entry ]⏎ret void || two values for one predecessor
        br label %a⏎a:⏎%x = phi i32 [ 0, %entry ]⏎%y = phi i32 [ 0, %entry ]⏎ret void || br label %a⏎a:⏎%x = phi i32 [ 0, %entry ]⏎%y = add i32 1, 1⏎%z = phi i32 [ 0, %entry ]⏎ret void || behind another instruction
        invoke i32 @h() to label %a unwind label %b⏎a:⏎ret void⏎b:⏎%l = landingpad ptr cleanup⏎ret void || invoke i32 @h() to label %a unwind label %b⏎a:⏎ret void⏎b:⏎ret void || pad of another kind
        invoke i32 @h() to label %a unwind label %b⏎a:⏎ret void⏎b:⏎%l = landingpad ptr cleanup⏎ret void || br label %b⏎b:⏎%l = landingpad ptr cleanup⏎ret void || without an exception
        invoke i32 @h() to label %a unwind label %b⏎a:⏎ret void⏎b:⏎%l = landingpad ptr catch ptr null⏎ret void || invoke i32 @h() to label %a unwind label %b⏎a:⏎ret void⏎b:⏎%l = landingpad ptr⏎ret void || has a clause
    ";
    both(frame, rules);
}

#[test]
fn constants_and_types() {
    let rules = r#"
        @x = global [2 x i8] c"ab" || @x = global [3 x i8] c"ab" || 2 bytes
        @x = global { i8, i32 } { i8 1, i32 2 } || @x = global { i8, i32 } { i8 1 } || fields
        @x = global { i8 } { i8 1 } || @x = global { i8 } { i16 1 } || a field is of the type
        @x = global <{ i8 }> <{ i8 1 }> || @x = global <{ i8 }> { i8 1 } || packed
        @x = global [1 x i8] [ i8 1 ] || @x = global [2 x i8] [ i8 1 ] || 1 elements
        @x = global <2 x i8> splat (i8 1) || @x = global <2 x i8> splat (i16 1) || splat
        @x = global i32 undef || @x = global %O undef || size
        @x = global ptr @y || @x = global i32 @y || or no `i32`
        @x = global i64 ptrtoint (ptr @y to i64) || @x = global i64 bitcast (ptr @y to i64) || convert
        @x = global ptr getelementptr ({ i8, i8 }, ptr @y, i32 0, i32 1) || @x = global ptr getelementptr ({ i8, i8 }, ptr @y, i32 0, i32 2) || no field
        %T = type { ptr, %O } || %T = type { %T } || contains itself
        %T = type { ptr }⏎@x = external global %T || @x = external global %T || not defined
        @x = external global [2 x %O] || @x = external global [2 x token] || no elements
        @x = external global <2 x ptr> || @x = external global <2 x %O> || has elements that are
        @x = external global i32 || @x = external global void () || no such type
        @x = external global <2 x i8> || @x = external global <vscale x 2 x i8> || scalable
    "#;
    both("%O = type opaque\n@y = global i8 0\n…\n", rules);
}

#[test]
fn symbols_and_attributes() {
    let rules = "
        @x = global i8 0 || @y = global i8 0 || defined twice
        @x = alias i8, ptr @y || @x = alias i8, ptr @e || not defined in the module
        @x = alias i8, ptr @y || @x = alias i8, ptr @z⏎@z = alias i8, ptr @x || cycle
        @x = ifunc void (), ptr @r || @x = ifunc void (), ptr @y || is a function
        @x = hidden global i8 0 || @x = internal hidden global i8 0 || default visibility
        @x = external dllimport global i8 || @x = external dso_local dllimport global i8 || not `dso_local`
        @x = common global i8 0 || @x = common global i8 1 || is zero
        @x = appending global [1 x i8] [i8 0] || @x = appending global i8 0 || is an array
        $c = comdat any⏎@x = global i8 0, comdat($c) || @x = global i8 0, comdat($c) || `$c`
        declare extern_weak void @x() || declare internal void @x() || another linkage
        declare void @x(ptr) || declare void @x(metadata) || only intrinsics
        declare void @x(ptr nonnull) || declare void @x(i32 nonnull) || on a value of the type
        declare void @x() nounwind || declare nounwind void @x() || another position
        declare void @x(i32 zeroext) || declare void @x(i32 zeroext signext) || exclude
        declare void @x(ptr byval(i8)) || declare void @x(ptr byval(i8) nest) || two ways
        declare void @x(ptr sret(i8)) || declare i8 @x(ptr sret(i8)) || returns nothing
        declare i8 @x(i8 returned) || declare i8 @x(i16 returned) || type of the result
        declare i8 @x(i8 range(i8 0, 9)) || declare i8 @x(i16 range(i8 0, 9)) || on a value
        declare void @x() noinline || declare void @x() noinline alwaysinline || exclude
        declare void @x() #0⏎attributes #0 = { cold } || declare void @x() #0⏎attributes #0 = { nonnull } || position
        declare ptr @x(i64) allocsize(0) || declare ptr @x(i64) allocsize(1) || no integer
        declare void @x() vscale_range(1,2) || declare void @x() vscale_range(3,4) || powers of two
        declare float @x(float nofpclass(nan)) || declare i8 @x(i8 nofpclass(nan)) || on a value
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) || declare void @llvm.memcpy.p0.p0.i64(ptr, i64, i1) || another type
        define void @x() { ret void } || define void @llvm.x() { ret void } || not defined
    ";
    let frame = "@y = global i8 0\n@e = external global i8\ndefine ptr @r() { ret ptr null }\n…\n";
    both(frame, rules);
}

#[test]
fn metadata_is_on_the_right_instructions() {
    let frame = "define i32 @f(ptr %p) {\n%x = load i32, ptr %p\n%q = load ptr, ptr %p…\nret i32 %x\n}\n\
        !0 = !{}\n!1 = !{i64 8}\n!2 = !{i64 3}\n!3 = !{i32 1, i32 5}\n!4 = !{i32 5, i32 5}\n";
    let rules = "
        , !nonnull !0 || , !nonnull !1 || another form
        , !align !1 || , !align !2 || another form
        , !noundef !0 || , !noundef !9 || `!9` is not defined
        ⏎%y = load i32, ptr %p, !range !3 || ⏎%y = load i32, ptr %p, !range !4 || is empty
        ⏎%y = load i32, ptr %p, !range !3 || ⏎%y = load i64, ptr %p, !range !3 || another type
        ⏎%y = load i32, ptr %p, !noundef !0 || ⏎store i32 0, ptr %p, !noundef !0 || another instruction
    ";
    both(frame, rules);
}

#[test]
fn faults_say_where_they_are() {
    let text = "define i32 @f(i32 %a) {\nbb:\n  %x = add i64 %a, 1\n  ret i32 %a\n}\n";
    let fault = check(text).unwrap_err();
    assert_eq!(fault.place, Some((0, 0)));
    assert_eq!(
        fault.to_string(),
        "in @f, %bb, %x = add i64 %a, 1: `%a` is defined with the type `i32`, and used with the type `i64`"
    );
    let fault = check("@x = internal hidden global i8 0\n").unwrap_err();
    assert_eq!(
        fault.to_string(),
        "in @x: a symbol with local linkage has the default visibility"
    );
}

/// Types that double in size with each definition take no time.
#[test]
fn types_of_many_parts_are_refused() {
    let doubled = (0..60).map(|n| format!("%T{n} = type {{ %T{0}, %T{0} }}\n", n + 1));
    let text = format!(
        "{}%T60 = type {{ i8 }}\n@x = external global %T0\n",
        doubled.collect::<String>()
    );
    let text = text.replacen("%T60 = type { %T61, %T61 }\n", "", 1);
    let fault = check(&text).unwrap_err();
    assert!(fault.message.contains("too often"), "{fault}");
}

/// Modules that no text gives do not panic either.
#[test]
fn broken_trees_are_refused() {
    use crate::syntax::{Item, Local, Op, Value};
    let good = crate::parse::module("define i32 @f(i32 %a) {\n  ret i32 %a\n}\n").unwrap();
    let broken = |change: &dyn Fn(&mut crate::syntax::Body)| {
        let mut module = good.clone();
        for item in &mut module.items {
            if let Item::Function(function) = item {
                function.body.iter_mut().for_each(change);
            }
        }
        super::module(&module).unwrap_err();
    };
    broken(&|body| body.blocks.clear());
    broken(&|body| body.blocks[0].label = Local(9));
    broken(&|body| body.instructions[0].op = Op::Br(Local(9)));
    broken(&|body| body.instructions[0].op = Op::CondBr(Value::Const(7), [Local(1); 2]));
    broken(&|body| body.instructions[0].op = Op::Fence(None, crate::syntax::Ordering::SeqCst));
}
