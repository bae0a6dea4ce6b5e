; `unreachable` is undefined once it is executed.
; @f(i1 true) => undefined: unreachable
; @f(i1 false) => i8 0

define i8 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i8 0
}
