; RUN: opt < %s -passes=loop-fusion -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @two_maps(ptr noalias %a, ptr noalias %b, i32 %k) {
entry:
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i2, %first ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p, align 4
  %s = add i32 %v, %k
  store i32 %s, ptr %p, align 4
  %i2 = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %i2, 10
  br i1 %c, label %first, label %between
between:
  br label %second
second:
  %j = phi i64 [ 0, %between ], [ %j2, %second ]
  %q = getelementptr inbounds i32, ptr %b, i64 %j
  %t = trunc i64 %j to i32
  %m = mul i32 %t, %k
  store i32 %m, ptr %q, align 4
  %j2 = add nuw nsw i64 %j, 1
  %d = icmp ne i64 %j2, 10
  br i1 %d, label %second, label %exit
exit:
  ret void
}

define void @guarded_pair(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  %len = and i64 %n, 7
  %some = icmp ne i64 %len, 0
  br i1 %some, label %pre1, label %mid
pre1:
  br label %first
first:
  %i = phi i64 [ 0, %pre1 ], [ %i2, %first ]
  %p = getelementptr inbounds i8, ptr %a, i64 %i
  %t = trunc i64 %i to i8
  store i8 %t, ptr %p, align 1
  %i2 = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %i2, %len
  br i1 %c, label %first, label %post1
post1:
  br label %mid
mid:
  br i1 %some, label %pre2, label %exit
pre2:
  br label %second
second:
  %j = phi i64 [ 0, %pre2 ], [ %j2, %second ]
  %r = getelementptr inbounds i8, ptr %a, i64 %j
  %v = load i8, ptr %r, align 1
  %x = xor i8 %v, 15
  %q = getelementptr inbounds i8, ptr %b, i64 %j
  store i8 %x, ptr %q, align 1
  %j2 = add nuw nsw i64 %j, 1
  %d = icmp ult i64 %j2, %len
  br i1 %d, label %second, label %post2
post2:
  br label %exit
exit:
  ret void
}

define i32 @map_then_sum(ptr noalias %a, i32 %k) {
entry:
  br label %first
first:
  %i = phi i64 [ 0, %entry ], [ %i2, %first ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %t = trunc i64 %i to i32
  %x = xor i32 %t, %k
  store i32 %x, ptr %p, align 4
  %i2 = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %i2, 7
  br i1 %c, label %first, label %mid
mid:
  br label %second
second:
  %j = phi i64 [ 0, %mid ], [ %j2, %second ]
  %s = phi i32 [ 0, %mid ], [ %s2, %second ]
  %q = getelementptr inbounds i32, ptr %a, i64 %j
  %v = load i32, ptr %q, align 4
  %m = mul i32 %v, 3
  %s2 = sub i32 %m, %s
  %j2 = add nuw nsw i64 %j, 1
  %d = icmp ult i64 %j2, 7
  br i1 %d, label %second, label %exit
exit:
  ret i32 %s2
}
