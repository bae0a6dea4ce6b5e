; RUN: opt < %s -passes=slp-vectorizer -mtriple=x86_64-unknown-linux-gnu -mattr=+avx2 -slp-threshold=-50 -S | FileCheck %s

; Isomorphic scalars beside each other in memory or in a sum.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @four_sums(ptr noalias %d, ptr noalias %a, ptr noalias %b) {
  %a1 = getelementptr inbounds i32, ptr %a, i64 1
  %a2 = getelementptr inbounds i32, ptr %a, i64 2
  %a3 = getelementptr inbounds i32, ptr %a, i64 3
  %b1 = getelementptr inbounds i32, ptr %b, i64 1
  %b2 = getelementptr inbounds i32, ptr %b, i64 2
  %b3 = getelementptr inbounds i32, ptr %b, i64 3
  %d1 = getelementptr inbounds i32, ptr %d, i64 1
  %d2 = getelementptr inbounds i32, ptr %d, i64 2
  %d3 = getelementptr inbounds i32, ptr %d, i64 3
  %x0 = load i32, ptr %a, align 4
  %x1 = load i32, ptr %a1, align 4
  %x2 = load i32, ptr %a2, align 4
  %x3 = load i32, ptr %a3, align 4
  %y0 = load i32, ptr %b, align 4
  %y1 = load i32, ptr %b1, align 4
  %y2 = load i32, ptr %b2, align 4
  %y3 = load i32, ptr %b3, align 4
  %s0 = add i32 %x0, %y0
  %s1 = sub i32 %x1, %y1
  %s2 = add i32 %x2, %y2
  %s3 = sub i32 %x3, %y3
  store i32 %s0, ptr %d, align 4
  store i32 %s1, ptr %d1, align 4
  store i32 %s2, ptr %d2, align 4
  store i32 %s3, ptr %d3, align 4
  ret void
}

define void @reversed_lanes(ptr %p) {
  %p1 = getelementptr inbounds i16, ptr %p, i64 1
  %p2 = getelementptr inbounds i16, ptr %p, i64 2
  %p3 = getelementptr inbounds i16, ptr %p, i64 3
  %x0 = load i16, ptr %p, align 2
  %x1 = load i16, ptr %p1, align 2
  %x2 = load i16, ptr %p2, align 2
  %x3 = load i16, ptr %p3, align 2
  %y0 = xor i16 %x3, 21
  %y1 = xor i16 %x2, 22
  %y2 = xor i16 %x1, 23
  %y3 = xor i16 %x0, 24
  store i16 %y0, ptr %p, align 2
  store i16 %y1, ptr %p1, align 2
  store i16 %y2, ptr %p2, align 2
  store i16 %y3, ptr %p3, align 2
  ret void
}

define i32 @horizontal_sum(ptr %p, i32 %k) {
  %p1 = getelementptr inbounds i32, ptr %p, i64 1
  %p2 = getelementptr inbounds i32, ptr %p, i64 2
  %p3 = getelementptr inbounds i32, ptr %p, i64 3
  %x0 = load i32, ptr %p, align 4
  %x1 = load i32, ptr %p1, align 4
  %x2 = load i32, ptr %p2, align 4
  %x3 = load i32, ptr %p3, align 4
  %m0 = mul i32 %x0, %k
  %m1 = mul i32 %x1, %k
  %m2 = mul i32 %x2, %k
  %m3 = mul i32 %x3, %k
  %s0 = add i32 %m0, %m1
  %s1 = add i32 %s0, %m2
  %s2 = add i32 %s1, %m3
  ret i32 %s2
}

define void @extended_bytes(ptr noalias %d, ptr noalias %s) {
  %s1 = getelementptr inbounds i8, ptr %s, i64 1
  %s2 = getelementptr inbounds i8, ptr %s, i64 2
  %s3 = getelementptr inbounds i8, ptr %s, i64 3
  %d1 = getelementptr inbounds i32, ptr %d, i64 1
  %d2 = getelementptr inbounds i32, ptr %d, i64 2
  %d3 = getelementptr inbounds i32, ptr %d, i64 3
  %x0 = load i8, ptr %s, align 1
  %x1 = load i8, ptr %s1, align 1
  %x2 = load i8, ptr %s2, align 1
  %x3 = load i8, ptr %s3, align 1
  %z0 = zext i8 %x0 to i32
  %z1 = zext i8 %x1 to i32
  %z2 = zext i8 %x2 to i32
  %z3 = zext i8 %x3 to i32
  %t0 = shl i32 %z0, 1
  %t1 = shl i32 %z1, 2
  %t2 = shl i32 %z2, 3
  %t3 = shl i32 %z3, 4
  store i32 %t0, ptr %d, align 4
  store i32 %t1, ptr %d1, align 4
  store i32 %t2, ptr %d2, align 4
  store i32 %t3, ptr %d3, align 4
  ret void
}

define void @two_doubles(ptr %p, double %x, double %y, i1 %c) {
entry:
  %q = getelementptr inbounds double, ptr %p, i64 1
  br i1 %c, label %then, label %join
then:
  %u = load double, ptr %p, align 8
  %v = load double, ptr %q, align 8
  br label %join
join:
  %a = phi double [ %x, %entry ], [ %u, %then ]
  %b = phi double [ %y, %entry ], [ %v, %then ]
  %e = fmul double %a, %x
  %f = fmul double %b, %x
  store double %e, ptr %p, align 8
  store double %f, ptr %q, align 8
  ret void
}

define <4 x i32> @from_scalars(<4 x i32> %v, <4 x i32> %w) {
  %v0 = extractelement <4 x i32> %v, i32 0
  %v1 = extractelement <4 x i32> %v, i32 1
  %v2 = extractelement <4 x i32> %v, i32 2
  %v3 = extractelement <4 x i32> %v, i32 3
  %w0 = extractelement <4 x i32> %w, i32 0
  %w1 = extractelement <4 x i32> %w, i32 1
  %w2 = extractelement <4 x i32> %w, i32 2
  %w3 = extractelement <4 x i32> %w, i32 3
  %c0 = icmp slt i32 %v0, %w0
  %c1 = icmp slt i32 %v1, %w1
  %c2 = icmp slt i32 %v2, %w2
  %c3 = icmp slt i32 %v3, %w3
  %s0 = select i1 %c0, i32 %v0, i32 %w0
  %s1 = select i1 %c1, i32 %v1, i32 %w1
  %s2 = select i1 %c2, i32 %v2, i32 %w2
  %s3 = select i1 %c3, i32 %v3, i32 %w3
  %r0 = insertelement <4 x i32> poison, i32 %s0, i32 0
  %r1 = insertelement <4 x i32> %r0, i32 %s1, i32 1
  %r2 = insertelement <4 x i32> %r1, i32 %s2, i32 2
  %r3 = insertelement <4 x i32> %r2, i32 %s3, i32 3
  ret <4 x i32> %r3
}

define i1 @all_of_four(i32 %a, i32 %b, i32 %c, i32 %d) {
  %ca = icmp sgt i32 %a, 3
  %cb = icmp sgt i32 %b, 3
  %cc = icmp sgt i32 %c, 3
  %cd = icmp sgt i32 %d, 3
  %x = select i1 %ca, i1 %cb, i1 false
  %y = select i1 %x, i1 %cc, i1 false
  %z = select i1 %y, i1 %cd, i1 false
  ret i1 %z
}
