; `noundef` at the call is as good as at the function.
; @f(i8 poison) => undefined: noundef
; @f(i8 1) => i8 1
; @plain(i8 poison) => poison

define i8 @g(i8 %a) {
  ret i8 %a
}

define i8 @f(i8 %a) {
  %r = call i8 @g(i8 noundef %a)
  ret i8 %r
}

define i8 @plain(i8 %a) {
  %r = call i8 @g(i8 %a)
  ret i8 %r
}
