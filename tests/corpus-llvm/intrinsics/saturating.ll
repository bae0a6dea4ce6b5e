; A saturating operation stops at the ends of the range.
; @uadd(i8 -1, i8 1) => i8 -1
; @uadd(i8 1, i8 1) => i8 2
; @sadd(i8 127, i8 1) => i8 127
; @sadd(i8 -128, i8 -1) => i8 -128
; @sadd(i8 127, i8 -1) => i8 126
; @usub(i8 0, i8 1) => i8 0
; @usub(i8 2, i8 1) => i8 1
; @ssub(i8 -128, i8 1) => i8 -128
; @ssub(i8 127, i8 -1) => i8 127
; @ssub(i8 0, i8 1) => i8 -1
; @sadd(i8 poison, i8 0) => poison

define i8 @uadd(i8 %a, i8 %b) {
  %r = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @sadd(i8 %a, i8 %b) {
  %r = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @usub(i8 %a, i8 %b) {
  %r = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @ssub(i8 %a, i8 %b) {
  %r = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}
