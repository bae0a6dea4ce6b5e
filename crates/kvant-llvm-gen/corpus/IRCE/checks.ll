; RUN: opt < %s -passes=irce -irce-skip-profitability-checks -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @index_checked(ptr %p, i32 %n, i32 %len) {
entry:
  %stop = and i32 %n, 15
  %cap = and i32 %len, 15
  %some = icmp sgt i32 %stop, 0
  br i1 %some, label %loop, label %none
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %in ]
  %ok = icmp ult i32 %i, %cap
  br i1 %ok, label %in, label %out, !prof !0
in:
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  store i32 %i, ptr %q, align 4
  %next = add nsw i32 %i, 1
  %c = icmp slt i32 %next, %stop
  br i1 %c, label %loop, label %done
done:
  ret i32 0
none:
  ret i32 1
out:
  ret i32 2
}

define i32 @offset_checked(ptr %p, i32 %n, ptr %lenp) {
entry:
  %stop = and i32 %n, 15
  %cap = load i32, ptr %lenp, align 4, !range !1
  %some = icmp sgt i32 %stop, 0
  br i1 %some, label %loop, label %none
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %in ]
  %acc = phi i32 [ 0, %entry ], [ %s, %in ]
  %j = add nsw i32 %i, 2
  %ok = icmp slt i32 %j, %cap
  br i1 %ok, label %in, label %out, !prof !0
in:
  %w = zext i32 %j to i64
  %q = getelementptr inbounds i8, ptr %p, i64 %w
  %v = load i8, ptr %q, align 1
  %z = zext i8 %v to i32
  %s = add i32 %acc, %z
  %next = add nsw i32 %i, 1
  %c = icmp slt i32 %next, %stop
  br i1 %c, label %loop, label %done
done:
  ret i32 %s
none:
  ret i32 -1
out:
  ret i32 %acc
}

define i32 @counted_down_checked(ptr %p, i32 %n, i32 %len) {
entry:
  %start = and i32 %n, 15
  %cap = and i32 %len, 31
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %in ]
  %next = add nsw i32 %i, -1
  %ok = icmp ult i32 %i, %cap
  br i1 %ok, label %in, label %out, !prof !0
in:
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i16, ptr %p, i64 %w
  %v = load i16, ptr %q, align 2
  %s = add i16 %v, 1
  store i16 %s, ptr %q, align 2
  %c = icmp sgt i32 %next, 0
  br i1 %c, label %loop, label %done
done:
  ret i32 %next
out:
  ret i32 %i
}

!0 = !{!"branch_weights", i32 64, i32 4}
!1 = !{i32 0, i32 2147483647}
