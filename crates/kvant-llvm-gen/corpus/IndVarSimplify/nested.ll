; RUN: opt < %s -passes=indvars -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @triangle(i32 %n, ptr %p) {
entry:
  %lim = and i32 %n, 7
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %acc = phi i32 [ 0, %entry ], [ %acc2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %row = phi i32 [ %acc, %outer ], [ %acc2, %inner ]
  %m = mul nsw i32 %i, 8
  %k = add nsw i32 %m, %j
  %w = sext i32 %k to i64
  %e = getelementptr inbounds i8, ptr %p, i64 %w
  %v = load i8, ptr %e, align 1
  %z = zext i8 %v to i32
  %acc2 = add i32 %row, %z
  %j2 = add nsw i32 %j, 1
  %c = icmp sle i32 %j2, %i
  br i1 %c, label %inner, label %latch
latch:
  %i2 = add nsw i32 %i, 1
  %d = icmp sle i32 %i2, %lim
  br i1 %d, label %outer, label %exit
exit:
  ret i32 %acc2
}

define i64 @polynomial(i64 %a, i64 %b, i32 %n) {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i64 [ 0, %entry ], [ %x2, %loop ]
  %y = phi i64 [ %a, %entry ], [ %y2, %loop ]
  %x2 = add i64 %x, %y
  %y2 = add i64 %y, %b
  %next = add nuw nsw i32 %i, 1
  %c = icmp ne i32 %next, 12
  br i1 %c, label %loop, label %exit
exit:
  %t = zext i32 %lim to i64
  %r = add i64 %x2, %t
  ret i64 %r
}

define i32 @pointer_walk(ptr %p, i64 %n) {
entry:
  %k = and i64 %n, 7
  %len = add nuw nsw i64 %k, 1
  %end = getelementptr inbounds i32, ptr %p, i64 %len
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %q2, %loop ]
  %cnt = phi i32 [ 0, %entry ], [ %cnt2, %loop ]
  %v = load i32, ptr %q, align 4
  %odd = and i32 %v, 1
  %cnt2 = add nuw nsw i32 %cnt, 1
  %w = add i32 %cnt, %odd
  store i32 %w, ptr %q, align 4
  %q2 = getelementptr inbounds i32, ptr %q, i64 1
  %c = icmp ne ptr %q2, %end
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %cnt2
}

define i32 @early_exit(ptr %p, i32 %key) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %more ]
  %w = zext i32 %i to i64
  %e = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %e, align 4
  %hit = icmp eq i32 %v, %key
  br i1 %hit, label %found, label %more
more:
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, 6
  br i1 %c, label %loop, label %missing
found:
  %r = add i32 %i, 100
  ret i32 %r
missing:
  ret i32 %next
}

define i8 @wrapping_counter(i8 %start, i8 %stop) {
entry:
  %s = and i8 %stop, 60
  br label %loop
loop:
  %i = phi i8 [ %s, %entry ], [ %next, %loop ]
  %x = phi i8 [ %start, %entry ], [ %y, %loop ]
  %m = mul i8 %x, 5
  %y = add i8 %m, %i
  %next = add i8 %i, 4
  %c = icmp ne i8 %next, 0
  br i1 %c, label %loop, label %exit
exit:
  %r = xor i8 %y, %next
  ret i8 %r
}
