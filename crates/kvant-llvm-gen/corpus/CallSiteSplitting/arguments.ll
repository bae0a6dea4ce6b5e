; RUN: opt < %s -passes=callsite-splitting -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define internal i32 @picked(ptr %p, i32 %x) {
entry:
  %z = icmp eq ptr %p, null
  br i1 %z, label %none, label %some
none:
  ret i32 %x
some:
  %v = load i32, ptr %p, align 4
  %s = add i32 %v, %x
  ret i32 %s
}

define i32 @split_by_phi(ptr %p, i32 %x, i1 %c) {
entry:
  br i1 %c, label %use, label %skip
use:
  br label %tail
skip:
  %m = mul i32 %x, 3
  br label %tail
tail:
  %q = phi ptr [ %p, %use ], [ null, %skip ]
  %k = phi i32 [ 1, %use ], [ %m, %skip ]
  %r = call i32 @picked(ptr %q, i32 %k)
  ret i32 %r
}

define internal i32 @weighed(i32 %k, i32 %x) {
entry:
  %one = icmp eq i32 %k, 1
  br i1 %one, label %same, label %scaled
same:
  ret i32 %x
scaled:
  %m = mul i32 %x, %k
  %t = lshr i32 %m, 2
  %r = sub i32 %m, %t
  ret i32 %r
}

define i32 @split_by_condition(i32 %k, i32 %x, i32 %y) {
entry:
  %a = icmp eq i32 %k, 1
  br i1 %a, label %tail, label %second
second:
  %b = icmp sgt i32 %x, %y
  br i1 %b, label %tail, label %out
tail:
  %r = call i32 @weighed(i32 %k, i32 %x)
  ret i32 %r
out:
  %d = sub i32 %y, %x
  ret i32 %d
}
