define i64 @loop(i64 %n) {
entry:
  %sum = alloca i64, align 8
  %array = alloca [16 x i64], align 16
  store i64 0, ptr %sum, align 8
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %index = and i64 %i, 15
  %element = getelementptr inbounds [16 x i64], ptr %array, i64 0, i64 %index
  store i64 %i, ptr %element, align 8
  %before = load i64, ptr %sum, align 8
  %value = load i64, ptr %element, align 8
  %after = add i64 %before, %value
  store i64 %after, ptr %sum, align 8
  %next = add nuw nsw i64 %i, 1
  %is_less = icmp ult i64 %next, %n
  br i1 %is_less, label %head, label %exit

exit:
  %result = load i64, ptr %sum, align 8
  ret i64 %result
}

define i32 @main() {
  %result = call i64 @loop(i64 ITERATIONS)
  ret i32 0
}
