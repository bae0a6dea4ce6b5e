define i32 @main(i32 %a) {
  %b = add i32 %a, 1
  ret i64 %b
}
