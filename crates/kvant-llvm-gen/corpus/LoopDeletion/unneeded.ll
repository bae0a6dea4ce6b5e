; RUN: opt < %s -passes=loop-deletion -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @nothing_used(i32 %x, i32 %n) mustprogress {
entry:
  %lim = and i32 %n, 31
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %t = mul i32 %i, %x
  %next = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  %r = sub i32 %x, %lim
  ret i32 %r
}

define i16 @backedge_never_taken(i16 %x, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %loop ]
  %a = phi i16 [ %x, %entry ], [ %b, %loop ]
  %b = shl i16 %a, 1
  store i16 %b, ptr %p, align 2
  %next = add nuw nsw i16 %i, 5
  %c = icmp ult i16 %next, 4
  br i1 %c, label %loop, label %exit
exit:
  ret i16 %b
}

define i32 @only_last_exit(i32 %x, i32 %n) mustprogress {
entry:
  %lim = and i32 %n, 15
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %a = phi i32 [ %x, %entry ], [ %b, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %t = phi i32 [ %a, %outer ], [ %t2, %inner ]
  %t2 = mul i32 %t, 3
  %j2 = add nuw nsw i32 %j, 1
  %c = icmp ult i32 %j2, 5
  br i1 %c, label %inner, label %latch
latch:
  %b = xor i32 %a, %i
  %i2 = add nuw nsw i32 %i, 1
  %d = icmp ult i32 %i2, %lim
  br i1 %d, label %outer, label %exit
exit:
  ret i32 %b
}
