; A masked load accesses enabled lanes only, and takes the others from its last operand.
; @f(<2 x i1> <i1 1, i1 1>, i64 0) => <2 x i8> <i8 1, i8 2>
; @f(<2 x i1> <i1 1, i1 0>, i64 0) => <2 x i8> <i8 1, i8 9>
; @f(<2 x i1> <i1 1, i1 0>, i64 1) => <2 x i8> <i8 2, i8 9>
; @f(<2 x i1> <i1 1, i1 1>, i64 1) => undefined: out-of-bounds
; @null(<2 x i1> <i1 0, i1 0>) => <2 x i8> <i8 8, i8 9>
; @null(<2 x i1> <i1 0, i1 1>) => undefined: bad-pointer
; @aligned(<2 x i1> <i1 1, i1 0>) => undefined: misaligned
; @aligned(<2 x i1> <i1 0, i1 0>) => unspecified: lanes

@g = global [2 x i8] c"\01\02"
define <2 x i8> @f(<2 x i1> %m, i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 1 %p, <2 x i1> %m, <2 x i8> <i8 8, i8 9>)
  ret <2 x i8> %r
}

define <2 x i8> @null(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr align 1 null, <2 x i1> %m, <2 x i8> <i8 8, i8 9>)
  ret <2 x i8> %r
}

define <2 x i8> @aligned(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.masked.load.v2i8.p0(ptr @g, i32 8, <2 x i1> %m, <2 x i8> <i8 8, i8 9>)
  ret <2 x i8> %r
}
