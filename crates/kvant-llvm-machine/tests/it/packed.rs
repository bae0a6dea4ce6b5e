//! Vectors whose elements are no whole bytes, and wide integers, in memory and in casts.
#![allow(missing_docs)]

use crate::modules::check;

const LITTLE: &str = "
@bits = global <8 x i1> <i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 1, i1 0>
@pair = global { i8, <2 x i4>, i8 } { i8 1, <2 x i4> <i4 2, i4 3>, i8 4 }
; => 61
define i8 @lowest_first() {
  %v = load i8, ptr @bits
  ret i8 %v
}
; => 1 0 0 0 0 1 1 0
define <8 x i1> @there_and_back() {
  %v = load <8 x i1>, ptr @bits
  ret <8 x i1> %v
}
; => 5321
define i16 @of_the_manual() {
  %p = alloca i16
  store <4 x i4> <i4 1, i4 2, i4 3, i4 5>, ptr %p
  %v = load i16, ptr %p
  ret i16 %v
}
; => 2 3 4
define { <2 x i4>, i8 } @in_struct() {
  %p = getelementptr { i8, <2 x i4>, i8 }, ptr @pair, i32 0, i32 1
  %v = load { <2 x i4>, i8 }, ptr %p
  ret { <2 x i4>, i8 } %v
}
; => 1 1 0
define <3 x i1> @with_padding() {
  %p = alloca <3 x i1>
  store <3 x i1> <i1 1, i1 1, i1 0>, ptr %p
  %v = load <3 x i1>, ptr %p
  ret <3 x i1> %v
}
; => padding
define <3 x i1> @padding_is_not_zero() {
  %p = alloca i8
  store i8 -1, ptr %p
  %v = load <3 x i1>, ptr %p
  ret <3 x i1> %v
}
; => 1 undef
define <2 x i4> @undef_lane() {
  %p = alloca i8
  store <2 x i4> <i4 1, i4 undef>, ptr %p
  %v = load <2 x i4>, ptr %p
  ret <2 x i4> %v
}
; => 1/f0
define i8 @undef_bits() {
  %p = alloca i8
  store <2 x i4> <i4 1, i4 undef>, ptr %p
  %v = load i8, ptr %p
  ret i8 %v
}
; => unsupported type
define void @poison_in_part() {
  %p = alloca i8
  store <2 x i4> <i4 1, i4 poison>, ptr %p
  ret void
}
; => poison poison 3 4
define <4 x i4> @poison_in_bytes() {
  %p = alloca i16
  store <4 x i4> <i4 poison, i4 poison, i4 3, i4 4>, ptr %p
  %v = load <4 x i4>, ptr %p
  ret <4 x i4> %v
}
; => 1ffffffffffffffff 0
define <2 x i65> @odd_and_long() {
  %p = alloca <2 x i65>
  store <2 x i65> <i65 -1, i65 0>, ptr %p
  %v = load <2 x i65>, ptr %p
  ret <2 x i65> %v
}
; => noundef
define <2 x i4> @constraints() {
  %p = alloca i8
  store <2 x i4> <i4 1, i4 undef>, ptr %p
  %v = load <2 x i4>, ptr %p, !noundef !0
  ret <2 x i4> %v
}
!0 = !{}
";

#[test]
fn vectors_are_packed() {
    check(LITTLE);
}

#[test]
fn the_first_element_is_the_highest_of_a_big_endian_target() {
    check(
        "target datalayout = \"E\"
        ; => 86
        define i8 @highest_first() {
          %p = alloca i8
          store <8 x i1> <i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 1, i1 0>, ptr %p
          %v = load i8, ptr %p
          ret i8 %v
        }
        ; => 1235
        define i16 @of_the_manual() {
          %p = alloca i16
          store <4 x i4> <i4 1, i4 2, i4 3, i4 5>, ptr %p
          %v = load i16, ptr %p
          ret i16 %v
        }
        ; => 1235
        define i16 @cast() {
          %v = bitcast <4 x i4> <i4 1, i4 2, i4 3, i4 5> to i16
          ret i16 %v
        }
        ; => 12
        define i8 @wide() {
          %p = alloca i136
          store i136 6189700196426901374495621120, ptr %p
          %q = getelementptr i8, ptr %p, i64 5
          store i8 18, ptr %q
          %v = load i136, ptr %p
          %s = lshr i136 %v, 88
          %t = trunc i136 %s to i8
          ret i8 %t
        }",
    );
}

#[test]
fn wide_integers_are_in_memory() {
    check(
        "@g = global i256 -2
        @zero = global i256 0
        ; => fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe
        define i256 @there_and_back() {
          %v = load i256, ptr @g
          ret i256 %v
        }
        ; => 0
        define i1 @zeros() {
          %v = load i256, ptr @zero
          %c = icmp ne i256 %v, 0
          ret i1 %c
        }
        ; => fe
        define i8 @lowest() {
          %v = load i8, ptr @g
          ret i8 %v
        }
        ; => 1
        define i8 @odd_has_zeros_behind() {
          %p = alloca i129
          store i129 -1, ptr %p
          %q = getelementptr i8, ptr %p, i64 16
          %v = load i8, ptr %q
          ret i8 %v
        }
        ; => poison
        define i129 @odd_must_have_zeros_behind() {
          %p = alloca i129
          store i129 -1, ptr %p
          %q = getelementptr i8, ptr %p, i64 16
          store i8 2, ptr %q
          %v = load i129, ptr %p
          ret i129 %v
        }
        ; => undef
        define i256 @undef() {
          %p = alloca i256
          %v = load i256, ptr %p
          ret i256 %v
        }
        ; => unsupported type
        define i256 @undef_in_part() {
          %p = alloca i256
          store i8 0, ptr %p
          %v = load i256, ptr %p
          ret i256 %v
        }
        ; => poison
        define i256 @poison_in_part() {
          %p = alloca i256
          store i256 0, ptr %p
          store i8 poison, ptr %p
          %v = load i256, ptr %p
          ret i256 %v
        }
        ; => 5
        define i64 @cast() {
          %v = bitcast <4 x i64> <i64 0, i64 5, i64 0, i64 0> to i256
          %s = lshr i256 %v, 64
          %t = trunc i256 %s to i64
          ret i64 %t
        }
        ; => 0 ffffffffffffffffffffffffffffffff
        define <2 x i128> @cast_back() {
          %v = shl i256 -1, 128
          %c = bitcast i256 %v to <2 x i128>
          ret <2 x i128> %c
        }",
    );
}

#[test]
fn long_floats_are_in_memory() {
    check(
        "@x = global x86_fp80 1.0
        @q = global [2 x fp128] [fp128 1.0, fp128 2.0]
        ; => 3fff8000000000000000
        define x86_fp80 @extended() {
          %v = load x86_fp80, ptr @x
          ret x86_fp80 %v
        }
        ; => 3fff
        define i16 @highest() {
          %p = getelementptr i8, ptr @x, i64 8
          %v = load i16, ptr %p
          ret i16 %v
        }
        ; => 40000000000000000000000000000000
        define fp128 @second() {
          %p = getelementptr fp128, ptr @q, i64 1
          %v = load fp128, ptr %p
          ret fp128 %v
        }",
    );
}

#[test]
fn addresses_are_not_cast_to_other_widths() {
    check(
        "@g = global i8 0
        ; => pointer-as-integer
        define <2 x i32> @halves() {
          %v = ptrtoint ptr @g to i64
          %c = bitcast i64 %v to <2 x i32>
          ret <2 x i32> %c
        }",
    );
}
