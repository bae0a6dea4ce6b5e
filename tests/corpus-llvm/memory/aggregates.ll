; A struct is stored member by member, at the offsets of the data layout.
; @packed() => i8 2
; @padded() => i8 2
; @vector() => i8 3

target datalayout = "e-i16:16"
define i8 @packed() {
  %p = alloca <{ i8, i16 }>
  store <{ i8, i16 }> <{ i8 1, i16 2 }>, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @padded() {
  %p = alloca { i8, i16 }
  store { i8, i16 } { i8 1, i16 2 }, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @vector() {
  %p = alloca <4 x i8>
  store <4 x i8> <i8 1, i8 2, i8 3, i8 4>, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  %r = load i8, ptr %q
  ret i8 %r
}
