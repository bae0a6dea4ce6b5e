; A result with `noundef` must be defined, whether the function says so or the call.
; @function(i8 poison) => undefined: noundef
; @function(i8 1) => i8 1
; @call(i8 poison) => undefined: noundef
; @call(i8 1) => i8 1
; @plain(i8 poison) => poison

define noundef i8 @function(i8 %a) {
  ret i8 %a
}

define i8 @plain(i8 %a) {
  ret i8 %a
}

define i8 @call(i8 %a) {
  %r = call noundef i8 @plain(i8 %a)
  ret i8 %r
}
