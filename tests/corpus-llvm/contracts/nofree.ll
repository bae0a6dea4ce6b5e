; A function with `nofree` frees nothing, and through a `nofree` argument nothing is freed.
; @function(i1 true) => undefined: nofree
; @function(i1 false) => i8 1
; @argument(i1 true) => undefined: nofree
; @argument(i1 false) => i8 1
; @plain(i1 true) => i8 1
; @neither() => i8 5

declare ptr @malloc(i64)
declare void @free(ptr)
define void @f(ptr %p, i1 %c) nofree {
  br i1 %c, label %a, label %b
a:
  call void @free(ptr %p)
  br label %b
b:
  ret void
}

define void @g(ptr nofree %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @free(ptr %p)
  br label %b
b:
  ret void
}

define void @h(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @free(ptr %p)
  br label %b
b:
  ret void
}

define i8 @function(i1 %c) {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  call void @f(ptr %p, i1 %c)
  ret i8 1
}

define i8 @argument(i1 %c) {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  call void @g(ptr %p, i1 %c)
  ret i8 1
}

define i8 @plain(i1 %c) {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  call void @h(ptr %p, i1 %c)
  ret i8 1
}

define i8 @neither() {
  ret i8 5
}
