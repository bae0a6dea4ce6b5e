; RUN: opt < %s -passes=loop-vectorize -force-vector-width=4 -force-vector-interleave=1 -S | FileCheck %s

; Loops that become vectors: maps, reductions, recurrences, conditions.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @mapped(ptr noalias %dst, ptr noalias %src, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %m = mul i32 %v, %k
  %s = lshr i32 %m, 3
  %q = getelementptr inbounds i32, ptr %dst, i64 %i
  store i32 %s, ptr %q, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 16
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i32 @sum_with_tail(ptr %src, i64 %n) {
entry:
  %k = and i64 %n, 15
  %len = add nuw nsw i64 %k, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i32 [ 3, %entry ], [ %sum, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %sum = add i32 %acc, %v
  %next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %next, %len
  br i1 %c, label %exit, label %loop
exit:
  ret i32 %sum
}

define void @conditional_store(ptr noalias %dst, ptr noalias %src, i16 %t) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i16, ptr %src, i64 %i
  %v = load i16, ptr %p, align 2
  %c = icmp slt i16 %v, %t
  br i1 %c, label %then, label %latch
then:
  %q = getelementptr inbounds i16, ptr %dst, i64 %i
  %d = sub i16 %t, %v
  store i16 %d, ptr %q, align 2
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 13
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @recurrence(ptr noalias %dst, ptr noalias %src, i32 %first) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %prev = phi i32 [ %first, %entry ], [ %v, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %d = sub i32 %v, %prev
  %q = getelementptr inbounds i32, ptr %dst, i64 %i
  store i32 %d, ptr %q, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 14
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i32 @largest(ptr %src, i32 %start) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %best = phi i32 [ %start, %entry ], [ %b, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %b = call i32 @llvm.smax.i32(i32 %best, i32 %v)
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 10
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %b
}

define i1 @any_equal(ptr %src, i8 %key) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %seen = phi i1 [ false, %entry ], [ %now, %loop ]
  %p = getelementptr inbounds i8, ptr %src, i64 %i
  %v = load i8, ptr %p, align 1
  %e = icmp eq i8 %v, %key
  %now = select i1 %e, i1 true, i1 %seen
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 12
  br i1 %c, label %loop, label %exit
exit:
  ret i1 %now
}

define void @may_overlap(ptr %dst, ptr %src, i64 %n) {
entry:
  %k = and i64 %n, 15
  %len = add nuw nsw i64 %k, 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i8, ptr %src, i64 %i
  %v = load i8, ptr %p, align 1
  %a = add i8 %v, 1
  %q = getelementptr inbounds i8, ptr %dst, i64 %i
  store i8 %a, ptr %q, align 1
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, %len
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i64 @mixed_widths(ptr noalias %a, ptr noalias %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %p = getelementptr inbounds i8, ptr %a, i64 %i
  %u = load i8, ptr %p, align 1
  %q = getelementptr inbounds i16, ptr %b, i64 %i
  %v = load i16, ptr %q, align 2
  %x = zext i8 %u to i64
  %y = sext i16 %v to i64
  %m = mul nsw i64 %x, %y
  %sum = add i64 %acc, %m
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 11
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %sum
}

declare i32 @llvm.smax.i32(i32, i32)
