; Zero has as many trailing zeros as bits, or poison if the flag says so.
; @flag(i8 0) => poison
; @flag(i8 -128) => i8 7
; @plain(i8 0) => i8 8

define i8 @flag(i8 %a) {
  %r = call i8 @llvm.cttz.i8(i8 %a, i1 true)
  ret i8 %r
}

define i8 @plain(i8 %a) {
  %r = call i8 @llvm.cttz.i8(i8 %a, i1 false)
  ret i8 %r
}
