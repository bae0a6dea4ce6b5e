; Members of structs and arrays are read and replaced one by one, and poison stays in its member.
; @insert({ i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 3] }) => { i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 9] }
; @extract({ i8, [2 x i16] } { i8 poison, [2 x i16] [i16 2, i16 3] }) => i16 3
; @extract({ i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 poison] }) => poison
; @middle({ i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 3] }) => [2 x i16] [i16 2, i16 3]

define { i8, [2 x i16] } @insert({ i8, [2 x i16] } %a) {
  %r = insertvalue { i8, [2 x i16] } %a, i16 9, 1, 1
  ret { i8, [2 x i16] } %r
}

define i16 @extract({ i8, [2 x i16] } %a) {
  %r = extractvalue { i8, [2 x i16] } %a, 1, 1
  ret i16 %r
}

define [2 x i16] @middle({ i8, [2 x i16] } %a) {
  %r = extractvalue { i8, [2 x i16] } %a, 1
  ret [2 x i16] %r
}
