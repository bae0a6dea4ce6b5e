//! Control flow: wide switches, invokes, and what is refused around them.
#![allow(missing_docs)]

use crate::modules::check;

#[test]
fn switches_have_any_width() {
    check(
        "; => 2
        define i32 @wide() {
          switch i256 115792089237316195423570985008687907853269984665640564039457584007913129639935, label %d [
            i256 1, label %a
            i256 -1, label %b
          ]
        a:
          ret i32 1
        b:
          ret i32 2
        d:
          ret i32 0
        }
        ; => 0
        define i32 @wide_default() {
          switch i129 5, label %d [ i129 1, label %a ]
        a:
          ret i32 1
        d:
          ret i32 0
        }
        ; => 0
        define i32 @wide_without_cases() {
          switch i129 5, label %d []
        d:
          ret i32 0
        }
        ; => undefined-branch
        define i32 @wide_poison() {
          switch i129 poison, label %d []
        d:
          ret i32 0
        }
        ; => 1
        define i32 @exactly_128_bits() {
          switch i128 170141183460469231731687303715884105728, label %d [
            i128 170141183460469231731687303715884105728, label %a
          ]
        a:
          ret i32 1
        d:
          ret i32 0
        }",
    );
}

#[test]
fn invokes_return() {
    check(
        "define i32 @increment(i32 %x) {
          %y = add i32 %x, 1
          ret i32 %y
        }
        ; => 6
        define i32 @normal() personality ptr null {
          %r = invoke i32 @increment(i32 5) to label %next unwind label %pad
        next:
          %p = phi i32 [ %r, %0 ]
          ret i32 %p
        pad:
          %l = landingpad { ptr, i32 } cleanup
          resume { ptr, i32 } %l
        }
        ; => bad-call
        define i32 @bad() personality ptr null {
          %r = invoke i32 @increment() to label %next unwind label %pad
        next:
          ret i32 %r
        pad:
          %l = landingpad { ptr, i32 } cleanup
          resume { ptr, i32 } %l
        }
        ; => 6
        define i32 @funclet() personality ptr @increment {
          %r = invoke i32 @increment(i32 5) to label %next unwind label %pad
        next:
          ret i32 %r
        pad:
          %c = cleanuppad within none []
          cleanupret from %c unwind to caller
        }
        ; => unsupported instruction
        define i32 @raises() personality ptr null {
          resume i32 0
        }
        ; => unsupported instruction
        define i32 @argument() {
          %p = alloca i64
          %v = va_arg ptr %p, i32
          ret i32 %v
        }",
    );
}

#[test]
fn addresses_of_blocks_are_targets() {
    check(
        "@table = constant [2 x ptr] [ptr blockaddress(@jump, %a), ptr blockaddress(@jump, %1)]
        define i32 @jump(i64 %n) {
          %p = getelementptr ptr, ptr @table, i64 %n
          %t = load ptr, ptr %p
          indirectbr ptr %t, [label %a, label %1]
        a:
          ret i32 1
        1:
          %x = phi i32 [ 2, %0 ]
          ret i32 %x
        }
        ; => 1
        define i32 @first() {
          %r = call i32 @jump(i64 0)
          ret i32 %r
        }
        ; => 2
        define i32 @second() {
          %r = call i32 @jump(i64 1)
          ret i32 %r
        }
        ; => bad-branch
        define i32 @of_another_function() {
          indirectbr ptr blockaddress(@jump, %a), [label %a]
        a:
          ret i32 0
        }
        ; => bad-branch
        define i32 @null() {
          indirectbr ptr null, [label %a]
        a:
          ret i32 0
        }
        ; => undefined-branch
        define i32 @poison() {
          indirectbr ptr poison, [label %a]
        a:
          ret i32 0
        }
        ; => 0
        define i1 @is_not_null() {
          %c = icmp eq ptr blockaddress(@jump, %a), null
          ret i1 %c
        }
        ; => address
        define i1 @not_compared() {
          %c = icmp eq ptr blockaddress(@jump, %a), blockaddress(@jump, %a)
          ret i1 %c
        }
        ; => out-of-bounds
        define i8 @not_read() {
          %v = load i8, ptr blockaddress(@jump, %a)
          ret i8 %v
        }
        ; => bad-call
        define void @not_called() {
          call void blockaddress(@jump, %a)()
          ret void
        }",
    );
}
