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

define i32 @scanner(ptr %p, i32 %n) {
entry:
  %lim = and i32 %n, 7
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %mode = phi i8 [ 0, %entry ], [ %m2, %latch ]
  %words = phi i32 [ 0, %entry ], [ %w2, %latch ]
  %z = zext i32 %i to i64
  %q = getelementptr inbounds i8, ptr %p, i64 %z
  %v = load i8, ptr %q, align 1
  %blank = icmp eq i8 %v, 32
  switch i8 %mode, label %outside [
    i8 0, label %outside
    i8 3, label %inside
  ]
outside:
  br i1 %blank, label %latch, label %begin
begin:
  %w = add i32 %words, 1
  br label %latch
inside:
  br i1 %blank, label %leave, label %latch
leave:
  br label %latch
latch:
  %m2 = phi i8 [ 0, %outside ], [ 3, %begin ], [ 3, %inside ], [ 0, %leave ]
  %w2 = phi i32 [ %words, %outside ], [ %w, %begin ], [ %words, %inside ], [ %words, %leave ]
  %next = add nuw nsw i32 %i, 1
  %c = icmp ule i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %w2
}
