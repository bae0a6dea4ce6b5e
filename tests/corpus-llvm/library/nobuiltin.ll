; A function with the name of a library function is one, unless the call and the declaration say `nobuiltin`.
; @builtin(i32 -5) => i32 5
; @builtin(i32 poison) => poison
; @body(i32 -5) => i32 5
; @only_the_call(i32 -5) => unsupported: library
; @unknown() => i1 true

declare i32 @abs(i32)
define i32 @builtin(i32 %a) {
  %r = call i32 @abs(i32 %a)
  ret i32 %r
}

define i32 @body(i32 %a) {
  %r = call i32 @abs(i32 %a) builtin
  ret i32 %r
}

define i32 @only_the_call(i32 %a) {
  %r = call i32 @abs(i32 %a) nobuiltin
  ret i32 %r
}

declare i64 @labs(i64) nobuiltin memory(none)
define i1 @unknown() {
  %a = call i64 @labs(i64 1) nobuiltin
  %b = call i64 @labs(i64 1) nobuiltin
  %r = icmp eq i64 %a, %b
  ret i1 %r
}
