; A loop that never ends exceeds the limit of steps.
; @f(i8 0) => limit: budget-steps
; @f(i8 1) => i8 1

define i8 @f(i8 %a) {
entry:
  br label %loop
loop:
  %c = icmp eq i8 %a, 1
  br i1 %c, label %exit, label %loop
exit:
  ret i8 1
}
