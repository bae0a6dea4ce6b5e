// The ends of the range of every integer that an enum may be like.
//~ OBSERVES: 0 u8 255
//~ OBSERVES: 1 i8 -128
//~ OBSERVES: 2 i8 127
//~ OBSERVES: 3 u16 65535
//~ OBSERVES: 4 i16 -32768
//~ OBSERVES: 5 u32 4294967295
//~ OBSERVES: 6 i32 -2147483648
//~ OBSERVES: 7 u64 18446744073709551615
//~ OBSERVES: 8 i64 -9223372036854775808
//~ OBSERVES: 9 usize 18446744073709551614
//~ OBSERVES: 10 isize -9223372036854775807

#[repr(u8)]
enum A {
    X = 255,
}

#[repr(i8)]
enum B {
    X = -128,
    Y = 127,
}

#[repr(u16)]
enum C {
    X = 65535,
}

#[repr(i16)]
enum D {
    X = -32768,
}

#[repr(u32)]
enum E {
    X = 4294967295,
}

#[repr(i32)]
enum F {
    X = -2147483648,
}

#[repr(u64)]
enum G {
    X = 18446744073709551615,
}

#[repr(i64)]
enum H {
    X = -9223372036854775808,
}

#[repr(usize)]
enum I {
    X = 18446744073709551614,
}

#[repr(isize)]
enum J {
    X = -9223372036854775807,
}

fn start() {
    mir! {
        let unit: ();
        let a: A;
        let b: B;
        let c: C;
        let d: D;
        let e: E;
        let f: F;
        let g: G;
        let h: H;
        let i: I;
        let j: J;
        let of_u8: u8;
        let of_i8: i8;
        let of_u16: u16;
        let of_i16: i16;
        let of_u32: u32;
        let of_i32: i32;
        let of_u64: u64;
        let of_i64: i64;
        let of_usize: usize;
        let of_isize: isize;
        {
            a = A::X;
            of_u8 = Discriminant(a);
            Call(unit = kvant::observe_u8(0_u32, of_u8), ReturnTo(next_1), UnwindUnreachable())
        }
        next_1 = {
            b = B::X;
            of_i8 = Discriminant(b);
            Call(unit = kvant::observe_i8(1_u32, of_i8), ReturnTo(next_2), UnwindUnreachable())
        }
        next_2 = {
            b = B::Y;
            of_i8 = Discriminant(b);
            Call(unit = kvant::observe_i8(2_u32, of_i8), ReturnTo(next_3), UnwindUnreachable())
        }
        next_3 = {
            c = C::X;
            of_u16 = Discriminant(c);
            Call(unit = kvant::observe_u16(3_u32, of_u16), ReturnTo(next_4), UnwindUnreachable())
        }
        next_4 = {
            d = D::X;
            of_i16 = Discriminant(d);
            Call(unit = kvant::observe_i16(4_u32, of_i16), ReturnTo(next_5), UnwindUnreachable())
        }
        next_5 = {
            e = E::X;
            of_u32 = Discriminant(e);
            Call(unit = kvant::observe_u32(5_u32, of_u32), ReturnTo(next_6), UnwindUnreachable())
        }
        next_6 = {
            f = F::X;
            of_i32 = Discriminant(f);
            Call(unit = kvant::observe_i32(6_u32, of_i32), ReturnTo(next_7), UnwindUnreachable())
        }
        next_7 = {
            g = G::X;
            of_u64 = Discriminant(g);
            Call(unit = kvant::observe_u64(7_u32, of_u64), ReturnTo(next_8), UnwindUnreachable())
        }
        next_8 = {
            h = H::X;
            of_i64 = Discriminant(h);
            Call(unit = kvant::observe_i64(8_u32, of_i64), ReturnTo(next_9), UnwindUnreachable())
        }
        next_9 = {
            i = I::X;
            of_usize = Discriminant(i);
            Call(unit = kvant::observe_usize(9_u32, of_usize), ReturnTo(next_10), UnwindUnreachable())
        }
        next_10 = {
            j = J::X;
            of_isize = Discriminant(j);
            Call(unit = kvant::observe_isize(10_u32, of_isize), ReturnTo(next_11), UnwindUnreachable())
        }
        next_11 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start())
}
