; An integer of an odd width is stored with zeros above it; other bits there make a load poison.
; @same(i7 -1) => i7 -1
; @above(i8 127) => i7 -1
; @above(i8 -128) => poison
; @bits(i7 -1) => i8 127
; @three(i20 -1) => i24 1048575

target datalayout = "e"
define i7 @same(i7 %a) {
  %p = alloca i8
  store i7 %a, ptr %p
  %r = load i7, ptr %p
  ret i7 %r
}

define i7 @above(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i7, ptr %p
  ret i7 %r
}

define i8 @bits(i7 %a) {
  %p = alloca i8
  store i7 %a, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i24 @three(i20 %a) {
  %p = alloca i32
  store i20 %a, ptr %p
  %r = load i24, ptr %p
  ret i24 %r
}
