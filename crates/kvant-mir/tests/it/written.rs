//! Samples written as text: declared types, references, function pointers and moves.

use std::fmt::Write;

use kvant_mir::print::Version;
use kvant_mir::*;

use crate::build::int;
use crate::samples::Sample;

/// The sample with this text. In bodies a line `see u8 x;` observes a value, at sites numbered from
/// one, and `call x = f(y);` calls; both begin a new block. Every function has a `u: ()`.
fn sample(text: &str, values: &[Constant]) -> Sample {
    let mut whole = String::new();
    let mut sites = 0;
    for (n, line) in text.lines().enumerate() {
        let line = line.trim();
        let call = if let Some(seen) = line.strip_prefix("see ") {
            let (ty, value) = seen.split_once(' ').unwrap();
            sites += 1;
            format!(
                "u = kvant::observe_{ty}({sites}, {})",
                value.trim_end_matches(';')
            )
        } else if let Some(call) = line.strip_prefix("call ") {
            call.trim_end_matches(';').to_owned()
        } else {
            whole.push_str(line);
            whole.push('\n');
            continue;
        };
        let next = format!("then{n}");
        let call = format!("Call({call}, ReturnTo({next}), UnwindUnreachable())");
        let _ = writeln!(whole, "{call}\n}}\n{next} = {{");
    }
    let parsed = parse::program(&whole).unwrap_or_else(|error| panic!("{error}\n{whole}"));
    assert_eq!(sites, values.len());
    Sample {
        program: parsed.program,
        observed: (1..).zip(values.iter().copied()).collect(),
        evaluated_since: Some(Version::OLDEST),
    }
}

fn u8(value: u8) -> Constant {
    int(value.into(), IntTy::U8)
}

const ENUMS: &str = "
    #[repr(u8)] enum E { A, B(u8, (u16, [u8; 2])) = 5, C { x: u32, f: F }, D = 200 }
    enum F { P(fn(u8) -> u8), Q }
    #[repr(C)] enum K { X = -3, Y, Z = 7 }
    #[repr(i16)] enum S { One { a: u8, b: u64 } = -300 }
    fn inc(x: u8) -> u8 { mir! { { RET = x + 1; Return() } } }
    fn start(i: usize) {
        mir! {
            let u: (); let e: E; let pe: *mut E; let f: F; let k: K; let s: S; let ps: &mut S;
            let t: (u16, [u8; 2]); let a: [u8; 2]; let es: [E; 2]; let x: u8; let p: *mut u8;
            let q: *const u16; let r: &mut u8; let c: &u16; let h: fn(u8) -> u8; let d: u8;
            let di: isize; let ds: i16; let w: u32; let tf: (u8, F); let b: u64;
            {
                a = [1, 2];
                t = (300, a);
                e = E::B(7, t);
                d = Discriminant(e);
                see u8 d;
                see u8 Field::<u8>(Variant(e, 1), 0);
                place!(Field::<(u16, [u8; 2])>(Variant(e, 1), 1)).0 = 400;
                place!(Field::<(u16, [u8; 2])>(Variant(e, 1), 1)).1[i] = 9;
                place!(Field::<u8>(Variant(e, 1), 0)) = 11;
                r = &mut place!(Field::<u8>(Variant(e, 1), 0));
                *r = *r * 2;
                see u8 Field::<u8>(Variant(e, 1), 0);
                c = &Field::<(u16, [u8; 2])>(Variant(e, 1), 1).0;
                w = *c as u32;
                q = addr_of!(place!(Field::<(u16, [u8; 2])>(Variant(e, 1), 1)).0);
                see u32 w;
                see u16 *q;
                p = addr_of_mut!(place!(Field::<(u16, [u8; 2])>(Variant(e, 1), 1)).1[i]);
                *p = *p - 1;
                see u8 Field::<(u16, [u8; 2])>(Variant(e, 1), 1).1[i];
                call place!(Field::<(u16, [u8; 2])>(Variant(e, 1), 1)).1[i] = inc(50);
                see u8 Field(Variant(e, 1), 1).1[i];
                h = const { inc as fn(u8) -> u8 };
                f = F::P(h);
                e = E::C { x: 5, f: Move(f) };
                pe = addr_of_mut!(e);
                d = Discriminant(*pe);
                call x = (Field::<fn(u8) -> u8>(Variant(Field::<F>(Variant(*pe, 2), 1), 0), 0))(d);
                see u8 x;
                place!(Field::<fn(u8) -> u8>(Variant(Field::<F>(Variant(*pe, 2), 1), 0), 0)) = h;
                f = Field::<F>(Variant(*pe, 2), 1);
                place!(Field::<F>(Variant(*pe, 2), 1)) = F::Q;
                di = Discriminant(Field::<F>(Variant(*pe, 2), 1));
                see isize di;
                tf = (0, Move(f));
                SetDiscriminant(*pe, 1);
                place!(Field::<u8>(Variant(*pe, 1), 0)) = 77;
                place!(Field::<(u16, [u8; 2])>(Variant(*pe, 1), 1)) = t;
                es = [e; 2];
                es[i] = E::D;
                d = Discriminant(es[i]);
                see u8 d;
                SetDiscriminant(es[i], 0);
                d = Discriminant(es[i]);
                see u8 d;
                i = 0;
                see u8 Field::<u8>(Variant(es[i], 1), 0);
                call x = (Field::<fn(u8) -> u8>(Variant(tf.1, 0), 0))(8);
                see u8 x;
                k = K::X;
                di = Discriminant(k);
                see isize di;
                SetDiscriminant(k, 2);
                di = Discriminant(k);
                see isize di;
                s = S::One { a: 1, b: 18446744073709551615 };
                ps = &mut s;
                place!(Field::<u8>(Variant(*ps, 0), 0)) = 2;
                b = Field::<u64>(Variant(*ps, 0), 1);
                ds = Discriminant(*ps);
                see u64 b;
                see i16 ds;
                Return()
            }
        }
    }
    fn main() { kvant::run(|| start(kvant::hide(1))) }
