; An intrinsic on undef has the results that some value has.
; @ctpop() => i2 0 | i2 1 | i2 2
; @umin() => i1 false
; @umax() => i1 true | i1 false

define i2 @ctpop() {
  %r = call i2 @llvm.ctpop.i2(i2 undef)
  ret i2 %r
}

define i1 @umin() {
  %r = call i1 @llvm.umin.i1(i1 undef, i1 false)
  ret i1 %r
}

define i1 @umax() {
  %r = call i1 @llvm.umax.i1(i1 undef, i1 false)
  ret i1 %r
}
