; An intrinsic that is not supported is refused, once it is called.
; @f(i1 true) => unsupported: intrinsic
; @f(i1 false) => i8 0

define i8 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.eh.unwind.init()
  ret i8 1
b:
  ret i8 0
}
