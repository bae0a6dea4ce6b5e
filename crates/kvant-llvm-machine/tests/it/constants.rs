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
