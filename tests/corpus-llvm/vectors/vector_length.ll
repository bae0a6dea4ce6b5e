; The number of lanes of the next step of a loop is specified at its end and at multiples.
; @f(i8 3) => i32 3
; @f(i8 8) => i32 4
; @f(i8 5) => unspecified: vector-length

define i32 @f(i8 %n) {
  %r = call i32 @llvm.experimental.get.vector.length.i8(i8 %n, i32 4, i1 false)
  ret i32 %r
}
