; RUN: opt < %s -passes=sink -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @eat(i32)

define i32 @used_on_one_way(i32 %x, i32 %y, i1 %c) {
entry:
  %m = mul i32 %x, %y
  %d = xor i32 %m, 99
  br i1 %c, label %a, label %b
a:
  %r = add i32 %d, 1
  ret i32 %r
b:
  ret i32 %y
}

define i32 @load_below_branch(ptr %p, i32 %x) {
entry:
  %v = load i32, ptr %p, align 4
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %a, label %b
a:
  store i32 %x, ptr %p, align 4
  ret i32 %x
b:
  %n = sub i32 0, %v
  call void @eat(i32 %n)
  ret i32 %n
}

define i64 @into_switch(i64 %x, i8 %k) {
entry:
  %sq = mul i64 %x, %x
  %cu = mul i64 %sq, %x
  %hf = lshr i64 %x, 1
  switch i8 %k, label %none [
    i8 2, label %square
    i8 3, label %cube
    i8 -1, label %half
  ]
square:
  %s = add i64 %sq, 2
  ret i64 %s
cube:
  %t = add i64 %cu, 3
  ret i64 %t
half:
  ret i64 %hf
none:
  ret i64 0
}
