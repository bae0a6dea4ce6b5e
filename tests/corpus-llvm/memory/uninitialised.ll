; Memory that was not written is undef.
; @undef() => undef
; @written() => i8 5
; @half() => i16 0buuuuuuuu00000101
; @odd() => unspecified: padding

target datalayout = "e"
define i8 @undef() {
  %p = alloca i8
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @written() {
  %p = alloca i8
  store i8 5, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i16 @half() {
  %p = alloca i16
  store i8 5, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}

define i7 @odd() {
  %p = alloca i7
  %r = load i7, ptr %p
  ret i7 %r
}
