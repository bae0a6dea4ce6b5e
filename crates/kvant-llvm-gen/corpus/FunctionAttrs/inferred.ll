; RUN: opt < %s -passes='cgscc(function-attrs)' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@cell = global i32 0

declare void @unknown(ptr)

define i32 @reads_nothing(i32 %x, i32 %y) {
  %a = mul i32 %x, %y
  %b = add i32 %a, 1
  %c = udiv i32 %b, 7
  ret i32 %c
}

define i32 @reads_argument(ptr %p, i64 %i) {
  %k = and i64 %i, 3
  %q = getelementptr inbounds i32, ptr %p, i64 %k
  %v = load i32, ptr %q, align 4
  %w = load i32, ptr %p, align 4
  %r = sub i32 %v, %w
  ret i32 %r
}

define ptr @returns_argument(ptr %p, i8 %b) {
  store i8 %b, ptr %p, align 1
  %q = getelementptr inbounds i8, ptr %p, i64 1
  store i8 0, ptr %q, align 1
  ret ptr %p
}

define i32 @mutual_even(i32 %n) {
entry:
  %m = and i32 %n, 7
  %z = icmp eq i32 %m, 0
  br i1 %z, label %yes, label %more
more:
  %k = sub i32 %m, 1
  %r = call i32 @mutual_odd(i32 %k)
  ret i32 %r
yes:
  ret i32 1
}

define i32 @mutual_odd(i32 %n) {
entry:
  %m = and i32 %n, 7
  %z = icmp eq i32 %m, 0
  br i1 %z, label %no, label %more
more:
  %k = sub i32 %m, 1
  %r = call i32 @mutual_even(i32 %k)
  ret i32 %r
no:
  ret i32 0
}

define void @touches_global(i32 %x) {
  %v = load i32, ptr @cell, align 4
  %s = add i32 %v, %x
  store i32 %s, ptr @cell, align 4
  ret void
}

define ptr @captures(ptr %p, ptr %slot) {
  store ptr %p, ptr %slot, align 8
  call void @unknown(ptr %slot)
  %q = load ptr, ptr %slot, align 8
  ret ptr %q
}

define i64 @local_only(i64 %x, i64 %i) {
  %a = alloca [4 x i64], align 8
  %k = and i64 %i, 3
  store i64 %x, ptr %a, align 8
  %q = getelementptr inbounds [4 x i64], ptr %a, i64 0, i64 %k
  store i64 7, ptr %q, align 8
  %v = load i64, ptr %a, align 8
  ret i64 %v
}
