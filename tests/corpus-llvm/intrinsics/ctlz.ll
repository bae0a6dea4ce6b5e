; Zero has as many leading zeros as bits, or poison if the flag says so.
; @flag(i8 0) => poison
; @flag(i8 1) => i8 7
; @plain(i8 0) => i8 8
; @odd(i7 1) => i7 6

define i8 @flag(i8 %a) {
  %r = call i8 @llvm.ctlz.i8(i8 %a, i1 true)
  ret i8 %r
}

define i8 @plain(i8 %a) {
  %r = call i8 @llvm.ctlz.i8(i8 %a, i1 false)
  ret i8 %r
}

define i7 @odd(i7 %a) {
  %r = call i7 @llvm.ctlz.i7(i7 %a, i1 true)
  ret i7 %r
}
