; Some intrinsics do nothing, whatever their operands are.
; @f(ptr null) => i8 1
; @f(ptr poison) => i8 1

@s = constant [2 x i8] c"a\00"
declare void @llvm.reloc.none(metadata)
define i8 @f(ptr %p) {
  call void @llvm.donothing()
  call void @llvm.sideeffect()
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 0, i32 1)
  call void @llvm.var.annotation.p0.p0(ptr %p, ptr @s, ptr @s, i32 1, ptr null)
  call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  call void (...) @llvm.fake.use(ptr %p)
  call void @llvm.codeview.annotation(metadata !3)
  call void @llvm.reloc.none(metadata !"symbol")
  ret i8 1
}
!0 = !{!1}
!1 = !{!1, !2}
!2 = !{!2}
!3 = !{!"a"}
