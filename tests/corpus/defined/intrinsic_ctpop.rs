// `ctpop` counts the bits that are set, in negative integers too.
//~ OBSERVES: 1 u32 4
//~ OBSERVES: 2 u32 7
//~ OBSERVES: 3 u32 5
//~ OBSERVES: 4 u32 15
//~ OBSERVES: 5 u32 13
//~ OBSERVES: 6 u32 1
//~ OBSERVES: 7 u32 32
//~ OBSERVES: 8 u32 50
//~ OBSERVES: 9 u32 64
//~ OBSERVES: 10 u32 3
//~ OBSERVES: 11 u32 0
//~ OBSERVES: 12 u32 128
//~ OBSERVES: 13 u32 0
//~ OBSERVES: 14 u32 16

fn start(a0: u8, a1: i8, a2: u16, a3: i16, a4: u32, a5: i32, a6: u64, a7: i64, a8: u128, a9: i128, a10: u8, a11: i128, a12: u128, a13: u16) {
    mir! {
        let y_u32: u32;
        let nothing: ();
        {
            Call(y_u32 = core::intrinsics::ctpop(a0), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u32(1, y_u32), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_u32 = core::intrinsics::ctpop(a1), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u32(2, y_u32), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_u32 = core::intrinsics::ctpop(a2), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u32(3, y_u32), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_u32 = core::intrinsics::ctpop(a3), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_u32(4, y_u32), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u32 = core::intrinsics::ctpop(a4), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u32(5, y_u32), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_u32 = core::intrinsics::ctpop(a5), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_u32(6, y_u32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u32 = core::intrinsics::ctpop(a6), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u32(7, y_u32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u32 = core::intrinsics::ctpop(a7), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u32(8, y_u32), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u32 = core::intrinsics::ctpop(a8), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u32(9, y_u32), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_u32 = core::intrinsics::ctpop(a9), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_u32(10, y_u32), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_u32 = core::intrinsics::ctpop(a10), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_u32(11, y_u32), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_u32 = core::intrinsics::ctpop(a11), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_u32(12, y_u32), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_u32 = core::intrinsics::ctpop(a12), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_u32(13, y_u32), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(y_u32 = core::intrinsics::ctpop(a13), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(nothing = kvant::observe_u32(14, y_u32), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(197_u8), kvant::hide(-3_i8), kvant::hide(4660_u16), kvant::hide(-2_i16), kvant::hide(305419896_u32), kvant::hide(-2147483648_i32), kvant::hide(81985529216486895_u64), kvant::hide(-4886718345_i64), kvant::hide(1512366075204170947332355369683137040_u128), kvant::hide(-170141183460469231731687303715884105723_i128), kvant::hide(0_u8), kvant::hide(-1_i128), kvant::hide(0_u128), kvant::hide(65535_u16)))
}
