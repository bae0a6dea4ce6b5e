; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Facts from assumptions, metadata and attributes.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @llvm.assume(i1)
declare i32 @opaque(i32)

define i32 @assumed_bits(i32 %x, i32 %y) {
  %m = and i32 %x, 7
  %c = icmp eq i32 %m, 4
  call void @llvm.assume(i1 %c)
  %a = and i32 %x, 3
  %b = or i32 %a, %y
  %d = and i32 %x, 4
  %r = sub i32 %b, %d
  ret i32 %r
}

define i32 @loaded_in_range(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4, !range !0
  %c = icmp ult i32 %a, 64
  %s = load ptr, ptr %q, align 8, !nonnull !1, !noundef !1
  %n = icmp eq ptr %s, null
  %z = zext i1 %n to i32
  %d = udiv i32 %a, 4
  %m = mul i32 %d, 4
  %t = select i1 %c, i32 %m, i32 %z
  ret i32 %t
}

define i1 @ordered_by_assumption(i16 %x, i16 %y) {
  %c = icmp slt i16 %x, %y
  call void @llvm.assume(i1 %c)
  %d = icmp ne i16 %x, %y
  %e = icmp sgt i16 %x, %y
  %f = icmp sgt i16 %x, -1
  %g = and i1 %d, %f
  %h = or i1 %e, %g
  ret i1 %h
}

define i64 @never_null(ptr nonnull align 8 dereferenceable(8) %p, i64 %x) {
  %c = icmp eq ptr %p, null
  %v = load i64, ptr %p, align 8
  %a = ptrtoint ptr %p to i64
  %low = and i64 %a, 7
  %s = add i64 %v, %low
  %r = select i1 %c, i64 %x, i64 %s
  ret i64 %r
}

define i8 @frozen(i8 %x, i1 %c) {
  %a = add i8 %x, 1
  %f = freeze i8 %a
  %g = freeze i8 %f
  %b = freeze i1 %c
  %s = select i1 %b, i8 %g, i8 %f
  %m = mul i8 %s, 0
  %r = or i8 %m, %g
  ret i8 %r
}

define i32 @used_outside(i32 %x, i1 %c) {
  %n = sub i32 0, %x
  %a = call i32 @opaque(i32 %n)
  %b = sub i32 %a, %n
  %s = select i1 %c, i32 %b, i32 %b
  %u = call i32 @opaque(i32 %s)
  %z = and i32 %u, 0
  %r = or i32 %b, %z
  ret i32 %r
}

!0 = !{i32 0, i32 64}
!1 = !{}
