//! Constant expressions, aliases, and calls of constants.

#![allow(clippy::unwrap_used, missing_docs)]

use crate::modules::check;

#[test]
fn expressions_are_evaluated() {
    check(
        "@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
        @p = global ptr getelementptr inbounds (i8, ptr @g, i64 8)
        @s = global { i32, ptr, <2 x ptr> } { i32 7, ptr getelementptr (i32, ptr @g, i64 1), <2 x ptr> <ptr @g, ptr null> }
        ; => 2
        define i32 @gep() {
          %v = load i32, ptr getelementptr inbounds ([4 x i32], ptr @g, i64 0, i64 1)
          ret i32 %v
        }
        ; => 3
        define i32 @in_initialiser() {
          %p = load ptr, ptr @p
          %v = load i32, ptr %p
          ret i32 %v
        }
        ; => ptr +4
        define ptr @in_struct() {
          %p = load ptr, ptr getelementptr ({ i32, ptr, <2 x ptr> }, ptr @s, i64 0, i32 1)
          ret ptr %p
        }
        ; => ptr +16
        define ptr @end() {
          ret ptr getelementptr inbounds (i8, ptr @g, i64 16)
        }
        ; => poison
        define ptr @behind() {
          ret ptr getelementptr inbounds (i8, ptr @g, i64 17)
        }
        ; => poison
        define ptr @before() {
          ret ptr getelementptr inbounds (i8, ptr @g, i64 -1)
        }
        ; => poison
        define ptr @back() {
          ret ptr getelementptr nuw (i8, ptr getelementptr (i8, ptr @g, i64 4), i64 -4)
        }
        ; => address
        define ptr @far() {
          ret ptr getelementptr nuw (i8, ptr @g, i64 17)
        }
        ; => ptr +17
        define ptr @without_flags() {
          ret ptr getelementptr (i8, ptr @g, i64 17)
        }
        ; => ptr +4
        define i64 @ints() {
          ret i64 add (i64 ptrtoint (ptr @g to i64), i64 4)
        }
        ; => 8
        define i64 @distance() {
          ret i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @g, i64 8) to i64), i64 ptrtoint (ptr @g to i64))
        }
        ; => address
        define i64 @of_two() {
          ret i64 sub (i64 ptrtoint (ptr @p to i64), i64 ptrtoint (ptr @g to i64))
        }
        ; => address
        define i64 @inverted() {
          ret i64 xor (i64 ptrtoint (ptr @g to i64), i64 -1)
        }
        ; => address
        define i8 @low() {
          ret i8 trunc (i64 ptrtoint (ptr @g to i64) to i8)
        }
        ; => ptr 10
        define ptr @address() {
          ret ptr inttoptr (i64 16 to ptr)
        }
        ; => 10
        define i64 @there_and_back() {
          ret i64 ptrtoint (ptr inttoptr (i64 16 to ptr) to i64)
        }
        ; => ptr +0
        define i64 @address_only() {
          ret i64 ptrtoaddr (ptr @g to i64)
        }
        ; => ptr +4 ptr +8
        define <2 x ptr> @vectors() {
          ret <2 x ptr> getelementptr (i32, ptr @g, <2 x i64> <i64 1, i64 2>)
        }
        ; => 40201
        define i32 @cast() {
          ret i32 bitcast (<4 x i8> <i8 1, i8 2, i8 4, i8 0> to i32)
        }
        ; => ptr +0
        define ptr @no_cfi() {
          ret ptr no_cfi @cast
        }
        ; => unsupported constant
        define ptr @equivalent() {
          ret ptr dso_local_equivalent @cast
        }
        ; => unsupported constant
        define ptr @ranged() {
          ret ptr getelementptr inbounds inrange(0, 4) (i8, ptr @g, i64 4)
        }",
    );
}

