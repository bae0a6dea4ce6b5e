; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Selects that are arithmetic, and chains of them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @clamped(i32 %x) {
  %low = icmp slt i32 %x, -20
  %a = select i1 %low, i32 -20, i32 %x
  %high = icmp sgt i32 %a, 300
  %b = select i1 %high, i32 300, i32 %a
  ret i32 %b
}

define i16 @zero_or_bit(i16 %x, i16 %y) {
  %bit = and i16 %x, 64
  %clear = icmp eq i16 %bit, 0
  %a = select i1 %clear, i16 0, i16 4
  %b = or i16 %y, %a
  %set = or i16 %y, 256
  %c = select i1 %clear, i16 %b, i16 %set
  ret i16 %c
}

define i64 @same_operation(i1 %c, i64 %x, i64 %y, i64 %z) {
  %a = mul i64 %x, %z
  %b = mul i64 %y, %z
  %s = select i1 %c, i64 %a, i64 %b
  %d = sub i64 %s, %z
  %t = select i1 %c, i64 %d, i64 %s
  ret i64 %t
}

define i8 @nested_conditions(i1 %c, i1 %d, i8 %x, i8 %y) {
  %a = select i1 %d, i8 %x, i8 %y
  %b = select i1 %c, i8 %a, i8 %y
  %not = xor i1 %c, true
  %e = select i1 %not, i8 %b, i8 %x
  %f = select i1 %c, i8 %e, i8 %b
  ret i8 %f
}

define i32 @three_way(i32 %a, i32 %b) {
  %lt = icmp slt i32 %a, %b
  %eq = icmp eq i32 %a, %b
  %x = select i1 %eq, i32 0, i32 1
  %y = select i1 %lt, i32 -1, i32 %x
  %neg = icmp slt i32 %y, 0
  %r = select i1 %neg, i32 %b, i32 %y
  ret i32 %r
}

define i33 @value_known_by_condition(i33 %x, i33 %y) {
  %is = icmp eq i33 %x, 17
  %t = add i33 %x, %y
  %u = add i33 %y, 17
  %r = select i1 %is, i33 %t, i33 %u
  %z = icmp eq i33 %r, 0
  %s = select i1 %z, i33 0, i33 %r
  ret i33 %s
}

define i1 @logical_chain(i1 %a, i1 %b, i1 %c) {
  %x = select i1 %a, i1 %b, i1 false
  %na = xor i1 %a, true
  %y = select i1 %na, i1 %c, i1 false
  %z = select i1 %x, i1 true, i1 %y
  %w = select i1 %z, i1 %a, i1 %b
  %v = or i1 %w, %x
  ret i1 %v
}

define <2 x i64> @lanes_selected(<2 x i1> %c, <2 x i64> %x, <2 x i64> %y) {
  %n = xor <2 x i1> %c, <i1 true, i1 true>
  %s = select <2 x i1> %n, <2 x i64> %x, <2 x i64> %y
  %m = sext <2 x i1> %c to <2 x i64>
  %a = and <2 x i64> %m, %s
  %inv = xor <2 x i64> %m, <i64 -1, i64 -1>
  %b = and <2 x i64> %inv, %y
  %r = or <2 x i64> %a, %b
  ret <2 x i64> %r
}
