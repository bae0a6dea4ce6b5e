; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @operation_behind_phi(i1 %c, i32 %x, i32 %y, i32 %z) {
entry:
  br i1 %c, label %then, label %else
then:
  %a = add i32 %x, %z
  br label %join
else:
  %b = add i32 %y, %z
  br label %join
join:
  %p = phi i32 [ %a, %then ], [ %b, %else ]
  %q = xor i32 %p, -1
  %r = sub i32 %q, 3
  ret i32 %r
}

define i16 @constants_folded_through(i8 %k, i16 %x) {
entry:
  switch i8 %k, label %other [
    i8 1, label %one
    i8 5, label %five
  ]
one:
  br label %join
five:
  br label %join
other:
  br label %join
join:
  %p = phi i16 [ 10, %one ], [ 50, %five ], [ 7, %other ]
  %m = mul i16 %p, 3
  %c = icmp eq i16 %m, 21
  %r = select i1 %c, i16 %x, i16 %m
  ret i16 %r
}

define i64 @extended_phi(i1 %c, i8 %x, i8 %y) {
entry:
  %wx = zext i8 %x to i64
  br i1 %c, label %then, label %join
then:
  %t = mul i8 %y, %y
  %wy = zext i8 %t to i64
  br label %join
join:
  %p = phi i64 [ %wx, %entry ], [ %wy, %then ]
  %s = shl i64 %p, 56
  %r = ashr i64 %s, 56
  ret i64 %r
}

define i32 @loaded_on_both_ways(i1 %c, ptr %p, ptr %q) {
entry:
  br i1 %c, label %then, label %else
then:
  %a = load i32, ptr %p, align 4
  br label %join
else:
  %b = load i32, ptr %q, align 4
  br label %join
join:
  %v = phi i32 [ %a, %then ], [ %b, %else ]
  %r = add nsw i32 %v, 1
  ret i32 %r
}

define i32 @store_then_join(i1 %c, i32 %x, i32 %y) {
entry:
  %slot = alloca i32, align 4
  store i32 %x, ptr %slot, align 4
  br i1 %c, label %then, label %join
then:
  %d = sub i32 %y, %x
  store i32 %d, ptr %slot, align 4
  br label %join
join:
  %v = load i32, ptr %slot, align 4
  %n = sub i32 0, %v
  %m = mul i32 %n, %n
  ret i32 %m
}

define i8 @counted_by_phi(i8 %n, i8 %step) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i8 [ 1, %entry ], [ %acc2, %loop ]
  %twice = add i8 %acc, %acc
  %acc2 = sub i8 %twice, %step
  %next = add nuw nsw i8 %i, 1
  %lim = and i8 %n, 15
  %more = icmp ule i8 %next, %lim
  br i1 %more, label %loop, label %exit
exit:
  ret i8 %acc2
}
