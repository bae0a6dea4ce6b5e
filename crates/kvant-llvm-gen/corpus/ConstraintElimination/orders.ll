; RUN: opt < %s -passes=constraint-elimination -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @llvm.assume(i1)
declare i32 @llvm.umin.i32(i32, i32)
declare { i8, i1 } @llvm.ssub.with.overflow.i8(i8, i8)

define i1 @transitive(i32 %a, i32 %b, i32 %c) {
entry:
  %ab = icmp ule i32 %a, %b
  br i1 %ab, label %second, label %no
second:
  %bc = icmp ult i32 %b, %c
  br i1 %bc, label %third, label %no
third:
  %ac = icmp ult i32 %a, %c
  %ca = icmp ugt i32 %a, %c
  %eq = icmp eq i32 %b, %a
  %x = xor i1 %ac, %ca
  %r = and i1 %x, %eq
  ret i1 %r
no:
  ret i1 false
}

define i32 @checked_access(ptr %p, i32 %i, i32 %n) {
entry:
  %len = and i32 %n, 15
  %c = icmp ult i32 %i, %len
  br i1 %c, label %in, label %out
in:
  %prev = sub nuw i32 %len, 1
  %d = icmp ule i32 %i, %prev
  br i1 %d, label %ok, label %fail
ok:
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %q, align 4
  ret i32 %v
fail:
  ret i32 -2
out:
  ret i32 -1
}

define i1 @sums(i16 %a, i16 %b) {
entry:
  %s = add nuw i16 %a, 4
  %t = add nuw i16 %b, 2
  %c = icmp uge i16 %b, %s
  br i1 %c, label %yes, label %no
yes:
  %x = icmp ugt i16 %t, %a
  %y = icmp ult i16 %b, 4
  %r = or i1 %x, %y
  ret i1 %r
no:
  %z = icmp ult i16 %a, %s
  %u = icmp ult i16 %b, %s
  %v = and i1 %z, %u
  ret i1 %v
}

define i32 @bounded_minimum(i32 %x, i32 %y) {
entry:
  %m = call i32 @llvm.umin.i32(i32 %x, i32 %y)
  %c = icmp ugt i32 %m, 10
  br i1 %c, label %in, label %out
in:
  %a = icmp ugt i32 %x, 5
  %b = icmp ule i32 %m, %y
  %d = and i1 %a, %b
  %r = select i1 %d, i32 %m, i32 0
  ret i32 %r
out:
  ret i32 %x
}

define i8 @ordered_difference(i8 %a, i8 %b) {
entry:
  %c = icmp sge i8 %a, %b
  %d = icmp sge i8 %b, 0
  %e = and i1 %c, %d
  br i1 %e, label %in, label %out
in:
  %p = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)
  %o = extractvalue { i8, i1 } %p, 1
  %v = extractvalue { i8, i1 } %p, 0
  %r = select i1 %o, i8 99, i8 %v
  ret i8 %r
out:
  %s = sub i8 %b, %a
  ret i8 %s
}

define i64 @loop_bounds(i64 %n, i64 %x) {
entry:
  %lim = and i64 %n, 15
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %acc = phi i64 [ %x, %entry ], [ %s, %latch ]
  %c = icmp ult i64 %i, %lim
  br i1 %c, label %body, label %exit
body:
  %twice = icmp ult i64 %i, %lim
  %below = icmp ne i64 %i, %lim
  %both = and i1 %twice, %below
  br i1 %both, label %latch, label %fail
latch:
  %m = mul i64 %acc, 3
  %s = add i64 %m, %i
  %next = add nuw i64 %i, 1
  br label %head
fail:
  ret i64 -1
exit:
  ret i64 %acc
}

define i1 @pointers_ordered(ptr %p, i64 %i, i64 %j) {
entry:
  %a = and i64 %i, 7
  %b = and i64 %j, 7
  %q = getelementptr inbounds i8, ptr %p, i64 %a
  %r = getelementptr inbounds i8, ptr %q, i64 %b
  %c = icmp ule ptr %q, %r
  %d = icmp ult i64 %a, %b
  call void @llvm.assume(i1 %d)
  %e = icmp eq i64 %a, %b
  %f = icmp ugt i64 %b, 0
  %g = and i1 %c, %f
  %h = xor i1 %g, %e
  ret i1 %h
}
