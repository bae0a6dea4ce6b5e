//! Masked accesses.
#![allow(missing_docs)]

use crate::modules::check;

const MODULE: &str = "
@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@c = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@w = global [4 x i32] zeroinitializer, align 16
@end = global [2 x i32] [i32 5, i32 6], align 4
; => 1 b 3 d
define <4 x i32> @load() {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 @g, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, <4 x i32> <i32 10, i32 11, i32 12, i32 13>)
  ret <4 x i32> %v
}
; => 5 poison poison poison
define <4 x i32> @lanes_that_are_off_are_not_accessed() {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @end, <4 x i1> <i1 1, i1 0, i1 0, i1 0>, <4 x i32> poison)
  ret <4 x i32> %v
}
; => out-of-bounds
define <4 x i32> @outside() {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 @end, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, <4 x i32> poison)
  ret <4 x i32> %v
}
; => undef undef undef undef
define <4 x i32> @nothing_is_accessed() {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr null, <4 x i1> zeroinitializer, <4 x i32> undef)
  ret <4 x i32> %v
}
; => bad-pointer
define <4 x i32> @null() {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr null, <4 x i1> <i1 0, i1 0, i1 1, i1 0>, <4 x i32> undef)
  ret <4 x i32> %v
}
; => lanes
define <4 x i32> @poison_in_mask() {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr @g, <4 x i1> <i1 1, i1 poison, i1 1, i1 0>, <4 x i32> poison)
  ret <4 x i32> %v
}
; => bad-pointer
define <4 x i32> @misaligned_is_poison() {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 @end, <4 x i1> <i1 1, i1 0, i1 0, i1 0>, <4 x i32> poison)
  ret <4 x i32> %v
}
; => 1 9 3 8
define <4 x i32> @store() {
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr @w
  call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 poison, i32 9, i32 poison, i32 8>, ptr align 4 @w, <4 x i1> <i1 0, i1 1, i1 0, i1 1>)
  %v = load <4 x i32>, ptr @w
  ret <4 x i32> %v
}
; => constant-written
define void @store_to_constant() {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr @c, <4 x i1> <i1 0, i1 1, i1 0, i1 1>)
  ret void
}
; =>
define void @store_of_nothing_to_constant() {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> zeroinitializer, ptr @c, <4 x i1> zeroinitializer)
  ret void
}
; => 3 7 1
define <3 x i32> @gather() {
  %p = getelementptr i32, ptr @g, <3 x i64> <i64 2, i64 100, i64 0>
  %v = call <3 x i32> @llvm.masked.gather.v3i32.v3p0(<3 x ptr> align 4 %p, <3 x i1> <i1 1, i1 0, i1 1>, <3 x i32> <i32 7, i32 7, i32 7>)
  ret <3 x i32> %v
}
; => 9
define i32 @scatter_is_in_order() {
  %p = insertelement <2 x ptr> <ptr @w, ptr poison>, ptr @w, i32 1
  call void @llvm.masked.scatter.v2i32.v2p0(<2 x i32> <i32 8, i32 9>, <2 x ptr> align 4 %p, <2 x i1> <i1 1, i1 1>)
  %v = load i32, ptr @w
  ret i32 %v
}
; => 1 0 0 2
define <4 x i32> @expand() {
  %v = call <4 x i32> @llvm.masked.expandload.v4i32(ptr align 4 @g, <4 x i1> <i1 1, i1 0, i1 0, i1 1>, <4 x i32> zeroinitializer)
  ret <4 x i32> %v
}
; => 5 7 0 0
define <4 x i32> @compress() {
  store <4 x i32> zeroinitializer, ptr @w
  call void @llvm.masked.compressstore.v4i32(<4 x i32> <i32 5, i32 6, i32 7, i32 8>, ptr align 4 @w, <4 x i1> <i1 1, i1 0, i1 1, i1 0>)
  %v = load <4 x i32>, ptr @w
  ret <4 x i32> %v
}
; => noundef
define <2 x i32> @result_has_attributes() {
  %v = call noundef <2 x i32> @llvm.masked.load.v2i32.p0(ptr @g, <2 x i1> <i1 1, i1 0>, <2 x i32> undef)
  ret <2 x i32> %v
}
; => unsupported intrinsic
define <8 x i1> @bits() {
  %v = call <8 x i1> @llvm.masked.load.v8i1.p0(ptr @g, <8 x i1> splat (i1 true), <8 x i1> undef)
  ret <8 x i1> %v
}
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, <2 x i1>, <2 x i32>)
declare <8 x i1> @llvm.masked.load.v8i1.p0(ptr, <8 x i1>, <8 x i1>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare <3 x i32> @llvm.masked.gather.v3i32.v3p0(<3 x ptr>, <3 x i1>, <3 x i32>)
declare void @llvm.masked.scatter.v2i32.v2p0(<2 x i32>, <2 x ptr>, <2 x i1>)
declare <4 x i32> @llvm.masked.expandload.v4i32(ptr, <4 x i1>, <4 x i32>)
declare void @llvm.masked.compressstore.v4i32(<4 x i32>, ptr, <4 x i1>)
";

#[test]
fn lanes_are_accessed() {
    check(MODULE);
}

#[test]
fn the_alignment_may_be_an_argument() {
    check(
        "@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
        @under = global [2 x i32] [i32 5, i32 6], align 2
        ; => 1 b
        define <2 x i32> @load() {
          %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr @g, i32 16, <2 x i1> <i1 1, i1 0>, <2 x i32> <i32 10, i32 11>)
          ret <2 x i32> %v
        }
        ; => misaligned
        define <2 x i32> @misaligned() {
          %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr @under, i32 4, <2 x i1> <i1 1, i1 0>, <2 x i32> <i32 10, i32 11>)
          ret <2 x i32> %v
        }
        ; => 5 b
        define <2 x i32> @aligned_less() {
          %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr @under, i32 2, <2 x i1> <i1 1, i1 0>, <2 x i32> <i32 10, i32 11>)
          ret <2 x i32> %v
        }
        ; => lanes
        define <2 x i32> @nothing_is_accessed() {
          %v = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr @under, i32 4, <2 x i1> zeroinitializer, <2 x i32> <i32 10, i32 11>)
          ret <2 x i32> %v
        }
        ; => misaligned
        define <2 x i32> @gather() {
          %p = insertelement <2 x ptr> <ptr @g, ptr poison>, ptr @under, i32 1
          %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %p, i32 4, <2 x i1> <i1 1, i1 1>, <2 x i32> poison)
          ret <2 x i32> %v
        }
        ; => 7
        define i32 @store() {
          call void @llvm.masked.store.v2i32.p0(<2 x i32> <i32 7, i32 8>, ptr @g, i32 4, <2 x i1> <i1 1, i1 0>)
          %v = load i32, ptr @g
          ret i32 %v
        }
        declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
        declare void @llvm.masked.store.v2i32.p0(<2 x i32>, ptr, i32, <2 x i1>)
        declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)",
    );
}
