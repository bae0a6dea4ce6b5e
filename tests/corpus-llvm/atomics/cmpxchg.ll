; `cmpxchg` writes if the value is the expected one; a weak one may fail all the same.
; @f(i8 5) => { i8, i1 } { i8 5, i1 true }
; @f(i8 6) => { i8, i1 } { i8 5, i1 false }
; @after(i8 5) => i8 9
; @after(i8 6) => i8 5
; @weak(i8 5) => { i8, i1 } { i8 5, i1 true } | { i8, i1 } { i8 5, i1 false }
; @weak(i8 6) => { i8, i1 } { i8 5, i1 false }

define { i8, i1 } @f(i8 %e) {
  %p = alloca i8
  store i8 5, ptr %p
  %r = cmpxchg ptr %p, i8 %e, i8 9 seq_cst seq_cst
  ret { i8, i1 } %r
}

define i8 @after(i8 %e) {
  %p = alloca i8
  store i8 5, ptr %p
  %r = cmpxchg ptr %p, i8 %e, i8 9 acq_rel monotonic
  %v = load i8, ptr %p
  ret i8 %v
}

define { i8, i1 } @weak(i8 %e) {
  %p = alloca i8
  store i8 5, ptr %p
  %r = cmpxchg weak ptr %p, i8 %e, i8 9 seq_cst seq_cst
  ret { i8, i1 } %r
}
