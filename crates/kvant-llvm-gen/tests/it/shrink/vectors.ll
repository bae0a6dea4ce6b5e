; Vectors and floats.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare double @llvm.fabs.f64(double)

define i32 @vectors(<4 x i32> %a, <4 x i32> %b, double %d, i32 %i) {
  %sum = add <4 x i32> %a, %b
  %dif = sub <4 x i32> %a, %b
  %max = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %sum, <4 x i32> %dif)
  %mix = shufflevector <4 x i32> %max, <4 x i32> %a, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  %sh = lshr <4 x i32> %mix, <i32 1, i32 2, i32 3, i32 4>
  %c = icmp ult <4 x i32> %sh, <i32 100, i32 100, i32 100, i32 100>
  %s = select <4 x i1> %c, <4 x i32> %sh, <4 x i32> %b
  %e = extractelement <4 x i32> %s, i32 1
  %ins = insertelement <4 x i32> %s, i32 %i, i32 2
  %red = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %ins)
  %abs = call double @llvm.fabs.f64(double %d)
  %f1 = fadd double %abs, 1.0
  %f2 = fmul double %f1, 2.0
  %lt = fcmp olt double %f2, 1.0e6
  br i1 %lt, label %small, label %large

small:
  %n = fptosi double %f2 to i32
  %n2 = add i32 %n, %e
  br label %join

large:
  %l = fsub double %f2, 1.0
  %big = fcmp ogt double %l, 1.0e7
  %l1 = zext i1 %big to i32
  br label %join

join:
  %p = phi i32 [ %n2, %small ], [ %l1, %large ]
  %t = trunc <4 x i32> %ins to <4 x i8>
  %w = sext <4 x i8> %t to <4 x i32>
  %x = xor <4 x i32> %w, %s
  %x0 = extractelement <4 x i32> %x, i32 0
  %x3 = extractelement <4 x i32> %x, i32 3
  %y = mul i32 %x0, %x3
  %q = and i32 %y, 4095
  %u = or i32 %q, 1
  %v = udiv i32 %red, %u
  %r1 = add i32 %v, %p
  %r2 = sub i32 %r1, %i
  %r3 = shl i32 %r2, 2
  %r4 = ashr i32 %r3, 1
  %r5 = xor i32 %r4, %e
  ret i32 %r5
}
