; RUN: opt < %s -passes=indvars -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @seen(i64)

define i64 @widened_index(ptr %p, i32 %n) {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %w = sext i32 %i to i64
  %e = getelementptr inbounds i64, ptr %p, i64 %w
  %v = load i64, ptr %e, align 8
  %sum = add i64 %acc, %v
  %next = add nsw i32 %i, 1
  %c = icmp sle i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %sum
}

define i32 @final_value(i32 %n, i32 %step) {
entry:
  %lim = and i32 %n, 63
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i32 [ 5, %entry ], [ %b, %loop ]
  %b = add i32 %a, %step
  %next = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  %r = phi i32 [ %b, %loop ]
  ret i32 %r
}

define void @counted_down(i8 %n) {
entry:
  %start = and i8 %n, 31
  br label %loop
loop:
  %i = phi i8 [ %start, %entry ], [ %next, %loop ]
  %w = zext i8 %i to i64
  call void @seen(i64 %w)
  %next = add nsw i8 %i, -3
  %c = icmp sgt i8 %next, 0
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i32 @redundant_check(ptr %p, i32 %n) {
entry:
  %pos = icmp sgt i32 %n, 0
  %small = icmp slt i32 %n, 20
  %go = and i1 %pos, %small
  br i1 %go, label %loop, label %none
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %in = icmp ult i32 %i, %n
  br i1 %in, label %body, label %fail
body:
  %w = zext i32 %i to i64
  %e = getelementptr inbounds i8, ptr %p, i64 %w
  %t = trunc i32 %i to i8
  store i8 %t, ptr %e, align 1
  br label %latch
latch:
  %next = add nsw i32 %i, 1
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  ret i32 %next
fail:
  ret i32 -1
none:
  ret i32 0
}

define i16 @two_steps(i16 %n) {
entry:
  %lim = and i16 %n, 127
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %i2, %loop ]
  %j = phi i16 [ 10, %entry ], [ %j2, %loop ]
  %s = phi i16 [ 0, %entry ], [ %s2, %loop ]
  %d = sub i16 %j, %i
  %s2 = add i16 %s, %d
  %i2 = add i16 %i, 2
  %j2 = add i16 %j, 6
  %c = icmp slt i16 %i2, %lim
  br i1 %c, label %loop, label %exit
exit:
  %r = add i16 %s2, %j2
  ret i16 %r
}

define double @float_counter(ptr %p) {
entry:
  br label %loop
loop:
  %f = phi double [ 0.0, %entry ], [ %g, %loop ]
  %k = fptosi double %f to i32
  %w = sext i32 %k to i64
  %e = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 %k, ptr %e, align 4
  %g = fadd double %f, 1.0
  %c = fcmp olt double %g, 9.0
  br i1 %c, label %loop, label %exit
exit:
  ret double %g
}

define i64 @remainder_of_index(i64 %n, i64 %m) {
entry:
  %lim = and i64 %n, 31
  %d = add nuw nsw i64 %lim, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i64 [ %m, %entry ], [ %x, %loop ]
  %r = urem i64 %i, %d
  %q = sdiv i64 %i, %d
  %s = add i64 %r, %q
  %x = xor i64 %acc, %s
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, %d
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %x
}

define i1 @never_taken_exit(i32 %n, i32 %k) {
entry:
  %lim = and i32 %n, 15
  %far = or i32 %k, 64
  %pos = icmp sgt i32 %far, 0
  br i1 %pos, label %loop, label %no
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %hit = icmp eq i32 %i, %far
  br i1 %hit, label %yes, label %more
more:
  %next = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %i, %lim
  br i1 %c, label %loop, label %no
yes:
  ret i1 true
no:
  ret i1 false
}
