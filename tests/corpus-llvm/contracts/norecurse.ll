; A function with `norecurse` takes no part in a cycle of calls.
; @f(i8 0) => i8 0
; @f(i8 1) => undefined: norecurse
; @plain(i8 1) => i8 0

define i8 @f(i8 %n) norecurse {
  %zero = icmp eq i8 %n, 0
  br i1 %zero, label %end, label %more
end:
  ret i8 0
more:
  %m = sub i8 %n, 1
  %r = call i8 @f(i8 %m)
  ret i8 %r
}

define i8 @plain(i8 %n) {
  %zero = icmp eq i8 %n, 0
  br i1 %zero, label %end, label %more
end:
  ret i8 0
more:
  %m = sub i8 %n, 1
  %r = call i8 @plain(i8 %m)
  ret i8 %r
}
