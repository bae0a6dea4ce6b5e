; An index wider than a pointer is truncated; with `nusw` that must not change it.
; @plain(i128 18446744073709551617) => ptr +1
; @nusw(i128 18446744073709551617) => poison
; @nusw(i128 1) => ptr +1
; @narrow(i8 -1) => ptr +1

@g = global [4 x i8] zeroinitializer
define ptr @plain(i128 %n) {
  %q = getelementptr i8, ptr @g, i128 %n
  ret ptr %q
}

define ptr @nusw(i128 %n) {
  %q = getelementptr nusw i8, ptr @g, i128 %n
  ret ptr %q
}

define ptr @narrow(i8 %n) {
  %p = getelementptr i8, ptr @g, i64 2
  %q = getelementptr i8, ptr %p, i8 %n
  ret ptr %q
}
