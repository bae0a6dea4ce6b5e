; A masked store writes enabled lanes only.
; @f(<2 x i1> <i1 1, i1 1>) => <2 x i8> <i8 3, i8 4>
; @f(<2 x i1> <i1 0, i1 1>) => <2 x i8> <i8 1, i8 4>
; @end(<2 x i1> <i1 1, i1 0>) => void
; @end(<2 x i1> <i1 1, i1 1>) => undefined: out-of-bounds
; @constant(<2 x i1> <i1 0, i1 0>) => void
; @constant(<2 x i1> <i1 1, i1 0>) => undefined: constant-written

@c = constant [2 x i8] c"\01\02"
define <2 x i8> @f(<2 x i1> %m) {
  %p = alloca <2 x i8>, align 2
  store <2 x i8> <i8 1, i8 2>, ptr %p
  call void @llvm.masked.store.v2i8.p0(<2 x i8> <i8 3, i8 4>, ptr align 1 %p, <2 x i1> %m)
  %r = load <2 x i8>, ptr %p
  ret <2 x i8> %r
}

define void @end(<2 x i1> %m) {
  %p = alloca i8
  call void @llvm.masked.store.v2i8.p0(<2 x i8> <i8 3, i8 4>, ptr align 1 %p, <2 x i1> %m)
  ret void
}

define void @constant(<2 x i1> %m) {
  call void @llvm.masked.store.v2i8.p0(<2 x i8> <i8 3, i8 4>, ptr align 1 @c, <2 x i1> %m)
  ret void
}
