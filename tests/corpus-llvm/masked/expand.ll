; An expanding load reads as many elements as there are enabled lanes, and a compressing store writes so many.
; @expand(<3 x i1> <i1 1, i1 0, i1 1>) => <3 x i8> <i8 1, i8 8, i8 2>
; @expand(<3 x i1> <i1 1, i1 1, i1 1>) => undefined: out-of-bounds
; @compress(<3 x i1> <i1 0, i1 1, i1 1>) => <2 x i8> <i8 4, i8 5>
; @compress(<3 x i1> <i1 0, i1 0, i1 1>) => <2 x i8> <i8 5, i8 2>
; @compress(<3 x i1> <i1 1, i1 1, i1 1>) => undefined: out-of-bounds

@g = global [2 x i8] c"\01\02"
define <3 x i8> @expand(<3 x i1> %m) {
  %r = call <3 x i8> @llvm.masked.expandload.v3i8(ptr align 1 @g, <3 x i1> %m, <3 x i8> <i8 7, i8 8, i8 9>)
  ret <3 x i8> %r
}

define <2 x i8> @compress(<3 x i1> %m) {
  %p = alloca <2 x i8>, align 2
  store <2 x i8> <i8 1, i8 2>, ptr %p
  call void @llvm.masked.compressstore.v3i8(<3 x i8> <i8 3, i8 4, i8 5>, ptr align 1 %p, <3 x i1> %m)
  %r = load <2 x i8>, ptr %p
  ret <2 x i8> %r
}
