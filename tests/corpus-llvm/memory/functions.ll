; A function has no bytes.
; @load() => undefined: out-of-bounds
; @store() => undefined: out-of-bounds
; @call() => i8 1

define i8 @one() {
  ret i8 1
}

define i8 @load() {
  %r = load i8, ptr @one
  ret i8 %r
}

define i8 @store() {
  store i8 1, ptr @one
  ret i8 0
}

define i8 @call() {
  %r = call i8 @one()
  ret i8 %r
}