";

/// Enums of every representation, made, read, written, borrowed and called through.
pub(crate) fn enums() -> Sample {
    let isize = |value| int(value, IntTy::Isize);
    sample(
        ENUMS,
        &[
            u8(5),
            u8(7),
            u8(22),
            int(400, IntTy::U32),
            int(400, IntTy::U16),
            u8(8),
            u8(51),
            u8(7),
            isize(1),
            u8(200),
            u8(0),
            u8(77),
            u8(9),
            isize(-3),
            isize(7),
            int(u64::MAX.into(), IntTy::U64),
            int(-300, IntTy::I16),
        ],
    )
}

/// Structs with and without names for their fields, transparent ones, and unions.
pub(crate) fn structs_and_unions() -> Sample {
    let text = "
        struct Pair(u8, (u16, bool));
        #[repr(transparent)] struct Only { inner: u32 }
        #[repr(transparent)] struct Single([u8; 4]);
        #[repr(C)] union Bytes { whole: u32, parts: [u8; 4], only: Only, list: *const Bytes }
        #[repr(C)] struct Mixed { bytes: Bytes, next: *mut Mixed, zero: [(); 3] }
        struct Empty {}
        fn unit(x: u8, y: ()) -> () { mir! { { RET = y; Return() } } }
        fn swap(x: Bytes) -> Bytes {
            mir! {
                let a: u8; let i: usize; let j: usize;
                {
                    i = 0;
                    j = 3;
                    RET = Bytes { whole: 0 };
                    a = x.parts[i];
                    x.parts[i] = x.parts[j];
                    x.parts[j] = a;
                    RET = Move(x);
                    Return()
                }
            }
        }
        fn start(x: u32, i: usize) {
            mir! {
                let u: (); let t: (u16, bool); let p: Pair; let o: Only; let s: Single; let b: Bytes; let c: Bytes;
                let m: Mixed; let q: *mut Mixed; let e: Empty; let z: [(); 3]; let w: u32;
                let r: *mut u8; let a: [u8; 4];
                {
                    t = (7, true);
                    p = Pair(1, t);
                    p.1.0 = 8;
                    see u16 p.1.0;
                    see bool p.1.1;
                    o = Only { inner: x };
                    see u32 o.inner;
                    w = CastTransmute(o);
                    s = CastTransmute(w);
                    see u8 s.0[i];
                    b = Bytes { whole: x };
                    see u8 b.parts[i];
                    b.parts[i] = 255;
                    see u32 b.only.inner;
                    b = Bytes { only: o };
                    call c = swap(b);
                    see u32 c.whole;
                    z = [(); 3];
                    call z[i] = unit(1, ());
                    e = Empty {};
                    q = addr_of_mut!(m);
                    m = Mixed { bytes: Move(c), next: q, zero: z };
                    a = [9; 4];
                    (*q).bytes = Bytes { parts: a };
                    r = addr_of_mut!((*q).bytes.parts[i]);
                    *r = 1;
                    see u32 m.bytes.whole;
                    Return()
                }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(0x01020304), kvant::hide(1))) }
    ";
    let u32 = |value| int(value, IntTy::U32);
    sample(
        text,
        &[
            int(8, IntTy::U16),
            Constant::Bool(true),
            u32(0x0102_0304),
            u8(3),
            u8(3),
            u32(0x0102_ff04),
            u32(0x0402_0301),
            u32(0x0909_0109),
        ],
    )
}

