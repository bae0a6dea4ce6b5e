; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @carry_by_compare(i32 %a, i32 %b, i32 %c) {
  %sum = add i32 %a, %b
  %carry = icmp ult i32 %sum, %a
  %wide = zext i1 %carry to i32
  %res = add i32 %c, %wide
  %neg = sub i32 0, %res
  %inv = xor i32 %neg, -1
  ret i32 %inv
}

define i16 @sum_of_and_or(i16 %a, i16 %b) {
  %and = and i16 %a, %b
  %or = or i16 %a, %b
  %sum = add nsw i16 %and, %or
  %xor = xor i16 %a, %b
  %twice = shl i16 %and, 1
  %again = add i16 %xor, %twice
  %diff = sub i16 %again, %sum
  %res = add i16 %diff, %b
  ret i16 %res
}

define i64 @remainder_by_hand(i64 %x, i64 %y) {
  %d = or i64 %y, 1
  %q = udiv i64 %x, %d
  %p = mul i64 %q, %d
  %r = sub i64 %x, %p
  %neg = sub i64 0, %r
  %res = sub i64 %y, %neg
  ret i64 %res
}

define i8 @saturated_by_hand(i8 %a, i8 %b) {
  %sum = add i8 %a, %b
  %lost = icmp ugt i8 %a, %sum
  %up = select i1 %lost, i8 -1, i8 %sum
  %less = icmp ult i8 %up, %b
  %diff = sub i8 %up, %b
  %down = select i1 %less, i8 0, i8 %diff
  ret i8 %down
}

define i33 @folded_constants(i33 %x, i33 %y) {
  %a = sub i33 100, %x
  %b = sub i33 7, %a
  %c = add i33 %b, %y
  %d = sub i33 %c, %x
  %e = sub i33 %d, 5
  ret i33 %e
}

define i32 @extended_sums(i16 %a, i16 %b, i1 %c) {
  %za = zext i16 %a to i32
  %zb = zext i16 %b to i32
  %sum = add nuw nsw i32 %za, %zb
  %bit = sext i1 %c to i32
  %less = add i32 %sum, %bit
  %inv = xor i32 %less, -1
  %plus = add i32 %inv, 1
  ret i32 %plus
}

define i7 @negations(i7 %a, i7 %b, i1 %swap) {
  %x = sub i7 %a, %b
  %y = sub i7 %b, %a
  %s = select i1 %swap, i7 %x, i7 %y
  %n = sub i7 0, %s
  %m = mul i7 %n, -1
  %r = add i7 %m, %a
  ret i7 %r
}
