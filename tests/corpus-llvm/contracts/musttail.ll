; A function that is called with `musttail` does not access an `alloca` of its caller either.
; @f(ptr null) => undefined: tail-call
; @g(ptr null) => i8 1
; @h(ptr null) => i8 1
; @forwards() => unsupported: instruction

@v = global i8 0
define i8 @set(ptr %p) {
  store i8 1, ptr %p
  ret i8 1
}

define i8 @f(ptr %p) {
  %a = alloca i8
  %r = musttail call i8 @set(ptr %a)
  ret i8 %r
}

define i8 @g(ptr %p) {
  %r = musttail call i8 @set(ptr @v)
  ret i8 %r
}

define i8 @h(ptr %p) {
  %a = alloca i8
  %r = notail call i8 @set(ptr %a)
  ret i8 %r
}

define void @takes_more(ptr %p, ...) {
  ret void
}

define void @forward(ptr %p, ...) {
  musttail call void (ptr, ...) @takes_more(ptr %p, ...)
  ret void
}

define void @forwards() {
  call void (ptr, ...) @forward(ptr null, i32 1)
  ret void
}
