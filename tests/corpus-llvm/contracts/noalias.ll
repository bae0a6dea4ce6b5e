; During a call, a byte that is modified is accessed through a `noalias` argument or through other pointers, and not both.
; @same() => undefined: noalias
; @other() => i8 7
; @read() => i8 7
; @plain() => i8 1
; @after() => i8 3
; @bytes() => i8 7
; @call_site() => undefined: noalias

define void @f(ptr noalias %p, ptr %q) {
  %x = load i8, ptr %p
  store i8 1, ptr %q
  ret void
}

define void @g(ptr %p, ptr %q) {
  %x = load i8, ptr %p
  store i8 1, ptr %q
  ret void
}

define void @reads(ptr noalias %p, ptr %q) {
  %x = load i8, ptr %p
  %y = load i8, ptr %q
  ret void
}

define i8 @same() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @f(ptr %a, ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @other() {
  %a = alloca i8
  %b = alloca i8
  store i8 7, ptr %a
  call void @f(ptr %a, ptr %b)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @read() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @reads(ptr %a, ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @plain() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @g(ptr %a, ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @after() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @reads(ptr %a, ptr %a)
  store i8 3, ptr %a
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @bytes() {
  %a = alloca [2 x i8]
  store i8 7, ptr %a
  %b = getelementptr i8, ptr %a, i64 1
  call void @f(ptr %a, ptr %b)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @call_site() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @g(ptr noalias %a, ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}
