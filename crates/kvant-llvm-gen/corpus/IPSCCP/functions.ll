; RUN: opt < %s -passes=ipsccp -S | FileCheck %s

; Constants and ranges through local functions and variables.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@limit = internal global i32 12
@state = internal global i32 3

define internal i32 @scale(i32 %x, i32 %k) {
  %m = mul i32 %x, %k
  %c = icmp sgt i32 %k, 10
  %r = select i1 %c, i32 0, i32 %m
  ret i32 %r
}

define i32 @always_three(i32 %x, i32 %y) {
  %a = call i32 @scale(i32 %x, i32 3)
  %b = call i32 @scale(i32 %y, i32 3)
  %r = xor i32 %a, %b
  ret i32 %r
}

define internal i32 @sign(i32 %x) {
entry:
  %c = icmp slt i32 %x, 0
  br i1 %c, label %neg, label %pos
neg:
  ret i32 -1
pos:
  ret i32 1
}

define i32 @range_of_result(i32 %x, i32 %y) {
  %s = call i32 @sign(i32 %x)
  %c = icmp slt i32 %s, 2
  %a = add i32 %s, %y
  %r = select i1 %c, i32 %a, i32 %x
  ret i32 %r
}

define i32 @never_written(i32 %x) {
  %l = load i32, ptr @limit, align 4
  %c = icmp ugt i32 %x, %l
  %r = select i1 %c, i32 %l, i32 %x
  ret i32 %r
}

define i32 @written_same(i32 %x) {
  %old = load i32, ptr @state, align 4
  %s = add i32 %old, 0
  store i32 %s, ptr @state, align 4
  %r = mul i32 %x, %old
  ret i32 %r
}

define i32 @read_state(i32 %x) {
  %s = load i32, ptr @state, align 4
  %r = shl i32 %x, %s
  ret i32 %r
}

define internal { i32, i1 } @pair(i32 %x, i1 %f) {
  %a = insertvalue { i32, i1 } poison, i32 %x, 0
  %b = insertvalue { i32, i1 } %a, i1 true, 1
  ret { i32, i1 } %b
}

define i32 @field_known(i32 %x, i1 %f) {
  %p = call { i32, i1 } @pair(i32 %x, i1 %f)
  %o = extractvalue { i32, i1 } %p, 1
  %v = extractvalue { i32, i1 } %p, 0
  %r = select i1 %o, i32 %v, i32 5
  ret i32 %r
}

define internal i8 @countdown(i8 %n, i8 %acc) {
entry:
  %z = icmp eq i8 %n, 0
  br i1 %z, label %done, label %more
more:
  %m = sub i8 %n, 1
  %r = call i8 @countdown(i8 %m, i8 %acc)
  ret i8 %r
done:
  ret i8 %acc
}

define i8 @through_recursion(i8 %n) {
  %k = and i8 %n, 7
  %r = call i8 @countdown(i8 %k, i8 42)
  %s = add i8 %r, %k
  ret i8 %s
}
