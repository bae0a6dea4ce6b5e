//! Other address spaces.
#![allow(missing_docs)]

use crate::modules::check;

#[test]
fn accesses_are_as_in_the_first_one() {
    check(
        "target datalayout = \"e-p1:64:64-p3:32:32-p4:64:64-A5-p5:32:32-ni:4\"
        @g = addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
        @p = addrspace(1) global ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 4)
        @q = global ptr addrspace(1) @g
        @l = addrspace(3) global [4 x i32] zeroinitializer
        @s = global ptr addrspace(3) @l
        @n = addrspace(4) global i32 7
        @z = addrspace(1) global ptr addrspace(1) null
        ; => 2
        define i32 @load() {
          %p = getelementptr inbounds i32, ptr addrspace(1) @g, i64 1
          %v = load i32, ptr addrspace(1) %p
          ret i32 %v
        }
        ; => 2
        define i32 @pointer_in_memory() {
          %p = load ptr addrspace(1), ptr addrspace(1) @p
          %v = load i32, ptr addrspace(1) %p
          ret i32 %v
        }
        ; => 1
        define i32 @pointer_in_other_memory() {
          %p = load ptr addrspace(1), ptr @q
          %v = load i32, ptr addrspace(1) %p
          ret i32 %v
        }
        ; => address-space
        define ptr @reinterpreted() {
          %p = load ptr, ptr @q
          ret ptr %p
        }
        ; => pointer-as-integer
        define i64 @as_integer() {
          %p = load i64, ptr @q
          ret i64 %p
        }
        ; => out-of-bounds
        define i32 @outside() {
          %p = getelementptr i32, ptr addrspace(1) @g, i64 4
          %v = load i32, ptr addrspace(1) %p
          ret i32 %v
        }
        ; => 9
        define i32 @stack() {
          %p = alloca i32, addrspace(5)
          store i32 9, ptr addrspace(5) %p
          %v = load i32, ptr addrspace(5) %p
          ret i32 %v
        }
        ; => address-space
        define i32 @stack_elsewhere() {
          %p = alloca i32
          ret i32 0
        }
        ; => ptr +4
        define ptr addrspace(3) @narrow_index_is_cut() {
          %p = getelementptr i8, ptr addrspace(3) @l, i64 4294967300
          ret ptr addrspace(3) %p
        }
        ; => address-space
        define ptr addrspace(3) @narrow_pointer_in_memory() {
          %p = load ptr addrspace(3), ptr @s
          ret ptr addrspace(3) %p
        }
        ; => 3
        define i32 @copy() {
          %p = alloca [16 x i8], align 4, addrspace(5)
          call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) %p, ptr addrspace(1) @g, i64 16, i1 false)
          %q = getelementptr i8, ptr addrspace(5) %p, i32 8
          %v = load i32, ptr addrspace(5) %q
          ret i32 %v
        }
        ; => bad-pointer
        define i32 @poison() {
          %v = load i32, ptr addrspace(1) poison
          ret i32 %v
        }
        ; => 1
        define i1 @compare() {
          %p = getelementptr i8, ptr addrspace(1) @g, i64 4
          %c = icmp ult ptr addrspace(1) @g, %p
          ret i1 %c
        }
        ; => address-space
        define i1 @compare_of_no_integers() {
          %c = icmp eq ptr addrspace(4) @n, @n
          ret i1 %c
        }
        ; => 7
        define i32 @load_of_no_integer() {
          %v = load i32, ptr addrspace(4) @n
          ret i32 %v
        }
        declare void @llvm.memcpy.p5.p1.i64(ptr addrspace(5), ptr addrspace(1), i64, i1)",
    );
}

#[test]
fn null_and_casts_are_refused() {
    check(
        "@g = addrspace(1) global i32 1
        @z = addrspace(1) global ptr addrspace(1) null
        @i = global i64 0, align 8
        ; => address-space
        define i1 @null() {
          %c = icmp eq ptr addrspace(1) @g, null
          ret i1 %c
        }
        ; => address-space
        define ptr addrspace(1) @zero_in_memory() {
          %p = load ptr addrspace(1), ptr @i
          ret ptr addrspace(1) %p
        }
        ; => address-space
        define ptr addrspace(1) @null_in_initialiser() {
          %p = load ptr addrspace(1), ptr addrspace(1) @z
          ret ptr addrspace(1) %p
        }
        ; => address-space
        define ptr @cast() {
          %p = addrspacecast ptr addrspace(1) @g to ptr
          ret ptr %p
        }
        ; => address-space
        define ptr @constant_cast() {
          ret ptr addrspacecast (ptr addrspace(1) @g to ptr)
        }
        ; => address-space
        define i64 @integer() {
          %i = ptrtoint ptr addrspace(1) @g to i64
          ret i64 %i
        }
        ; => undef
        define ptr addrspace(1) @undef() {
          %p = alloca i64, align 8
          %q = load ptr addrspace(1), ptr %p
          ret ptr addrspace(1) %q
        }",
    );
}
