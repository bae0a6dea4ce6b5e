; RUN: opt < %s -passes=dse -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @may_read() nounwind
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare void @free(ptr allocptr) allockind("free") "alloc-family"="malloc"

define void @overwritten(ptr %p, i32 %x, i32 %y) {
  store i32 %x, ptr %p, align 4
  %s = add i32 %x, %y
  %q = getelementptr inbounds i32, ptr %p, i64 1
  store i32 %s, ptr %q, align 4
  store i32 %y, ptr %p, align 4
  ret void
}

define i8 @partly_overwritten(ptr %p, i64 %x, i16 %y) {
  store i64 %x, ptr %p, align 8
  %q = getelementptr inbounds i8, ptr %p, i64 4
  store i16 %y, ptr %q, align 2
  %r = getelementptr inbounds i8, ptr %p, i64 6
  store i16 0, ptr %r, align 2
  store i32 -1, ptr %p, align 4
  %v = load i8, ptr %q, align 1
  ret i8 %v
}

define void @shortened_fill(ptr %p, i8 %b, i64 %x) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 %b, i64 40, i1 false)
  %q = getelementptr inbounds i8, ptr %p, i64 32
  store i64 %x, ptr %q, align 8
  store i64 %x, ptr %p, align 8
  ret void
}

define i32 @dead_at_the_end(i32 %x, i1 %c) {
entry:
  %a = alloca [4 x i32], align 4
  store i32 %x, ptr %a, align 4
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %a, align 4
  %m = mul i32 %v, 3
  store i32 %m, ptr %a, align 4
  br label %end
end:
  %r = phi i32 [ %m, %then ], [ %x, %entry ]
  %q = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 2
  store i32 %r, ptr %q, align 4
  ret i32 %r
}

define void @same_value_again(ptr %p, ptr noalias %q, i32 %y) {
  %v = load i32, ptr %p, align 4
  store i32 %y, ptr %q, align 4
  store i32 %v, ptr %p, align 4
  %w = load i32, ptr %q, align 4
  %s = sub i32 %w, %v
  store i32 %s, ptr %q, align 4
  store i32 %s, ptr %q, align 4
  ret void
}

define void @on_both_ways(ptr %p, i1 %c, i32 %x) {
entry:
  store i32 %x, ptr %p, align 4
  br i1 %c, label %a, label %b
a:
  %m = shl i32 %x, 1
  store i32 %m, ptr %p, align 4
  br label %end
b:
  store i32 0, ptr %p, align 4
  br label %end
end:
  ret void
}

define void @visible_between(ptr %p, i32 %x) {
  store i32 %x, ptr %p, align 4
  %q = getelementptr inbounds i32, ptr %p, i64 2
  store i32 1, ptr %q, align 4
  call void @may_read()
  store i32 5, ptr %p, align 4
  store i32 6, ptr %q, align 4
  store i32 7, ptr %p, align 4
  ret void
}

define i64 @copy_overwritten(ptr noalias %dst, ptr noalias %src, i64 %x) {
  %t = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %dst, ptr align 8 %src, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %src, i64 16, i1 false)
  store i64 %x, ptr %dst, align 8
  %q = getelementptr inbounds i8, ptr %dst, i64 8
  store i64 3, ptr %q, align 8
  %v = load i64, ptr %src, align 8
  ret i64 %v
}

define i32 @freed(i32 %x, i32 %y) {
  %p = call ptr @malloc(i64 8)
  store i32 %x, ptr %p, align 4
  %v = load i32, ptr %p, align 4
  %s = mul i32 %v, %y
  store i32 %s, ptr %p, align 4
  %q = getelementptr inbounds i32, ptr %p, i64 1
  store i32 %y, ptr %q, align 4
  call void @free(ptr %p)
  ret i32 %s
}

define void @stored_in_loop(ptr %p, i64 %n, i32 %x) {
entry:
  %lim = and i64 %n, 7
  store i32 0, ptr %p, align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 %x, ptr %q, align 4
  %t = trunc i64 %i to i32
  store i32 %t, ptr %q, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
