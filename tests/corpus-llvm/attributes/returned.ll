; A function that does not return its `returned` argument is not specified.
; @same(i8 1) => i8 1
; @other(i8 1) => unspecified: returned
; @other(i8 2) => i8 2

define i8 @same(i8 returned %a) {
  ret i8 %a
}

define i8 @other(i8 returned %a) {
  ret i8 2
}
