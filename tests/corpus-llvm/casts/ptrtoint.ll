; An integer made of a pointer can be moved and turned back; its value depends on the address.
; @null() => i64 0
; @number(i64 16) => ptr 16
; @back() => i8 7
; @distance() => i64 2
; @value() => unspecified: address
; @narrow() => unspecified: address
; @zero_narrow() => i32 0

@g = global [4 x i8] c"\05\06\07\08"
define i64 @null() {
  %r = ptrtoint ptr null to i64
  ret i64 %r
}

define ptr @number(i64 %a) {
  %r = inttoptr i64 %a to ptr
  ret ptr %r
}

define i8 @back() {
  %a = ptrtoint ptr @g to i64
  %b = add i64 %a, 2
  %p = inttoptr i64 %b to ptr
  %r = load i8, ptr %p
  ret i8 %r
}

define i64 @distance() {
  %p = getelementptr i8, ptr @g, i64 2
  %a = ptrtoint ptr @g to i64
  %b = ptrtoint ptr %p to i64
  %r = sub i64 %b, %a
  ret i64 %r
}

define i64 @value() {
  %a = ptrtoint ptr @g to i64
  %r = mul i64 %a, 2
  ret i64 %r
}

define i32 @narrow() {
  %r = ptrtoint ptr @g to i32
  ret i32 %r
}

define i32 @zero_narrow() {
  %r = ptrtoint ptr null to i32
  ret i32 %r
}
