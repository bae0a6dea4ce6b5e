//! Rules about intrinsics, and the list of those that are refused.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use crate::table::{check, outcomes};

#[test]
fn bits_are_moved() {
    check(
        "i8: call i8 @llvm.cttz.i8(i8 0) => 8
        i8: call i8 @llvm.ctlz.i8(i8 0, i1 true) => poison
        i4: call i4 @llvm.clmul.i4(i4 5, i4 6) => e
        i4: call i4 @llvm.clmul.i4(i4 -4, i4 -5) => 4
        <2 x i4>: call <2 x i4> @llvm.clmul.v2i4(<2 x i4> <i4 poison, i4 3>, <2 x i4> <i4 1, i4 3>) => poison 5
        i8: call i8 @llvm.pext.i8(i8 u0xAA, i8 u0xCC) => a
        i8: call i8 @llvm.pext.i8(i8 -1, i8 u0xAA) => f
        i8: call i8 @llvm.pdep.i8(i8 10, i8 u0xCC) => 88
        i8: call i8 @llvm.pdep.i8(i8 15, i8 u0xAA) => aa
        i128: call i128 @llvm.pdep.i128(i128 1, i128 -170141183460469231731687303715884105728) => 80000000000000000000000000000000",
    );
}

#[test]
fn fixed_point_arithmetic_is_rounded_either_way() {
    check(
        "i4: call i4 @llvm.smul.fix.i4(i4 3, i4 -2, i32 1) => d
        i4: call i4 @llvm.smul.fix.i4(i4 3, i4 -3, i32 1) => b | c
        i4: call i4 @llvm.umul.fix.i4(i4 15, i4 1, i32 1) => 7 | 8
        i4: call i4 @llvm.smul.fix.i4(i4 7, i4 2, i32 0) => fixed-point
        i4: call i4 @llvm.umul.fix.i4(i4 15, i4 poison, i32 0) => poison
        i4: call i4 @llvm.smul.fix.sat.i4(i4 7, i4 4, i32 2) => 7
        i4: call i4 @llvm.smul.fix.sat.i4(i4 -8, i4 5, i32 2) => 8
        i4: call i4 @llvm.smul.fix.sat.i4(i4 -8, i4 -2, i32 1) => 7
        i4: call i4 @llvm.umul.fix.sat.i4(i4 8, i4 8, i32 2) => f
        i4: call i4 @llvm.sdiv.fix.i4(i4 3, i4 -2, i32 1) => d
        i4: call i4 @llvm.sdiv.fix.i4(i4 3, i4 4, i32 1) => 1 | 2
        i4: call i4 @llvm.sdiv.fix.i4(i4 -3, i4 4, i32 1) => e | f
        i4: call i4 @llvm.udiv.fix.i4(i4 1, i4 -8, i32 4) => 2
        i4: call i4 @llvm.sdiv.fix.i4(i4 3, i4 0, i32 1) => division-by-zero
        i4: call i4 @llvm.udiv.fix.i4(i4 15, i4 1, i32 1) => division-overflow
        i4: call i4 @llvm.udiv.fix.sat.i4(i4 8, i4 2, i32 2) => f
        i4: call i4 @llvm.udiv.fix.sat.i4(i4 8, i4 undef, i32 2) => undefined-divisor
        i4: call i4 @llvm.udiv.fix.sat.i4(i4 8, i4 poison, i32 2) => fixed-point
        i4: call i4 @llvm.sdiv.fix.sat.i4(i4 -8, i4 -1, i32 0) => 7
        <2 x i4>: call <2 x i4> @llvm.sdiv.fix.sat.v2i4(<2 x i4> <i4 -4, i4 4>, <2 x i4> <i4 1, i4 2>, i32 2) => 8 7
        i200: call i200 @llvm.umul.fix.i200(i200 3, i200 2, i32 1) => Rich(Wide(3))",
    );
}

#[test]
fn floats_become_integers() {
    check(
        "i32: call i32 @llvm.lrint.i32.f32(float 2.5) => 2
        i64: call i64 @llvm.llrint.i64.f32(float -3.5) => fffffffffffffffc
        i32: call i32 @llvm.lround.i32.f64(double 2.5) => 3
        <2 x i64>: call <2 x i64> @llvm.llround.v2i64.v2f32(<2 x float> <float -2.5, float poison>) => fffffffffffffffd poison
        i2: call i2 @llvm.lround.i2.f32(float 2.0) => 0 | 1 | 2 | 3
        i2: call i2 @llvm.lrint.i2.f32(float -2.0) => 2
        i2: call i2 @llvm.lrint.i2.f32(float +inf) => 0 | 1 | 2 | 3
        i2: call i2 @llvm.lrint.i2.f32(float undef) => 0 | ...",
    );
}

