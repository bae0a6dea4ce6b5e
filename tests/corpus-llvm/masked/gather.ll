; A gather loads each enabled lane through its own pointer, and a scatter stores so.
; @gather(<2 x i1> <i1 1, i1 1>) => <2 x i8> <i8 2, i8 1>
; @gather(<2 x i1> <i1 1, i1 0>) => <2 x i8> <i8 2, i8 9>
; @gather_null(<2 x i1> <i1 1, i1 0>) => <2 x i8> <i8 1, i8 9>
; @gather_null(<2 x i1> <i1 1, i1 1>) => undefined: bad-pointer
; @scatter(<2 x i1> <i1 1, i1 1>) => i8 4
; @scatter(<2 x i1> <i1 1, i1 0>) => i8 3
; @scatter_null(<2 x i1> <i1 1, i1 1>) => undefined: bad-pointer

@g = global [2 x i8] c"\01\02"
define <2 x i8> @gather(<2 x i1> %m) {
  %p = getelementptr i8, ptr @g, <2 x i64> <i64 1, i64 0>
  %r = call <2 x i8> @llvm.masked.gather.v2i8.v2p0(<2 x ptr> align 1 %p, <2 x i1> %m, <2 x i8> <i8 8, i8 9>)
  ret <2 x i8> %r
}

define <2 x i8> @gather_null(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.masked.gather.v2i8.v2p0(<2 x ptr> align 1 <ptr @g, ptr null>, <2 x i1> %m, <2 x i8> <i8 8, i8 9>)
  ret <2 x i8> %r
}

define i8 @scatter(<2 x i1> %m) {
  %a = alloca i8
  %v = insertelement <2 x ptr> poison, ptr %a, i32 0
  %p = insertelement <2 x ptr> %v, ptr %a, i32 1
  call void @llvm.masked.scatter.v2i8.v2p0(<2 x i8> <i8 3, i8 4>, <2 x ptr> align 1 %p, <2 x i1> %m)
  %r = load i8, ptr %a
  ret i8 %r
}

define void @scatter_null(<2 x i1> %m) {
  call void @llvm.masked.scatter.v2i8.v2p0(<2 x i8> <i8 3, i8 4>, <2 x ptr> align 1 <ptr @g, ptr null>, <2 x i1> %m)
  ret void
}
