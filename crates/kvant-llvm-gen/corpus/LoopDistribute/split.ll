; RUN: opt < %s -passes=loop-distribute -enable-loop-distribute -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @recurrence_apart(ptr noalias %a, ptr noalias %b, ptr noalias %c, ptr noalias %d) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %va = load i32, ptr %pa, align 4
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %vb = load i32, ptr %pb, align 4
  %m = mul i32 %vb, %va
  %next = add nuw nsw i64 %i, 1
  %pn = getelementptr inbounds i32, ptr %a, i64 %next
  store i32 %m, ptr %pn, align 4
  %pc = getelementptr inbounds i32, ptr %c, i64 %i
  %vc = load i32, ptr %pc, align 4
  %x = sub i32 %vc, 5
  %pd = getelementptr inbounds i32, ptr %d, i64 %i
  store i32 %x, ptr %pd, align 4
  %e = icmp eq i64 %next, 11
  br i1 %e, label %exit, label %loop
exit:
  ret void
}

define void @two_outputs(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  %k = and i64 %n, 7
  %len = add nuw nsw i64 %k, 2
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pa = getelementptr inbounds i16, ptr %a, i64 %i
  %va = load i16, ptr %pa, align 2
  %next = add nuw nsw i64 %i, 1
  %s = add i16 %va, 13
  %pn = getelementptr inbounds i16, ptr %a, i64 %next
  store i16 %s, ptr %pn, align 2
  %pb = getelementptr inbounds i16, ptr %b, i64 %i
  %vb = load i16, ptr %pb, align 2
  %x = xor i16 %vb, -21846
  %pc = getelementptr inbounds i16, ptr %c, i64 %i
  store i16 %x, ptr %pc, align 2
  %e = icmp eq i64 %next, %len
  br i1 %e, label %exit, label %loop
exit:
  ret void
}

define i32 @reduction_apart(ptr noalias %a, ptr noalias %b, i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %va = load i32, ptr %pa, align 4
  %s = sub i32 %va, %x
  %next = add nuw nsw i64 %i, 1
  %pn = getelementptr inbounds i32, ptr %a, i64 %next
  store i32 %s, ptr %pn, align 4
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %t = trunc i64 %i to i32
  %m = mul i32 %t, %x
  store i32 %m, ptr %pb, align 4
  %e = icmp eq i64 %next, 10
  br i1 %e, label %exit, label %loop
exit:
  ret i32 %m
}
