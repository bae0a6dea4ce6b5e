; RUN: opt < %s -passes=tailcallelim -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @tick(i32)

define i32 @greatest_divisor(i32 %a, i32 %b) {
entry:
  %z = icmp eq i32 %b, 0
  br i1 %z, label %done, label %more
more:
  %m = urem i32 %a, %b
  %r = tail call i32 @greatest_divisor(i32 %b, i32 %m)
  ret i32 %r
done:
  ret i32 %a
}

define i32 @product_below(i32 %n) {
entry:
  %k = and i32 %n, 7
  %z = icmp ult i32 %k, 2
  br i1 %z, label %done, label %more
more:
  %m = sub i32 %k, 1
  %r = call i32 @product_below(i32 %m)
  %p = mul i32 %r, %k
  ret i32 %p
done:
  ret i32 1
}

define i64 @digits_summed(i64 %x) {
entry:
  %small = icmp ult i64 %x, 10
  br i1 %small, label %done, label %more
more:
  %q = udiv i64 %x, 10
  %d = urem i64 %x, 10
  %r = call i64 @digits_summed(i64 %q)
  %s = add i64 %d, %r
  ret i64 %s
done:
  ret i64 %x
}

define void @ticks(i32 %n, ptr %p) {
entry:
  %k = and i32 %n, 3
  %z = icmp eq i32 %k, 0
  br i1 %z, label %done, label %more
more:
  %v = load i32, ptr %p, align 4
  %s = add i32 %v, %k
  store i32 %s, ptr %p, align 4
  call void @tick(i32 %s)
  %m = sub i32 %k, 1
  call void @ticks(i32 %m, ptr %p)
  ret void
done:
  ret void
}

define i8 @two_ways(i8 %x, i8 %acc) {
entry:
  %z = icmp eq i8 %x, 0
  br i1 %z, label %done, label %some
some:
  %o = and i8 %x, 1
  %odd = icmp ne i8 %o, 0
  %h = lshr i8 %x, 1
  br i1 %odd, label %a, label %b
a:
  %m = add i8 %acc, 1
  %u = call i8 @two_ways(i8 %h, i8 %m)
  ret i8 %u
b:
  %v = call i8 @two_ways(i8 %h, i8 %acc)
  ret i8 %v
done:
  ret i8 %acc
}
