; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Comparisons that can be moved, merged or turned around.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i1 @range_by_two_compares(i32 %x) {
  %lo = icmp sge i32 %x, 10
  %hi = icmp slt i32 %x, 50
  %in = and i1 %lo, %hi
  %eq = icmp eq i32 %x, 7
  %any = or i1 %in, %eq
  ret i1 %any
}

define i1 @either_of_two(i16 %x, i16 %y) {
  %a = icmp eq i16 %x, 33
  %b = icmp eq i16 %x, 97
  %c = or i1 %a, %b
  %d = icmp ne i16 %y, 12
  %e = icmp ne i16 %y, 13
  %f = and i1 %d, %e
  %g = select i1 %c, i1 true, i1 %f
  ret i1 %g
}

define i1 @through_casts(i8 %a, i16 %b, i32 %c) {
  %wa = zext i8 %a to i32
  %wb = sext i16 %b to i32
  %x = icmp ult i32 %wa, 300
  %y = icmp sgt i32 %wb, 40000
  %z = icmp slt i32 %wa, %c
  %t = icmp eq i32 %wb, %wa
  %u = xor i1 %x, %y
  %v = and i1 %u, %z
  %w = or i1 %v, %t
  ret i1 %w
}

define i1 @offset_moved(i64 %x, i64 %y) {
  %a = add nsw i64 %x, 5
  %b = icmp sgt i64 %a, 12
  %c = sub i64 %x, %y
  %d = icmp eq i64 %c, 0
  %e = xor i64 %y, 255
  %f = icmp eq i64 %e, %x
  %g = or i1 %d, %f
  %h = and i1 %g, %b
  ret i1 %h
}

define i1 @same_sign(i32 %a, i32 %b) {
  %x = xor i32 %a, %b
  %pos = icmp sgt i32 %x, -1
  %na = icmp slt i32 %a, 0
  %nb = icmp slt i32 %b, 0
  %both = and i1 %na, %nb
  %differ = xor i1 %na, %nb
  %not = xor i1 %differ, true
  %eq = icmp eq i1 %pos, %not
  %r = and i1 %eq, %both
  ret i1 %r
}

define i1 @masked_fields(i32 %x) {
  %a = and i32 %x, 15
  %ca = icmp eq i32 %a, 9
  %b = and i32 %x, 240
  %cb = icmp eq i32 %b, 80
  %both = and i1 %ca, %cb
  %c = and i32 %x, 1024
  %cc = icmp ne i32 %c, 0
  %d = and i32 %x, 2048
  %cd = icmp ne i32 %d, 0
  %either = or i1 %cc, %cd
  %r = and i1 %both, %either
  ret i1 %r
}

define i1 @not_both_zero(i24 %x, i24 %y) {
  %zx = icmp eq i24 %x, 0
  %zy = icmp eq i24 %y, 0
  %both = and i1 %zx, %zy
  %sx = icmp slt i24 %x, 0
  %sy = icmp slt i24 %y, 0
  %any = or i1 %sx, %sy
  %r = or i1 %both, %any
  %n = xor i1 %r, true
  ret i1 %n
}

define <4 x i1> @lanes_compared(<4 x i8> %v, <4 x i8> %w) {
  %a = add <4 x i8> %v, <i8 1, i8 1, i8 1, i8 1>
  %c = icmp ugt <4 x i8> %a, <i8 0, i8 0, i8 0, i8 0>
  %d = icmp sle <4 x i8> %w, <i8 7, i8 7, i8 7, i8 7>
  %n = xor <4 x i1> %d, <i1 true, i1 true, i1 true, i1 true>
  %e = and <4 x i1> %c, %n
  %f = icmp uge <4 x i8> %w, %v
  %g = select <4 x i1> %e, <4 x i1> %f, <4 x i1> zeroinitializer
  ret <4 x i1> %g
}
