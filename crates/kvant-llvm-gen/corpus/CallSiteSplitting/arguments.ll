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
