; RUN: opt < %s -passes='ipsccp<func-spec>' -force-specialization -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@step = internal constant i32 4

define internal i32 @double_it(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}

define internal i32 @less_three(i32 %x) {
  %r = sub i32 %x, 3
  ret i32 %r
}

define internal i32 @iterate(ptr %f, i32 %x, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi i32 [ %x, %entry ], [ %w, %loop ]
  %w = call i32 %f(i32 %v)
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %w
}

define i32 @iterated(i32 %x, i32 %n, i1 %c) {
entry:
  %k = and i32 %n, 7
  br i1 %c, label %a, label %b
a:
  %u = call i32 @iterate(ptr @double_it, i32 %x, i32 %k)
  ret i32 %u
b:
  %v = call i32 @iterate(ptr @less_three, i32 %x, i32 %k)
  ret i32 %v
}

define internal i32 @folded(ptr %step, i32 %mode, i32 %x) noinline {
entry:
  %s = load i32, ptr %step, align 4
  %c = icmp eq i32 %mode, 2
  br i1 %c, label %mul, label %add
mul:
  %m = mul i32 %x, %s
  ret i32 %m
add:
  %a = add i32 %x, %s
  %n = mul i32 %a, %mode
  ret i32 %n
}

define i32 @constant_arguments(i32 %x) {
  %a = call i32 @folded(ptr @step, i32 2, i32 %x)
  %b = call i32 @folded(ptr @step, i32 5, i32 %a)
  %r = xor i32 %a, %b
  ret i32 %r
}
