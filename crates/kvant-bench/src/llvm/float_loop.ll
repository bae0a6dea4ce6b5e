define double @loop(i64 %n) {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %sum = phi double [ 1.0, %entry ], [ %smaller, %head ]
  %number = sitofp i64 %i to double
  %product = fmul double %sum, 1.5
  %more = fadd double %product, %number
  %smaller = fdiv double %more, 2.0
  %next = add nuw nsw i64 %i, 1
  %is_less = icmp ult i64 %next, %n
  br i1 %is_less, label %head, label %exit

exit:
  ret double %smaller
}

define i32 @main() {
  %result = call double @loop(i64 ITERATIONS)
  ret i32 0
}
