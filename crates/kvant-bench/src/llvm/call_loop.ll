define i64 @add(i64 %a, i64 %b) {
  %sum = add i64 %a, %b
  ret i64 %sum
}

define i64 @loop(i64 %n) {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %sum = phi i64 [ 0, %entry ], [ %more, %head ]
  %more = call i64 @add(i64 %sum, i64 %i)
  %next = call i64 @add(i64 %i, i64 1)
  %is_less = icmp ult i64 %next, %n
  br i1 %is_less, label %head, label %exit

exit:
  ret i64 %more
}

define i32 @main() {
  %result = call i64 @loop(i64 ITERATIONS)
  ret i32 0
}
