; Bits of a pointer have no parts.
; @whole() => i1 true
; @parts() => unspecified: pointer-as-integer

@g = global i64 0, align 8
define i1 @whole() {
  %a = ptrtoint ptr @g to i64
  %v = bitcast i64 %a to <1 x i64>
  %b = extractelement <1 x i64> %v, i32 0
  %r = icmp eq i64 %a, %b
  ret i1 %r
}

define <2 x i32> @parts() {
  %a = ptrtoint ptr @g to i64
  %v = bitcast i64 %a to <2 x i32>
  ret <2 x i32> %v
}
