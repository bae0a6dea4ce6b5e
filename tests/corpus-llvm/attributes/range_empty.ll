; The range from 0 to 0 is empty.
; @f(i8 0) => poison
; @f(i8 5) => poison
; @almost(i8 0) => i8 0

define i8 @f(i8 range(i8 0, 0) %a) {
  ret i8 %a
}

define i8 @almost(i8 range(i8 0, 1) %a) {
  ret i8 %a
}
