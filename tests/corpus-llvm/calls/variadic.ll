; A variadic function may be called with more arguments than it has parameters. Reading them is not supported.
; @more() => i32 5
; @none() => i32 5
; @read() => unsupported: intrinsic
; @fewer() => undefined: bad-call

declare void @llvm.va_start.p0(ptr)

define i32 @f(i32 %n, ...) {
  ret i32 %n
}

define i32 @starts(i32 %n, ...) {
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start.p0(ptr %list)
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

define i32 @read() {
  %r = call i32 (i32, ...) @starts(i32 5, i64 7)
  ret i32 %r
}

define i32 @fewer() {
  %p = freeze ptr @f
  %r = call i32 (...) %p()
  ret i32 %r
}
