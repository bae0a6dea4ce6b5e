; An allocation on the heap succeeds, and its memory lives until it is freed, once.
; @alive() => i8 3
; @dead() => undefined: dangling
; @twice() => undefined: bad-free
; @inside() => undefined: bad-free
; @stack() => undefined: bad-free
; @null() => i8 1

declare ptr @malloc(i64)
declare void @free(ptr)
define i8 @alive() {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  store i8 3, ptr %p
  %r = load i8, ptr %p
  call void @free(ptr %p)
  ret i8 %r
}

define i8 @dead() {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  call void @free(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @twice() {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  call void @free(ptr %p)
  call void @free(ptr %p)
  ret i8 1
}

define i8 @inside() {
  %p = call ptr @malloc(i64 2)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  %q = getelementptr i8, ptr %p, i64 1
  call void @free(ptr %q)
  ret i8 1
}

define i8 @stack() {
  %p = alloca i8
  call void @free(ptr %p)
  ret i8 1
}

define i8 @null() {
  call void @free(ptr null)
  ret i8 1
}
