; Each execution of an `alloca` makes other memory.
; @f() => i8 1
; @g() => i1 false

define i8 @f() {
  %p = alloca i8
  store i8 1, ptr %p
  %q = alloca i8
  store i8 2, ptr %q
  %r = load i8, ptr %p
  ret i8 %r
}

define i1 @g() {
  %p = alloca i8
  %q = alloca i8
  %r = icmp eq ptr %p, %q
  ret i1 %r
}
