; RUN: opt < %s -passes=alignment-from-assumptions -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @llvm.assume(i1)

define i32 @assumed_alignment(ptr %p, i64 %i) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  %k = and i64 %i, 3
  %m = shl nuw nsw i64 %k, 2
  %q = getelementptr inbounds i32, ptr %p, i64 %m
  %v = load i32, ptr %q, align 4
  %r = getelementptr inbounds i8, ptr %p, i64 8
  store i32 %v, ptr %r, align 4
  %w = load i32, ptr %p, align 4
  %s = xor i32 %v, %w
  ret i32 %s
}
