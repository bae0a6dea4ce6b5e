; RUN: opt < %s -passes='early-cse<memssa>' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @lookup(i32) readonly nounwind willreturn
declare void @llvm.assume(i1)
declare i32 @llvm.smin.i32(i32, i32)

define i32 @commuted(i32 %a, i32 %b) {
  %x = add i32 %a, %b
  %y = add i32 %b, %a
  %c = icmp slt i32 %a, %b
  %d = icmp sgt i32 %b, %a
  %m = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %n = call i32 @llvm.smin.i32(i32 %b, i32 %a)
  %s = select i1 %c, i32 %x, i32 %m
  %t = select i1 %d, i32 %y, i32 %n
  %r = sub i32 %s, %t
  %q = add i32 %r, %m
  ret i32 %q
}

define i32 @stores_and_loads(ptr %p, ptr %q, i32 %x) {
  %a = load i32, ptr %p, align 4
  store i32 %x, ptr %q, align 4
  %b = load i32, ptr %p, align 4
  %c = load i32, ptr %p, align 4
  store i32 %c, ptr %p, align 4
  %d = sub i32 %b, %c
  %e = add i32 %d, %a
  ret i32 %e
}

define i32 @dominating_condition(i32 %x, i32 %y) {
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %a, label %b
a:
  %d = icmp ult i32 %x, %y
  %s = select i1 %d, i32 %x, i32 0
  %e = icmp uge i32 %x, %y
  %t = select i1 %e, i32 1, i32 %s
  ret i32 %t
b:
  %f = icmp ult i32 %x, %y
  %g = zext i1 %f to i32
  %h = add i32 %g, %y
  ret i32 %h
}

define i32 @read_only_calls(i32 %x, ptr %p) {
  %a = call i32 @lookup(i32 %x)
  %b = call i32 @lookup(i32 %x)
  store i32 %a, ptr %p, align 4
  %c = call i32 @lookup(i32 %x)
  %d = sub i32 %a, %b
  %e = xor i32 %d, %c
  ret i32 %e
}

define i1 @assumed(i32 %x, i1 %k) {
  %c = icmp sgt i32 %x, 4
  call void @llvm.assume(i1 %c)
  %d = icmp sgt i32 %x, 4
  %e = xor i1 %d, %k
  %f = xor i1 %k, %d
  %g = and i1 %e, %f
  ret i1 %g
}

define i64 @inverse_selects(i1 %c, i64 %x, i64 %y) {
  %n = xor i1 %c, true
  %s = select i1 %c, i64 %x, i64 %y
  %t = select i1 %n, i64 %y, i64 %x
  %d = sub i64 %s, %t
  %u = or i64 %d, %x
  ret i64 %u
}

define i8 @dead_between(ptr noalias %p, i8 %x, i8 %y) {
  store i8 %x, ptr %p, align 1
  store i8 %y, ptr %p, align 1
  %v = load i8, ptr %p, align 1
  %g = getelementptr i8, ptr %p, i64 1
  %w = load i8, ptr %g, align 1
  %h = getelementptr i8, ptr %p, i64 1
  store i8 %v, ptr %h, align 1
  %u = load i8, ptr %g, align 1
  %a = add i8 %w, %u
  ret i8 %a
}
