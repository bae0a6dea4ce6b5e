; Some attributes cannot be violated by a run in one thread that ends without unwinding.
; @f(i8 1) => i8 1
; @g(i8 2) => i8 2

define i8 @f(i8 %a) mustprogress nosync nounwind {
  ret i8 %a
}

define i8 @g(i8 %a) {
  %r = call i8 @f(i8 %a) nounwind
  ret i8 %r
}
