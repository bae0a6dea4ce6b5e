; The least number has no absolute value; it is itself, or poison if the flag says so.
; @flag(i8 -128) => poison
; @flag(i8 -127) => i8 127
; @plain(i8 -128) => i8 -128
; @lanes(<2 x i8> <i8 -128, i8 -1>) => <2 x i8> <poison, i8 1>

define i8 @flag(i8 %a) {
  %r = call i8 @llvm.abs.i8(i8 %a, i1 true)
  ret i8 %r
}

define i8 @plain(i8 %a) {
  %r = call i8 @llvm.abs.i8(i8 %a, i1 false)
  ret i8 %r
}

define <2 x i8> @lanes(<2 x i8> %a) {
  %r = call <2 x i8> @llvm.abs.v2i8(<2 x i8> %a, i1 true)
  ret <2 x i8> %r
}
