; With `nusw` the scaled index fits in a signed integer; a result inside of the allocation does not wrap.
; @nusw(i64 4611686018427387904) => poison
; @nusw(i64 1) => ptr +4
; @nusw(i64 -1) => unspecified: address
; @plain(i64 4611686018427387904) => ptr +0

@g = global [4 x i32] zeroinitializer
define ptr @nusw(i64 %n) {
  %q = getelementptr nusw i32, ptr @g, i64 %n
  ret ptr %q
}

define ptr @plain(i64 %n) {
  %q = getelementptr i32, ptr @g, i64 %n
  ret ptr %q
}
