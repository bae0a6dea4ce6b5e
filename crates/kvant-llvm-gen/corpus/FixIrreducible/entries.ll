; RUN: opt < %s -passes=fix-irreducible -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @two_entries(i32 %x, i32 %n, i1 %c) {
entry:
  %lim = and i32 %n, 15
  br i1 %c, label %left, label %right
left:
  %a = phi i32 [ %x, %entry ], [ %d, %right ]
  %i = phi i32 [ 0, %entry ], [ %k, %right ]
  %b = add i32 %a, 3
  %j = add i32 %i, 1
  %e = icmp ugt i32 %j, %lim
  br i1 %e, label %exit, label %right
right:
  %p = phi i32 [ 9, %entry ], [ %b, %left ]
  %q = phi i32 [ 0, %entry ], [ %j, %left ]
  %d = mul i32 %p, 5
  %k = add i32 %q, 2
  %f = icmp ugt i32 %k, %lim
  br i1 %f, label %exit, label %left
exit:
  %r = phi i32 [ %b, %left ], [ %d, %right ]
  ret i32 %r
}
