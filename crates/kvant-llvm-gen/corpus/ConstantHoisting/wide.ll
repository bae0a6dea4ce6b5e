; RUN: opt < %s -passes=consthoist -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

define i64 @near_constants(i64 %x, i64 %y, i1 %c) {
entry:
  %a = add i64 %x, 1311768467463790320
  br i1 %c, label %then, label %end
then:
  %b = xor i64 %y, 1311768467463790328
  %d = and i64 %b, 1311768467463790320
  br label %end
end:
  %p = phi i64 [ %a, %entry ], [ %d, %then ]
  %r = sub i64 %p, 1311768467463790322
  ret i64 %r
}

define i64 @three_masks(i64 %x, i64 %y) {
  %a = and i64 %x, 8608480567731124087
  %b = or i64 %y, 8608480567731124087
  %c = mul i64 %a, 8608480567731124099
  %d = xor i64 %b, %c
  ret i64 %d
}

define i1 @compared_constants(i64 %x, i64 %y, ptr %p) {
entry:
  %a = icmp ult i64 %x, 81985529216486895
  br i1 %a, label %low, label %high
low:
  store i64 81985529216486896, ptr %p, align 8
  %b = icmp eq i64 %y, 81985529216486895
  ret i1 %b
high:
  %s = sub i64 %x, 81985529216486895
  %c = icmp ugt i64 %s, 81985529216486900
  ret i1 %c
}