/// References of both kinds: to locals, to parts, through each other, inside of other types, and moved.
pub(crate) fn references() -> Sample {
    let text = "
        struct Holder { shared: &(u8, u16), unique: &mut u8 }
        struct Seen { pair: &(u8, u16), of: Both }
        enum Maybe { No, Yes(&mut [u8; 3]), Nested { inner: Both, n: u8 } }
        enum Both { Two(&u8, &&u8), F(fn(&u8, &mut u8) -> u8), None }
        #[inline(never)]
        fn add(x: &u8, y: &mut u8) -> u8 {
            mir! { { *y = *y + *x; RET = *y; Return() } }
        }
        fn pick(x: Maybe) -> &mut [u8; 3] {
            mir! { { RET = Move(Field::<&mut [u8; 3]>(Variant(x, 1), 0)); Return() } }
        }
        fn start(i: usize) {
            mir! {
                let u: (); let x: u8; let y: u8; let z: u8; let t: (u8, u16); let a: [u8; 3];
                let rx: &u8; let rest: &u8; let ry: &mut u8; let again: &mut u8; let rr: &&u8; let rt: &(u8, u16);
                let part: &u16; let raw: *mut u8; let from: &mut u8; let h: Holder; let s: Seen;
                let b: Both; let m: Maybe; let ra: &mut [u8; 3]; let r: u8;
                let p: fn(&u8, &mut u8) -> u8; let old: *const u8;
                {
                    x = 1;
                    y = 2;
                    rx = &x;
                    ry = &mut y;
                    call r = add(rx, Move(ry));
                    see u8 r;
                    ry = &mut y;
                    again = &mut *ry;
                    *again = 10;
                    *ry = *ry + 1;
                    see u8 y;
                    t = (3, 400);
                    rt = &t;
                    part = &(*rt).1;
                    see u16 *part;
                    old = addr_of!((*rt).0);
                    see u8 *old;
                    raw = addr_of_mut!(y);
                    from = &mut *raw;
                    *from = 20;
                    see u8 *raw;
                    ry = &mut y;
                    h = Holder { shared: rt, unique: Move(ry) };
                    ry = Move(h.unique);
                    *ry = 21;
                    see u8 y;
                    rt = h.shared;
                    see u16 (*rt).1;
                    rr = &rx;
                    b = Both::Two(rx, rr);
                    s = Seen { pair: rt, of: b };
                    rr = Field::<&&u8>(Variant(s.of, 0), 1);
                    rest = *rr;
                    see u8 *rest;
                    a = [5, 6, 7];
                    ra = &mut a;
                    m = Maybe::Yes(Move(ra));
                    call ra = pick(Move(m));
                    (*ra)[i] = 60;
                    see u8 a[i];
                    p = const { add as fn(&u8, &mut u8) -> u8 };
                    b = Both::F(p);
                    m = Maybe::Nested { inner: Move(b), n: 9 };
                    rx = &Field::<u8>(Variant(m, 2), 1);
                    z = 100;
                    ry = &mut z;
                    call r = (Field::<fn(&u8, &mut u8) -> u8>(Variant(Field::<Both>(Variant(m, 2), 0), 1), 0))(rx, Move(ry));
                    see u8 r;
                    Return()
                }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(2))) }
    ";
    sample(
        text,
        &[
            u8(3),
            u8(11),
            int(400, IntTy::U16),
            u8(3),
            u8(20),
            u8(21),
            int(400, IntTy::U16),
            u8(1),
            u8(60),
            u8(109),
        ],
    )
}

