//! Intrinsics on pointers and the stack.
#![allow(missing_docs)]

use crate::modules::check;

#[test]
fn ptrmask_needs_an_alignment() {
    check(
        "@g = global [4 x i32] zeroinitializer, align 16
        ; => ptr +8
        define ptr @down() {
          %p = getelementptr i8, ptr @g, i64 11
          %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
          ret ptr %r
        }
        ; => ptr +0
        define ptr @down_to_the_beginning() {
          %p = getelementptr i8, ptr @g, i64 11
          %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
          ret ptr %r
        }
        ; => address
        define ptr @further() {
          %p = getelementptr i8, ptr @g, i64 11
          %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -32)
          ret ptr %r
        }
        ; => address
        define ptr @high_bits() {
          %r = call ptr @llvm.ptrmask.p0.i64(ptr @g, i64 7)
          ret ptr %r
        }
        ; => ptr -16
        define ptr @before() {
          %p = getelementptr i8, ptr @g, i64 -5
          %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -16)
          ret ptr %r
        }
        ; => ptr 4
        define ptr @address() {
          %r = call ptr @llvm.ptrmask.p0.i64(ptr inttoptr (i64 12 to ptr), i64 7)
          ret ptr %r
        }
        ; => poison
        define ptr @poison() {
          %r = call ptr @llvm.ptrmask.p0.i64(ptr @g, i64 poison)
          ret ptr %r
        }
        ; => ptr +8 ptr +0
        define <2 x ptr> @vectors() {
          %p = getelementptr i8, ptr @g, <2 x i64> <i64 9, i64 3>
          %r = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %p, <2 x i64> <i64 -2, i64 -4>)
          ret <2 x ptr> %r
        }
        declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
        declare <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr>, <2 x i64>)",
    );
}

#[test]
fn the_stack_is_restored() {
    check(
        "; => dangling
        define i32 @dead() {
          %s = call ptr @llvm.stacksave.p0()
          %p = alloca i32
          store i32 1, ptr %p
          call void @llvm.stackrestore.p0(ptr %s)
          %v = load i32, ptr %p
          ret i32 %v
        }
        ; => 1
        define i32 @older() {
          %p = alloca i32
          store i32 1, ptr %p
          %s = call ptr @llvm.stacksave.p0()
          %q = alloca i32
          call void @llvm.stackrestore.p0(ptr %s)
          call void @llvm.stackrestore.p0(ptr %s)
          %v = load i32, ptr %p
          ret i32 %v
        }
        ; => out-of-bounds
        define i32 @opaque() {
          %s = call ptr @llvm.stacksave.p0()
          %v = load i8, ptr %s
          ret i32 0
        }
        ; => unsupported intrinsic
        define i32 @other() {
          %p = alloca i32
          call void @llvm.stackrestore.p0(ptr %p)
          ret i32 0
        }
        declare ptr @llvm.stacksave.p0()
        declare void @llvm.stackrestore.p0(ptr)",
    );
}

#[test]
fn sizes_are_bounds() {
    check(
        "@g = global [4 x i8] zeroinitializer
        ; => 2 | 1 | 0
        define i8 @least() {
          %p = getelementptr i8, ptr @g, i64 2
          %r = call i8 @llvm.objectsize.i8.p0(ptr %p, i1 true, i1 false, i1 false)
          ret i8 %r
        }
        ; => fe | ff
        define i8 @most() {
          %p = alloca [254 x i8]
          %r = call i8 @llvm.objectsize.i8.p0(ptr %p, i1 false, i1 false, i1 false)
          ret i8 %r
        }
        ; => 0
        define i8 @null() {
          %r = call i8 @llvm.objectsize.i8.p0(ptr null, i1 true, i1 false, i1 false)
          ret i8 %r
        }
        ; => object-size
        define i8 @unknown_null() {
          %r = call i8 @llvm.objectsize.i8.p0(ptr null, i1 true, i1 true, i1 false)
          ret i8 %r
        }
        ; => object-size
        define i8 @outside() {
          %p = getelementptr i8, ptr @g, i64 5
          %r = call i8 @llvm.objectsize.i8.p0(ptr %p, i1 true, i1 false, i1 false)
          ret i8 %r
        }
        ; => object-size
        define i8 @too_large() {
          %p = alloca [300 x i8]
          %r = call i8 @llvm.objectsize.i8.p0(ptr %p, i1 true, i1 false, i1 false)
          ret i8 %r
        }
        declare i8 @llvm.objectsize.i8.p0(ptr, i1, i1, i1)",
    );
}

