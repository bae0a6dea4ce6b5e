; RUN: opt < %s -passes=expand-memcmp -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

@text = private constant [8 x i8] c"abcdefgh"

declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)

define i32 @order_of_seven(ptr %p, ptr %q) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 7)
  %n = icmp slt i32 %r, 0
  %g = icmp sgt i32 %r, 0
  %x = sext i1 %n to i32
  %y = zext i1 %g to i32
  %s = or i32 %x, %y
  ret i32 %s
}

define i1 @same_sixteen(ptr %p, ptr %q) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 16)
  %z = icmp eq i32 %r, 0
  ret i1 %z
}

define i1 @is_text(ptr %p, i1 %c) {
entry:
  br i1 %c, label %test, label %end
test:
  %r = call i32 @bcmp(ptr %p, ptr @text, i64 8)
  %z = icmp ne i32 %r, 0
  br label %end
end:
  %s = phi i1 [ false, %entry ], [ %z, %test ]
  ret i1 %s
}
