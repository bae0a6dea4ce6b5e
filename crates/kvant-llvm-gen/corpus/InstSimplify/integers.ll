; RUN: opt < %s -passes=instsimplify -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @absorbed(i32 %x, i32 %y) {
  %a = and i32 %x, %y
  %b = or i32 %a, %x
  %c = xor i32 %b, %x
  %d = or i32 %c, %y
  %e = and i32 %d, -1
  ret i32 %e
}

define i1 @always_below(i16 %x, i16 %y) {
  %q = udiv i16 %x, 3
  %c = icmp ugt i16 %q, %x
  %r = urem i16 %y, 100
  %d = icmp ult i16 %r, 100
  %s = lshr i16 %y, 4
  %e = icmp ule i16 %s, %y
  %f = xor i1 %c, %d
  %g = and i1 %f, %e
  %h = icmp slt i16 %x, %r
  %i = and i1 %g, %h
  ret i1 %i
}

define i8 @sub_and_add(i8 %x, i8 %y) {
  %a = sub i8 %x, %y
  %b = add i8 %a, %y
  %c = sub i8 %b, %x
  %d = or i8 %c, %a
  %e = shl i8 0, %y
  %f = or i8 %d, %e
  ret i8 %f
}

define i64 @no_wrap_implied(i64 %x, i64 %y) {
  %a = add nuw i64 %x, %y
  %c = icmp ult i64 %a, %x
  %b = mul nsw i64 %y, 10
  %q = sdiv i64 %b, 10
  %d = icmp eq i64 %q, %y
  %s = select i1 %c, i64 %x, i64 %a
  %t = select i1 %d, i64 %s, i64 %q
  ret i64 %t
}

define i1 @sum_of_flags(i1 %a, i1 %b) {
  %x = and i1 %a, %b
  %n = xor i1 %a, true
  %y = and i1 %x, %n
  %z = or i1 %y, %b
  %w = select i1 %z, i1 %b, i1 false
  %v = icmp ule i1 %w, %b
  %u = and i1 %v, %a
  ret i1 %u
}

define i33 @shift_out(i33 %x, i33 %k) {
  %m = and i33 %x, 255
  %s = lshr i33 %m, 8
  %t = shl nuw i33 %x, %k
  %u = lshr i33 %t, %k
  %v = or i33 %u, %s
  %w = ashr i33 -1, %k
  %r = xor i33 %v, %w
  ret i33 %r
}

define i32 @select_equal(i32 %x, i32 %y, i1 %c) {
  %e = icmp eq i32 %x, %y
  %a = select i1 %e, i32 %x, i32 %y
  %b = select i1 %c, i32 %a, i32 %a
  %f = icmp eq i32 %x, 0
  %m = mul i32 %x, %b
  %r = select i1 %f, i32 0, i32 %m
  ret i32 %r
}
