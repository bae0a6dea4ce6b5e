; A load through a `writeonly` argument is poison, unless the byte was written through it before.
; @f(i1 true) => i8 2
; @f(i1 false) => poison

define i8 @g(ptr writeonly %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  store i8 2, ptr %p
  br label %b
b:
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @f(i1 %c) {
  %a = alloca i8
  store i8 7, ptr %a
  %r = call i8 @g(ptr %a, i1 %c)
  ret i8 %r
}
