; RUN: opt < %s -passes=mldst-motion -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @stored_on_both(ptr %p, i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %a, label %b
a:
  %q = getelementptr inbounds i32, ptr %p, i64 3
  %u = mul i32 %x, %y
  store i32 %u, ptr %q, align 4
  br label %end
b:
  %r = getelementptr inbounds i32, ptr %p, i64 3
  %v = sub i32 %x, %y
  store i32 %v, ptr %r, align 4
  br label %end
end:
  ret void
}

define i8 @stored_and_read(ptr noalias %p, i8 %k) {
entry:
  %c = icmp sgt i8 %k, 5
  br i1 %c, label %a, label %b
a:
  %n = sub i8 5, %k
  store i8 %n, ptr %p, align 1
  br label %end
b:
  %m = add i8 %k, 50
  store i8 %m, ptr %p, align 1
  br label %end
end:
  %v = load i8, ptr %p, align 1
  ret i8 %v
}

define i32 @loaded_then_stored(ptr %p, i32 %x, i1 %c) {
entry:
  %v = load i32, ptr %p, align 4
  br i1 %c, label %a, label %b
a:
  %u = add i32 %v, %x
  %pa = getelementptr inbounds i8, ptr %p, i64 4
  store i32 %u, ptr %pa, align 4
  store i32 1, ptr %p, align 4
  br label %end
b:
  %w = mul i32 %v, 3
  %pb = getelementptr inbounds i8, ptr %p, i64 4
  store i32 %w, ptr %pb, align 4
  store i32 %x, ptr %p, align 4
  br label %end
end:
  %r = phi i32 [ %u, %a ], [ %w, %b ]
  ret i32 %r
}
