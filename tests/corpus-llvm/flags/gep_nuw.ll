; With `nuw` a negative offset is poison, because it is a large unsigned one.
; @nuw(i64 -1) => poison
; @nuw(i64 1) => ptr +3
; @plain(i64 -1) => ptr +1
; @inbounds(i64 -1) => ptr +1

@g = global [4 x i8] zeroinitializer
define ptr @nuw(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 2
  %q = getelementptr nuw i8, ptr %p, i64 %n
  ret ptr %q
}

define ptr @inbounds(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 2
  %q = getelementptr inbounds i8, ptr %p, i64 %n
  ret ptr %q
}

define ptr @plain(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 2
  %q = getelementptr i8, ptr %p, i64 %n
  ret ptr %q
}
