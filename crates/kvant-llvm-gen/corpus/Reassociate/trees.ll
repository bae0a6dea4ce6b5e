; RUN: opt < %s -passes=reassociate -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @constants_scattered(i32 %a, i32 %b, i32 %c) {
  %x = add i32 %a, 7
  %y = add i32 %b, -20
  %z = add i32 %x, %y
  %w = sub i32 %z, %c
  %v = add i32 %w, 13
  ret i32 %v
}

define i64 @factored(i64 %a, i64 %b, i64 %c) {
  %x = mul i64 %a, %b
  %y = mul i64 %c, %a
  %s = add i64 %x, %y
  %z = mul i64 %a, 3
  %t = add i64 %s, %z
  ret i64 %t
}

define i16 @powers(i16 %a, i16 %b) {
  %x = mul i16 %a, %a
  %y = mul i16 %x, %a
  %z = mul i16 %b, %y
  %w = mul i16 %z, %a
  %v = mul i16 %w, %b
  %u = mul i16 %v, %b
  ret i16 %u
}

define i8 @cancelled(i8 %a, i8 %b, i8 %c) {
  %x = xor i8 %a, %b
  %y = xor i8 %c, %a
  %z = xor i8 %x, %y
  %n = sub i8 0, %z
  %s = add i8 %n, %b
  %t = add i8 %s, %z
  %u = add i8 %t, %c
  ret i8 %u
}

define i33 @shift_as_factor(i33 %a, i33 %b) {
  %x = shl i33 %a, 3
  %y = mul i33 %x, %b
  %z = mul i33 %y, 5
  %n = sub i33 %z, %a
  %m = sub i33 0, %n
  ret i33 %m
}

define i32 @bit_sets(i32 %a, i32 %b, i32 %c) {
  %x = and i32 %a, 255
  %y = and i32 %b, %x
  %z = and i32 %y, 4080
  %u = or i32 %z, %c
  %v = or i32 %u, %a
  %w = or i32 %v, 3
  %n = xor i32 %w, -1
  ret i32 %n
}

define <2 x i32> @lanes_summed(<2 x i32> %a, <2 x i32> %b) {
  %x = add <2 x i32> %a, <i32 1, i32 2>
  %y = mul <2 x i32> %x, <i32 4, i32 4>
  %z = add <2 x i32> %b, %y
  %w = sub <2 x i32> <i32 9, i32 9>, %z
  %v = add <2 x i32> %w, %a
  ret <2 x i32> %v
}

define i1 @disjoint_or_as_sum(i32 %a, i32 %b) {
  %x = shl i32 %a, 4
  %y = or i32 %x, 9
  %z = add i32 %y, %b
  %w = add i32 %z, %x
  %c = icmp eq i32 %w, %a
  ret i1 %c
}

define double @negated_factors(double %a, double %b, double %c) {
  %x = fmul double %a, -2.5
  %y = fsub double %b, %x
  %z = fdiv double %c, -4.0
  %w = fadd double %y, %z
  ret double %w
}
