; Calls may be nested, up to a limit.
; @f(i8 5) => i8 15
; @f(i8 0) => i8 0
; @endless() => limit: budget-depth

define i8 @f(i8 %n) {
  %zero = icmp eq i8 %n, 0
  br i1 %zero, label %end, label %more
end:
  ret i8 0
more:
  %m = sub i8 %n, 1
  %s = call i8 @f(i8 %m)
  %r = add i8 %s, %n
  ret i8 %r
}

define void @endless() {
  call void @endless()
  ret void
}
