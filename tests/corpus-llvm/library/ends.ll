; `exit` and `abort` end the program.
; @exits(i1 true) => ended: exit
; @exits(i1 false) => i8 0
; @aborts(i1 true) => ended: abort
; @aborts(i1 false) => i8 0
; @promised(i1 true) => undefined: willreturn
; @promised(i1 false) => i8 0

declare void @exit(i32)
declare void @abort()
define i8 @exits(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @exit(i32 3)
  unreachable
b:
  ret i8 0
}

define i8 @aborts(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @abort()
  unreachable
b:
  ret i8 0
}

define i8 @promised(i1 %c) willreturn {
  %r = call i8 @exits(i1 %c)
  ret i8 %r
}
