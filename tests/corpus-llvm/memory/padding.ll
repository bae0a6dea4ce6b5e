; A store of an aggregate makes its padding undef; a store of its members does not.
; @whole() => undef
; @members() => i8 9
; @one_member() => undef

target datalayout = "e-i16:16-i32:32"
define i8 @whole() {
  %p = alloca { i8, i16 }
  %q = getelementptr i8, ptr %p, i64 1
  store i8 9, ptr %q
  store { i8, i16 } { i8 1, i16 2 }, ptr %p
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @members() {
  %p = alloca { i8, i16 }
  %q = getelementptr i8, ptr %p, i64 1
  store i8 9, ptr %q
  store i8 1, ptr %p
  %s = getelementptr i8, ptr %p, i64 2
  store i16 2, ptr %s
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @one_member() {
  %p = alloca { i8, [0 x i32] }
  %q = getelementptr i8, ptr %p, i64 1
  store i8 9, ptr %q
  store { i8, [0 x i32] } { i8 1, [0 x i32] zeroinitializer }, ptr %p
  %r = load i8, ptr %q
  ret i8 %r
}
