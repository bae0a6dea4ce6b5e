; Memory, calls, a switch and structs.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { i32, i64 }

@table = internal constant [4 x i32] [i32 3, i32 1, i32 4, i32 1], align 4
@state = global i32 5, align 4

declare void @observe(i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal i32 @callee(ptr readonly %p, i32 %n) nounwind {
  %q = getelementptr inbounds i32, ptr %p, i32 %n
  %x = load i32, ptr %q, align 4
  %y = mul i32 %x, 5
  %z = sub i32 %y, %n
  ret i32 %z
}

define internal void @swap(ptr %p, ptr %q) {
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %q, align 4
  store i32 %b, ptr %p, align 4
  store i32 %a, ptr %q, align 4
  ret void
}

define i32 @memory(ptr noalias %p, ptr %q, i32 %n) {
entry:
  %local = alloca [8 x i32], align 16
  %pair = alloca %pair, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %local, i8 1, i64 32, i1 false)
  %field = getelementptr inbounds %pair, ptr %pair, i32 0, i32 1
  store i64 42, ptr %field, align 8
  store i32 7, ptr %pair, align 8
  %masked = and i32 %n, 3
  %slot = getelementptr inbounds [8 x i32], ptr %local, i64 0, i32 %masked
  %old = load i32, ptr %slot, align 4
  store i32 %n, ptr %slot, align 4
  %entry.table = getelementptr inbounds [4 x i32], ptr @table, i64 0, i32 %masked
  %t = load i32, ptr %entry.table, align 4
  switch i32 %masked, label %other [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %other
  ]

zero:
  store i32 %t, ptr %p, align 4
  %z = call i32 @callee(ptr %local, i32 2)
  br label %join

one:
  %o = load volatile i32, ptr %q, align 4
  %o1 = add i32 %o, %t
  store i32 %o1, ptr %p, align 4
  br label %join

other:
  call void @swap(ptr %p, ptr %slot)
  %s = load i32, ptr %p, align 4
  %s1 = xor i32 %s, %old
  store i32 %s1, ptr @state, align 4
  br label %join

join:
  %v = phi i32 [ %z, %zero ], [ %o1, %one ], [ %s1, %other ]
  %f = load i64, ptr %field, align 8
  %f32 = trunc i64 %f to i32
  call void @observe(i32 %f32)
  %w = add i32 %v, %f32
  store i32 %w, ptr %q, align 4
  %again = load i32, ptr %p, align 4
  %is = icmp sgt i32 %w, %again
  %r = select i1 %is, i32 %w, i32 %again
  store i32 %r, ptr @state, align 4
  call void @observe(i32 %r)
  %half = lshr i32 %r, 1
  ret i32 %half
}
