; RUN: opt < %s -passes=mem2reg -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @reassigned(i32 %x, i32 %n) {
entry:
  %a = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %lim = and i32 %n, 7
  store i32 %lim, ptr %i, align 4
  br label %loop
loop:
  %v = load i32, ptr %i, align 4
  %z = icmp eq i32 %v, 0
  br i1 %z, label %exit, label %body
body:
  %w = load i32, ptr %a, align 4
  %o = and i32 %w, 1
  %odd = icmp ne i32 %o, 0
  br i1 %odd, label %up, label %down
up:
  %m = mul i32 %w, 3
  %m1 = add i32 %m, 1
  store i32 %m1, ptr %a, align 4
  br label %latch
down:
  %h = lshr i32 %w, 1
  store i32 %h, ptr %a, align 4
  br label %latch
latch:
  %d = sub i32 %v, 1
  store i32 %d, ptr %i, align 4
  br label %loop
exit:
  %r = load i32, ptr %a, align 4
  ret i32 %r
}

define ptr @pointer_slot(ptr nonnull %p, ptr %q, i1 %c) {
entry:
  %s = alloca ptr, align 8
  store ptr %p, ptr %s, align 8
  br i1 %c, label %then, label %end
then:
  %t = load ptr, ptr %s, align 8, !nonnull !0
  store i16 3, ptr %t, align 2
  store ptr %q, ptr %s, align 8
  br label %end
end:
  %r = load ptr, ptr %s, align 8
  ret ptr %r
}

define <2 x i16> @vector_slot_by_case(<2 x i16> %v, <2 x i16> %w, i8 %k) {
entry:
  %s = alloca <2 x i16>, align 4
  store <2 x i16> %v, ptr %s, align 4
  switch i8 %k, label %end [
    i8 1, label %one
    i8 2, label %two
  ]
one:
  store <2 x i16> %w, ptr %s, align 4
  br label %two
two:
  %a = load <2 x i16>, ptr %s, align 4
  %m = mul <2 x i16> %a, <i16 3, i16 5>
  store <2 x i16> %m, ptr %s, align 4
  br label %end
end:
  %r = load <2 x i16>, ptr %s, align 4
  ret <2 x i16> %r
}

!0 = !{}
