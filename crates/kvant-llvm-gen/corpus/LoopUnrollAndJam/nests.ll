; RUN: opt < %s -passes=loop-unroll-and-jam -allow-unroll-and-jam -unroll-and-jam-count=2 -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @rows_summed(ptr noalias %out, ptr noalias %m) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %s = phi i32 [ 0, %outer ], [ %t, %inner ]
  %w = zext i32 %j to i64
  %p = getelementptr inbounds i32, ptr %m, i64 %w
  %v = load i32, ptr %p, align 4
  %x = mul i32 %v, %i
  %t = add i32 %s, %x
  %j2 = add nuw nsw i32 %j, 1
  %c = icmp eq i32 %j2, 5
  br i1 %c, label %latch, label %inner
latch:
  %z = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %out, i64 %z
  store i32 %t, ptr %q, align 4
  %i2 = add nuw nsw i32 %i, 1
  %d = icmp eq i32 %i2, 6
  br i1 %d, label %exit, label %outer
exit:
  ret void
}

define i32 @all_pairs(ptr noalias %a, ptr noalias %b, i32 %k) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %total = phi i32 [ %k, %entry ], [ %t2, %latch ]
  %wi = zext i32 %i to i64
  %pi = getelementptr inbounds i32, ptr %a, i64 %wi
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %s = phi i32 [ 0, %outer ], [ %s2, %inner ]
  %x = load i32, ptr %pi, align 4
  %wj = zext i32 %j to i64
  %pj = getelementptr inbounds i32, ptr %b, i64 %wj
  %y = load i32, ptr %pj, align 4
  %d = xor i32 %x, %y
  %s2 = add i32 %s, %d
  %j2 = add nuw nsw i32 %j, 1
  %c = icmp ult i32 %j2, 4
  br i1 %c, label %inner, label %latch
latch:
  %t2 = add i32 %total, %s2
  %i2 = add nuw nsw i32 %i, 1
  %e = icmp ult i32 %i2, 8
  br i1 %e, label %outer, label %exit
exit:
  ret i32 %t2
}
