; RUN: opt < %s -passes=loop-rotate -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @produce()

define i32 @tested_at_top(i32 %n, i32 %k) {
entry:
  %lim = and i32 %n, 15
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %a = phi i32 [ %k, %entry ], [ %b, %body ]
  %c = icmp ult i32 %i, %lim
  br i1 %c, label %body, label %exit
body:
  %m = mul i32 %a, 3
  %b = add i32 %m, %i
  %next = add i32 %i, 1
  br label %head
exit:
  ret i32 %a
}

define i32 @called_in_header(i32 %n) {
entry:
  %lim = and i32 %n, 3
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %s = phi i32 [ 0, %entry ], [ %t, %body ]
  %v = call i32 @produce()
  %w = or i32 %v, 1
  %c = icmp ne i32 %i, %lim
  br i1 %c, label %body, label %exit
body:
  %t = sub i32 %w, %s
  %next = add i32 %i, 1
  br label %head
exit:
  %r = xor i32 %s, %w
  ret i32 %r
}

define i64 @two_exits(ptr %p, i64 %n) {
entry:
  %lim = and i64 %n, 7
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %done = icmp eq i64 %i, %lim
  br i1 %done, label %exit, label %body
body:
  %q = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %q, align 8
  %neg = icmp slt i64 %v, 0
  br i1 %neg, label %found, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  br label %head
exit:
  ret i64 -1
found:
  ret i64 %i
}

define i8 @live_out_of_header(i8 %x, i8 %n) {
entry:
  %lim = and i8 %n, 15
  br label %head
head:
  %i = phi i8 [ 0, %entry ], [ %next, %body ]
  %d = sub i8 %lim, %i
  %sq = mul i8 %d, %x
  %c = icmp sgt i8 %d, 0
  br i1 %c, label %body, label %exit
body:
  %e = and i8 %sq, 1
  %st = add i8 %e, 1
  %next = add i8 %i, %st
  br label %head
exit:
  %r = phi i8 [ %sq, %head ]
  ret i8 %r
}

define void @nested_while(ptr %p, i32 %n) {
entry:
  %lim = and i32 %n, 3
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %after ]
  %oc = icmp ult i32 %i, %lim
  br i1 %oc, label %inner, label %exit
inner:
  %j = phi i32 [ %i, %outer ], [ %j2, %body ]
  %ic = icmp ult i32 %j, 4
  br i1 %ic, label %body, label %after
body:
  %m = shl i32 %i, 2
  %k = add i32 %m, %j
  %w = zext i32 %k to i64
  %q = getelementptr inbounds i16, ptr %p, i64 %w
  %t = trunc i32 %k to i16
  store i16 %t, ptr %q, align 2
  %j2 = add i32 %j, 1
  br label %inner
after:
  %i2 = add i32 %i, 1
  br label %outer
exit:
  ret void
}
