; RUN: opt < %s -passes='default<O3>' -S | FileCheck %s

; Callers, callees, variables and tables together.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

%vec = type { i32, i32 }
%shape = type { ptr, i32 }

@primes = internal constant [8 x i8] c"\02\03\05\07\0B\0D\11\13"
@ops = internal constant [3 x ptr] [ptr @op_add, ptr @op_mul, ptr @op_last]
@seed = internal global i32 12345
@hits = global i64 0

declare void @report(i32)

define internal i32 @op_add(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}

define internal i32 @op_mul(i32 %a, i32 %b) {
  %r = mul i32 %a, %b
  ret i32 %r
}

define internal i32 @op_last(i32 %a, i32 %b) {
  %c = icmp eq i32 %b, 0
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}

define i32 @dispatched(i32 %k, i32 %x, i32 %y) {
  %i = urem i32 %k, 3
  %w = zext i32 %i to i64
  %p = getelementptr inbounds [3 x ptr], ptr @ops, i64 0, i64 %w
  %f = load ptr, ptr %p, align 8
  %a = call i32 %f(i32 %x, i32 %y)
  %b = call i32 @op_add(i32 %a, i32 %i)
  ret i32 %b
}

define internal i32 @random() {
  %s = load i32, ptr @seed, align 4
  %a = shl i32 %s, 13
  %b = xor i32 %s, %a
  %c = lshr i32 %b, 17
  %d = xor i32 %b, %c
  %e = shl i32 %d, 5
  %f = xor i32 %d, %e
  store i32 %f, ptr @seed, align 4
  ret i32 %f
}

define i32 @drawn(i32 %n) {
entry:
  %lim = and i32 %n, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %m = phi i32 [ 0, %entry ], [ %m2, %loop ]
  %v = call i32 @random()
  %d = and i32 %v, 1023
  %c = icmp ugt i32 %d, %m
  %m2 = select i1 %c, i32 %d, i32 %m
  %next = add i32 %i, 1
  %e = icmp ule i32 %next, %lim
  br i1 %e, label %loop, label %exit
exit:
  ret i32 %m2
}

define internal void @add_to(ptr noalias sret(%vec) %out, ptr byval(%vec) %a, ptr byval(%vec) %b) {
  %a1 = getelementptr inbounds %vec, ptr %a, i64 0, i32 1
  %b1 = getelementptr inbounds %vec, ptr %b, i64 0, i32 1
  %x = load i32, ptr %a, align 4
  %y = load i32, ptr %b, align 4
  %u = load i32, ptr %a1, align 4
  %v = load i32, ptr %b1, align 4
  %s = add nsw i32 %x, %y
  %t = add nsw i32 %u, %v
  store i32 %s, ptr %out, align 4
  %o1 = getelementptr inbounds %vec, ptr %out, i64 0, i32 1
  store i32 %t, ptr %o1, align 4
  ret void
}

define i32 @path_length(i32 %dx, i32 %dy, i32 %n) {
entry:
  %pos = alloca %vec, align 4
  %dir = alloca %vec, align 4
  %tmp = alloca %vec, align 4
  store i64 0, ptr %pos, align 4
  %ax = and i32 %dx, 1023
  %ay = and i32 %dy, 1023
  store i32 %ax, ptr %dir, align 4
  %d1 = getelementptr inbounds %vec, ptr %dir, i64 0, i32 1
  store i32 %ay, ptr %d1, align 4
  %lim = and i32 %n, 7
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @add_to(ptr noalias sret(%vec) %tmp, ptr byval(%vec) %pos, ptr byval(%vec) %dir)
  %v = load i64, ptr %tmp, align 4
  store i64 %v, ptr %pos, align 4
  %next = add i32 %i, 1
  %c = icmp ule i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  %x = load i32, ptr %pos, align 4
  %p1 = getelementptr inbounds %vec, ptr %pos, i64 0, i32 1
  %y = load i32, ptr %p1, align 4
  %r = add i32 %x, %y
  ret i32 %r
}

define i32 @least_factor(i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds [8 x i8], ptr @primes, i64 0, i64 %i
  %b = load i8, ptr %p, align 1
  %d = zext i8 %b to i32
  %r = urem i32 %x, %d
  %z = icmp eq i32 %r, 0
  br i1 %z, label %found, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %next, 8
  br i1 %c, label %none, label %loop
found:
  %h = load i64, ptr @hits, align 8
  %h2 = add i64 %h, 1
  store i64 %h2, ptr @hits, align 8
  ret i32 %d
none:
  call void @report(i32 %x)
  ret i32 %x
}

define internal i32 @depth(ptr %s, i32 %left) {
entry:
  %n = getelementptr inbounds %shape, ptr %s, i64 0, i32 1
  %v = load i32, ptr %n, align 4
  %z = icmp eq i32 %left, 0
  br i1 %z, label %leaf, label %more
more:
  %q = load ptr, ptr %s, align 8
  %null = icmp eq ptr %q, null
  br i1 %null, label %leaf, label %deeper
deeper:
  %k = sub i32 %left, 1
  %d = call i32 @depth(ptr %q, i32 %k)
  %e = add i32 %d, %v
  ret i32 %e
leaf:
  ret i32 %v
}

define i32 @nested_depth(ptr %s) {
  %d = call i32 @depth(ptr %s, i32 3)
  %c = icmp slt i32 %d, 0
  %n = sub i32 0, %d
  %r = select i1 %c, i32 %n, i32 %d
  ret i32 %r
}

define i64 @fibonacci(i32 %n) {
entry:
  %k = and i32 %n, 7
  %small = icmp ult i32 %k, 2
  br i1 %small, label %base, label %rec
base:
  %w = zext i32 %k to i64
  ret i64 %w
rec:
  %a = sub i32 %k, 1
  %b = sub i32 %k, 2
  %x = call i64 @fibonacci(i32 %a)
  %y = call i64 @fibonacci(i32 %b)
  %s = add i64 %x, %y
  ret i64 %s
}
