; A call of an unknown function returns what its attributes allow, and takes no poison for `noundef`.
; @noundef(i8 1) => i8 1
; @noundef(i8 poison) => undefined: noundef
; @nobuiltin(i32 1) => i8 1

declare void @use(i8 noundef)
declare i32 @abs(i32) nobuiltin
define i8 @noundef(i8 %a) {
  call void @use(i8 %a)
  ret i8 1
}

define i8 @nobuiltin(i32 %a) {
  %r = call i32 @abs(i32 %a) nobuiltin
  ret i8 1
}