#[test]
fn copies_have_attributes_and_other_names() {
    check(
        "@g = global [4 x i8] c\"abcd\", align 4
        @t = thread_local global i32 7
        ; => 61
        define i8 @inline() {
          %p = alloca [4 x i8]
          call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr @g, i64 4, i1 false)
          %v = load i8, ptr %p
          ret i8 %v
        }
        ; => 5
        define i8 @set_inline() {
          %p = alloca [4 x i8]
          call void @llvm.memset.inline.p0.i64(ptr %p, i8 5, i64 4, i1 false)
          %v = load i8, ptr %p
          ret i8 %v
        }
        ; => bad-pointer
        define i8 @misaligned() {
          %p = alloca [4 x i8], align 1
          call void @llvm.memcpy.inline.p0.p0.i64(ptr align 2 %p, ptr @g, i64 4, i1 false)
          %v = load i8, ptr %p
          ret i8 %v
        }
        ; => undef
        define i8 @nothing_is_copied() {
          %p = alloca [4 x i8], align 1
          call void @llvm.memcpy.inline.p0.p0.i64(ptr align 2 %p, ptr @g, i64 0, i1 false)
          %v = load i8, ptr %p
          ret i8 %v
        }
        ; => unsupported intrinsic
        define void @volatile() {
          %p = alloca [4 x i8]
          call void @llvm.memcpy.inline.p0.p0.i64(ptr %p, ptr @g, i64 4, i1 true)
          ret void
        }
        ; => unsupported intrinsic
        define void @elements() {
          %p = alloca [4 x i8]
          call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 4 @g, i64 4, i32 4)
          ret void
        }
        ; => 7
        define i32 @thread() {
          %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
          %v = load i32, ptr %p
          ret i32 %v
        }
        declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
        declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
        declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
        declare ptr @llvm.threadlocal.address.p0(ptr)",
    );
}

#[test]
fn others_are_refused() {
    for (ty, name, arguments) in [
        ("ptr", "invariant.start.p0", "i64 4, ptr null"),
        ("ptr", "launder.invariant.group.p0", "ptr null"),
        ("ptr", "strip.invariant.group.p0", "ptr null"),
        ("ptr", "returnaddress", "i32 0"),
        ("ptr", "load.relative.i32", "ptr null, i32 0"),
    ] {
        let types: Vec<&str> = arguments
            .split(", ")
            .filter_map(|it| it.split(' ').next())
            .collect();
        check(&format!(
            "; => unsupported intrinsic
            define {ty} @f() {{
              %r = call {ty} @llvm.{name}({arguments})
              ret {ty} %r
            }}
            declare {ty} @llvm.{name}({})",
            types.join(", ")
        ));
    }
}

