; Only the operand of a phi that is taken matters.
; @f(i1 true) => i8 1
; @f(i1 false) => poison

define i8 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi i8 [ 1, %a ], [ poison, %entry ]
  ret i8 %r
}
