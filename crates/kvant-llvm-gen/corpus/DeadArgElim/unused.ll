; RUN: opt < %s -passes=deadargelim -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @sink(i32)

define internal i32 @second_unused(i32 %x, i32 %unused, i32 %y) {
  %a = mul i32 %x, 3
  %r = xor i32 %a, %y
  ret i32 %r
}

define i32 @calls_with_unused(i32 %x, i32 %y) {
  %s = add i32 %x, %y
  %a = call i32 @second_unused(i32 %x, i32 %s, i32 7)
  %b = call i32 @second_unused(i32 %a, i32 poison, i32 %y)
  ret i32 %b
}

define internal { i32, i64 } @half_used(i32 %x) {
  %a = insertvalue { i32, i64 } poison, i32 %x, 0
  %w = sext i32 %x to i64
  %m = mul i64 %w, %w
  %b = insertvalue { i32, i64 } %a, i64 %m, 1
  ret { i32, i64 } %b
}

define i64 @uses_one_field(i32 %x) {
  %p = call { i32, i64 } @half_used(i32 %x)
  %v = extractvalue { i32, i64 } %p, 1
  %r = add i64 %v, 1
  ret i64 %r
}

define internal i32 @result_ignored(i32 %x) {
  call void @sink(i32 %x)
  %r = add i32 %x, 4
  ret i32 %r
}

define void @ignores(i32 %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call i32 @result_ignored(i32 %x)
  br label %b
b:
  %n = sub i32 0, %x
  %v = call i32 @result_ignored(i32 %n)
  ret void
}

define internal i32 @passed_round(i32 %n, i32 %dead) {
entry:
  %z = icmp ult i32 %n, 2
  br i1 %z, label %done, label %more
more:
  %m = lshr i32 %n, 1
  %d = add i32 %dead, 1
  %r = call i32 @passed_round(i32 %m, i32 %d)
  %s = add i32 %r, 1
  ret i32 %s
done:
  ret i32 %n
}

define i32 @starts_recursion(i32 %n) {
  %r = call i32 @passed_round(i32 %n, i32 9)
  ret i32 %r
}
