// `bswap` turns the bytes of an integer around, whatever its width and sign.
//~ OBSERVES: 1 u8 197
//~ OBSERVES: 2 i8 -3
//~ OBSERVES: 3 u16 13330
//~ OBSERVES: 4 i16 -257
//~ OBSERVES: 5 u32 2018915346
//~ OBSERVES: 6 i32 128
//~ OBSERVES: 7 u64 17279655951921914625
//~ OBSERVES: 8 i64 8617843345307205631
//~ OBSERVES: 9 u128 21528975894082904090066538856997790465
//~ OBSERVES: 10 i128 6646139978924579364519035301401723008

fn start(a0: u8, a1: i8, a2: u16, a3: i16, a4: u32, a5: i32, a6: u64, a7: i64, a8: u128, a9: i128) {
    mir! {
        let y_u8: u8;
        let y_i8: i8;
        let y_u16: u16;
        let y_i16: i16;
        let y_u32: u32;
        let y_i32: i32;
        let y_u64: u64;
        let y_i64: i64;
        let y_u128: u128;
        let y_i128: i128;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::bswap(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_i8 = core::intrinsics::bswap(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_i8(2, y_i8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_u16 = core::intrinsics::bswap(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u16(3, y_u16), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_i16 = core::intrinsics::bswap(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_i16(4, y_i16), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u32 = core::intrinsics::bswap(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u32(5, y_u32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_i32 = core::intrinsics::bswap(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_i32(6, y_i32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u64 = core::intrinsics::bswap(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u64(7, y_u64), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_i64 = core::intrinsics::bswap(a7), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_i64(8, y_i64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u128 = core::intrinsics::bswap(a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u128(9, y_u128), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_i128 = core::intrinsics::bswap(a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_i128(10, y_i128), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(197_u8), kvant::hide(-3_i8), kvant::hide(4660_u16), kvant::hide(-2_i16), kvant::hide(305419896_u32), kvant::hide(-2147483648_i32), kvant::hide(81985529216486895_u64), kvant::hide(-4886718345_i64), kvant::hide(1512366075204170947332355369683137040_u128), kvant::hide(-170141183460469231731687303715884105723_i128)))
}
