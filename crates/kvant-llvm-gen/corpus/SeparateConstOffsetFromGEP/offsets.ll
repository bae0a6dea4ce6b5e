; RUN: opt < %s -passes=separate-const-offset-from-gep -mtriple=aarch64-unknown-linux-gnu -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @sum_of_index(ptr %p, i64 %i, i64 %j) {
  %a = and i64 %i, 7
  %b = and i64 %j, 7
  %s = add nsw i64 %a, 5
  %t = add nsw i64 %s, %b
  %q = getelementptr inbounds i32, ptr %p, i64 %t
  %v = load i32, ptr %q, align 4
  %u = add nsw i64 %b, 9
  %r = getelementptr inbounds i32, ptr %p, i64 %u
  %w = load i32, ptr %r, align 4
  %x = sub i32 %v, %w
  ret i32 %x
}

define i16 @two_dimensions(ptr %p, i32 %i, i32 %j) {
  %a = and i32 %i, 3
  %b = and i32 %j, 3
  %a1 = add nuw nsw i32 %a, 1
  %wa = zext i32 %a1 to i64
  %b2 = add nuw nsw i32 %b, 2
  %wb = sext i32 %b2 to i64
  %q = getelementptr inbounds [8 x [8 x i16]], ptr %p, i64 0, i64 %wa, i64 %wb
  %v = load i16, ptr %q, align 2
  %o = or i64 %wb, 16
  %r = getelementptr inbounds i16, ptr %p, i64 %o
  store i16 %v, ptr %r, align 2
  ret i16 %v
}

define i8 @field_behind_index(ptr %p, i32 %i) {
  %k = and i32 %i, 3
  %n = add nuw nsw i32 %k, 3
  %w = zext i32 %n to i64
  %q = getelementptr inbounds { i32, [4 x i8] }, ptr %p, i64 %w, i32 1, i64 2
  %v = load i8, ptr %q, align 1
  %m = sub nsw i32 7, %k
  %z = sext i32 %m to i64
  %r = getelementptr inbounds { i32, [4 x i8] }, ptr %p, i64 %z, i32 1, i64 0
  %u = load i8, ptr %r, align 4
  %s = xor i8 %v, %u
  ret i8 %s
}