/// Function pointers in locals, tuples, arrays and behind pointers, and raw pointers with offsets.
pub(crate) fn pointers() -> Sample {
    let text = "
        #[repr(C)] struct Table { first: fn(u8, u8) -> u8, rest: [fn(u8, u8) -> u8; 2], done: fn() }
        #[inline(always)]
        fn add(x: u8, y: u8) -> u8 { mir! { { RET = x + y; Return() } } }
        fn sub(x: u8, y: u8) -> u8 { mir! { { RET = x - y; Return() } } }
        fn nothing() { mir! { { Return() } } }
        fn twice(f: fn(u8, u8) -> u8, x: u8) -> u8 {
            mir! {
                {
                    call x = f(x, x);
                    RET = x;
                    Return()
                }
            }
        }
        fn start(i: usize, x: u8) {
            mir! {
                let u: (); let f: fn(u8, u8) -> u8; let g: fn(u8, u8) -> u8; let n: fn();
                let fs: [fn(u8, u8) -> u8; 2]; let t: (u8, fn(u8, u8) -> u8); let table: Table;
                let pf: *const fn(u8, u8) -> u8; let pt: &Table; let h: fn(fn(u8, u8) -> u8, u8) -> u8;
                let a: [u16; 4]; let pa: *mut [u16; 4]; let p: *mut u16; let q: *mut u16; let c: *const u16;
                let r: u8; let o: isize; let z: usize; let bytes: *const u8;
                {
                    f = const { add as fn(u8, u8) -> u8 };
                    g = const { sub as fn(u8, u8) -> u8 };
                    n = const { nothing as fn() };
                    call r = f(x, 1);
                    see u8 r;
                    t = (0, g);
                    call r = (t.1)(x, 1);
                    see u8 r;
                    pf = addr_of!(t.1);
                    call r = (*pf)(x, 2);
                    see u8 r;
                    fs = [f, g];
                    call r = (fs[i])(x, 3);
                    see u8 r;
                    table = Table { first: f, rest: fs, done: n };
                    pt = &table;
                    call r = ((*pt).rest[i])(x, 4);
                    see u8 r;
                    call u = ((*pt).done)();
                    h = const { twice as fn(fn(u8, u8) -> u8, u8) -> u8 };
                    call r = h(f, x);
                    see u8 r;
                    a = [1, 2, 3, 4];
                    pa = addr_of_mut!(a);
                    p = pa as *mut u16;
                    q = Offset(p, 2_usize);
                    see u16 *q;
                    o = -1;
                    q = Offset(q, o);
                    *q = 20;
                    c = q as *const u16;
                    see u16 *c;
                    c = Offset(c, 1);
                    bytes = c as *const u8;
                    see u8 *bytes;
                    Return()
                }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(1), kvant::hide(10))) }
    ";
    sample(
        text,
        &[
            u8(11),
            u8(9),
            u8(8),
            u8(7),
            u8(6),
            u8(20),
            int(3, IntTy::U16),
            int(20, IntTy::U16),
            u8(3),
        ],
    )
}

