; Null is in bounds of nothing but the empty range at itself.
; @f(i64 0) => ptr null
; @f(i64 1) => poison
; @plain(i64 1) => ptr 1

define ptr @f(i64 %n) {
  %p = getelementptr inbounds i8, ptr null, i64 %n
  ret ptr %p
}

define ptr @plain(i64 %n) {
  %p = getelementptr i8, ptr null, i64 %n
  ret ptr %p
}
