; A load with `!noundef` must give a defined value.
; @f(i8 poison) => undefined: noundef
; @f(i8 1) => i8 1
; @plain(i8 poison) => poison
; @uninitialised() => undefined: noundef

define i8 @f(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i8, ptr %p, !noundef !0
  ret i8 %r
}

define i8 @plain(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @uninitialised() {
  %p = alloca i8
  %r = load i8, ptr %p, !noundef !0
  ret i8 %r
}
!0 = !{}
