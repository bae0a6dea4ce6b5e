; RUN: opt < %s -passes='lower-switch,fix-irreducible,structurizecfg' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @unstructured(i32 %x, i32 %y) {
entry:
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %u = add i32 %x, 5
  %d = icmp sgt i32 %y, 0
  br i1 %d, label %b, label %exit
b:
  %p = phi i32 [ %y, %entry ], [ %u, %a ]
  %m = mul i32 %p, 3
  br label %exit
exit:
  %r = phi i32 [ %u, %a ], [ %m, %b ]
  ret i32 %r
}

define void @loop_with_skip(ptr %p, i32 %n) {
entry:
  %lim = and i32 %n, 7
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %q, align 4
  %neg = icmp slt i32 %v, 0
  br i1 %neg, label %exit, label %test
test:
  %o = and i32 %v, 1
  %odd = icmp ne i32 %o, 0
  br i1 %odd, label %latch, label %write
write:
  %h = lshr i32 %v, 1
  store i32 %h, ptr %q, align 4
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %c = icmp ule i32 %next, %lim
  br i1 %c, label %head, label %exit
exit:
  ret void
}

define i8 @three_ways(i8 %x, i8 %y, i1 %c) {
entry:
  br i1 %c, label %one, label %two
one:
  %a = icmp ult i8 %x, 9
  br i1 %a, label %three, label %four
two:
  %b = icmp eq i8 %y, 0
  br i1 %b, label %three, label %four
three:
  %p = phi i8 [ %x, %one ], [ 50, %two ]
  %u = add i8 %p, %y
  br label %exit
four:
  %q = phi i8 [ %y, %one ], [ %x, %two ]
  %v = shl i8 %q, 1
  br label %exit
exit:
  %r = phi i8 [ %u, %three ], [ %v, %four ]
  ret i8 %r
}
