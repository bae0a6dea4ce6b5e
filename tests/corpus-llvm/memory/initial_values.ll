; Globals begin with their initial values.
; @zero() => i32 0
; @struct() => i16 3
; @string() => i8 98
; @undef() => undef
; @poison() => poison
; @pointer() => i8 98
; @function() => i8 9
; @weak() => unsupported: external

target datalayout = "e-i16:16"
@z = global i32 0
@s = global { i8, i16 } { i8 1, i16 3 }
@t = constant [3 x i8] c"abc"
@u = global i8 undef
@x = global i8 poison
@p = global ptr @t
@f = global ptr @nine
@d = extern_weak global i8
define i32 @zero() {
  %r = load i32, ptr @z
  ret i32 %r
}

define i16 @struct() {
  %p = getelementptr i8, ptr @s, i64 2
  %r = load i16, ptr %p
  ret i16 %r
}

define i8 @string() {
  %p = getelementptr [3 x i8], ptr @t, i64 0, i64 1
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @undef() {
  %r = load i8, ptr @u
  ret i8 %r
}

define i8 @poison() {
  %r = load i8, ptr @x
  ret i8 %r
}

define i8 @pointer() {
  %q = load ptr, ptr @p
  %p = getelementptr i8, ptr %q, i64 1
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @nine() {
  ret i8 9
}

define i8 @function() {
  %q = load ptr, ptr @f
  %r = call i8 %q()
  ret i8 %r
}

define i8 @weak() {
  %r = load i8, ptr @d
  ret i8 %r
}
