; `getelementptr` goes through structs, arrays and vectors by the sizes of their types.
; @struct() => ptr +4
; @array(i64 2) => ptr +8
; @nested() => ptr +12
; @odd(i64 1) => ptr +4
; @lanes() => <2 x i64> <i64 1, i64 3>
; @poison_index(i64 poison) => poison
; @poison_base(ptr poison) => poison
; @vector() => ptr +4

target datalayout = "e-i16:16-i32:32"
@g = global [32 x i8] zeroinitializer
define ptr @struct() {
  %p = getelementptr { i8, i32 }, ptr @g, i64 0, i32 1
  ret ptr %p
}

define ptr @array(i64 %n) {
  %p = getelementptr [4 x i32], ptr @g, i64 0, i64 %n
  ret ptr %p
}

define ptr @nested() {
  %p = getelementptr { i16, [3 x { i16, i16 }] }, ptr @g, i64 0, i32 1, i64 2, i32 1
  ret ptr %p
}

define ptr @odd(i64 %n) {
  %p = getelementptr i20, ptr @g, i64 %n
  ret ptr %p
}

define <2 x i64> @lanes() {
  %p = getelementptr i8, ptr @g, <2 x i64> <i64 1, i64 3>
  %a = ptrtoint <2 x ptr> %p to <2 x i64>
  %b = ptrtoint ptr @g to i64
  %v = insertelement <2 x i64> poison, i64 %b, i32 0
  %s = shufflevector <2 x i64> %v, <2 x i64> poison, <2 x i32> zeroinitializer
  %r = sub <2 x i64> %a, %s
  ret <2 x i64> %r
}

define ptr @poison_index(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  ret ptr %p
}

define ptr @poison_base(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 0
  ret ptr %q
}

define ptr @vector() {
  %p = getelementptr <2 x i32>, ptr @g, i64 0, i64 1
  ret ptr %p
}
