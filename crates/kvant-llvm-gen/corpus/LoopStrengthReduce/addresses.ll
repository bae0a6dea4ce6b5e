; RUN: opt < %s -passes=loop-reduce -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @strided_rows(ptr %m, i64 %row, i64 %n) {
entry:
  %r = and i64 %row, 3
  %lim = and i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %k = mul i64 %i, 12
  %o = add i64 %k, %r
  %p = getelementptr inbounds i32, ptr %m, i64 %o
  %v = load i32, ptr %p, align 4
  %o2 = add i64 %o, 4
  %q = getelementptr inbounds i32, ptr %m, i64 %o2
  %w = load i32, ptr %q, align 4
  %x = mul i32 %v, %w
  %t = add i32 %s, %x
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %t
}

define void @narrow_counter(ptr %p, i32 %n, i16 %x) {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i16, ptr %p, i64 %w
  %t = trunc i32 %i to i16
  %m = mul i16 %t, %x
  store i16 %m, ptr %q, align 2
  %next = add nuw nsw i32 %i, 1
  %c = icmp ne i32 %i, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i64 @several_multiples(i64 %a, i64 %n) {
entry:
  %lim = and i64 %n, 31
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i64 [ 0, %entry ], [ %z, %loop ]
  %x = mul i64 %i, %a
  %y = mul i64 %i, 40
  %u = add i64 %x, %y
  %v = xor i64 %u, %acc
  %z = add i64 %v, 9
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %z
}

define void @both_ends(ptr %p, i64 %n) {
entry:
  %k = and i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %j = phi i64 [ %k, %entry ], [ %j2, %loop ]
  %a = getelementptr inbounds i8, ptr %p, i64 %i
  %b = getelementptr inbounds i8, ptr %p, i64 %j
  %x = load i8, ptr %a, align 1
  %y = load i8, ptr %b, align 1
  store i8 %y, ptr %a, align 1
  store i8 %x, ptr %b, align 1
  %i2 = add nsw i64 %i, 1
  %j2 = add nsw i64 %j, -1
  %c = icmp slt i64 %i2, %j2
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i32 @compared_pointer(ptr %p, i64 %n) {
entry:
  %k = and i64 %n, 7
  %end = getelementptr inbounds i32, ptr %p, i64 %k
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %r, %loop ]
  %s = phi i32 [ 1, %entry ], [ %t, %loop ]
  %v = load i32, ptr %q, align 4
  %t = mul i32 %s, %v
  %f = getelementptr inbounds i32, ptr %q, i64 1
  %u = load i32, ptr %f, align 4
  store i32 %u, ptr %q, align 4
  %r = getelementptr inbounds i32, ptr %q, i64 1
  %c = icmp ule ptr %r, %end
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %t
}

define i32 @post_increment_use(ptr %p, i64 %n) {
entry:
  %len = and i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %i, 1
  %sq = mul i64 %next, %next
  %q = getelementptr inbounds i32, ptr %p, i64 %next
  %t = trunc i64 %sq to i32
  store i32 %t, ptr %q, align 4
  %c = icmp ult i64 %next, %len
  br i1 %c, label %loop, label %exit
exit:
  %r = trunc i64 %next to i32
  ret i32 %r
}
