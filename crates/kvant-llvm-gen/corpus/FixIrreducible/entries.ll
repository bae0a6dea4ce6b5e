; RUN: opt < %s -passes='lower-switch,fix-irreducible' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @two_entries(i32 %x, i32 %n, i1 %c) {
entry:
  %lim = and i32 %n, 15
  br i1 %c, label %left, label %right
left:
  %a = phi i32 [ %x, %entry ], [ %d, %right ]
  %i = phi i32 [ 0, %entry ], [ %k, %right ]
  %b = add i32 %a, 3
  %j = add i32 %i, 1
  %e = icmp ugt i32 %j, %lim
  br i1 %e, label %exit, label %right
right:
  %p = phi i32 [ 9, %entry ], [ %b, %left ]
  %q = phi i32 [ 0, %entry ], [ %j, %left ]
  %d = mul i32 %p, 5
  %k = add i32 %q, 2
  %f = icmp ugt i32 %k, %lim
  br i1 %f, label %exit, label %left
exit:
  %r = phi i32 [ %b, %left ], [ %d, %right ]
  ret i32 %r
}

define i16 @three_blocks(i16 %x, i8 %k, i16 %n) {
entry:
  %lim = and i16 %n, 31
  switch i8 %k, label %c [
    i8 0, label %a
    i8 1, label %b
  ]
a:
  %ia = phi i16 [ 0, %entry ], [ %jc, %c ]
  %va = phi i16 [ %x, %entry ], [ %wc, %c ]
  %wa = xor i16 %va, %ia
  br label %b
b:
  %ib = phi i16 [ 1, %entry ], [ %ia, %a ]
  %vb = phi i16 [ 3, %entry ], [ %wa, %a ]
  %wb = mul i16 %vb, 7
  br label %c
c:
  %ic = phi i16 [ 2, %entry ], [ %ib, %b ]
  %vc = phi i16 [ 5, %entry ], [ %wb, %b ]
  %wc = add i16 %vc, 11
  %jc = add i16 %ic, 4
  %e = icmp ult i16 %jc, %lim
  br i1 %e, label %a, label %exit
exit:
  ret i16 %wc
}
