; RUN: opt < %s -passes=bdce -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)

define i8 @low_byte_only(i32 %x, i32 %y) {
  %h = and i32 %y, -256
  %o = or i32 %x, %h
  %m = or i32 %o, 65536
  %s = add nsw i32 %m, %h
  %t = trunc i32 %s to i8
  ret i8 %t
}

define i16 @sign_not_needed(i8 %x, i16 %y) {
  %w = sext i8 %x to i16
  %m = and i16 %w, 255
  %s = shl i16 %y, 8
  %a = or i16 %m, %s
  %k = ashr i16 %a, 4
  %r = and i16 %k, 4095
  ret i16 %r
}

define i32 @swapped_halves(i32 %x, i32 %y) {
  %hi = and i32 %y, -65536
  %a = xor i32 %x, %hi
  %b = call i32 @llvm.bswap.i32(i32 %a)
  %c = lshr i32 %b, 16
  %f = call i32 @llvm.fshl.i32(i32 %hi, i32 %x, i32 16)
  %g = and i32 %f, 65535
  %r = add i32 %c, %g
  ret i32 %r
}

define i1 @one_bit_left(i64 %x, i64 %y) {
  %m = mul nuw i64 %y, 2
  %s = sub nsw i64 %x, %m
  %o = or i64 %s, 4
  %b = and i64 %o, 1
  %t = icmp ne i64 %b, 0
  ret i1 %t
}
