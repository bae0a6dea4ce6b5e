; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)
declare { i16, i1 } @llvm.umul.with.overflow.i16(i16, i16)
declare { i64, i1 } @llvm.usub.with.overflow.i64(i64, i64)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)
declare { i33, i1 } @llvm.smul.with.overflow.i33(i33, i33)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i16 @llvm.sadd.sat.i16(i16, i16)
declare i16 @llvm.ssub.sat.i16(i16, i16)
declare i16 @llvm.ushl.sat.i16(i16, i16)
declare <2 x i16> @llvm.usub.sat.v2i16(<2 x i16>, <2 x i16>)

define i32 @sum_saturated(i32 %a, i32 %b) {
  %p = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %s = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  %r = select i1 %o, i32 -1, i32 %s
  ret i32 %r
}

define i1 @cannot_overflow(i16 %a, i16 %b) {
  %x = sext i16 %a to i32
  %y = sext i16 %b to i32
  %p = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 %y)
  %s = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  %c = icmp sgt i32 %s, %x
  %r = xor i1 %o, %c
  ret i1 %r
}

define i32 @two_constants(i32 %x) {
  %y = add nsw i32 %x, 12
  %p = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %y, i32 30)
  %s = extractvalue { i32, i1 } %p, 0
  %o = extractvalue { i32, i1 } %p, 1
  %r = select i1 %o, i32 %x, i32 %s
  ret i32 %r
}

define i16 @times_two(i16 %x, i16 %y) {
  %p = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %x, i16 2)
  %o = extractvalue { i16, i1 } %p, 1
  %v = extractvalue { i16, i1 } %p, 0
  %q = call { i16, i1 } @llvm.umul.with.overflow.i16(i16 %y, i16 1)
  %w = extractvalue { i16, i1 } %q, 0
  %u = select i1 %o, i16 %w, i16 %v
  ret i16 %u
}

define i64 @borrow(i64 %a, i64 %b) {
  %p = call { i64, i1 } @llvm.usub.with.overflow.i64(i64 %a, i64 %b)
  %o = extractvalue { i64, i1 } %p, 1
  %d = extractvalue { i64, i1 } %p, 0
  %z = icmp eq i64 %d, 0
  %k = or i1 %o, %z
  %n = sub i64 0, %d
  %r = select i1 %k, i64 0, i64 %n
  ret i64 %r
}

define i8 @signed_difference(i8 %a) {
  %x = and i8 %a, 63
  %p = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %x, i8 64)
  %d = extractvalue { i8, i1 } %p, 0
  %o = extractvalue { i8, i1 } %p, 1
  %w = zext i1 %o to i8
  %r = add i8 %d, %w
  ret i8 %r
}

define i33 @product_or_factor(i33 %a, i33 %b) {
  %p = call { i33, i1 } @llvm.smul.with.overflow.i33(i33 %a, i33 -1)
  %v = extractvalue { i33, i1 } %p, 0
  %o = extractvalue { i33, i1 } %p, 1
  %q = call { i33, i1 } @llvm.smul.with.overflow.i33(i33 0, i33 %b)
  %w = extractvalue { i33, i1 } %q, 0
  %r = select i1 %o, i33 %w, i33 %v
  ret i33 %r
}

define i8 @saturating_chain(i8 %x, i8 %y) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 20)
  %b = call i8 @llvm.uadd.sat.i8(i8 %a, i8 30)
  %c = call i8 @llvm.usub.sat.i8(i8 %b, i8 10)
  %d = call i8 @llvm.usub.sat.i8(i8 %c, i8 7)
  %e = add i8 %d, %y
  %f = call i8 @llvm.usub.sat.i8(i8 %e, i8 %y)
  ret i8 %f
}

define i16 @signed_saturation(i16 %x, i16 %y) {
  %a = call i16 @llvm.sadd.sat.i16(i16 %x, i16 100)
  %b = call i16 @llvm.sadd.sat.i16(i16 %a, i16 200)
  %c = call i16 @llvm.ssub.sat.i16(i16 %b, i16 -50)
  %k = and i16 %y, 7
  %d = call i16 @llvm.ushl.sat.i16(i16 %k, i16 3)
  %e = call i16 @llvm.ssub.sat.i16(i16 %c, i16 %d)
  ret i16 %e
}

define <2 x i16> @difference_by_saturation(<2 x i16> %a, <2 x i16> %b) {
  %d = call <2 x i16> @llvm.usub.sat.v2i16(<2 x i16> %a, <2 x i16> <i16 300, i16 300>)
  %e = call <2 x i16> @llvm.usub.sat.v2i16(<2 x i16> %d, <2 x i16> <i16 40, i16 40>)
  %c = icmp ugt <2 x i16> %a, %b
  %s = sub <2 x i16> %a, %b
  %m = select <2 x i1> %c, <2 x i16> %s, <2 x i16> zeroinitializer
  %r = xor <2 x i16> %m, %e
  ret <2 x i16> %r
}
