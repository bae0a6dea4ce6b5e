; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Masks, merges and complements that have a shorter form.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @masked_merge(i32 %mask, i32 %then, i32 %else) {
  %not = xor i32 %mask, -1
  %keep = and i32 %mask, %then
  %rest = and i32 %not, %else
  %merged = or i32 %keep, %rest
  %low = and i32 %merged, 255
  %sum = add i32 %low, %merged
  %back = sub i32 %sum, %low
  ret i32 %back
}

define i8 @de_morgan(i8 %a, i8 %b, i8 %c) {
  %na = xor i8 %a, -1
  %nb = xor i8 %b, -1
  %either = or i8 %na, %nb
  %nc = xor i8 %c, -1
  %all = and i8 %either, %nc
  %res = xor i8 %all, -1
  ret i8 %res
}

define i64 @nibbles_swapped(i64 %x) {
  %hi = and i64 %x, -1085102592571150096
  %lo = and i64 %x, 1085102592571150095
  %down = lshr i64 %hi, 4
  %up = shl i64 %lo, 4
  %sum = or i64 %down, %up
  %mask = and i64 %sum, 4278255360
  %odd = xor i64 %mask, 4278190080
  ret i64 %odd
}

define i1 @power_of_two_or_zero(i16 %x, i16 %y) {
  %less = add i16 %x, -1
  %both = and i16 %x, %less
  %none = icmp eq i16 %both, 0
  %some = icmp ne i16 %x, 0
  %pow = and i1 %none, %some
  %bit = and i16 %y, %x
  %has = icmp eq i16 %bit, %x
  %res = select i1 %pow, i1 %has, i1 false
  ret i1 %res
}

define i7 @xor_chain(i7 %a, i7 %b) {
  %both = and i7 %a, %b
  %any = or i7 %a, %b
  %diff = xor i7 %both, %any
  %inv = xor i7 %diff, 42
  %again = xor i7 %inv, %b
  %odd = or i7 %again, 1
  %cut = and i7 %odd, -2
  ret i7 %cut
}

define i33 @lowest_bit_games(i33 %x, i33 %y) {
  %neg = sub i33 0, %x
  %lowest = and i33 %x, %neg
  %less = add i33 %y, -1
  %noty = xor i33 %y, -1
  %trail = and i33 %less, %noty
  %sum = or i33 %lowest, %trail
  %kept = and i33 %sum, %x
  ret i33 %kept
}

define i32 @byte_reassembled(i32 %x) {
  %b0 = and i32 %x, 255
  %s1 = lshr i32 %x, 8
  %b1 = and i32 %s1, 255
  %s2 = lshr i32 %x, 16
  %b2 = and i32 %s2, 255
  %b3 = lshr i32 %x, 24
  %u0 = shl i32 %b0, 24
  %u1 = shl i32 %b1, 16
  %u2 = shl i32 %b2, 8
  %o1 = or i32 %u0, %u1
  %o2 = or i32 %o1, %u2
  %o3 = or i32 %o2, %b3
  ret i32 %o3
}
