; RUN: opt < %s -passes=loop-unroll -unroll-peel-count=2 -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @known_after_first(i32 %x, i32 %y, i32 %n) {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %u = phi i32 [ %x, %entry ], [ %y, %loop ]
  %acc = phi i32 [ 0, %entry ], [ %s, %loop ]
  %m = mul i32 %u, %i
  %s = add i32 %acc, %m
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %s
}

define void @first_is_special(ptr %p, i64 %n) {
entry:
  %lim = and i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %first = icmp ult i64 %i, 2
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  br i1 %first, label %head, label %rest
head:
  store i32 100, ptr %q, align 4
  br label %latch
rest:
  %b = getelementptr inbounds i32, ptr %q, i64 -2
  %v = load i32, ptr %b, align 4
  %w = add i32 %v, 3
  store i32 %w, ptr %q, align 4
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i8 @header_exit(ptr %p, i8 %key) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %q = getelementptr inbounds i8, ptr %p, i64 %i
  %v = load i8, ptr %q, align 1
  %z = icmp eq i8 %v, 0
  br i1 %z, label %exit, label %body
body:
  %x = xor i8 %v, %key
  store i8 %x, ptr %q, align 1
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 7
  br i1 %c, label %loop, label %exit
exit:
  %r = phi i8 [ 0, %loop ], [ %x, %body ]
  ret i8 %r
}
