define i64 @loop(i64 %n) {
entry:
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %sum = phi i64 [ 1, %entry ], [ %mixed, %head ]
  %product = mul i64 %sum, 6364136223846793005
  %more = add i64 %product, %i
  %shifted = lshr i64 %more, 29
  %mixed = xor i64 %more, %shifted
  %next = add nuw nsw i64 %i, 1
  %is_less = icmp ult i64 %next, %n
  br i1 %is_less, label %head, label %exit

exit:
  ret i64 %mixed
}

define i32 @main() {
  %result = call i64 @loop(i64 ITERATIONS)
  ret i32 0
}
