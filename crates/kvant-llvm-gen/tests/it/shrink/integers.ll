; Integers, branches and a loop.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i64 @integers(i64 noundef %a, i32 %b, i16 %c, i1 zeroext %d) nounwind {
entry:
  %b64 = sext i32 %b to i64
  %c32 = zext i16 %c to i32
  %c64 = zext i16 %c to i64
  %sum = add nsw i64 %b64, %c64
  %x = xor i64 %sum, 255
  %y = and i64 %x, 65535
  %z = or i64 %y, 3
  %m = mul i64 %z, 7
  %isneg = icmp slt i32 %b, 0
  br i1 %isneg, label %negative, label %positive

negative:
  %n1 = sub i32 0, %b
  %n2 = lshr i32 %n1, 2
  %n3 = zext i32 %n2 to i64
  %n4 = add i64 %n3, %m
  br label %join

positive:
  %p1 = shl i32 %b, 1
  %p2 = or i32 %p1, 1
  %p3 = sext i32 %p2 to i64
  %p4 = sub i64 %m, %p3
  br label %join

join:
  %j = phi i64 [ %n4, %negative ], [ %p4, %positive ]
  %frozen = freeze i64 %a
  %big = icmp ugt i64 %frozen, 1000
  %bounded = select i1 %big, i64 1000, i64 %frozen
  %low = trunc i64 %bounded to i8
  br label %loop

loop:
  %i = phi i8 [ 0, %join ], [ %i.next, %latch ]
  %acc = phi i64 [ %j, %join ], [ %acc.next, %latch ]
  %odd = and i8 %i, 1
  %is.odd = icmp ne i8 %odd, 0
  br i1 %is.odd, label %one, label %two

one:
  %i64 = zext i8 %i to i64
  %acc.one = add i64 %acc, %i64
  br label %latch

two:
  %shifted = ashr i64 %acc, 1
  %acc.two = xor i64 %shifted, %c64
  br label %latch

latch:
  %acc.next = phi i64 [ %acc.one, %one ], [ %acc.two, %two ]
  %i.next = add i8 %i, 1
  %last = and i8 %low, 3
  %more = icmp ult i8 %i.next, %last
  br i1 %more, label %loop, label %end

end:
  %div = udiv i64 %acc.next, 3
  %rem = urem i64 %div, 1021
  %pick = select i1 %d, i64 %rem, i64 %div
  %t = trunc i64 %pick to i32
  %u = add i32 %t, %c32
  %v = call i32 @llvm.umin.i32(i32 %u, i32 77)
  %w = zext i32 %v to i64
  %r = add i64 %w, %pick
  ret i64 %r
}

declare i32 @llvm.umin.i32(i32, i32)
