; The lowest byte comes first on a little-endian target.
; @low(i32 67305985) => i8 1
; @parts(i32 67305985) => <2 x i16> <i16 513, i16 1027>

target datalayout = "e"
define i8 @low(i32 %a) {
  %p = alloca i32
  store i32 %a, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define <2 x i16> @parts(i32 %a) {
  %p = alloca i32
  store i32 %a, ptr %p
  %r = load <2 x i16>, ptr %p
  ret <2 x i16> %r
}
