; From null, every unsigned offset is reached without wrapping once.
; @nuw(i64 -1, i64 0) => ptr -1
; @nuw(i64 -1, i64 1) => poison
; @plain(i64 -1, i64 1) => ptr null

define ptr @nuw(i64 %n, i64 %m) {
  %p = getelementptr nuw i8, ptr null, i64 %n
  %q = getelementptr nuw i8, ptr %p, i64 %m
  ret ptr %q
}

define ptr @plain(i64 %n, i64 %m) {
  %p = getelementptr i8, ptr null, i64 %n
  %q = getelementptr i8, ptr %p, i64 %m
  ret ptr %q
}
