; RUN: opt < %s -passes='loop-mssa(simple-loop-unswitch<nontrivial>)' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @mark(i32)

define i32 @invariant_choice(ptr %p, i32 %n, i1 %c) {
entry:
  %lim = and i32 %n, 7
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %a = phi i32 [ 0, %entry ], [ %b, %latch ]
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %p, i64 %w
  %v = load i32, ptr %q, align 4
  br i1 %c, label %sum, label %mix
sum:
  %s = add i32 %a, %v
  br label %latch
mix:
  %x = xor i32 %a, %v
  store i32 %i, ptr %q, align 4
  br label %latch
latch:
  %b = phi i32 [ %s, %sum ], [ %x, %mix ]
  %next = add nuw nsw i32 %i, 1
  %e = icmp ule i32 %next, %lim
  br i1 %e, label %loop, label %exit
exit:
  ret i32 %b
}

define i32 @trivial_exit(i32 %x, i32 %n) {
entry:
  %lim = and i32 %n, 7
  %z = icmp eq i32 %x, 13
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  br i1 %z, label %out, label %body
body:
  call void @mark(i32 %i)
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
out:
  ret i32 -1
exit:
  ret i32 %next
}

define i16 @switch_in_loop(i16 %mode, i16 %x) {
entry:
  br label %loop
loop:
  %i = phi i16 [ 0, %entry ], [ %next, %latch ]
  %a = phi i16 [ %x, %entry ], [ %b, %latch ]
  switch i16 %mode, label %keep [
    i16 1, label %inc
    i16 2, label %twice
    i16 7, label %inc
  ]
inc:
  %u = add i16 %a, %i
  br label %latch
twice:
  %v = shl i16 %a, 1
  br label %latch
keep:
  br label %latch
latch:
  %b = phi i16 [ %u, %inc ], [ %v, %twice ], [ %a, %keep ]
  %next = add nuw nsw i16 %i, 1
  %c = icmp ult i16 %next, 9
  br i1 %c, label %loop, label %exit
exit:
  ret i16 %b
}

define i32 @part_of_condition(ptr %p, i1 %inv, i32 %key) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %n = phi i32 [ 0, %entry ], [ %m, %latch ]
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %q, align 4
  %d = icmp sgt i32 %v, %key
  %both = select i1 %inv, i1 %d, i1 false
  br i1 %both, label %hit, label %latch
hit:
  %h = add i32 %n, 1
  store i32 0, ptr %q, align 4
  br label %latch
latch:
  %m = phi i32 [ %h, %hit ], [ %n, %loop ]
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 6
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %m
}

define i8 @invariant_select(i8 %x, i8 %y, i1 %c, i8 %n) {
entry:
  %lim = and i8 %n, 15
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %next, %loop ]
  %a = phi i8 [ 1, %entry ], [ %b, %loop ]
  %k = select i1 %c, i8 %x, i8 %y
  %m = mul i8 %a, 3
  %b = add i8 %m, %k
  %next = add i8 %i, 1
  %e = icmp ult i8 %next, %lim
  br i1 %e, label %loop, label %exit
exit:
  ret i8 %b
}