#[test]
fn narrow_addresses_wrap() {
    check(
        "target datalayout = \"e-p:32:32\"
        @g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
        ; => 2
        define i32 @index_is_cut() {
          %v = load i32, ptr getelementptr (i8, ptr @g, i64 4294967300)
          ret i32 %v
        }
        ; => 2
        define i32 @index_of_instruction_is_cut() {
          %i = add i64 4294967300, 0
          %p = getelementptr i8, ptr @g, i64 %i
          %v = load i32, ptr %p
          ret i32 %v
        }
        ; => poison
        define ptr @signed_index_is_not_cut() {
          ret ptr getelementptr nusw (i8, ptr @g, i64 4294967300)
        }
        ; => poison
        define ptr @unsigned_index_is_not_cut() {
          ret ptr getelementptr nuw (i8, ptr @g, i64 4294967300)
        }
        ; => ptr ffffffff
        define ptr @null_is_an_address() {
          ret ptr getelementptr (i8, ptr null, i32 -1)
        }
        ; => poison
        define ptr @signed_product() {
          %i = add i32 1073741824, 0
          %p = getelementptr nusw i32, ptr @g, i32 %i
          ret ptr %p
        }
        ; => poison
        define ptr @unsigned_product() {
          %i = add i32 1073741824, 0
          %p = getelementptr nuw i32, ptr @g, i32 %i
          ret ptr %p
        }
        ; => ptr 10
        define ptr @unsigned_sum() {
          ret ptr getelementptr nuw (i8, ptr inttoptr (i32 8 to ptr), i32 8)
        }
        ; => poison
        define ptr @unsigned_sum_wraps() {
          ret ptr getelementptr nuw (i8, ptr inttoptr (i32 8 to ptr), i32 -8)
        }
        ; => ptr 0
        define ptr @signed_sum() {
          ret ptr getelementptr nusw (i8, ptr inttoptr (i32 8 to ptr), i32 -8)
        }
        ; => poison
        define ptr @signed_sum_wraps() {
          ret ptr getelementptr nusw (i8, ptr inttoptr (i32 8 to ptr), i32 -9)
        }",
    );
}

#[test]
fn indices_of_any_width_are_cut() {
    check(
        "@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
        ; => 2
        define i32 @wide() {
          %i = add i128 18446744073709551617, 0
          %p = getelementptr i32, ptr @g, i128 %i
          %v = load i32, ptr %p
          ret i32 %v
        }
        ; => poison
        define ptr @wide_and_signed() {
          %i = add i128 18446744073709551617, 0
          %p = getelementptr nusw i32, ptr @g, i128 %i
          ret ptr %p
        }",
    );
}

#[test]
fn aliases_are_what_they_stand_for() {
    check(
        "@g = global [2 x i32] [i32 1, i32 2]
        @data = alias [2 x i32], ptr @g
        @second = alias i32, getelementptr inbounds (i8, ptr @data, i64 4)
        @chain = alias i32, ptr @second
        @code = alias i32 (i32), ptr @increment
        @chosen = ifunc i32 (i32), ptr @resolve
        define ptr @resolve() { ret ptr @increment }
        define i32 @increment(i32 %x) {
          %y = add i32 %x, 1
          ret i32 %y
        }
        ; => 2
        define i32 @load_chain() {
          %v = load i32, ptr @chain
          ret i32 %v
        }
        ; => 9
        define i32 @store() {
          store i32 9, ptr @second
          %v = load i32, ptr getelementptr (i8, ptr @g, i64 4)
          ret i32 %v
        }
        ; => 1
        define i1 @same() {
          %c = icmp eq ptr @second, getelementptr (i8, ptr @g, i64 4)
          ret i1 %c
        }
        ; => 6
        define i32 @call() {
          %v = call i32 @code(i32 5)
          ret i32 %v
        }
        ; => 6
        define i32 @call_equivalent() {
          %v = call i32 dso_local_equivalent @code(i32 5)
          ret i32 %v
        }
        ; => bad-call
        define i32 @call_data() {
          %v = call i32 @second(i32 5)
          ret i32 %v
        }
        ; => unsupported constant
        define i32 @call_ifunc() {
          %v = call i32 @chosen(i32 5)
          ret i32 %v
        }",
    );
}

#[test]
fn calls_of_constants_need_a_function() {
    check(
        "@p = global ptr @f
        @g = global i32 0
        define i32 @f(i32 %x) { ret i32 %x }
        define fastcc void @fast() { ret void }
        define ccc i32 @written() { ret i32 1 }
        ; => bad-call
        define void @null() {
          call void null()
          ret void
        }
        ; => bad-call
        define void @poison() {
          call void poison()
          ret void
        }
        ; => bad-call
        define void @undef() {
          call void undef()
          ret void
        }
        ; => bad-call
        define void @address() {
          call void inttoptr (i64 64 to ptr)()
          ret void
        }
        ; => 5
        define i32 @expression() {
          %v = call i32 inttoptr (i64 ptrtoint (ptr @f to i64) to ptr)(i32 5)
          ret i32 %v
        }
        ; => bad-call
        define i32 @middle() {
          %v = call i32 getelementptr (i8, ptr @f, i64 1)(i32 5)
          ret i32 %v
        }
        ; => bad-call
        define i64 @types() {
          %p = load ptr, ptr @p
          %v = call i64 %p(i64 5)
          ret i64 %v
        }
        ; => bad-call
        define void @convention() {
          %p = select i1 true, ptr @fast, ptr null
          call void %p()
          ret void
        }
        ; => 1
        define i32 @same_convention() {
          %v = call i32 @written()
          ret i32 %v
        }
        ; => bad-call
        define void @data() {
          call void @g()
          ret void
        }
        ; => unsupported constant
        define i32 @asm() {
          %v = call i32 asm \"\", \"=r\"()
          ret i32 %v
        }",
    );
}

