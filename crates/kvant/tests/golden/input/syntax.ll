define i32 @main(i32 %a) {
  %b = add i32 %a
  ret i32 %b
}