/// Comparisons of raw pointers, which the compiler's interpreter does not support.
pub(crate) fn comparisons() -> Sample {
    let text = "
        fn start(i: usize) {
            mir! {
                let u: (); let a: [u16; 4]; let pa: *const [u16; 4]; let p: *const u16; let q: *const u16; let b: bool;
                {
                    a = [0; 4];
                    pa = addr_of!(a);
                    p = pa as *const u16;
                    q = addr_of!(a[i]);
                    b = p < q;
                    see bool b;
                    b = p == q;
                    see bool b;
                    q = Offset(q, -3);
                    b = p == q;
                    see bool b;
                    b = p != q;
                    see bool b;
                    b = p >= q;
                    see bool b;
                    Return()
                }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(3))) }
    ";
    let values = [true, false, true, false, true].map(Constant::Bool);
    Sample {
        evaluated_since: None,
        ..sample(text, &values)
    }
}

/// The intrinsics that take pointers and references, and those of any type.
pub(crate) fn memory_intrinsics() -> Sample {
    let text = "
        #[repr(C)] struct Four { a: u8, b: u8, c: u16 }
        fn start(i: usize, x: u32) {
            mir! {
                let u: (); let a: [u16; 4]; let b: [u16; 4]; let pa: *const [u16; 4]; let p: *const u16;
                let q: *const u16; let pm: *mut [u16; 4]; let m: *mut u16; let d: isize; let n: usize;
                let bytes: *const u8; let others: *const u8; let order: i32; let ra: &[u16; 4];
                let rb: &[u16; 4]; let same: bool; let four: Four; let w: u32; let t: (u8, bool);
                let same_t: (u8, bool); let z: u32; let mutable: *mut u16; let f: f32; let g: f32;
                {
                    a = [1, 2, 3, 4];
                    b = [9; 4];
                    pa = addr_of!(a);
                    p = pa as *const u16;
                    call q = core::intrinsics::offset(p, i);
                    see u16 *q;
                    call q = core::intrinsics::arith_offset(q, -2);
                    see u16 *q;
                    call q = core::intrinsics::offset(p, 3_isize);
                    call d = core::intrinsics::ptr_offset_from(p, q);
                    see isize d;
                    call n = core::intrinsics::ptr_offset_from_unsigned(q, p);
                    see usize n;
                    pm = addr_of_mut!(b);
                    m = pm as *mut u16;
                    call u = core::intrinsics::copy_nonoverlapping(p, m, i);
                    call mutable = core::intrinsics::offset(m, 1);
                    q = m as *const u16;
                    call u = core::intrinsics::copy(q, mutable, 3);
                    see u16 b[i];
                    call u = core::intrinsics::write_bytes(mutable, 1, 2);
                    see u16 b[i];
                    pa = addr_of!(b);
                    bytes = pa as *const u8;
                    pa = addr_of!(a);
                    others = pa as *const u8;
                    call order = core::intrinsics::compare_bytes(bytes, others, 2);
                    see i32 order;
                    ra = &a;
                    rb = &a;
                    call same = core::intrinsics::raw_eq(ra, rb);
                    see bool same;
                    rb = &b;
                    call same = std::intrinsics::raw_eq(ra, rb);
                    see bool same;
                    call four = core::intrinsics::transmute(x);
                    see u16 four.c;
                    four.a = 0;
                    call w = core::intrinsics::transmute(Move(four));
                    see u32 w;
                    call f = core::intrinsics::transmute(w);
                    call g = core::intrinsics::black_box(f);
                    call z = core::intrinsics::transmute(g);
                    see u32 z;
                    t = (7, true);
                    call same_t = core::intrinsics::black_box(Move(t));
                    see u8 same_t.0;
                    Return()
                }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(2), kvant::hide(0x01020304))) }
    ";
    let (u16, u32) = (|x| int(x, IntTy::U16), |x| int(x, IntTy::U32));
    sample(
        text,
        &[
            u16(3),
            u16(1),
            int(-3, IntTy::Isize),
            int(3, IntTy::Usize),
            u16(2),
            u16(0x101),
            int(0, IntTy::I32),
            Constant::Bool(true),
            Constant::Bool(false),
            u16(0x102),
            u32(0x0102_0300),
            u32(0x0102_0300),
            u8(7),
        ],
    )
}
