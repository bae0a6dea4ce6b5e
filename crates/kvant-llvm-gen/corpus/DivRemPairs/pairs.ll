; RUN: opt < %s -passes=div-rem-pairs -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

define i32 @apart(i32 %a, i32 %b, i1 %c) {
entry:
  %d = or i32 %b, 1
  %q = udiv i32 %a, %d
  br i1 %c, label %rem, label %end
rem:
  %r = urem i32 %a, %d
  %s = shl i32 %r, 2
  br label %end
end:
  %p = phi i32 [ %q, %entry ], [ %s, %rem ]
  %t = add i32 %p, %q
  ret i32 %t
}

define i64 @signed_pair_far(i64 %a, i64 %b, ptr %p) {
entry:
  %nz = icmp sgt i64 %b, 1
  br i1 %nz, label %go, label %end
go:
  %q = sdiv i64 %a, %b
  store i64 %q, ptr %p, align 8
  %odd = trunc i64 %q to i1
  br i1 %odd, label %more, label %end
more:
  %r = srem i64 %a, %b
  ret i64 %r
end:
  ret i64 -1
}

define i16 @remainder_first(i16 %a, i16 %b, i1 %c) {
entry:
  %d = or i16 %b, 3
  %m = srem i16 %a, %d
  br i1 %c, label %both, label %one
both:
  %q = sdiv i16 %a, %d
  %x = xor i16 %q, %m
  ret i16 %x
one:
  ret i16 %m
}
