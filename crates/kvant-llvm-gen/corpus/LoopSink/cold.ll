; RUN: opt < %s -passes=loop-sink -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @rarely_used(i32 %x, ptr %p, i32 %n) !prof !0 {
entry:
  %lim = and i32 %n, 15
  %m = mul i32 %x, 77
  %d = xor i32 %m, %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %a = phi i32 [ 0, %entry ], [ %b, %latch ]
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %q, align 4
  %rare = icmp slt i32 %v, 0
  br i1 %rare, label %cold, label %latch, !prof !1
cold:
  %s = add i32 %a, %d
  br label %latch
latch:
  %b = phi i32 [ %s, %cold ], [ %v, %loop ]
  %next = add nuw nsw i32 %i, 1
  %c = icmp ule i32 %next, %lim
  br i1 %c, label %loop, label %exit, !prof !2
exit:
  ret i32 %b
}

define i32 @loaded_when_rare(ptr noalias readonly %q, ptr noalias %p, i32 %key) !prof !0 {
entry:
  %g = getelementptr inbounds i32, ptr %q, i64 3
  %k = xor i32 %key, 511
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %e, align 4
  %hit = icmp eq i32 %v, %key
  br i1 %hit, label %rare, label %latch, !prof !1
rare:
  store i32 %k, ptr %e, align 4
  %w = load i32, ptr %g, align 4
  %big = icmp ugt i32 %w, 100
  br i1 %big, label %exit, label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 6
  br i1 %c, label %loop, label %exit, !prof !2
exit:
  %r = phi i32 [ %w, %rare ], [ %v, %latch ]
  ret i32 %r
}

!0 = !{!"function_entry_count", i64 10}
!1 = !{!"branch_weights", i32 1, i32 4000}
!2 = !{!"branch_weights", i32 2000, i32 1}
