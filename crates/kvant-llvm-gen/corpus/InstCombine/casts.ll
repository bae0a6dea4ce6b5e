; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i16 @narrowed_arithmetic(i16 %a, i8 %b) {
  %wa = zext i16 %a to i64
  %wb = sext i8 %b to i64
  %sum = add i64 %wa, %wb
  %up = shl i64 %sum, 3
  %prod = mul i64 %up, %wa
  %odd = or i64 %prod, 65537
  %cut = trunc i64 %odd to i16
  ret i16 %cut
}

define i64 @widened_again(i64 %x) {
  %t = trunc i64 %x to i8
  %z = zext i8 %t to i64
  %s = sext i8 %t to i32
  %w = sext i32 %s to i64
  %d = sub i64 %z, %w
  %h = lshr i64 %d, 8
  ret i64 %h
}

define i1 @bit_to_word(i1 %a, i32 %x) {
  %z = zext i1 %a to i32
  %s = shl i32 %z, 5
  %m = and i32 %x, 32
  %e = icmp eq i32 %m, %s
  %t = trunc i32 %x to i1
  %r = xor i1 %e, %t
  ret i1 %r
}

define i32 @sign_bit_as_number(i32 %x, i32 %y) {
  %neg = icmp slt i32 %x, 0
  %one = zext i1 %neg to i32
  %even = and i32 %y, 1
  %is = icmp eq i32 %even, 0
  %m = sext i1 %is to i32
  %r = xor i32 %one, %m
  ret i32 %r
}

define i128 @halves(i64 %lo, i64 %hi) {
  %wl = zext i64 %lo to i128
  %wh = zext i64 %hi to i128
  %up = shl nuw i128 %wh, 64
  %all = or i128 %up, %wl
  %sh = lshr i128 %all, 64
  %t = trunc i128 %sh to i64
  %u = trunc i128 %all to i64
  %s = add i64 %t, %u
  %r = zext i64 %s to i128
  %q = add i128 %r, %all
  ret i128 %q
}

define <2 x i32> @vector_from_scalar(i64 %x, <2 x i32> %v) {
  %b = bitcast i64 %x to <2 x i32>
  %e = extractelement <2 x i32> %b, i32 1
  %f = insertelement <2 x i32> %v, i32 %e, i32 0
  %g = bitcast <2 x i32> %f to i64
  %h = trunc i64 %g to i32
  %i = insertelement <2 x i32> %f, i32 %h, i32 1
  ret <2 x i32> %i
}

define i8 @float_round_trip(i8 %x, i16 %y) {
  %f = sitofp i8 %x to float
  %g = fpext float %f to double
  %i = fptosi double %g to i8
  %u = uitofp i16 %y to double
  %j = fptoui double %u to i32
  %t = trunc i32 %j to i8
  %r = add i8 %i, %t
  ret i8 %r
}
