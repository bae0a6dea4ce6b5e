; A program does not end inside of a function with `willreturn`.
; @f(i1 true) => undefined: willreturn
; @f(i1 false) => i8 0
; @plain(i1 true) => ended: trap

define void @trap(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.trap()
  unreachable
b:
  ret void
}

define i8 @f(i1 %c) willreturn {
  call void @trap(i1 %c)
  ret i8 0
}

define i8 @plain(i1 %c) {
  call void @trap(i1 %c)
  ret i8 0
}
