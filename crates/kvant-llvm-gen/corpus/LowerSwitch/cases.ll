; RUN: opt < %s -passes=lower-switch -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @dense_and_sparse(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %a
    i32 2, label %a
    i32 3, label %b
    i32 90, label %b
    i32 -5, label %c
    i32 2147483647, label %c
  ]
a:
  %u = add i32 %x, %y
  ret i32 %u
b:
  %v = sub i32 %x, %y
  ret i32 %v
c:
  %w = xor i32 %x, %y
  ret i32 %w
other:
  ret i32 %y
}

define i8 @default_unreachable(i8 %x) {
entry:
  %m = and i8 %x, 3
  switch i8 %m, label %never [
    i8 0, label %a
    i8 1, label %b
    i8 2, label %a
    i8 3, label %c
  ]
a:
  br label %end
b:
  br label %end
c:
  br label %end
never:
  unreachable
end:
  %r = phi i8 [ 11, %a ], [ 22, %b ], [ %x, %c ]
  ret i8 %r
}

define i64 @wide_cases(i128 %k, i64 %x) {
entry:
  switch i128 %k, label %end [
    i128 18446744073709551616, label %big
    i128 5, label %small
    i128 -1, label %all
  ]
big:
  %a = lshr i64 %x, 8
  br label %end
small:
  %b = shl i64 %x, 8
  br label %end
all:
  %c = sub i64 0, %x
  br label %end
end:
  %r = phi i64 [ %x, %entry ], [ %a, %big ], [ %b, %small ], [ %c, %all ]
  ret i64 %r
}
