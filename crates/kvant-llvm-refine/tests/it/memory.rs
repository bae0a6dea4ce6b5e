//! Memory at the end, and symbols.

use crate::{check_bodies, pointers};

const COMMON: &str = "@g = global i8 5
    @local = internal global i8 6
    @never = external global i8
    declare ptr @malloc(i64)
    declare void @free(ptr)
    @h = global ptr null
    @k = global ptr null
    declare void @exit(i32)";

#[test]
fn bytes() {
    let nothing = "ret void";
    check_bodies(
        COMMON,
        "void @f(ptr %p)",
        &pointers(&[&[1, 2, 3, 4]]),
        &[
            ("store i8 1, ptr %p ret void", nothing, "refines"),
            ("store i8 9, ptr %p ret void", nothing, "memory"),
            (nothing, "store i8 9, ptr %p ret void", "memory"),
            ("store i8 undef, ptr %p ret void", nothing, "refines"),
            (nothing, "store i8 poison, ptr %p ret void", "poison"),
            (nothing, "store i8 undef, ptr %p ret void", "memory"),
            // Functions outside may have changed it before.
            ("store i8 5, ptr @g ret void", nothing, "memory"),
            (
                "%v = load i8, ptr @g store i8 %v, ptr @g ret void",
                nothing,
                "refines",
            ),
            ("store i8 6, ptr @g ret void", nothing, "memory"),
            (nothing, "store i8 6, ptr @g ret void", "memory"),
            (nothing, "store i8 6, ptr @never ret void", "memory"),
            // No other module knows it.
            ("store i8 7, ptr @local ret void", nothing, "refines"),
            // Pointers in memory.
            (
                "%q = getelementptr i8, ptr %p, i64 0 store ptr @g, ptr @h ret void",
                "store ptr @g, ptr @h ret void",
                "refines",
            ),
            (
                "store ptr @g, ptr @h ret void",
                "store ptr %p, ptr @h ret void",
                "memory",
            ),
            (
                "store ptr @g, ptr @h ret void",
                "store ptr null, ptr @h ret void",
                "memory",
            ),
            // Freed memory cannot be seen, and memory that is there must be.
            (
                "%a = call ptr @malloc(i64 4) store i8 1, ptr %a store ptr %a, ptr @h call void @free(ptr %a) ret void",
                "%a = call ptr @malloc(i64 4) store i8 2, ptr %a store ptr %a, ptr @h call void @free(ptr %a) ret void",
                "refines",
            ),
            (
                "%a = call ptr @malloc(i64 4) store ptr %a, ptr @h ret void",
                "%a = call ptr @malloc(i64 4) store ptr %a, ptr @h call void @free(ptr %a) ret void",
                "memory",
            ),
            (
                "%a = call ptr @malloc(i64 4) store ptr %a, ptr @h ret void",
                "%a = call ptr @malloc(i64 2) store ptr %a, ptr @h ret void",
                "memory",
            ),
            (
                "%a = call ptr @malloc(i64 2) store ptr %a, ptr @h ret void",
                "%a = call ptr @malloc(i64 4) store ptr %a, ptr @h ret void",
                "refines",
            ),
            // Two ways lead to one object, and to two.
            (
                "%a = call ptr @malloc(i64 4) store ptr %a, ptr @h store ptr %a, ptr @k ret void",
                "%a = call ptr @malloc(i64 4) %b = call ptr @malloc(i64 4) store ptr %a, ptr @h store ptr %b, ptr @k ret void",
                "memory",
            ),
            (
                "%a = call ptr @malloc(i64 4) %b = call ptr @malloc(i64 4) store ptr %a, ptr @h store ptr %b, ptr @k ret void",
                "%a = call ptr @malloc(i64 4) store ptr %a, ptr @h store ptr %a, ptr @k ret void",
                "memory",
            ),
            (
                "%a = call ptr @malloc(i64 4) %b = call ptr @malloc(i64 4) store ptr %a, ptr @h store ptr %b, ptr @k ret void",
                "%a = call ptr @malloc(i64 4) %b = call ptr @malloc(i64 4) store ptr %b, ptr @h store ptr %a, ptr @k ret void",
                "refines",
            ),
            // Parts of a pointer that was overwritten.
            (
                "store ptr @g, ptr @h store i8 1, ptr @h ret void",
                "store ptr @k, ptr @h store i8 1, ptr @h ret void",
                "silent: not-comparable",
            ),
            (
                "store ptr @g, ptr @h store i8 1, ptr @h ret void",
                "store ptr @g, ptr @h store i8 2, ptr @h ret void",
                "memory",
            ),
            // Memory is not observable after the end of the program.
            (
                "store i8 9, ptr %p call void @exit(i32 1) ret void",
                "call void @exit(i32 1) ret void",
                "refines",
            ),
            (
                "call void @exit(i32 1) ret void",
                "call void @exit(i32 2) ret void",
                "value",
            ),
            ("call void @exit(i32 1) ret void", "ret void", "value"),
        ],
    );
}

