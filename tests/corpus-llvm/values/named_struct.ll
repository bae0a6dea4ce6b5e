; A named type has the members of its definition.
; @f({ i8, i16 } { i8 1, i16 2 }) => i16 2
; @g({ i8, i16 } { i8 1, i16 poison }) => poison

%pair = type { i8, i16 }

define i16 @f(%pair %a) {
  %r = extractvalue %pair %a, 1
  ret i16 %r
}

define i16 @g(%pair %a) {
  %b = insertvalue %pair %a, i8 3, 0
  %r = extractvalue %pair %b, 1
  ret i16 %r
}
