; RUN: opt < %s -passes=globalopt -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@flag = internal global i1 false
@once = internal global i32 0
@pair = internal global { i32, i32 } { i32 1, i32 2 }
@unread = internal global [3 x i32] zeroinitializer
@table = internal global [4 x i16] [i16 9, i16 8, i16 7, i16 6]
@visible = global i32 5

define i32 @set_and_test(i32 %x, i1 %c) {
entry:
  br i1 %c, label %set, label %test
set:
  store i1 true, ptr @flag, align 1
  br label %test
test:
  %f = load i1, ptr @flag, align 1
  %r = select i1 %f, i32 %x, i32 -1
  ret i32 %r
}

define void @store_one_value(i1 %c) {
entry:
  br i1 %c, label %set, label %end
set:
  store i32 77, ptr @once, align 4
  br label %end
end:
  ret void
}

define i32 @load_one_value(i32 %x) {
  %v = load i32, ptr @once, align 4
  %z = icmp eq i32 %v, 0
  %r = select i1 %z, i32 %x, i32 %v
  ret i32 %r
}

define i32 @fields(i32 %x) {
  %p = getelementptr inbounds { i32, i32 }, ptr @pair, i64 0, i32 1
  %a = load i32, ptr @pair, align 4
  %b = load i32, ptr %p, align 4
  store i32 %x, ptr @pair, align 4
  %s = mul i32 %a, %b
  ret i32 %s
}

define void @write_only(i64 %i, i32 %x) {
  %k = urem i64 %i, 3
  %p = getelementptr inbounds [3 x i32], ptr @unread, i64 0, i64 %k
  store i32 %x, ptr %p, align 4
  store i32 %x, ptr @visible, align 4
  ret void
}

define i16 @never_changed(i64 %i) {
  %k = and i64 %i, 3
  %p = getelementptr inbounds [4 x i16], ptr @table, i64 0, i64 %k
  %v = load i16, ptr %p, align 2
  %w = load i16, ptr getelementptr inbounds ([4 x i16], ptr @table, i64 0, i64 2), align 2
  %r = sub i16 %v, %w
  ret i16 %r
}

define internal fastcc i32 @helper(i32 %x) {
  %v = load i32, ptr @visible, align 4
  %r = add i32 %v, %x
  ret i32 %r
}

define i32 @calls_local(i32 %x) {
  %a = call fastcc i32 @helper(i32 %x)
  %b = call fastcc i32 @helper(i32 %a)
  ret i32 %b
}