#[test]
fn vectors_of_pointers_are_values() {
    check(
        "@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
        ; => ptr +4 poison ptr +12
        define <3 x ptr> @gep() {
          %p = getelementptr inbounds i32, ptr @g, <3 x i64> <i64 1, i64 5, i64 3>
          ret <3 x ptr> %p
        }
        ; => ptr +4 ptr +12
        define <2 x ptr> @gep_of_vector() {
          %b = insertelement <2 x ptr> <ptr @g, ptr poison>, ptr getelementptr (i8, ptr @g, i64 8), i32 1
          %p = getelementptr i32, <2 x ptr> %b, i64 1
          ret <2 x ptr> %p
        }
        ; => 1 0 poison
        define <3 x i1> @compare() {
          %p = getelementptr i32, ptr @g, <3 x i64> <i64 0, i64 1, i64 poison>
          %b = insertelement <3 x ptr> poison, ptr @g, i32 0
          %s = shufflevector <3 x ptr> %b, <3 x ptr> poison, <3 x i32> zeroinitializer
          %c = icmp eq <3 x ptr> %p, %s
          ret <3 x i1> %c
        }
        ; => poison 1
        define <2 x i1> @poison_comes_first() {
          %c = icmp eq <2 x ptr> <ptr poison, ptr @g>, <ptr @g, ptr @g>
          ret <2 x i1> %c
        }
        ; => ptr +4 ptr 0
        define <2 x ptr> @select() {
          %p = getelementptr i32, ptr @g, <2 x i64> <i64 1, i64 2>
          %s = select <2 x i1> <i1 true, i1 false>, <2 x ptr> %p, <2 x ptr> zeroinitializer
          ret <2 x ptr> %s
        }
        ; => ptr +4 ptr 0
        define <2 x ptr> @memory() {
          %m = alloca <2 x ptr>
          %p = insertelement <2 x ptr> zeroinitializer, ptr getelementptr (i8, ptr @g, i64 4), i32 0
          store <2 x ptr> %p, ptr %m
          %v = load <2 x ptr>, ptr %m
          ret <2 x ptr> %v
        }
        ; => ptr +0 ptr +4
        define <2 x i64> @integers() {
          %p = getelementptr i32, ptr @g, <2 x i64> <i64 0, i64 1>
          %i = ptrtoint <2 x ptr> %p to <2 x i64>
          ret <2 x i64> %i
        }
        ; => ptr 1 ptr 2
        define <2 x ptr> @addresses() {
          %p = inttoptr <2 x i64> <i64 1, i64 2> to <2 x ptr>
          ret <2 x ptr> %p
        }
        ; => 1 2
        define <2 x i32> @one_at_a_time() {
          %p = getelementptr i32, ptr @g, <2 x i64> <i64 0, i64 1>
          %a = extractelement <2 x ptr> %p, i32 0
          %b = extractelement <2 x ptr> %p, i32 1
          %x = load i32, ptr %a
          %y = load i32, ptr %b
          %v = insertelement <2 x i32> poison, i32 %x, i32 0
          %w = insertelement <2 x i32> %v, i32 %y, i32 1
          ret <2 x i32> %w
        }",
    );
}

#[test]
fn patterns_are_stored() {
    check(
        "@g = global [12 x i8] c\"abcdefghijkl\", align 4
        ; => 1 2 1 2 1 2 67
        define <7 x i8> @twice() {
          call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr align 4 @g, i16 513, i64 3, i1 false)
          %v = load <7 x i8>, ptr @g, align 1
          ret <7 x i8> %v
        }
        ; => 1 0 0 64
        define <4 x i8> @with_space() {
          call void @llvm.experimental.memset.pattern.p0.i17.i64(ptr @g, i17 1, i64 1, i1 false)
          %v = load <4 x i8>, ptr @g, align 1
          ret <4 x i8> %v
        }
        ; => out-of-bounds
        define void @too_often() {
          call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr @g, i16 513, i64 7, i1 false)
          ret void
        }
        ; => bad-pointer
        define void @poison_count() {
          call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr @g, i16 513, i64 poison, i1 false)
          ret void
        }
        ; =>
        define void @never() {
          call void @llvm.experimental.memset.pattern.p0.i16.i64(ptr null, i16 513, i64 0, i1 false)
          ret void
        }
        declare void @llvm.experimental.memset.pattern.p0.i16.i64(ptr, i16, i64, i1)
        declare void @llvm.experimental.memset.pattern.p0.i17.i64(ptr, i17, i64, i1)",
    );
}
