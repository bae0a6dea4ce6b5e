; With nofree, a function frees no memory that was there before, and no memory through an argument.
; @plain() => void
; @function() => undefined: nofree
; @own() => void
; @parameter() => undefined: nofree
; @other() => void
; @dereferenceable() => unspecified: freed-dereferenceable
; @afterwards() => void

declare ptr @malloc(i64)
declare void @free(ptr)
define internal void @frees(ptr %p) {
  call void @free(ptr %p)
  ret void
}

define internal void @frees.nofree(ptr %p) nofree {
  call void @free(ptr %p)
  ret void
}

define internal void @frees.own() nofree {
  %p = call ptr @malloc(i64 1)
  call void @free(ptr %p)
  ret void
}

define internal void @frees.argument(ptr nofree %p, ptr %q) {
  call void @free(ptr %p)
  ret void
}

define internal void @frees.other(ptr nofree %p, ptr %q) {
  call void @free(ptr %q)
  ret void
}

define internal void @frees.loaded(ptr dereferenceable(1) %p) {
  call void @free(ptr %p)
  ret void
}

define internal void @reads(ptr dereferenceable(1) %p) {
  %x = load i8, ptr %p
  ret void
}

define void @plain() {
  %p = call ptr @malloc(i64 1)
  call void @frees(ptr %p)
  ret void
}

define void @function() {
  %p = call ptr @malloc(i64 1)
  call void @frees.nofree(ptr %p)
  ret void
}

define void @own() {
  call void @frees.own()
  ret void
}

define void @parameter() {
  %p = call ptr @malloc(i64 1)
  call void @frees.argument(ptr %p, ptr %p)
  ret void
}

define void @other() {
  %p = call ptr @malloc(i64 1)
  call void @frees.other(ptr %p, ptr %p)
  ret void
}

define void @dereferenceable() {
  %p = call ptr @malloc(i64 1)
  call void @frees.loaded(ptr %p)
  ret void
}

define void @afterwards() {
  %p = call ptr @malloc(i64 1)
  call void @reads(ptr %p)
  call void @free(ptr %p)
  ret void
}
