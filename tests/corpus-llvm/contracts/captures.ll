; A pointer that a call must not capture cannot be used afterwards.
; @none() => undefined: captured
; @all() => i8 1
; @read_load() => i8 7
; @read_store() => undefined: captured
; @old() => undefined: captured
; @during() => i8 2

@cell = global ptr null
define void @keep_none(ptr captures(none) %p) {
  store ptr %p, ptr @cell
  ret void
}

define void @keep(ptr captures(address, provenance) %p) {
  store ptr %p, ptr @cell
  ret void
}

define void @keep_read(ptr captures(address, read_provenance) %p) {
  store ptr %p, ptr @cell
  ret void
}

define void @keep_old(ptr nocapture %p) {
  store ptr %p, ptr @cell
  ret void
}

define void @use(ptr captures(none) %p) {
  store i8 2, ptr %p
  ret void
}

define i8 @none() {
  %a = alloca i8
  call void @keep_none(ptr %a)
  %p = load ptr, ptr @cell
  store i8 1, ptr %p
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @all() {
  %a = alloca i8
  call void @keep(ptr %a)
  %p = load ptr, ptr @cell
  store i8 1, ptr %p
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @read_load() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @keep_read(ptr %a)
  %p = load ptr, ptr @cell
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @read_store() {
  %a = alloca i8
  call void @keep_read(ptr %a)
  %p = load ptr, ptr @cell
  store i8 1, ptr %p
  ret i8 0
}

define i8 @old() {
  %a = alloca i8
  call void @keep_old(ptr %a)
  %p = load ptr, ptr @cell
  store i8 1, ptr %p
  ret i8 0
}

define i8 @during() {
  %a = alloca i8
  call void @use(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}
