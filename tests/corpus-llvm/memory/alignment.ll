; An access is aligned as it says; only the alignment of the allocation is known.
; @load(i64 0) => i16 0
; @load(i64 2) => i16 0
; @load(i64 1) => undefined: misaligned
; @one(i64 1) => i16 0
; @more(i64 0) => undefined: misaligned
; @store(i64 2) => void
; @store(i64 3) => undefined: misaligned

@g = global [8 x i8] zeroinitializer, align 2
define i16 @load(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = load i16, ptr %p, align 2
  ret i16 %r
}

define i16 @one(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = load i16, ptr %p, align 1
  ret i16 %r
}

define i16 @more(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = load i16, ptr %p, align 4
  ret i16 %r
}

define void @store(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  store i16 1, ptr %p, align 2
  ret void
}
