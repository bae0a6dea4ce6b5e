; The highest byte comes first on a big-endian target, and elements keep their order.
; @high(i32 67305985) => i8 4
; @parts(i32 67305985) => <2 x i16> <i16 1027, i16 513>
; @odd(i20 74565) => i8 1
; @float(float 1.0) => i8 63

target datalayout = "E"
define i8 @high(i32 %a) {
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

define i8 @odd(i20 %a) {
  %p = alloca i32
  store i20 %a, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @float(float %a) {
  %p = alloca float
  store float %a, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
