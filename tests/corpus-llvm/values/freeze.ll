; `freeze` makes one value of poison and undef, lane by lane, and leaves others alone.
; @f(i2 poison) => i2 0 | i2 1 | i2 2 | i2 3
; @f(i2 undef) => i2 0 | i2 1 | i2 2 | i2 3
; @f(i2 1) => i2 1
; @same(i2 poison) => i1 true
; @lanes(<2 x i1> <i1 true, poison>) => <2 x i1> <i1 1, i1 0> | <2 x i1> <i1 1, i1 1>
; @partial() => i2 1 | i2 3
; @pointer(ptr poison) => unspecified: address
; @pointer(ptr null) => ptr null

define i2 @f(i2 %a) {
  %r = freeze i2 %a
  ret i2 %r
}

define i1 @same(i2 %a) {
  %f = freeze i2 %a
  %r = icmp eq i2 %f, %f
  ret i1 %r
}

define <2 x i1> @lanes(<2 x i1> %a) {
  %r = freeze <2 x i1> %a
  ret <2 x i1> %r
}

define i2 @partial() {
  %a = or i2 undef, 1
  %r = freeze i2 %a
  ret i2 %r
}

define ptr @pointer(ptr %a) {
  %r = freeze ptr %a
  ret ptr %r
}