#[test]
fn floats_have_parts() {
    check(
        "{float, float}: call {float, float} @llvm.modf.f32(float 3.25) => 3e800000 40400000
        {float, float}: call {float, float} @llvm.modf.f32(float -2.0) => 80000000 c0000000
        {float, float}: call {float, float} @llvm.modf.f32(float -0.0) => 80000000 80000000
        {float, float}: call {float, float} @llvm.modf.f32(float -inf) => 80000000 ff800000
        {float, float}: call nnan {float, float} @llvm.modf.f32(float +qnan) => poison poison
        {float, float}: call afn {float, float} @llvm.modf.f32(float 1.0) => fast-math
        {<2 x half>, <2 x half>}: call {<2 x half>, <2 x half>} @llvm.modf.v2f16(<2 x half> <half 1.5, half 2.0>) => 3800 0 3c00 4000
        i16: call i16 @llvm.convert.to.fp16.f32(float 1.5) => 3e00
        i16: call i16 @llvm.convert.to.fp16.f64(double poison) => poison
        float: call float @llvm.convert.from.fp16.f32(i16 15872) => 3fc00000
        float: call float @llvm.convert.from.fp16.f32(i16 32256) => 7fc00000 | ffc00000
        float: call float @llvm.arithmetic.fence.f32(float undef) => undef
        float: call ninf float @llvm.arithmetic.fence.f32(float +inf) => poison",
    );
}

