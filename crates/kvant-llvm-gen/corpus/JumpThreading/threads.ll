; RUN: opt < %s -passes=jump-threading -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @stop(i32)

define i32 @same_condition_twice(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %mid
a:
  %u = mul i32 %x, 3
  br label %mid
mid:
  %p = phi i32 [ %u, %a ], [ %x, %entry ]
  br i1 %c, label %b, label %d
b:
  %v = add i32 %p, 5
  ret i32 %v
d:
  call void @stop(i32 %p)
  ret i32 0
}

define i32 @constant_by_phi(i32 %x) {
entry:
  %c = icmp slt i32 %x, 10
  br i1 %c, label %small, label %large
small:
  br label %mid
large:
  %q = sdiv i32 %x, 10
  br label %mid
mid:
  %f = phi i1 [ true, %small ], [ false, %large ]
  %v = phi i32 [ %x, %small ], [ %q, %large ]
  br i1 %f, label %yes, label %no
yes:
  %a = add i32 %v, 100
  ret i32 %a
no:
  %b = sub i32 %v, 100
  ret i32 %b
}

define i8 @implied_range(i8 %x) {
entry:
  %c = icmp ugt i8 %x, 100
  br i1 %c, label %high, label %low
high:
  %d = icmp ugt i8 %x, 50
  br i1 %d, label %sure, label %never
low:
  %e = icmp eq i8 %x, 120
  br i1 %e, label %never, label %maybe
sure:
  ret i8 1
never:
  ret i8 2
maybe:
  %f = icmp ult i8 %x, 30
  %r = select i1 %f, i8 3, i8 4
  ret i8 %r
}

define i32 @state_machine(ptr %p, i32 %n) {
entry:
  %lim = and i32 %n, 7
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %latch ]
  %o = phi i32 [ 1, %entry ], [ %o2, %latch ]
  switch i32 %s, label %bad [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ]
zero:
  %a = add i32 %o, 3
  br label %latch
one:
  %b = mul i32 %o, 5
  br label %latch
two:
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %q, align 4
  %neg = icmp slt i32 %v, 0
  %d = xor i32 %o, %v
  %k = select i1 %neg, i32 0, i32 1
  br label %latch
bad:
  ret i32 -1
latch:
  %t = phi i32 [ 1, %zero ], [ 2, %one ], [ %k, %two ]
  %o2 = phi i32 [ %a, %zero ], [ %b, %one ], [ %d, %two ]
  %next = add i32 %i, 1
  %c = icmp ule i32 %next, %lim
  br i1 %c, label %head, label %exit
exit:
  ret i32 %o2
}

define i32 @through_select(i32 %x, i32 %y, i1 %c) {
entry:
  br i1 %c, label %left, label %right
left:
  %l = add i32 %x, %y
  br label %mid
right:
  %e = icmp ugt i32 %x, %y
  br label %mid
mid:
  %p = phi i1 [ true, %left ], [ %e, %right ]
  %q = phi i32 [ %l, %left ], [ %x, %right ]
  %s = select i1 %p, i32 12, i32 %q
  br i1 %p, label %a, label %b
a:
  call void @stop(i32 %s)
  ret i32 %q
b:
  %d = sub i32 %s, %y
  ret i32 %d
}

define i32 @load_known_on_one_way(ptr %p, i1 %c) {
entry:
  br i1 %c, label %set, label %mid
set:
  store i32 8, ptr %p, align 4
  br label %mid
mid:
  %v = load i32, ptr %p, align 4
  %e = icmp eq i32 %v, 8
  br i1 %e, label %a, label %b
a:
  ret i32 1
b:
  %w = add i32 %v, 1
  store i32 %w, ptr %p, align 4
  ret i32 %w
}

define i16 @frozen_condition(i1 %c, i16 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %mid
b:
  br label %mid
mid:
  %p = phi i1 [ true, %a ], [ false, %b ]
  %k = phi i16 [ 3, %a ], [ 4, %b ]
  %f = freeze i1 %p
  br i1 %f, label %yes, label %no
yes:
  %m = mul i16 %k, %x
  ret i16 %m
no:
  %n = xor i16 %k, %x
  ret i16 %n
}
