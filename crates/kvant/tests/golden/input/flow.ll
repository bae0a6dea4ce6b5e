define i32 @inner(i32 %a) !dbg !3 {
  %x = add nsw i32 %a, 1, !dbg !6
  ret i32 %x, !dbg !7
}

define i1 @flow(i32 %a, ptr %p) !dbg !9 {
entry:
  %v = call i32 @inner(i32 %a)
  store i32 %v, ptr %p, align 4
  %w = load i32, ptr %p, align 4
  %c = icmp eq i32 %w, 0
  br i1 %c, label %yes, label %no, !dbg !10

yes:
  ret i1 true

no:
  %r = phi i1 [ false, %entry ]
  ret i1 %r
}

define i1 @main() {
  %q = alloca i32, align 4
  %r = call i1 @flow(i32 2147483647, ptr %q)
  ret i1 %r
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "flow.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "inner", file: !1, line: 1, type: !4, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = !DILocation(line: 2, column: 12, scope: !3)
!7 = !DILocation(line: 2, column: 3, scope: !3)
!8 = distinct !DISubprogram(name: "is_zero", file: !1, line: 5, type: !4, unit: !0)
!9 = distinct !DISubprogram(name: "flow", file: !1, line: 9, type: !4, unit: !0)
!10 = !DILocation(line: 6, column: 7, scope: !8, inlinedAt: !11)
!11 = distinct !DILocation(line: 12, column: 10, scope: !9)
