; `atomicrmw` returns the old value and writes the new one.
; @xchg(i8 3) => { i8, i8 } { i8 5, i8 3 }
; @add(i8 3) => { i8, i8 } { i8 5, i8 8 }
; @sub(i8 6) => { i8, i8 } { i8 5, i8 -1 }
; @nand(i8 4) => { i8, i8 } { i8 5, i8 -5 }
; @min(i8 -1) => { i8, i8 } { i8 5, i8 -1 }
; @umin(i8 -1) => { i8, i8 } { i8 5, i8 5 }
; @inc(i8 5) => { i8, i8 } { i8 5, i8 0 }
; @inc(i8 6) => { i8, i8 } { i8 5, i8 6 }
; @cond(i8 6) => { i8, i8 } { i8 5, i8 5 }
; @sat(i8 6) => { i8, i8 } { i8 5, i8 0 }
; @add(i8 poison) => { i8, i8 } { i8 5, poison }

define { i8, i8 } @pair(i8 %old, ptr %p) {
  %new = load i8, ptr %p
  %r = insertvalue { i8, i8 } poison, i8 %old, 0
  %s = insertvalue { i8, i8 } %r, i8 %new, 1
  ret { i8, i8 } %s
}

define { i8, i8 } @xchg(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw xchg ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @add(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw add ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @sub(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw sub ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @nand(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw nand ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @min(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw min ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @umin(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw umin ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @inc(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw uinc_wrap ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @cond(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw usub_cond ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}

define { i8, i8 } @sat(i8 %a) {
  %p = alloca i8
  store i8 5, ptr %p
  %old = atomicrmw usub_sat ptr %p, i8 %a seq_cst
  %r = call { i8, i8 } @pair(i8 %old, ptr %p)
  ret { i8, i8 } %r
}
