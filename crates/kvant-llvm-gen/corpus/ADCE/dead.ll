; RUN: opt < %s -passes=adce -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @pure(i32) readnone nounwind willreturn

define i32 @dead_loop(i32 %x, i32 %n) mustprogress willreturn {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = mul i32 %a, %a
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  %r = add i32 %x, 1
  ret i32 %r
}

define i32 @dead_branch(i32 %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %u = call i32 @pure(i32 %x)
  br label %end
b:
  %v = sub i32 %x, 2
  br label %end
end:
  %p = phi i32 [ %u, %a ], [ %v, %b ]
  %q = xor i32 %p, 1
  %r = shl i32 %x, 1
  ret i32 %r
}

define i64 @cycle_of_phis(i64 %x, i64 %n) {
entry:
  %lim = and i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %d = phi i64 [ %x, %entry ], [ %e, %loop ]
  %s = phi i64 [ %x, %entry ], [ %t, %loop ]
  %e = sub i64 %d, %i
  %t = add i64 %s, 3
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %t
}