#[test]
fn allocations() {
    check_bodies(
        "declare ptr @malloc(i64)
        declare ptr @calloc(i64, i64)
        declare void @free(ptr)
        declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        "ptr @f(ptr %p)",
        &pointers(&[&[1, 2, 3, 4]]),
        &[
            (
                "%a = call ptr @malloc(i64 4) call void @free(ptr %a) ret ptr null",
                "ret ptr null",
                "refines",
            ),
            (
                "%a = call ptr @malloc(i64 4) call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 4, i1 false) ret ptr %a",
                "%a = call ptr @calloc(i64 1, i64 4) ret ptr %a",
                "refines",
            ),
            (
                "%a = call ptr @calloc(i64 1, i64 4) ret ptr %a",
                "%a = call ptr @malloc(i64 4) ret ptr %a",
                "memory",
            ),
            (
                "%a = call ptr @malloc(i64 4) call void @free(ptr %a) ret ptr null",
                "%a = call ptr @malloc(i64 4) call void @free(ptr %a) call void @free(ptr %a) ret ptr null",
                "undefined",
            ),
        ],
    );
}

#[test]
fn addresses_of_blocks() {
    let common = "@h = global ptr null
        define void @other() {
        entry:
          br label %there
        there:
          ret void
        }";
    let block = "blockaddress(@other, %there)";
    let store = |it: &str| format!("store ptr {it}, ptr @h ret ptr null");
    let give = |it: &str| format!("ret ptr {it}");
    let one = "inttoptr (i64 1 to ptr)";
    // LLVM writes 1 for the address of a block that it removes.
    check_bodies(
        common,
        "ptr @f()",
        &pointers(&[]),
        &[
            (&store(block), &store(one), "silent: not-comparable"),
            (&give(block), &give(one), "silent: not-comparable"),
            (&give(block), &give("null"), "value"),
            (&store("@h"), &store(one), "memory"),
            (&give("@h"), &give(one), "value"),
            (&store(one), &store(block), "memory"),
        ],
    );
}

#[test]
fn symbols_that_one_side_needs() {
    let nothing = "ret ptr %p";
    check_bodies(
        "@table = constant { ptr, ptr } { ptr @info, ptr @name }
        @info = constant ptr @name
        @name = constant i8 1
        @slot = global ptr @info
        @fixed = external constant ptr
        @open = external global ptr",
        "ptr @f(ptr %p)",
        &pointers(&[&[1]]),
        &[
            // Its contents have pointers to symbols that neither side needs.
            (
                "%v = load ptr, ptr getelementptr (i8, ptr @table, i64 8) ret ptr %p",
                nothing,
                "refines",
            ),
            (
                nothing,
                "%v = load ptr, ptr getelementptr (i8, ptr @table, i64 8) ret ptr %p",
                "refines",
            ),
            ("store ptr @name, ptr @slot ret ptr %p", nothing, "memory"),
            // Its contents are a pointer to an object that is not that of the argument.
            (nothing, "%v = load ptr, ptr @fixed ret ptr %p", "refines"),
            ("%v = load ptr, ptr @fixed ret ptr %p", nothing, "refines"),
            (
                nothing,
                "%v = load ptr, ptr @fixed %w = load ptr, ptr @open ret ptr %p",
                "refines",
            ),
            (nothing, "store ptr %p, ptr @open ret ptr %p", "memory"),
        ],
    );
}
