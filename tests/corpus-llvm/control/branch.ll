; A branch on poison or undef is undefined.
; @f(i1 poison) => undefined: undefined-branch
; @f(i1 undef) => undefined: undefined-branch
; @f(i1 true) => i8 1
; @f(i1 false) => i8 2
; @same(i1 poison) => undefined: undefined-branch
; @frozen(i1 poison) => i8 1 | i8 2

define i8 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i8 1
b:
  ret i8 2
}

define i8 @same(i1 %c) {
  br i1 %c, label %a, label %a
a:
  ret i8 1
}

define i8 @frozen(i1 %c) {
  %d = freeze i1 %c
  br i1 %d, label %a, label %b
a:
  ret i8 1
b:
  ret i8 2
}
