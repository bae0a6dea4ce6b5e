; Through a `readonly` argument nothing is written, and through a `readnone` one nothing is accessed.
; @readonly(i1 true) => undefined: readonly
; @readonly(i1 false) => i8 7
; @readnone(i1 true) => undefined: readonly
; @readnone(i1 false) => i8 7

define void @writes(ptr readonly %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %p
  br label %b
b:
  %x = load i8, ptr %p
  ret void
}

define void @reads(ptr readnone %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = load i8, ptr %p
  br label %b
b:
  ret void
}

define i8 @readonly(i1 %c) {
  %a = alloca i8
  store i8 7, ptr %a
  call void @writes(ptr %a, i1 %c)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @readnone(i1 %c) {
  %a = alloca i8
  store i8 7, ptr %a
  call void @reads(ptr %a, i1 %c)
  %r = load i8, ptr %a
  ret i8 %r
}
