; Pairs of doubles are not supported.
; @f() => unsupported: type
; @g(double 1.0) => double 1.0

define ppc_fp128 @f() {
  ret ppc_fp128 0xM3FF00000000000000000000000000000
}

define double @g(double %a) {
  ret double %a
}
