; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Loads, stores and address arithmetic.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i32, i64 }
%deep = type { i16, [4 x %pair], i8 }

@table = internal constant [8 x i16] [i16 3, i16 1, i16 4, i16 1, i16 5, i16 9, i16 2, i16 6]
@squares = constant [6 x i32] [i32 0, i32 1, i32 4, i32 9, i32 16, i32 25]

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define i64 @field_of_field(ptr %p, i64 %i) {
  %k = and i64 %i, 3
  %a = getelementptr inbounds %deep, ptr %p, i64 0, i32 1
  %b = getelementptr inbounds [4 x %pair], ptr %a, i64 0, i64 %k
  %c = getelementptr inbounds %pair, ptr %b, i64 0, i32 1
  %v = load i64, ptr %c, align 8
  %d = getelementptr inbounds i8, ptr %c, i64 -8
  %w = load i32, ptr %d, align 8
  %x = sext i32 %w to i64
  %s = add i64 %v, %x
  ret i64 %s
}

define i1 @element_compared(i64 %i) {
  %k = and i64 %i, 7
  %p = getelementptr inbounds [8 x i16], ptr @table, i64 0, i64 %k
  %v = load i16, ptr %p, align 2
  %c = icmp eq i16 %v, 1
  %d = icmp ugt i16 %v, 4
  %r = or i1 %c, %d
  ret i1 %r
}

define i32 @constant_element(i32 %x) {
  %v = load i32, ptr getelementptr inbounds ([6 x i32], ptr @squares, i64 0, i64 3), align 4
  %s = add i32 %v, %x
  %p = alloca i32, align 4
  store i32 %s, ptr %p, align 4
  %w = load i32, ptr %p, align 4
  %r = sub i32 %w, 9
  ret i32 %r
}

define void @copied_as_word(ptr %dst, ptr %src, i8 %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %dst, ptr align 4 %src, i64 4, i1 false)
  %q = getelementptr inbounds i8, ptr %dst, i64 8
  call void @llvm.memset.p0.i64(ptr align 8 %q, i8 7, i64 8, i1 false)
  %r = getelementptr inbounds i8, ptr %dst, i64 16
  call void @llvm.memset.p0.i64(ptr align 1 %r, i8 %b, i64 1, i1 false)
  ret void
}

define i64 @pointer_difference(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %b = getelementptr inbounds i32, ptr %p, i64 %j
  %x = ptrtoint ptr %a to i64
  %y = ptrtoint ptr %b to i64
  %d = sub i64 %x, %y
  %q = ashr exact i64 %d, 2
  %c = icmp eq ptr %a, %b
  %r = select i1 %c, i64 100, i64 %q
  ret i64 %r
}

define i32 @chosen_address(i1 %c, ptr align 4 dereferenceable(4) %p, ptr align 4 dereferenceable(4) %q, i32 %x) {
  %s = select i1 %c, ptr %p, ptr %q
  store i32 %x, ptr %s, align 4
  %v = load i32, ptr %s, align 4
  %w = load i32, ptr %p, align 4
  %r = add i32 %v, %w
  ret i32 %r
}

define float @same_bits(ptr %p, i32 %x) {
  %a = alloca float, align 4
  store i32 %x, ptr %a, align 4
  %f = load float, ptr %a, align 4
  %i = load i32, ptr %p, align 4
  %m = and i32 %i, 2147483647
  %g = bitcast i32 %m to float
  %c = fcmp olt float %f, %g
  %r = select i1 %c, float %f, float %g
  ret float %r
}

define i16 @index_sum(ptr %p, i64 %i) {
  %k = and i64 %i, 15
  %j = add nuw nsw i64 %k, 2
  %a = getelementptr i16, ptr %p, i64 %j
  %v = load i16, ptr %a, align 2
  %b = getelementptr i16, ptr %p, i64 %k
  %c = getelementptr i16, ptr %b, i64 1
  %w = load i16, ptr %c, align 2
  %s = sub i16 %v, %w
  ret i16 %s
}
