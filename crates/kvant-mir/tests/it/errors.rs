//! Errors about texts that are not programs.

use std::fmt::Write;

use kvant_mir::parse;

use crate::by_hand::program;

/// First blocks as in [`program`], and below each the error. The sign `¶` stands for the end of a line.
const IN_A_BODY: &str = r#"
y = w; Return()
    5:5: there is no local `w` in this function
y = bb1; Return()
    5:5: `bb1` is a block; a local is needed here
y = g; Return()
    5:5: `g` is a function: `Call(…)` calls it, and `const { g as fn(…) }` points to it
s = S; Return()
    5:5: `S` is a struct; its values are written `S { … }`
y = 256; Return()
    5:5: `256` is out of the range of `u8`
y = -1; Return()
    5:5: `-1` is out of the range of `u8`
z = 128_i8; Return()
    5:5: `128` is out of the range of `i8`
z = -129; Return()
    5:5: `-129` is out of the range of `i8`
y = 340282366920938463463374607431768211456; Return()
    5:5: this number does not fit in 128 bits
y = 0x; Return()
    5:5: this number has no digits
y = 1u9; Return()
    5:5: there is no integer type `u9`
b = 1 < 2; Return()
    5:9: this number could have many types: write the one you mean behind it, as in `2_u8`
y = x << 1; Return()
    5:10: this number could have many types: write the one you mean behind it, as in `1_u8`
b = 1; Return()
    5:5: expected a value of type `bool`, found an integer
y = 1.5; Return()
    5:5: expected a value of type `u8`, found a float
y = 1e5; Return()
    5:5: expected a value of type `u8`, found a float
y = 1.5_u8; Return()
    5:5: there is no float type `u8`; the subset has `f32` and `f64`
r = 1.5f16; Return()
    5:5: there is no float type `f16`; the subset has `f32` and `f64`
r = 2; Return()
    5:5: expected a value of type `f32`, found an integer: write `2.0`
r = 0b1_f32; Return()
    5:5: there is no integer type `f32`
r = 1e; Return()
    5:5: the exponent of this number has no digits
r = 1e+_; Return()
    5:5: the exponent of this number has no digits
r = 1.e5; Return()
    5:5: expected a place, found a value
r = 1.0.0; Return()
    5:5: expected a place, found a value
r = .5; Return()
    5:5: expected a value or a place, found `.`
r = 3.5e38; Return()
    5:5: this number is out of the range of `f32`: infinity is `f32::INFINITY`
b = -1e309_f64 < 0.0; Return()
    5:5: this number is out of the range of `f64`: infinity is `f64::NEG_INFINITY`
b = 1.5 < 2.5; Return()
    5:11: this number could have many types: write the one you mean behind it, as in `1.5_f64`
y = 1.5 as u8; Return()
    5:5: this number could have many types: write the one you mean behind it, as in `1.5_f64`
r = f32::NAN; Return()
    5:5: a NaN has no certain bits, so the subset has no constant for it
r = f32::PI; Return()
    5:5: the subset has no named constants but those of `f32` and `f64`: write the value itself
r = core::f32::MAX; Return()
    5:5: the subset has no named constants but those of `f32` and `f64`: write the value itself
a = [1; 3.0]; Return()
    5:9: expected an integer, found a float
b = '\u{d800}' < 'a'; Return()
    5:5: 0xd800 is no `char`: those are 0 to 0xd7ff and 0xe000 to 0x10ffff
b = '\u{110000}' < 'a'; Return()
    5:5: 0x110000 is no `char`: those are 0 to 0xd7ff and 0xe000 to 0x10ffff
b = '\u{1000000}' < 'a'; Return()
    5:5: this escape stands for no character
b = '\u{}' < 'a'; Return()
    5:5: this escape stands for no character
b = '\u{_41}' < 'a'; Return()
    5:5: this escape stands for no character
b = '\x80' < 'a'; Return()
    5:5: this escape stands for no character
b = '\x4' < 'a'; Return()
    5:5: this escape stands for no character
b = '\x+4' < 'a'; Return()
    5:5: this escape stands for no character
b = '\é' < 'a'; Return()
    5:5: this escape stands for no character
