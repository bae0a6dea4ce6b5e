; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @scaled_quotient(i32 %x) {
  %a = mul nuw i32 %x, 24
  %b = udiv i32 %a, 8
  %c = udiv i32 %b, 3
  %d = urem i32 %c, 16
  %e = mul i32 %d, 5
  ret i32 %e
}

define i16 @signed_powers(i16 %x, i16 %y) {
  %q = sdiv exact i16 %x, 8
  %r = srem i16 %y, 32
  %neg = sdiv i16 %q, -1
  %m = mul i16 %neg, %r
  %s = mul i16 %m, -4
  ret i16 %s
}

define i64 @quotient_of_shift(i64 %x, i64 %n) {
  %k = and i64 %n, 31
  %d = shl nuw i64 1, %k
  %q = udiv i64 %x, %d
  %r = urem i64 %x, %d
  %up = mul i64 %q, %d
  %sum = add i64 %up, %r
  %odd = xor i64 %sum, %q
  ret i64 %odd
}

define i8 @all_or_nothing(i1 %c, i8 %x, i8 %y) {
  %m = sext i1 %c to i8
  %p = mul i8 %m, %x
  %z = zext i1 %c to i8
  %q = mul i8 %z, %y
  %sum = add i8 %p, %q
  %d = or i8 %z, 2
  %half = udiv i8 %sum, %d
  ret i8 %half
}

define i24 @wide_product(i24 %a, i24 %b) {
  %x = and i24 %a, 4095
  %y = and i24 %b, 4095
  %p = mul i24 %x, %y
  %top = lshr i24 %p, 23
  %c = add i24 %top, %p
  %n = sub i24 0, %a
  %q = mul i24 %n, %n
  %r = sub i24 %c, %q
  ret i24 %r
}

define i128 @quotient_of_quotient(i128 %x, i64 %y) {
  %w = zext i64 %y to i128
  %d = add nuw i128 %w, 1
  %q = udiv i128 %x, 10
  %p = udiv i128 %q, 100
  %m = mul i128 %p, 1000
  %r = sub i128 %x, %m
  %s = urem i128 %r, %d
  %t = icmp ult i128 %s, 2
  %u = select i1 %t, i128 %r, i128 %s
  ret i128 %u
}

define i1 @product_compared(i32 %x, i32 %y) {
  %a = mul nsw i32 %x, 12
  %b = mul nsw i32 %y, 12
  %lt = icmp slt i32 %a, %b
  %q = udiv i32 %x, 10
  %big = icmp ugt i32 %q, 5
  %r = urem i32 %y, 8
  %off = icmp ne i32 %r, 3
  %t = and i1 %lt, %big
  %u = xor i1 %t, %off
  ret i1 %u
}
