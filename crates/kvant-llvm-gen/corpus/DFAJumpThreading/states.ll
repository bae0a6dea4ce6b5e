; RUN: opt < %s -passes=dfa-jump-threading -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @two_states(i32 %n, i32 %x) {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %state = phi i32 [ 1, %entry ], [ %after, %latch ]
  %a = phi i32 [ %x, %entry ], [ %b, %latch ]
  switch i32 %state, label %latch [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  %u = add i32 %a, %i
  br label %latch
two:
  %v = xor i32 %a, 85
  %c = icmp ugt i32 %v, 1000
  %s = select i1 %c, i32 1, i32 2
  br label %latch
latch:
  %after = phi i32 [ 2, %one ], [ %s, %two ], [ 1, %loop ]
  %b = phi i32 [ %u, %one ], [ %v, %two ], [ %a, %loop ]
  %next = add nuw nsw i32 %i, 1
  %d = icmp ult i32 %next, %lim
  br i1 %d, label %loop, label %exit
exit:
  ret i32 %b
}
