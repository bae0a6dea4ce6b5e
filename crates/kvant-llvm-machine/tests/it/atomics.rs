//! Atomic operations with one thread.
#![allow(missing_docs)]

use crate::modules::check;

/// Each line: the operation, the value in memory, the operand, and the value in memory afterwards.
const OPERATIONS: &str = "
add i32 7 3 => a
sub i32 3 7 => fffffffc
and i32 6 3 => 2
nand i32 6 3 => fffffffd
or i32 6 3 => 7
xor i32 6 3 => 5
xchg i32 6 3 => 3
max i32 -1 3 => 3
max i32 4 3 => 4
min i32 -1 3 => ffffffff
min i32 4 3 => 3
umax i32 -1 3 => ffffffff
umin i32 -1 3 => 3
uinc_wrap i32 2 3 => 3
uinc_wrap i32 3 3 => 0
uinc_wrap i32 4 3 => 0
udec_wrap i32 0 3 => 3
udec_wrap i32 4 3 => 3
udec_wrap i32 3 3 => 2
usub_cond i32 7 3 => 4
usub_cond i32 2 3 => 2
usub_sat i32 7 3 => 4
usub_sat i32 2 3 => 0
add i256 -1 1 => 0
nand i256 0 0 => ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
umax i256 1 2 => unsupported instruction
add i8 poison 1 => poison
umin i8 poison 1 => poison
umin i8 undef 1 => 0 | 1
or i8 undef 15 => f/f0
xchg i8 undef 7 => 7
xchg i8 1 poison => poison
xchg float 1.0 2.0 => 40000000
xchg ptr null null => ptr 0
fadd float 1.0 2.0 => 40400000
fsub float 1.0 2.0 => bf800000
fadd float +inf -inf => 7fc00000 | ffc00000
fmax float 1.0 2.0 => 40000000
fmin float 1.0 +qnan => 3f800000
fmaximum float 1.0 2.0 => 40000000
fminimum float 1.0 +qnan => 7fc00000 | ffc00000
fmaximumnum float 1.0 +qnan => 3f800000
fminimumnum float 1.0 2.0 => 3f800000
";

#[test]
fn memory_is_modified() {
    for line in OPERATIONS.lines().filter(|line| !line.is_empty()) {
        let (operation, expected) = line.split_once(" => ").unwrap_or_default();
        let parts: Vec<&str> = operation.split(' ').collect();
        let [op, ty, old, value] = parts[..] else {
            panic!("{line}");
        };
        check(&format!(
            "; => {expected}
            define {ty} @f() {{
              %p = alloca {ty}, align 32
              store {ty} {old}, ptr %p
              %old = atomicrmw {op} ptr %p, {ty} {value} seq_cst
              %v = load {ty}, ptr %p
              ret {ty} %v
            }}"
        ));
    }
}

#[test]
fn accesses_are_like_others() {
    check(
        "@c = constant i32 5
        @under = global i32 5, align 2
        ; => 7
        define i32 @there_and_back() {
          %p = alloca i32
          store atomic i32 7, ptr %p release, align 4
          fence seq_cst
          %v = load atomic i32, ptr %p acquire, align 4
          ret i32 %v
        }
        ; => undef
        define i32 @uninitialised() {
          %p = alloca i32
          %v = load atomic i32, ptr %p monotonic, align 4
          ret i32 %v
        }
        ; => atomic-alignment
        define i32 @aligned_less() {
          %p = alloca i32
          %v = load atomic i32, ptr %p monotonic, align 2
          ret i32 %v
        }
        ; => misaligned
        define i32 @misaligned() {
          %v = load atomic i32, ptr @under monotonic, align 4
          ret i32 %v
        }
        ; => misaligned
        define i32 @misaligned_by_default() {
          %v = atomicrmw add ptr @under, i32 1 monotonic
          ret i32 %v
        }
        ; => 5
        define i32 @old() {
          %p = alloca i32
          store i32 5, ptr %p
          %v = atomicrmw add ptr %p, i32 1 monotonic
          ret i32 %v
        }
        ; => constant-written
        define i32 @constant() {
          %v = atomicrmw or ptr @c, i32 0 monotonic
          ret i32 %v
        }
        ; => 2 4
        define <2 x i32> @vector() {
          %p = alloca <2 x i32>
          store <2 x i32> <i32 1, i32 2>, ptr %p
          %o = atomicrmw elementwise add ptr %p, <2 x i32> <i32 1, i32 2> monotonic
          %v = load <2 x i32>, ptr %p
          ret <2 x i32> %v
        }
        ; => unsupported instruction
        define i32 @volatile() {
          %v = atomicrmw volatile or ptr @under, i32 0 monotonic
          ret i32 %v
        }",
    );
}

