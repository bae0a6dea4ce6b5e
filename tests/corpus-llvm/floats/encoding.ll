; An `x86_fp80` whose leading bit contradicts its exponent is refused by arithmetic.
; @f(x86_fp80 0xK3FFF0000000000000000) => unspecified: float-encoding
; @f(x86_fp80 0xK3FFF8000000000000000) => x86_fp80 0xK40008000000000000000

define x86_fp80 @f(x86_fp80 %a) {
  %r = fadd x86_fp80 %a, 0xK3FFF8000000000000000
  ret x86_fp80 %r
}
