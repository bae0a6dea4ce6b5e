; RUN: opt < %s -passes=gvn-hoist -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @same_product(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %a, label %b
a:
  %p = mul i32 %x, %y
  %u = add i32 %p, 7
  br label %end
b:
  %q = mul i32 %x, %y
  %v = sub i32 9, %q
  br label %end
end:
  %r = phi i32 [ %u, %a ], [ %v, %b ]
  ret i32 %r
}

define i32 @same_load(ptr %p, i32 %k) {
entry:
  %c = icmp ult i32 %k, 40
  br i1 %c, label %a, label %b
a:
  %g = getelementptr inbounds i32, ptr %p, i64 2
  %v = load i32, ptr %g, align 4
  %s = add i32 %v, %k
  ret i32 %s
b:
  %h = getelementptr inbounds i32, ptr %p, i64 2
  %w = load i32, ptr %h, align 4
  %t = and i32 %w, %k
  store i32 %t, ptr %h, align 4
  ret i32 %t
}

define void @same_store(ptr %p, i1 %c, i16 %x) {
entry:
  %s = add i16 %x, 3
  br i1 %c, label %a, label %b
a:
  store i16 %s, ptr %p, align 2
  %q = getelementptr inbounds i16, ptr %p, i64 1
  store i16 1, ptr %q, align 2
  ret void
b:
  store i16 %s, ptr %p, align 2
  ret void
}
