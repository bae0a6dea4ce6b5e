; `fma` rounds once, `fmuladd` once or twice.
; @fma(half 0xH3C01, half 0xH3C01, half 0xHBC02) => half 0xH0010
; @fmuladd(half 0xH3C01, half 0xH3C01, half 0xHBC02) => half 0xH0010 | half 0.0
; @fmuladd(half 2.0, half 3.0, half 1.0) => half 7.0
; @fma(half poison, half 0.0, half 0.0) => poison

define half @fma(half %a, half %b, half %c) {
  %r = call half @llvm.fma.f16(half %a, half %b, half %c)
  ret half %r
}

define half @fmuladd(half %a, half %b, half %c) {
  %r = call half @llvm.fmuladd.f16(half %a, half %b, half %c)
  ret half %r
}
