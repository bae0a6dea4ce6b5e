; A module with every kind of item, type, constant and instruction.
source_filename = "every\22thing"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
module asm "nop"

$c = comdat any
$"c d" = comdat nodeduplicate

%T = type { i32, [4 x i8], <2 x float>, ptr }
%P = type <{ i8, i64 }>
%O = type opaque
%0 = type { %T, ptr addrspace(1) }

@g = dso_local global i32 5, align 4
@h = internal unnamed_addr constant [3 x i8] c"a\00\FF", section "s", align 1
@t = thread_local(initialexec) global i64 0
@e = external hidden global %O
@w = extern_weak global i32
@"q r" = private local_unnamed_addr addrspace(1) externally_initialized global %T zeroinitializer, comdat($c)
@0 = global ptr getelementptr inbounds nuw (i8, ptr @g, i64 1)
@x = global { i32, ptr, half, x86_fp80, fp128 } { i32 -1, ptr null, half 0xH3C00, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000 }
@y = global [2 x ptr] [ptr @f, ptr blockaddress(@f, %next)]
@z = global i128 170141183460469231731687303715884105727
@v = global <4 x i32> splat (i32 7)
@i = global i64 ptrtoint (ptr @g to i64), no_sanitize_address
@a = weak_odr alias i32, ptr @g
@r = ifunc void (), ptr @resolver

declare i32 @personality(...)
declare void @use(ptr noundef captures(none) dereferenceable(8) align 8, i32 signext range(i32 0, 10), ...) #0
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)

define fastcc noundef i32 @f(i32 %x, ptr noalias byval(%T) align 8 %p, <4 x i32> %v, float nofpclass(nan) %s) unnamed_addr #0 section "t" comdat($"c d") align 16 gc "shadow-stack" personality ptr @personality !dbg !3 {
entry:
  %a = add nuw nsw i32 %x, -5
  %b = sub i32 %a, 2147483648
  %c = mul i32 %b, %b
  %d = udiv exact i32 %c, 3
  %k = shl nuw i32 %d, 1
  %l = or disjoint i32 %k, 1
  %m = xor i32 %l, -1
  %fa = fadd fast float %s, 1.000000e+00
  %fb = fmul nnan ninf float %fa, 0x7FF8000000000000
  %fc = fneg float %fb
  %fd = fcmp ule float %fc, %fb
  %tr = trunc nuw i32 %m to i8
  %ze = zext nneg i8 %tr to i64
  %pi = ptrtoint ptr %p to i64
  %ip = inttoptr i64 %pi to ptr
  %bc = bitcast <4 x i32> %v to i128
  %ic = icmp samesign ult i32 %m, %x
  %al = alloca %T, i32 2, align 16
  %ge = getelementptr inbounds %T, ptr %al, i64 1, i32 1, i64 2
  %lo = load volatile i8, ptr %ge, align 1, !noundef !{}, !range !1
  store i32 %m, ptr %al, align 4
  %la = load atomic i32, ptr %al syncscope("agent") acquire, align 4
  %rm = atomicrmw volatile umax ptr %al, i32 1 seq_cst, align 4
  %cx = cmpxchg weak ptr %al, i32 0, i32 1 acq_rel monotonic, align 4
  fence syncscope("singlethread") release
  %ev = extractvalue { i32, i1 } %cx, 1
  %iv = insertvalue { i32, i1 } %cx, i1 true, 1
  %ee = extractelement <4 x i32> %v, i64 0
  %ie = insertelement <4 x i32> %v, i32 %ee, i32 1
  %sh = shufflevector <4 x i32> %ie, <4 x i32> poison, <2 x i32> <i32 0, i32 poison>
  %se = select i1 %ic, i32 %m, i32 undef
  %fr = freeze i32 %se
  %va = va_arg ptr %p, i64
  %ov = tail call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %fr, i32 1), !dbg !4
  call void (ptr, i32, ...) @use(ptr noundef %al, i32 signext 5, double 1.500000e+00) #1 [ "deopt"(i32 1, ptr %p), "x"() ]
    #dbg_value(i32 %fr, !5, !DIExpression(), !4)
  %as = call i32 asm sideeffect "mov $0, $1", "=r,r"(i32 %fr)
  switch i32 %as, label %next [
    i32 0, label %next
    i32 -1, label %other
  ]

next:                                             ; preds = %entry, %entry
  %ph = phi i32 [ 1, %entry ], [ 1, %entry ], [ %2, %1 ]
  br i1 %ic, label %other, label %1

"other block":
  br label %other

1:
  %2 = add i32 %ph, 1
  br label %next

other:
  %inv = invoke i32 @f(i32 %x, ptr byval(%T) %p, <4 x i32> %v, float %s)
          to label %done unwind label %pad, !dbg !4

done:
  ret i32 %inv

pad:
  %lp = landingpad { ptr, i32 }
          cleanup
          catch ptr null
          filter [1 x ptr] [ptr @g]
  resume { ptr, i32 } %lp
}

define internal ptr @resolver() {
  ret ptr null
}

define void @1(ptr %0, i32) addrspace(0) {
  %3 = load ptr, ptr %0, align 8
  musttail call void %3(ptr %0, i32 %1)
  ret void
}

attributes #0 = { nounwind memory(argmem: read) "frame-pointer"="all" uwtable(sync) vscale_range(1,16) }
attributes #1 = { nounwind alignstack=8 "key" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!8}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !{i8 0, i8 2}
!2 = !DIBasicType(name: "int", size: 32)
!10 = distinct !{!10, ptr @g, !"x\22", !{}}
!named = !{!10}
!3 = distinct !DISubprogram(name: "f", scope: !6, file: !6, line: 1, type: !7, spFlags: DISPFlagDefinition, unit: !8)
!4 = !DILocation(line: 1, column: 2, scope: !3)
!5 = !DILocalVariable(name: "v", scope: !3)
!6 = !DIFile(filename: "f", directory: "d")
!7 = !DISubroutineType(types: !9)
!8 = distinct !DICompileUnit(language: DW_LANG_C, file: !6)
!9 = !{null, !2}
^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))
