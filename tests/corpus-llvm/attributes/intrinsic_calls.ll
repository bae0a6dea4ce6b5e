; Attributes of calls hold for intrinsics too.
; @argument(i8 poison) => undefined: noundef
; @argument(i8 1) => i8 1
; @result(i8 1) => poison
; @result(i8 0) => i8 0
; @metadata(i8 1) => poison
; @metadata(i8 0) => i8 0
; @range(i8 3) => poison
; @range(i8 1) => i8 1
; @float(float poison) => undefined: noundef
; @float(float -1.0) => float 1.0

define i8 @argument(i8 %a) {
  %r = call i8 @llvm.umin.i8(i8 noundef %a, i8 3)
  ret i8 %r
}

define i8 @result(i8 %a) {
  %r = call range(i8 0, 1) i8 @llvm.ctpop.i8(i8 %a)
  ret i8 %r
}

define i8 @metadata(i8 %a) {
  %r = call i8 @llvm.ctpop.i8(i8 %a), !range !0
  ret i8 %r
}

define i8 @range(i8 %a) {
  %r = call i8 @llvm.umax.i8(i8 range(i8 0, 3) %a, i8 0)
  ret i8 %r
}

define float @float(float %a) {
  %r = call float @llvm.fabs.f32(float noundef %a)
  ret float %r
}
!0 = !{i8 0, i8 1}
