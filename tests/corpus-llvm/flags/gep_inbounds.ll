; `getelementptr inbounds` may lead to the end of an allocation, and not beyond it.
; @f(i64 4) => ptr +4
; @f(i64 5) => poison
; @f(i64 0) => ptr +0
; @f(i64 -1) => poison
; @plain(i64 5) => ptr +5
; @plain(i64 -1) => ptr +-1

@g = global [4 x i8] zeroinitializer
define ptr @f(i64 %n) {
  %p = getelementptr inbounds i8, ptr @g, i64 %n
  ret ptr %p
}

define ptr @plain(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  ret ptr %p
}
