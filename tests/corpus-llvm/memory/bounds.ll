; An access lies inside of its allocation as a whole.
; @load(i64 3) => i8 4
; @load(i64 4) => undefined: out-of-bounds
; @load(i64 -1) => undefined: out-of-bounds
; @wide(i64 0) => i32 67305985
; @wide(i64 1) => undefined: out-of-bounds
; @store(i64 3) => void
; @store(i64 4) => undefined: out-of-bounds

target datalayout = "e"
@g = global [4 x i8] c"\01\02\03\04"
define i8 @load(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = load i8, ptr %p
  ret i8 %r
}

define i32 @wide(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = load i32, ptr %p, align 1
  ret i32 %r
}

define void @store(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  store i8 0, ptr %p
  ret void
}
