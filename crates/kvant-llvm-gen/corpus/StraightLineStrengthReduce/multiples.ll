; RUN: opt < %s -passes=slsr -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i64 @stepped_products(i64 %b, i64 %s) {
  %m0 = mul i64 %b, %s
  %b1 = add i64 %b, 1
  %m1 = mul i64 %b1, %s
  %b2 = add i64 %b, 2
  %m2 = mul i64 %b2, %s
  %x = xor i64 %m0, %m1
  %y = sub i64 %x, %m2
  ret i64 %y
}

define i32 @stepped_addresses(ptr %p, i64 %i) {
  %k = and i64 %i, 3
  %q = getelementptr inbounds i32, ptr %p, i64 %k
  %v = load i32, ptr %q, align 4
  %k2 = shl nuw nsw i64 %k, 1
  %q2 = getelementptr inbounds i32, ptr %p, i64 %k2
  %w = load i32, ptr %q2, align 4
  %k3 = mul nuw nsw i64 %k, 3
  %q3 = getelementptr inbounds i32, ptr %p, i64 %k3
  %u = load i32, ptr %q3, align 4
  %a = add i32 %v, %w
  %b = mul i32 %a, %u
  ret i32 %b
}

define i32 @stepped_sums(i32 %b, i32 %s) {
  %x = add i32 %b, %s
  %s2 = shl i32 %s, 1
  %y = add i32 %b, %s2
  %s3 = mul i32 %s, 3
  %z = add i32 %b, %s3
  %p = mul i32 %x, %y
  %q = xor i32 %p, %z
  ret i32 %q
}
