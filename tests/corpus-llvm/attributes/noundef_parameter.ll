; A parameter with `noundef` must not be poison or undef, not even in part.
; @f(i8 poison) => undefined: noundef
; @f(i8 undef) => undefined: noundef
; @f(i8 1) => i8 1
; @plain(i8 poison) => poison
; @lanes(<2 x i8> <i8 1, poison>) => undefined: noundef
; @lanes(<2 x i8> <i8 1, i8 2>) => <2 x i8> <i8 1, i8 2>
; @partial() => undefined: noundef
; @member({ i8, i8 } { i8 1, undef }) => undefined: noundef
; @member({ i8, i8 } { i8 1, i8 2 }) => i8 1

define i8 @f(i8 noundef %a) {
  ret i8 %a
}

define i8 @plain(i8 %a) {
  ret i8 %a
}

define <2 x i8> @lanes(<2 x i8> noundef %a) {
  ret <2 x i8> %a
}

define i8 @partial() {
  %u = and i8 undef, 1
  %r = call i8 @f(i8 %u)
  ret i8 %r
}

define i8 @member({ i8, i8 } noundef %a) {
  %r = extractvalue { i8, i8 } %a, 0
  ret i8 %r
}
