; RUN: opt < %s -passes=attributor -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@shared = global i32 9

declare i32 @outside(ptr nocapture readonly) nounwind willreturn

define internal i32 @loads_twice(ptr %p, i32 %always) {
  %v = load i32, ptr %p, align 4
  %c = icmp eq i32 %always, 4
  %w = select i1 %c, i32 %v, i32 0
  ret i32 %w
}

define i32 @known_argument(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %r = call i32 @loads_twice(ptr %a, i32 4)
  %s = add i32 %r, 1
  ret i32 %s
}

define ptr @walks(ptr %p, i32 %n) {
entry:
  %k = and i32 %n, 3
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %r, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i8 7, ptr %q, align 1
  %r = getelementptr inbounds i8, ptr %q, i64 2
  %next = add i32 %i, 1
  %c = icmp ule i32 %next, %k
  br i1 %c, label %loop, label %exit
exit:
  ret ptr %r
}

define i32 @passes_on(ptr %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call i32 @outside(ptr %p)
  %v = load i32, ptr %p, align 4
  %s = sub i32 %u, %v
  ret i32 %s
b:
  %w = load i32, ptr @shared, align 4
  ret i32 %w
}

define i64 @aligned_struct(ptr align 16 %p) {
  %q = getelementptr inbounds { i64, [2 x i32] }, ptr %p, i64 0, i32 1, i64 1
  %a = load i64, ptr %p, align 16
  %b = load i32, ptr %q, align 4
  %w = zext i32 %b to i64
  %r = xor i64 %a, %w
  ret i64 %r
}

define i32 @never_returns_twice(i32 %x, i32 %y) {
  %d = or i32 %y, 1
  %q = udiv i32 %x, %d
  %r = call i32 @chooses(i32 %q, i32 %x)
  ret i32 %r
}

define internal i32 @chooses(i32 %a, i32 %b) {
  %c = icmp ult i32 %a, %b
  %m = select i1 %c, i32 %a, i32 %b
  ret i32 %m
}
