; Memory is limited.
; @f(i64 1) => i8 0
; @f(i64 -1) => limit: budget-memory

define i8 @f(i64 %n) {
  %p = alloca i32, i64 %n
  ret i8 0
}
