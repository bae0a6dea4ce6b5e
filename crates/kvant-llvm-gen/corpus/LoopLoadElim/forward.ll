; RUN: opt < %s -passes=loop-load-elim -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @stored_then_loaded(ptr noalias %a, ptr noalias %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %i, 1
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p, align 4
  %q = getelementptr inbounds i32, ptr %b, i64 %i
  %w = load i32, ptr %q, align 4
  %s = add i32 %v, %w
  %r = getelementptr inbounds i32, ptr %a, i64 %next
  store i32 %s, ptr %r, align 4
  %c = icmp eq i64 %next, 9
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

define i32 @with_runtime_checks(ptr %a, ptr %b, i64 %n) {
entry:
  %k = and i64 %n, 7
  %len = add nuw nsw i64 %k, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p, align 4
  %m = mul i32 %v, 5
  %next = add nuw nsw i64 %i, 1
  %q = getelementptr inbounds i32, ptr %a, i64 %next
  %o = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %v, ptr %o, align 4
  store i32 %m, ptr %q, align 4
  %c = icmp eq i64 %next, %len
  br i1 %c, label %exit, label %loop
exit:
  ret i32 %m
}

define i16 @two_behind(ptr %a, i16 %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i16 [ %x, %entry ], [ %s, %loop ]
  %p = getelementptr inbounds i16, ptr %a, i64 %i
  %v = load i16, ptr %p, align 2
  %s = xor i16 %acc, %v
  %next = add nuw nsw i64 %i, 1
  %q = getelementptr inbounds i16, ptr %a, i64 %next
  %m = mul i16 %s, 11
  store i16 %m, ptr %q, align 2
  %c = icmp ult i64 %next, 8
  br i1 %c, label %loop, label %exit
exit:
  ret i16 %s
}
