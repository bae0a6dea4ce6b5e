; An `invoke` of a function that returns goes on at its first label.
; @f(i8 1) => i8 2
; @f(i8 poison) => poison
; @bad() => undefined: bad-call

declare i32 @personality(...)
define i8 @increment(i8 %a) {
  %r = add i8 %a, 1
  ret i8 %r
}

define i8 @f(i8 %a) personality ptr @personality {
  %r = invoke i8 @increment(i8 %a) to label %next unwind label %pad
next:
  ret i8 %r
pad:
  %p = landingpad { ptr, i32 } cleanup
  ret i8 0
}

define i8 @bad() personality ptr @personality {
  %r = invoke i8 @increment(i16 1) to label %next unwind label %pad
next:
  ret i8 %r
pad:
  %p = landingpad { ptr, i32 } cleanup
  ret i8 0
}
