; Arithmetic works lane by lane, and poison stays in its lane.
; @add(<2 x i8> <i8 1, poison>) => <2 x i8> <i8 2, poison>
; @icmp(<2 x i8> <i8 1, i8 -1>) => <2 x i1> <i1 false, i1 true>
; @undef(<2 x i8> <i8 1, undef>) => <2 x i8> <i8 1, i8 0b0000000u>

define <2 x i8> @add(<2 x i8> %a) {
  %r = add <2 x i8> %a, splat (i8 1)
  ret <2 x i8> %r
}

define <2 x i1> @icmp(<2 x i8> %a) {
  %r = icmp slt <2 x i8> %a, zeroinitializer
  ret <2 x i1> %r
}

define <2 x i8> @undef(<2 x i8> %a) {
  %r = and <2 x i8> %a, splat (i8 1)
  ret <2 x i8> %r
}
