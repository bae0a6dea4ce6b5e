; A vector that does not fill its last byte has the place of an integer of its size in memory.
; @same(<3 x i1> <i1 1, i1 0, i1 1>) => <3 x i1> <i1 1, i1 0, i1 1>
; @byte(i8 5) => <3 x i1> <i1 1, i1 0, i1 1>
; @byte(i8 -1) => unspecified: padding

target datalayout = "e"
define <3 x i1> @same(<3 x i1> %a) {
  %p = alloca <3 x i1>
  store <3 x i1> %a, ptr %p
  %r = load <3 x i1>, ptr %p
  ret <3 x i1> %r
}

define <3 x i1> @byte(i8 %a) {
  %p = alloca <3 x i1>
  store i8 %a, ptr %p
  %r = load <3 x i1>, ptr %p
  ret <3 x i1> %r
}
