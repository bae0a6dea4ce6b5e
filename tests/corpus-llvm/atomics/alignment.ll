; An atomic access that is aligned less than its size is refused.
; @f() => i16 5
; @g() => unspecified: atomic-alignment

@v = global i16 5, align 2
define i16 @f() {
  %r = load atomic i16, ptr @v seq_cst, align 2
  ret i16 %r
}

define i16 @g() {
  %r = load atomic i16, ptr @v seq_cst, align 1
  ret i16 %r
}
