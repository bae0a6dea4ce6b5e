; A node that is written at its instruction has the longer constants of the function.
; @load(i64 5, i64 7) => i64 12
; @load(i64 -5, i64 7) => poison
; @call(i64 5) => i64 5
; @call(i64 -5) => poison

define i64 @load(i64 %a, i64 %b) {
  %p = alloca i64
  store i64 %a, ptr %p
  %r = load i64, ptr %p, !range !{i64 0, i64 -9223372036854775808}
  %s = add i64 %r, %b
  %t = xor i64 %s, 1311768467463790320
  %u = xor i64 %t, 1311768467463790320
  ret i64 %u
}

define i64 @identity(i64 %a) {
  ret i64 %a
}

define i64 @call(i64 %a) {
  %r = call i64 @identity(i64 %a), !range !{i64 0, i64 -9223372036854775808}
  ret i64 %r
}
