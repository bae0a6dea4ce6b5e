; RUN: opt < %s -passes=aggressive-instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

@debruijn = internal constant [32 x i8] c"\00\01\1C\02\1D\0E\18\03\1E\16\14\0F\19\11\04\08\1F\1B\0D\17\15\13\10\07\1A\0C\12\06\0B\05\0A\09"

declare float @llvm.sqrt.f32(float)

define i32 @population(i32 %x) {
  %a = lshr i32 %x, 1
  %b = and i32 %a, 1431655765
  %c = sub i32 %x, %b
  %d = and i32 %c, 858993459
  %e = lshr i32 %c, 2
  %f = and i32 %e, 858993459
  %g = add i32 %d, %f
  %h = lshr i32 %g, 4
  %i = add i32 %h, %g
  %j = and i32 %i, 252645135
  %k = mul i32 %j, 16843009
  %l = lshr i32 %k, 24
  ret i32 %l
}

define i32 @trailing_by_table(i32 %x) {
  %n = sub i32 0, %x
  %a = and i32 %x, %n
  %m = mul i32 %a, 125613361
  %s = lshr i32 %m, 27
  %w = zext i32 %s to i64
  %p = getelementptr inbounds [32 x i8], ptr @debruijn, i64 0, i64 %w
  %v = load i8, ptr %p, align 1
  %r = zext i8 %v to i32
  ret i32 %r
}

define i32 @bytes_joined(ptr %p) {
  %p1 = getelementptr inbounds i8, ptr %p, i64 1
  %p2 = getelementptr inbounds i8, ptr %p, i64 2
  %p3 = getelementptr inbounds i8, ptr %p, i64 3
  %b0 = load i8, ptr %p, align 1
  %b1 = load i8, ptr %p1, align 1
  %b2 = load i8, ptr %p2, align 1
  %b3 = load i8, ptr %p3, align 1
  %w0 = zext i8 %b0 to i32
  %w1 = zext i8 %b1 to i32
  %w2 = zext i8 %b2 to i32
  %w3 = zext i8 %b3 to i32
  %s1 = shl i32 %w1, 8
  %s2 = shl i32 %w2, 16
  %s3 = shl i32 %w3, 24
  %o1 = or i32 %w0, %s1
  %o2 = or i32 %o1, %s2
  %o3 = or i32 %o2, %s3
  ret i32 %o3
}

define i16 @narrowed_tree(i16 %a, i16 %b, i1 %c) {
  %x = zext i16 %a to i32
  %y = zext i16 %b to i32
  %m = mul i32 %x, %y
  %s = add i32 %m, 77
  %t = select i1 %c, i32 %s, i32 %x
  %u = lshr i32 %y, 3
  %v = xor i32 %t, %u
  %r = trunc i32 %v to i16
  ret i16 %r
}

define i64 @guarded_rotate(i64 %x, i64 %n) {
entry:
  %k = and i64 %n, 63
  %z = icmp eq i64 %k, 0
  br i1 %z, label %end, label %rot
rot:
  %d = sub i64 64, %k
  %l = shl i64 %x, %k
  %r = lshr i64 %x, %d
  %o = or i64 %l, %r
  br label %end
end:
  %p = phi i64 [ %x, %entry ], [ %o, %rot ]
  ret i64 %p
}

define i1 @all_bits_set(i32 %x) {
  %a = lshr i32 %x, 3
  %b = lshr i32 %x, 9
  %c = lshr i32 %x, 14
  %d = and i32 %a, %b
  %e = and i32 %d, %c
  %f = and i32 %e, %x
  %g = and i32 %f, 1
  %r = icmp ne i32 %g, 0
  ret i1 %r
}

define i64 @wide_product_high(i64 %x, i64 %y) {
  %xl = and i64 %x, 4294967295
  %xh = lshr i64 %x, 32
  %yl = and i64 %y, 4294967295
  %yh = lshr i64 %y, 32
  %ll = mul nuw i64 %xl, %yl
  %lh = mul nuw i64 %xl, %yh
  %hl = mul nuw i64 %xh, %yl
  %hh = mul nuw i64 %xh, %yh
  %l1 = lshr i64 %ll, 32
  %m1 = add nuw i64 %hl, %l1
  %m2 = and i64 %m1, 4294967295
  %m3 = add nuw i64 %m2, %lh
  %h1 = lshr i64 %m1, 32
  %h2 = lshr i64 %m3, 32
  %s1 = add nuw i64 %hh, %h1
  %s2 = add nuw i64 %s1, %h2
  ret i64 %s2
}
