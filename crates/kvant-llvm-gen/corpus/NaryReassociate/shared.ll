; RUN: opt < %s -passes=nary-reassociate -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @llvm.smin.i32(i32, i32)

define i32 @sum_reused(i32 %a, i32 %b, i32 %c, ptr %p) {
  %ac = add i32 %a, %c
  store i32 %ac, ptr %p, align 4
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %r = mul i32 %abc, 3
  ret i32 %r
}

define i32 @address_reused(ptr %p, i64 %i, i64 %j) {
  %a = and i64 %i, 7
  %b = and i64 %j, 7
  %q = getelementptr inbounds i32, ptr %p, i64 %a
  %v = load i32, ptr %q, align 4
  %s = add nsw i64 %a, %b
  %r = getelementptr inbounds i32, ptr %p, i64 %s
  %w = load i32, ptr %r, align 4
  %d = sub i32 %v, %w
  ret i32 %d
}

define i32 @minimum_reused(i32 %a, i32 %b, i32 %c, ptr %p) {
  %bc = call i32 @llvm.smin.i32(i32 %b, i32 %c)
  store i32 %bc, ptr %p, align 4
  %ab = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  %abc = call i32 @llvm.smin.i32(i32 %ab, i32 %c)
  %r = sub i32 %abc, 1
  ret i32 %r
}
