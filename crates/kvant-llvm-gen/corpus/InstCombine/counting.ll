; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Population counts, zeros at both ends, swaps of bytes and bits, funnel shifts.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @llvm.ctpop.i32(i32)
declare i16 @llvm.ctpop.i16(i16)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i32 @llvm.bswap.i32(i32)
declare i64 @llvm.bswap.i64(i64)
declare i32 @llvm.bitreverse.i32(i32)
declare i8 @llvm.bitreverse.i8(i8)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i8 @llvm.fshl.i8(i8, i8, i8)

define i32 @count_of_rotated(i32 %x, i32 %n) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %n)
  %c = call i32 @llvm.ctpop.i32(i32 %r)
  %s = call i32 @llvm.bswap.i32(i32 %x)
  %d = call i32 @llvm.ctpop.i32(i32 %s)
  %e = sub i32 33, %d
  %f = mul i32 %c, %e
  ret i32 %f
}

define i1 @count_compared(i32 %x, i16 %y) {
  %c = call i32 @llvm.ctpop.i32(i32 %x)
  %one = icmp eq i32 %c, 1
  %few = icmp ult i32 %c, 2
  %d = call i16 @llvm.ctpop.i16(i16 %y)
  %all = icmp eq i16 %d, 16
  %odd = trunc i16 %d to i1
  %a = xor i1 %one, %few
  %b = or i1 %a, %all
  %r = and i1 %b, %odd
  ret i1 %r
}

define i32 @leading_or_width(i32 %x) {
  %zero = icmp eq i32 %x, 0
  %n = call i32 @llvm.ctlz.i32(i32 %x, i1 true)
  %s = select i1 %zero, i32 32, i32 %n
  %neg = sub i32 0, %x
  %t = call i32 @llvm.cttz.i32(i32 %neg, i1 false)
  %u = xor i32 %s, 31
  %r = add i32 %u, %t
  ret i32 %r
}

define i64 @trailing_of_shift(i64 %x, i64 %n) {
  %k = and i64 %n, 63
  %one = shl i64 1, %k
  %t = call i64 @llvm.cttz.i64(i64 %one, i1 true)
  %lowest = sub i64 0, %x
  %iso = and i64 %lowest, %x
  %u = call i64 @llvm.cttz.i64(i64 %iso, i1 false)
  %r = add i64 %t, %u
  ret i64 %r
}

define i32 @swaps_meet(i32 %x, i32 %y) {
  %a = call i32 @llvm.bswap.i32(i32 %x)
  %b = call i32 @llvm.bswap.i32(i32 %y)
  %c = xor i32 %a, %b
  %d = call i32 @llvm.bswap.i32(i32 %c)
  %e = call i32 @llvm.bitreverse.i32(i32 %d)
  %f = and i32 %e, 65535
  %g = call i32 @llvm.bitreverse.i32(i32 %f)
  ret i32 %g
}

define i64 @byte_of_swap(i64 %x) {
  %a = call i64 @llvm.bswap.i64(i64 %x)
  %b = lshr i64 %a, 56
  %c = and i64 %a, 255
  %d = shl i64 %c, 8
  %e = or i64 %b, %d
  ret i64 %e
}

define i8 @funnels(i8 %x, i8 %y, i8 %n) {
  %a = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 11)
  %m = and i8 %n, 7
  %b = call i8 @llvm.fshl.i8(i8 %a, i8 0, i8 %m)
  %c = call i8 @llvm.bitreverse.i8(i8 %b)
  %d = call i8 @llvm.fshl.i8(i8 %c, i8 %c, i8 4)
  %e = call i8 @llvm.bitreverse.i8(i8 %d)
  ret i8 %e
}

define i32 @right_funnel(i32 %x, i32 %y, i32 %n) {
  %neg = sub i32 0, %n
  %a = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 %neg)
  %b = call i32 @llvm.fshr.i32(i32 %x, i32 %y, i32 40)
  %c = and i32 %b, 255
  %eq = icmp eq i32 %a, %x
  %r = select i1 %eq, i32 %c, i32 %a
  ret i32 %r
}