#[test]
fn cmpxchg_compares() {
    check(
        "@c = constant i32 5
        @g = global i32 5
        @h = global i32 5
        ; => 5 1 9
        define { i32, i1, i32 } @strong() {
          %r = call { i32, i1, i32 } @exchange(i32 5, i32 5, i32 9)
          ret { i32, i1, i32 } %r
        }
        ; => 5 0 5
        define { i32, i1, i32 } @unequal() {
          %r = call { i32, i1, i32 } @exchange(i32 5, i32 6, i32 9)
          ret { i32, i1, i32 } %r
        }
        ; => 5 1 poison
        define { i32, i1, i32 } @poison_is_stored() {
          %r = call { i32, i1, i32 } @exchange(i32 5, i32 5, i32 poison)
          ret { i32, i1, i32 } %r
        }
        ; => unsupported instruction
        define { i32, i1, i32 } @poison_is_not_compared() {
          %r = call { i32, i1, i32 } @exchange(i32 poison, i32 5, i32 9)
          ret { i32, i1, i32 } %r
        }
        ; => unsupported instruction
        define { i32, i1, i32 } @undef_is_not_compared() {
          %r = call { i32, i1, i32 } @exchange(i32 5, i32 undef, i32 9)
          ret { i32, i1, i32 } %r
        }
        define { i32, i1, i32 } @exchange(i32 %old, i32 %cmp, i32 %new) {
          %p = alloca i32
          store i32 %old, ptr %p
          %r = cmpxchg ptr %p, i32 %cmp, i32 %new acq_rel monotonic
          %v = load i32, ptr %p
          %a = extractvalue { i32, i1 } %r, 0
          %b = extractvalue { i32, i1 } %r, 1
          %x = insertvalue { i32, i1, i32 } poison, i32 %a, 0
          %y = insertvalue { i32, i1, i32 } %x, i1 %b, 1
          %z = insertvalue { i32, i1, i32 } %y, i32 %v, 2
          ret { i32, i1, i32 } %z
        }
        ; => 5 1 | 5 0
        define { i32, i1 } @weak() {
          %r = cmpxchg weak ptr @g, i32 5, i32 9 acq_rel monotonic
          ret { i32, i1 } %r
        }
        ; => 5 0
        define { i32, i1 } @weak_and_unequal() {
          %r = cmpxchg weak ptr @g, i32 6, i32 9 acq_rel monotonic
          ret { i32, i1 } %r
        }
        ; => 5 0
        define { i32, i1 } @failure_is_a_load() {
          %r = cmpxchg ptr @c, i32 6, i32 9 acq_rel monotonic
          ret { i32, i1 } %r
        }
        ; => constant-written
        define { i32, i1 } @success_is_a_store() {
          %r = cmpxchg ptr @c, i32 5, i32 5 acq_rel monotonic
          ret { i32, i1 } %r
        }
        ; => ptr +0 1
        define { ptr, i1 } @pointers() {
          %p = alloca ptr
          store ptr @g, ptr %p
          %r = cmpxchg ptr %p, ptr @g, ptr @h acq_rel monotonic
          ret { ptr, i1 } %r
        }
        ; => 0 1
        define { i256, i1 } @wide() {
          %p = alloca i256, align 32
          store i256 0, ptr %p
          %r = cmpxchg ptr %p, i256 0, i256 1 acq_rel monotonic
          ret { i256, i1 } %r
        }",
    );
}
