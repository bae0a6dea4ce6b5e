define i16 @aliased(ptr %p, ptr %q) {
  store i16 1, ptr %p, !tbaa !0
  store i16 2, ptr %q, !tbaa !3
  %x = load i16, ptr %p, !tbaa !0
  ret i16 %x
}

define double @refused(double %x) {
  %y = call double @llvm.sin.f64(double %x)
  ret double %y
}

define void @undefined() {
  unreachable
}

declare double @llvm.sin.f64(double)

!0 = !{!1, !1, i64 0}
!1 = !{!"one", !2}
!2 = !{!"root"}
!3 = !{!4, !4, i64 0}
!4 = !{!"other", !2}
