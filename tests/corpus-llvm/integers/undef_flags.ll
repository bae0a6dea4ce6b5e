; An operation with a flag on undef is poison for some choice and a value for another.
; @nuw(i1 1) => i1 true | poison
; @nuw(i1 0) => undef
; @add(i1 1) => undef

define i1 @nuw(i1 %a) {
  %r = add nuw i1 undef, %a
  ret i1 %r
}

define i1 @add(i1 %a) {
  %r = add i1 undef, %a
  ret i1 %r
}
