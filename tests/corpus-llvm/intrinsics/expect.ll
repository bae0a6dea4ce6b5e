; `llvm.expect` returns its first operand, whatever was expected.
; @f(i8 5) => i8 5
; @f(i8 6) => i8 6
; @f(i8 poison) => poison

define i8 @f(i8 %a) {
  %r = call i8 @llvm.expect.i8(i8 %a, i8 5)
  ret i8 %r
}
