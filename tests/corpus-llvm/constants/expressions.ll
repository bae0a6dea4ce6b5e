; Constant expressions have the values of their instructions.
; @gep() => i8 3
; @beyond() => undefined: out-of-bounds
; @inbounds() => undefined: bad-pointer
; @distance() => i64 2
; @trunc() => i8 5

@g = global [4 x i8] c"\01\02\03\04"
define i8 @gep() {
  %r = load i8, ptr getelementptr (i8, ptr @g, i64 2)
  ret i8 %r
}

define i8 @beyond() {
  %r = load i8, ptr getelementptr (i8, ptr @g, i64 4)
  ret i8 %r
}

define i8 @inbounds() {
  %r = load i8, ptr getelementptr inbounds (i8, ptr @g, i64 5)
  ret i8 %r
}

define i64 @distance() {
  %r = sub i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 2) to i64), ptrtoint (ptr @g to i64)
  ret i64 %r
}

define i8 @trunc() {
  ret i8 trunc (i64 ptrtoint (ptr inttoptr (i64 5 to ptr) to i64) to i8)
}
