; RUN: opt < %s -passes=mergefunc -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define internal i32 @poly_a(i32 %x, i32 %y) {
  %a = mul i32 %x, 17
  %b = add i32 %a, %y
  %c = xor i32 %b, 255
  %d = lshr i32 %c, 3
  ret i32 %d
}

define internal i32 @poly_b(i32 %p, i32 %q) {
  %s = mul i32 %p, 17
  %t = add i32 %s, %q
  %u = xor i32 %t, 255
  %v = lshr i32 %u, 3
  ret i32 %v
}

define i32 @uses_both(i32 %x, i32 %y) {
  %a = call i32 @poly_a(i32 %x, i32 %y)
  %b = call i32 @poly_b(i32 %y, i32 %x)
  %r = sub i32 %a, %b
  ret i32 %r
}

define internal i64 @last_of_pair(ptr %p, i64 %k) {
  %q = getelementptr inbounds i64, ptr %p, i64 1
  %v = load i64, ptr %q, align 8
  %s = sub i64 %v, %k
  store i64 %s, ptr %q, align 8
  ret i64 %v
}

define internal i64 @second_word(ptr %w, i64 %d) {
  %e = getelementptr inbounds i64, ptr %w, i64 1
  %l = load i64, ptr %e, align 8
  %m = sub i64 %l, %d
  store i64 %m, ptr %e, align 8
  ret i64 %l
}

define i64 @changes_twice(ptr %p, i64 %x, i1 %c) {
entry:
  %a = call i64 @last_of_pair(ptr %p, i64 %x)
  br i1 %c, label %again, label %end
again:
  %b = call i64 @second_word(ptr %p, i64 %a)
  br label %end
end:
  %r = phi i64 [ %a, %entry ], [ %b, %again ]
  ret i64 %r
}

define internal i16 @lower_a(i16 %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = lshr i16 %x, 4
  ret i16 %u
b:
  %v = and i16 %x, 15
  ret i16 %v
}

define internal i16 @lower_b(i16 %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = lshr i16 %x, 4
  ret i16 %u
b:
  %v = and i16 %x, 15
  ret i16 %v
}

define i16 @uses_lowered(i16 %x, i1 %c) {
  %n = xor i1 %c, true
  %a = call i16 @lower_a(i16 %x, i1 %c)
  %b = call i16 @lower_b(i16 %x, i1 %n)
  %r = mul i16 %a, %b
  ret i16 %r
}
