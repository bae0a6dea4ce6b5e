; RUN: opt < %s -passes=gvn-sink -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @same_tail(i1 %c, i32 %x, i32 %y) {
entry:
  br i1 %c, label %a, label %b
a:
  %s = add i32 %x, 5
  %t = mul i32 %s, %y
  %u = xor i32 %t, 3
  br label %end
b:
  %d = add i32 %y, 5
  %e = mul i32 %d, %y
  %f = xor i32 %e, 3
  br label %end
end:
  %r = phi i32 [ %u, %a ], [ %f, %b ]
  ret i32 %r
}

define void @stores_sunk(ptr %p, i8 %k, i32 %x) {
entry:
  switch i8 %k, label %c [
    i8 0, label %a
    i8 1, label %b
  ]
a:
  %u = shl i32 %x, 1
  %ua = or i32 %u, 1
  store i32 %ua, ptr %p, align 4
  br label %end
b:
  %v = shl i32 %x, 2
  %va = or i32 %v, 1
  store i32 %va, ptr %p, align 4
  br label %end
c:
  %w = shl i32 %x, 3
  %wa = or i32 %w, 1
  store i32 %wa, ptr %p, align 4
  br label %end
end:
  ret void
}

define i64 @loads_sunk(ptr %p, ptr %q, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %pa = getelementptr inbounds i64, ptr %p, i64 1
  %x = load i64, ptr %pa, align 8
  %y = add i64 %x, 12
  %z = shl i64 %y, 3
  br label %end
b:
  %pb = getelementptr inbounds i64, ptr %q, i64 1
  %u = load i64, ptr %pb, align 8
  %v = add i64 %u, 12
  %w = shl i64 %v, 3
  br label %end
end:
  %r = phi i64 [ %z, %a ], [ %w, %b ]
  ret i64 %r
}