#[test]
fn arguments_are_passed_on() {
    check(
        "i8: call i8 @llvm.ssa.copy.i8(i8 poison) => poison
        i8: call i8 @llvm.ssa.copy.i8(i8 5) => 5
        i8: call i8 @llvm.expect.with.probability.i8(i8 5, i8 6, double 0.5) => 5
        i8: call i8 @llvm.annotation.i8.p0(i8 7, ptr null, ptr null, i32 1) => 7
        i1: call i1 @llvm.experimental.widenable.condition() => 0 | 1
        i1: call i1 @llvm.allow.ubsan.check(i8 1) => 0 | 1
        i1: call i1 @llvm.allow.runtime.check(metadata !\"x\") => 0 | 1
        i8: call void @llvm.donothing(); call void @llvm.sideeffect(); call void (...) @llvm.fake.use(i8 poison); add i8 1, 1 => 2",
    );
}

#[test]
fn compilers_know_constants() {
    check(
        "i1: call i1 @llvm.is.constant.i8(i8 1) => 1
        i1: call i1 @llvm.is.constant.i8(i8 undef) => compile-time
        i1: call i1 @llvm.is.constant.v2f32(<2 x float> <float 1.0, float 2.0>) => 1
        i1: call i1 @llvm.is.constant.p0(ptr null) => 1
        i1: call i1 @llvm.is.constant.p0(ptr @f) => 0
        i1: %x = add i8 1, 1; call i1 @llvm.is.constant.i8(i8 %x) => compile-time",
    );
}

#[test]
fn programs_trap() {
    check(
        "i8: call void @llvm.trap(); add i8 1, 1 => Ended(Trap)
        i8: call void @llvm.ubsantrap(i8 3); add i8 1, 1 => Ended(Trap)
        i8: call void @llvm.debugtrap(); add i8 1, 1 => Unsupported(Intrinsic { name: \"llvm.debugtrap\" })",
    );
    let module = "define void @f() {\ncall void @g() willreturn\nret void\n}\ndefine void @g() {\ncall void @llvm.trap()\nret void\n}";
    assert_eq!(outcomes(module), ["willreturn"]);
    assert_eq!(outcomes(&module.replace("willreturn", "")), ["Ended(Trap)"]);
    assert_eq!(
        outcomes(
            &module
                .replace("@g() willreturn", "@g()")
                .replace("@g() {", "@g() willreturn {")
        ),
        ["willreturn"]
    );
}

/// Names of intrinsics, with words in parentheses for names that go on with them.
pub(crate) fn names(list: &str) -> Vec<String> {
    let (mut names, mut prefixes) = (Vec::new(), vec![String::new()]);
    for line in list.lines().filter(|line| !line.starts_with('=')) {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let end = rest.find([' ', '(', ')']).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            let name = format!("{}{word}", prefixes.last().unwrap());
            let separator = behind.chars().next().unwrap_or(' ');
            match separator {
                '(' => prefixes.push(name + "."),
                _ if word.is_empty() => {}
                _ => names.push(name),
            }
            if separator == ')' {
                prefixes.pop();
            }
            rest = behind.get(1..).unwrap_or_default();
        }
    }
    names
}

/// The beginnings of names of intrinsics of targets.
pub(crate) const TARGETS: &str = "aarch64 amdgcn arm avr bpf dx hexagon loongarch mips nvvm ppc r600 riscv s390 spv ve wasm x86 xcore";

/// Every intrinsic of no target has a meaning, or is in this list. Those with one stop for want of arguments here, or do nothing.
#[test]
fn refused_intrinsics_are_known() {
    let all = names(include_str!(
        "../../../kvant-llvm/src/dialect/intrinsics.txt"
    ));
    let of_target = |name: &String| {
        let first = name.split('.').next().unwrap();
        TARGETS.split(' ').any(|target| target == first)
    };
    let mut refused = BTreeSet::new();
    let mut count = 0;
    for name in all.into_iter().filter(|name| !of_target(name)) {
        count += 1;
        let module = format!("define void @f() {{\ncall void @llvm.{name}()\nret void\n}}");
        let by_name = format!("Unsupported(Intrinsic {{ name: \"llvm.{name}\" }})");
        if outcomes(&module) == [by_name] {
            refused.insert(name);
        }
    }
    let known: BTreeSet<String> = names(REFUSED).into_iter().collect();
    let more: Vec<_> = refused.difference(&known).collect();
    let fewer: Vec<_> = known.difference(&refused).collect();
    assert!(more.is_empty(), "not in the list: {more:?}");
    assert!(fewer.is_empty(), "in the list, but not refused: {fewer:?}");
    assert_eq!(count, 546);
}

pub(crate) const REFUSED: &str = "\
acos addressofreturnaddress adjust.trampoline alloc.token.id allow(sanitize(address hwaddress memory thread))
asan.check.memaccess asin atan atan2 call(preallocated(arg setup teardown)) callbr.landingpad clear_cache cond.loop
convert(from.arbitrary.fp to.arbitrary.fp) coro(align alloc alloca(alloc free get) async(context(alloc dealloc) resume
size.replace store_resume) await(suspend(bool handle void)) begin begin.custom.abi dead destroy done end end(async
results) frame free id id(async retcon retcon.once) is_in_ramp noop prepare(async retcon) promise resume save size
subfn.addr suspend suspend(async retcon)) cos cosh debugtrap eh(dwarf.cfa exceptioncode exceptionpointer recoverfp
return(i32 i64) sjlj(callsite functioncontext longjmp lsda setjmp setup.dispatch) typeid.for unwind.init) exp exp10
exp2 experimental(constrained(acos asin atan atan2 ceil cos cosh exp exp2 fadd fcmp fcmps fdiv floor fma fmul fmuladd
fpext fptosi fptoui fptrunc frem fsub ldexp llrint llround log log10 log2 lrint lround maximum maxnum minimum minnum
nearbyint pow powi rint round roundeven sin sinh sitofp sqrt tan tanh trunc uitofp) convergence(anchor entry loop)
deoptimize gc(get(pointer(base offset)) relocate result statepoint) guard memset.pattern patchpoint patchpoint(i64
void) stackmap vector(histogram(add uadd.sat umax umin)) vp(splice strided(load store))) flt.rounds fptrunc.round
frameaddress gcread gcroot gcwrite get(dynamic.area.offset fpenv fpmode rounding) hwasan(check(memaccess
memaccess(fixedshadow shortgranules shortgranules.fixedshadow))) icall.branch.funnel init.trampoline
instrprof(callsite cover increment increment.step mcdc(parameters tvbitmap.update) timestamp value.profile)
invariant(end start) launder.invariant.group load.relative localaddress localescape localrecover log log10 log2
loop(decrement decrement.reg dependence(raw.mask war.mask)) looptrap matrix(column(major(load store))) memcpy.element.unordered.atomic memmove.element.unordered.atomic
memset.element.unordered.atomic objc(arc(annotation(bottomup(bbend bbstart) topdown(bbend bbstart)))
autorelease autoreleasePoolPop autoreleasePoolPush autoreleaseReturnValue claimAutoreleasedReturnValue
clang(arc(noop.use use)) copyWeak destroyWeak initWeak loadWeak loadWeakRetained moveWeak release retain
retain.autorelease retainAutorelease retainAutoreleaseReturnValue retainAutoreleasedReturnValue retainBlock
retainedObject storeStrong storeWeak sync(enter exit) unretainedObject unretainedPointer
unsafeClaimAutoreleasedReturnValue) pcmarker pow powi preserve(array.access.index static.offset
struct.access.index union.access.index) protected.field.ptr ptrauth(auth auth.with.pc.and.resign blend resign
resign.load.relative sign sign.generic strip) public.type.test read_register read_volatile_register
readcyclecounter readsteadycounter reset(fpenv fpmode) returnaddress seh(scope(begin end) try(begin end)) set(fpenv
fpmode loop.iterations rounding) sin sincos sincospi sinh sponentry stackaddress stackguard stackprotector
start.loop.iterations strip.invariant.group structured(alloca gep) swift.async.context.addr tan
tanh test(set.loop.iterations start.loop.iterations) thread.pointer type(checked(load load.relative) test) vp(gather load load.ff scatter store) vscale write_register write_volatile_register xray(customevent
typedevent)";
