; RUN: opt < %s -passes=loop-unroll -unroll-runtime=true -unroll-count=4 -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @known_count(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %h = phi i32 [ 17, %entry ], [ %h2, %loop ]
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %q, align 4
  %m = mul i32 %h, 31
  %h2 = xor i32 %m, %v
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 8
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %h2
}

define i64 @runtime_count(i64 %x, i64 %n) {
entry:
  %k = and i64 %n, 31
  %len = add nuw nsw i64 %k, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ %x, %entry ], [ %b, %loop ]
  %s = lshr i64 %a, 1
  %odd = and i64 %a, 1
  %neg = sub i64 0, %odd
  %t = and i64 %neg, 3988292384
  %b = xor i64 %s, %t
  %next = add nuw i64 %i, 1
  %c = icmp ult i64 %next, %len
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %b
}

define i32 @with_break(ptr %p, i32 %stop) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %s = phi i32 [ 0, %entry ], [ %t, %latch ]
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %q, align 4
  %t = add i32 %s, %v
  %hit = icmp eq i32 %t, %stop
  br i1 %hit, label %exit, label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %next, 6
  br i1 %c, label %loop, label %exit
exit:
  %r = phi i32 [ %i, %loop ], [ %t, %latch ]
  ret i32 %r
}

define i16 @hinted(i16 %x) {
entry:
  br label %loop
loop:
  %i = phi i16 [ 10, %entry ], [ %next, %loop ]
  %a = phi i16 [ %x, %entry ], [ %b, %loop ]
  %r = shl i16 %a, 3
  %b = sub i16 %r, %i
  %next = add nsw i16 %i, -1
  %c = icmp sgt i16 %next, 0
  br i1 %c, label %loop, label %exit, !llvm.loop !0
exit:
  ret i16 %b
}

define i32 @nest_of_two(i32 %x, i32 %n) {
entry:
  %lim = and i32 %n, 3
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %a = phi i32 [ %x, %entry ], [ %c2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %b = phi i32 [ %a, %outer ], [ %c2, %inner ]
  %m = mul i32 %b, 5
  %k = add i32 %m, %j
  %c2 = xor i32 %k, %i
  %j2 = add nuw nsw i32 %j, 1
  %ic = icmp ult i32 %j2, 4
  br i1 %ic, label %inner, label %latch
latch:
  %i2 = add nuw nsw i32 %i, 1
  %oc = icmp ule i32 %i2, %lim
  br i1 %oc, label %outer, label %exit
exit:
  ret i32 %c2
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
