; RUN: opt < %s -passes=gvn -S | FileCheck %s

; Calls with equal arguments, addresses, and loads around calls.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@counter = global i32 0
@fixed = constant [3 x i32] [i32 11, i32 22, i32 33]

declare i32 @pure(i32) readnone nounwind willreturn
declare i32 @reader(ptr) readonly nounwind willreturn
declare void @anything(i32)

define i32 @pure_calls(i32 %x, i32 %y) {
  %a = call i32 @pure(i32 %x)
  %b = call i32 @pure(i32 %y)
  %c = call i32 @pure(i32 %x)
  %d = sub i32 %a, %c
  %e = add i32 %d, %b
  ret i32 %e
}

define i32 @readers_between_stores(ptr %p, i32 %x) {
  %a = call i32 @reader(ptr %p)
  %b = call i32 @reader(ptr %p)
  store i32 %x, ptr %p, align 4
  %c = call i32 @reader(ptr %p)
  %d = load i32, ptr %p, align 4
  %s = add i32 %a, %b
  %t = xor i32 %c, %d
  %r = mul i32 %s, %t
  ret i32 %r
}

define i32 @constant_survives(i64 %i, i32 %x) {
  %k = urem i64 %i, 3
  %e = getelementptr inbounds [3 x i32], ptr @fixed, i64 0, i64 %k
  %a = load i32, ptr %e, align 4
  call void @anything(i32 %x)
  %b = load i32, ptr %e, align 4
  %c = load i32, ptr @counter, align 4
  call void @anything(i32 %c)
  %d = load i32, ptr @counter, align 4
  %s = sub i32 %b, %a
  %r = add i32 %s, %d
  ret i32 %r
}

define i64 @same_address_twice(ptr %p, i64 %i, i64 %j) {
  %k = and i64 %i, 7
  %m = and i64 %j, 7
  %a = getelementptr inbounds i64, ptr %p, i64 %k
  %b = getelementptr inbounds i64, ptr %p, i64 %m
  %c = getelementptr inbounds i64, ptr %p, i64 %k
  %x = load i64, ptr %a, align 8
  store i64 5, ptr %b, align 8
  %y = load i64, ptr %c, align 8
  %z = load i64, ptr %a, align 8
  %s = sub i64 %y, %z
  %t = add i64 %s, %x
  ret i64 %t
}

define float @bits_reloaded(ptr %p, float %f) {
  store float %f, ptr %p, align 4
  %i = load i32, ptr %p, align 4
  %m = and i32 %i, 2147483647
  store i32 %m, ptr %p, align 4
  %g = load float, ptr %p, align 4
  ret float %g
}

define i32 @local_array(i32 %x, i32 %y, i1 %c) {
entry:
  %a = alloca [2 x i32], align 4
  %q = getelementptr inbounds [2 x i32], ptr %a, i64 0, i64 1
  store i32 %x, ptr %a, align 4
  store i32 %y, ptr %q, align 4
  br i1 %c, label %swap, label %done
swap:
  %u = load i32, ptr %a, align 4
  %v = load i32, ptr %q, align 4
  store i32 %v, ptr %a, align 4
  store i32 %u, ptr %q, align 4
  br label %done
done:
  %s = load i32, ptr %a, align 4
  %t = load i32, ptr %q, align 4
  %r = sub i32 %s, %t
  ret i32 %r
}
