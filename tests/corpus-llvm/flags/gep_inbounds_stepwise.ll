; With `inbounds` the base and each partial sum are inside of the allocation.
; @back(i64 1, i64 -1) => ptr +3
; @back(i64 2, i64 -2) => poison
; @base(i64 -1) => poison
; @base(i64 0) => ptr +5

@g = global [4 x i8] zeroinitializer
define ptr @back(i64 %n, i64 %m) {
  %p = getelementptr inbounds [4 x i8], ptr @g, i64 %n, i64 %m
  ret ptr %p
}

define ptr @base(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 5
  %q = getelementptr inbounds i8, ptr %p, i64 %n
  ret ptr %q
}
