; A function with `nocreateundeforpoison` makes no poison of its own.
; @f(i8 1) => i8 2
; @f(i8 127) => undefined: poison-created
; @f(i8 poison) => poison
; @plain(i8 127) => poison

define i8 @f(i8 %a) nocreateundeforpoison {
  %r = add nsw i8 %a, 1
  ret i8 %r
}

define i8 @plain(i8 %a) {
  %r = add nsw i8 %a, 1
  ret i8 %r
}
