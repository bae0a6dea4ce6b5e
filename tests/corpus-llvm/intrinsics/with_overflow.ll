; An operation with overflow returns the wrapped result, and whether it wraps.
; @uadd(i8 -1, i8 1) => { i8, i1 } { i8 0, i1 true }
; @uadd(i8 1, i8 1) => { i8, i1 } { i8 2, i1 false }
; @sadd(i8 127, i8 1) => { i8, i1 } { i8 -128, i1 true }
; @sadd(i8 -1, i8 1) => { i8, i1 } { i8 0, i1 false }
; @usub(i8 0, i8 1) => { i8, i1 } { i8 -1, i1 true }
; @usub(i8 1, i8 1) => { i8, i1 } { i8 0, i1 false }
; @ssub(i8 -128, i8 1) => { i8, i1 } { i8 127, i1 true }
; @ssub(i8 0, i8 1) => { i8, i1 } { i8 -1, i1 false }
; @umul(i8 16, i8 16) => { i8, i1 } { i8 0, i1 true }
; @umul(i8 16, i8 15) => { i8, i1 } { i8 -16, i1 false }
; @smul(i8 -128, i8 -1) => { i8, i1 } { i8 -128, i1 true }
; @smul(i8 -1, i8 -1) => { i8, i1 } { i8 1, i1 false }
; @smul(i8 poison, i8 0) => { i8, i1 } { poison, poison }

define { i8, i1 } @uadd(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @sadd(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @usub(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.usub.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @ssub(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.ssub.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @umul(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.umul.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}

define { i8, i1 } @smul(i8 %a, i8 %b) {
  %r = call { i8, i1 } @llvm.smul.with.overflow.i8(i8 %a, i8 %b)
  ret { i8, i1 } %r
}
