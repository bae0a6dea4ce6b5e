; RUN: opt < %s -passes=memcpyopt -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%blk = type { i64, i64, i32 }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @fill(ptr nocapture) nounwind willreturn argmemonly

define i64 @through_temporary(ptr noalias %dst, ptr noalias %src) {
  %t = alloca %blk, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %src, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %dst, ptr align 8 %t, i64 24, i1 false)
  %p = getelementptr inbounds %blk, ptr %t, i64 0, i32 1
  %v = load i64, ptr %p, align 8
  ret i64 %v
}

define void @stores_become_fill(ptr %p) {
  store i64 0, ptr %p, align 8
  %a = getelementptr inbounds i8, ptr %p, i64 8
  store i32 0, ptr %a, align 4
  %b = getelementptr inbounds i8, ptr %p, i64 12
  store i32 0, ptr %b, align 4
  %c = getelementptr inbounds i8, ptr %p, i64 16
  store i64 0, ptr %c, align 8
  %d = getelementptr inbounds i8, ptr %p, i64 24
  store i64 0, ptr %d, align 8
  ret void
}

define void @copy_of_fill(ptr noalias %dst, i8 %b) {
  %t = alloca [32 x i8], align 8
  call void @llvm.memset.p0.i64(ptr align 8 %t, i8 %b, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %dst, ptr align 8 %t, i64 20, i1 false)
  ret void
}

define void @move_without_overlap(ptr noalias %dst, ptr noalias %src, i64 %n) {
  %k = and i64 %n, 15
  call void @llvm.memmove.p0.p0.i64(ptr align 1 %dst, ptr align 1 %src, i64 %k, i1 false)
  %q = getelementptr inbounds i8, ptr %dst, i64 %k
  store i8 0, ptr %q, align 1
  ret void
}

define void @filled_then_copied(ptr noalias %dst, ptr noalias %src) {
  call void @llvm.memset.p0.i64(ptr align 1 %dst, i8 9, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %dst, ptr align 1 %src, i64 10, i1 false)
  ret void
}

define internal i64 @by_value(ptr byval(%blk) align 8 %b) {
  %p = getelementptr inbounds %blk, ptr %b, i64 0, i32 1
  %u = load i64, ptr %b, align 8
  %v = load i64, ptr %p, align 8
  %s = mul i64 %u, %v
  ret i64 %s
}

define i64 @copied_argument(ptr noalias align 8 dereferenceable(24) %src) {
  %t = alloca %blk, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %src, i64 24, i1 false)
  %r = call i64 @by_value(ptr byval(%blk) align 8 %t)
  ret i64 %r
}

define i64 @result_slot() {
  %d = alloca i64, align 8
  %t = alloca i64, align 8
  store i64 5, ptr %t, align 8
  call void @fill(ptr nocapture %t)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %d, ptr align 8 %t, i64 8, i1 false)
  %v = load i64, ptr %d, align 8
  %r = mul i64 %v, 3
  ret i64 %r
}

define void @loaded_and_stored(ptr noalias %dst, ptr noalias %src, i32 %x) {
  %v = load %blk, ptr %src, align 8
  store %blk %v, ptr %dst, align 8
  %p = getelementptr inbounds %blk, ptr %dst, i64 0, i32 2
  store i32 %x, ptr %p, align 8
  ret void
}
