; A variadic function may be called with more arguments than it has parameters, and `llvm.va_start` says where they are (x86-64).
; @more() => i32 5
; @none() => i32 5
; @second() => i32 7
; @float() => double 1.5
; @rest() => i32 9
; @copied() => i32 7
; @beyond() => undefined: out-of-bounds
; @fewer() => undefined: bad-call

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%list = type { i32, i32, ptr, ptr }

declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)
declare void @llvm.va_end.p0(ptr)

define i32 @f(i32 %n, ...) {
  ret i32 %n
}

define i32 @more() {
  %r = call i32 (i32, ...) @f(i32 5, i64 7, double 1.0)
  ret i32 %r
}

define i32 @none() {
  %r = call i32 (i32, ...) @f(i32 5)
  ret i32 %r
}

define i32 @general(i32 %n, ...) {
  %list = alloca %list, align 16
  call void @llvm.va_start.p0(ptr %list)
  %copy = alloca %list, align 16
  call void @llvm.va_copy.p0(ptr %copy, ptr %list)
  %choice = icmp eq i32 %n, 0
  %chosen = select i1 %choice, ptr %list, ptr %copy
  %offset = load i32, ptr %chosen
  %place = getelementptr i8, ptr %chosen, i64 16
  %area = load ptr, ptr %place
  %argument = getelementptr i8, ptr %area, i32 %offset
  %r = load i32, ptr %argument
  call void @llvm.va_end.p0(ptr %list)
  ret i32 %r
}

define i32 @second() {
  %r = call i32 (i32, ...) @general(i32 0, i32 7)
  ret i32 %r
}

define i32 @copied() {
  %r = call i32 (i32, ...) @general(i32 1, i32 7)
  ret i32 %r
}

define double @floats(i32 %n, ...) {
  %list = alloca %list, align 16
  call void @llvm.va_start.p0(ptr %list)
  %second = getelementptr i8, ptr %list, i64 4
  %offset = load i32, ptr %second
  %place = getelementptr i8, ptr %list, i64 16
  %area = load ptr, ptr %place
  %argument = getelementptr i8, ptr %area, i32 %offset
  %r = load double, ptr %argument
  ret double %r
}

define double @float() {
  %r = call double (i32, ...) @floats(i32 0, i32 7, double 1.5)
  ret double %r
}

define i32 @in_memory(i32 %n, ...) {
  %list = alloca %list, align 16
  call void @llvm.va_start.p0(ptr %list)
  %place = getelementptr i8, ptr %list, i64 8
  %area = load ptr, ptr %place
  %r = load i32, ptr %area
  ret i32 %r
}

define i32 @rest() {
  %r = call i32 (i32, ...) @in_memory(i32 0, i64 1, i64 2, i64 3, i64 4, i64 5, i32 9)
  ret i32 %r
}

define i32 @beyond() {
  %r = call i32 (i32, ...) @in_memory(i32 0, i64 1, i64 2, i64 3, i64 4, i64 5)
  ret i32 %r
}

define i32 @fewer() {
  %p = freeze ptr @f
  %r = call i32 (...) %p()
  ret i32 %r
}
