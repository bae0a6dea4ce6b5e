; A function with the name of a library function is one, unless the call says `nobuiltin`.
; @builtin(i32 -5) => i32 5
; @builtin(i32 poison) => poison
; @body(i32 -5) => i32 5

declare i32 @abs(i32)
define i32 @builtin(i32 %a) {
  %r = call i32 @abs(i32 %a)
  ret i32 %r
}

define i32 @body(i32 %a) {
  %r = call i32 @abs(i32 %a) builtin
  ret i32 %r
}
