; Memory of a function ends with it: a store to it is undefined.
; @dead() => undefined: dangling
; @alive() => i8 3

define ptr @local() {
  %p = alloca i8
  ret ptr %p
}

define void @set(ptr %p) {
  store i8 3, ptr %p
  ret void
}

define i8 @dead() {
  %p = call ptr @local()
  store i8 3, ptr %p
  ret i8 0
}

define i8 @alive() {
  %p = alloca i8
  call void @set(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}
