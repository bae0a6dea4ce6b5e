; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Flags and intrinsics that only newer versions have.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i8 @llvm.ucmp.i8.i32(i32, i32)
declare i8 @llvm.scmp.i8.i32(i32, i32)
declare i32 @llvm.scmp.i32.i16(i16, i16)

define i32 @disjoint_fields(i8 %a, i8 %b) {
  %x = zext i8 %a to i32
  %y = zext i8 %b to i32
  %up = shl nuw nsw i32 %y, 8
  %all = or disjoint i32 %x, %up
  %plus = add i32 %all, 65536
  %lo = and i32 %plus, 255
  %r = sub i32 %plus, %lo
  ret i32 %r
}

define i64 @not_negative(i32 %x, i16 %y) {
  %m = and i32 %x, 2147483647
  %w = zext nneg i32 %m to i64
  %s = sext i32 %m to i64
  %e = icmp eq i64 %w, %s
  %z = zext nneg i16 %y to i64
  %k = shl i64 %z, 48
  %n = ashr i64 %k, 48
  %r = select i1 %e, i64 %n, i64 %w
  ret i64 %r
}

define i16 @truncated_without_loss(i32 %x, i32 %y) {
  %a = trunc nuw i32 %x to i16
  %b = zext i16 %a to i32
  %c = trunc nsw i32 %y to i16
  %d = sext i16 %c to i32
  %e = add i32 %b, %d
  %t = trunc i32 %e to i16
  ret i16 %t
}

define i1 @same_signs_compared(i32 %x, i32 %y) {
  %a = icmp samesign ult i32 %x, %y
  %m = and i32 %x, 65535
  %n = and i32 %y, 65535
  %b = icmp slt i32 %m, %n
  %c = icmp samesign ugt i32 %m, 12
  %d = and i1 %b, %c
  %r = xor i1 %a, %d
  ret i1 %r
}

define i8 @three_way_unsigned(i32 %x, i32 %y) {
  %c = call i8 @llvm.ucmp.i8.i32(i32 %x, i32 %y)
  %lt = icmp slt i8 %c, 0
  %eq = icmp eq i8 %c, 0
  %d = call i8 @llvm.scmp.i8.i32(i32 %y, i32 %x)
  %n = sub i8 0, %d
  %s = select i1 %lt, i8 %n, i8 5
  %r = select i1 %eq, i8 9, i8 %s
  ret i8 %r
}

define i32 @three_way_by_hand(i16 %x, i16 %y) {
  %gt = icmp sgt i16 %x, %y
  %lt = icmp slt i16 %x, %y
  %g = zext i1 %gt to i32
  %l = zext i1 %lt to i32
  %d = sub i32 %g, %l
  %e = call i32 @llvm.scmp.i32.i16(i16 %x, i16 0)
  %r = mul i32 %d, %e
  ret i32 %r
}

define i32 @address_without_wrap(ptr %p, i64 %i) {
  %k = and i64 %i, 7
  %a = getelementptr nuw i32, ptr %p, i64 %k
  %b = getelementptr nuw i8, ptr %a, i64 4
  %v = load i32, ptr %b, align 4
  %c = getelementptr inbounds nuw i8, ptr %p, i64 4
  %d = getelementptr inbounds nuw i32, ptr %c, i64 %k
  %w = load i32, ptr %d, align 4
  %s = sub i32 %v, %w
  %g = icmp uge ptr %b, %p
  %r = select i1 %g, i32 %v, i32 %s
  ret i32 %r
}

define float @unsigned_without_sign(i16 %x, float %y) {
  %f = uitofp nneg i16 %x to float
  %g = sitofp i16 %x to float
  %d = fsub float %f, %g
  %n = fneg nnan ninf float %y
  %s = fsub nsz float %d, %n
  ret float %s
}
