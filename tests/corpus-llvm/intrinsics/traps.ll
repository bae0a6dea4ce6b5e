; A trap ends the program.
; @trap(i1 true) => ended: trap
; @trap(i1 false) => i8 0
; @ubsan(i1 true) => ended: trap
; @ubsan(i1 false) => i8 0

define i8 @trap(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.trap()
  unreachable
b:
  ret i8 0
}

define i8 @ubsan(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.ubsantrap(i8 1)
  unreachable
b:
  ret i8 0
}
