; Two edges from one block to another have the same operand of a phi.
; @f(i8 0) => i8 5
; @f(i8 1) => i8 5
; @f(i8 2) => i8 6

define i8 @f(i8 %a) {
entry:
  switch i8 %a, label %other [
    i8 0, label %next
    i8 1, label %next
  ]
other:
  br label %next
next:
  %r = phi i8 [ 5, %entry ], [ 5, %entry ], [ 6, %other ]
  ret i8 %r
}
