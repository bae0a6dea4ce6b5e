; The copy of `byval` has the padding and the undef bytes of the original.
; @f() => i8 7
; @undef() => undef

target datalayout = "e-i16:16"
define i8 @padding(ptr byval({ i8, i16 }) %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @f() {
  %p = alloca { i8, i16 }
  %q = getelementptr i8, ptr %p, i64 1
  store i8 7, ptr %q
  %r = call i8 @padding(ptr byval({ i8, i16 }) %p)
  ret i8 %r
}

define i8 @undef() {
  %p = alloca { i8, i16 }
  %r = call i8 @padding(ptr byval({ i8, i16 }) %p)
  ret i8 %r
}
