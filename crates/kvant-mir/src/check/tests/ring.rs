//! Enums, unions, references, function pointers, moves and intrinsics in statements.

use super::{parsed, refused};
use crate::{Program, check};
use kvant_memory::Target;

/// A program with `block` as the first block of `start`.
fn with(block: &str) -> Program {
    let text = format!(
        "#[repr(C)] struct S {{ a: u8, b: u16 }}
        struct Opaque {{ a: u8, b: u16 }}
        enum E {{ A, B(u8), C {{ x: u16 }} }}
        #[repr(u8)] enum T {{ A, B }}
        #[repr(C)] union U {{ a: u32, b: [u8; 4] }}
        fn f(x: u8) -> u8 {{ mir! {{ {{ RET = x; Return() }} }} }}
        fn start(x: u8) {{
            mir! {{
                let y: u8; let w: u16; let b: bool; let i: isize; let n: usize; let v: u32; let k: i32;
                let s: S; let o: Opaque; let oo: [Opaque; 2]; let e: E; let t: T; let u: U; let g: i16;
                let unit: (); let pair: (u8, bool); let bytes: [u8; 4]; let d: f64; let h: f32;
                let p: *mut u8; let q: *const u8; let po: *mut Opaque; let pa: *mut [Opaque; 2];
                let pu: *const (); let r: &'static u8; let m: &'static mut u8; let rr: (u8, &'static mut u8);
                let pt: *mut (u8, u16); let ppo: *mut *mut Opaque; let ppu: *mut *mut u8;
                let ro: &'static Opaque; let fp: fn(u8) -> u8; let fq: fn(u16) -> u8; let pp: *mut u32;
                {{ {block} }}
                next = {{ Return() }}
            }}
        }}
        fn main() {{ kvant::run(|| start(kvant::hide(1))) }}"
    );
    parsed(&text)
}

fn call(call: &str) -> Program {
    with(&format!(
        "Call({call}, ReturnTo(next), UnwindUnreachable())"
    ))
}

#[test]
fn well_formed_statements() {
    for statement in [
        "e = E::A",
        "e = E::B(x)",
        "e = E::C { x: w }",
        "i = Discriminant(e)",
        "y = Discriminant(t)",
        "SetDiscriminant(e, 2)",
        "y = Field::<u8>(Variant(e, 1), 0)",
        "place!(Field::<u8>(Variant(e, 1), 0)) = x",
        "u = U { a: v }",
        "bytes = u.b",
        "u.b = bytes",
        "r = &x",
        "m = &mut y",
        "m = &mut *m",
        "m = Move(m)",
        "rr = (x, Move(m))",
        "m = Move(rr.1)",
        "r = &*m",
        "q = addr_of!(*r)",
        "p = addr_of_mut!(*m)",
        "fp = const { f as fn(u8) -> u8 }",
        "p = Offset(p, i)",
        "q = Offset(q, n)",
        "q = p as *const u8",
        "p = q as *mut u8",
        "pp = p as *mut u32",
        "pa = po as *mut [Opaque; 2]",
        "po = pa as *mut Opaque",
        "b = p == p",
        "b = q <= q",
        "bytes = CastTransmute(v)",
        "v = CastTransmute(s)",
        "u = CastTransmute(s)",
        "pp = CastTransmute(p)",
        "y = Move(x)",
        "y = Move(x) + y",
    ] {
        let program = with(&format!("{statement}; Return()"));
        assert_eq!(
            check::program(&program, &Target::X86_64),
            Ok(()),
            "{statement}"
        );
    }
}

#[test]
fn ill_formed_statements() {
    for (statement, message) in [
        (
            "y = Discriminant(e)",
            "the discriminant of a `E` is a `isize`",
        ),
        ("i = Discriminant(t)", "the discriminant of a `T` is a `u8`"),
        (
            "m = m",
            "a `&mut u8` holds a `&mut` and cannot be copied: write `Move(m)`",
        ),
        (
            "rr = rr",
            "a `(u8, &mut u8)` holds a `&mut` and cannot be copied: write `Move(rr)`",
        ),
        (
            "*r = x",
            "`*r` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
        ),
        (
            "m = &mut *r",
            "`*r` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
        ),
        (
            "y = Move(*q)",
            "`*q` writes through a `*const` or `&` pointer: make it a `*mut` or `&mut`",
        ),
        ("r = &mut y", "a reference to a `u8` is no `&u8`"),
        ("r = &w", "a reference to a `u16` is no `&u8`"),
        ("r = addr_of!(y)", "a raw pointer to a `u8` is no `&u8`"),
        (
            "fq = const { f as fn(u8) -> u8 }",
            "a pointer to function `f` is no `fn(u16) -> u8`",
        ),
        (
            "p = Offset(p, x)",
            "`*mut u8` cannot be offset by `u8`: a raw pointer can by an `isize` or a `usize`",
        ),
        (
            "r = Offset(r, i)",
            "`&u8` cannot be offset by `isize`: a raw pointer can by an `isize` or a `usize`",
        ),
        (
            "p = Offset(q, i)",
            "the result is a `*const u8` where a `*mut u8` is expected",
        ),
        (
            "p = po as *mut u8",
            "`*mut Opaque` cannot be cast to `*mut u8`",
        ),
        (
            "po = p as *mut Opaque",
            "`*mut u8` cannot be cast to `*mut Opaque`",
        ),
        (
            "p = p as *mut u8",
            "custom MIR has no cast of a type to itself",
        ),
        ("b = r == r", "`==` does not take a `&u8`"),
        ("b = fp == fp", "`==` does not take a `fn(u8) -> u8`"),
        (
            "b = p == q",
            "the right operand is a `*const u8` where a `*mut u8` is expected",
        ),
        (
            "v = CastTransmute(o)",
            "`Opaque` cannot be transmuted to `u32`: types of one size whose layout is promised can, without references",
        ),
        (
            "pt = CastTransmute(p)",
            "`*mut u8` cannot be transmuted to `*mut (u8, u16)`: types of one size whose layout is promised can, without references",
        ),
        (
            "ppo = ppu as *mut *mut Opaque",
            "`*mut *mut u8` cannot be cast to `*mut *mut Opaque`",
        ),
        (
            "w = CastTransmute(v)",
            "`u32` cannot be transmuted to `u16`: types of one size whose layout is promised can, without references",
        ),
        (
            "p = CastTransmute(r)",
            "`&u8` cannot be transmuted to `*mut u8`: types of one size whose layout is promised can, without references",
        ),
        (
            "bytes = [Move(x); 4]",
            "a value cannot be moved more than once: copy it",
        ),
    ] {
        let program = with(&format!("{statement}; Return()"));
        assert_eq!(refused(&program).message, message, "{statement}");
    }
}

#[test]
fn well_formed_calls() {
    for text in [
        "y = fp(x)",
        "y = f(Move(x))",
        "q = core::intrinsics::arith_offset(q, i)",
        "p = core::intrinsics::offset(p, n)",
        "i = core::intrinsics::ptr_offset_from(q, q)",
        "n = core::intrinsics::ptr_offset_from_unsigned(q, q)",
        "unit = core::intrinsics::copy(q, p, n)",
        "unit = core::intrinsics::copy_nonoverlapping(q, p, n)",
        "unit = core::intrinsics::write_bytes(p, x, n)",
        "k = core::intrinsics::compare_bytes(q, q, n)",
        "b = core::intrinsics::raw_eq(r, r)",
        "v = core::intrinsics::transmute(s)",
        "m = core::intrinsics::black_box(Move(m))",
        "w = core::intrinsics::bswap(w)",
        "v = core::intrinsics::ctpop(x)",
        "w = core::intrinsics::rotate_left(w, v)",
        "y = core::intrinsics::unchecked_add(x, y)",
        "y = core::intrinsics::unchecked_shl(x, i)",
        "pair = core::intrinsics::add_with_overflow(x, x)",
        "d = core::intrinsics::sqrtf64(d)",
        "h = core::intrinsics::fmaf32(h, h, h)",
        "g = core::intrinsics::float_to_int_unchecked(d)",
    ] {
        assert_eq!(
            check::program(&call(text), &Target::X86_64),
            Ok(()),
            "{text}"
        );
    }
}

#[test]
fn ill_formed_calls() {
    for (text, message) in [
        (
            "y = fp(w)",
            "an argument is a `u16` where a `u8` is expected",
        ),
        (
            "w = fp(x)",
            "the result of the call is a `u8` where a `u16` is expected",
        ),
        (
            "g = core::intrinsics::rotate_left(g, v)",
            "`RotateLeft` does not take (i16, u32) and give `i16`: it is Rotate",
        ),
        (
            "p = core::intrinsics::arith_offset(p, i)",
            "`ArithOffset` does not take (*mut u8, isize) and give `*mut u8`: it is PointerAndCount",
        ),
        (
            "i = core::intrinsics::ptr_offset_from(pu, pu)",
            "values without bytes have no distance",
        ),
        (
            "unit = core::intrinsics::copy(p, p, n)",
            "`Copy` does not take (*mut u8, *mut u8, usize) and give `()`: it is CopyMemory",
        ),
        (
            "b = core::intrinsics::raw_eq(ro, ro)",
            "`RawEq` does not take (&Opaque, &Opaque) and give `bool`: it is CompareReferents",
        ),
        (
            "y = core::intrinsics::ctpop(x)",
            "`Ctpop` does not take (u8) and give `u8`: it is CountBits",
        ),
        (
            "y = core::intrinsics::unchecked_add(x, w)",
            "`UncheckedAdd` does not take (u8, u16) and give `u8`: it is TwoInts",
        ),
        (
            "d = core::intrinsics::black_box(h)",
            "`BlackBox` does not take (f32) and give `f64`: it is Any",
        ),
    ] {
        assert_eq!(refused(&call(text)).message, message, "{text}");
    }
}
