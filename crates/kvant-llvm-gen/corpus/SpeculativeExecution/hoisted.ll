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

define i64 @other_side(i64 %x, i64 %y, ptr %p) {
entry:
  %c = icmp slt i64 %x, %y
  br i1 %c, label %end, label %else
else:
  %s = lshr i64 %y, 3
  %t = xor i64 %s, %x
  store i64 %t, ptr %p, align 8
  br label %end
end:
  %r = phi i64 [ %x, %entry ], [ %t, %else ]
  ret i64 %r
}

define i16 @cheap_casts(i8 %x, i16 %y) {
entry:
  %c = icmp ugt i16 %y, 40
  br i1 %c, label %then, label %end
then:
  %z = zext i8 %x to i16
  %s = shl i16 %z, 1
  %b = or i16 %s, %y
  %g = icmp slt i16 %b, 0
  %r = select i1 %g, i16 7, i16 %b
  br label %end
end:
  %p = phi i16 [ %y, %entry ], [ %r, %then ]
  ret i16 %p
}
