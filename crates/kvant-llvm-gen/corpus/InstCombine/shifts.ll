; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Shifts of shifts, rotates written by hand, and signs.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @rotate_by_hand(i32 %x, i32 %n) {
  %amount = and i32 %n, 31
  %neg = sub i32 0, %n
  %other = and i32 %neg, 31
  %left = shl i32 %x, %amount
  %right = lshr i32 %x, %other
  %rot = or i32 %left, %right
  ret i32 %rot
}

define i16 @sign_extended_in_register(i16 %x, i16 %y) {
  %up = shl i16 %x, 9
  %down = ashr i16 %up, 9
  %sum = add i16 %down, %y
  %up2 = shl i16 %sum, 9
  %down2 = ashr i16 %up2, 9
  ret i16 %down2
}

define i24 @shift_of_sum(i24 %x, i24 %y) {
  %s = lshr i24 %y, 5
  %t = add i24 %s, %x
  %u = shl i24 %t, 5
  %v = lshr i24 %u, 3
  %w = and i24 %v, 1020
  ret i24 %w
}

define i64 @exact_pairs(i64 %x, i64 %k) {
  %amount = and i64 %k, 15
  %up = shl nuw nsw i64 %x, %amount
  %down = ashr exact i64 %up, %amount
  %half = lshr exact i64 %up, 1
  %twice = shl i64 %half, 1
  %res = xor i64 %down, %twice
  ret i64 %res
}

define i1 @bit_test(i128 %x, i128 %n) {
  %small = and i128 %n, 127
  %one = shl nuw i128 1, %small
  %bit = and i128 %x, %one
  %set = icmp ne i128 %bit, 0
  %shr = lshr i128 %x, %small
  %low = trunc i128 %shr to i1
  %same = icmp eq i1 %set, %low
  ret i1 %same
}

define i8 @variable_sign(i8 %x, i8 %amount) {
  %sign = ashr i8 %x, 7
  %flip = xor i8 %x, %sign
  %abs = sub i8 %flip, %sign
  %n = and i8 %amount, 7
  %mask = shl i8 -1, %n
  %cut = and i8 %abs, %mask
  %res = lshr i8 %cut, %n
  ret i8 %res
}

define <4 x i16> @lanes_shifted(<4 x i16> %v, <4 x i16> %w) {
  %a = shl <4 x i16> %v, <i16 3, i16 3, i16 3, i16 3>
  %b = lshr <4 x i16> %a, <i16 1, i16 1, i16 1, i16 1>
  %c = shl <4 x i16> %w, <i16 2, i16 4, i16 6, i16 8>
  %d = or <4 x i16> %b, %c
  %e = ashr <4 x i16> %d, <i16 15, i16 15, i16 15, i16 15>
  %f = and <4 x i16> %e, <i16 1, i16 1, i16 1, i16 1>
  ret <4 x i16> %f
}
