; The address of a pointer can be subtracted from another one into the same memory.
; @distance() => i64 3
; @null() => i64 0
; @poison() => poison
; @access() => unspecified: address

@g = global [4 x i8] zeroinitializer
define i8 @access() {
  %a = ptrtoaddr ptr @g to i64
  %p = inttoptr i64 %a to ptr
  %r = load i8, ptr %p
  ret i8 %r
}

define i64 @distance() {
  %p = getelementptr i8, ptr @g, i64 3
  %a = ptrtoaddr ptr @g to i64
  %b = ptrtoaddr ptr %p to i64
  %r = sub i64 %b, %a
  ret i64 %r
}

define i64 @null() {
  %r = ptrtoaddr ptr null to i64
  ret i64 %r
}

define i64 @poison() {
  %r = ptrtoaddr ptr poison to i64
  ret i64 %r
}
