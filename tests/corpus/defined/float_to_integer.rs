// A cast to an integer goes towards zero and stops at the bounds of the type.
//~ OBSERVES: 0 i8 127
//~ OBSERVES: 1 u8 0
//~ OBSERVES: 2 i32 -2
//~ OBSERVES: 3 u128 340282366920938463463374607431768211455
//~ OBSERVES: 4 i64 -9223372036854775808

fn start(big: f64, negative: f32, infinite: f64) {
    mir! {
        let unit: ();
        let a: i8;
        let b: u8;
        let c: i32;
        let d: u128;
        let m: f64;
        let e: i64;
        {
            a = big as i8;
            b = negative as u8;
            c = negative as i32;
            d = infinite as u128;
            m = -infinite;
            e = m as i64;
            Call(unit = kvant::observe_i8(0_u32, a), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_u8(1_u32, b), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_i32(2_u32, c), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Call(unit = kvant::observe_u128(3_u32, d), ReturnTo(o3), UnwindUnreachable())
        }
        o3 = {
            Call(unit = kvant::observe_i64(4_u32, e), ReturnTo(o4), UnwindUnreachable())
        }
        o4 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(300.7_f64), kvant::hide((-2.9_f32)), kvant::hide(f64::INFINITY)))
}
