; RUN: opt < %s -passes=newgvn -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @equal_phis(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %join
b:
  br label %join
join:
  %p = phi i32 [ %x, %a ], [ %y, %b ]
  %q = phi i32 [ %x, %a ], [ %y, %b ]
  %d = sub i32 %p, %q
  %s = add i32 %p, 3
  %t = add i32 %q, 3
  %m = mul i32 %s, %t
  %r = or i32 %m, %d
  ret i32 %r
}

define i64 @cycle_of_equal_values(i64 %n, i64 %step) {
entry:
  %lim = and i64 %n, 15
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %a = phi i64 [ 1, %entry ], [ %a2, %loop ]
  %b = phi i64 [ 1, %entry ], [ %b2, %loop ]
  %a2 = add i64 %a, %step
  %b2 = add i64 %b, %step
  %i2 = add nuw i64 %i, 1
  %c = icmp ult i64 %i2, %lim
  br i1 %c, label %loop, label %exit
exit:
  %d = sub i64 %a2, %b2
  %r = add i64 %d, %b
  ret i64 %r
}

define i16 @operation_of_phi(i1 %c, i16 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = add i16 %x, 4
  br label %join
b:
  %v = add i16 %x, 9
  br label %join
join:
  %k = phi i16 [ 4, %a ], [ 9, %b ]
  %p = phi i16 [ %u, %a ], [ %v, %b ]
  %s = add i16 %x, %k
  %d = sub i16 %s, %p
  %r = xor i16 %d, %x
  ret i16 %r
}

define i32 @memory_states(ptr %p, i32 %x, i1 %c) {
entry:
  store i32 %x, ptr %p, align 4
  br i1 %c, label %rewrite, label %join
rewrite:
  store i32 %x, ptr %p, align 4
  br label %join
join:
  %a = load i32, ptr %p, align 4
  %b = add i32 %a, %x
  %d = add i32 %x, %x
  %r = sub i32 %b, %d
  %s = or i32 %r, %a
  ret i32 %s
}

define i1 @predicate_known(i32 %x, i32 %y) {
entry:
  %c = icmp ult i32 %x, %y
  br i1 %c, label %less, label %more
less:
  %d = icmp ugt i32 %y, %x
  %e = icmp eq i32 %x, %y
  %f = xor i1 %d, %e
  ret i1 %f
more:
  %g = icmp ult i32 %x, %y
  %h = icmp ult i32 %y, %x
  %i = or i1 %g, %h
  ret i1 %i
}

define i8 @unreached(i8 %x, i8 %y) {
entry:
  %z = sub i8 %x, %x
  %c = icmp eq i8 %z, 0
  br i1 %c, label %live, label %dead
live:
  %a = and i8 %y, 15
  br label %join
dead:
  %b = sdiv i8 %y, %x
  br label %join
join:
  %p = phi i8 [ %a, %live ], [ %b, %dead ]
  %q = add i8 %p, %z
  ret i8 %q
}
