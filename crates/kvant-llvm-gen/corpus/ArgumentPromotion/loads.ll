; RUN: opt < %s -passes=argpromotion -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%p2 = type { i32, i32 }

define internal i32 @only_loaded(ptr noundef align 4 dereferenceable(8) %p, i32 %k) {
  %q = getelementptr inbounds i32, ptr %p, i64 1
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %q, align 4
  %m = mul i32 %a, %k
  %r = add i32 %m, %b
  ret i32 %r
}

define i32 @passes_pair(i32 %x, i32 %y) {
  %s = alloca %p2, align 4
  store i32 %x, ptr %s, align 4
  %q = getelementptr inbounds %p2, ptr %s, i64 0, i32 1
  store i32 %y, ptr %q, align 4
  %r = call i32 @only_loaded(ptr noundef align 4 dereferenceable(8) %s, i32 5)
  ret i32 %r
}

define internal i16 @loaded_if(ptr %p, i1 %c) {
entry:
  %v = load i16, ptr %p, align 2
  br i1 %c, label %a, label %b
a:
  %x = xor i16 %v, -1
  ret i16 %x
b:
  ret i16 %v
}

define i16 @passes_element(ptr %p, i64 %i) {
  %k = and i64 %i, 3
  %q = getelementptr inbounds i16, ptr %p, i64 %k
  %odd = trunc i64 %i to i1
  %a = call i16 @loaded_if(ptr %q, i1 %odd)
  store i16 %a, ptr %p, align 2
  %b = call i16 @loaded_if(ptr %p, i1 true)
  %r = sub i16 %a, %b
  ret i16 %r
}

define internal i64 @copied_pair(ptr byval(%p2) align 4 %p) {
  %q = getelementptr inbounds %p2, ptr %p, i64 0, i32 1
  %a = load i32, ptr %p, align 4
  %b = load i32, ptr %q, align 4
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %s = shl i64 %x, 32
  %r = or i64 %s, %y
  ret i64 %r
}

define i64 @passes_copy(ptr align 4 dereferenceable(8) %p) {
  %r = call i64 @copied_pair(ptr byval(%p2) align 4 %p)
  ret i64 %r
}
