; A value outside of its `range` is poison.
; @f(i8 9) => i8 9
; @f(i8 10) => poison
; @f(i8 -1) => poison
; @wraps(i8 -1) => i8 -1
; @wraps(i8 4) => i8 4
; @wraps(i8 5) => poison
; @both(i8 10) => undefined: noundef
; @both(i8 9) => i8 9
; @result(i8 10) => poison
; @result(i8 9) => i8 9
; @lanes(<2 x i8> <i8 9, i8 10>) => <2 x i8> <i8 9, poison>
; @f(i8 undef) => poison

define i8 @f(i8 range(i8 0, 10) %a) {
  ret i8 %a
}

define i8 @wraps(i8 range(i8 -5, 5) %a) {
  ret i8 %a
}

define i8 @both(i8 noundef range(i8 0, 10) %a) {
  ret i8 %a
}

define range(i8 0, 10) i8 @result(i8 %a) {
  ret i8 %a
}

define <2 x i8> @lanes(<2 x i8> range(i8 0, 10) %a) {
  ret <2 x i8> %a
}
