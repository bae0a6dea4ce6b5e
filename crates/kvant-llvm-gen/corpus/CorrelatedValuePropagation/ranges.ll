; RUN: opt < %s -passes=correlated-propagation -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i16 @llvm.smax.i16(i16, i16)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i32 @some(i32)

define i32 @signed_to_unsigned(i32 %x, i32 %y) {
entry:
  %a = icmp sge i32 %x, 0
  %b = icmp sgt i32 %y, 0
  %c = and i1 %a, %b
  br i1 %c, label %in, label %out
in:
  %q = sdiv i32 %x, %y
  %r = srem i32 %x, %y
  %h = ashr i32 %x, 2
  %s = add i32 %q, %r
  %t = xor i32 %s, %h
  ret i32 %t
out:
  ret i32 -1
}

define i64 @extended(i32 %x) {
entry:
  %c = icmp ult i32 %x, 1000
  br i1 %c, label %in, label %out
in:
  %w = sext i32 %x to i64
  %d = icmp slt i32 %x, 0
  %s = select i1 %d, i64 5, i64 %w
  %m = mul i64 %s, 3
  ret i64 %m
out:
  %z = sext i32 %x to i64
  ret i64 %z
}

define i32 @cannot_overflow_here(i32 %x, i32 %y) {
entry:
  %a = icmp ult i32 %x, 100
  %b = icmp ult i32 %y, 200
  %c = select i1 %a, i1 %b, i1 false
  br i1 %c, label %in, label %out
in:
  %p = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %x, i32 %y)
  %s = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  %t = add i32 %s, 1
  %m = mul i32 %t, 4
  %r = select i1 %o, i32 0, i32 %m
  ret i32 %r
out:
  ret i32 %y
}

define i8 @cases_known(i8 %x) {
entry:
  switch i8 %x, label %other [
    i8 3, label %few
    i8 5, label %few
    i8 7, label %seven
  ]
few:
  %a = mul i8 %x, %x
  %c = icmp ugt i8 %x, 6
  %r = select i1 %c, i8 0, i8 %a
  ret i8 %r
seven:
  %b = sub i8 %x, 7
  %d = add i8 %b, 40
  ret i8 %d
other:
  %e = icmp eq i8 %x, 5
  %s = call i8 @llvm.usub.sat.i8(i8 %x, i8 2)
  %t = select i1 %e, i8 1, i8 %s
  ret i8 %t
}

define i32 @absolute_known(i32 %x) {
entry:
  %c = icmp slt i32 %x, -5
  br i1 %c, label %neg, label %pos
neg:
  %a = call i32 @llvm.abs.i32(i32 %x, i1 false)
  %d = icmp sgt i32 %a, 3
  %z = zext i1 %d to i32
  %s = add i32 %a, %z
  ret i32 %s
pos:
  %b = add i32 %x, 5
  %q = sdiv i32 %b, 3
  ret i32 %q
}

define i16 @counted_loop(i16 %n) {
entry:
  %lim = and i16 %n, 63
  br label %loop
loop:
  %i = phi i16 [ 1, %entry ], [ %next, %loop ]
  %acc = phi i16 [ 0, %entry ], [ %s, %loop ]
  %m = call i16 @llvm.smax.i16(i16 %i, i16 1)
  %q = sdiv i16 256, %m
  %s = add i16 %acc, %q
  %next = add i16 %i, 1
  %c = icmp ule i16 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i16 %s
}

define i32 @range_of_call(i32 %x) {
entry:
  %v = call i32 @some(i32 %x), !range !0
  %c = icmp ugt i32 %v, 9
  br i1 %c, label %high, label %low
high:
  %r = urem i32 %v, 50
  ret i32 %r
low:
  %m = and i32 %v, 15
  %d = sub i32 %m, 1
  ret i32 %d
}

!0 = !{i32 0, i32 50}
