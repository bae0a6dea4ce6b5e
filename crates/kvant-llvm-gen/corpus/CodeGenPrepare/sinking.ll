; RUN: opt < %s -passes='require<profile-summary>,function(codegenprepare)' -mtriple=x86_64-unknown-linux-gnu -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

target triple = "x86_64-unknown-linux-gnu"

declare i32 @llvm.cttz.i32(i32, i1)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)

define i32 @address_sunk(ptr %p, i64 %i, i1 %c) {
entry:
  %k = and i64 %i, 7
  %q = getelementptr inbounds i32, ptr %p, i64 %k
  %r = getelementptr inbounds i8, ptr %q, i64 40
  br i1 %c, label %load, label %end
load:
  %v = load i32, ptr %r, align 4
  %w = load i32, ptr %q, align 4
  %s = sub i32 %v, %w
  ret i32 %s
end:
  ret i32 0
}

define i1 @compare_sunk(i32 %x, i32 %y, i1 %c) {
entry:
  %e = icmp ult i32 %x, %y
  br i1 %c, label %a, label %b
a:
  br i1 %e, label %yes, label %no
b:
  %s = select i1 %e, i32 %x, i32 %y
  %z = icmp eq i32 %s, 7
  ret i1 %z
yes:
  ret i1 true
no:
  ret i1 false
}

define i32 @shift_of_splat(i32 %x, i32 %n, i1 %c) {
entry:
  %k = and i32 %n, 31
  %e = icmp eq i32 %x, 0
  %z = call i32 @llvm.cttz.i32(i32 %x, i1 true)
  %s = select i1 %e, i32 32, i32 %z
  br i1 %c, label %then, label %end
then:
  %m = and i32 %x, 255
  %t = icmp eq i32 %m, 0
  br i1 %t, label %end, label %more
more:
  %l = shl i32 %x, %k
  %u = icmp eq i32 %m, 7
  %v = select i1 %u, i32 %l, i32 %m
  ret i32 %v
end:
  ret i32 %s
}

define i32 @overflow_formed(i32 %a, i32 %b) {
entry:
  %s = add i32 %a, %b
  %c = icmp ult i32 %s, %a
  br i1 %c, label %over, label %fine
over:
  ret i32 -1
fine:
  ret i32 %s
}

define i64 @extension_moved(ptr %p, i1 %c) {
entry:
  %v = load i8, ptr %p, align 1
  br i1 %c, label %wide, label %narrow
wide:
  %w = zext i8 %v to i64
  %m = mul i64 %w, 3
  ret i64 %m
narrow:
  %n = icmp eq i8 %v, 9
  %z = zext i1 %n to i64
  ret i64 %z
}

define i32 @shared_division(i32 %a, i32 %b) {
entry:
  %d = or i32 %b, 1
  %c = icmp slt i32 %a, 0
  br i1 %c, label %neg, label %pos
neg:
  %q = udiv i32 %a, %d
  ret i32 %q
pos:
  %f = freeze i32 %a
  %r = select i1 %c, i32 0, i32 %f
  ret i32 %r
}
