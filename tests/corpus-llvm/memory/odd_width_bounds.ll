; An integer needs as many bytes as hold its bits, and not its size in an array.
; @fits() => i24 0
; @large() => undefined: out-of-bounds

@g = global [3 x i8] zeroinitializer, align 4
define i24 @fits() {
  %r = load i24, ptr @g, align 4
  ret i24 %r
}

define i32 @large() {
  %r = load i32, ptr @g, align 4
  ret i32 %r
}
