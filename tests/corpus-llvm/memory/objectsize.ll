; The size of an object is a bound, which the compiler may know or not.
; @least(i64 2) => i8 0 | i8 1 | i8 2
; @least(i64 4) => i8 0
; @least(i64 5) => unspecified: object-size

@g = global [4 x i8] zeroinitializer
define i8 @least(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = call i8 @llvm.objectsize.i8.p0(ptr %p, i1 true, i1 false, i1 false)
  ret i8 %r
}
