; Bits are counted, and bits and bytes are reversed.
; @ctpop(i8 7) => i8 3
; @ctpop(i8 poison) => poison
; @bitreverse(i8 1) => i8 -128
; @bitreverse(i8 poison) => poison
; @odd(i7 1) => i7 -64
; @bswap(i16 258) => i16 513
; @bswap(i16 poison) => poison

define i8 @ctpop(i8 %a) {
  %r = call i8 @llvm.ctpop.i8(i8 %a)
  ret i8 %r
}

define i8 @bitreverse(i8 %a) {
  %r = call i8 @llvm.bitreverse.i8(i8 %a)
  ret i8 %r
}

define i7 @odd(i7 %a) {
  %r = call i7 @llvm.bitreverse.i7(i7 %a)
  ret i7 %r
}

define i16 @bswap(i16 %a) {
  %r = call i16 @llvm.bswap.i16(i16 %a)
  ret i16 %r
}
