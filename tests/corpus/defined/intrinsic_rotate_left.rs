// `rotate_left` brings what leaves at the top in at the bottom, by any amount modulo the width.
//~ FINE: shift-too-far
//~ OBSERVES: 1 u8 46
//~ OBSERVES: 2 u8 197
//~ OBSERVES: 3 u8 226
//~ OBSERVES: 4 u16 9025
//~ OBSERVES: 5 u16 9025
//~ OBSERVES: 6 u32 3
//~ OBSERVES: 7 u32 5
//~ OBSERVES: 8 u64 1311768467463790320
//~ OBSERVES: 9 u64 9223372036854775808
//~ OBSERVES: 10 u128 338770000845734292516042252062085074415
//~ OBSERVES: 11 u128 756183037602085473666177684841568520
//~ OBSERVES: 12 u128 1512366075204170947332355369683137040
//~ OBSERVES: 13 u128 1512366075204170947332355369683137040
//~ OBSERVES: 14 usize 9223372036854775812

fn start(a0: u8, a1: u32, a2: u32, a3: u32, a4: u16, a5: u32, a6: u32, a7: u32, a8: u32, a9: u32, a10: u32, a11: u64, a12: u32, a13: u64, a14: u32, a15: u128, a16: u32, a17: u32, a18: u32, a19: u32, a20: usize, a21: u32) {
    mir! {
        let y_u8: u8;
        let y_u16: u16;
        let y_u32: u32;
        let y_u64: u64;
        let y_u128: u128;
        let y_usize: usize;
        let nothing: ();
        {
            Call(y_u8 = core::intrinsics::rotate_left(a0, a1), ReturnTo(b1), UnwindUnreachable())
        }
        b1 = {
            Call(nothing = kvant::observe_u8(1, y_u8), ReturnTo(b2), UnwindUnreachable())
        }
        b2 = {
            Call(y_u8 = core::intrinsics::rotate_left(a0, a2), ReturnTo(b3), UnwindUnreachable())
        }
        b3 = {
            Call(nothing = kvant::observe_u8(2, y_u8), ReturnTo(b4), UnwindUnreachable())
        }
        b4 = {
            Call(y_u8 = core::intrinsics::rotate_left(a0, a3), ReturnTo(b5), UnwindUnreachable())
        }
        b5 = {
            Call(nothing = kvant::observe_u8(3, y_u8), ReturnTo(b6), UnwindUnreachable())
        }
        b6 = {
            Call(y_u16 = core::intrinsics::rotate_left(a4, a5), ReturnTo(b7), UnwindUnreachable())
        }
        b7 = {
            Call(nothing = kvant::observe_u16(4, y_u16), ReturnTo(b8), UnwindUnreachable())
        }
        b8 = {
            Call(y_u16 = core::intrinsics::rotate_left(a4, a6), ReturnTo(b9), UnwindUnreachable())
        }
        b9 = {
            Call(nothing = kvant::observe_u16(5, y_u16), ReturnTo(b10), UnwindUnreachable())
        }
        b10 = {
            Call(y_u32 = core::intrinsics::rotate_left(a7, a8), ReturnTo(b11), UnwindUnreachable())
        }
        b11 = {
            Call(nothing = kvant::observe_u32(6, y_u32), ReturnTo(b12), UnwindUnreachable())
        }
        b12 = {
            Call(y_u32 = core::intrinsics::rotate_left(a9, a10), ReturnTo(b13), UnwindUnreachable())
        }
        b13 = {
            Call(nothing = kvant::observe_u32(7, y_u32), ReturnTo(b14), UnwindUnreachable())
        }
        b14 = {
            Call(y_u64 = core::intrinsics::rotate_left(a11, a12), ReturnTo(b15), UnwindUnreachable())
        }
        b15 = {
            Call(nothing = kvant::observe_u64(8, y_u64), ReturnTo(b16), UnwindUnreachable())
        }
        b16 = {
            Call(y_u64 = core::intrinsics::rotate_left(a13, a14), ReturnTo(b17), UnwindUnreachable())
        }
        b17 = {
            Call(nothing = kvant::observe_u64(9, y_u64), ReturnTo(b18), UnwindUnreachable())
        }
        b18 = {
            Call(y_u128 = core::intrinsics::rotate_left(a15, a16), ReturnTo(b19), UnwindUnreachable())
        }
        b19 = {
            Call(nothing = kvant::observe_u128(10, y_u128), ReturnTo(b20), UnwindUnreachable())
        }
        b20 = {
            Call(y_u128 = core::intrinsics::rotate_left(a15, a17), ReturnTo(b21), UnwindUnreachable())
        }
        b21 = {
            Call(nothing = kvant::observe_u128(11, y_u128), ReturnTo(b22), UnwindUnreachable())
        }
        b22 = {
            Call(y_u128 = core::intrinsics::rotate_left(a15, a18), ReturnTo(b23), UnwindUnreachable())
        }
        b23 = {
            Call(nothing = kvant::observe_u128(12, y_u128), ReturnTo(b24), UnwindUnreachable())
        }
        b24 = {
            Call(y_u128 = core::intrinsics::rotate_left(a15, a19), ReturnTo(b25), UnwindUnreachable())
        }
        b25 = {
            Call(nothing = kvant::observe_u128(13, y_u128), ReturnTo(b26), UnwindUnreachable())
        }
        b26 = {
            Call(y_usize = core::intrinsics::rotate_left(a20, a21), ReturnTo(b27), UnwindUnreachable())
        }
        b27 = {
            Call(nothing = kvant::observe_usize(14, y_usize), ReturnTo(b28), UnwindUnreachable())
        }
        b28 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(197_u8), kvant::hide(3_u32), kvant::hide(8_u32), kvant::hide(255_u32), kvant::hide(4660_u16), kvant::hide(4_u32), kvant::hide(20_u32), kvant::hide(2147483649_u32), kvant::hide(1_u32), kvant::hide(5_u32), kvant::hide(32_u32), kvant::hide(81985529216486895_u64), kvant::hide(68_u32), kvant::hide(1_u64), kvant::hide(4294967295_u32), kvant::hide(1512366075204170947332355369683137040_u128), kvant::hide(64_u32), kvant::hide(127_u32), kvant::hide(128_u32), kvant::hide(0_u32), kvant::hide(9_usize), kvant::hide(63_u32)))
}
