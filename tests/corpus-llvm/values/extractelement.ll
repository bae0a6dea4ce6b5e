; An index outside of a vector is poison, and so is an undef one that may be.
; @f(i32 1) => i8 6
; @f(i32 2) => poison
; @f(i32 -1) => poison
; @f(i32 poison) => poison
; @f(i32 undef) => poison
; @bit() => i8 5 | i8 6

define i8 @f(i32 %n) {
  %r = extractelement <2 x i8> <i8 5, i8 6>, i32 %n
  ret i8 %r
}

define i8 @bit() {
  %n = and i32 undef, 1
  %r = extractelement <2 x i8> <i8 5, i8 6>, i32 %n
  ret i8 %r
}
