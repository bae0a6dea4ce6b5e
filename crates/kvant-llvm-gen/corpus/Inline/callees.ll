; RUN: opt < %s -passes='cgscc(inline)' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%trio = type { i32, i32, i32 }

@log = global i32 0

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @observe(i32)

define internal i32 @clamp(i32 %x, i32 %hi) {
entry:
  %c = icmp sgt i32 %x, %hi
  br i1 %c, label %cut, label %keep
cut:
  ret i32 %hi
keep:
  %n = icmp slt i32 %x, 0
  %r = select i1 %n, i32 0, i32 %x
  ret i32 %r
}

define i32 @clamped_pair(i32 %x, i32 %y) {
  %a = call i32 @clamp(i32 %x, i32 100)
  %b = call i32 @clamp(i32 %y, i32 %a)
  %r = sub i32 %a, %b
  ret i32 %r
}

define internal void @push(ptr %top, i32 %v) alwaysinline {
  %n = load i32, ptr %top, align 4
  %m = add i32 %n, 1
  store i32 %m, ptr %top, align 4
  %w = zext i32 %m to i64
  %p = getelementptr inbounds i32, ptr %top, i64 %w
  store i32 %v, ptr %p, align 4
  ret void
}

define i32 @small_stack(i32 %a, i32 %b) {
  %s = alloca [4 x i32], align 4
  store i32 0, ptr %s, align 4
  call void @push(ptr %s, i32 %a)
  call void @push(ptr %s, i32 %b)
  %p = getelementptr inbounds [4 x i32], ptr %s, i64 0, i64 2
  %v = load i32, ptr %p, align 4
  %n = load i32, ptr %s, align 4
  %r = mul i32 %v, %n
  ret i32 %r
}

define internal i32 @sum_of_copy(ptr byval(%trio) align 4 %t) {
  %p1 = getelementptr inbounds %trio, ptr %t, i64 0, i32 1
  %p2 = getelementptr inbounds %trio, ptr %t, i64 0, i32 2
  %a = load i32, ptr %t, align 4
  %b = load i32, ptr %p1, align 4
  %c = load i32, ptr %p2, align 4
  store i32 0, ptr %t, align 4
  %s = add i32 %a, %b
  %r = sub i32 %s, %c
  ret i32 %r
}

define i32 @copy_stays(ptr align 4 dereferenceable(12) %t) {
  %s = call i32 @sum_of_copy(ptr byval(%trio) align 4 %t)
  %v = load i32, ptr %t, align 4
  %r = xor i32 %s, %v
  ret i32 %r
}

define internal void @make(ptr noalias sret(%trio) align 4 %out, i32 %x) {
  store i32 %x, ptr %out, align 4
  %p1 = getelementptr inbounds %trio, ptr %out, i64 0, i32 1
  %d = shl i32 %x, 1
  store i32 %d, ptr %p1, align 4
  %p2 = getelementptr inbounds %trio, ptr %out, i64 0, i32 2
  %l = load i32, ptr @log, align 4
  store i32 %l, ptr %p2, align 4
  ret void
}

define i32 @made(i32 %x, i1 %second) {
  %t = alloca %trio, align 4
  call void @make(ptr noalias sret(%trio) align 4 %t, i32 %x)
  %k = select i1 %second, i64 1, i64 2
  %p = getelementptr inbounds i32, ptr %t, i64 %k
  %v = load i32, ptr %p, align 4
  ret i32 %v
}

define internal i32 @twice_or_observe(i32 noundef %x, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  call void @observe(i32 %x)
  %y = add i32 %x, 1
  ret i32 %y
b:
  %d = shl nsw i32 %x, 1
  ret i32 %d
}

define i32 @called_in_loop(i32 noundef %x, i32 %n) {
entry:
  %lim = and i32 %n, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi i32 [ 1, %entry ], [ %w, %loop ]
  %o = and i32 %i, 1
  %c = icmp eq i32 %o, 0
  %m = xor i32 %v, %x
  %cut = and i32 %m, 65535
  %w = call i32 @twice_or_observe(i32 noundef %cut, i1 %c)
  %next = add i32 %i, 1
  %e = icmp ule i32 %next, %lim
  br i1 %e, label %loop, label %exit
exit:
  ret i32 %w
}

define internal i32 @apply(ptr %f, i32 %x) {
  %r = call i32 %f(i32 %x)
  %s = call i32 %f(i32 %r)
  ret i32 %s
}

define internal i32 @step(i32 %x) {
  %a = mul i32 %x, 5
  %b = add i32 %a, 3
  ret i32 %b
}

define i32 @through_pointer(i32 %x) {
  %r = call i32 @apply(ptr @step, i32 %x)
  ret i32 %r
}
