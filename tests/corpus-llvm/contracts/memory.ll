; A function with `memory(…)` writes only what that allows, and does not see what it must not read.
; @none(i1 true) => undefined: memory-effects
; @none(i1 false) => i8 7
; @read(i1 true) => undefined: memory-effects
; @read(i1 false) => i8 7
; @argument() => i8 1
; @elsewhere() => undefined: memory-effects
; @unseen() => poison
; @own() => i8 3
; @site() => undefined: memory-effects

@g = global i8 5
define void @f_none(ptr %p, i1 %c) memory(none) {
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %p
  br label %b
b:
  ret void
}

define void @f_read(ptr %p, i1 %c) memory(read) {
  %x = load i8, ptr %p
  br i1 %c, label %a, label %b
a:
  store i8 1, ptr %p
  br label %b
b:
  ret void
}

define void @f_argument(ptr %p) memory(argmem: readwrite) {
  store i8 1, ptr %p
  ret void
}

define void @f_elsewhere(ptr %p) memory(argmem: readwrite) {
  store i8 1, ptr @g
  ret void
}

define i8 @f_unseen() memory(write) {
  %r = load i8, ptr @g
  ret i8 %r
}

define i8 @f_own() memory(none) {
  %a = alloca i8
  store i8 3, ptr %a
  %r = load i8, ptr %a
  ret i8 %r
}

define void @plain(ptr %p) {
  store i8 1, ptr %p
  ret void
}

define i8 @none(i1 %c) {
  %a = alloca i8
  store i8 7, ptr %a
  call void @f_none(ptr %a, i1 %c)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @read(i1 %c) {
  %a = alloca i8
  store i8 7, ptr %a
  call void @f_read(ptr %a, i1 %c)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @argument() {
  %a = alloca i8
  call void @f_argument(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @elsewhere() {
  %a = alloca i8
  call void @f_elsewhere(ptr %a)
  ret i8 0
}

define i8 @unseen() {
  %r = call i8 @f_unseen()
  ret i8 %r
}

define i8 @own() {
  %r = call i8 @f_own()
  ret i8 %r
}

define i8 @site() {
  %a = alloca i8
  call void @plain(ptr %a) memory(read)
  ret i8 0
}
