; `malloc` gives undef bytes, and `calloc` zeros.
; @of_malloc() => undef
; @of_calloc() => i8 0
; @bounds() => undefined: out-of-bounds

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
define i8 @of_malloc() {
  %p = call ptr @malloc(i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 9
some:
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @of_calloc() {
  %p = call ptr @calloc(i64 1, i64 1)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 9
some:
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @bounds() {
  %p = call ptr @calloc(i64 2, i64 3)
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %some
none:
  ret i8 9
some:
  %q = getelementptr i8, ptr %p, i64 6
  %r = load i8, ptr %q
  ret i8 %r
}
