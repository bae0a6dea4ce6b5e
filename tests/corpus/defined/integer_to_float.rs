// A cast from an integer gives the nearest float, the even one of two, and infinity beyond the last.
//~ OBSERVES: 0 f32 0x4b800000
//~ OBSERVES: 1 f32 0x4b800002
//~ OBSERVES: 2 f64 0xbff0000000000000
//~ OBSERVES: 3 f32 0x7f800000

fn start(even: u32, odd: i64, minus: i8, most: u128) {
    mir! {
        let unit: ();
        let a: f32;
        let b: f32;
        let c: f64;
        let d: f32;
        {
            a = even as f32;
            b = odd as f32;
            c = minus as f64;
            d = most as f32;
            Call(unit = kvant::observe_f32(0_u32, a), ReturnTo(o0), UnwindUnreachable())
        }
        o0 = {
            Call(unit = kvant::observe_f32(1_u32, b), ReturnTo(o1), UnwindUnreachable())
        }
        o1 = {
            Call(unit = kvant::observe_f64(2_u32, c), ReturnTo(o2), UnwindUnreachable())
        }
        o2 = {
            Call(unit = kvant::observe_f32(3_u32, d), ReturnTo(o3), UnwindUnreachable())
        }
        o3 = {
            Return()
        }
    }
}

fn main() {
    kvant::run(|| start(kvant::hide(16777217_u32), kvant::hide(16777219_i64), kvant::hide((-1_i8)), kvant::hide(340282366920938463463374607431768211455_u128)))
}
