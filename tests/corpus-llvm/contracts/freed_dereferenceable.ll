; Freeing memory that a parameter calls dereferenceable is refused, because its meaning has changed.
; @marked() => unspecified: freed-dereferenceable
; @plain() => i8 1
; @neither() => i8 5

declare ptr @malloc(i64)
declare void @free(ptr)
define void @f(ptr dereferenceable(1) %p) {
  call void @free(ptr %p)
  ret void
}

define void @g(ptr %p) {
  call void @free(ptr %p)
  ret void
}

define i8 @marked() {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  call void @f(ptr %p)
  ret i8 1
}

define i8 @plain() {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 0
some:
  call void @g(ptr %p)
  ret i8 1
}

define i8 @neither() {
  ret i8 5
}