b = ''' < 'a'; Return()
    5:5: this character is written `'\''`
b = '¶' < 'a'; Return()
    5:5: this character is written `'\n'`
b = '; Return()
    5:5: this character is never closed
y = 'a; Return()
    5:5: a lifetime stands only in types
y = b'a'; Return()
    5:5: the subset has no bytes in quotes: write the number
y = "a"; Return()
    5:5: the subset has no strings
y = u8::MAX; Return()
    5:5: the subset has no named constants but those of `f32` and `f64`: write the value itself
p = &&y; Return()
    5:5: MIR does one operation per statement: give the inner one a local of its own
p = & &y; Return()
    5:7: expected a place, found a value
p = &raw y; Return()
    5:10: expected `const` or `mut`, found `y`
y = Move(3); Return()
    5:10: expected a place, found a value
y = Move(Move(x)); Return()
    5:10: expected a place, found a value
y = Deinit(x); Return()
    5:5: the subset has no `Deinit`
e = E; Return()
    5:5: `E` is an enum; its values are written `E::A`
e = E::D; Return()
    5:8: enum `E` has no variant `D`
e = E { x: 1 }; Return()
    5:5: `E` is an enum: name one of its variants, `E::…`
e = E::B; Return()
    5:5: variant `E::B` has 2 fields, found 0
e = E::B(1); Return()
    5:5: variant `E::B` has 2 fields, found 1
e = E::A(1); Return()
    5:5: variant `E::A` has 0 fields, found 1
e = E::B { 1: 2, 0: 1 }; Return()
    5:12: `1` of variant `E::B` is not the next field: custom MIR wants all of them in the order of the declaration
e = E::C(1); Return()
    5:5: the fields of variant `E::C` have names: `{ x: … }`
e = E::C { y: 1 }; Return()
    5:12: `y` of variant `E::C` is none of its fields
e = E::C { x: 256 }; Return()
    5:15: `256` is out of the range of `u8`
s = S::A; Return()
    5:8: struct `S` has no variants
v = V { a: 1, b: 2 }; Return()
    5:5: a value of union `V` has one field, found 2
v = V(1); Return()
    5:5: a value of union `V` names the field that is written: `{ f: x }`
v = V { c: 1 }; Return()
    5:9: `c` of union `V` is none of its fields
y = e.x; Return()
    5:7: a `E` has no field `x`: its variants have, as in `Field::<T>(Variant(x, 0), 0)`
y = k.0; Return()
    5:7: a `&u8` has no field `0`: dereference it first, as in `(*p).x`
y = Field::<u8>(e, 0); Return()
    5:17: expected `Variant`, found `e`: the fields of everything but enums are written `x.f`
y = Field::<u16>(Variant(e, 1), 0); Return()
    5:5: field 0 of `E::B` is of type `u8`
y = Field::<u8>(Variant(e, 3), 0); Return()
    5:28: enum `E` has 3 variants, counted from 0
y = Field::<u8>(Variant(e, -1), 0); Return()
    5:28: enum `E` has 3 variants, counted from 0
y = Field::<u8>(Variant(e, 1), 2); Return()
    5:32: `E::B` has 2 fields, counted from 0
y = Field::<u8>(Variant(s, 0), 0); Return()
    5:25: a `S` has no variants
y = Field::<u8>(Variant(e, x), 0); Return()
    5:28: expected a number, found `x`
y = Field::<u8, u8>(Variant(e, 0), 0); Return()
    5:15: expected `>`, found `,`
y = Variant(e, 0); Return()
    5:5: a variant is no place, but its fields are: `Field::<T>(Variant(x, 0), 0)`
Field::<u8>(Variant(e, 1), 0) = y; Return()
    5:1: to be written or pointed to, the field of a variant must look like a place: write `place!(Field::<T>(…))`
p = addr_of_mut!(Field::<u8>(Variant(e, 1), 0)); Return()
    5:18: to be written or pointed to, the field of a variant must look like a place: write `place!(Field::<T>(…))`
Call(Field(Variant(e, 1), 0) = g(1, 2), ReturnTo(bb1), UnwindContinue())
    5:6: to be written or pointed to, the field of a variant must look like a place: write `place!(Field::<T>(…))`
y = *Field::<u8>(Variant(e, 1), 0); Return()
    5:5: custom MIR can only dereference a local: copy the pointer into one first (and write `(*p).x`, not `*p.x`)
SetDiscriminant(e, 7); Return()
    5:20: enum `E` has 3 variants, counted from 0
SetDiscriminant(x, 0); Return()
    5:17: a `u8` has no variants
SetDiscriminant(e, x); Return()
    5:20: expected a number, found `x`
h = const { g }; Return()
    5:15: expected `as`, found `}`
h = const { 3 }; Return()
    5:13: a `const { … }` is a pointer to a function of the program: `const { f as fn(A) -> R }`
h = const { g as fn(u8) -> u8 }; Return()
    5:18: a pointer to `g` is a `fn(u8, u16) -> u8`
y = h(1, 2); Return()
    5:5: a call is a terminator: `Call(x = h(…), ReturnTo(block), UnwindUnreachable())`
y = core::intrinsics::bswap(x); Return()
    5:5: an intrinsic is called by a terminator: `Call(x = core::intrinsics::bswap(…), ReturnTo(block), UnwindUnreachable())`
Call(y = h(1), ReturnTo(bb1), UnwindContinue())
    5:10: a `fn(u8, u16) -> u8` takes 2 arguments, found 1
Call(y = x(1), ReturnTo(bb1), UnwindContinue())
    5:10: a `u8` cannot be called
Call(y = t.0(1), ReturnTo(bb1), UnwindContinue())
    5:11: what is called is in parentheses unless it is a local: `(p.0)(…)`
Call(y = Move(h)(1), ReturnTo(bb1), UnwindContinue())
    5:10: a function pointer is not moved to call it: write `p(…)`
Call(y = core::intrinsics::size_of(1), ReturnTo(bb1), UnwindContinue())
    5:10: the subset has no intrinsic `size_of`
Call(y = core::mem::bswap(1), ReturnTo(bb1), UnwindContinue())
    5:10: outside of the program there are only the observers of numbers, `bool` and `char`, as in `kvant::observe_u8`, and intrinsics, as in `core::intrinsics::bswap`
Call(y = core::intrinsics::bswap(), ReturnTo(bb1), UnwindContinue())
    5:28: `bswap` takes 1 arguments, found 0
Call(y = core::intrinsics::bswap::<u8>(1), ReturnTo(bb1), UnwindContinue())
    5:35: the subset has no generic arguments
Call(y = core::intrinsics::ctpop(1), ReturnTo(bb1), UnwindContinue())
    5:34: this number could have many types: write the one you mean behind it, as in `1_u8`
Call(r = core::intrinsics::sqrtf64(r), ReturnTo(bb1), UnwindContinue())
    5:36: `sqrtf64` takes `f64`s, and this is of type `f32`
Call(r = core::intrinsics::sqrtf16(r), ReturnTo(bb1), UnwindContinue())
    5:10: the subset has no intrinsic `sqrtf16`
Retag(x); Return()
    5:1: the subset has no `Retag`
Drop(x, ReturnTo(bb1), UnwindContinue())
    5:1: the subset has no `Drop`
y = g(x, 1); Return()
    5:5: a call is a terminator: `Call(x = g(…), ReturnTo(block), UnwindUnreachable())`
y = x + x + x; Return()
    5:11: MIR does one operation per statement: give the inner one a local of its own
y = x + (x + x); Return()
    5:9: MIR does one operation per statement: give the inner one a local of its own
y = -(-x); Return()
    5:6: MIR does one operation per statement: give the inner one a local of its own
y += x; Return()
    5:3: MIR has no `+=`: write `x = x + y`
b = b && b; Return()
    5:7: MIR has no `&&`: use `&`, or branch with `match`
3 = x; Return()
    5:1: expected a place, found a value
y = *x; Return()
    5:5: a `u8` cannot be dereferenced
y = *q.a; Return()
    5:8: a `*mut S` has no field `a`: dereference it first, as in `(*p).x`
y = *t.0; Return()
    5:5: custom MIR can only dereference a local: copy the pointer into one first (and write `(*p).x`, not `*p.x`)
y = x[i]; Return()
    5:7: a `u8` cannot be indexed
y = a[2]; Return()
    5:7: custom MIR can only index with a local: copy the index into one first
y = t.2; Return()
    5:7: a `(u8, u16)` has no field `2`
y = s.c; Return()
    5:7: a `S` has no field `c`
y = t.99999999999; Return()
    5:7: a `(u8, u16)` has no field `99999999999`
t = (1, 2, 3); Return()
    5:5: a `(u8, u16)` has 2 fields, found 3
t = [1, 2]; Return()
    5:5: expected a value of type `(u8, u16)`, found an array
a = [1, 2]; Return()
    5:5: a `[u8; 3]` has 3 elements, found 2
a = [1; 4]; Return()
    5:5: a `[u8; 3]` has 3 elements, found 4
s = S { a: 1 }; Return()
    5:5: struct `S` has 2 fields, found 1
s = S { b: 1, a: 2 }; Return()
    5:9: `b` of struct `S` is not the next field: custom MIR wants all of them in the order of the declaration
s = S { c: 1 }; Return()
    5:9: `c` of struct `S` is none of its fields
s = S { ..s }; Return()
    5:9: custom MIR has no `..`: name every field
s = T { a: 1 }; Return()
    5:5: there is no type `T`
c = Checked(x / y); Return()
    5:13: there is no checked `/`
c = Checked(x); Return()
    5:13: expected one of `x + y`, `x - y` and `x * y` in `Checked(…)`
y = z as f16; Return()
    5:10: the subset has no type that begins with `f16`
y = z as S<u8>; Return()
    5:12: the subset has no generic types
y = z as S<'a; Return()
    5:14: the subset has no generic types
y = z as fn; Return()
    5:12: expected `(`, found `;`
y = z as &'a' u8; Return()
    5:11: expected a type, found `'a'`
y = z as *u8; Return()
    5:11: expected `const` or `mut`, found `u8`
y = z as Option<u8>; Return()
    5:10: there is no type `Option`; the subset has numbers, `bool`, `char`, tuples, arrays, pointers, references and the types that the program declares
y = x Return()
    5:7: expected `;`, found `Return`
y x; Return()
    5:3: expected `=`, found `x`
let k: u8 = 3; Return()
    5:1: declare locals before the first block: `let x: T;`
{ Return() }
    5:1: blocks do not nest: use `Goto(…)`
y = x;
    4:173: this block has no terminator: it must end in `Goto(…)`, `Return()`, `match`, `Call(…)` or `Unreachable()`
Return() y = x;
    5:10: expected `}` after the terminator of the block, found `y`
Goto(bb2)
    5:6: there is no block `bb2` in this function
Goto(3)
    5:6: expected the name of a block, found `3`
match x { 1 => bb1 }
    5:9: this `match` needs a last arm `_ => block`
match x { 1 => bb1,¶0x1 => bb1, _ => bb1 }
    6:1: this value already has an arm in line 5
match x { 256 => bb1, _ => bb1 }
    5:11: `256` is out of the range of `u8`
match x { 1_i8 => bb1, _ => bb1 }
    5:11: the value matched is of type `u8`
match x { true => bb1, _ => bb1 }
    5:11: expected a value of `u8` or `_`, found `true`
match b { 1 => bb1, _ => bb1 }
    5:11: expected `true`, `false` or `_`, found `1`
match t { 1 => bb1, _ => bb1 }
    5:7: only integers, `bool`s and `char`s can be matched
match r { 1.0 => bb1, _ => bb1 }
    5:7: only integers, `bool`s and `char`s can be matched
match x { 1.0 => bb1, _ => bb1 }
    5:11: expected an integer, found a float
match x { 'a' => bb1, _ => bb1 }
    5:11: expected a value of `u8` or `_`, found `'a'`
match 'a' { 97 => bb1, _ => bb1 }
    5:13: expected a value of `char` or `_`, found `97`
match 'a' { "a" => bb1, _ => bb1 }
    5:13: the subset has no strings
match 'a' { 'b' => bb1,¶'\x62' => bb1, _ => bb1 }
    6:1: this value already has an arm in line 5
match x { 1 | 2 => bb1, _ => bb1 }
    5:13: custom MIR has only plain values before the `=>` of an arm, and `_`
match x { 1 if b => bb1, _ => bb1 }
    5:13: custom MIR has only plain values before the `=>` of an arm, and `_`
match x { _ => bb1, 1 => bb1 }
    5:21: expected `}`: the arm `_` is the last one, found `1`
Call(y = w(), ReturnTo(bb1), UnwindContinue())
    5:10: there is no function `w`
Call(y = g(1), ReturnTo(bb1), UnwindContinue())
    5:10: `g` takes 2 arguments, found 1
Call(y = g(1, 2), bb1)
    5:19: expected `ReturnTo`, found `bb1`
Call(y = g(1, 2), ReturnTo(bb1), UnwindCleanup(bb1))
    5:34: the subset has no cleanup blocks
Call(u = kvant::observe_u8(1, i), ReturnTo(bb1), UnwindContinue())
    5:31: this is of type `usize`: use `kvant::observe_usize`
Call(u = kvant::observe_u8(x, x), ReturnTo(bb1), UnwindContinue())
    5:28: the first argument of an observer is a number of type `u32`
Call(u = kvant::observe_f32(1, x), ReturnTo(bb1), UnwindContinue())
    5:32: this is of type `u8`: use `kvant::observe_u8`
Call(u = kvant::observe_char(1, r), ReturnTo(bb1), UnwindContinue())
    5:33: this is of type `f32`: use `kvant::observe_f32`
Call(u = kvant::observe_f16(1, x), ReturnTo(bb1), UnwindContinue())
    5:10: outside of the program there are only the observers of numbers, `bool` and `char`, as in `kvant::observe_u8`, and intrinsics, as in `core::intrinsics::bswap`
StorageLive(3); Return()
    5:13: expected the name of a local, found `3`
é = x; Return()
    5:1: `é` has no meaning here
/* é */ y = § Return()
    5:13: `§` has no meaning here
y = x /* /* */; Return()
    5:7: this comment is never closed
y = "x; Return()
    5:5: this string is never closed
y = (x; Return()
    6:1: this `}` meets the `(` of line 5
y = x); Return()
    5:6: this `)` meets the `{` of line 4
"#;

/// Whole texts, and below each the error.
const OUTSIDE: &str = r"
¶
    2:1: there is no `fn main() { kvant::run(|| f(…)) }`, which says where the program begins
fn
    1:3: expected a name for a function, found the end of the text
fn f() {
    1:8: this `{` is never closed
}
    1:1: this `}` closes nothing
static X: u8 = 3;
    1:1: the subset has no `static` items
let x = 3;
    1:1: expected `struct`, `enum`, `union`, `fn`, `use` or `mod kvant`, found `let`
use x
    1:6: expected `;`, found the end of the text
mod kvant;
    1:10: expected `{`, found `;`
#[repr(packed)] struct S { a: u8 }
    1:3: the subset has no representations but `C`, `transparent`, those of integers as in `#[repr(u8)]`, and Rust's own
#[repr(C, u8)] enum E { A }
    1:3: the subset has no representations but `C`, `transparent`, those of integers as in `#[repr(u8)]`, and Rust's own
struct S(u8)
    1:13: expected `;`, found the end of the text
union U(u8);
    1:8: expected `{`, found `(`
enum E;
    1:7: expected `{`, found `;`
struct S<T> { a: T }
    1:10: the subset has no generic structs
enum E<'a, T> { A(&'a T) }
    1:12: the subset has no generic enums
enum E { A, A }
    1:13: there already is a variant `A`
enum E { A = x }
    1:14: expected a number, found `x`
enum E { A = 1.5 }
    1:14: expected an integer, found a float
enum E { A B }
    1:12: expected `,` or `}`, found `B`
enum E { A(u8, B }
    1:18: this `}` meets the `(` of line 1
enum E { 0 }
    1:10: expected a name for a variant, found `0`
struct E {} enum E { A }
    1:18: there already is a struct `E`
enum E { A } fn E() {}
    1:17: there already is an enum `E`
union U { a: u8 } fn f(U: u8) { mir! { { Return() } } }
    1:24: `U` is the name of a union: choose another name
struct _1 {}
    1:8: `_1` has a meaning of its own: choose another name
fn bb7() {}
    1:4: `bb7` has a meaning of its own: choose another name
fn Move() {}
    1:4: `Move` has a meaning of its own: choose another name
fn f(x: unsafe fn()) {}
    1:9: the subset has no type that begins with `unsafe`
fn f(x: fn(u8 u8)) {}
    1:15: expected `,` or `)`, found `u8`
fn f(x: &) {}
    1:10: expected a type, found `)`
struct S {} struct S {}
    1:20: there already is a struct `S`
struct S { a: u8, a: u8 }
    1:19: there already is a field `a`
struct S { a: T }
    1:15: there is no type `T`; the subset has numbers, `bool`, `char`, tuples, arrays, pointers, references and the types that the program declares
struct S { a: [u8] }
    1:18: the subset has no slices: an array's length is part of its type, `[T; N]`
struct S { a: [u8; -1] }
    1:20: a length is a `usize`
struct u8 {}
    1:8: `u8` has a meaning of its own: choose another name
struct f64 {}
    1:8: `f64` has a meaning of its own: choose another name
fn char() {}
    1:4: `char` has a meaning of its own: choose another name
fn f(None: u8) {}
    1:6: `None` has a meaning of its own: choose another name
fn f(ReasonAbi: u8) {}
    1:6: `ReasonAbi` has a meaning of its own: choose another name
fn kvant_run() {}
    1:4: `kvant_run` has a meaning of its own: choose another name
fn __internal_make_place() {}
    1:4: `__internal_make_place` has a meaning of its own: choose another name
struct Copy {}
    1:8: `Copy` has a meaning of its own: choose another name
fn f(x: f32) { mir! { { Return() } } }¶fn main() { kvant::run(|| f(f32::NAN)) }
    2:29: a NaN has no certain bits, so the subset has no constant for it
fn main() {} fn main() {}
    1:17: there already is a `main`
fn f() {} fn f() {}
    1:14: there already is a function `f`
fn f();
    1:7: expected the body of a function, found `;`
fn f<T>() {}
    1:6: the subset has no generic functions
fn f(_: u8) {}
    1:6: expected a name for a local, found `_`
fn f(match: u8) {}
    1:6: expected a name for a local, found `match`
fn f(x: u8, x: u8) { mir! {} }
    1:13: there already is a local `x`
fn f(x) {}
    1:7: expected `:`, found `)`
fn f() { 3 }
    1:10: expected `mir`, found `3`: a function of the subset is `mir! { … }` and nothing else
fn f() { mir! {} }
    1:16: expected `let x: T;` or the `{` of the first block, found `}`
fn f() { mir! { let x; {} } }
    1:22: the type of `x` is missing: `let x: T;`
fn f() { mir! { let f: u8; {} } }
    1:21: `f` is the name of a function: choose another name
fn f() { mir! { type RET = u8; {} } }
    1:28: the function returns `()`
fn f() { mir! { {} a = {} a = {} } }
    1:27: there already is a block `a` in line 1
fn f(a: u8) { mir! { {} a = {} } }
    1:25: `a` is a local: choose another name
fn f() { mir! { {} a (cleanup) = {} } }
    1:22: the subset has no cleanup blocks
fn main() { 3 }
    1:13: expected `kvant`, found `3`: `main` is `fn main() { kvant::run(|| f(…)) }`
fn main() { kvant::run(|| f()) }
    1:27: expected the name of a function, found `f`
fn f() { mir! { { Return() } } }¶fn main() { kvant::run(|| f(1)) }
    2:29: this number could have many types: write the one you mean behind it, as in `1_u8`
fn f() { mir! { { Return() } } }¶fn main() { kvant::run(|| f(1_u8)) }
    2:27: `f` takes 0 arguments, found 1
fn f() { mir! { { Return() } } }¶fn main() { kvant::run(|| f(x)) }
    2:29: expected a constant
fn f() { mir! { { Return() } } }¶fn main() { kvant::run(|| f(RET)) }
    2:29: expected a constant
fn f() { mir! { { Return() } } }¶fn main() { kvant::run(|| f()) } 3
    2:34: expected `struct`, `enum`, `union`, `fn`, `use` or `mod kvant`, found `3`
";

/// The texts of a table and their errors.
fn table(table: &str) -> impl Iterator<Item = (String, &str)> {
    let mut lines = table.trim().lines();
    std::iter::from_fn(move || {
        let text = lines.next()?.replace('¶', "\n");
        Some((text, lines.next()?.trim()))
    })
}

#[track_caller]
fn assert_error(text: &str, expected: &str) {
    match parse::program(text) {
        Ok(_) => panic!("accepted, instead of: {expected}\n{text}"),
        Err(error) => assert_eq!(error.to_string(), expected, "{text}"),
    }
}

/// The differences from the expected errors.
fn failures<'a>(table: impl Iterator<Item = (String, &'a str)>) -> String {
    let mut failures = String::new();
    for (text, expected) in table {
        let found = match parse::program(&text) {
            Ok(_) => "accepted".to_owned(),
            Err(error) => error.to_string(),
        };
        if found != expected {
            let _ = writeln!(failures, "{text}\nexpected {expected}\n   found {found}\n");
        }
    }
    failures
}

#[test]
fn errors_in_bodies() {
    let failures = failures(table(IN_A_BODY).map(|(entry, error)| (program(&entry), error)));
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn errors_outside_of_bodies() {
    let failures = failures(table(OUTSIDE));
    assert!(failures.is_empty(), "\n{failures}");
}

/// Nesting is limited by an error and not by the stack.
#[test]
fn deep_nesting_is_an_error() {
    let deep = 100_000;
    for entry in [
        format!("y = {}x{}; Return()", "(".repeat(deep), ")".repeat(deep)),
        format!("y = {}x; Return()", "-".repeat(deep)),
        format!("y = {}x; Return()", "!*".repeat(deep)),
        format!("y = {}x; Return()", "&raw const ".repeat(deep)),
        format!("y = {}x; Return()", "& ".repeat(deep)),
        format!("y = {}x; Return()", "&mut ".repeat(deep)),
        format!(
            "y = {}x{}; Return()",
            "Move(".repeat(deep),
            ")".repeat(deep)
        ),
        format!(
            "y = {}x{}; Return()",
            "place!(".repeat(deep),
            ")".repeat(deep)
        ),
        format!("y = {}x{}; Return()", "S(".repeat(deep), ")".repeat(deep)),
        format!(
            "y = {}x{}; Return()",
            "E::A(".repeat(deep),
            ")".repeat(deep)
        ),
        format!(
            "y = {}x{}; Return()",
            "S { a: ".repeat(deep),
            "}".repeat(deep)
        ),
        format!(
            "y = {}x{}; Return()",
            "Field(Variant(".repeat(deep),
            ", 0), 0)".repeat(deep)
        ),
        format!(
            "Call(y = {}x{}(), ReturnTo(bb1), UnwindContinue())",
            "(".repeat(deep),
            ")".repeat(deep)
        ),
        format!("y = x as {}u8; Return()", "&&".repeat(deep)),
        format!("y = x as {}u8; Return()", "&'a mut ".repeat(deep)),
        format!("y = x as {}u8; Return()", "fn() -> ".repeat(deep)),
        format!(
            "y = x as {}{}; Return()",
            "fn(".repeat(deep),
            ")".repeat(deep)
        ),
        format!("y = {}x{}; Return()", "[".repeat(deep), "]".repeat(deep)),
        format!("y = {}i{}; Return()", "a[".repeat(deep), "]".repeat(deep)),
        format!("y = x as {}u8; Return()", "*mut ".repeat(deep)),
        format!(
            "y = x as {}u8{}; Return()",
            "(".repeat(deep),
            ")".repeat(deep)
        ),
        format!(
            "y = {}x{}; Return()",
            "Checked(".repeat(deep),
            ")".repeat(deep)
        ),
        format!(
            "match x {{ {}1{} => bb1, _ => bb1 }}",
            "(".repeat(deep),
            ")".repeat(deep)
        ),
    ] {
        let error = parse::program(&program(&entry)).unwrap_err();
        assert_eq!(error.message, "this is nested more than 100 levels deep");
    }
    let steps = program(&format!("y = x{}; Return()", ".0".repeat(deep)));
    assert_error(&steps, "5:7: a `u8` has no field `0`");
}
