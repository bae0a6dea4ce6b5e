; A comparison with undef has the results that some value has.
; @eq() => undef
; @ult_zero() => i1 false
; @ult_one() => i1 false | i1 true
; @poison() => poison

define i1 @eq() {
  %r = icmp eq i2 undef, 1
  ret i1 %r
}

define i1 @ult_zero() {
  %r = icmp ult i2 undef, 0
  ret i1 %r
}

define i1 @ult_one() {
  %r = icmp ult i2 undef, 1
  ret i1 %r
}

define i1 @poison() {
  %r = icmp eq i2 undef, poison
  ret i1 %r
}
