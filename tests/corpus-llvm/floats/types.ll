; Every float type has its own precision and range.
; @half(half 2048.0) => half 2048.0
; @bfloat(bfloat 256.0) => bfloat 256.0
; @double(double 9007199254740992.0) => double 9007199254740992.0
; @double(double 1.0) => double 2.0
; @fp128(fp128 0xL00000000000000003FFF000000000000) => fp128 0xL00000000000000004000000000000000
; @half(half 65504.0) => half 65504.0

define half @half(half %a) {
  %r = fadd half %a, 1.0
  ret half %r
}

define bfloat @bfloat(bfloat %a) {
  %r = fadd bfloat %a, 1.0
  ret bfloat %r
}

define double @double(double %a) {
  %r = fadd double %a, 1.0
  ret double %r
}

define fp128 @fp128(fp128 %a) {
  %r = fadd fp128 %a, 0xL00000000000000003FFF000000000000
  ret fp128 %r
}
