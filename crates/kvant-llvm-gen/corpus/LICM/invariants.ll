; RUN: opt < %s -passes='loop-mssa(licm)' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@total = global i32 0

declare i32 @steady(i32) readnone nounwind willreturn
declare void @noise(i32) nounwind

define i32 @product_hoisted(i32 %x, i32 %y, i32 %n) {
entry:
  %lim = and i32 %n, 15
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i32 [ %x, %entry ], [ %sum, %loop ]
  %p = mul i32 %x, %y
  %q = xor i32 %p, 77
  %k = call i32 @steady(i32 %q)
  %s = add i32 %acc, %k
  %sum = xor i32 %s, %i
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %sum
}

define void @promoted_global(ptr noalias %p, i64 %n) {
entry:
  %lim = and i64 %n, 15
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %e, align 4
  %t = load i32, ptr @total, align 4
  %s = add i32 %t, %v
  store i32 %s, ptr @total, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i64 @guarded_division(i64 %a, i64 %b, i64 %n) {
entry:
  %d = or i64 %b, 1
  %lim = and i64 %n, 15
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %acc = phi i64 [ 0, %entry ], [ %sum, %latch ]
  %odd = and i64 %i, 1
  %c = icmp eq i64 %odd, 0
  br i1 %c, label %even, label %latch
even:
  %q = udiv i64 %a, %d
  %r = urem i64 %a, %d
  %m = add i64 %q, %r
  br label %latch
latch:
  %t = phi i64 [ %m, %even ], [ 1, %loop ]
  %sum = add i64 %acc, %t
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %lim
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %sum
}

define i32 @sunk_to_exit(i32 %x, i32 %n) {
entry:
  %lim = and i32 %n, 31
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sq = mul i32 %i, %i
  %t = add i32 %sq, %x
  %next = add i32 %i, 3
  %c = icmp ult i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  %r = phi i32 [ %t, %loop ]
  ret i32 %r
}

define i32 @load_hoisted(ptr noalias readonly align 4 dereferenceable(4) %p, ptr noalias %q, i64 %n) {
entry:
  %lim = and i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %e = getelementptr inbounds i32, ptr %q, i64 %i
  %old = load i32, ptr %e, align 4
  %neg = icmp slt i32 %old, 0
  br i1 %neg, label %fix, label %latch
fix:
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %e, align 4
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  %w = load i32, ptr %p, align 4
  ret i32 %w
}

define float @nested_invariant(float %x, float %y, i32 %n) {
entry:
  %lim = and i32 %n, 7
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %after ]
  %acc = phi float [ 0.0, %entry ], [ %acc2, %after ]
  %fi = uitofp i32 %i to float
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %acc1 = phi float [ %acc, %outer ], [ %acc2, %inner ]
  %m = fmul float %x, %y
  %o = fadd float %m, %fi
  %acc2 = fadd float %acc1, %o
  %j2 = add i32 %j, 1
  %c = icmp ult i32 %j2, %lim
  br i1 %c, label %inner, label %after
after:
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 3
  br i1 %d, label %outer, label %exit
exit:
  ret float %acc2
}

define i32 @reassociated_compare(i32 %a, i32 %b, i32 %n) {
entry:
  %lim = and i32 %n, 31
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %hits = phi i32 [ 0, %entry ], [ %h, %latch ]
  %ca = icmp slt i32 %i, %a
  %cb = icmp slt i32 %i, %b
  %both = and i1 %ca, %cb
  %one = zext i1 %both to i32
  %h = add i32 %hits, %one
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret i32 %h
}

define void @noisy_loop(ptr %p, i32 %x, i32 %n) {
entry:
  %lim = and i32 %n, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %f = freeze i32 %x
  %m = mul i32 %f, 9
  call void @noise(i32 %m)
  %v = load i32, ptr %p, align 4
  %s = sub i32 %v, %m
  store i32 %s, ptr %p, align 4
  %next = add i32 %i, 1
  %c = icmp ule i32 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
