define i16 @aliased(ptr %p, ptr %q) {
  store i16 1, ptr %p
  store i16 2, ptr %q
  ret i16 1
}

define double @refused(double %x) {
  %y = call double @llvm.sin.f64(double %x)
  ret double %y
}

define void @undefined() {
  unreachable
}

declare double @llvm.sin.f64(double)
