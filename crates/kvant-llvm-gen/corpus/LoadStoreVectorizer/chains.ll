; RUN: opt < %s -passes=load-store-vectorizer -mtriple=x86_64-unknown-linux-gnu -mattr=+avx2 -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

define void @exchanged_quads(ptr noalias align 16 %a, ptr noalias align 16 %b) {
  %a1 = getelementptr inbounds i32, ptr %a, i64 1
  %a2 = getelementptr inbounds i32, ptr %a, i64 2
  %a3 = getelementptr inbounds i32, ptr %a, i64 3
  %b1 = getelementptr inbounds i32, ptr %b, i64 1
  %b2 = getelementptr inbounds i32, ptr %b, i64 2
  %b3 = getelementptr inbounds i32, ptr %b, i64 3
  %x3 = load i32, ptr %a3, align 4
  %x0 = load i32, ptr %a, align 16
  %x2 = load i32, ptr %a2, align 8
  %x1 = load i32, ptr %a1, align 4
  store i32 %x0, ptr %b3, align 4
  store i32 %x1, ptr %b2, align 8
  store i32 %x2, ptr %b1, align 4
  store i32 %x3, ptr %b, align 16
  ret void
}

define i64 @two_of_three(ptr align 16 %p, i64 %k) {
  %p1 = getelementptr inbounds i64, ptr %p, i64 1
  %x = load i64, ptr %p, align 16
  %y = load i64, ptr %p1, align 8
  %s = sub i64 %x, %y
  %p2 = getelementptr inbounds i64, ptr %p, i64 2
  %p3 = getelementptr inbounds i64, ptr %p, i64 3
  store i64 %s, ptr %p2, align 16
  store i64 %k, ptr %p3, align 8
  ret i64 %s
}

define float @mixed_types(ptr noalias align 16 %p, ptr noalias align 8 %q, float %f) {
  %p1 = getelementptr inbounds i8, ptr %p, i64 4
  %i = load i32, ptr %p, align 16
  %g = load float, ptr %p1, align 4
  %m = fmul float %g, %f
  %q1 = getelementptr inbounds i8, ptr %q, i64 4
  store i32 %i, ptr %q, align 8
  store float %m, ptr %q1, align 4
  ret float %m
}
