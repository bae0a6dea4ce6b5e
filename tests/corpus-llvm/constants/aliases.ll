; An alias is the object that it stands for.
; @load() => i8 2
; @same() => i1 true
; @bounds() => undefined: out-of-bounds

@g = global [2 x i8] c"\01\02"
@a = alias i8, getelementptr (i8, ptr @g, i64 1)
define i8 @load() {
  %r = load i8, ptr @a
  ret i8 %r
}

define i1 @same() {
  %p = getelementptr i8, ptr @g, i64 1
  %r = icmp eq ptr @a, %p
  ret i1 %r
}

define i8 @bounds() {
  %p = getelementptr i8, ptr @a, i64 1
  %r = load i8, ptr %p
  ret i8 %r
}
