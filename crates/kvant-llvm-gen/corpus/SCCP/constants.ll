; RUN: opt < %s -passes=sccp -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @constant_through_loop(i32 %n, i32 %x) {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %k = phi i32 [ 4, %entry ], [ %k2, %latch ]
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %is = icmp eq i32 %k, 4
  br i1 %is, label %keep, label %change
keep:
  br label %latch
change:
  %d = add i32 %k, %x
  br label %latch
latch:
  %k2 = phi i32 [ 4, %keep ], [ %d, %change ]
  %next = add i32 %i, %k2
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  %r = mul i32 %k2, %next
  ret i32 %r
}

define i64 @range_of_extension(i8 %x, i64 %y) {
entry:
  %z = zext i8 %x to i64
  %c = icmp ult i64 %z, 256
  %s = sext i8 %x to i64
  br i1 %c, label %in, label %out
in:
  %a = add i64 %z, 1
  %w = sext i8 %x to i16
  %d = icmp sgt i16 %w, 500
  %r = select i1 %d, i64 %y, i64 %a
  %t = sub i64 %r, %s
  ret i64 %t
out:
  ret i64 %y
}

define i16 @masked_switch(i16 %x) {
entry:
  %m = and i16 %x, 1
  switch i16 %m, label %other [
    i16 0, label %zero
    i16 1, label %one
    i16 2, label %two
  ]
zero:
  %a = lshr i16 %x, 1
  ret i16 %a
one:
  %b = mul i16 %m, 77
  %c = add i16 %b, %x
  ret i16 %c
two:
  ret i16 2
other:
  ret i16 3
}

define float @folded_floats(float %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %p = phi float [ 1.5, %a ], [ 1.5, %b ]
  %q = fmul float %p, 4.0
  %r = fadd float %q, %x
  %d = fcmp ogt float %p, 1.0
  %s = select i1 %d, float %r, float %x
  ret float %s
}
