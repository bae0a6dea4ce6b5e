; RUN: opt < %s -passes=gvn -S | FileCheck %s

; Expressions and loads that are available already.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @same_on_both_ways(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %left, label %right
left:
  %a = mul i32 %x, %y
  %a2 = add i32 %a, 1
  br label %join
right:
  %b = mul i32 %x, %y
  %b2 = sub i32 %b, 1
  br label %join
join:
  %p = phi i32 [ %a2, %left ], [ %b2, %right ]
  %d = mul i32 %y, %x
  %r = xor i32 %p, %d
  ret i32 %r
}

define i32 @load_after_store(ptr noalias %p, ptr noalias %q, i32 %x) {
  store i32 %x, ptr %p, align 4
  store i32 7, ptr %q, align 4
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %q, align 4
  %s = add i32 %a, %b
  store i32 %s, ptr %p, align 4
  %c = load i32, ptr %p, align 4
  %r = sub i32 %c, %x
  ret i32 %r
}

define i16 @part_of_a_word(ptr %p, i64 %v) {
  store i64 %v, ptr %p, align 8
  %q = getelementptr inbounds i8, ptr %p, i64 2
  %a = load i16, ptr %q, align 2
  %b = load i8, ptr %p, align 8
  %w = zext i8 %b to i16
  %r = add i16 %a, %w
  ret i16 %r
}

define i32 @partially_redundant_load(i1 %c, ptr %p, i32 %x) {
entry:
  br i1 %c, label %write, label %skip
write:
  store i32 %x, ptr %p, align 4
  br label %join
skip:
  %t = load i32, ptr %p, align 4
  %u = add i32 %t, 5
  br label %join
join:
  %s = phi i32 [ %x, %write ], [ %u, %skip ]
  %v = load i32, ptr %p, align 4
  %r = mul i32 %v, %s
  ret i32 %r
}

define i64 @equal_in_branch(i64 %x, i64 %y) {
entry:
  %c = icmp eq i64 %x, 42
  br i1 %c, label %same, label %other
same:
  %a = mul i64 %x, %y
  ret i64 %a
other:
  %d = icmp eq i64 %x, %y
  br i1 %d, label %again, label %last
again:
  %b = sub i64 %x, %y
  %e = add i64 %b, %x
  ret i64 %e
last:
  %f = icmp eq i64 %x, 42
  %g = select i1 %f, i64 1, i64 %y
  ret i64 %g
}

define i32 @load_in_loop(ptr noalias %p, ptr noalias %q, i32 %n) {
entry:
  %lim = and i32 %n, 31
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %v = load i32, ptr %p, align 4
  %w = load i32, ptr %q, align 4
  %t = add i32 %v, %w
  %sum = add i32 %acc, %t
  store i32 %sum, ptr %q, align 4
  %next = add i32 %i, 1
  %c = icmp ult i32 %i, %lim
  br i1 %c, label %loop, label %exit
exit:
  %last = load i32, ptr %q, align 4
  %r = add i32 %last, %sum
  ret i32 %r
}

define i8 @cleared_memory(ptr %p, i8 %x, i64 %i) {
  call void @llvm.memset.p0.i64(ptr align 1 %p, i8 3, i64 16, i1 false)
  %k = and i64 %i, 3
  %q = getelementptr inbounds i8, ptr %p, i64 20
  %e = getelementptr inbounds i8, ptr %q, i64 %k
  store i8 %x, ptr %e, align 1
  %f = getelementptr inbounds i8, ptr %p, i64 9
  %v = load i8, ptr %f, align 1
  %w = load i8, ptr %e, align 1
  %r = mul i8 %v, %w
  ret i8 %r
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
