; RUN: opt < %s -passes=speculative-execution -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @cheap_side(i32 %x, i32 %y, i1 %c) {
entry:
  br i1 %c, label %then, label %end
then:
  %a = and i32 %x, %y
  %b = add i32 %a, 3
  br label %end
end:
  %r = phi i32 [ %b, %then ], [ %y, %entry ]
  ret i32 %r
}

define i64 @both_sides(i64 %x, i64 %y, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = shl i64 %x, 3
  %v = or i64 %u, %y
  br label %end
b:
  %s = lshr i64 %y, 3
  %w = icmp ult i64 %s, %x
  %t = select i1 %w, i64 %s, i64 %x
  br label %end
end:
  %r = phi i64 [ %v, %a ], [ %t, %b ]
  ret i64 %r
}