#[test]
fn a_cycle_of_aliases_is_refused() {
    let text = "@a = alias i32, ptr @b\n@b = alias i32, ptr @a\ndefine ptr @f() { ret ptr @a }";
    let module = kvant_llvm::parse::module(text).unwrap();
    let layout = kvant_llvm::layout::DataLayout::default();
    let program = kvant_llvm_machine::Program::new(&module, &layout);
    assert_eq!(program.refusals("f").len(), 1);
}

/// Expressions that only older versions have.
#[test]
fn old_expressions_are_evaluated() {
    check(
        "@a = global [4 x i8] zeroinitializer
        @b = global i8 0
        @weak = extern_weak global i8
        @merged = unnamed_addr constant i8 0
        declare extern_weak void @weak_function()
        ; => 20
        define i64 @product() {
          ret i64 mul (i64 ptrtoint (ptr getelementptr (i64, ptr null, i64 1) to i64), i64 4)
        }
        ; => poison
        define i8 @overflow() {
          ret i8 mul nsw (i8 64, i8 2)
        }
        ; => poison
        define i8 @inexact() {
          ret i8 ashr exact (i8 3, i8 1)
        }
        ; => ffe8
        define i16 @bits() {
          ret i16 or (i16 and (i16 shl (i16 -1, i16 4), i16 -32), i16 lshr (i16 16, i16 1))
        }
        ; => ffff
        define i16 @extended() {
          ret i16 sext (i1 icmp slt (i8 -1, i8 0) to i16)
        }
        ; => 1
        define i16 @inside() {
          ret i16 zext (i1 icmp ult (ptr @a, ptr getelementptr (i8, ptr @a, i64 4)) to i16)
        }
        ; => 0
        define i1 @different() {
          ret i1 icmp eq (ptr @a, ptr @b)
        }
        ; => 1
        define i1 @of_null() {
          ret i1 icmp ne (ptr @a, ptr null)
        }
        ; => address
        define i1 @order() {
          ret i1 icmp ult (ptr @a, ptr @b)
        }
        ; => address
        define i1 @at_the_end() {
          ret i1 icmp eq (ptr getelementptr (i8, ptr @a, i64 4), ptr @b)
        }
        ; => address
        define i1 @perhaps_null() {
          ret i1 icmp eq (ptr @weak, ptr null)
        }
        ; => address
        define i1 @function_that_is_perhaps_null() {
          ret i1 icmp eq (ptr @weak_function, ptr null)
        }
        ; => address
        define i1 @function_that_is_perhaps_null_in_an_instruction() {
          %c = icmp eq ptr @weak_function, null
          ret i1 %c
        }
        ; => address
        define i1 @perhaps_merged() {
          ret i1 icmp eq (ptr @merged, ptr @b)
        }
        ; => 1 0
        define <2 x i1> @lanes() {
          ret <2 x i1> icmp eq (<2 x ptr> <ptr @a, ptr @a>, <2 x ptr> <ptr @a, ptr @b>)
        }
        ; => 2
        define i8 @chosen() {
          ret i8 select (i1 icmp eq (ptr @a, ptr @b), i8 1, i8 2)
        }
        ; => 1 4
        define <2 x i8> @chosen_lanes() {
          ret <2 x i8> select (<2 x i1> <i1 true, i1 false>, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>)
        }
        ; => poison
        define i8 @of_poison() {
          ret i8 select (i1 poison, i8 1, i8 2)
        }
        ; => unsupported constant
        define i8 @of_undef() {
          ret i8 select (i1 undef, i8 1, i8 2)
        }
        ; => bf800000
        define float @converted() {
          ret float fneg (float uitofp (i1 icmp ne (ptr @a, ptr @b) to float))
        }
        ; => 3
        define i8 @truncated() {
          ret i8 fptosi (float fptrunc (double 3.5 to float) to i8)
        }
        ; => 1
        define i1 @unordered() {
          ret i1 fcmp uno (double 0x7FF8000000000000, double 1.0)
        }
        ; => float-environment
        define i1 @subnormal() {
          ret i1 fcmp oeq (double 0x0000000000000001, double 0.0)
        }",
    );
}
